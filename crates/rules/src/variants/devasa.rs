//! De Vasa's hexagonal chess (1953, revised form).

use super::parts::straight;
use crate::board::{BoardSpec, Orientation};
use crate::variant::{CastlingSpec, EnPassantForm, PawnSpec, PromotionSpec, VariantSpec, WinningMaterial};

/// To either of the two cells in front.
pub(super) const EITHER_FORWARD: &[(i8, i8)] = &[(0, 1), (1, 1)];

/// The two diagonals that lead forward to the side.
pub(super) const SIDE_DIAGONALS: &[(i8, i8)] = &[(-1, 1), (2, 1)];

pub(super) static SPEC: VariantSpec = VariantSpec {
    id: "devasa",
    name: "De Vasa",
    year: 1953,
    board: BoardSpec {
        files: &[
            straight('a', 1, 9),
            straight('b', 1, 9),
            straight('c', 1, 9),
            straight('d', 1, 9),
            straight('e', 1, 9),
            straight('f', 1, 9),
            straight('g', 1, 9),
            straight('h', 1, 9),
            straight('i', 1, 9),
        ],
        orientation: Orientation::HorizontalRanks,
    },
    start: "rnbkbqbnr/9/ppppppppp/9/9/9/PPPPPPPPP/9/RNBQBKBNR w KQkq - 0 1",
    pawn: PawnSpec {
        forward: EITHER_FORWARD,
        captures: SIDE_DIAGONALS,
        first_captures: &[],
        first_steps: &[(2, "a3 b3 c3 d3 e3 f3 g3 h3 i3")],
        black_first_steps: None,
        stopped_by_enemy_in_front: false,
    },
    promotion: PromotionSpec::USUAL,
    castling: &[
        CastlingSpec { letter: 'K', side: None, king: "f1", rook: "i1", moves: &[("0-0", "h1", "g1")] },
        CastlingSpec { letter: 'Q', side: None, king: "f1", rook: "a1", moves: &[("0-0-0", "c1", "d1")] },
    ],
    en_passant_form: EnPassantForm::PassedAndPawn,
    stalemate_quarters: 2,
    material: Some(&super::material::DEVASA),
    winning_material: WinningMaterial::Helpmate,
};
