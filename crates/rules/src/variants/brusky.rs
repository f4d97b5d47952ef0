//! Brusky's hexagonal chess (1966).

use super::devasa::{EITHER_FORWARD, SIDE_DIAGONALS};
use super::parts::straight;
use crate::board::{BoardSpec, Orientation};
use crate::variant::{CastlingSpec, EnPassantForm, PawnSpec, PromotionSpec, VariantSpec, WinningMaterial};

pub(super) static SPEC: VariantSpec = VariantSpec {
    id: "brusky",
    name: "Brusky",
    year: 1966,
    board: BoardSpec {
        files: &[
            straight('a', 1, 5),
            straight('b', 1, 6),
            straight('c', 1, 7),
            straight('d', 1, 8),
            straight('e', 1, 8),
            straight('f', 1, 8),
            straight('g', 1, 8),
            straight('h', 1, 8),
            straight('i', 1, 8),
            straight('j', 2, 8),
            straight('k', 3, 8),
            straight('l', 4, 8),
        ],
        orientation: Orientation::HorizontalRanks,
    },
    start: "rnbkbqbnr/pppppppppp/11/12/12/11/PPPPPPPPPP/RNBQBKBNR w KQkq - 0 1",
    pawn: PawnSpec {
        forward: EITHER_FORWARD,
        captures: SIDE_DIAGONALS,
        first_captures: &[(1, 2)],
        first_steps: &[(2, "a2 b2 c2 d2 e2 f2 g2 h2 i2 j2")],
        black_first_steps: None,
        stopped_by_enemy_in_front: true,
    },
    promotion: PromotionSpec::USUAL,
    castling: &[
        CastlingSpec { letter: 'K', side: None, king: "f1", rook: "i1", moves: &[("0-0", "h1", "g1")] },
        CastlingSpec { letter: 'Q', side: None, king: "f1", rook: "a1", moves: &[("0-0-0", "c1", "d1")] },
    ],
    en_passant_form: EnPassantForm::PassedAndPawn,
    stalemate_quarters: 2,
    material: Some(&super::material::BRUSKY),
    winning_material: WinningMaterial::Helpmate,
};
