//! Terms of knights, bishops, rooks and queens: mobility, cell colors of bishops, open files. Also completes the attack info.

use saffron_rules::{Cell, CellSet, Color, Position, Role};

use super::attacks::AttackInfo;
use super::tables::HandcraftedEvaluation;
use super::tapered::Tapered;

impl HandcraftedEvaluation {
    /// Evaluates White's pieces minus Black's, and adds all their attacks to `info`.
    pub(super) fn pieces(&self, position: &Position, info: &mut AttackInfo) -> Tapered {
        let mut total = Tapered::ZERO;
        for color in Color::ALL {
            let mut side = Tapered::ZERO;
            for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                for cell in position.pieces(color, role) {
                    side += self.piece(position, info, color, role, cell);
                }
            }
            side += self.bishops(position, color);
            total += if color == Color::White { side } else { -side };
        }
        total
    }

    fn piece(&self, position: &Position, info: &mut AttackInfo, color: Color, role: Role, cell: Cell) -> Tapered {
        let attacks = self.attacks_through(position, color, role, cell);
        info.add(color, role, attacks);
        let blocked = position.pieces(color, Role::Pawn) | position.pieces(color, Role::King);
        let safe = attacks - info.by(!color, Role::Pawn) - blocked;
        let mut value = self.mobility.get(role, safe.len());
        let on_ring = attacks & info.king_ring[(!color).index()];
        if !on_ring.is_empty() {
            info.king_attackers_count[color.index()] += 1;
            info.king_attackers_weight[color.index()] +=
                self.weights.king_attacker[role.index()] + self.weights.king_ring_attack * on_ring.len() as i32;
        }
        if role == Role::Rook {
            value += self.rook_file(position, color, cell);
        }
        value
    }

    /// Returns the attacks of a piece, X-rays included: of a rook through own rooks and queens, of a bishop through own queens.
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

    /// Evaluates a rook on an open or half-open file.
    fn rook_file(&self, position: &Position, color: Color, cell: Cell) -> Tapered {
        let span = self.geometry.front_span(color, cell);
        if !(span & position.pieces(color, Role::Pawn)).is_empty() {
            Tapered::ZERO
        } else if (span & position.pieces(!color, Role::Pawn)).is_empty() {
            self.weights.rook_open_file[1]
        } else {
            self.weights.rook_open_file[0]
        }
    }

    /// Evaluates the cell colors of bishops: those on different colors complement each other, those on one color do not.
    pub(super) fn bishops(&self, position: &Position, color: Color) -> Tapered {
        let mut counts = [0; 3];
        for cell in position.pieces(color, Role::Bishop) {
            counts[usize::from(self.variant.board().cell_color(cell)) % 3] += 1;
        }
        let colors = counts.iter().filter(|&&count| count > 0).count();
        let same_color: i32 = counts.iter().map(|&count| (count - 1).max(0)).sum();
        let pair = match colors {
            0 | 1 => Tapered::ZERO,
            2 => self.weights.bishop_colors[0],
            _ => self.weights.bishop_colors[1],
        };
        pair + self.weights.bishop_same_color * same_color
    }
}
