//! The evaluation: what a position is worth without looking ahead.
//!
//! A sum of handcrafted terms, each a pair of numbers for middlegame and endgame that are mixed by the material left. The
//! terms know a variant only by its data: the board's geometry, the pawn's moves, and one set of [`weights`]. All six
//! variants, and boards of the user's own, go through the same code.
//!
//! | module | terms |
//! |---|---|
//! | `placement` | material, distance from the middle, advancement |
//! | `pieces` | mobility, bishops' colours, rooks on open lines |
//! | `pawns` | passed, doubled, isolated, defended |
//! | `king` | attacks on the king's zone, safe checks, shelter, open lines to the king |
//! | `threats` | men attacked by lesser men, men not defended |
//! | `endgame` | driving a bare king, material that cannot win |

mod endgame;
mod geometry;
mod king;
mod pawns;
mod pieces;
mod placement;
mod tapered;
mod threats;
mod weights;

use saffron_rules::{CellSet, Color, Position, Role, Variant};

use self::geometry::Geometry;
use self::pieces::Mobility;
use self::placement::Placement;
use self::tapered::Tapered;
use self::weights::Weights;
use crate::score::EVAL_LIMIT;

/// What a man counts towards the middlegame, by role.
const PHASES: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// The handcrafted evaluation of one variant's positions.
pub struct HandcraftedEvaluation {
    variant: &'static Variant,
    weights: Weights,
    geometry: Geometry,
    placement: Placement,
    mobility: Mobility,
    /// The sum of `PHASES` at the start of the game.
    full_phase: i32,
}

/// What is attacked by whom, gathered once a position.
struct Survey {
    /// By side and role.
    attacked_by: [[CellSet; 6]; 2],
    /// By side.
    attacked: [CellSet; 2],
    /// Attacked at least twice, by side.
    twice: [CellSet; 2],
    /// The king's cell and its neighbours, by side.
    zone: [CellSet; 2],
    /// Danger to the enemy king from attacks on its zone, by attacking side.
    pressure: [i32; 2],
    /// Men that attack the enemy king's zone, by attacking side.
    attackers: [i32; 2],
}

impl HandcraftedEvaluation {
    /// Works out the variant's tables.
    pub fn new(variant: &'static Variant) -> HandcraftedEvaluation {
        let weights = weights::of(variant);
        let geometry = Geometry::new(variant);
        let placement = Placement::new(variant, &geometry, &weights);
        let full_phase = phase(&variant.start()).max(1);
        let mobility = Mobility::new(&weights);
        HandcraftedEvaluation { variant, weights, geometry, placement, mobility, full_phase }
    }

    /// The evaluation in centipawns, from the side to move's point of view; always well below a mate's score.
    pub fn evaluate(&self, position: &Position) -> i32 {
        let mut survey = self.survey(position);
        // Every term below is White's minus Black's.
        let mut total = self.placed(position);
        total += self.pieces(position, &mut survey);
        for color in Color::ALL {
            let mut side = self.pawns(position, &survey, color);
            side += self.king(position, &survey, color);
            side += self.threats(position, &survey, color);
            total += if color == Color::White { side } else { -side };
        }
        let total = self.endgame(position, total);
        let mut value = total.at(phase(position), self.full_phase);
        value = value * self.scale(position, value) / 64;
        // The nearer the 50-move limit, the nearer to a draw.
        value = value * (220 - i32::from(position.halfmove_clock()).min(110)) / 220;
        let sided = if position.turn() == Color::White { value } else { -value };
        (sided + self.weights.tempo).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// Material and placement.
    fn placed(&self, position: &Position) -> Tapered {
        let mut total = Tapered::ZERO;
        for role in Role::ALL {
            for cell in position.pieces(Color::White, role) {
                total += self.placement.of(Color::White, role, cell);
            }
            for cell in position.pieces(Color::Black, role) {
                total -= self.placement.of(Color::Black, role, cell);
            }
        }
        total
    }

    /// Starts the survey with what pawns and kings attack.
    fn survey(&self, position: &Position) -> Survey {
        let mut survey = Survey {
            attacked_by: [[CellSet::EMPTY; 6]; 2],
            attacked: [CellSet::EMPTY; 2],
            twice: [CellSet::EMPTY; 2],
            zone: [CellSet::EMPTY; 2],
            pressure: [0; 2],
            attackers: [0; 2],
        };
        for color in Color::ALL {
            let king = position.king(color);
            let around = self.variant.king_attacks(king);
            survey.zone[color.index()] = around | CellSet::from(king);
            survey.add(color, Role::King, around);
            for cell in position.pieces(color, Role::Pawn) {
                survey.add(color, Role::Pawn, self.variant.pawn_attacks(color, cell));
            }
        }
        survey
    }
}

impl Survey {
    fn add(&mut self, color: Color, role: Role, attacks: CellSet) {
        let side = color.index();
        self.twice[side] |= self.attacked[side] & attacks;
        self.attacked[side] |= attacks;
        self.attacked_by[side][role.index()] |= attacks;
    }

    fn by(&self, color: Color, role: Role) -> CellSet {
        self.attacked_by[color.index()][role.index()]
    }
}

/// How much material for a middlegame is left.
fn phase(position: &Position) -> i32 {
    Role::ALL.into_iter().map(|role| PHASES[role.index()] * position.by_role(role).len() as i32).sum()
}

#[cfg(test)]
mod tests;
