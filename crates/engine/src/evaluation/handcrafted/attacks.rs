//! Attack info: the cells that each side attacks, computed once for every evaluated position.

use saffron_rules::{CellSet, Color, Position, Role, Variant};

/// Attacks of each side in a position.
pub(super) struct AttackInfo {
    /// Attacked cells, by side and role.
    attacked_by: [[CellSet; 6]; 2],
    /// Cells attacked by any piece, by side.
    pub(super) attacked: [CellSet; 2],
    /// Cells attacked at least twice, by side.
    pub(super) attacked_twice: [CellSet; 2],
    /// King's cell and its neighbours, by side.
    pub(super) king_ring: [CellSet; 2],
    /// King danger from attacks on the enemy king ring, by attacking side.
    pub(super) king_attackers_weight: [i32; 2],
    /// Number of pieces that attack the enemy king ring, by attacking side.
    pub(super) king_attackers_count: [i32; 2],
}

impl AttackInfo {
    /// Computes the king rings, and the attacks of kings and pawns; those of the other pieces are added later.
    pub(super) fn new(variant: &Variant, position: &Position) -> AttackInfo {
        let mut info = AttackInfo {
            attacked_by: [[CellSet::EMPTY; 6]; 2],
            attacked: [CellSet::EMPTY; 2],
            attacked_twice: [CellSet::EMPTY; 2],
            king_ring: [CellSet::EMPTY; 2],
            king_attackers_weight: [0; 2],
            king_attackers_count: [0; 2],
        };
        for color in Color::ALL {
            let king = position.king(color);
            let around = variant.king_attacks(king);
            info.king_ring[color.index()] = around | CellSet::from(king);
            info.add(color, Role::King, around);
            for cell in position.pieces(color, Role::Pawn) {
                info.add(color, Role::Pawn, variant.pawn_attacks(color, cell));
            }
        }
        info
    }

    /// Adds the attacks of one piece.
    pub(super) fn add(&mut self, color: Color, role: Role, attacks: CellSet) {
        let side = color.index();
        self.attacked_twice[side] |= self.attacked[side] & attacks;
        self.attacked[side] |= attacks;
        self.attacked_by[side][role.index()] |= attacks;
    }

    /// Returns the cells that the side's pieces of this role attack.
    pub(super) fn by(&self, color: Color, role: Role) -> CellSet {
        self.attacked_by[color.index()][role.index()]
    }
}
