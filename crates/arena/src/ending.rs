//! Why a game ended.

/// Why a game of a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// Mate.
    Checkmate,
    /// Stalemate, whatever the variant makes of it.
    Stalemate,
    /// Nobody could mate any more.
    DeadPosition,
    /// The same position for the third time.
    Repetition,
    /// 50 moves of each side without a capture or a pawn move.
    FiftyMoves,
    /// Both engines saw a draw for long enough.
    AdjudicatedDraw,
    /// The loser saw no hope for long enough.
    AdjudicatedWin,
    /// The game was too long, and drawn.
    TooLong,
    /// The loser overstepped its time.
    TimeLoss,
    /// The loser's move was not legal, or no move.
    IllegalMove,
    /// The loser's program ended.
    Crash,
    /// The loser did not answer, and was ended.
    Hang,
    /// The loser said that it could not play on.
    Refusal,
}

impl Ending {
    /// All of them, in the order of tables.
    pub const ALL: [Self; 13] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::DeadPosition,
        Self::Repetition,
        Self::FiftyMoves,
        Self::AdjudicatedDraw,
        Self::AdjudicatedWin,
        Self::TooLong,
        Self::TimeLoss,
        Self::IllegalMove,
        Self::Crash,
        Self::Hang,
        Self::Refusal,
    ];

    /// Its name in tables and in the tag `Ending` of a record.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::DeadPosition => "dead position",
            Self::Repetition => "repetition",
            Self::FiftyMoves => "50 moves",
            Self::AdjudicatedDraw => "adjudicated draw",
            Self::AdjudicatedWin => "adjudicated win",
            Self::TooLong => "too long",
            Self::TimeLoss => "time loss",
            Self::IllegalMove => "illegal move",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::Refusal => "refusal",
        }
    }

    /// The end with this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ending| ending.name() == name)
    }

    /// The value of the tag `Termination`, in the words of the standard of PGN.
    pub const fn termination(self) -> &'static str {
        match self {
            Self::AdjudicatedDraw | Self::AdjudicatedWin | Self::TooLong => "adjudication",
            Self::TimeLoss => "time forfeit",
            Self::IllegalMove | Self::Refusal => "rules infraction",
            Self::Crash | Self::Hang => "abandoned",
            _ => "normal",
        }
    }

    /// Whether the loser failed as a program.
    pub const fn is_failure(self) -> bool {
        matches!(self, Self::TimeLoss | Self::IllegalMove | Self::Crash | Self::Hang | Self::Refusal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for ending in Ending::ALL {
            assert_eq!(Ending::by_name(ending.name()), Some(ending));
        }
        assert_eq!(Ending::by_name("mate"), None);
    }
}
