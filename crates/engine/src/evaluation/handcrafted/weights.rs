//! Every number of the evaluation, one set a variant. Nothing else in the evaluation depends on the variant but by its
//! board's geometry and its pawn's moves.
//!
//! All pairs are centipawns in the middlegame and in the endgame; a pawn is 100 in the endgame.

use saffron_rules::Variant;

use super::tapered::{Tapered, t};

/// One variant's numbers. Arrays by role are in the order pawn, knight, bishop, rook, queen, king.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    /// Material.
    pub(crate) material: [Tapered; 6],
    /// For each step away from the middle of the board.
    pub(crate) outward: [Tapered; 6],
    /// For each step towards the enemy's side.
    pub(crate) forward: [Tapered; 6],
    /// Mobility: for each unit of four times the square root of the number of safe cells, from `usual_mobility` on.
    pub(crate) mobility: [Tapered; 6],
    /// The number of safe cells that is worth nothing either way.
    pub(crate) usual_mobility: [i32; 6],
    /// Bishops on two of the three colours of cells, and on all three.
    pub(crate) bishop_colours: [Tapered; 2],
    /// Each bishop that shares its colour with another one.
    pub(crate) bishop_twin: Tapered,
    /// A rook with no own pawn before it, and with no pawn at all.
    pub(crate) rook_open: [Tapered; 2],
    /// A pawn by steps to promotion, from 1; the last number holds for all further away.
    pub(crate) pawn_near: [Tapered; 6],
    /// A passed pawn by steps to promotion, from 1.
    pub(crate) passed: [Tapered; 8],
    /// Of `passed`, in sixteenths: what remains when an enemy man stands before the pawn.
    pub(crate) passed_blocked: i32,
    /// A passed pawn whose next cell the enemy does not attack, or which its own side covers.
    pub(crate) passed_free: Tapered,
    /// For each step that the enemy king is further from the passed pawn than its own.
    pub(crate) passed_kings: Tapered,
    /// A pawn with another one of its side before it on its path.
    pub(crate) pawn_doubled: Tapered,
    /// A pawn that no pawn of its side can ever defend.
    pub(crate) pawn_isolated: Tapered,
    /// A pawn that a pawn defends.
    pub(crate) pawn_defended: Tapered,
    /// Each own pawn beside or before the king.
    pub(crate) shelter: Tapered,
    /// Each cell that a queen on the king's cell would see past four.
    pub(crate) exposure: Tapered,
    /// Danger to a king: each attacker of its zone, by role.
    pub(crate) danger_attacker: [i32; 6],
    /// Danger: each attack on a cell of the zone.
    pub(crate) danger_cell: i32,
    /// Danger: each cell of the zone that is attacked and that only the king defends.
    pub(crate) danger_weak: i32,
    /// Danger: a safe cell to give check from, by role.
    pub(crate) danger_check: [i32; 6],
    /// Danger: taken off when the attacker has no queen.
    pub(crate) danger_no_queen: i32,
    /// A man that a pawn attacks.
    pub(crate) threat_by_pawn: Tapered,
    /// A rook or queen that a knight or bishop attacks, a queen that a rook attacks.
    pub(crate) threat_by_lesser: Tapered,
    /// A man that is attacked and not defended.
    pub(crate) threat_hanging: Tapered,
    /// A pawn that is attacked and not defended.
    pub(crate) threat_hanging_pawn: Tapered,
    /// The right to move.
    pub(crate) tempo: i32,
}

/// Shafran's game: the material from values fitted on self-play, the rest set by hand and checked in matches.
const SHAFRAN: Weights = Weights {
    material: [t(72, 100), t(285, 300), t(268, 285), t(470, 515), t(940, 1010), Tapered::ZERO],
    outward: [t(-2, 0), t(-8, -6), t(-5, -4), t(-2, -2), t(-1, -5), t(9, -12)],
    forward: [t(2, 4), t(3, 2), t(2, 1), t(2, 3), t(1, 3), t(-10, 3)],
    mobility: [Tapered::ZERO, t(6, 6), t(6, 7), t(4, 7), t(3, 5), Tapered::ZERO],
    usual_mobility: [0, 6, 5, 9, 15, 0],
    bishop_colours: [t(18, 28), t(42, 65)],
    bishop_twin: t(-6, -10),
    rook_open: [t(14, 8), t(26, 14)],
    pawn_near: [t(55, 90), t(28, 45), t(12, 22), t(4, 10), t(1, 4), t(0, 0)],
    passed: [t(70, 150), t(45, 100), t(26, 66), t(15, 44), t(9, 29), t(5, 19), t(3, 12), t(2, 8)],
    passed_blocked: 8,
    passed_free: t(5, 16),
    passed_kings: t(0, 6),
    pawn_doubled: t(-8, -16),
    pawn_isolated: t(-7, -10),
    pawn_defended: t(8, 7),
    shelter: t(11, 0),
    exposure: t(-4, 0),
    danger_attacker: [0, 16, 12, 20, 28, 0],
    danger_cell: 5,
    danger_weak: 9,
    danger_check: [0, 26, 18, 34, 32, 0],
    danger_no_queen: 45,
    threat_by_pawn: t(42, 36),
    threat_by_lesser: t(30, 24),
    threat_hanging: t(24, 22),
    threat_hanging_pawn: t(5, 14),
    tempo: 14,
};

/// Gliński's game: pawns capture sideways and so defend each other more easily.
const GLINSKI: Weights = Weights { pawn_isolated: t(-5, -8), ..SHAFRAN };

/// Pawns with two ways forward are hardly ever doubled, passed pawns harder to stop.
const TWO_WAYS: Weights = Weights { pawn_doubled: Tapered::ZERO, rook_open: [t(4, 2), t(12, 6)], ..SHAFRAN };

/// The numbers for a variant; a board of the user's own gets those of the pawn that its pawn is most like.
pub(crate) fn of(variant: &Variant) -> Weights {
    match variant.id() {
        "shafran" | "mccooey" | "hexofen" => SHAFRAN,
        "glinski" => GLINSKI,
        _ if variant.pawns().spec().forward.len() > 1 => TWO_WAYS,
        _ => SHAFRAN,
    }
}
