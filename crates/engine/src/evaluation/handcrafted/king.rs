//! King safety: how hard the enemy presses on the king's zone, and what stands before the king.

use saffron_rules::{CellSet, Color, Position, Role};

use super::tapered::{Tapered, t};
use super::{HandcraftedEvaluation, Survey};

/// Danger beyond this is no worse.
const MOST_DANGER: i32 = 360;

/// A queen on the king's cell sees this many cells before the king counts as exposed.
const USUAL_EXPOSURE: i32 = 4;

impl HandcraftedEvaluation {
    /// The safety of one side's king.
    pub(super) fn king(&self, position: &Position, survey: &Survey, color: Color) -> Tapered {
        let weights = &self.weights;
        let king = position.king(color);
        let pawns = position.pieces(color, Role::Pawn);
        let shelter = (self.geometry.before(color, king) & pawns).len().min(4) as i32;
        let seen = self.variant.queen_attacks(king, position.by_color(color) | position.by_role(Role::Pawn));
        let exposure = ((seen - position.by_color(color)).len() as i32 - USUAL_EXPOSURE).max(0);
        let danger = self.danger(position, survey, color).clamp(0, MOST_DANGER);
        weights.shelter * shelter + weights.exposure * exposure - t(danger * danger / 200, danger / 6)
    }

    /// How much the enemy threatens the king. It counts squared, so that many small threats together weigh heavily.
    fn danger(&self, position: &Position, survey: &Survey, color: Color) -> i32 {
        let weights = &self.weights;
        let enemy = !color;
        let (side, other) = (color.index(), enemy.index());
        let mut danger = survey.pressure[other];
        // One attacker alone seldom mates.
        if survey.attackers[other] < 2 {
            danger /= 2;
        }
        // Cells beside the king that only the king itself defends.
        let weak = (survey.zone[side] & survey.attacked[other]) - survey.twice[side];
        danger += weights.danger_weak * weak.len() as i32;
        danger += self.safe_checks(position, survey, color);
        if position.pieces(enemy, Role::Queen).is_empty() {
            danger -= weights.danger_no_queen;
        }
        danger
    }

    /// Cells from which the enemy can give check without being taken.
    fn safe_checks(&self, position: &Position, survey: &Survey, color: Color) -> i32 {
        let enemy = !color;
        let king = position.king(color);
        let occupied = position.occupied() - CellSet::from(king);
        let defended = survey.attacked[color.index()];
        // The king's own defence does not count where the enemy attacks twice.
        let only_king = (survey.by(color, Role::King) & survey.twice[enemy.index()]) - survey.twice[color.index()];
        let safe = !(defended - only_king) - position.by_color(enemy);
        let straight = self.variant.rook_attacks(king, occupied) & safe;
        let slanted = self.variant.bishop_attacks(king, occupied) & safe;
        let leaps = self.variant.knight_attacks(king) & safe;
        let from =
            [(Role::Knight, leaps), (Role::Bishop, slanted), (Role::Rook, straight), (Role::Queen, straight | slanted)];
        from.into_iter()
            .filter(|&(role, cells)| !(survey.by(enemy, role) & cells).is_empty())
            .map(|(role, _)| self.weights.danger_check[role.index()])
            .sum()
    }
}
