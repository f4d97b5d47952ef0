//! Cells of the pieces of a position, and first moves of pawns by several cells.

use saffron_rules::{Cell, CellSet, Color, Role};

use crate::format::ending::MAX_PIECES;
use crate::format::geometry::Geometry;

/// Maximum number of pieces other than the kings.
pub(crate) const MAX_OTHERS: usize = MAX_PIECES - 2;

/// Cells of the pieces of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement {
    pub(crate) kings: [Cell; 2],
    /// Cells of the other pieces in the order of the ending; unused beyond their number.
    pub(crate) others: [Cell; MAX_OTHERS],
}

/// First moves of a pawn by several cells: the target, and the cells that it passes over.
pub(crate) fn first_moves(
    geometry: &Geometry,
    placement: &Placement,
    pieces: &[(Color, Role)],
    turn: Color,
    from: Cell,
    occupied: CellSet,
) -> Vec<(Cell, CellSet)> {
    let pawns = geometry.variant.pawns();
    let front = pawns.front(turn, from);
    let enemies: CellSet =
        pieces.iter().zip(placement.others).filter(|((color, _), _)| *color != turn).map(|(_, cell)| cell).collect();
    let enemies = enemies | CellSet::from(placement.kings[(!turn).index()]);
    if pawns.spec().stopped_by_enemy_in_front && front.intersects(enemies) {
        return Vec::new();
    }
    let board = geometry.variant.board();
    let (x, y) = board.coordinates(from);
    let mut found = Vec::new();
    for first in front - occupied {
        let (at_x, at_y) = board.coordinates(first);
        let (dx, dy) = (at_x - x, at_y - y);
        let (mut at, mut passed) = (first, CellSet::EMPTY);
        for _ in 1..pawns.steps(turn, from) {
            passed.insert(at);
            match board.step(at, dx, dy) {
                Some(next) if !occupied.contains(next) => at = next,
                _ => break,
            }
            found.push((at, passed));
        }
    }
    found
}
