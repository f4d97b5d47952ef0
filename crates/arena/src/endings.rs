//! Openings with few pieces: random endgame positions near material balance.

use std::collections::HashSet;

use saffron_rules::{Cell, Color, Game, Piece, Position, Role, Setup, Variant};

use crate::opening::{MAX_TRIES, Opening, Random, is_fair};

/// Pieces other than kings with their usual values in pawns.
const VALUES: [(Role, usize); 5] =
    [(Role::Queen, 9), (Role::Rook, 5), (Role::Bishop, 3), (Role::Knight, 3), (Role::Pawn, 1)];

/// Maximum difference in material value between the sides.
const BALANCE: usize = 2;

/// Returns up to `count` different random positions with `pieces` pieces, kings included. They depend only on the seed. Each
/// side has more than its king, and the usual values of the pieces differ by at most two pawns. The side to move is not in
/// check, and can neither capture nor mate in one.
///
/// # Errors
/// If no position is found.
pub fn random_endings(
    variant: &'static Variant,
    pieces: usize,
    count: usize,
    seed: u64,
) -> Result<Vec<Opening>, String> {
    let cells: Vec<Cell> = variant.board().cells().iter().collect();
    let mut random = Random(seed);
    let (mut seen, mut openings) = (HashSet::new(), Vec::new());
    let mut failed = 0;
    // Most placements are illegal or allow a capture.
    while openings.len() < count && failed < 100 * MAX_TRIES {
        let position = placed(variant, &cells, &material(pieces, &mut random), &mut random);
        match position.filter(|position| is_quiet(position) && is_fair(&Game::new(*position))) {
            Some(start) if seen.insert(start.hash()) => {
                openings.push(Opening { start, from_match_start: false, moves: Vec::new() });
                failed = 0;
            }
            _ => failed += 1,
        }
    }
    if openings.is_empty() {
        return Err(format!("no ending of {pieces} pieces was found"));
    }
    Ok(openings)
}

/// Returns a nearly balanced choice of pieces, the kings first.
fn material(pieces: usize, random: &mut Random) -> Vec<Piece> {
    let kings = Color::ALL.map(|color| Piece { color, role: Role::King });
    loop {
        let mut values = [0_usize; 2];
        let others: Vec<Piece> = (2..pieces)
            .map(|_| {
                let color = Color::ALL[random.below(2)];
                let (role, value) = VALUES[random.below(VALUES.len())];
                values[color.index()] += value;
                Piece { color, role }
            })
            .collect();
        if values.iter().all(|&value| value > 0) && values[0].abs_diff(values[1]) <= BALANCE {
            return kings.into_iter().chain(others).collect();
        }
    }
}

/// Returns the pieces on random cells; `None` if the position is illegal.
fn placed(variant: &'static Variant, cells: &[Cell], pieces: &[Piece], random: &mut Random) -> Option<Position> {
    let mut setup = Setup::new();
    setup.turn = Color::ALL[random.below(2)];
    for &piece in pieces {
        let cell = cells[random.below(cells.len())];
        if setup.piece_at(cell).is_some() {
            return None;
        }
        setup.put(piece, cell);
    }
    Position::from_setup(variant, &setup).ok()
}

fn is_quiet(position: &Position) -> bool {
    position.legal_moves().into_iter().all(|mv| position.captured(mv).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_near_balance_and_follow_from_the_seed() {
        for variant in Variant::all() {
            let openings = random_endings(variant, 5, 20, 3).unwrap();
            assert_eq!(openings.len(), 20, "{}", variant.id());
            assert_eq!(random_endings(variant, 5, 20, 3), Ok(openings.clone()));
            assert_ne!(random_endings(variant, 5, 20, 4), Ok(openings.clone()));
            for Opening { start, .. } in openings {
                let value = |color: Color| -> usize {
                    VALUES.iter().map(|&(role, value)| value * start.pieces(color, role).len()).sum()
                };
                assert_eq!(start.occupied().len(), 5);
                assert!(value(Color::White).abs_diff(value(Color::Black)) <= BALANCE, "{}", start.to_fen());
                assert!(!start.in_check() && is_quiet(&start));
            }
        }
    }
}
