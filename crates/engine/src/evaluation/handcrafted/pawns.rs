//! Pawns: passed, doubled, isolated, defended, all by the variant's own pawn moves.

use saffron_rules::{Cell, Color, Position, Role};

use super::tapered::{Tapered, t};
use super::{HandcraftedEvaluation, Survey};

impl HandcraftedEvaluation {
    /// One side's pawns.
    pub(super) fn pawns(&self, position: &Position, survey: &Survey, color: Color) -> Tapered {
        let weights = &self.weights;
        let own = position.pieces(color, Role::Pawn);
        let enemy = position.pieces(!color, Role::Pawn);
        let defended = (own & survey.by(color, Role::Pawn)).len() as i32;
        let mut total = weights.pawn_defended * defended;
        for cell in own {
            if (self.geometry.supporters(color, cell) & own).is_empty() {
                total += weights.pawn_isolated;
            }
            let doubled = !(self.geometry.path(color, cell) & own).is_empty();
            if doubled {
                total += weights.pawn_doubled;
            } else if (self.geometry.stoppers(color, cell) & enemy).is_empty() {
                total += self.passed(position, survey, color, cell);
            }
        }
        total
    }

    /// A passed pawn: worth more the nearer it is, the freer its next cell, and the further off the enemy king.
    fn passed(&self, position: &Position, survey: &Survey, color: Color, cell: Cell) -> Tapered {
        let weights = &self.weights;
        let steps = self.geometry.steps(color, cell).clamp(1, weights.passed.len());
        let mut value = weights.passed[steps - 1];
        let front = self.variant.pawns().front(color, cell);
        let free = front - position.by_color(!color);
        if free.is_empty() {
            return scaled(value, weights.passed_blocked);
        }
        let attacked = survey.attacked[(!color).index()] - survey.attacked[color.index()];
        if !(free - attacked).is_empty() {
            value += weights.passed_free * nearness(steps);
        }
        // Of two ways forward the better one counts.
        let lead = free.iter().map(|next| {
            let enemy = self.geometry.distance(position.king(!color), next).min(6);
            enemy - self.geometry.distance(position.king(color), next).min(6)
        });
        if let Some(lead) = lead.max() {
            value += weights.passed_kings * (lead * nearness(steps) / 2);
        }
        value
    }
}

/// 1 for a pawn far from promotion, up to 4 for one that is about to promote.
fn nearness(steps: usize) -> i32 {
    match steps {
        0 | 1 => 4,
        2 => 3,
        3 | 4 => 2,
        _ => 1,
    }
}

fn scaled(value: Tapered, sixteenths: i32) -> Tapered {
    t(value.mg * sixteenths / 16, value.eg * sixteenths / 16)
}
