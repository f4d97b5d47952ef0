//! Handcrafted evaluation of a position: the sum of its terms.

use saffron_rules::{Color, Position, Role};

use super::attacks::AttackInfo;
use super::tables::{HandcraftedEvaluation, phase};
use super::tapered::Tapered;
use crate::score::EVAL_LIMIT;

impl HandcraftedEvaluation {
    /// Evaluates a position, in centipawns from the point of view of the side to move; the value is always well below a mate score.
    pub fn evaluate(&self, position: &Position) -> i32 {
        let mut attacks = AttackInfo::new(self.variant, position);
        // Every term below is White's minus Black's.
        let mut total = self.material_and_placement(position);
        total += self.pieces(position, &mut attacks);
        for color in Color::ALL {
            let mut side = self.pawns(position, &attacks, color);
            side += self.king(position, &attacks, color);
            side += self.threats(position, &attacks, color);
            total += if color == Color::White { side } else { -side };
        }
        let total = self.mop_up(position, total);
        let mut value = total.interpolate(phase(position), self.max_phase);
        value = value * self.scale_factor(position, value) / 64;
        // The closer to the 50-move limit, the closer to a draw.
        value = value * (220 - i32::from(position.halfmove_clock()).min(110)) / 220;
        let relative = if position.turn() == Color::White { value } else { -value };
        (relative + self.weights.tempo).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    fn material_and_placement(&self, position: &Position) -> Tapered {
        let mut total = Tapered::ZERO;
        for role in Role::ALL {
            for cell in position.pieces(Color::White, role) {
                total += self.piece_cell_table.get(Color::White, role, cell);
            }
            for cell in position.pieces(Color::Black, role) {
                total -= self.piece_cell_table.get(Color::Black, role, cell);
            }
        }
        total
    }
}
