//! Moves of pawns past pawns that can take them en passant.

use crate::value::{Packed, Value};

/// A pawn's move past a pawn that can take it en passant. The position after it is not one of the table: the opponent may make a
/// move of the table's position, or take en passant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passing {
    /// The position before: its word in the pair, and the bit.
    pub(crate) row: usize,
    pub(crate) bit: u32,
    /// The index of the position after.
    pub(crate) after: usize,
    /// The best value to the opponent by a capture en passant; none where there is no legal one.
    pub(crate) capture: Packed,
    /// Whether the opponent has no other move.
    pub(crate) only: bool,
}

impl Passing {
    /// The value to the opponent as far as it is known; none where it is not.
    pub(crate) fn value(&self, after: &[Packed]) -> Option<Value> {
        let plain = after[self.after].value();
        match (self.only, plain, self.capture.value()) {
            (true, plain, None) => plain,
            (true, _, capture) => capture,
            (false, Some(plain), capture) => Some(capture.map_or(plain, |capture| capture.max(plain))),
            (false, None, capture) => {
                capture.filter(|capture| matches!(capture, Value::Win(_) | Value::StalemateWin(_)))
            }
        }
    }
}
