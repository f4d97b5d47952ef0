//! Upcoming repetitions: detection of moves that lead back to a position of the path.
//!
//! The hashes of two positions that are one reversible move apart differ by a key that depends only on the piece and the two
//! cells. The keys of all such moves of a variant are in a cuckoo hash table, so that one look-up finds the move (Marcel van
//! Kervinck, "The design and implementation of the Atomkraft chess engine"; in Stockfish since 2018).

use saffron_rules::{Cell, CellSet, Color, Piece, Position, Role, Variant};

/// Number of slots of the table; a power of two. The boards have up to about ten thousand reversible moves.
const SIZE: usize = 1 << 16;

/// Reversible move, for both directions.
#[derive(Clone, Copy, Default)]
struct Slot {
    /// Difference of the hashes; 0 in an empty slot.
    key: u64,
    cells: Option<(Cell, Cell)>,
}

/// Reversible moves of one variant: those of all pieces but pawns, on an empty board.
pub(super) struct ReversibleMoves {
    variant: &'static Variant,
    slots: Box<[Slot]>,
}

fn first_slot(key: u64) -> usize {
    key as usize & (SIZE - 1)
}

fn second_slot(key: u64) -> usize {
    (key >> 16) as usize & (SIZE - 1)
}

impl ReversibleMoves {
    pub(super) fn new(variant: &'static Variant) -> ReversibleMoves {
        let mut moves = ReversibleMoves { variant, slots: vec![Slot::default(); SIZE].into() };
        for color in Color::ALL {
            for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
                let piece = Piece { color, role };
                for from in variant.board().cells() {
                    for to in variant.attacks(piece, from, CellSet::EMPTY) {
                        if from < to {
                            let key = Position::hash_of(piece, from)
                                ^ Position::hash_of(piece, to)
                                ^ Position::hash_of_turn();
                            moves.insert(Slot { key, cells: Some((from, to)) });
                        }
                    }
                }
            }
        }
        moves
    }

    pub(super) fn is_for(&self, variant: &'static Variant) -> bool {
        std::ptr::eq(self.variant, variant)
    }

    /// Inserts a move in one of its two slots. The move that was there goes to its other slot, and so on. A move without a free
    /// slot is left out, and its repetitions are not found; no variant of the rules has such a move.
    fn insert(&mut self, mut mv: Slot) {
        let mut slot = first_slot(mv.key);
        for _ in 0..1000 {
            std::mem::swap(&mut mv, &mut self.slots[slot]);
            if mv.key == 0 {
                return;
            }
            slot = if slot == first_slot(mv.key) { second_slot(mv.key) } else { first_slot(mv.key) };
        }
    }

    /// Returns whether one of these pieces has a move that changes the hash by `key`. The pieces matter, because two positions may
    /// also differ by a move of the other side's piece, if the pieces of the side to move have returned.
    pub(super) fn can_play(&self, key: u64, pieces: CellSet, occupied: CellSet) -> bool {
        [first_slot(key), second_slot(key)].into_iter().any(|slot| {
            let mv = &self.slots[slot];
            mv.key == key
                && mv.cells.is_some_and(|(a, b)| {
                    (pieces.contains(a) || pieces.contains(b)) && (self.variant.between(a, b) & occupied).is_empty()
                })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reversible_move_has_a_slot() {
        for variant in Variant::all() {
            let moves = ReversibleMoves::new(variant);
            let mut count = 0;
            for cell in variant.board().cells() {
                for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
                    let piece = Piece { color: Color::White, role };
                    count += variant.attacks(piece, cell, CellSet::EMPTY).len();
                }
            }
            // Every move once for both directions, for both sides.
            assert_eq!(moves.slots.iter().filter(|mv| mv.key != 0).count(), count, "{}", variant.id());
        }
    }

    #[test]
    fn a_reversible_move_is_found_unless_a_piece_blocks_it() {
        let variant = Variant::by_id("glinski").unwrap();
        let moves = ReversibleMoves::new(variant);
        let start = variant.start();
        let knight = start.legal_moves().into_iter().find(|mv| start.role_at(mv.from) == Some(Role::Knight)).unwrap();
        let moved = start.play(knight).unwrap();
        let [white, black] = Color::ALL.map(|color| moved.by_color(color));
        assert!(moves.can_play(start.hash() ^ moved.hash(), white, moved.occupied()));
        assert!(!moves.can_play(start.hash() ^ moved.hash(), black, moved.occupied()), "the other side's piece");
        assert!(!moves.can_play(start.hash() ^ moved.hash() ^ 1, white, moved.occupied()));
        let queen = start.legal_moves().into_iter().filter(|mv| start.role_at(mv.from) == Some(Role::Queen));
        let far = queen.max_by_key(|mv| variant.board().distance(mv.from, mv.to)).unwrap();
        let gone = start.play(far).unwrap();
        let key = start.hash() ^ gone.hash();
        let white = gone.by_color(Color::White);
        assert!(moves.can_play(key, white, gone.occupied()));
        assert!(!moves.can_play(key, white, gone.occupied() | variant.between(far.from, far.to)));
    }
}
