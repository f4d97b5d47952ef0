//! Gliński's hexagonal chess (1936-1953).

use super::parts::{HEXAGON_91, STRAIGHT_UP};
use crate::variant::{EnPassantForm, PawnSpec, PromotionSpec, VariantSpec, WinningMaterial};

pub(super) static SPEC: VariantSpec = VariantSpec {
    id: "glinski",
    name: "Glinski",
    year: 1936,
    board: HEXAGON_91,
    start: "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - - 0 1",
    pawn: PawnSpec {
        forward: STRAIGHT_UP,
        captures: &[(-1, 0), (1, 1)],
        first_captures: &[],
        first_steps: &[(2, "b1 c2 d3 e4 f5 g4 h3 i2 k1")],
        black_first_steps: None,
        stopped_by_enemy_in_front: false,
    },
    promotion: PromotionSpec::USUAL,
    castling: &[],
    en_passant_form: EnPassantForm::Passed,
    stalemate_quarters: 3,
    material: Some(&super::material::GLINSKI),
    winning_material: WinningMaterial::PieceCount,
};
