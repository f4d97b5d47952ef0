//! Goals: the move that solves an exercise.

use std::fmt;

use saffron_rules::{Move, Position, Role, Variant};

/// Goal of an exercise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// Come to every marked cell, on a board without kings.
    Stars,
    /// Capture every black piece, on a board without kings.
    Captures,
    /// Promote a pawn to this role, on a board without kings.
    Promotion(Role),
    /// Capture en passant.
    EnPassant,
    /// Castle, by the move of this notation or any.
    Castling(Option<&'static str>),
    /// Give check.
    Check,
    /// Leave the check by a move of the king.
    EscapeByKing,
    /// Capture the piece that gives check, but not by the king.
    EscapeByCapture,
    /// Move a piece between the king and the piece that gives check.
    EscapeByBlock,
    /// Mate.
    Mate,
    /// Stalemate.
    Stalemate,
    /// Capture a piece of this role with one that is not captured in return.
    Win(Role),
}

impl Goal {
    /// Returns whether the goal is one of a board without kings, on which only White moves.
    pub fn is_solo(self) -> bool {
        matches!(self, Goal::Stars | Goal::Captures | Goal::Promotion(_))
    }

    /// Returns whether a legal move reaches the goal. `false` for the goals of a board without kings.
    pub fn is_met(self, before: &Position, mv: Move, after: &Position) -> bool {
        let is_king = before.by_role(Role::King).contains(mv.from);
        match self {
            Goal::Stars | Goal::Captures | Goal::Promotion(_) => false,
            Goal::EnPassant => before.is_en_passant(mv),
            Goal::Castling(None) => before.is_castling(mv),
            Goal::Castling(Some(notation)) => before.is_castling(mv) && notation_of(before, mv) == Some(notation),
            Goal::Check => after.in_check(),
            Goal::EscapeByKing => before.in_check() && is_king && before.captured(mv).is_none(),
            Goal::EscapeByCapture => before.in_check() && !is_king && before.captured(mv).is_some(),
            Goal::EscapeByBlock => before.in_check() && !is_king && before.captured(mv).is_none(),
            Goal::Mate => after.in_check() && !after.has_legal_move(),
            Goal::Stalemate => !after.in_check() && !after.has_legal_move(),
            Goal::Win(role) => {
                before.captured(mv) == Some(role) && !after.legal_moves().into_iter().any(|reply| reply.to == mv.to)
            }
        }
    }

    /// Reads the text form, such as `win:q`.
    pub fn parse(text: &str, variant: &Variant) -> Option<Goal> {
        let (name, detail) = text.split_once(':').map_or((text, None), |(name, detail)| (name, Some(detail)));
        let role = || Role::from_letter(single(detail?)?);
        let castling = |notation| variant.castling_moves().iter().find(|castling| castling.notation == notation);
        let goal = match (name, detail) {
            ("stars", None) => Goal::Stars,
            ("captures", None) => Goal::Captures,
            ("promotion", Some(_)) => Goal::Promotion(role()?),
            ("enPassant", None) => Goal::EnPassant,
            ("castling", None) => Goal::Castling(None),
            ("castling", Some(notation)) => Goal::Castling(Some(castling(notation)?.notation)),
            ("check", None) => Goal::Check,
            ("escapeByKing", None) => Goal::EscapeByKing,
            ("escapeByCapture", None) => Goal::EscapeByCapture,
            ("escapeByBlock", None) => Goal::EscapeByBlock,
            ("mate", None) => Goal::Mate,
            ("stalemate", None) => Goal::Stalemate,
            ("win", Some(_)) => Goal::Win(role()?),
            _ => return None,
        };
        Some(goal)
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |role: Role| role.letter().to_ascii_lowercase();
        match self {
            Goal::Stars => f.write_str("stars"),
            Goal::Captures => f.write_str("captures"),
            Goal::Promotion(role) => write!(f, "promotion:{}", letter(*role)),
            Goal::EnPassant => f.write_str("enPassant"),
            Goal::Castling(None) => f.write_str("castling"),
            Goal::Castling(Some(notation)) => write!(f, "castling:{notation}"),
            Goal::Check => f.write_str("check"),
            Goal::EscapeByKing => f.write_str("escapeByKing"),
            Goal::EscapeByCapture => f.write_str("escapeByCapture"),
            Goal::EscapeByBlock => f.write_str("escapeByBlock"),
            Goal::Mate => f.write_str("mate"),
            Goal::Stalemate => f.write_str("stalemate"),
            Goal::Win(role) => write!(f, "win:{}", letter(*role)),
        }
    }
}

fn single(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// Returns the notation of a castling move.
pub(crate) fn notation_of(position: &Position, mv: Move) -> Option<&'static str> {
    let mut moves = position.variant().castling_moves().iter();
    moves
        .find(|castling| castling.color == position.turn() && castling.king_to == mv.to)
        .map(|castling| castling.notation)
}
