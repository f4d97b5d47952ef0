//! Proofs for any number of bishops from the placement of the kings alone.
//!
//! A bishop attacks and occupies only cells of its own colour. If all bishops stand on cells of certain colours, every
//! neighbour of a mated king on a cell of another colour must be attacked by the other king. That holds for any number of
//! bishops and is checked for all placements of the kings.

use saffron_rules::{Board, Cell, CellSet};

/// Returns whether any number of bishops of both sides on cells of these colours may mate a king. `false` is a proof, `true` is
/// not.
pub fn bishops_may_mate(board: &Board, colors: &[u8]) -> bool {
    let attackable = |cell: Cell| colors.contains(&board.cell_color(cell));
    pairs(board).any(|(mated, other)| {
        // A bishop gives the check, so it stands on the colour of the king's cell.
        let rest = uncovered(board, mated, other);
        attackable(mated) && rest.into_iter().all(attackable)
    })
}

/// Returns whether any number of bishops of one side, all on cells of one colour, may mate a bare king after that king has
/// moved. `false` is a proof: the game is then drawn once a move has been made with this material. Before the mating move the
/// bare king must have stepped to the cell where it is mated, unless the mating move was the capture or promotion that made the
/// material.
pub fn bishops_may_mate_after_a_step(board: &Board, color: u8) -> bool {
    pairs(board).any(|(mated, other)| {
        let rest = uncovered(board, mated, other);
        let possible = board.cell_color(mated) == color && rest.into_iter().all(|cell| board.cell_color(cell) == color);
        // Cell of the other king when the bare king stepped: its present cell, or a cell on the line of a bishop that gives
        // check when the king leaves it.
        let aside = board.king_attacks(other) & (board.diagonals(mated) - board.king_attacks(mated));
        possible
            && (CellSet::from(other) | aside).into_iter().any(|before| {
                let steps = board.king_attacks(mated) - board.king_attacks(before) - CellSet::from(before);
                // The cell that the bare king left is now attacked by the other king or by a bishop.
                steps.into_iter().any(|from| {
                    from != other && (board.cell_color(from) == color || board.king_attacks(other).contains(from))
                })
            })
    })
}

/// Returns all placements of two kings that are not neighbours.
fn pairs(board: &Board) -> impl Iterator<Item = (Cell, Cell)> {
    let far = |a: Cell| board.cells() - board.king_attacks(a) - CellSet::from(a);
    board.cells().into_iter().flat_map(move |a| far(a).into_iter().map(move |b| (a, b)))
}

/// Returns the neighbours of one king that the other does not attack.
fn uncovered(board: &Board, mated: Cell, other: Cell) -> CellSet {
    board.king_attacks(mated) - board.king_attacks(other)
}
