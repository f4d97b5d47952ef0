//! Duplicates: positions that are the same up to reflection and exchange of the sides.

use std::collections::HashSet;

use saffron_engine::FeatureSet;
use saffron_rules::{Position, Variant};

use crate::puzzle::Puzzle;

/// Removes puzzles whose question is that of an earlier one.
pub fn remove_duplicates(puzzles: &mut Vec<Puzzle>) {
    let mut questions = Questions::default();
    puzzles.retain(|puzzle| questions.insert(puzzle));
}

/// Questions of puzzles: the positions that solvers see first. Castling rights and clocks do not count.
#[derive(Default)]
pub struct Questions(Vec<Seen>);

impl Questions {
    /// Adds the question of a puzzle; returns whether it was new.
    pub fn insert(&mut self, puzzle: &Puzzle) -> bool {
        let question = puzzle.question();
        let index = self.0.iter().position(|seen| std::ptr::eq(seen.variant, question.variant()));
        let index = index.unwrap_or_else(|| {
            self.0.push(Seen::new(question.variant()));
            self.0.len() - 1
        });
        let key = self.0[index].key(&question);
        self.0[index].keys.insert(key)
    }
}

/// Questions of a variant.
struct Seen {
    variant: &'static Variant,
    features: FeatureSet,
    keys: HashSet<Vec<u16>>,
}

impl Seen {
    fn new(variant: &'static Variant) -> Seen {
        Seen { variant, features: FeatureSet::new(variant), keys: HashSet::new() }
    }

    /// Returns the pieces, as features seen by the side to move, of the position or of its mirror image, whichever is less.
    fn key(&self, position: &Position) -> Vec<u16> {
        let active: Vec<usize> = self.features.active(position, position.turn()).collect();
        let sorted = |features: &mut dyn Iterator<Item = usize>| {
            let mut features: Vec<u16> = features.map(|feature| feature as u16).collect();
            features.sort_unstable();
            features
        };
        let key = sorted(&mut active.iter().copied());
        let mirrored: Option<Vec<usize>> = active.iter().map(|&feature| self.features.mirrored(feature)).collect();
        match mirrored {
            Some(mirrored) => key.min(sorted(&mut mirrored.into_iter())),
            None => key,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use saffron_rules::{Piece, Setup};

    fn puzzle(fen: &str) -> Puzzle {
        Puzzle::new(Position::from_fen(Variant::by_id("glinski").unwrap(), fen).unwrap(), Vec::new())
    }

    /// Turns the board by half a turn and exchanges the sides.
    fn turned(puzzle: &Puzzle) -> Puzzle {
        let (variant, setup) = (puzzle.start.variant(), puzzle.start.to_setup());
        let mut image = Setup::new();
        image.turn = !setup.turn;
        for cell in variant.board().cells() {
            if let (Some(piece), Some(to)) = (setup.piece_at(cell), variant.board().turned(cell)) {
                image.put(Piece { color: !piece.color, ..piece }, to);
            }
        }
        Puzzle::new(Position::from_setup(variant, &image).unwrap(), Vec::new())
    }

    #[test]
    fn mirrored_and_turned_puzzles_are_the_same() {
        let first = puzzle("k/3/5/5Q1/2K6/11/11/11/11/11/11 w - - 0 1");
        let kept = [
            first.clone(),
            puzzle("k/3/5/5Q1/2K6/11/11/11/11/11/11 b - - 0 1"),
            puzzle("k/3/5/4Q2/2K6/11/11/11/11/11/11 w - - 0 1"),
        ];
        // The same position with other clocks, mirrored, and with the sides exchanged.
        let same = [
            puzzle("k/3/5/5Q1/2K6/11/11/11/11/11/11 w - - 9 40"),
            puzzle("k/3/5/1Q5/6K2/11/11/11/11/11/11 w - - 0 1"),
            turned(&first),
        ];
        let mut puzzles = [&kept[..1], &same, &kept].concat();
        remove_duplicates(&mut puzzles);
        assert_eq!(puzzles, kept);
    }
}
