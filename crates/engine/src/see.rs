//! Static exchange evaluation: the material gain of a move after the best sequence of captures on its cell.
//!
//! Each side captures with its least valuable piece. Pieces behind others on the same line join in as the line opens. Pins
//! and promotions within the exchange are ignored.

use saffron_rules::{CellSet, Move, Position, Role};

/// Exchange values by role, in centipawns.
const VALUES: [i32; 6] = [100, 290, 280, 490, 970, 20_000];

/// Exchange value of a piece.
pub(crate) fn value(role: Role) -> i32 {
    VALUES[role.index()]
}

/// Returns whether the exchange value of a legal move is at least `threshold` centipawns.
pub(crate) fn at_least(position: &Position, mv: Move, threshold: i32) -> bool {
    let Some(mover) = position.role_at(mv.from) else { return false };
    if position.is_castling(mv) {
        return threshold <= 0;
    }
    let mut balance = position.captured(mv).map_or(0, value) - threshold;
    let mut next = value(mover);
    if let Some(promotion) = mv.promotion {
        balance += value(promotion) - value(Role::Pawn);
        next = value(promotion);
    }
    // The move must gain enough even if nothing is recaptured ...
    if balance < 0 {
        return false;
    }
    // ... and is good if it gains enough even when the piece is lost for nothing.
    balance -= next;
    if balance >= 0 {
        return true;
    }
    let mut occupied = (position.occupied() - CellSet::from(mv.from)) | CellSet::from(mv.to);
    if position.is_en_passant(mv)
        && let Some(taken) = position.en_passant()
    {
        occupied -= CellSet::from(taken.pawn);
    }
    exchange(position, mv, balance, &mut occupied)
}

/// Plays out the exchange. `balance` is the mover's gain above the threshold if its piece is captured next. Returns true if
/// the mover ends at or above the threshold.
fn exchange(position: &Position, mv: Move, mut balance: i32, occupied: &mut CellSet) -> bool {
    let us = position.turn();
    let variant = position.variant();
    let orthogonal = position.by_role(Role::Rook) | position.by_role(Role::Queen);
    let diagonal = position.by_role(Role::Bishop) | position.by_role(Role::Queen);
    let mut attackers = position.attackers_to(mv.to, *occupied) & *occupied;
    let mut side = !us;
    loop {
        let own = attackers & position.by_color(side);
        let Some(role) = Role::ALL.into_iter().find(|&role| !(own & position.by_role(role)).is_empty()) else {
            break;
        };
        // A king cannot capture a defended piece.
        if role == Role::King && !(attackers & position.by_color(!side)).is_empty() {
            break;
        }
        let Some(cell) = (own & position.by_role(role)).first() else { break };
        *occupied -= CellSet::from(cell);
        // Every piece may have another one behind it on its line to the cell; a knight is on no line.
        if variant.board().orthogonals(mv.to).contains(cell) {
            attackers |= variant.rook_attacks(mv.to, *occupied) & orthogonal;
        } else if role != Role::Knight {
            attackers |= variant.bishop_attacks(mv.to, *occupied) & diagonal;
        }
        attackers &= *occupied;
        side = !side;
        // Seen from the side that now has to answer.
        balance = -balance - 1 - value(role);
        if balance >= 0 {
            break;
        }
    }
    side != us
}

#[cfg(test)]
mod tests {
    use saffron_rules::{Color, Variant};

    use super::*;
    use crate::random::Random;

    /// Computes by plain recursion the gain of the side to move from capturing `victim` on the cell for as long as it pays.
    fn gain(position: &Position, mv: Move, side: Color, occupied: CellSet, victim: Role) -> i32 {
        let attackers = position.attackers_to(mv.to, occupied) & occupied;
        let own = attackers & position.by_color(side);
        let Some(role) = Role::ALL.into_iter().find(|&role| !(own & position.by_role(role)).is_empty()) else {
            return 0;
        };
        let Some(cell) = (own & position.by_role(role)).first() else { return 0 };
        let left = occupied - CellSet::from(cell);
        if role == Role::King && !(attackers & position.by_color(!side)).is_empty() {
            return 0;
        }
        (value(victim) - gain(position, mv, !side, left, role)).max(0)
    }

    /// Computes the exact exchange value of a move.
    fn exact(position: &Position, mv: Move) -> i32 {
        if position.is_castling(mv) {
            return 0;
        }
        let mut occupied = (position.occupied() - CellSet::from(mv.from)) | CellSet::from(mv.to);
        if position.is_en_passant(mv) {
            occupied -= CellSet::from(position.en_passant().unwrap().pawn);
        }
        let mover = position.role_at(mv.from).unwrap();
        let placed = mv.promotion.unwrap_or(mover);
        let first = position.captured(mv).map_or(0, value) + value(placed) - value(mover);
        first - gain(position, mv, !position.turn(), occupied, placed)
    }

    #[test]
    fn thresholds_agree_with_the_exact_value() {
        let mut random = Random::new(1);
        for variant in Variant::all() {
            let mut position = variant.start();
            let mut losing = 0;
            for _ in 0..400 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    position = variant.start();
                    continue;
                }
                for &mv in &moves {
                    let exact = exact(&position, mv);
                    losing += i32::from(exact < 0);
                    for threshold in [exact - 300, exact - 1, exact, exact + 1, exact + 300, 0] {
                        let expected = exact >= threshold;
                        assert_eq!(at_least(&position, mv, threshold), expected, "{position:?} {mv:?} {threshold}");
                    }
                }
                position.play_unchecked(moves[random.below(moves.len())]);
            }
            assert!(losing > 1000, "{}", variant.id());
        }
    }
}
