//! Moves that give check, found without playing all moves, and mates in one.

use saffron_rules::{CellSet, Move, Position, Role};

/// Returns, by role, the cells from which a piece of the side to move attacks the enemy king.
pub(super) fn checking_cells(position: &Position) -> [CellSet; 6] {
    let us = position.turn();
    let (variant, occupied, king) = (position.variant(), position.occupied(), position.king(!us));
    let (diagonal, orthogonal) = (variant.bishop_attacks(king, occupied), variant.rook_attacks(king, occupied));
    let mut by_role = [CellSet::EMPTY; 6];
    for (role, cells) in [
        (Role::Pawn, variant.pawn_attackers(us, king)),
        (Role::Knight, variant.knight_attacks(king)),
        (Role::Bishop, diagonal),
        (Role::Rook, orthogonal),
        (Role::Queen, diagonal | orthogonal),
    ] {
        by_role[role.index()] = cells;
    }
    by_role
}

/// Returns whether the moved piece itself attacks the enemy king from its new cell.
pub(super) fn checks_directly(position: &Position, mv: Move) -> bool {
    let us = position.turn();
    let variant = position.variant();
    let king = position.king(!us);
    let Some(role) = mv.promotion.or_else(|| position.role_at(mv.from)) else { return false };
    let occupied = position.occupied() - CellSet::from(mv.from);
    match role {
        Role::Pawn => variant.pawn_attacks(us, mv.to).contains(king),
        Role::Knight => variant.knight_attacks(mv.to).contains(king),
        Role::Bishop => variant.board().diagonals(mv.to).contains(king) && is_path_clear(position, mv, occupied),
        Role::Rook => variant.board().orthogonals(mv.to).contains(king) && is_path_clear(position, mv, occupied),
        Role::Queen => {
            let board = variant.board();
            (board.orthogonals(mv.to) | board.diagonals(mv.to)).contains(king) && is_path_clear(position, mv, occupied)
        }
        Role::King => false,
    }
}

/// Returns whether all cells between the move's target and the enemy king are empty.
fn is_path_clear(position: &Position, mv: Move, occupied: CellSet) -> bool {
    (position.variant().between(mv.to, position.king(!position.turn())) & occupied).is_empty()
}

/// Finds a legal move that mates at once: captures, promotions, castling and discovered checks included.
pub(super) fn mate_in_one(position: &Position) -> Option<Move> {
    let mut found = None;
    possible_checks(position, |mv| {
        let mut child = *position;
        child.play_unchecked(mv);
        if child.in_check() && !child.has_legal_move() {
            found = Some(mv);
        }
        found.is_some()
    });
    found
}

/// Passes every legal move that gives check to `take` until it returns true. Promotions, captures en passant and castling are
/// passed without a test, since they change more than one cell or the kind of the piece.
fn possible_checks(position: &Position, mut take: impl FnMut(Move) -> bool) {
    let (us, variant) = (position.turn(), position.variant());
    let checking = checking_cells(position);
    let screens = screens(position);
    let en_passant = position.en_passant_cells();
    let castlings = castling_cells(position);
    // With the mask the generator skips most pieces.
    let mask = if screens.is_empty() {
        let direct = checking.into_iter().fold(CellSet::EMPTY, |all, cells| all | cells);
        direct | en_passant | castlings | variant.promotion_cells(us)
    } else {
        variant.board().cells()
    };
    position.generate(mask, |moves| {
        let mut candidates = moves;
        if !screens.contains(moves.from) {
            candidates.to = moves.to
                & match moves.role {
                    Role::Pawn => checking[Role::Pawn.index()] | en_passant | moves.promotions,
                    Role::King => castlings - variant.king_attacks(moves.from),
                    role => checking[role.index()],
                };
            candidates.promotions = moves.promotions & candidates.to;
        }
        candidates.into_iter().any(&mut take)
    });
}

/// Returns the cells to which the king of the side to move might castle, not checked for legality.
fn castling_cells(position: &Position) -> CellSet {
    let (us, rights) = (position.turn(), position.castling_rights());
    if rights.is_empty() {
        return CellSet::EMPTY;
    }
    let castlings = position.variant().castling_moves().iter();
    castlings.filter(|mv| mv.color == us && rights.has(mv.right)).map(|mv| mv.king_to).collect()
}

/// Returns the pieces of the side to move that are the only piece between the enemy king and a slider of their own side.
fn screens(position: &Position) -> CellSet {
    let us = position.turn();
    let (king, board) = (position.king(!us), position.variant().board());
    let queens = position.pieces(us, Role::Queen);
    let sliders = (board.orthogonals(king) & (position.pieces(us, Role::Rook) | queens))
        | (board.diagonals(king) & (position.pieces(us, Role::Bishop) | queens));
    let mut screens = CellSet::EMPTY;
    for slider in sliders {
        let between = position.variant().between(king, slider) & position.occupied();
        if between.len() == 1 {
            screens |= between & position.by_color(us);
        }
    }
    screens
}

#[cfg(test)]
mod tests {
    use saffron_rules::Variant;

    use super::*;
    use crate::random::Random;

    #[test]
    fn a_mate_in_one_is_found_if_playing_every_move_finds_one() {
        let mut random = Random::new(2);
        let mut mates = 0;
        for variant in Variant::all() {
            let mut position = variant.start();
            for _ in 0..6_000 {
                let moves = position.legal_moves();
                if moves.is_empty() || position.occupied().len() < 5 {
                    position = variant.start();
                    continue;
                }
                let is_mate =
                    |mv: Move| position.play(mv).is_ok_and(|child| child.in_check() && !child.has_legal_move());
                let exists = moves.iter().any(|&mv| is_mate(mv));
                let found = mate_in_one(&position);
                assert!(found.is_some() == exists && found.is_none_or(is_mate), "{found:?} in {position:?}");
                mates += usize::from(exists);
                position.play_unchecked(moves[random.below(moves.len())]);
            }
        }
        assert!(mates > 100, "{mates}");
    }
}
