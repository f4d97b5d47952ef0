//! Values of all positions of an ending.

use std::sync::Arc;

use rayon::prelude::*;
use saffron_rules::{Cell, CellSet, Color, Piece, Position, Role, Setup};

use crate::format::counts::Counts;
use crate::format::ending::Ending;
use crate::format::geometry::Geometry;
use crate::format::index::KingPairs;
use crate::format::placement::MAX_OTHERS;
use crate::format::value::{Packed, Value};
use crate::solve::position_set::PositionSet;

/// Values of all positions of an ending, in memory.
#[derive(Debug)]
pub struct Table {
    pub(crate) geometry: Arc<Geometry>,
    pub(crate) ending: Ending,
    /// Pieces other than the kings.
    pub(crate) pieces: Vec<(Color, Role)>,
    pub(crate) kings: Arc<KingPairs>,
    /// Value of each index, by the colour of the side to move.
    pub(crate) values: [Vec<Packed>; 2],
}

impl Table {
    /// Ending.
    pub fn ending(&self) -> &Ending {
        &self.ending
    }

    /// Number of indices, legal or not, of both sides to move.
    pub fn indices(&self) -> u64 {
        self.values.iter().map(|values| values.len() as u64).sum()
    }

    /// Number of indices, legal or not, with this side to move.
    pub fn indices_of(&self, turn: Color) -> usize {
        self.values[turn.index()].len()
    }

    /// Value of an index with a side to move; `None` if its position is not legal.
    ///
    /// # Panics
    /// If the table has no such index.
    pub fn value_at(&self, turn: Color, index: usize) -> Option<Value> {
        self.values[turn.index()][index].value()
    }

    /// Position of an index with a side to move; `None` if it is not legal.
    ///
    /// # Panics
    /// If the table has no such index.
    pub fn position_at(&self, turn: Color, index: usize) -> Option<Position> {
        let n = self.geometry.len();
        let mut left = index;
        let mut setup = Setup::new();
        setup.turn = turn;
        let mut free = true;
        for &(color, role) in self.pieces.iter().rev() {
            let cell = self.geometry.cells[left % n];
            left /= n;
            free &= setup.piece_at(cell).is_none();
            setup.put(Piece { color, role }, cell);
        }
        for (color, cell) in Color::ALL.into_iter().zip(self.kings.pairs[left]) {
            free &= setup.piece_at(cell).is_none();
            setup.put(Piece { color, role: Role::King }, cell);
        }
        if free { Position::from_setup(self.geometry.variant, &setup).ok() } else { None }
    }

    /// Number of placements that an index represents: those that are equal by a symmetry of the board.
    ///
    /// # Panics
    /// If the table has no such index.
    pub fn weight(&self, index: usize) -> u64 {
        self.kings.weights[index / self.placements()]
    }

    /// Number of indices of legal positions.
    pub fn legal_indices(&self) -> u64 {
        let legal = |values: &Vec<Packed>| values.iter().filter(|value| **value != Packed::NONE).count() as u64;
        self.values.iter().map(legal).sum()
    }

    /// Value of a position of this ending, or of this ending with the sides exchanged. En passant, castling rights and the
    /// half-move clock are ignored. `None` if the position has other pieces.
    pub fn value(&self, position: &Position) -> Option<Value> {
        let (turn, index) = self.locate(position)?;
        self.values[turn.index()][index].value()
    }

    /// Side to move and the index of a position of this ending, or of this ending with the sides exchanged.
    pub(crate) fn locate(&self, position: &Position) -> Option<(Color, usize)> {
        let (ending, exchanged) = Ending::of(position)?;
        (ending == self.ending).then(|| self.place(position, exchanged))?
    }

    /// Value of a position that is known to be of this ending, with the sides exchanged or not.
    pub(crate) fn placed(&self, position: &Position, exchanged: bool) -> Option<Value> {
        let (turn, index) = self.place(position, exchanged)?;
        self.values[turn.index()][index].value()
    }

    fn place(&self, position: &Position, exchanged: bool) -> Option<(Color, usize)> {
        let board = self.geometry.variant.board();
        let place = |cell: Cell| if exchanged { board.turned(cell) } else { Some(cell) };
        let owner = |color: Color| if exchanged { !color } else { color };
        let mut others = [position.king(Color::White); MAX_OTHERS];
        let mut last = None;
        let mut cells = CellSet::EMPTY;
        for (other, &(color, role)) in others.iter_mut().zip(&self.pieces) {
            if last != Some((color, role)) {
                cells = position.pieces(owner(color), role);
                last = Some((color, role));
            }
            let cell = cells.first()?;
            cells.remove(cell);
            *other = place(cell)?;
        }
        let kings = [place(position.king(owner(Color::White)))?, place(position.king(owner(Color::Black)))?];
        let others = others.get(..self.pieces.len())?;
        Some((owner(position.turn()), self.kings.index(&self.geometry, kings, others)?))
    }

    /// Half the plies to the end, rounded down, of every index with one side to move; an index without a distance has that of the
    /// index before. For comparison with general compressors.
    pub fn half_plies(&self, turn: Color) -> Vec<u8> {
        let mut last = 0;
        let half = |packed: &Packed| {
            if let Some(plies) = packed.value().and_then(Value::plies) {
                last = (plies / 2).to_le_bytes()[0];
            }
            last
        };
        self.values[turn.index()].iter().map(half).collect()
    }

    /// Counts of the legal positions with one side to move, by their value to White.
    pub fn counts(&self, turn: Color) -> Counts {
        self.counts_where(turn, |_| true)
    }

    /// Counts of the positions in which `wanted` is true of the cells of the pieces other than the kings, in the order of the ending.
    /// It must not depend on the symmetries of the board.
    pub fn counts_where(&self, turn: Color, wanted: impl Fn(&[Cell]) -> bool + Sync) -> Counts {
        self.counted(turn, None, wanted)
    }

    /// Counts of the positions of a set from an [`Analysis`](crate::Analysis) of the ending, with this side to move.
    pub fn counts_in(&self, turn: Color, set: &PositionSet, wanted: impl Fn(&[Cell]) -> bool + Sync) -> Counts {
        self.counted(turn, Some(set), wanted)
    }

    fn counted(&self, turn: Color, set: Option<&PositionSet>, wanted: impl Fn(&[Cell]) -> bool + Sync) -> Counts {
        let rows = self.placements() / self.geometry.len();
        let pairs = self.values[turn.index()].par_chunks(self.placements()).zip(&self.kings.weights).enumerate();
        let counts = pairs.map(|(pair, (values, weight))| {
            let set = set.map(|set| set.of_pair(pair, rows));
            self.counts_of_pair(turn, values, *weight, set, &wanted)
        });
        counts.reduce(Counts::default, Counts::and).divided(self.ending.arrangements())
    }

    /// Number of placements of the pieces other than the kings, legal or not.
    pub(crate) fn placements(&self) -> usize {
        self.geometry.len().pow(u32::try_from(self.ending.len()).unwrap_or(0) - 2)
    }

    /// Counts of the positions with one pair of kings, only those of the words of `set` if it is given, each counted `weight` times.
    fn counts_of_pair(
        &self,
        turn: Color,
        values: &[Packed],
        weight: u64,
        set: Option<&[u128]>,
        wanted: &impl Fn(&[Cell]) -> bool,
    ) -> Counts {
        let n = self.geometry.len();
        let mut counts = Counts::default();
        let mut others = vec![self.geometry.cells[0]; self.ending.len() - 2];
        for (row, values) in values.chunks(n).enumerate() {
            let (mut left, last) = (row, others.len().saturating_sub(1));
            for cell in others[..last].iter_mut().rev() {
                *cell = self.geometry.cells[left % n];
                left /= n;
            }
            for (value, cell) in values.iter().zip(&self.geometry.cells) {
                let Some(value) = value.value() else { continue };
                if set.is_some_and(|words| words[row] >> cell.index() & 1 == 0) {
                    continue;
                }
                others[last..].fill(*cell);
                if !wanted(&others) {
                    continue;
                }
                counts.legal += weight;
                let result = value.result();
                counts.results[if turn == Color::White { result } else { 4 - result }] += weight;
                counts.mates += if value == Value::Loss(0) { weight } else { 0 };
                counts.stalemates += if value == Value::StalemateLoss(0) { weight } else { 0 };
                if let Value::Win(plies) | Value::Loss(plies) = value {
                    counts.longest = counts.longest.max(plies);
                }
            }
        }
        counts
    }
}

impl Counts {
    /// Sum of the counts of two sets of positions.
    fn and(mut self, other: Self) -> Self {
        self.legal += other.legal;
        self.results.iter_mut().zip(other.results).for_each(|(sum, count)| *sum += count);
        self.longest = self.longest.max(other.longest);
        self.mates += other.mates;
        self.stalemates += other.stalemates;
        self
    }

    /// Divides the counts by the number of times that each position was counted.
    fn divided(mut self, times: u64) -> Self {
        let sums = [&mut self.legal, &mut self.mates, &mut self.stalemates];
        sums.into_iter().chain(&mut self.results).for_each(|count| *count /= times);
        self
    }
}
