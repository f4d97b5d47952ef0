//! Hexofen (Trubitsyn, 1997).

use super::parts::{DIAGONALLY_FORWARD, HEXAGON_91, STRAIGHT_UP};
use crate::variant::{EnPassantForm, PawnSpec, PromotionSpec, VariantSpec, WinningMaterial};

pub(super) static SPEC: VariantSpec = VariantSpec {
    id: "hexofen",
    name: "Hexofen",
    year: 1997,
    board: HEXAGON_91,
    start: "k/qbb/rnpnr/bpp1ppn/pp5pp/p9p/11/11/4PPP4/2PPNBNPP2/PPNRBKQRBPP w - - 0 1",
    pawn: PawnSpec {
        forward: STRAIGHT_UP,
        captures: DIAGONALLY_FORWARD,
        first_captures: &[],
        first_steps: &[(2, "a1 b1 c2 d2 e3 f3 g3 h2 i2 k1 l1")],
        black_first_steps: None,
        stopped_by_enemy_in_front: false,
    },
    promotion: PromotionSpec::USUAL,
    castling: &[],
    en_passant_form: EnPassantForm::Passed,
    stalemate_quarters: 2,
    material: Some(&super::material::HEXOFEN),
    winning_material: WinningMaterial::Helpmate,
};
