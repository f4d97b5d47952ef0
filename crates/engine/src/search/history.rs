//! Move statistics: which moves have refuted positions like this one.
//!
//! Every table holds numbers within plus and minus [`LIMIT`]; an update moves a number towards the limit by an amount
//! that shrinks as the number grows ("history gravity"), so old results fade.

use saffron_rules::{Color, Move, Role};

use crate::memory;

/// The bound of every number.
pub(crate) const LIMIT: i32 = 16_384;

const CELLS: usize = 128;
const PIECES: usize = 12;
const KEYS: usize = PIECES * CELLS;

/// Arrangements of pawns that the pawn history tells apart; a power of two.
const PAWNS: usize = 512;

/// A piece and the cell it went to, as an index: how the continuation history names a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    pub(crate) fn new(color: Color, role: Role, mv: Move) -> PieceTo {
        PieceTo(((color.index() * 6 + role.index()) * CELLS + mv.to.index()) as u16)
    }

    /// How many there are.
    pub(crate) const COUNT: usize = KEYS;

    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What the histories of quiet moves depend on besides the move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Context {
    /// The moves one, two and four plies before.
    pub(crate) before: [Option<PieceTo>; 3],
    /// The hash of the pawns.
    pub(crate) pawns: usize,
}

/// All the tables of one searching thread.
pub(crate) struct History {
    /// Butterfly history: quiet moves by side, from and to.
    quiet: Box<[i16]>,
    /// Capture history: moving piece, cell, captured role.
    capture: Box<[i16]>,
    /// Continuation history: an earlier move (piece and cell), then this one.
    continuation: Box<[i16]>,
    /// Pawn history: by the pawns on the board, then the piece and cell.
    pawns: Box<[i16]>,
}

impl History {
    pub(crate) fn new() -> History {
        // Without memory for these there is none for anything, as with any vector.
        let filled = |count| memory::allocate(count).unwrap_or_else(|_| vec![0; count].into());
        History {
            quiet: filled(2 * CELLS * CELLS),
            capture: filled(KEYS * 6),
            continuation: filled(KEYS * KEYS),
            pawns: filled(PAWNS * KEYS),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.quiet.fill(0);
        self.capture.fill(0);
        self.continuation.fill(0);
        self.pawns.fill(0);
    }

    /// What is known of one side's quiet moves in these circumstances.
    pub(crate) fn of_quiets(&self, color: Color, context: &Context) -> Quiets<'_> {
        let continued = |earlier: Option<PieceTo>| {
            earlier.map_or(&NOTHING[..], |earlier| &self.continuation[continuation_row(earlier)..][..KEYS])
        };
        let [one, two, four] = context.before.map(continued);
        let pawns = &self.pawns[pawns_row(context)..][..KEYS];
        let plain = &self.quiet[quiet_row(color)..][..CELLS * CELLS];
        Quiets { plain, one, two, four, pawns }
    }

    /// What is known of a quiet move.
    pub(crate) fn of_quiet(&self, color: Color, key: PieceTo, mv: Move, context: &Context) -> i32 {
        self.of_quiets(color, context).of(key, mv)
    }

    /// What is known of a capture.
    pub(crate) fn of_capture(&self, key: PieceTo, captured: Role) -> i32 {
        i32::from(self.capture[capture_index(key, captured)])
    }

    /// Notes that a quiet move was good, or not.
    pub(crate) fn update_quiet(&mut self, color: Color, key: PieceTo, mv: Move, context: &Context, bonus: i32) {
        self.update_butterfly(color, mv, bonus);
        self.update_continuations(key, context, bonus);
        update(&mut self.pawns[pawns_index(context, key)], bonus);
    }

    /// The same, whatever the circumstances.
    pub(crate) fn update_butterfly(&mut self, color: Color, mv: Move, bonus: i32) {
        update(&mut self.quiet[quiet_index(color, mv)], bonus);
    }

    /// Notes that a move was good, or not, as an answer to those before it.
    pub(crate) fn update_continuations(&mut self, key: PieceTo, context: &Context, bonus: i32) {
        for earlier in context.before.into_iter().flatten() {
            self.update_continuation(earlier, key, bonus);
        }
    }

    /// The same for one of those before it.
    pub(crate) fn update_continuation(&mut self, earlier: PieceTo, key: PieceTo, bonus: i32) {
        update(&mut self.continuation[continuation_index(earlier, key)], bonus);
    }

    pub(crate) fn update_capture(&mut self, key: PieceTo, captured: Role, bonus: i32) {
        update(&mut self.capture[capture_index(key, captured)], bonus);
    }
}

/// What is known of one side's quiet moves in a node's circumstances.
pub(crate) struct Quiets<'a> {
    /// By from and to.
    plain: &'a [i16],
    /// By piece and cell: as answers to the moves one, two and four plies before, and with the pawns on the board.
    one: &'a [i16],
    two: &'a [i16],
    four: &'a [i16],
    pawns: &'a [i16],
}

/// Where there was no move before.
static NOTHING: [i16; KEYS] = [0; KEYS];

impl Quiets<'_> {
    /// What is known of a move. What lies farther back, and what is known of the pawns, counts half.
    #[inline]
    pub(crate) fn of(&self, key: PieceTo, mv: Move) -> i32 {
        let by_key = |row: &[i16]| i32::from(row[key.index()]);
        let plain = i32::from(self.plain[from_to(mv)]);
        plain + by_key(self.one) + by_key(self.two) + (by_key(self.four) + by_key(self.pawns)) / 2
    }
}

fn quiet_index(color: Color, mv: Move) -> usize {
    quiet_row(color) + from_to(mv)
}

/// Where one side's part of the butterfly history begins.
fn quiet_row(color: Color) -> usize {
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

/// Where the answers to a move begin.
fn continuation_row(earlier: PieceTo) -> usize {
    earlier.index() * KEYS
}

fn pawns_index(context: &Context, key: PieceTo) -> usize {
    pawns_row(context) + key.index()
}

/// Where the moves with these pawns begin.
fn pawns_row(context: &Context) -> usize {
    (context.pawns & (PAWNS - 1)) * KEYS
}

fn update(number: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let old = i32::from(*number);
    *number = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_within_the_limit_and_fade() {
        let mut number = 0i16;
        for _ in 0..1000 {
            update(&mut number, 2000);
        }
        assert!(i32::from(number) > LIMIT * 9 / 10 && i32::from(number) <= LIMIT);
        let high = number;
        update(&mut number, -2000);
        assert!(number < high - 3000, "a surprise counts for more than a confirmation");
        for _ in 0..1000 {
            update(&mut number, -100_000);
        }
        assert_eq!(i32::from(number), -LIMIT);
    }
}
