//! Premoves: moves that are entered while the other side is to move.

use crate::cell::{Cell, CellSet};
use crate::piece::{Color, Role};
use crate::position::Position;

impl Position {
    /// The cells that the piece on this cell could move to in some position: where it can be premoved. Other pieces are
    /// ignored, since they may be captured or move away, or come to a cell where they can be captured. Castling is included
    /// while the right is there. Empty for an empty cell.
    ///
    /// After any legal move of the other side, every legal move of the piece ends on one of these cells.
    ///
    /// ```
    /// use saffron_rules::Variant;
    ///
    /// let start = Variant::by_id("glinski").unwrap().start();
    /// let board = start.variant().board();
    /// let targets = |cell: &str| {
    ///     let cells = start.premove_targets(board.cell(cell).unwrap());
    ///     cells.into_iter().map(|cell| board.name(cell)).collect::<Vec<_>>()
    /// };
    /// // One or two steps, and the captures to either side, though nothing stands there now.
    /// assert_eq!(targets("b7"), ["a6", "b5", "b6", "c7"]);
    /// assert!(targets("f6").is_empty());
    /// ```
    pub fn premove_targets(&self, cell: Cell) -> CellSet {
        let Some(piece) = self.piece_at(cell) else { return CellSet::EMPTY };
        let attacks = self.variant.attacks(piece, cell, CellSet::EMPTY);
        match piece.role {
            Role::Pawn => attacks | self.variant.pawns().walk(piece.color, cell, CellSet::EMPTY, CellSet::EMPTY),
            Role::King => attacks | self.castling_cells(piece.color, cell),
            _ => attacks,
        }
    }

    /// The cells that the king comes to by castling, with the rights that are left.
    fn castling_cells(&self, color: Color, king: Cell) -> CellSet {
        let moves = self.variant.castling_moves().iter();
        moves
            .filter(|m| m.color == color && m.king_from == king && self.castling.has(m.right))
            .map(|m| m.king_to)
            .collect()
    }
}
