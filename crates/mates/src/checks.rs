//! Generator of the moves that may give check.

use saffron_rules::{CellSet, Color, Move, Position, Role};

/// Passes every legal move that gives check, and some that do not, to `take` until it returns true; returns whether it did.
///
/// The moves left out certainly give no check: they neither place a piece where it attacks the enemy king, nor leave a line on
/// which the piece alone stands between that king and a piece of its own side. Promotions, captures en passant and castling,
/// which change more than one cell or the kind of the piece, are always passed.
pub(crate) fn possible_checks(position: &Position, mut take: impl FnMut(Move) -> bool) -> bool {
    let (us, variant) = (position.turn(), position.variant());
    let (king, occupied) = (position.king(!us), position.occupied());
    let knight = variant.knight_attacks(king);
    let bishop = variant.bishop_attacks(king, occupied);
    let rook = variant.rook_attacks(king, occupied);
    let pawn = variant.pawn_attackers(us, king) | position.en_passant_cells();
    let screens = screens(position, us);
    position.generate(!CellSet::EMPTY, |moves| {
        let near = match moves.role {
            Role::Pawn => pawn | moves.promotions,
            Role::Knight => knight,
            Role::Bishop => bishop,
            Role::Rook => rook,
            Role::Queen => bishop | rook,
            Role::King => !variant.king_attacks(moves.from),
        };
        let mut candidates = moves;
        if !screens.contains(moves.from) {
            candidates.to = moves.to & near;
        }
        candidates.promotions = moves.promotions & candidates.to;
        candidates.into_iter().any(&mut take)
    })
}

/// Returns the pieces of a side that stand alone between the enemy king and a piece of their own that would attack it.
fn screens(position: &Position, us: Color) -> CellSet {
    let (king, variant) = (position.king(!us), position.variant());
    let queens = position.pieces(us, Role::Queen);
    let straight = variant.rook_attacks(king, CellSet::EMPTY) & (position.pieces(us, Role::Rook) | queens);
    let slanting = variant.bishop_attacks(king, CellSet::EMPTY) & (position.pieces(us, Role::Bishop) | queens);
    let mut screens = CellSet::EMPTY;
    for piece in straight | slanting {
        let between = variant.between(king, piece) & position.occupied();
        if between.len() == 1 {
            screens |= between & position.by_color(us);
        }
    }
    screens
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::sources;
    use saffron_rules::Variant;

    #[test]
    fn no_check_is_left_out() {
        let mut random = Random::new(3);
        let (mut checks, mut moves) = (0, 0);
        for variant in Variant::all() {
            let games = (0..6).flat_map(|_| sources::game(variant, &mut random)).collect::<Vec<_>>();
            let sparse = (0..300).map(|_| sources::few_pieces(variant, &mut random)).collect::<Vec<_>>();
            for position in games.into_iter().chain(sparse) {
                let mut found = Vec::new();
                possible_checks(&position, |mv| {
                    found.push(mv);
                    false
                });
                for mv in position.legal_moves() {
                    moves += 1;
                    if position.play(mv).unwrap().in_check() {
                        checks += 1;
                        assert!(found.contains(&mv), "{} in {position:?}", position.uci(mv));
                    }
                }
                assert!(found.iter().all(|&mv| position.is_legal(mv)), "{position:?}");
            }
        }
        assert!(checks > 5_000 && moves > 10 * checks, "{checks} checks of {moves} moves");
    }
}
