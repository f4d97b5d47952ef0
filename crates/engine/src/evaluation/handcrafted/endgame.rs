//! Endgames: bare kings are driven to the edge, and material that cannot win counts for little.

use saffron_rules::{Color, Position, Role};

use super::HandcraftedEvaluation;
use super::tapered::{Tapered, t};

impl HandcraftedEvaluation {
    /// Adds what helps to mate a bare king: it is driven outward and the other king comes near.
    pub(super) fn endgame(&self, position: &Position, total: Tapered) -> Tapered {
        for color in Color::ALL {
            if position.by_color(!color).len() == 1 && position.by_color(color).len() > 1 {
                let lost = position.king(!color);
                let outward = (self.geometry.outward(lost) * 25.0) as i32;
                let near = 12 - self.geometry.distance(position.king(color), lost);
                let drive = t(0, outward + 8 * near);
                return if color == Color::White { total + drive } else { total - drive };
            }
        }
        total
    }

    /// How much of an advantage is likely to be made good, in 64ths. `value` is White's.
    ///
    /// Without pawns, two minor pieces mate a bare king on a hexagonal board only if both are knights; a rook does. An
    /// advantage of less than a rook without pawns is seldom won.
    pub(super) fn scale(&self, position: &Position, value: i32) -> i32 {
        let stronger = if value >= 0 { Color::White } else { Color::Black };
        if !position.pieces(stronger, Role::Pawn).is_empty() {
            return 64;
        }
        let count = |color, role| position.pieces(color, role).len() as i32;
        let points = |color| {
            3 * (count(color, Role::Knight) + count(color, Role::Bishop))
                + 5 * count(color, Role::Rook)
                + 10 * count(color, Role::Queen)
        };
        let (own, other) = (points(stronger), points(!stronger));
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
