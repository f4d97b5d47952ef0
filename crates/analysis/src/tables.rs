//! Results of endgame tables as data.

use saffron_protocol::tables::{TableMove, TablePosition, TableResult, TableRule};
use saffron_rules::{Color, Position};
use saffron_tables::{FiftyMoves, Known, Value, Wdl};
use serde::{Deserialize, Serialize};

use crate::eval::Eval;

/// Value of a position from endgame tables, from the point of view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableValue {
    /// The result.
    pub result: TableResult,
    /// Plies to the end of the game; `None` for a draw.
    pub plies: Option<u16>,
}

impl TableValue {
    /// Converts to an evaluation, with the side to move; `None` if the result and the plies contradict each other, or if the game
    /// is over.
    pub(crate) fn eval(self, turn: Color) -> Option<Eval> {
        let sign = if turn == Color::White { 1 } else { -1 };
        let moves = self.plies.filter(|plies| *plies > 0).map(|plies| i32::from(plies.div_ceil(2)));
        match (self.result, moves) {
            (TableResult::Win, Some(moves)) => Some(Eval::Mate(sign * moves)),
            (TableResult::Loss, Some(moves)) => Some(Eval::Mate(-sign * moves)),
            (TableResult::StalemateWin, Some(_)) => Some(Eval::Stalemate(if sign > 0 { 3 } else { 1 })),
            (TableResult::StalemateLoss, Some(_)) => Some(Eval::Stalemate(if sign > 0 { 1 } else { 3 })),
            (TableResult::Draw, _) if self.plies.is_none() => Some(Eval::Cp(0)),
            _ => None,
        }
    }
}

/// Converts the value of a position to a result of the protocol.
pub fn table_result(value: Value) -> TableResult {
    match value.wdl() {
        Wdl::Win => TableResult::Win,
        Wdl::StalemateWin => TableResult::StalemateWin,
        Wdl::Draw => TableResult::Draw,
        Wdl::StalemateLoss => TableResult::StalemateLoss,
        Wdl::Loss => TableResult::Loss,
    }
}

/// Converts the effect of the 50-move rule to that of the protocol.
fn table_rule(fifty: FiftyMoves) -> Option<TableRule> {
    match fifty {
        FiftyMoves::InTime => None,
        FiftyMoves::TooLate => Some(TableRule::TooLate),
        FiftyMoves::Unclear => Some(TableRule::Unclear),
    }
}

/// Converts the result of a table look-up to the protocol's form.
pub fn table_position(position: &Position, known: &Known) -> TablePosition {
    let moves = known.moves.iter().map(|known| TableMove {
        uci: position.uci(known.mv),
        san: position.san(known.mv),
        result: table_result(known.value),
        plies: known.value.plies(),
        fifty_moves: table_rule(known.fifty),
    });
    TablePosition {
        result: table_result(known.value),
        plies: known.value.plies(),
        fifty_moves: table_rule(known.fifty),
        moves: moves.collect(),
    }
}

#[cfg(test)]
mod tests {
    use saffron_rules::Variant;
    use saffron_tables::Tables;

    use super::*;

    #[test]
    fn values_are_evaluations_from_whites_point_of_view() {
        let value = |result, plies| TableValue { result, plies };
        let white = |result, plies| value(result, plies).eval(Color::White);
        let black = |result, plies| value(result, plies).eval(Color::Black);
        assert_eq!(white(TableResult::Win, Some(23)), Some(Eval::Mate(12)));
        assert_eq!(black(TableResult::Win, Some(1)), Some(Eval::Mate(-1)));
        assert_eq!(white(TableResult::Loss, Some(16)), Some(Eval::Mate(-8)));
        assert_eq!(black(TableResult::Loss, Some(2)), Some(Eval::Mate(1)));
        assert_eq!(white(TableResult::StalemateWin, Some(3)), Some(Eval::Stalemate(3)));
        assert_eq!(black(TableResult::StalemateLoss, Some(2)), Some(Eval::Stalemate(3)));
        assert_eq!(black(TableResult::StalemateWin, Some(1)), Some(Eval::Stalemate(1)));
        assert_eq!(black(TableResult::Draw, None), Some(Eval::Cp(0)));
        let contradictions = [(TableResult::Win, None), (TableResult::Loss, Some(0)), (TableResult::Draw, Some(4))];
        assert!(contradictions.iter().all(|(result, plies)| white(*result, *plies).is_none()));
    }

    #[test]
    fn the_moves_of_a_position_are_listed_best_first() {
        let variant = Variant::by_id("glinski").unwrap();
        let tables = Tables::built_in(variant).unwrap();
        let position = Position::from_fen(variant, "1/3/5/7/9/11/11/1k9/2B8/11/K10 b - - 0 1").unwrap();
        let found = table_position(&position, &tables.look_up(&position).unwrap().unwrap());
        assert_eq!((found.result, found.plies), (TableResult::StalemateWin, Some(1)));
        assert_eq!(found.moves.len(), position.legal_moves().len());
        let first = &found.moves[0];
        assert_eq!((first.uci.as_str(), first.san.as_str(), first.plies), ("b4c3", "Kxc3", Some(1)));
        assert!(found.moves.iter().any(|one| one.result == TableResult::Draw && one.plies.is_none()));
    }
}
