//! Upcoming repetitions: whether the side to move can step back to a position that has been on the path.
//!
//! Two positions on the path that are one man's step apart differ in their hashes by a number that only depends on the man
//! and the two cells. All such numbers of a variant stand in a cuckoo hash table, so that one look finds the step (Marcel
//! van Kervinck, "The design and implementation of the Atomkraft chess engine"; in Stockfish since 2018).

use saffron_rules::{Cell, CellSet, Color, Piece, Position, Role, Variant};

/// Places of the table; a power of two. The boards have up to some ten thousand steps.
const SIZE: usize = 1 << 16;

/// A step that can be taken back, by the number it changes the hash by.
#[derive(Clone, Copy, Default)]
struct Step {
    /// 0 where the place is empty.
    change: u64,
    cells: Option<(Cell, Cell)>,
}

/// All steps of one variant's men but its pawns.
pub(super) struct Steps {
    variant: &'static Variant,
    places: Box<[Step]>,
}

fn first(change: u64) -> usize {
    change as usize & (SIZE - 1)
}

fn second(change: u64) -> usize {
    (change >> 16) as usize & (SIZE - 1)
}

impl Steps {
    pub(super) fn new(variant: &'static Variant) -> Steps {
        let mut steps = Steps { variant, places: vec![Step::default(); SIZE].into() };
        for color in Color::ALL {
            for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
                let piece = Piece { color, role };
                for from in variant.board().cells() {
                    for to in variant.attacks(piece, from, CellSet::EMPTY) {
                        if from < to {
                            let change = Position::hash_of(piece, from)
                                ^ Position::hash_of(piece, to)
                                ^ Position::hash_of_turn();
                            steps.insert(Step { change, cells: Some((from, to)) });
                        }
                    }
                }
            }
        }
        steps
    }

    pub(super) fn is_for(&self, variant: &'static Variant) -> bool {
        std::ptr::eq(self.variant, variant)
    }

    /// Puts a step in one of its two places; what stood there moves to its other one, and so on. A step that finds no place
    /// after many moves is left out, which only means that it is not seen.
    fn insert(&mut self, mut step: Step) {
        let mut place = first(step.change);
        for _ in 0..1000 {
            std::mem::swap(&mut step, &mut self.places[place]);
            if step.change == 0 {
                return;
            }
            place = if place == first(step.change) { second(step.change) } else { first(step.change) };
        }
    }

    /// Whether one of these men can take the step that changes the hash so on this board. A step of the other side's man
    /// may be all that two positions differ by, where it went there and the own men came back.
    pub(super) fn can_step(&self, change: u64, men: CellSet, occupied: CellSet) -> bool {
        [first(change), second(change)].into_iter().any(|place| {
            let step = &self.places[place];
            step.change == change
                && step.cells.is_some_and(|(a, b)| {
                    (men.contains(a) || men.contains(b)) && (self.variant.between(a, b) & occupied).is_empty()
                })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_has_its_place() {
        for variant in Variant::all() {
            let steps = Steps::new(variant);
            let mut count = 0;
            for cell in variant.board().cells() {
                for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
                    let piece = Piece { color: Color::White, role };
                    count += variant.attacks(piece, cell, CellSet::EMPTY).len();
                }
            }
            // Every step once for both ways, for both sides.
            assert_eq!(steps.places.iter().filter(|step| step.change != 0).count(), count, "{}", variant.id());
        }
    }

    #[test]
    fn a_step_is_seen_unless_something_stands_in_its_way() {
        let variant = Variant::by_id("glinski").unwrap();
        let steps = Steps::new(variant);
        let start = variant.start();
        let knight = start.legal_moves().into_iter().find(|mv| start.role_at(mv.from) == Some(Role::Knight)).unwrap();
        let moved = start.play(knight).unwrap();
        let [white, black] = Color::ALL.map(|color| moved.by_color(color));
        assert!(steps.can_step(start.hash() ^ moved.hash(), white, moved.occupied()));
        assert!(!steps.can_step(start.hash() ^ moved.hash(), black, moved.occupied()), "the other side's man");
        assert!(!steps.can_step(start.hash() ^ moved.hash() ^ 1, white, moved.occupied()));
        let queen = start.legal_moves().into_iter().filter(|mv| start.role_at(mv.from) == Some(Role::Queen));
        let far = queen.max_by_key(|mv| variant.board().distance(mv.from, mv.to)).unwrap();
        let gone = start.play(far).unwrap();
        let change = start.hash() ^ gone.hash();
        let white = gone.by_color(Color::White);
        assert!(steps.can_step(change, white, gone.occupied()));
        assert!(!steps.can_step(change, white, gone.occupied() | variant.between(far.from, far.to)));
    }
}
