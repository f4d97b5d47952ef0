//! A move of a game as plain data.

use saffron_rules::{Move, Position};
use serde::Serialize;

/// A move that was played.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "PlayedMove"))]
pub struct PlyData {
    uci: String,
    san: String,
    #[cfg_attr(feature = "typescript", ts(type = "Side"))]
    turn: char,
    check: bool,
}

impl PlyData {
    /// Of a legal move and the positions before and after it.
    pub(crate) fn new(before: &Position, mv: Move, after: &Position) -> Self {
        let turn = before.turn().letter();
        Self { uci: before.uci(mv), san: before.san(mv), turn, check: after.in_check() }
    }
}
