//! Shafran's hexagonal chess (1939, registered in 1956).

use super::parts::{DIAGONALLY_FORWARD, STRAIGHT_UP, straight};
use crate::board::{BoardSpec, Orientation};
use crate::variant::{CastlingSpec, EnPassantForm, PawnSpec, PromotionSpec, VariantSpec, WinningMaterial};

pub(super) static SPEC: VariantSpec = VariantSpec {
    id: "shafran",
    name: "Shafran",
    year: 1939,
    board: BoardSpec {
        files: &[
            straight('a', 1, 6),
            straight('b', 1, 7),
            straight('c', 1, 8),
            straight('d', 1, 9),
            straight('e', 1, 10),
            straight('f', 2, 10),
            straight('g', 3, 10),
            straight('h', 4, 10),
            straight('i', 5, 10),
        ],
        orientation: Orientation::VerticalFiles,
    },
    start: "kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK w QBqb - 0 1",
    pawn: PawnSpec {
        forward: STRAIGHT_UP,
        captures: DIAGONALLY_FORWARD,
        first_captures: &[],
        first_steps: &[(3, "d2 e2 f3"), (2, "b2 c2 g4 h5"), (1, "a2 i6")],
        black_first_steps: None,
        stopped_by_enemy_in_front: false,
    },
    promotion: PromotionSpec::USUAL,
    castling: &[
        CastlingSpec {
            letter: 'Q',
            side: None,
            king: "e1",
            rook: "a1",
            moves: &[("Q-0-0", "c1", "d1"), ("Q-0-0-0", "b1", "c1")],
        },
        CastlingSpec {
            letter: 'B',
            side: None,
            king: "e1",
            rook: "i5",
            moves: &[("B-0-0", "g3", "f2"), ("B-0-0-0", "h4", "g3")],
        },
    ],
    en_passant_form: EnPassantForm::Passed,
    stalemate_quarters: 2,
    material: Some(&super::material::SHAFRAN),
    winning_material: WinningMaterial::Helpmate,
};
