//! Attacks of bishops and rooks, given the occupied cells: two implementations with the same results.
//!
//! If the processor extracts bits (`pext`, with the target feature `bmi2` at build time), the relevant occupation is an
//! index into a table. Otherwise, as in the browser, it is computed line by line from the two nearest pieces.

use crate::cell::{CellSet, PerCell};

#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
pub(crate) use computed::Sliders;
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
pub(crate) use extracted::Sliders;

/// The cells beyond each cell in the twelve directions of `board::DIRECTIONS`, and where they are handed to the sliders, the
/// first of each two opposite ones through rising indices.
pub(crate) type Rays = PerCell<[CellSet; 12]>;

/// Attacks by obstruction difference, described by Michael Hoffmann and Gerd Isenberg for ordinary chess: subtracting the nearest
/// piece below a slider from the pieces above it turns over exactly the bits between the nearest pieces on either side.
#[cfg_attr(
    all(target_arch = "x86_64", target_feature = "bmi2"),
    allow(dead_code, reason = "the tests compare the two")
)]
mod computed {
    use super::{CellSet, Rays};
    use crate::cell::{Cell, PerCell, per_cell};

    /// The parts of a line below and above a cell in the order of the indices.
    #[derive(Clone, Copy, Default, Debug)]
    struct Halves {
        lower: u128,
        upper: u128,
    }

    impl Halves {
        #[inline]
        fn attacks(&self, occupied: CellSet) -> CellSet {
            let lower = self.lower & occupied.0;
            let upper = self.upper & occupied.0;
            let nearest_below = (1 << 127) >> (lower | 1).leading_zeros();
            let changed = upper ^ upper.wrapping_sub(nearest_below);
            CellSet((self.lower | self.upper) & changed)
        }
    }

    /// Three orthogonal and three diagonal lines through each cell.
    #[derive(Debug)]
    pub(crate) struct Sliders {
        lines: PerCell<[Halves; 6]>,
    }

    impl Sliders {
        pub(crate) fn new(rays: &Rays) -> Self {
            let mut lines = per_cell([Halves::default(); 6]);
            for (lines, rays) in lines.iter_mut().zip(rays.iter()) {
                *lines = [0, 1, 2, 6, 7, 8].map(|up| Halves { lower: rays[up + 3].0, upper: rays[up].0 });
            }
            Self { lines }
        }

        #[inline]
        pub(crate) fn rook(&self, cell: Cell, occupied: CellSet) -> CellSet {
            let [a, b, c, ..] = &self.lines[cell.index()];
            a.attacks(occupied) | b.attacks(occupied) | c.attacks(occupied)
        }

        #[inline]
        pub(crate) fn bishop(&self, cell: Cell, occupied: CellSet) -> CellSet {
            let [.., a, b, c] = &self.lines[cell.index()];
            a.attacks(occupied) | b.attacks(occupied) | c.attacks(occupied)
        }
    }
}

/// Attacks from tables. A bishop sees so few cells that all its lines share one index; a rook has one a line.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod extracted {
    use alloc::vec::Vec;
    use core::arch::x86_64::_pext_u64;

    use super::{CellSet, Rays};
    use crate::cell::{Cell, PerCell, per_cell};

    /// The pieces that matter, and where the table for them begins.
    #[derive(Clone, Copy, Default, Debug)]
    struct Index {
        low: u64,
        high: u64,
        start: u32,
        /// Number of bits that come from the low half.
        shift: u32,
    }

    impl Index {
        #[inline]
        fn of(&self, occupied: CellSet) -> usize {
            // SAFETY: this module is compiled only where the target has bmi2.
            let (low, high) =
                unsafe { (_pext_u64(occupied.0 as u64, self.low), _pext_u64((occupied.0 >> 64) as u64, self.high)) };
            self.start as usize + (low | high << self.shift) as usize
        }
    }

    /// Tables of both kinds of lines.
    #[derive(Debug)]
    pub(crate) struct Sliders {
        rook: PerCell<[Index; 3]>,
        bishop: PerCell<Index>,
        table: Vec<CellSet>,
    }

    impl Sliders {
        pub(crate) fn new(rays: &Rays) -> Self {
            let mut sliders =
                Self { rook: per_cell([Index::default(); 3]), bishop: per_cell(Index::default()), table: Vec::new() };
            for (i, rays) in rays.iter().enumerate() {
                for line in 0..3 {
                    sliders.rook[i][line] = sliders.add(&[rays[line], rays[line + 3]]);
                }
                sliders.bishop[i] = sliders.add(&rays[6..]);
            }
            sliders
        }

        /// Fills the table for some rays of one cell.
        fn add(&mut self, rays: &[CellSet]) -> Index {
            // A piece on the last cell of a ray hides nothing.
            let inner = |ray: &CellSet| *ray - last_of(*ray, rays);
            let mask = rays.iter().map(inner).fold(CellSet::EMPTY, |all, ray| all | ray);
            let (low, high) = (mask.0 as u64, (mask.0 >> 64) as u64);
            let start = self.table.len() as u32;
            let mut occupied = CellSet::EMPTY;
            let index = Index { low, high, start, shift: low.count_ones() };
            self.table.resize(self.table.len() + (1 << mask.len()), CellSet::EMPTY);
            loop {
                let seen = rays.iter().fold(CellSet::EMPTY, |all, &ray| all | seen_along(ray, occupied, rays));
                self.table[index.of(occupied)] = seen;
                // The next subset of the mask.
                occupied = CellSet(occupied.0.wrapping_sub(mask.0) & mask.0);
                if occupied.is_empty() {
                    return index;
                }
            }
        }

        /// Number of entries of the table.
        #[cfg(test)]
        pub(super) fn room(&self) -> usize {
            self.table.len()
        }

        #[inline]
        fn look(&self, index: &Index, occupied: CellSet) -> CellSet {
            let at = index.of(occupied);
            debug_assert!(at < self.table.len());
            // SAFETY: `add` made room for every value that the bits of this index's mask can take.
            unsafe { *self.table.get_unchecked(at) }
        }

        #[inline]
        pub(crate) fn rook(&self, cell: Cell, occupied: CellSet) -> CellSet {
            let [a, b, c] = &self.rook[cell.index()];
            self.look(a, occupied) | self.look(b, occupied) | self.look(c, occupied)
        }

        #[inline]
        pub(crate) fn bishop(&self, cell: Cell, occupied: CellSet) -> CellSet {
            self.look(&self.bishop[cell.index()], occupied)
        }
    }

    /// Returns whether the ray runs towards higher indices than its opposite among these.
    fn rises(ray: CellSet, rays: &[CellSet]) -> bool {
        // The first half of the rays rise, the second half are their opposites.
        rays[..rays.len() / 2].contains(&ray)
    }

    fn last_of(ray: CellSet, rays: &[CellSet]) -> CellSet {
        let last = if rises(ray, rays) { ray.last() } else { ray.first() };
        last.map_or(CellSet::EMPTY, CellSet::from)
    }

    fn seen_along(ray: CellSet, occupied: CellSet, rays: &[CellSet]) -> CellSet {
        let blockers = ray & occupied;
        if rises(ray, rays) {
            blockers.first().map_or(ray, |blocker| ray & CellSet(u128::MAX >> (127 - blocker.index())))
        } else {
            blockers.last().map_or(ray, |blocker| ray & CellSet(u128::MAX << blocker.index()))
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::cell::CellSet;
    use crate::variant::Variant;

    /// A line of n cells on either side of a slider needs room for the pieces on all of them but the last.
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    #[test]
    fn the_tables_are_no_larger_than_they_must_be() {
        for variant in Variant::all() {
            let rays = variant.board().rising_rays();
            let inner = |ray: &CellSet| ray.len().saturating_sub(1);
            let cells = variant.board().cells().iter().map(|cell| &rays[cell.index()]);
            let room: usize = cells
                .map(|rays| {
                    let rooks = (0..3).map(|line| 1 << (inner(&rays[line]) + inner(&rays[line + 3])));
                    rooks.sum::<usize>() + (1 << rays[6..].iter().map(inner).sum::<usize>())
                })
                .sum();
            // An index that is no cell has four tables with room for nothing.
            let unused = 4 * (128 - variant.board().cells().len());
            assert_eq!(super::Sliders::new(&rays).room(), room + unused, "{}", variant.id());
        }
    }

    /// In a build with `bmi2` this holds one way against the other; in one without, against itself.
    #[test]
    fn both_ways_agree() {
        for variant in Variant::all() {
            let board = variant.board();
            let computed = super::computed::Sliders::new(&board.rising_rays());
            let mut bits: u128 = 0x1234_5678_9abc_def0_0fed_cba9_8765_4321;
            for round in 0..200 {
                bits = bits.rotate_left(29).wrapping_mul(0xda94_2042_e4dd_58b5) ^ (bits >> 53);
                let sparse = if round % 2 == 0 { bits.rotate_left(64) } else { u128::MAX };
                let occupied = CellSet(bits & sparse) & board.cells();
                for cell in board.cells() {
                    assert_eq!(board.rook_attacks(cell, occupied), computed.rook(cell, occupied));
                    assert_eq!(board.bishop_attacks(cell, occupied), computed.bishop(cell, occupied));
                }
            }
        }
    }
}
