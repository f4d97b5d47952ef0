//! Weights of the handcrafted evaluation, one set for each variant. Apart from these the evaluation depends only on the
//! board and the pawn moves of a variant.
//!
//! All pairs are centipawns in the middlegame and in the endgame; a pawn is worth 100 in the endgame.

use saffron_rules::Variant;

use super::tapered::{Tapered, s};

/// Weights of a variant. Arrays by role are in the order pawn, knight, bishop, rook, queen, king.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    /// Material, by role.
    pub(crate) material: [Tapered; 6],
    /// Score of each step away from the center of the board, by role.
    pub(crate) center_distance: [Tapered; 6],
    /// Score of each step towards the enemy's side, by role.
    pub(crate) advancement: [Tapered; 6],
    /// Mobility by role: score of each unit of four times the square root of the number of safe cells, from `mobility_baseline` on.
    pub(crate) mobility: [Tapered; 6],
    /// Number of safe cells that scores 0, by role.
    pub(crate) mobility_baseline: [i32; 6],
    /// Bishops on two of the three cell colors, and on all three.
    pub(crate) bishop_colors: [Tapered; 2],
    /// Each bishop beyond the first on cells of one color.
    pub(crate) bishop_same_color: Tapered,
    /// A rook with no own pawn in front of it, and one with no pawn of either side in front of it.
    pub(crate) rook_open_file: [Tapered; 2],
    /// A pawn by steps to promotion, from 1; the last number is for all pawns further away.
    pub(crate) pawn_advanced: [Tapered; 6],
    /// A passed pawn by steps to promotion, from 1.
    pub(crate) passed: [Tapered; 8],
    /// Share of `passed` that remains if an enemy piece blocks the pawn, in sixteenths.
    pub(crate) passed_blocked: i32,
    /// A passed pawn whose next cell the enemy does not attack, or its own side defends.
    pub(crate) passed_free: Tapered,
    /// Score of each step that the enemy king is further from the passed pawn than the pawn's own king.
    pub(crate) passed_king_distance: Tapered,
    /// A pawn with another pawn of its side in its front span.
    pub(crate) pawn_doubled: Tapered,
    /// A pawn that no pawn of its side can ever defend.
    pub(crate) pawn_isolated: Tapered,
    /// A pawn that a pawn defends.
    pub(crate) pawn_defended: Tapered,
    /// Each own pawn next to or in front of the king.
    pub(crate) pawn_shelter: Tapered,
    /// Each cell beyond four that a queen on the king's cell would attack.
    pub(crate) king_exposure: Tapered,
    /// King danger: each attacker of the king ring, by role.
    pub(crate) king_attacker: [i32; 6],
    /// King danger: each attack on a cell of the king ring.
    pub(crate) king_ring_attack: i32,
    /// King danger: each cell of the king ring that is attacked and that only the king defends.
    pub(crate) king_ring_weak: i32,
    /// King danger: each role that has a safe check.
    pub(crate) safe_check: [i32; 6],
    /// King danger: subtracted if the attacker has no queen.
    pub(crate) no_queen: i32,
    /// A piece other than a pawn that a pawn attacks.
    pub(crate) threat_by_pawn: Tapered,
    /// A rook or queen that a knight or bishop attacks, a queen that a rook attacks.
    pub(crate) threat_by_lower_valued: Tapered,
    /// A piece other than a pawn that is attacked and not defended.
    pub(crate) threat_hanging: Tapered,
    /// A pawn that is attacked and not defended.
    pub(crate) threat_hanging_pawn: Tapered,
    /// Bonus for the side to move.
    pub(crate) tempo: i32,
}

/// Weights of Shafran: material fitted on self-play, the rest set by hand and tested in matches.
const SHAFRAN: Weights = Weights {
    material: [s(72, 100), s(285, 300), s(268, 285), s(470, 515), s(940, 1010), Tapered::ZERO],
    center_distance: [s(-2, 0), s(-8, -6), s(-5, -4), s(-2, -2), s(-1, -5), s(9, -12)],
    advancement: [s(2, 4), s(3, 2), s(2, 1), s(2, 3), s(1, 3), s(-10, 3)],
    mobility: [Tapered::ZERO, s(6, 6), s(6, 7), s(4, 7), s(3, 5), Tapered::ZERO],
    mobility_baseline: [0, 6, 5, 9, 15, 0],
    bishop_colors: [s(18, 28), s(42, 65)],
    bishop_same_color: s(-6, -10),
    rook_open_file: [s(14, 8), s(26, 14)],
    pawn_advanced: [s(55, 90), s(28, 45), s(12, 22), s(4, 10), s(1, 4), s(0, 0)],
    passed: [s(70, 150), s(45, 100), s(26, 66), s(15, 44), s(9, 29), s(5, 19), s(3, 12), s(2, 8)],
    passed_blocked: 8,
    passed_free: s(5, 16),
    passed_king_distance: s(0, 6),
    pawn_doubled: s(-8, -16),
    pawn_isolated: s(-7, -10),
    pawn_defended: s(8, 7),
    pawn_shelter: s(11, 0),
    king_exposure: s(-4, 0),
    king_attacker: [0, 16, 12, 20, 28, 0],
    king_ring_attack: 5,
    king_ring_weak: 9,
    safe_check: [0, 26, 18, 34, 32, 0],
    no_queen: 45,
    threat_by_pawn: s(42, 36),
    threat_by_lower_valued: s(30, 24),
    threat_hanging: s(24, 22),
    threat_hanging_pawn: s(5, 14),
    tempo: 14,
};

/// Weights of Gliński: pawns capture sideways and so defend each other more easily.
const GLINSKI: Weights = Weights { pawn_isolated: s(-5, -8), ..SHAFRAN };

/// Weights of variants whose pawns have two steps forward: pawns are hardly ever doubled, and passed pawns harder to stop.
const TWO_FORWARD_STEPS: Weights =
    Weights { pawn_doubled: Tapered::ZERO, rook_open_file: [s(4, 2), s(12, 6)], ..SHAFRAN };

/// Returns the weights of a variant: its own if a match has shown them to be better, otherwise those for the number of its
/// pawns' steps forward.
pub(crate) fn for_variant(variant: &Variant) -> Weights {
    match variant.id() {
        "glinski" => GLINSKI,
        _ if variant.pawns().spec().forward.len() > 1 => TWO_FORWARD_STEPS,
        _ => SHAFRAN,
    }
}
