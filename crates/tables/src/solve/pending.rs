//! Positions with a capture en passant pending, which no index of a table has.

use saffron_rules::{Cell, CellSet, Color, EnPassant, Piece, Position, Role, Setup};

use crate::format::geometry::Geometry;
use crate::format::placement::first_moves;
use crate::format::placement::{MAX_OTHERS, Placement};
use crate::solve::table::Table;

/// First moves of pawns by several cells, on an empty board.
#[derive(Debug)]
pub(crate) struct Pending {
    /// Target cells and passed cells, by the colour of the pawn.
    moves: [Vec<(Cell, CellSet)>; 2],
}

impl Pending {
    /// Returns the first moves in the ending of a table; none if it does not have pawns of both sides.
    pub(crate) fn new(table: &Table) -> Self {
        let has_pawns = |color: &Color| table.pieces.contains(&(*color, Role::Pawn));
        if !Color::ALL.iter().all(has_pawns) {
            return Self { moves: [Vec::new(), Vec::new()] };
        }
        Self { moves: Color::ALL.map(|color| passes(&table.geometry, color)) }
    }

    /// Returns a legal position without captures en passant, once with each capture en passant that may be pending: for each pawn that
    /// may just have passed one that attacks the cells between.
    pub(crate) fn of<'a>(&'a self, position: &'a Position) -> impl Iterator<Item = Position> + 'a {
        let (variant, turn) = (position.variant(), position.turn());
        let pawns = position.pieces(!turn, Role::Pawn);
        let takers = position.pieces(turn, Role::Pawn);
        let moves = self.moves[(!turn).index()].iter();
        moves.filter_map(move |&(pawn, cells)| {
            let is_attacked = |cell: Cell| variant.pawn_attackers(turn, cell).intersects(takers);
            if !pawns.contains(pawn) || !cells.iter().any(is_attacked) {
                return None;
            }
            let mut setup = Setup::new();
            setup.turn = turn;
            for cell in position.occupied() {
                if let Some(Piece { color, role }) = position.piece_at(cell) {
                    setup.put(Piece { color, role }, cell);
                }
            }
            setup.en_passant = Some(EnPassant { cells, pawn });
            Position::from_setup(variant, &setup).ok()
        })
    }
}

fn passes(geometry: &Geometry, color: Color) -> Vec<(Cell, CellSet)> {
    let empty = Placement { kings: [geometry.cells[0]; 2], others: [geometry.cells[0]; MAX_OTHERS] };
    let starts = geometry.variant.pawns().start(color);
    let mut moves: Vec<_> =
        starts.iter().flat_map(|from| first_moves(geometry, &empty, &[], color, from, CellSet::EMPTY)).collect();
    moves.sort_unstable_by_key(|(pawn, cells)| (pawn.index(), cells.0));
    moves.dedup();
    moves
}
