//! Topics: what an exercise teaches.

use std::fmt;

use saffron_rules::Role;

/// Topic of exercises, in the order in which they are learned.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Topic {
    Rook,
    Bishop,
    Queen,
    King,
    Knight,
    /// Steps and captures of pawns.
    Pawn,
    EnPassant,
    Promotion,
    Castling,
    /// Giving check.
    Check,
    /// The three answers to a check.
    Escape,
    /// Mate in one move.
    Mate,
    /// Stalemate: given where it wins points, avoided where it is a draw.
    Stalemate,
    Fork,
    Pin,
    /// Mate in two moves.
    MateIn2,
}

impl Topic {
    /// All topics, in the order in which they are learned.
    pub const ALL: [Topic; 16] = [
        Topic::Rook,
        Topic::Bishop,
        Topic::Queen,
        Topic::King,
        Topic::Knight,
        Topic::Pawn,
        Topic::EnPassant,
        Topic::Promotion,
        Topic::Castling,
        Topic::Check,
        Topic::Escape,
        Topic::Mate,
        Topic::Stalemate,
        Topic::Fork,
        Topic::Pin,
        Topic::MateIn2,
    ];

    /// Id, the first part of an exercise's id.
    pub fn id(self) -> &'static str {
        match self {
            Topic::Rook => "rook",
            Topic::Bishop => "bishop",
            Topic::Queen => "queen",
            Topic::King => "king",
            Topic::Knight => "knight",
            Topic::Pawn => "pawn",
            Topic::EnPassant => "enPassant",
            Topic::Promotion => "promotion",
            Topic::Castling => "castling",
            Topic::Check => "check",
            Topic::Escape => "escape",
            Topic::Mate => "mate",
            Topic::Stalemate => "stalemate",
            Topic::Fork => "fork",
            Topic::Pin => "pin",
            Topic::MateIn2 => "mateIn2",
        }
    }

    /// Returns the topic with this id.
    pub fn from_id(id: &str) -> Option<Topic> {
        Topic::ALL.into_iter().find(|topic| topic.id() == id)
    }

    /// Role of the pieces that move on a board without kings.
    pub fn role(self) -> Option<Role> {
        match self {
            Topic::Rook => Some(Role::Rook),
            Topic::Bishop => Some(Role::Bishop),
            Topic::Queen => Some(Role::Queen),
            Topic::King => Some(Role::King),
            Topic::Knight => Some(Role::Knight),
            Topic::Pawn | Topic::Promotion => Some(Role::Pawn),
            _ => None,
        }
    }
}

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
