//! Looking a position up.

use saffron_protocol::error::ErrorCode;
use saffron_protocol::tables::{TableMove, TablePosition, TableResult};
use saffron_rules::Position;
use saffron_tables::{Tables, Value, Wdl};

use crate::tables::opened::damaged;

/// The longest FEN in bytes.
const MAX_FEN: usize = 512;

/// Reads the position that a request asks about.
///
/// # Errors
/// `TooLong`, `InvalidPosition`; `CastlingRights` where a side may castle.
pub(crate) fn position(tables: &Tables, fen: &str) -> Result<Position, ErrorCode> {
    if fen.len() > MAX_FEN {
        return Err(ErrorCode::TooLong { field: "fen".to_owned(), limit: MAX_FEN });
    }
    let position = Position::from_any_fen(tables.variant(), fen).map_err(|_| ErrorCode::InvalidPosition)?;
    if position.castling_rights().is_empty() { Ok(position) } else { Err(ErrorCode::CastlingRights) }
}

/// A result as it is sent.
pub(crate) fn result(value: Value) -> TableResult {
    match value.wdl() {
        Wdl::Win => TableResult::Win,
        Wdl::StalemateWin => TableResult::StalemateWin,
        Wdl::Draw => TableResult::Draw,
        Wdl::StalemateLoss => TableResult::StalemateLoss,
        Wdl::Loss => TableResult::Loss,
    }
}

/// What the tables know of a position and of each of its moves.
///
/// # Errors
/// `NotInTables`, also where that holds for one of its moves alone; `DamagedTable`.
pub(crate) fn look_up(tables: &Tables, position: &Position) -> Result<TablePosition, ErrorCode> {
    let value = |position: &Position| {
        let read = tables.value(position).map_err(|error| damaged(&error))?;
        read.ok_or(ErrorCode::NotInTables)
    };
    let own = value(position)?;
    let mut moves = Vec::new();
    for mv in position.legal_moves() {
        let mut after = *position;
        after.play_unchecked(mv);
        moves.push((value(&after)?.before_move(), position.uci(mv), position.san(mv)));
    }
    moves.sort_unstable_by(|(a, one, _), (b, other, _)| b.cmp(a).then_with(|| one.cmp(other)));
    let sent = |(value, uci, san): (Value, String, String)| TableMove {
        uci,
        san,
        result: result(value),
        plies: value.plies(),
    };
    Ok(TablePosition { result: result(own), plies: own.plies(), moves: moves.into_iter().map(sent).collect() })
}
