//! Pawn terms: passed, doubled, isolated and defended pawns, by the variant's pawn moves.

use saffron_rules::{Cell, Color, Position, Role};

use super::attacks::AttackInfo;
use super::tables::HandcraftedEvaluation;
use super::tapered::{Tapered, s};

impl HandcraftedEvaluation {
    /// Evaluates the pawns of one side.
    pub(super) fn pawns(&self, position: &Position, attacks: &AttackInfo, color: Color) -> Tapered {
        let weights = &self.weights;
        let own = position.pieces(color, Role::Pawn);
        let enemy = position.pieces(!color, Role::Pawn);
        let defended = (own & attacks.by(color, Role::Pawn)).len() as i32;
        let mut total = weights.pawn_defended * defended;
        for cell in own {
            if (self.geometry.supporters(color, cell) & own).is_empty() {
                total += weights.pawn_isolated;
            }
            let doubled = !(self.geometry.front_span(color, cell) & own).is_empty();
            if doubled {
                total += weights.pawn_doubled;
            } else if (self.geometry.stoppers(color, cell) & enemy).is_empty() {
                total += self.passed(position, attacks, color, cell);
            }
        }
        total
    }

    /// Evaluates a passed pawn: more for fewer steps to promotion, a free next cell, and a distant enemy king.
    fn passed(&self, position: &Position, attacks: &AttackInfo, color: Color, cell: Cell) -> Tapered {
        let weights = &self.weights;
        let steps = self.geometry.steps_to_promotion(color, cell).clamp(1, weights.passed.len());
        let mut value = weights.passed[steps - 1];
        let front = self.variant.pawns().front(color, cell);
        let free = front - position.by_color(!color);
        if free.is_empty() {
            return scaled(value, weights.passed_blocked);
        }
        let attacked = attacks.attacked[(!color).index()] - attacks.attacked[color.index()];
        if !(free - attacked).is_empty() {
            value += weights.passed_free * nearness(steps);
        }
        // If the pawn has two steps forward, the better one counts.
        let lead = free.iter().map(|next| {
            let enemy = self.geometry.distance(position.king(!color), next).min(6);
            enemy - self.geometry.distance(position.king(color), next).min(6)
        });
        if let Some(lead) = lead.max() {
            value += weights.passed_king_distance * (lead * nearness(steps) / 2);
        }
        value
    }
}

/// Returns 1 for a pawn far from promotion, up to 4 for one that is about to promote.
fn nearness(steps: usize) -> i32 {
    match steps {
        0 | 1 => 4,
        2 => 3,
        3 | 4 => 2,
        _ => 1,
    }
}

fn scaled(value: Tapered, sixteenths: i32) -> Tapered {
    s(value.mg * sixteenths / 16, value.eg * sixteenths / 16)
}
