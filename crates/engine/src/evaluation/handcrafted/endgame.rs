//! Endgame terms: driving a bare king to the edge, and scaling of material that seldom wins.

use saffron_rules::{Color, Position, Role};

use super::tables::HandcraftedEvaluation;
use super::tapered::{Tapered, s};

impl HandcraftedEvaluation {
    /// Adds a bonus for progress against a bare king: its distance from the center and the closeness of the kings.
    pub(super) fn mop_up(&self, position: &Position, total: Tapered) -> Tapered {
        for color in Color::ALL {
            if position.by_color(!color).len() == 1 && position.by_color(color).len() > 1 {
                let bare = position.king(!color);
                let to_edge = (self.geometry.distance_to_center(bare) * 25.0) as i32;
                let closeness = 12 - self.geometry.distance(position.king(color), bare);
                let bonus = s(0, to_edge + 8 * closeness);
                return if color == Color::White { total + bonus } else { total - bonus };
            }
        }
        total
    }

    /// Returns the scale factor of the evaluation, in 64ths. `value` is from White's point of view.
    ///
    /// Without pawns, two minor pieces mate a bare king on a hexagonal board only if both are knights; a rook does. An
    /// advantage of less than a rook without pawns is seldom won.
    pub(super) fn scale_factor(&self, position: &Position, value: i32) -> i32 {
        let stronger = if value >= 0 { Color::White } else { Color::Black };
        if !position.pieces(stronger, Role::Pawn).is_empty() {
            return 64;
        }
        let count = |color, role| position.pieces(color, role).len() as i32;
        let material = |color| {
            3 * (count(color, Role::Knight) + count(color, Role::Bishop))
                + 5 * count(color, Role::Rook)
                + 10 * count(color, Role::Queen)
        };
        let (own, other) = (material(stronger), material(!stronger));
        let two_knights = own == 6 && count(stronger, Role::Knight) == 2 && position.by_color(!stronger).len() == 1;
        match own - other {
            _ if two_knights => 64,
            _ if own <= 3 => 4,
            _ if own == 6 && count(stronger, Role::Rook) == 0 && other == 0 => 8,
            ..=2 => 12,
            3..=4 => 24,
            _ => 64,
        }
    }
}
