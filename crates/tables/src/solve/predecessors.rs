//! Predecessors of the positions of a set by moves that stay in the ending.
//!
//! A set of positions is a word of 128 bits for each pair of kings and each placement of all other pieces but the last: the bits
//! are the cells of the last piece. A piece moves by steps of whole words; for a piece that is not the last one, rows and
//! columns are exchanged before and after. Kings come to another pair, whose words are turned by a symmetry.

use std::sync::Arc;

use saffron_rules::{Cell, CellSet, Color, Role};

use crate::format::ending::Ending;
use crate::format::geometry::Geometry;
use crate::format::index::KingPairs;
use crate::format::placement::{MAX_OTHERS, Placement};

/// King move from a pair: the pair that it leads to, and the symmetry that maps the cells to that pair.
#[derive(Clone, Copy, Debug)]
struct KingStep {
    pair: usize,
    symmetry: usize,
}

/// Kinds of moves that lead from one position to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Moves {
    All,
    /// Moves of pieces other than pawns, after which the half-move clock continues.
    Quiet,
    Pawns,
}

impl Moves {
    fn has(self, role: Role) -> bool {
        match self {
            Self::All => true,
            Self::Quiet => role != Role::Pawn,
            Self::Pawns => role == Role::Pawn,
        }
    }
}

/// Layout of the positions of an ending with pieces other than the kings, in words.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) geometry: Arc<Geometry>,
    pub(crate) kings: Arc<KingPairs>,
    /// Pieces other than the kings.
    pub(crate) pieces: Vec<(Color, Role)>,
    /// Number of placements that are the same position, since they differ by an exchange of equal pieces.
    pub(crate) arrangements: u64,
    /// Moves that are considered.
    pub(crate) moves: Moves,
    /// Number of words per pair of kings.
    pub(crate) rows: usize,
    /// Cells of all pieces but the last, for each row.
    row_cells: Vec<[Cell; MAX_OTHERS]>,
    /// Image of each row under each symmetry.
    row_maps: Vec<Vec<u32>>,
    /// King moves by colour and pair.
    king_steps: [Vec<Vec<KingStep>>; 2],
}

impl Layout {
    /// Returns the layout of an ending with at least one piece other than the kings.
    pub(crate) fn new(geometry: &Arc<Geometry>, kings: &Arc<KingPairs>, ending: &Ending) -> Self {
        let pieces = ending.others();
        let (n, in_row) = (geometry.len(), pieces.len() - 1);
        let rows = n.pow(u32::try_from(in_row).unwrap_or(0));
        let digits = |mut row: usize| {
            let mut digits = [0; MAX_OTHERS];
            for digit in digits[..in_row].iter_mut().rev() {
                *digit = row % n;
                row /= n;
            }
            digits
        };
        let row_cells = (0..rows).map(|row| digits(row).map(|digit| geometry.cells[digit])).collect();
        let row_map = |numbers: &[u8]| -> Vec<u32> {
            let image = |row| digits(row)[..in_row].iter().fold(0, |row, &digit| row * n + usize::from(numbers[digit]));
            (0..rows).map(|row| u32::try_from(image(row)).unwrap_or(u32::MAX)).collect()
        };
        let row_maps = geometry.symmetries.iter().map(|symmetry| row_map(&symmetry.numbers)).collect();
        let board = geometry.variant.board();
        let steps = |color: Color, [white, black]: [Cell; 2]| -> Vec<KingStep> {
            let from = [white, black][color.index()];
            let to = board.king_attacks(from).iter().filter_map(|to| {
                let (white, black) = if color == Color::White { (to, black) } else { (white, to) };
                kings.find(geometry.number(white), geometry.number(black))
            });
            to.map(|(pair, symmetry)| KingStep { pair, symmetry }).collect()
        };
        let king_steps = Color::ALL.map(|color| kings.pairs.iter().map(|&pair| steps(color, pair)).collect());
        let (geometry, kings) = (Arc::clone(geometry), Arc::clone(kings));
        let arrangements = ending.arrangements();
        Self { geometry, kings, pieces, arrangements, moves: Moves::All, rows, row_cells, row_maps, king_steps }
    }

    /// Number of words.
    pub(crate) fn words(&self) -> usize {
        self.kings.len() * self.rows
    }

    /// Number of the last piece.
    pub(crate) fn last(&self) -> usize {
        self.pieces.len() - 1
    }

    /// Cells of all pieces but the last.
    pub(crate) fn row_cells(&self, row: usize) -> &[Cell] {
        &self.row_cells[row][..self.last()]
    }

    /// Placement of a bit.
    pub(crate) fn placement(&self, pair: usize, row: usize, last: Cell) -> Placement {
        let mut others = self.row_cells[row];
        others[self.last()] = last;
        Placement { kings: self.kings.pairs[pair], others }
    }

    /// Pairs that moves of a side's king lead to.
    pub(crate) fn king_pairs(&self, color: Color, pair: usize) -> impl Iterator<Item = usize> + '_ {
        self.king_steps[color.index()][pair].iter().map(|step| step.pair)
    }

    /// Adds to `found` the positions of a pair of kings from which `side` moves into the set `to`, given by its words. Bits that
    /// are not in `wanted` need not be found. The set has no position in which two pieces are on one cell.
    pub(crate) fn add_before(
        &self,
        pair: usize,
        side: Color,
        to: &impl Fn(usize) -> u128,
        wanted: Option<&[u128]>,
        found: &mut [u128],
    ) {
        let first = pair * self.rows;
        let kings: CellSet = self.kings.pairs[pair].into_iter().collect();
        let enemy_king = CellSet::from(self.kings.pairs[pair][(!side).index()]);
        let is_wanted = |row: usize| wanted.is_none_or(|wanted| wanted[row] != 0);
        let king_steps: &[KingStep] =
            if self.moves.has(Role::King) { &self.king_steps[side.index()][pair] } else { &[] };
        for step in king_steps {
            let back = &self.geometry.symmetries[self.geometry.inverse[step.symmetry]];
            let (map, there) = (&self.row_maps[step.symmetry], step.pair * self.rows);
            for (row, found) in found.iter_mut().enumerate() {
                if is_wanted(row) {
                    *found |= back.set(to(there + map[row] as usize));
                }
            }
        }
        let (color, role) = self.pieces[self.last()];
        if color == side && self.moves.has(role) {
            for (row, found) in found.iter_mut().enumerate() {
                let set = if is_wanted(row) { to(first + row) } else { 0 };
                if set != 0 {
                    let fixed = self.row_cells(row).iter().enumerate().map(|(number, cell)| (number, *cell));
                    *found |= self.step_back(side, role, set, kings, enemy_king, fixed);
                }
            }
        }
        for piece in 0..self.last() {
            if self.pieces[piece].0 == side && self.moves.has(self.pieces[piece].1) {
                self.add_by_column(piece, pair, to, wanted, found);
            }
        }
    }

    /// Cells from which one piece moves into a set while the others are fixed.
    #[inline]
    fn step_back(
        &self,
        side: Color,
        role: Role,
        set: u128,
        kings: CellSet,
        enemy_king: CellSet,
        fixed: impl Iterator<Item = (usize, Cell)>,
    ) -> u128 {
        let geometry = &*self.geometry;
        let (mut occupied, mut enemies, mut avoid) = (kings, enemy_king, CellSet::EMPTY);
        for (number, cell) in fixed {
            occupied.insert(cell);
            let (color, other) = self.pieces[number];
            if role == Role::Pawn && color != side {
                enemies.insert(cell);
                if other == Role::Pawn {
                    // It can take a pawn that passes there; those moves are searched one by one.
                    avoid |= geometry.variant.pawn_attacks(color, cell);
                }
            }
        }
        let empty = geometry.on_board & !occupied.0;
        if role == Role::Pawn {
            geometry.pawns_before(side, set, empty, enemies.0, avoid.0)
        } else {
            geometry.before(role, set, empty)
        }
    }

    /// Adds the positions before the set `to` by a move of a piece that is not the last one.
    fn add_by_column(
        &self,
        piece: usize,
        pair: usize,
        to: &impl Fn(usize) -> u128,
        wanted: Option<&[u128]>,
        found: &mut [u128],
    ) {
        let geometry = &*self.geometry;
        let (side, role) = self.pieces[piece];
        let kings: CellSet = self.kings.pairs[pair].into_iter().collect();
        let enemy_king = CellSet::from(self.kings.pairs[pair][(!side).index()]);
        let (first, n) = (pair * self.rows, geometry.len());
        let stride = n.pow(u32::try_from(self.last() - 1 - piece).unwrap_or(0));
        for start in (0..self.rows).filter(|row| row / stride % n == 0) {
            let rows = || geometry.cells.iter().enumerate().map(|(i, cell)| (start + i * stride, cell.index()));
            let mut columns = [0_u128; Cell::COUNT];
            let mut wanted_columns = [0_u128; Cell::COUNT];
            let mut any = 0;
            for (row, at) in rows() {
                columns[at] = to(first + row);
                any |= columns[at];
            }
            if any == 0 {
                continue;
            }
            if let Some(wanted) = wanted {
                let mut any = 0;
                for (row, at) in rows() {
                    wanted_columns[at] = wanted[row];
                    any |= wanted[row];
                }
                if any == 0 {
                    continue;
                }
                transpose(&mut wanted_columns);
            }
            transpose(&mut columns);
            for cell in &geometry.cells {
                let at = cell.index();
                let set = columns[at];
                columns[at] = 0;
                if set != 0 && (wanted.is_none() || wanted_columns[at] != 0) {
                    let row = self.row_cells(start).iter().enumerate().filter(|(number, _)| *number != piece);
                    let fixed = row.map(|(number, cell)| (number, *cell)).chain([(self.last(), *cell)]);
                    columns[at] = self.step_back(side, role, set, kings, enemy_king, fixed);
                }
            }
            transpose(&mut columns);
            for (row, at) in rows() {
                found[row] |= columns[at];
            }
        }
    }
}

/// Exchanges rows and columns: bit `j` of row `i` becomes bit `i` of row `j` (Warren, Hacker's Delight, 7-3).
fn transpose(rows: &mut [u128; Cell::COUNT]) {
    let mut width = 64;
    let mut mask = u128::from(u64::MAX);
    while width != 0 {
        let mut k = 0;
        while k < Cell::COUNT {
            for i in k..k + width {
                let swapped = (rows[i] >> width ^ rows[i + width]) & mask;
                rows[i + width] ^= swapped;
                rows[i] ^= swapped << width;
            }
            k += 2 * width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        let mut rows = [0_u128; Cell::COUNT];
        let mut state = 1_u128;
        for row in &mut rows {
            state = state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(1);
            *row = state ^ state >> 67;
        }
        let before = rows;
        transpose(&mut rows);
        for (i, row) in rows.iter().enumerate() {
            for (j, column) in before.iter().enumerate() {
                assert_eq!(row >> j & 1, column >> i & 1);
            }
        }
    }
}
