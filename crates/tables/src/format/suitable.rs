//! Check that tables can hold the rules of a variant.

use saffron_rules::{CellSet, Color};

use crate::format::geometry::Geometry;
use crate::format::placement::first_moves;
use crate::format::placement::{MAX_OTHERS, Placement};

/// Rules of a variant that tables cannot hold.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unsuitable {
    /// Rules that differ for the two sides, each seen from its own side.
    #[error("tables need rules that are the same for both sides, which those of {0} are not")]
    Sides(&'static str),
    /// Promotion of a pawn by its first step.
    #[error("tables cannot hold pawns that are promoted by a first step of several cells, as those of {0} are")]
    FirstStep(&'static str),
    /// Value of stalemate that is not among the results of a table.
    #[error("tables need stalemate to be a draw or worth three quarters; in {0} it is worth {1} quarters")]
    Stalemate(&'static str, u8),
}

/// Checks that tables can hold the rules of a variant.
pub(crate) fn check(geometry: &Geometry) -> Result<(), Unsuitable> {
    let variant = geometry.variant;
    let (board, pawns, id) = (variant.board(), variant.pawns(), variant.id());
    if !(2..=3).contains(&variant.stalemate_quarters()) {
        return Err(Unsuitable::Stalemate(id, variant.stalemate_quarters()));
    }
    let turned = |set: CellSet| -> Option<CellSet> { set.iter().map(|cell| board.turned(cell)).collect() };
    let same = |white: CellSet, black: CellSet| turned(white) == Some(black);
    let cells_are_the_same = board.cells().iter().all(|cell| {
        board.turned(cell).is_some_and(|other| {
            same(pawns.attacks(Color::White, cell), pawns.attacks(Color::Black, other))
                && same(pawns.front(Color::White, cell), pawns.front(Color::Black, other))
                && pawns.steps(Color::White, cell) == pawns.steps(Color::Black, other)
        })
    });
    if !cells_are_the_same
        || !same(pawns.promotion(Color::White), pawns.promotion(Color::Black))
        || !same(pawns.standing(Color::White), pawns.standing(Color::Black))
    {
        return Err(Unsuitable::Sides(id));
    }
    let none = Placement { kings: [geometry.cells[0]; 2], others: [geometry.cells[0]; MAX_OTHERS] };
    let promotes = Color::ALL.into_iter().any(|color| {
        pawns.start(color).iter().any(|from| {
            let to = first_moves(geometry, &none, &[], color, from, CellSet::EMPTY);
            to.iter().any(|(to, _)| pawns.promotion(color).contains(*to))
        })
    });
    if promotes { Err(Unsuitable::FirstStep(id)) } else { Ok(()) }
}
