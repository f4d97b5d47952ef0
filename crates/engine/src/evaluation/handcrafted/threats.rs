//! Threats: attacks on enemy pieces by lower-valued pieces, and on undefended ones.

use saffron_rules::{Color, Position, Role};

use super::attacks::AttackInfo;
use super::tables::HandcraftedEvaluation;
use super::tapered::Tapered;

impl HandcraftedEvaluation {
    /// Evaluates the threats that one side makes.
    pub(super) fn threats(&self, position: &Position, attacks: &AttackInfo, color: Color) -> Tapered {
        let weights = &self.weights;
        let enemy = !color;
        let pawns = position.pieces(enemy, Role::Pawn);
        let officers = position.by_color(enemy) - pawns - position.pieces(enemy, Role::King);
        let queens = position.pieces(enemy, Role::Queen);
        let major = queens | position.pieces(enemy, Role::Rook);
        let by_pawn = officers & attacks.by(color, Role::Pawn);
        let by_minor = major & (attacks.by(color, Role::Knight) | attacks.by(color, Role::Bishop));
        let by_rook = queens & attacks.by(color, Role::Rook);
        let hanging = attacks.attacked[color.index()] - attacks.attacked[enemy.index()];
        weights.threat_by_pawn * by_pawn.len() as i32
            + weights.threat_by_lower_valued * (by_minor | by_rook).len() as i32
            + weights.threat_hanging * (officers & hanging).len() as i32
            + weights.threat_hanging_pawn * (pawns & hanging).len() as i32
    }
}
