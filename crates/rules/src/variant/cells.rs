//! The cells that a description names, for either side.

use crate::board::Board;
use crate::cell::{Cell, CellSet};
use crate::piece::Color;
use crate::variant::spec::SpecError;
use alloc::borrow::ToOwned;

/// The cells named in a list separated by spaces.
pub(super) fn cells_named(board: &Board, names: &str) -> Result<CellSet, SpecError> {
    names.split_whitespace().map(|name| cell_named(board, name)).collect()
}

/// The cell with this name, or the error that says so.
pub(super) fn cell_named(board: &Board, name: &str) -> Result<Cell, SpecError> {
    board.cell(name).ok_or_else(|| SpecError::Cell(name.to_owned()))
}

/// The cell that this one becomes for Black.
fn turned(board: &Board, cell: Cell) -> Result<Cell, SpecError> {
    board.turned(cell).ok_or_else(|| SpecError::NotSymmetric(board.name(cell).to_owned()))
}

/// The cell itself for White, turned by 180 degrees for Black.
pub(super) fn for_side(board: &Board, color: Color, cell: Cell) -> Result<Cell, SpecError> {
    match color {
        Color::White => Ok(cell),
        Color::Black => turned(board, cell),
    }
}
