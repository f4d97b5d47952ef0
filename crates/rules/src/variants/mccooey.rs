//! McCooey's hexagonal chess (1978-79).

use super::parts::{DIAGONALLY_FORWARD, HEXAGON_91, STRAIGHT_UP};
use crate::variant::{EnPassantForm, PawnSpec, PromotionSpec, VariantSpec, WinningMaterial};

pub(super) static SPEC: VariantSpec = VariantSpec {
    id: "mccooey",
    name: "McCooey",
    year: 1978,
    board: HEXAGON_91,
    start: "b/qbk/rnbnr/ppppppp/9/11/11/5P5/4PBP4/3PNBNP3/2PRQBKRP2 w - - 0 1",
    pawn: PawnSpec {
        forward: STRAIGHT_UP,
        captures: DIAGONALLY_FORWARD,
        first_captures: &[],
        first_steps: &[(2, "c1 d2 e3 g3 h2 i1"), (1, "f4")],
        black_first_steps: None,
        stopped_by_enemy_in_front: false,
    },
    promotion: PromotionSpec::USUAL,
    castling: &[],
    en_passant_form: EnPassantForm::Passed,
    stalemate_quarters: 2,
    material: Some(&super::material::MCCOOEY),
    winning_material: WinningMaterial::Helpmate,
};
