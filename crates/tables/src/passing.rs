//! Moves of pawns past pawns that can take them en passant.

use saffron_rules::{Cell, CellSet, Color, Role};

use crate::conversion::Placement;
use crate::geometry::Geometry;
use crate::value::{Packed, Value};

/// A pawn's move past a pawn that can take it en passant. The position after it is not one of the table: the opponent may make a
/// move of the table's position, or take en passant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passing {
    /// The position before: its word in the pair, and the bit.
    pub(crate) row: usize,
    pub(crate) bit: u32,
    /// The index of the position after.
    pub(crate) after: usize,
    /// The best value to the opponent by a capture en passant; none where there is no legal one.
    pub(crate) capture: Packed,
    /// Whether the opponent has no other move.
    pub(crate) only: bool,
}

impl Passing {
    /// The value to the opponent as far as it is known; none where it is not.
    pub(crate) fn value(&self, after: &[Packed]) -> Option<Value> {
        let plain = after[self.after].value();
        match (self.only, plain, self.capture.value()) {
            (true, plain, None) => plain,
            (true, _, capture) => capture,
            (false, Some(plain), capture) => Some(capture.map_or(plain, |capture| capture.max(plain))),
            (false, None, capture) => {
                capture.filter(|capture| matches!(capture, Value::Win(_) | Value::StalemateWin(_)))
            }
        }
    }
}

/// The moves of a pawn by several cells: where to, and the cells that it passes over.
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
