//! Looking a position up.

use saffron_rules::{Move, Position};

use crate::solver::Solver;
use crate::value::Value;

impl Solver {
    /// The value of a position, captures en passant included. `None` where its ending is not solved, it is of another variant, or
    /// a side may castle.
    pub fn value(&self, position: &Position) -> Option<Value> {
        if !std::ptr::eq(position.variant(), self.variant()) || !position.castling_rights().is_empty() {
            return None;
        }
        let (table, exchanged) = self.table_of(position)?;
        let plain = table.placed(position, exchanged)?;
        if position.en_passant_cells().is_empty() {
            return Some(plain);
        }
        let moves = position.legal_moves();
        let (captures, others): (Vec<Move>, Vec<Move>) = moves.into_iter().partition(|mv| position.is_en_passant(*mv));
        let mut best = (!others.is_empty() || captures.is_empty()).then_some(plain);
        for mv in captures {
            let mut after = *position;
            after.play_unchecked(mv);
            let value = self.value(&after)?.before_move();
            best = Some(best.map_or(value, |best| best.max(value)));
        }
        best
    }

    /// The value that one move further gives: the best of all legal moves, or the end of the game. `None` where a table is
    /// missing.
    pub fn value_by_moves(&self, position: &Position) -> Option<Value> {
        let mut best: Option<Value> = None;
        for mv in position.legal_moves() {
            let mut after = *position;
            after.play_unchecked(mv);
            let value = self.value(&after)?.before_move();
            best = Some(best.map_or(value, |best| best.max(value)));
        }
        Some(best.unwrap_or(if position.in_check() {
            Value::Loss(0)
        } else if position.variant().stalemate_quarters() > 2 {
            Value::StalemateLoss(0)
        } else {
            Value::Draw
        }))
    }
}
