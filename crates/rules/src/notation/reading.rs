//! The legal move that a text means, or what is wrong with it.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::vec::Vec;

use crate::cell::{Cell, CellSet};
use crate::notation::dialects::DialectPly;
use crate::notation::error::{IllegalMoveReason, Origin, SanError};
use crate::notation::marks::is_null_move;
use crate::notation::style::{FileLetters, Notation};
use crate::notation::text::{MoveText, Parts};
use crate::piece::{Move, Role};
use crate::position::Position;
use crate::text::truncated;

impl Position {
    /// Reads a legal move in short or long notation. How much of it is written does not matter
    /// where one legal move fits: signs of capture, check and mate may be missing, the origin
    /// may be told in part or in full, a pawn's capture may name the two files alone. `!`, `?`
    /// and marks of en passant may follow; castling is read with zeros or letters O. Moves of Game Courier (`P e2-e4`) and
    /// Zillions of Games (`Pawn e2 - e4`) are read where all that they say is so.
    ///
    /// # Errors
    /// A [`SanError`]: the text is no move, no legal move fits, or several do.
    pub fn read_move(&self, text: &str, notation: Notation) -> Result<Move, SanError> {
        if let Some(ply) = DialectPly::read(text) {
            return ply.find(self, notation.files).map_err(|_| SanError::Illegal(truncated(text)));
        }
        let mut error = SanError::Syntax(truncated(text));
        if is_null_move(text) {
            return Err(error);
        }
        for reading in MoveText::readings(text, notation.language) {
            let found = match reading {
                MoveText::Castling(name) => castlings_in_english(self, &name),
                MoveText::Ordinary(parts) => self.fitting(&parts, notation.files),
            };
            match found[..] {
                [mv] => return self.unless_mate(text, notation, mv),
                [] => error = SanError::Illegal(truncated(text)),
                _ => {
                    let all: Vec<_> = found.iter().map(|&mv| self.long_san(mv)).collect();
                    return Err(SanError::Ambiguous(truncated(text), all.join(", ")));
                }
            }
        }
        Err(error)
    }

    /// The move that was read, unless a cross at its end may as well be the sign of another move that mates.
    fn unless_mate(&self, text: &str, notation: Notation, mv: Move) -> Result<Move, SanError> {
        let other = text.strip_suffix(['x', 'X', '×']).and_then(|bare| self.read_move(bare, notation).ok());
        match other.filter(|&other| other != mv && self.mates(other)) {
            None => Ok(mv),
            Some(other) => {
                let both = format!("{}, {}", self.long_san(mv), self.long_san(other));
                Err(SanError::Ambiguous(truncated(text), both))
            }
        }
    }

    fn mates(&self, mv: Move) -> bool {
        let mut next = *self;
        next.play_unchecked(mv);
        next.in_check() && !next.has_legal_move()
    }

    /// Reads a legal move in short or long notation with English letters, as
    /// [`read_move`](Self::read_move) does in any language.
    ///
    /// # Errors
    /// A [`SanError`]: the text is no move, no legal move fits, or several do.
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        self.read_move(text, Notation::ENGLISH)
    }

    /// The legal moves that the parts fit.
    fn fitting(&self, parts: &Parts, files: FileLetters) -> Vec<Move> {
        let board = self.variant().board();
        let mut found = Vec::new();
        let Some((from_file, to_file)) = files_of(self, parts, files) else {
            return found;
        };
        let targets = match parts.to_rank {
            Some(rank) => board.cell_at(to_file, rank).map_or(CellSet::EMPTY, CellSet::from),
            None => board.cells().iter().filter(|&cell| board.file(cell) == to_file).collect(),
        };
        // Cells without a letter: a program's way to write any piece's move, or a person's to
        // write a pawn's. The pawn comes first.
        let both_cells = parts.from_file.is_some() && parts.from_rank.is_some();
        self.generate(targets, |moves| {
            let from_fits = from_file.is_none_or(|file| board.file(moves.from) == file)
                && parts.from_rank.is_none_or(|rank| board.rank(moves.from) == rank);
            if !from_fits || !(moves.role == parts.role || !parts.role_is_written && both_cells) {
                return false;
            }
            for to in moves.to {
                let mv = Move { from: moves.from, to, promotion: parts.promotion };
                let captured = self.captured(mv);
                let promotes = moves.promotions.contains(to);
                let fits = promotes == parts.promotion.is_some()
                    && parts.promotion.is_none_or(|role| moves.roles.contains(&role))
                    && (!self.is_castling(mv) || both_cells || parts.role_is_written)
                    && (captured.is_some() || !(parts.captures && moves.role == Role::Pawn))
                    && parts.captured.is_none_or(|role| captured == Some(role))
                    && (parts.to_rank.is_some() || captured.is_some())
                    && (captured.is_some() || !parts.en_passant);
                if fits {
                    found.push(mv);
                }
            }
            false
        });
        if parts.en_passant && found.iter().any(|&mv| self.is_en_passant(mv)) {
            found.retain(|&mv| self.is_en_passant(mv));
        }
        if parts.role == Role::Pawn && found.len() > 1 && !parts.captures && parts.to_rank.is_some() {
            // A step may be written without its file, a capture never is.
            found.retain(|&mv| self.captured(mv).is_none());
        }
        found
    }

    /// Reason why a text is an illegal move; `None` if [`Position::read_move`] reads it, if it is no move or if it fits
    /// several moves.
    ///
    /// ```
    /// use saffron_rules::{Notation, Variant};
    ///
    /// let position = Variant::by_id("glinski").unwrap().start();
    /// let fault = position.why_illegal("Nf6", Notation::ENGLISH).unwrap();
    /// assert_eq!(fault.to_string(), "no knight of White can go to f6");
    /// ```
    pub fn why_illegal(&self, text: &str, notation: Notation) -> Option<IllegalMoveReason> {
        if is_null_move(text) {
            return Some(IllegalMoveReason::NullMove);
        }
        if let Some(ply) = DialectPly::read(text) {
            return ply.find(self, notation.files).err();
        }
        // Where a text can be read in two ways, the last one says more: what is captured.
        let read = MoveText::readings(text, notation.language).last()?;
        let side = self.turn();
        if !self.has_legal_move() {
            return Some(if self.in_check() { IllegalMoveReason::Checkmate } else { IllegalMoveReason::Stalemate });
        }
        let parts = match &read {
            MoveText::Castling(name) if !castlings_in_english(self, name).is_empty() => return None,
            MoveText::Castling(_) => return Some(IllegalMoveReason::Castling),
            MoveText::Ordinary(parts) => parts,
        };
        if !matches!(self.read_move(text, notation), Err(SanError::Illegal(_))) {
            return None;
        }
        let board = self.variant().board();
        let names = files_of(self, parts, notation.files);
        let (from_file, to_file) = names.unwrap_or((None, parts.to_file));
        let Some(rank) = parts.to_rank else {
            return Some(IllegalMoveReason::NoPawnCapture { side, from: parts.from_file?, to: parts.to_file });
        };
        let Some(to) = names.and_then(|_| board.cell_at(to_file, rank)) else {
            return Some(IllegalMoveReason::NoSuchCell(format!("{}{rank}", parts.to_file)));
        };
        let cell = format!("{}{rank}", parts.to_file);
        let from = from_file.zip(parts.from_rank).and_then(|(file, rank)| board.cell_at(file, rank));
        let role = match from.and_then(|from| self.role_at(from)) {
            Some(role) if !parts.role_is_written => role,
            _ => parts.role,
        };
        let pieces = self.pieces(side, role);
        let named: CellSet = pieces
            .into_iter()
            .filter(|&at| from_file.is_none_or(|file| board.file(at) == file))
            .filter(|&at| parts.from_rank.is_none_or(|rank| board.rank(at) == rank))
            .collect();
        if named.is_empty() {
            let origin = match (parts.from_file, parts.from_rank) {
                (Some(file), Some(rank)) => Origin::Cell(format!("{file}{rank}")),
                (Some(file), None) => Origin::File(file),
                (None, Some(rank)) => Origin::Rank(rank),
                (None, None) => Origin::Unspecified,
            };
            return Some(IllegalMoveReason::NoPiece { side, role, origin });
        }
        if self.by_color(side).contains(to) {
            return Some(IllegalMoveReason::OwnPiece { side, cell });
        }
        let promotes = role == Role::Pawn && self.variant().promotion_cells(side).contains(to);
        let otherwise = if promotes { parts.promotion.or(Some(Role::Queen)) } else { None };
        let legal = |from| {
            let mv = Move { from, to, promotion: otherwise };
            self.is_legal(mv) && !self.is_castling(mv)
        };
        if named.into_iter().any(legal) {
            return Some(match (promotes, parts.promotion) {
                (true, None) => IllegalMoveReason::PromotionMissing(cell),
                (false, Some(_)) => IllegalMoveReason::NoPromotion(cell),
                _ => IllegalMoveReason::NothingToCapture(cell),
            });
        }
        // A piece that could go there if its king did not matter.
        let reaches = |from: Cell| self.could_reach(from, role, to);
        if named.into_iter().any(reaches) {
            return Some(if role == Role::King {
                IllegalMoveReason::KingIntoCheck { side, cell }
            } else if self.in_check() {
                IllegalMoveReason::StaysInCheck(side)
            } else {
                IllegalMoveReason::Pinned { side, role }
            });
        }
        let origin = match named.first() {
            Some(from) if named.len() < pieces.len() => Origin::Cell(board.name(from).to_owned()),
            _ => Origin::Unspecified,
        };
        Some(IllegalMoveReason::OutOfReach { side, role, origin, cell })
    }

    /// Returns whether a piece could go to the cell if no king had to be minded.
    fn could_reach(&self, from: Cell, role: Role, to: Cell) -> bool {
        let (variant, occupied) = (self.variant(), self.occupied());
        let side = self.turn();
        if role != Role::Pawn {
            return variant.attacks(crate::Piece { color: side, role }, from, occupied).contains(to);
        }
        if variant.pawn_attacks(side, from).contains(to) {
            return occupied.contains(to) || self.en_passant_cells().contains(to);
        }
        // Steps in one direction, over empty cells.
        let board = variant.board();
        let at = board.coordinates(from);
        variant.pawns().front(side, from).into_iter().any(|front| {
            let next = board.coordinates(front);
            let (dx, dy) = (next.0 - at.0, next.1 - at.1);
            let step = |cell: &Cell| board.step(*cell, dx, dy);
            let path = core::iter::successors(Some(front), step).take(variant.pawns().steps(side, from).into());
            path.take_while(|&cell| !occupied.contains(cell)).any(|cell| cell == to)
        })
    }
}

/// Files of the board that the parts name; `None` if the naming has no such file.
fn files_of(position: &Position, parts: &Parts, files: FileLetters) -> Option<(Option<char>, char)> {
    let board = position.variant().board();
    let from = match parts.from_file {
        Some(letter) => Some(files.read(board, letter)?),
        None => None,
    };
    Some((from, files.read(board, parts.to_file)?))
}

/// The legal castling moves of this name, with English letters; a name without a flank is of either.
fn castlings_in_english(position: &Position, name: &str) -> Vec<Move> {
    let side = position.turn();
    let is_called = |notation: &str| {
        let kind = notation.split_once('-').filter(|(flank, _)| *flank != "0").map(|(_, kind)| kind);
        notation == name || kind == Some(name)
    };
    let named = position.variant().castling_moves().iter().filter(|castling| castling.color == side);
    named
        .filter(|castling| is_called(castling.notation))
        .map(|castling| Move { from: castling.king_from, to: castling.king_to, promotion: None })
        .filter(|&mv| position.is_legal(mv))
        .collect()
}
