//! Consistency checks and statistics of a book.

use saffron_rules::Position;

use crate::book::{Book, Entry};
use crate::position_graph::{IllegalEdge, PositionGraph};

/// Inconsistency of a book whose file can be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The start position is not in the book.
    #[error("the start position is not in the book")]
    NoStart,
    /// A move is illegal.
    #[error("the move {bits:#06x} is illegal in {position:?}")]
    Illegal {
        /// The position.
        position: Box<Position>,
        /// The move as it is stored in the file.
        bits: u16,
    },
    /// Some positions cannot be reached from the start.
    #[error("{0} positions cannot be reached from the start")]
    Unreachable(usize),
    /// A value is not the minimax value.
    #[error("the move {uci} has the value {found} in {position:?}, but the positions after it give {expected}")]
    Value {
        /// The position.
        position: Box<Position>,
        /// The move.
        uci: String,
        /// The value in the book, in centipawns.
        found: i16,
        /// The minimax value, in centipawns.
        expected: i16,
    },
    /// All moves of a position have weight 0.
    #[error("all moves of {0:?} have weight 0")]
    NoneToPlay(Box<Position>),
}

impl From<IllegalEdge> for VerifyError {
    fn from(illegal: IllegalEdge) -> VerifyError {
        VerifyError::Illegal { position: illegal.position, bits: illegal.bits }
    }
}

/// Statistics of a book.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Number of positions.
    pub positions: usize,
    /// Number of moves of all positions.
    pub moves: usize,
    /// Number of moves with a weight above 0.
    pub played: usize,
    /// Number of moves that lead to another position of the book.
    pub inner: usize,
    /// Number of positions by distance from the start, in plies.
    pub plies: Vec<usize>,
    /// Number of games from the start position.
    pub games: u32,
    /// Value of the start position for White, in centipawns.
    pub value: i32,
}

impl Book {
    /// Checks that every position can be reached from the start, every move is legal, every value is the minimax value over the
    /// book, and every position has a move with a weight above 0.
    ///
    /// # Errors
    /// The first inconsistency.
    pub fn verify(&self) -> Result<Statistics, VerifyError> {
        let graph = self.graph()?;
        if graph.nodes.is_empty() {
            return Err(VerifyError::NoStart);
        }
        if graph.nodes.len() < self.len() {
            return Err(VerifyError::Unreachable(self.len() - graph.nodes.len()));
        }
        let values = graph.values();
        let mut statistics = Statistics {
            positions: self.len(),
            moves: self.entries.len(),
            played: self.entries.iter().filter(|entry| entry.weight > 0).count(),
            games: self.entries(self.variant.start().hash()).iter().map(|entry| u32::from(entry.games)).sum(),
            value: i32::from(values[0]),
            ..Statistics::default()
        };
        for node in &graph.nodes {
            for edge in &node.edges {
                let expected = edge.value(&values);
                if edge.score != expected {
                    let uci = node.position.move_from_bits(edge.bits).map(|mv| node.position.uci(mv));
                    return Err(VerifyError::Value {
                        position: Box::new(node.position),
                        uci: uci.unwrap_or_default(),
                        found: edge.score,
                        expected,
                    });
                }
            }
            let entries = self.entries(node.position.hash());
            if entries.iter().all(|entry| entry.weight == 0) {
                return Err(VerifyError::NoneToPlay(Box::new(node.position)));
            }
            statistics.inner += node.edges.iter().filter(|edge| edge.child.is_some()).count();
            let ply = node.ply as usize;
            if statistics.plies.len() <= ply {
                statistics.plies.resize(ply + 1, 0);
            }
            statistics.plies[ply] += 1;
        }
        Ok(statistics)
    }

    /// Builds the graph of the book's positions and moves.
    fn graph(&self) -> Result<PositionGraph, IllegalEdge> {
        PositionGraph::new(self.variant, |hash| {
            let entries = self.entries(hash);
            (!entries.is_empty()).then(|| entries.iter().map(|entry: &Entry| (entry.bits, entry.value)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::tests::{entry, small};

    #[test]
    fn statistics_are_counted() {
        let statistics = small().verify().unwrap();
        let expected =
            Statistics { positions: 2, moves: 4, played: 3, inner: 1, plies: vec![1, 1], games: 9, value: 12 };
        assert_eq!(statistics, expected);
    }

    #[test]
    fn every_inconsistency_is_found() {
        let book = small();
        let variant = book.variant;
        let start = variant.start();
        assert_eq!(Book::empty(variant).verify(), Err(VerifyError::NoStart));

        let mut wrong = book.clone();
        wrong.entries.iter_mut().find(|entry| entry.value == -12).unwrap().value = -20;
        let error = wrong.verify().unwrap_err();
        assert!(matches!(&error, VerifyError::Value { uci, found: 12, expected: 20, .. } if uci == "e2e5"), "{error}");

        let mut without_weights = book.clone();
        without_weights.entries.iter_mut().for_each(|entry| entry.weight = 0);
        assert_eq!(without_weights.verify(), Err(VerifyError::NoneToPlay(Box::new(start))));

        let mut illegal = book.clone();
        illegal.entries.iter_mut().for_each(|entry| entry.bits = 0);
        assert!(matches!(illegal.verify(), Err(VerifyError::Illegal { .. })));

        let only =
            vec![(start.hash(), vec![entry(&start, "d2d3", 10, 255)]), (77, vec![entry(&start, "d2d3", 10, 255)])];
        assert_eq!(Book::from_positions(variant, only).verify(), Err(VerifyError::Unreachable(1)));
    }
}
