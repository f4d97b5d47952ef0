//! Making a move on a position.

use crate::cell::{Cell, CellSet};
use crate::piece::{Color, Move, Piece, Role};
use crate::position::Position;
use crate::setup::{MAX_FULLMOVES, MAX_HALFMOVES};
use crate::zobrist;
use alloc::string::String;

/// Observer of the pieces that a move removes from the board and adds to it, for what is computed from them, such as the
/// accumulator of a network.
pub trait Observer {
    /// A piece was removed from a cell.
    fn piece_removed(&mut self, piece: Piece, cell: Cell);
    /// A piece was added to an empty cell.
    fn piece_added(&mut self, piece: Piece, cell: Cell);
}

/// Ignores every change.
impl Observer for () {
    #[inline]
    fn piece_removed(&mut self, _: Piece, _: Cell) {}
    #[inline]
    fn piece_added(&mut self, _: Piece, _: Cell) {}
}

impl Position {
    /// The position after a legal move.
    ///
    /// # Errors
    /// [`IllegalMove`] when the move is not legal here; nothing is changed.
    pub fn play(&self, mv: Move) -> Result<Self, IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove(self.uci(mv)));
        }
        let mut next = *self;
        next.play_unchecked(mv);
        Ok(next)
    }

    /// Makes a move that is known to be legal. With any other move the result is not a legal
    /// position, and what is asked of it then may be wrong or panic.
    pub fn play_unchecked(&mut self, mv: Move) {
        self.play_observed(mv, &mut ());
    }

    /// Makes a move that is known to be legal, as [`Position::play_unchecked`] does, and tells the observer about every
    /// piece that is removed from the board or added to it.
    ///
    /// ```
    /// use saffron_rules::{Cell, Observer, Piece, Variant};
    ///
    /// #[derive(Default)]
    /// struct Changes(String);
    ///
    /// impl Observer for Changes {
    ///     fn piece_removed(&mut self, piece: Piece, _: Cell) {
    ///         self.0 += &format!("-{}", piece.letter());
    ///     }
    ///     fn piece_added(&mut self, piece: Piece, _: Cell) {
    ///         self.0 += &format!("+{}", piece.letter());
    ///     }
    /// }
    ///
    /// let mut position = Variant::by_id("glinski").unwrap().start();
    /// let mut changes = Changes::default();
    /// for text in ["f5f6", "g7g6", "f6g6"] {
    ///     position.play_observed(position.parse_uci(text).unwrap(), &mut changes);
    /// }
    /// assert_eq!(changes.0, "-P+P-p+p-p-P+P");
    /// ```
    pub fn play_observed(&mut self, mv: Move, observer: &mut impl Observer) {
        match self.role_at(mv.from) {
            Some(role) => self.play_role(mv, role, observer),
            None => debug_assert!(false, "no piece on the cell that the move leaves"),
        }
    }

    /// Makes a legal move of a piece of this role.
    #[inline]
    pub(crate) fn play_role(&mut self, mv: Move, role: Role, observer: &mut impl Observer) {
        let us = self.turn;
        self.hash ^= self.en_passant_hash;
        self.halfmove_clock = (self.halfmove_clock + 1).min(MAX_HALFMOVES);
        self.take_at(us, mv, role, observer);
        self.take(Piece { color: us, role }, mv.from, observer);
        self.put(Piece { color: us, role: mv.promotion.unwrap_or(role) }, mv.to, observer);
        self.en_passant_cells = CellSet::EMPTY;
        match role {
            Role::Pawn => self.after_pawn_move(mv),
            Role::King if !self.variant.king_attacks(mv.from).contains(mv.to) => {
                self.bring_rook(us, mv.to, observer);
            }
            _ => {}
        }
        if !self.castling.is_empty() {
            let kept = self.variant.castlings().kept(mv.from, mv.to);
            self.hash ^= zobrist::castling(self.castling.bits());
            self.castling = self.castling.keeping(kept);
            self.hash ^= zobrist::castling(self.castling.bits());
        }
        self.pass_turn();
    }

    /// The position after a pass, or none when in check.
    pub fn null_move(&self) -> Option<Self> {
        if self.in_check() {
            return None;
        }
        let mut next = *self;
        next.hash ^= next.en_passant_hash;
        next.en_passant_cells = CellSet::EMPTY;
        next.halfmove_clock = (next.halfmove_clock + 1).min(MAX_HALFMOVES);
        next.pass_turn();
        Some(next)
    }

    fn pass_turn(&mut self) {
        if self.turn == Color::Black {
            self.fullmove_number = (self.fullmove_number + 1).min(MAX_FULLMOVES);
        }
        self.turn = !self.turn;
        self.hash ^= zobrist::black_to_move();
        self.find_checks_and_pins();
        self.en_passant_hash = if self.en_passant_cells.is_empty() { 0 } else { self.computed_en_passant_hash() };
        self.hash ^= self.en_passant_hash;
    }

    /// Removes the piece that the move captures, if any.
    #[inline]
    fn take_at(&mut self, us: Color, mv: Move, role: Role, observer: &mut impl Observer) {
        let cell = if self.by_color(!us).contains(mv.to) {
            mv.to
        } else if role == Role::Pawn && self.takes_en_passant(us, mv) {
            self.en_passant_pawn
        } else {
            return;
        };
        if let Some(taken) = self.role_at(cell) {
            self.take(Piece { color: !us, role: taken }, cell, observer);
            self.halfmove_clock = 0;
        }
    }

    /// Returns whether the move of a pawn is a capture en passant.
    #[inline]
    fn takes_en_passant(&self, us: Color, mv: Move) -> bool {
        self.en_passant_cells.contains(mv.to) && self.variant.pawn_attacks(us, mv.from).contains(mv.to)
    }

    #[inline]
    fn after_pawn_move(&mut self, mv: Move) {
        self.halfmove_clock = 0;
        // What is promoted at once is no pawn that could be taken in passing.
        if mv.promotion.is_none() {
            // Nothing lies between the cells of a single step or a capture.
            self.en_passant_cells = self.variant.between(mv.from, mv.to);
            self.en_passant_pawn = mv.to;
        }
    }

    fn bring_rook(&mut self, us: Color, king_to: Cell, observer: &mut impl Observer) {
        if let Some(castling) = self.variant.castlings().find(us, king_to) {
            let rook = Piece { color: us, role: Role::Rook };
            let (from, to) = (castling.rook_from, castling.rook_to);
            self.take(rook, from, observer);
            self.put(rook, to, observer);
        }
    }

    #[inline]
    fn take(&mut self, piece: Piece, cell: Cell, observer: &mut impl Observer) {
        self.toggle(piece, cell);
        observer.piece_removed(piece, cell);
    }

    #[inline]
    fn put(&mut self, piece: Piece, cell: Cell, observer: &mut impl Observer) {
        self.toggle(piece, cell);
        observer.piece_added(piece, cell);
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, cell: Cell) {
        let set = CellSet::from(cell);
        self.roles[piece.role.index()] ^= set;
        self.colors[piece.color.index()] ^= set;
        self.hash ^= zobrist::piece(piece, cell);
    }

    /// The role of the piece that a legal move captures; a pawn for a capture en passant.
    #[inline]
    pub fn captured(&self, mv: Move) -> Option<Role> {
        if self.by_color(!self.turn).contains(mv.to) {
            return self.role_at(mv.to);
        }
        self.is_en_passant(mv).then_some(Role::Pawn)
    }

    /// Returns whether a legal move captures en passant.
    #[inline]
    pub fn is_en_passant(&self, mv: Move) -> bool {
        self.takes_en_passant(self.turn, mv) && self.by_role(Role::Pawn).contains(mv.from)
    }

    /// Returns whether a legal move is castling: a king's move that is longer than its step.
    #[inline]
    pub fn is_castling(&self, mv: Move) -> bool {
        self.by_role(Role::King).contains(mv.from) && !self.variant.king_attacks(mv.from).contains(mv.to)
    }
}

/// A move that is not legal in the position where it was tried.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0} is not a legal move here")]
pub struct IllegalMove(pub(crate) String);

#[cfg(test)]
mod tests {
    use crate::position::Position;
    use crate::variant::Variant;

    #[test]
    fn a_pass_changes_the_side_to_move_and_nothing_that_stands() {
        let start = Variant::by_id("shafran").unwrap().start();
        let after_pass = start.null_move().unwrap();
        assert_eq!(after_pass.turn(), !start.turn());
        assert_eq!(after_pass.occupied(), start.occupied());
        assert_eq!(after_pass.hash(), after_pass.computed_hash());
        let back = after_pass.null_move().unwrap();
        assert_eq!(back.hash(), start.hash());
        assert_eq!(back.fullmove_number(), 2);
    }

    /// The pawn on e4 could take on e3 or not; after a pass no piece can.
    #[test]
    fn a_pass_gives_up_what_could_be_taken_in_passing() {
        let shafran = Variant::by_id("shafran").unwrap();
        for (placement, hash_differs) in [("k4/6/7/8/9/5p3/8/7/6/4K", true), ("k4/6/7/8/9/9/8/7/6/4K", false)] {
            let placement = placement.replace("9/9/8", "9/4P4/8").replace("9/5p3/8", "9/4Pp3/8");
            let here = Position::from_fen(shafran, &format!("{placement} b - e3e4 7 9")).unwrap();
            let after_pass = here.null_move().unwrap();
            let fresh = Position::from_fen(shafran, &format!("{placement} w - - 8 10")).unwrap();
            assert_eq!((after_pass, after_pass.hash()), (fresh, fresh.hash()));
            let unable = Position::from_fen(shafran, &format!("{placement} b - - 7 9")).unwrap();
            assert_eq!(here.hash() != unable.hash(), hash_differs, "{placement}");
        }
    }

    #[test]
    fn an_illegal_move_is_refused_and_named() {
        let start = Variant::by_id("shafran").unwrap().start();
        let board = start.variant().board();
        let mv =
            |from, to| crate::Move { from: board.cell(from).unwrap(), to: board.cell(to).unwrap(), promotion: None };
        assert_eq!(start.play(mv("e2", "e6")).unwrap_err().to_string(), "e2e6 is not a legal move here");
        assert!(start.play(mv("e5", "e6")).is_err());
        assert!(start.play(mv("e9", "e8")).is_err());
        assert!(start.play(mv("e2", "e5")).is_ok());
    }
}
