//! Knights, bishops, rooks and queens: mobility, bishops' colours, open lines. Also completes the survey.

use saffron_rules::{Cell, CellSet, Color, Position, Role};

use super::tapered::{Tapered, t};
use super::weights::Weights;
use super::{HandcraftedEvaluation, Survey};

/// More safe cells than any man can have on a board of 128.
const MOST: usize = 64;

/// Worth of a man by role and number of safe cells.
pub(crate) struct Mobility {
    values: [[Tapered; MOST]; 6],
}

impl Mobility {
    /// The worth grows with the square root of the number of cells: the first ones matter most.
    pub(crate) fn new(weights: &Weights) -> Mobility {
        let mut values = [[Tapered::ZERO; MOST]; 6];
        for role in Role::ALL {
            let unit = weights.mobility[role.index()];
            let usual = f64::from(weights.usual_mobility[role.index()]).sqrt();
            for (count, value) in values[role.index()].iter_mut().enumerate() {
                let by = 4.0 * ((count as f64).sqrt() - usual);
                *value = t((f64::from(unit.mg) * by).round() as i32, (f64::from(unit.eg) * by).round() as i32);
            }
        }
        Mobility { values }
    }

    fn of(&self, role: Role, count: usize) -> Tapered {
        self.values[role.index()][count.min(MOST - 1)]
    }
}

impl HandcraftedEvaluation {
    /// White's pieces minus Black's; adds all their attacks to the survey.
    pub(super) fn pieces(&self, position: &Position, survey: &mut Survey) -> Tapered {
        let mut total = Tapered::ZERO;
        for color in Color::ALL {
            let mut side = Tapered::ZERO;
            for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                for cell in position.pieces(color, role) {
                    side += self.piece(position, survey, color, role, cell);
                }
            }
            side += self.bishops(position, color);
            total += if color == Color::White { side } else { -side };
        }
        total
    }

    fn piece(&self, position: &Position, survey: &mut Survey, color: Color, role: Role, cell: Cell) -> Tapered {
        let attacks = self.attacks_through(position, color, role, cell);
        survey.add(color, role, attacks);
        let blocked = position.pieces(color, Role::Pawn) | position.pieces(color, Role::King);
        let safe = attacks - survey.by(!color, Role::Pawn) - blocked;
        let mut value = self.mobility.of(role, safe.len());
        let on_zone = attacks & survey.zone[(!color).index()];
        if !on_zone.is_empty() {
            survey.attackers[color.index()] += 1;
            survey.pressure[color.index()] +=
                self.weights.danger_attacker[role.index()] + self.weights.danger_cell * on_zone.len() as i32;
        }
        if role == Role::Rook {
            value += self.rook_line(position, color, cell);
        }
        value
    }

    /// What a man attacks; a rook sees through its own rooks and queens, a bishop through queens, as they work together.
    fn attacks_through(&self, position: &Position, color: Color, role: Role, cell: Cell) -> CellSet {
        let occupied = position.occupied();
        let own = |role| position.pieces(color, role);
        match role {
            Role::Knight => self.variant.knight_attacks(cell),
            Role::Bishop => self.variant.bishop_attacks(cell, occupied - own(Role::Queen)),
            Role::Rook => self.variant.rook_attacks(cell, occupied - own(Role::Queen) - own(Role::Rook)),
            _ => self.variant.queen_attacks(cell, occupied),
        }
    }

    /// A rook before which no own pawn, or no pawn at all, stands.
    fn rook_line(&self, position: &Position, color: Color, cell: Cell) -> Tapered {
        let path = self.geometry.path(color, cell);
        if !(path & position.pieces(color, Role::Pawn)).is_empty() {
            Tapered::ZERO
        } else if (path & position.pieces(!color, Role::Pawn)).is_empty() {
            self.weights.rook_open[1]
        } else {
            self.weights.rook_open[0]
        }
    }

    /// Bishops complete each other on different colours of cells, and double each other on one.
    pub(super) fn bishops(&self, position: &Position, color: Color) -> Tapered {
        let mut counts = [0; 3];
        for cell in position.pieces(color, Role::Bishop) {
            counts[usize::from(self.variant.board().colour(cell)) % 3] += 1;
        }
        let colours = counts.iter().filter(|&&count| count > 0).count();
        let twins: i32 = counts.iter().map(|&count| (count - 1).max(0)).sum();
        let complete = match colours {
            0 | 1 => Tapered::ZERO,
            2 => self.weights.bishop_colours[0],
            _ => self.weights.bishop_colours[1],
        };
        complete + self.weights.bishop_twin * twins
    }
}
