//! Numbering of the positions of an ending.
//!
//! The kings come first: one is kept of all pairs of cells that are equal by a symmetry of the board. For each pair, the
//! other pieces stand on any cells, in the order of [`Ending`](crate::Ending).

use std::sync::Arc;

use saffron_rules::{Cell, Variant};

use crate::format::ending::Ending;
use crate::format::geometry::Geometry;

/// Pairs of cells of the two kings.
#[derive(Debug)]
pub(crate) struct KingPairs {
    cells: usize,
    /// Pair that each two cells are equal to by a symmetry, and the symmetry; `u16::MAX` for neighbours.
    of: Vec<(u16, u8)>,
    /// Cells of each pair, White's king first.
    pub(crate) pairs: Vec<[Cell; 2]>,
    /// Number of pairs of cells that each pair represents.
    pub(crate) weights: Vec<u64>,
}

impl KingPairs {
    /// Returns the pairs under these symmetries of the board.
    pub(crate) fn new(geometry: &Geometry, symmetries: &[usize]) -> Self {
        let n = geometry.len();
        let board = geometry.variant.board();
        let mut of = vec![(u16::MAX, 0); n * n];
        let (mut pairs, mut weights) = (Vec::new(), Vec::new());
        for (i, &white) in geometry.cells.iter().enumerate() {
            for (j, &black) in geometry.cells.iter().enumerate() {
                if white == black || board.king_attacks(white).contains(black) || of[i * n + j].0 != u16::MAX {
                    continue;
                }
                let pair = u16::try_from(pairs.len()).unwrap_or(u16::MAX);
                let mut weight = 0;
                for &symmetry in symmetries {
                    let numbers = &geometry.symmetries[symmetry].numbers;
                    let image = usize::from(numbers[i]) * n + usize::from(numbers[j]);
                    if of[image].0 == u16::MAX {
                        let back = u8::try_from(geometry.inverse[symmetry]).unwrap_or(0);
                        of[image] = (pair, back);
                        weight += 1;
                    }
                }
                pairs.push([white, black]);
                weights.push(weight);
            }
        }
        Self { cells: n, of, pairs, weights }
    }

    /// Number of pairs.
    pub(crate) fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Finds the pair of two cells given by their numbers, and the symmetry that leads to it; `None` if the kings are neighbours.
    #[inline]
    pub(crate) fn find(&self, white: usize, black: usize) -> Option<(usize, usize)> {
        let (pair, symmetry) = self.of[white * self.cells + black];
        (pair != u16::MAX).then_some((usize::from(pair), usize::from(symmetry)))
    }

    /// Index of a placement of kings and other pieces; `None` if the kings are neighbours.
    #[inline]
    pub(crate) fn index(&self, geometry: &Geometry, [white, black]: [Cell; 2], others: &[Cell]) -> Option<usize> {
        let (pair, symmetry) = self.find(geometry.number(white), geometry.number(black))?;
        let numbers = &geometry.symmetries[symmetry].numbers;
        let number = |cell: &Cell| usize::from(numbers[geometry.number(*cell)]);
        Some(others.iter().fold(pair, |index, cell| index * geometry.len() + number(cell)))
    }
}

/// Geometry of a variant with its pairs of kings.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) geometry: Arc<Geometry>,
    with_pawns: Arc<KingPairs>,
    without_pawns: Arc<KingPairs>,
}

impl Board {
    pub(crate) fn new(variant: &'static Variant) -> Self {
        let geometry = Arc::new(Geometry::new(variant));
        let all: Vec<usize> = (0..geometry.symmetries.len()).collect();
        let with_pawns = Arc::new(KingPairs::new(&geometry, &geometry.with_pawns));
        let without_pawns = Arc::new(KingPairs::new(&geometry, &all));
        Self { geometry, with_pawns, without_pawns }
    }

    /// Pairs of kings of an ending.
    pub(crate) fn kings(&self, ending: &Ending) -> &Arc<KingPairs> {
        if ending.has_pawns() { &self.with_pawns } else { &self.without_pawns }
    }

    /// Pairs of kings alone.
    pub(crate) fn bare(&self) -> &KingPairs {
        &self.without_pawns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_stand_for_all_cells_that_are_not_neighbours() {
        // 648,810 positions of a lone king against K+N on 91 cells, 282,744 on Shafran's board.
        for (id, positions) in [("glinski", 648_810 / 89), ("shafran", 282_744 / 68)] {
            let geometry = Geometry::new(Variant::by_id(id).unwrap());
            let all: Vec<usize> = (0..geometry.symmetries.len()).collect();
            for symmetries in [&all[..], &geometry.with_pawns, &[0]] {
                let pairs = KingPairs::new(&geometry, symmetries);
                assert_eq!(pairs.weights.iter().sum::<u64>(), positions);
                assert!(pairs.len() as u64 * symmetries.len() as u64 >= positions);
                for (i, &white) in geometry.cells.iter().enumerate() {
                    for (j, &black) in geometry.cells.iter().enumerate() {
                        let Some((pair, symmetry)) = pairs.find(i, j) else { continue };
                        let image = |cell: Cell| geometry.symmetries[symmetry].set(1 << cell.index());
                        assert_eq!([white, black].map(image), pairs.pairs[pair].map(|cell| 1 << cell.index()));
                    }
                }
            }
        }
    }
}
