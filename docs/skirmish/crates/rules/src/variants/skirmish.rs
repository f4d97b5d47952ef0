//! Skirmish, the example of CONTRIBUTING.md: a king and three pawns a side on 19 cells.

use super::parts::file;
use crate::board::{BoardSpec, Orientation};
use crate::variant::{EnPassantForm, PawnSpec, PromotionSpec, VariantSpec, WinningMaterial};

pub(super) static SPEC: VariantSpec = VariantSpec {
    id: "skirmish",
    name: "Skirmish",
    year: 2026,
    board: BoardSpec {
        files: &[file('a', 0, 2, 1), file('b', 0, 3, 1), file('c', 0, 4, 1), file('d', 1, 4, 1), file('e', 2, 4, 1)],
        orientation: Orientation::VerticalFiles,
    },
    start: "k/1p1/1p1p1/1PPP1/2K2 w - - 0 1",
    pawn: PawnSpec {
        forward: &[(0, 1)],
        captures: &[(-1, 0), (1, 1)],
        first_captures: &[],
        first_steps: &[(1, "b2 c2 d2")],
        black_first_steps: None,
        stopped_by_enemy_in_front: false,
    },
    promotion: PromotionSpec::USUAL,
    castling: &[],
    en_passant_form: EnPassantForm::Passed,
    stalemate_quarters: 2,
    material: None,
    winning_material: WinningMaterial::Helpmate,
};
