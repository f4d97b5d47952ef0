//! Correction history: mean difference between search scores and static evaluations in similar positions.
//!
//! Positions are similar if they share the pawns, one side's other pieces, the previous move, or the two previous moves. Each
//! number is a running mean of the differences, weighted by depth; the weighted sum of the numbers corrects the evaluation.

use saffron_rules::{CellSet, Color, Position, Role};

use super::history::PieceTo;
use super::parameters::SearchParameters;
use crate::memory;

/// Number of entries of each table by pieces; a power of two.
const SIZE: usize = 1 << 14;

/// Number of entries of the table by the two previous moves; a power of two.
const PAIRS: usize = 1 << 16;

/// Number of tables by pieces: both sides' pawns, White's other pieces, Black's other pieces.
const PIECE_TABLES: usize = 3;

/// Bound of each number in either direction.
const LIMIT: i32 = 1024;

/// Number that corrects by one centipawn at a weight of 1.
const GRAIN: i32 = 512;

/// Correction history of one search thread.
pub(super) struct CorrectionHistory {
    /// Numbers by hash of the pieces, side to move and table.
    pieces: Vec<[[i16; PIECE_TABLES]; 2]>,
    /// Numbers by the previous move.
    moves: Vec<i16>,
    /// Numbers by the two previous moves.
    pairs: Vec<i16>,
}

/// Indices of a position in the correction history.
#[derive(Clone, Copy, Default)]
pub(super) struct CorrectionKeys {
    side: usize,
    pieces: [usize; PIECE_TABLES],
    previous: Option<usize>,
    pair: Option<usize>,
}

impl CorrectionKeys {
    /// Computes the indices of a position. `previous` has the two previous moves, the last one first.
    pub(super) fn new(position: &Position, previous: [Option<PieceTo>; 2]) -> CorrectionKeys {
        let pawns = position.by_role(Role::Pawn);
        let [white, black] = Color::ALL.map(|color| position.by_color(color));
        let pieces = [
            mix(white & pawns, black & pawns, 1),
            side_pieces(position, Color::White, white - pawns),
            side_pieces(position, Color::Black, black - pawns),
        ];
        CorrectionKeys {
            side: position.turn().index(),
            pieces: pieces.map(|hash| hash & (SIZE - 1)),
            previous: previous[0].map(PieceTo::index),
            pair: previous[0].zip(previous[1]).map(|(last, earlier)| pair(last, earlier)),
        }
    }

    /// Returns the hash of both sides' pawns.
    pub(super) fn pawns(&self) -> usize {
        self.pieces[0]
    }
}

/// Returns the index of two moves, the last one first.
fn pair(last: PieceTo, earlier: PieceTo) -> usize {
    let hash = (earlier.index() * PieceTo::COUNT + last.index()).wrapping_mul(0x9E37_79B1);
    hash >> 7 & (PAIRS - 1)
}

/// Hashes `pieces`, a side's pieces other than pawns.
fn side_pieces(position: &Position, color: Color, pieces: CellSet) -> usize {
    let orthogonals = position.by_role(Role::Rook) | position.by_role(Role::Queen);
    let diagonals = position.by_role(Role::Bishop) | position.by_role(Role::Queen);
    mix(pieces & orthogonals, pieces & diagonals, 3 + color.index() as u64)
        ^ mix(pieces & position.by_role(Role::Knight), pieces & position.by_role(Role::King), 5)
}

/// Hashes two sets of cells.
fn mix(a: CellSet, b: CellSet, salt: u64) -> usize {
    let mut hash = salt.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    for half in [a.0 as u64, (a.0 >> 64) as u64, b.0 as u64, (b.0 >> 64) as u64] {
        hash = (hash ^ half).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash ^= hash >> 32;
    }
    hash as usize
}

impl CorrectionHistory {
    pub(super) fn new() -> CorrectionHistory {
        CorrectionHistory {
            pieces: vec![[[0; PIECE_TABLES]; 2]; SIZE],
            moves: vec![0; PieceTo::COUNT],
            pairs: vec![0; PAIRS],
        }
    }

    pub(super) fn clear(&mut self) {
        self.pieces.fill([[0; PIECE_TABLES]; 2]);
        self.moves.fill(0);
        self.pairs.fill(0);
    }

    /// Prefetches the numbers of a position.
    pub(super) fn prefetch(&self, keys: &CorrectionKeys) {
        for index in keys.pieces {
            memory::prefetch(&self.pieces[index]);
        }
    }

    /// Returns the correction of the static evaluation, in centipawns. The parameters have the weight of each number, in `GRAIN`ths.
    pub(super) fn value(&self, keys: &CorrectionKeys, parameters: &SearchParameters) -> i32 {
        let (pawns, pieces) = (parameters.correction_pawns, parameters.correction_pieces);
        let mut sum = 0;
        for (table, weight) in [pawns, pieces, pieces].into_iter().enumerate() {
            sum += weight * i32::from(self.pieces[keys.pieces[table]][keys.side][table]);
        }
        let moves = keys.previous.map_or(0, |previous| i32::from(self.moves[previous]))
            + keys.pair.map_or(0, |pair| i32::from(self.pairs[pair]));
        sum += parameters.correction_moves * moves;
        sum / GRAIN
    }

    /// Updates the history with the difference between a search's score and the static evaluation, in centipawns.
    pub(super) fn update(&mut self, keys: &CorrectionKeys, depth: i32, difference: i32) {
        let bonus = (difference * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        for table in 0..PIECE_TABLES {
            adjust(&mut self.pieces[keys.pieces[table]][keys.side][table], bonus);
        }
        if let Some(previous) = keys.previous {
            adjust(&mut self.moves[previous], bonus);
        }
        if let Some(pair) = keys.pair {
            adjust(&mut self.pairs[pair], bonus);
        }
    }
}

/// Moves a number towards the limit by a bonus, which shrinks as the number approaches the limit.
fn adjust(number: &mut i16, bonus: i32) {
    let old = i32::from(*number);
    *number = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;
    use saffron_rules::Variant;

    #[test]
    fn a_lasting_difference_is_learnt_within_bounds() {
        let mut corrections = CorrectionHistory::new();
        let parameters = SearchParameters::default();
        let position = Variant::by_id("shafran").unwrap().start();
        let keys = CorrectionKeys::new(&position, [None; 2]);
        assert_eq!(corrections.value(&keys, &parameters), 0);
        for _ in 0..1000 {
            corrections.update(&keys, 10, 500);
        }
        let learnt = corrections.value(&keys, &parameters);
        assert!((100..=1000).contains(&learnt), "{learnt}");
        let mut other = position;
        other.play_unchecked(position.parse_uci("e2e5").unwrap());
        assert_eq!(
            corrections.value(&CorrectionKeys::new(&other, [None; 2]), &parameters),
            0,
            "the other side to move"
        );
        corrections.clear();
        assert_eq!(corrections.value(&keys, &parameters), 0);
    }
}
