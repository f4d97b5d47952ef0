//! Writing a legal move in standard and long algebraic notation with English letters.

use alloc::string::String;
use core::fmt::Write;

use crate::cell::{Cell, CellSet};
use crate::piece::{Move, Role};
use crate::position::Position;

impl Position {
    /// Writes a legal move in short notation, with the fewest letters that tell it from other
    /// legal moves: none, else the file, else the rank, else both. A pawn's capture always
    /// names the file; `+` is check and `#` mate.
    ///
    /// ```
    /// use saffron_rules::Variant;
    ///
    /// let position = Variant::by_id("shafran").unwrap().start();
    /// let mv = position.parse_uci("b1c4").unwrap();
    /// assert_eq!(position.san(mv), "Nc4");
    /// assert_eq!(position.long_san(mv), "Nb1-c4");
    /// ```
    pub fn san(&self, mv: Move) -> String {
        let mut text = String::new();
        if !self.write_castling(mv, &mut text) {
            let board = self.variant().board();
            let role = self.write_letter(mv, &mut text);
            let captures = self.captured(mv).is_some();
            let file_at_least = role == Role::Pawn && captures;
            self.write_origin(mv, role, file_at_least, &mut text);
            if captures {
                text.push('x');
            }
            text.push_str(board.name(mv.to));
            write_promotion(mv, &mut text);
        }
        self.write_check(mv, &mut text);
        text
    }

    /// Writes a legal move in long notation: both cells, `-` or `x` between them.
    pub fn long_san(&self, mv: Move) -> String {
        let mut text = String::new();
        if !self.write_castling(mv, &mut text) {
            let board = self.variant().board();
            self.write_letter(mv, &mut text);
            let link = if self.captured(mv).is_some() { 'x' } else { '-' };
            let _ = write!(text, "{}{link}{}", board.name(mv.from), board.name(mv.to));
            write_promotion(mv, &mut text);
        }
        self.write_check(mv, &mut text);
        text
    }

    fn write_castling(&self, mv: Move, text: &mut String) -> bool {
        let castling = self.is_castling(mv).then(|| self.variant().castlings().find(self.turn(), mv.to));
        match castling.flatten() {
            Some(castling) => text.push_str(castling.notation),
            None => return false,
        }
        true
    }

    fn write_letter(&self, mv: Move, text: &mut String) -> Role {
        let role = self.role_at(mv.from).unwrap_or(Role::Pawn);
        if role != Role::Pawn {
            text.push(role.letter());
        }
        role
    }

    /// Writes as much of the cell that the piece leaves as is needed.
    fn write_origin(&self, mv: Move, role: Role, file_at_least: bool, text: &mut String) {
        let board = self.variant().board();
        let rivals = self.origins(role, mv.to, self.captured(mv).is_some()) - mv.from.into();
        let (file, rank) = (board.file(mv.from), board.rank(mv.from));
        let same_file = rivals.into_iter().any(|cell| board.file(cell) == file);
        let same_rank = rivals.into_iter().any(|cell| board.rank(cell) == rank);
        let (write_file, write_rank) = match (rivals.is_empty(), same_file, same_rank) {
            (true, ..) => (file_at_least, false),
            (_, false, _) => (true, false),
            (_, true, false) => (file_at_least, true),
            (_, true, true) => (true, true),
        };
        if write_file {
            text.push(file);
        }
        if write_rank {
            let _ = write!(text, "{rank}");
        }
    }

    /// Cells of the pieces of a role that may legally go to the cell. A pawn may come to one empty
    /// cell by a step and by a capture en passant; the two are written differently.
    fn origins(&self, role: Role, to: Cell, captures: bool) -> CellSet {
        let mut origins = CellSet::EMPTY;
        self.generate(to.into(), |moves| {
            let mv = Move { from: moves.from, to, promotion: None };
            if moves.role == role
                && !self.is_castling(mv)
                && (role != Role::Pawn || self.captured(mv).is_some() == captures)
            {
                origins.insert(moves.from);
            }
            false
        });
        origins
    }

    fn write_check(&self, mv: Move, text: &mut String) {
        let mut next = *self;
        next.play_unchecked(mv);
        if next.in_check() {
            text.push(if next.has_legal_move() { '+' } else { '#' });
        }
    }
}

fn write_promotion(mv: Move, text: &mut String) {
    if let Some(role) = mv.promotion {
        text.push('=');
        text.push(role.letter());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::error::SanError;
    use crate::variant::Variant;

    fn position(id: &str, fen: &str) -> Position {
        Position::from_fen(Variant::by_id(id).unwrap(), fen).unwrap()
    }

    #[test]
    fn the_fewest_letters_that_tell() {
        // Rooks on a1 and a5: both see a3; a third on c3 too.
        let p = position("glinski", "1/2k/5/7/9/R10/11/R1R8/11/11/5K5 w - - 0 1");
        let san = |uci| p.san(p.parse_uci(uci).unwrap());
        assert_eq!(san("c4b4"), "Rcb4");
        assert_eq!(san("a4b4"), "Rab4");
        assert_eq!(san("a6a5"), "R6a5+");
        assert_eq!(p.parse_san("R6a5"), p.parse_uci("a6a5").map_err(|_| unreachable!()));
        assert!(matches!(p.parse_san("Ra5"), Err(SanError::Ambiguous(..))));
        assert!(matches!(p.parse_san("Rb4"), Err(SanError::Ambiguous(..))));
    }

    #[test]
    fn pawns_that_may_go_two_ways_name_their_file() {
        let p = Variant::by_id("devasa").unwrap().start();
        let san = |uci| p.san(p.parse_uci(uci).unwrap());
        assert_eq!(san("a3a4"), "a4");
        assert_eq!(san("a3b4"), "ab4");
        assert_eq!(san("b3b4"), "bb4");
        assert_eq!(p.parse_san("ab4").map(|mv| p.uci(mv)), Ok("a3b4".to_owned()));
        assert!(matches!(p.parse_san("b4"), Err(SanError::Ambiguous(..))));
    }

    #[test]
    fn castling_is_read_with_zeros_or_letters() {
        let p = position("shafran", "k4/6/7/8/9/8R/8/7/6/R3K w QB - 0 1");
        for (uci, san) in [("e1c1", "Q-0-0"), ("e1b1", "Q-0-0-0"), ("e1g3", "B-0-0"), ("e1h4", "B-0-0-0")] {
            let mv = p.parse_uci(uci).unwrap();
            assert_eq!(p.san(mv), san);
            assert_eq!(p.long_san(mv), san);
            assert_eq!(p.parse_san(san), Ok(mv));
            assert_eq!(p.parse_san(&san.replace('0', "O")), Ok(mv));
        }
        // Without a flank, only where one castling of its kind is legal.
        assert!(matches!(p.parse_san("0-0"), Err(SanError::Ambiguous(..))));
        let queens_flank = position("shafran", "k4/6/7/8/9/9/8/7/6/R3K w Q - 0 1");
        assert_eq!(queens_flank.parse_san("0-0-0"), queens_flank.parse_san("Q-0-0-0"));
        // As the king's move that it is.
        assert_eq!(p.parse_san("Kb1"), p.parse_san("Q-0-0-0"));
    }

    #[test]
    fn nonsense_is_no_move() {
        let p = Variant::by_id("shafran").unwrap().start();
        for text in ["", "x", "e", "5", "=Q", "N", "Nx", "Z5", "e2e2e2", "é4", "N(4", "e4)", "e4=K"] {
            assert!(p.parse_san(text).is_err(), "{text}");
        }
        for text in ["e5", "e2-e5", "e2e5", "e5!", "Nc4+?"] {
            assert!(p.parse_san(text).is_ok(), "{text}");
        }
    }
}
