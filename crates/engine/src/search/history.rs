//! Histories: statistics on the moves that caused cut-offs in similar positions.
//!
//! All numbers are within plus and minus [`LIMIT`]. An update moves a number towards the limit by an amount that shrinks as
//! the number grows ("history gravity"), so that old results fade.

use saffron_rules::{Color, Move, Role};

use crate::memory;

/// Bound of each number in either direction.
pub(crate) const LIMIT: i32 = 16_384;

const CELLS: usize = 128;
const PIECES: usize = 12;
const KEYS: usize = PIECES * CELLS;

/// Number of hashed pawn structures in the pawn history; a power of two.
const PAWN_STRUCTURES: usize = 512;

/// Index of a move by its piece and target cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    pub(crate) fn new(color: Color, role: Role, mv: Move) -> PieceTo {
        PieceTo(((color.index() * 6 + role.index()) * CELLS + mv.to.index()) as u16)
    }

    /// Number of indices.
    pub(crate) const COUNT: usize = KEYS;

    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Context of a quiet move in the histories.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct HistoryContext {
    /// Moves one, two and four plies earlier.
    pub(crate) previous: [Option<PieceTo>; 3],
    /// Hash of the pawn structure.
    pub(crate) pawns: usize,
}

/// Histories of one search thread.
pub(crate) struct History {
    /// Butterfly history: quiet moves by side, from and to.
    butterfly: Box<[i16]>,
    /// Capture history: moving piece, cell, captured role.
    capture: Box<[i16]>,
    /// Continuation history: piece and cell of an earlier move, then of the current one.
    continuation: Box<[i16]>,
    /// Pawn history: pawn structure, then piece and cell.
    pawns: Box<[i16]>,
}

impl History {
    pub(crate) fn new() -> History {
        // Aborts if there is no memory, as any vector does.
        let zeroed = |count| memory::allocate(count).unwrap_or_else(|_| vec![0; count].into());
        History {
            butterfly: zeroed(2 * CELLS * CELLS),
            capture: zeroed(KEYS * 6),
            continuation: zeroed(KEYS * KEYS),
            pawns: zeroed(PAWN_STRUCTURES * KEYS),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.butterfly.fill(0);
        self.capture.fill(0);
        self.continuation.fill(0);
        self.pawns.fill(0);
    }

    /// Returns the histories of one side's quiet moves in this context.
    pub(crate) fn quiet_histories(&self, color: Color, context: &HistoryContext) -> QuietHistories<'_> {
        let continued = |earlier: Option<PieceTo>| {
            earlier.map_or(&NO_HISTORY[..], |earlier| &self.continuation[continuation_row(earlier)..][..KEYS])
        };
        let [one, two, four] = context.previous.map(continued);
        let pawns = &self.pawns[pawns_row(context)..][..KEYS];
        let butterfly = &self.butterfly[butterfly_row(color)..][..CELLS * CELLS];
        QuietHistories { butterfly, one, two, four, pawns }
    }

    /// Returns the score of a quiet move.
    pub(crate) fn quiet_history(&self, color: Color, key: PieceTo, mv: Move, context: &HistoryContext) -> i32 {
        self.quiet_histories(color, context).score(key, mv)
    }

    /// Returns the score of a capture.
    pub(crate) fn capture_history(&self, key: PieceTo, captured: Role) -> i32 {
        i32::from(self.capture[capture_index(key, captured)])
    }

    /// Adds a bonus, or a malus, to all histories of a quiet move.
    pub(crate) fn update_quiet(&mut self, color: Color, key: PieceTo, mv: Move, context: &HistoryContext, bonus: i32) {
        self.update_butterfly(color, mv, bonus);
        self.update_continuations(key, context, bonus);
        update(&mut self.pawns[pawns_index(context, key)], bonus);
    }

    /// Adds a bonus to the butterfly history of a quiet move.
    pub(crate) fn update_butterfly(&mut self, color: Color, mv: Move, bonus: i32) {
        update(&mut self.butterfly[butterfly_index(color, mv)], bonus);
    }

    /// Adds a bonus to the continuation histories of a move.
    pub(crate) fn update_continuations(&mut self, key: PieceTo, context: &HistoryContext, bonus: i32) {
        for earlier in context.previous.into_iter().flatten() {
            self.update_continuation(earlier, key, bonus);
        }
    }

    /// Adds a bonus to the continuation history of a move after one earlier move.
    pub(crate) fn update_continuation(&mut self, earlier: PieceTo, key: PieceTo, bonus: i32) {
        update(&mut self.continuation[continuation_index(earlier, key)], bonus);
    }

    /// Adds a bonus to the history of a capture.
    pub(crate) fn update_capture(&mut self, key: PieceTo, captured: Role, bonus: i32) {
        update(&mut self.capture[capture_index(key, captured)], bonus);
    }
}

/// Histories of one side's quiet moves at one node.
pub(crate) struct QuietHistories<'a> {
    /// Butterfly history, by origin and target cell.
    butterfly: &'a [i16],
    /// Continuation histories of the moves one, two and four plies earlier, and pawn history, by piece and cell.
    one: &'a [i16],
    two: &'a [i16],
    four: &'a [i16],
    pawns: &'a [i16],
}

/// Continuation history used if there is no earlier move.
static NO_HISTORY: [i16; KEYS] = [0; KEYS];

impl QuietHistories<'_> {
    /// Returns the score of a move. The farthest continuation and the pawn history count half.
    #[inline]
    pub(crate) fn score(&self, key: PieceTo, mv: Move) -> i32 {
        let by_key = |row: &[i16]| i32::from(row[key.index()]);
        let butterfly = i32::from(self.butterfly[from_to(mv)]);
        butterfly + by_key(self.one) + by_key(self.two) + (by_key(self.four) + by_key(self.pawns)) / 2
    }
}

fn butterfly_index(color: Color, mv: Move) -> usize {
    butterfly_row(color) + from_to(mv)
}

/// Returns the start of one side's part of the butterfly history.
fn butterfly_row(color: Color) -> usize {
    color.index() * CELLS * CELLS
}

fn from_to(mv: Move) -> usize {
    mv.from.index() * CELLS + mv.to.index()
}

fn capture_index(key: PieceTo, captured: Role) -> usize {
    usize::from(key.0) * 6 + captured.index()
}

fn continuation_index(earlier: PieceTo, key: PieceTo) -> usize {
    continuation_row(earlier) + key.index()
}

/// Returns the start of the continuations of a move.
fn continuation_row(earlier: PieceTo) -> usize {
    earlier.index() * KEYS
}

fn pawns_index(context: &HistoryContext, key: PieceTo) -> usize {
    pawns_row(context) + key.index()
}

/// Returns the start of the moves with this pawn structure.
fn pawns_row(context: &HistoryContext) -> usize {
    (context.pawns & (PAWN_STRUCTURES - 1)) * KEYS
}

/// Moves a number towards the limit by a bonus, which shrinks as the number approaches the limit.
fn update(number: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let old = i32::from(*number);
    *number = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_within_the_limit() {
        let mut number = 0i16;
        for _ in 0..1000 {
            update(&mut number, 2000);
        }
        assert!(i32::from(number) > LIMIT * 9 / 10 && i32::from(number) <= LIMIT);
        let high = number;
        update(&mut number, -2000);
        assert!(number < high - 3000, "a bonus against the sign counts for more");
        for _ in 0..1000 {
            update(&mut number, -100_000);
        }
        assert_eq!(i32::from(number), -LIMIT);
    }
}
