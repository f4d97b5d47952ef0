//! What endgame tables know of a position, as data.

use saffron_protocol::tables::{TableMove, TablePosition, TableResult};
use saffron_rules::Position;
use saffron_tables::{Known, Value, Wdl};

/// A result as data.
pub fn table_result(value: Value) -> TableResult {
    match value.wdl() {
        Wdl::Win => TableResult::Win,
        Wdl::StalemateWin => TableResult::StalemateWin,
        Wdl::Draw => TableResult::Draw,
        Wdl::StalemateLoss => TableResult::StalemateLoss,
        Wdl::Loss => TableResult::Loss,
    }
}

/// What was found about a position, as data.
pub fn table_position(position: &Position, known: &Known) -> TablePosition {
    let moves = known.moves.iter().map(|(mv, value)| TableMove {
        uci: position.uci(*mv),
        san: position.san(*mv),
        result: table_result(*value),
        plies: value.plies(),
    });
    TablePosition { result: table_result(known.value), plies: known.value.plies(), moves: moves.collect() }
}

#[cfg(test)]
mod tests {
    use saffron_rules::Variant;
    use saffron_tables::Tables;

    use super::*;

    #[test]
    fn a_position_is_told_with_its_moves_the_best_first() {
        let variant = Variant::by_id("glinski").unwrap();
        let tables = Tables::built_in(variant).unwrap();
        let position = Position::from_fen(variant, "1/3/5/7/9/11/11/1k9/2B8/11/K10 b - - 0 1").unwrap();
        let told = table_position(&position, &tables.look_up(&position).unwrap().unwrap());
        assert_eq!((told.result, told.plies), (TableResult::StalemateWin, Some(1)));
        assert_eq!(told.moves.len(), position.legal_moves().len());
        let first = &told.moves[0];
        assert_eq!((first.uci.as_str(), first.san.as_str(), first.plies), ("b4c3", "Kxc3", Some(1)));
        assert!(told.moves.iter().any(|one| one.result == TableResult::Draw && one.plies.is_none()));
    }
}
