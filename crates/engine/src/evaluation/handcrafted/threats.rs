//! Threats: enemy men that are attacked by lesser men, or attacked and not defended.

use saffron_rules::{Color, Position, Role};

use super::tapered::Tapered;
use super::{HandcraftedEvaluation, Survey};

impl HandcraftedEvaluation {
    /// The threats that one side makes.
    pub(super) fn threats(&self, position: &Position, survey: &Survey, color: Color) -> Tapered {
        let weights = &self.weights;
        let enemy = !color;
        let pawns = position.pieces(enemy, Role::Pawn);
        let men = position.by_color(enemy) - pawns - position.pieces(enemy, Role::King);
        let queens = position.pieces(enemy, Role::Queen);
        let heavy = queens | position.pieces(enemy, Role::Rook);
        let by_pawn = men & survey.by(color, Role::Pawn);
        let by_minor = heavy & (survey.by(color, Role::Knight) | survey.by(color, Role::Bishop));
        let by_rook = queens & survey.by(color, Role::Rook);
        let loose = survey.attacked[color.index()] - survey.attacked[enemy.index()];
        weights.threat_by_pawn * by_pawn.len() as i32
            + weights.threat_by_lesser * (by_minor | by_rook).len() as i32
            + weights.threat_hanging * (men & loose).len() as i32
            + weights.threat_hanging_pawn * (pawns & loose).len() as i32
    }
}
