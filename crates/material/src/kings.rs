//! What the two kings alone tell about any number of bishops.
//!
//! A bishop attacks and fills cells of its own colour only. So where all bishops stand on cells
//! of some colours, every neighbour of a mated king on a cell of another colour must be attacked
//! by the other king. That holds however many bishops there are, and is looked up for all
//! placements of the kings.

use saffron_rules::{Board, Cell, CellSet};

/// Whether bishops on cells of these colours, as many of either side as one likes, might mate a
/// king. `false` is a proof, `true` a mere possibility.
pub fn bishops_may_mate(board: &Board, colours: &[u8]) -> bool {
    let attackable = |cell: Cell| colours.contains(&board.cell_color(cell));
    pairs(board).any(|(mated, other)| {
        // The check comes from a bishop, and so along the king's own colour.
        let rest = uncovered(board, mated, other);
        attackable(mated) && rest.into_iter().all(attackable)
    })
}

/// Whether one side with any number of bishops, all on cells of one colour, against a bare king
/// might mate after that king has moved. `false` is a proof.
///
/// Then the game is drawn as soon as a move has been made with this material: before the mating
/// move of a game the bare king stepped from a cell `from` to where it is mated, unless the
/// mating move itself made the material.
pub fn bishops_may_mate_after_a_step(board: &Board, colour: u8) -> bool {
    pairs(board).any(|(mated, other)| {
        let rest = uncovered(board, mated, other);
        let possible =
            board.cell_color(mated) == colour && rest.into_iter().all(|cell| board.cell_color(cell) == colour);
        // Where the other king stood while the bare king stepped: here, or where it was in the
        // way of a bishop that checks as soon as it steps aside.
        let aside = board.king_attacks(other) & (board.diagonals(mated) - board.king_attacks(mated));
        possible
            && (CellSet::from(other) | aside).into_iter().any(|before| {
                let steps = board.king_attacks(mated) - board.king_attacks(before) - CellSet::from(before);
                // Now the cell that it came from is attacked: by the other king or by a bishop.
                steps.into_iter().any(|from| {
                    from != other && (board.cell_color(from) == colour || board.king_attacks(other).contains(from))
                })
            })
    })
}

/// All placements of two kings that are not neighbours.
fn pairs(board: &Board) -> impl Iterator<Item = (Cell, Cell)> {
    let far = |a: Cell| board.cells() - board.king_attacks(a) - CellSet::from(a);
    board.cells().into_iter().flat_map(move |a| far(a).into_iter().map(move |b| (a, b)))
}

/// The neighbours of one king that the other does not attack.
fn uncovered(board: &Board, mated: Cell, other: Cell) -> CellSet {
    board.king_attacks(mated) - board.king_attacks(other)
}
