//! Random placement of pieces.

use saffron_rules::{Cell, CellSet, Color, Move, Piece, Position, Role, Setup, Variant};

use crate::exercise::{Exercise, Start};
use crate::goal::Goal;
use crate::random::Random;
use crate::topic::Topic;

/// Pieces that are put on random cells.
pub(super) struct Placing<'a> {
    pub(super) variant: &'static Variant,
    pub(super) random: &'a mut Random,
    pub(super) setup: Setup,
    free: CellSet,
}

impl<'a> Placing<'a> {
    pub(super) fn new(variant: &'static Variant, random: &'a mut Random) -> Placing<'a> {
        Placing { variant, random, setup: Setup::new(), free: variant.board().cells() }
    }

    pub(super) fn free(&self) -> CellSet {
        self.free
    }

    /// Puts a piece on a free cell among these. `None`, and nothing is put, if there is none.
    pub(super) fn put_among(&mut self, piece: Piece, cells: CellSet) -> Option<Cell> {
        let mut cells = cells & self.free;
        if piece.role == Role::Pawn {
            cells &= self.variant.pawns().standing(piece.color);
        }
        let cell = self.pick(cells)?;
        self.setup.put(piece, cell);
        self.free.remove(cell);
        Some(cell)
    }

    pub(super) fn put(&mut self, color: Color, role: Role) -> Option<Cell> {
        self.put_among(Piece { color, role }, self.free)
    }

    /// Returns one of the cells.
    pub(super) fn pick(&mut self, cells: CellSet) -> Option<Cell> {
        let cells: Vec<Cell> = cells.into_iter().collect();
        self.random.pick(&cells)
    }

    /// Returns the position in which the pieces stand, if a game can come to it.
    pub(super) fn position(&self) -> Option<Position> {
        Position::from_setup(self.variant, &self.setup).ok()
    }
}

/// Creates an exercise in a position of a game.
pub(super) fn in_game(topic: Topic, goal: Goal, moves: u32, position: Position, shown: Option<Move>) -> Exercise {
    Exercise { topic, number: 0, variant: position.variant(), goal, moves, start: Start::Game { position, shown } }
}

/// Creates an exercise on a board without kings.
pub(super) fn without_kings(topic: Topic, goal: Goal, moves: usize, placing: &Placing<'_>, stars: CellSet) -> Exercise {
    let start = Start::Solo { setup: placing.setup, stars };
    Exercise { topic, number: 0, variant: placing.variant, goal, moves: moves as u32, start }
}

/// Cells of the board's edge: those with fewer than six neighbours.
pub(super) fn edge(variant: &Variant) -> CellSet {
    let board = variant.board();
    let is_edge =
        |cell: &Cell| board.king_attacks(*cell).into_iter().filter(|&to| board.distance(*cell, to) == 1).count() < 6;
    board.cells().into_iter().filter(is_edge).collect()
}
