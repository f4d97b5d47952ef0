//! Looking a position up.

use saffron_analysis::table_position;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::tables::TablePosition;
use saffron_rules::Position;
use saffron_tables::Tables;

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

/// What the tables know of a position and of each of its moves.
///
/// # Errors
/// `NotInTables`, also where that holds for one of its moves alone; `DamagedTable`.
pub(crate) fn look_up(tables: &Tables, position: &Position) -> Result<TablePosition, ErrorCode> {
    let known = tables.look_up(position).map_err(|error| damaged(&error))?.ok_or(ErrorCode::NotInTables)?;
    Ok(table_position(position, &known))
}
