//! King safety: attacks on the king ring, safe checks, pawn shelter, open lines to the king.

use saffron_rules::{CellSet, Color, Position, Role};

use super::attacks::AttackInfo;
use super::tables::HandcraftedEvaluation;
use super::tapered::{Tapered, s};

/// Maximum king danger that counts.
const MAX_DANGER: i32 = 360;

/// Number of cells that a queen on the king's cell may attack before the king counts as exposed.
const EXPOSURE_BASELINE: i32 = 4;

impl HandcraftedEvaluation {
    /// Evaluates the safety of one side's king.
    pub(super) fn king(&self, position: &Position, attacks: &AttackInfo, color: Color) -> Tapered {
        let weights = &self.weights;
        let king = position.king(color);
        let pawns = position.pieces(color, Role::Pawn);
        let shelter = (self.geometry.king_shield(color, king) & pawns).len().min(4) as i32;
        let open = self.variant.queen_attacks(king, position.by_color(color) | position.by_role(Role::Pawn));
        let exposure = ((open - position.by_color(color)).len() as i32 - EXPOSURE_BASELINE).max(0);
        let danger = self.king_danger(position, attacks, color).clamp(0, MAX_DANGER);
        weights.pawn_shelter * shelter + weights.king_exposure * exposure - s(danger * danger / 200, danger / 6)
    }

    /// Computes the king danger. It counts squared, so that many small threats together weigh heavily.
    fn king_danger(&self, position: &Position, attacks: &AttackInfo, color: Color) -> i32 {
        let weights = &self.weights;
        let enemy = !color;
        let (side, other) = (color.index(), enemy.index());
        let mut danger = attacks.king_attackers_weight[other];
        // One attacker alone seldom mates.
        if attacks.king_attackers_count[other] < 2 {
            danger /= 2;
        }
        // Cells next to the king that only the king itself defends.
        let weak = (attacks.king_ring[side] & attacks.attacked[other]) - attacks.attacked_twice[side];
        danger += weights.king_ring_weak * weak.len() as i32;
        danger += self.safe_checks(position, attacks, color);
        if position.pieces(enemy, Role::Queen).is_empty() {
            danger -= weights.no_queen;
        }
        danger
    }

    /// Sums the weights of the roles with which the enemy can give check without being captured.
    fn safe_checks(&self, position: &Position, attacks: &AttackInfo, color: Color) -> i32 {
        let enemy = !color;
        let king = position.king(color);
        let occupied = position.occupied() - CellSet::from(king);
        let defended = attacks.attacked[color.index()];
        // The king's defence does not count on cells that the enemy attacks twice.
        let only_king = (attacks.by(color, Role::King) & attacks.attacked_twice[enemy.index()])
            - attacks.attacked_twice[color.index()];
        let safe = !(defended - only_king) - position.by_color(enemy);
        let orthogonal = self.variant.rook_attacks(king, occupied) & safe;
        let diagonal = self.variant.bishop_attacks(king, occupied) & safe;
        let leaps = self.variant.knight_attacks(king) & safe;
        let from = [
            (Role::Knight, leaps),
            (Role::Bishop, diagonal),
            (Role::Rook, orthogonal),
            (Role::Queen, orthogonal | diagonal),
        ];
        from.into_iter()
            .filter(|&(role, cells)| !(attacks.by(enemy, role) & cells).is_empty())
            .map(|(role, _)| self.weights.safe_check[role.index()])
            .sum()
    }
}
