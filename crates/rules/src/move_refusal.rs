//! Reasons why a piece may not go to a cell, for those who learn the game.

use crate::cell::{Cell, CellSet};
use crate::piece::{Move, Piece, Role};
use crate::position::Position;
use crate::variant::CastlingMove;

/// Reason why the piece on one cell may not move to another. See [`Position::move_refusal`].
///
/// `by` is the piece that prevents the move: the one in the way, or the attacker of the king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MoveRefusal {
    /// The first cell is empty.
    NoPiece,
    /// The piece belongs to the side that is not to move.
    OtherSide,
    /// Pieces of this role do not move that way.
    Geometry,
    /// A bishop would leave the cells of its colour.
    CellColor,
    /// A piece of the same side stands on the target.
    OwnPiece,
    /// A piece stands between the two cells.
    Blocked {
        /// Cell of the piece, the nearest if there are several.
        by: Cell,
    },
    /// An enemy piece stands on the pawn's way forward, where pawns do not capture.
    PawnBlocked {
        /// Cell of the enemy piece: the target.
        by: Cell,
    },
    /// An enemy piece in front stops all forward moves of the pawn, as in Brusky's game.
    PawnStopped {
        /// Cell of the enemy piece.
        by: Cell,
    },
    /// The target is further ahead than the pawn may go at once.
    PawnSteps {
        /// Number of cells that it may go from here.
        steps: u8,
    },
    /// The pawn could capture there, but there is nothing to capture.
    NothingToCapture,
    /// Pawns capture in this direction from their starting cells only, as in Brusky's game.
    FirstCaptureOnly,
    /// The capture en passant would remove the last piece between the king and an attacker.
    EnPassantExposesKing {
        /// Cell of the attacker.
        by: Cell,
    },
    /// The piece stands between its king and an attacker, and would leave that line.
    Pinned {
        /// Cell of the attacker.
        by: Cell,
    },
    /// The king is in check, and the move neither captures the attacker nor comes between.
    StaysInCheck {
        /// Cell of the attacker.
        by: Cell,
    },
    /// The king is in check from two pieces, so only the king may move.
    DoubleCheck {
        /// Cells of the attackers.
        by: CellSet,
    },
    /// The king would be in check on the target.
    KingIntoCheck {
        /// Cell of an attacker.
        by: Cell,
    },
    /// The king or the rook has moved before, so the right to castle is lost.
    CastlingLost,
    /// The king is in check, and may not castle out of it.
    CastlingInCheck {
        /// Cell of the attacker.
        by: Cell,
    },
    /// A piece stands between king and rook.
    CastlingBlocked {
        /// Cell of the piece.
        by: Cell,
    },
    /// The king would cross an attacked cell, or be in check on the target.
    CastlingThroughCheck {
        /// The attacked cell.
        cell: Cell,
        /// Cell of an attacker.
        by: Cell,
    },
}

impl MoveRefusal {
    /// Returns whether the move would leave the king in danger.
    fn is_danger(self) -> bool {
        matches!(
            self,
            Self::Pinned { .. } | Self::StaysInCheck { .. } | Self::DoubleCheck { .. } | Self::KingIntoCheck { .. }
        )
    }
}

impl Position {
    /// The reason why no legal move leads from one cell to the other, or `None` if one does.
    ///
    /// How the piece moves comes first, then what stands in its way, then the safety of its king. The end of a game is not
    /// looked at: with mate or stalemate on the board every move has a reason of its own.
    ///
    /// ```
    /// use saffron_rules::{MoveRefusal, Variant};
    ///
    /// let start = Variant::by_id("shafran").unwrap().start();
    /// let cell = |name| start.variant().board().cell(name).unwrap();
    /// assert_eq!(start.move_refusal(cell("e2"), cell("e5")), None);
    /// assert_eq!(start.move_refusal(cell("e2"), cell("e6")), Some(MoveRefusal::PawnSteps { steps: 3 }));
    /// assert_eq!(start.move_refusal(cell("d1"), cell("d4")), Some(MoveRefusal::Blocked { by: cell("d2") }));
    /// assert_eq!(start.move_refusal(cell("c1"), cell("c3")), Some(MoveRefusal::CellColor));
    /// ```
    pub fn move_refusal(&self, from: Cell, to: Cell) -> Option<MoveRefusal> {
        let Some(piece) = self.piece_at(from) else { return Some(MoveRefusal::NoPiece) };
        if piece.color != self.turn {
            return Some(MoveRefusal::OtherSide);
        }
        let promotion = self.variant.promotions().first().copied();
        if self.is_legal(Move { from, to, promotion: None }) || self.is_legal(Move { from, to, promotion }) {
            return None;
        }
        let refusal = match piece.role {
            Role::King => self.king_refusal(from, to),
            Role::Pawn => self.pawn_refusal(piece, from, to),
            _ => self.piece_refusal(piece, from, to),
        };
        debug_assert!(refusal.is_some(), "{self:?}: nothing against {from:?} {to:?}");
        refusal.or(Some(MoveRefusal::Geometry))
    }

    /// The reason why the piece on a cell of the side to move has no legal move at all, or `None` if it has one. A danger for the
    /// king comes before what stands in the way.
    pub fn standstill(&self, from: Cell) -> Option<MoveRefusal> {
        let mut reason = None;
        for to in self.premove_targets(from) {
            let refusal = self.move_refusal(from, to)?;
            if reason.is_none() || refusal.is_danger() {
                reason = Some(refusal);
            }
        }
        reason.or(Some(MoveRefusal::Geometry))
    }

    fn piece_refusal(&self, piece: Piece, from: Cell, to: Cell) -> Option<MoveRefusal> {
        if !self.variant.attacks(piece, from, CellSet::EMPTY).contains(to) {
            let board = self.variant.board();
            let leaves = piece.role == Role::Bishop && board.cell_color(from) != board.cell_color(to);
            return Some(if leaves { MoveRefusal::CellColor } else { MoveRefusal::Geometry });
        }
        let way = if piece.role == Role::Knight { CellSet::EMPTY } else { self.variant.between(from, to) };
        if let Some(by) = self.nearest(from, way) {
            return Some(MoveRefusal::Blocked { by });
        }
        if self.by_color(self.turn).contains(to) { Some(MoveRefusal::OwnPiece) } else { self.exposure(from, to) }
    }

    fn pawn_refusal(&self, pawn: Piece, from: Cell, to: Cell) -> Option<MoveRefusal> {
        let pawns = self.variant.pawns();
        let (own, enemy) = (self.by_color(pawn.color), self.by_color(!pawn.color));
        let captures = pawns.attacks(pawn.color, from).contains(to);
        if captures && enemy.contains(to) {
            return self.exposure(from, to);
        }
        if captures && self.en_passant_cells.contains(to) {
            return self.en_passant_refusal(from, to);
        }
        let Some(passed) = self.passed_on_the_way(pawn, from, to) else {
            return Some(match captures {
                true if own.contains(to) => MoveRefusal::OwnPiece,
                true => MoveRefusal::NothingToCapture,
                false if self.is_first_capture(pawn, from, to) => MoveRefusal::FirstCaptureOnly,
                false => MoveRefusal::Geometry,
            });
        };
        let in_front = pawns.front(pawn.color, from) & enemy;
        if pawns.stopped_by_enemy_in_front()
            && !in_front.contains(to)
            && let Some(by) = in_front.first()
        {
            return Some(MoveRefusal::PawnStopped { by });
        }
        let steps = pawns.steps(pawn.color, from);
        if passed.len() >= usize::from(steps) {
            return Some(MoveRefusal::PawnSteps { steps });
        }
        if let Some(by) = self.nearest(from, passed) {
            return Some(MoveRefusal::Blocked { by });
        }
        if own.contains(to) {
            return Some(MoveRefusal::OwnPiece);
        }
        if enemy.contains(to) {
            return Some(MoveRefusal::PawnBlocked { by: to });
        }
        self.exposure(from, to)
    }

    /// Cells that a pawn passes over on its way straight on to a cell, at any distance; `None` if that is not ahead of it.
    fn passed_on_the_way(&self, pawn: Piece, from: Cell, to: Cell) -> Option<CellSet> {
        self.variant.pawns().forward(pawn.color).iter().find_map(|forward| {
            let mut passed = CellSet::EMPTY;
            let mut at = forward.shift.of(CellSet::from(from));
            while !at.is_empty() && !at.contains(to) {
                passed |= at;
                at = forward.shift.of(at);
            }
            (!at.is_empty()).then_some(passed)
        })
    }

    /// Returns whether a pawn could capture there from a starting cell.
    fn is_first_capture(&self, pawn: Piece, from: Cell, to: Cell) -> bool {
        let shifts = self.variant.pawns().first_capture_shifts(pawn.color);
        shifts.iter().any(|shift| shift.of(CellSet::from(from)).contains(to))
    }

    fn en_passant_refusal(&self, from: Cell, to: Cell) -> Option<MoveRefusal> {
        let taken = CellSet::from(self.en_passant_pawn);
        let occupied = (self.occupied() - taken - CellSet::from(from)) | CellSet::from(to);
        let attackers = self.attackers_to(self.king(self.turn), occupied) & self.by_color(!self.turn);
        let by = (attackers - taken).first()?;
        // The attacker gave check before, or is uncovered by the capture.
        Some(if self.checkers.contains(by) {
            MoveRefusal::StaysInCheck { by }
        } else {
            MoveRefusal::EnPassantExposesKing { by }
        })
    }

    /// Danger for the king after a move of another piece that is possible but for that.
    fn exposure(&self, from: Cell, to: Cell) -> Option<MoveRefusal> {
        if self.checkers.more_than_one() {
            return Some(MoveRefusal::DoubleCheck { by: self.checkers });
        }
        let king = self.king(self.turn);
        if let Some(by) = self.checkers.first()
            && !(self.variant.between(king, by) | self.checkers).contains(to)
        {
            return Some(MoveRefusal::StaysInCheck { by });
        }
        if !self.pinned.contains(from) || self.variant.board().ray_through(king, from).contains(to) {
            return None;
        }
        let without = self.occupied() - CellSet::from(from);
        let uncovered = self.attackers_to(king, without) & self.by_color(!self.turn);
        (uncovered - self.checkers).first().map(|by| MoveRefusal::Pinned { by })
    }

    fn king_refusal(&self, from: Cell, to: Cell) -> Option<MoveRefusal> {
        let near = self.variant.king_attacks(from).contains(to);
        if !near {
            let castling = self.variant.castlings().find(self.turn, to).filter(|castling| castling.king_from == from);
            return castling.map_or(Some(MoveRefusal::Geometry), |castling| self.castling_refusal(castling));
        }
        if self.by_color(self.turn).contains(to) {
            return Some(MoveRefusal::OwnPiece);
        }
        let occupied = self.occupied() - CellSet::from(from);
        self.enemy_at(to, occupied).map(|by| MoveRefusal::KingIntoCheck { by })
    }

    fn castling_refusal(&self, castling: &CastlingMove) -> Option<MoveRefusal> {
        let &CastlingMove { king_from, king_to, rook_from, rook_to, .. } = castling;
        if !self.castling.has(castling.right) {
            return Some(MoveRefusal::CastlingLost);
        }
        if let Some(by) = self.checkers.first() {
            return Some(MoveRefusal::CastlingInCheck { by });
        }
        if let Some(by) = self.nearest(king_from, castling.empty) {
            return Some(MoveRefusal::CastlingBlocked { by });
        }
        let without_king = self.occupied() - CellSet::from(king_from);
        let after = (without_king - CellSet::from(rook_from)) | CellSet::from(rook_to);
        castling.safe.into_iter().find_map(|cell| {
            let occupied = if cell == king_to { after } else { without_king };
            self.enemy_at(cell, occupied).map(|by| MoveRefusal::CastlingThroughCheck { cell, by })
        })
    }

    /// An enemy piece elsewhere that attacks a cell, were exactly `occupied` occupied.
    fn enemy_at(&self, cell: Cell, occupied: CellSet) -> Option<Cell> {
        let attackers = self.attackers_to(cell, occupied) & self.by_color(!self.turn);
        (attackers - CellSet::from(cell)).first()
    }

    /// The occupied cell of a set that is nearest to a cell.
    fn nearest(&self, from: Cell, cells: CellSet) -> Option<Cell> {
        let board = self.variant.board();
        (cells & self.occupied()).into_iter().min_by_key(|&cell| board.distance(from, cell))
    }
}
