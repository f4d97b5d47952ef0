//! The termination of a game.

/// The termination of a game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    /// Mate.
    Checkmate,
    /// Stalemate, whatever its score in the variant.
    Stalemate,
    /// Neither side can win.
    DeadPosition,
    /// The same position for the third time.
    Repetition,
    /// 50 moves of each side without a capture or a pawn move.
    FiftyMoves,
    /// The draw rule applied, or the resign rule against a side that has too little to win with.
    AdjudicatedDraw,
    /// The resign rule applied.
    AdjudicatedWin,
    /// The endgame tables have the result.
    Tables,
    /// The game reached the maximum length and is a draw.
    TooLong,
    /// The loser exceeded its time. Like the other failures, a draw if the opponent has too little to win with.
    TimeLoss,
    /// The loser's move was not legal, or no move.
    IllegalMove,
    /// The loser's process ended.
    Crash,
    /// The loser did not reply, and its process was killed.
    Hang,
    /// The loser reported an error instead of a move.
    Refusal,
}

impl Termination {
    /// All terminations, in the order of tables.
    pub const ALL: [Self; 14] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::DeadPosition,
        Self::Repetition,
        Self::FiftyMoves,
        Self::AdjudicatedDraw,
        Self::AdjudicatedWin,
        Self::Tables,
        Self::TooLong,
        Self::TimeLoss,
        Self::IllegalMove,
        Self::Crash,
        Self::Hang,
        Self::Refusal,
    ];

    /// The name in tables and in the PGN tag `Ending`, which is more detailed than the tag `Termination`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::DeadPosition => "dead position",
            Self::Repetition => "repetition",
            Self::FiftyMoves => "50 moves",
            Self::AdjudicatedDraw => "adjudicated draw",
            Self::AdjudicatedWin => "adjudicated win",
            Self::Tables => "endgame tables",
            Self::TooLong => "too long",
            Self::TimeLoss => "time loss",
            Self::IllegalMove => "illegal move",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::Refusal => "refusal",
        }
    }

    /// The termination with this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|termination| termination.name() == name)
    }

    /// The value of the PGN tag `Termination`.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::AdjudicatedDraw | Self::AdjudicatedWin | Self::Tables | Self::TooLong => "adjudication",
            Self::TimeLoss => "time forfeit",
            Self::IllegalMove | Self::Refusal => "rules infraction",
            Self::Crash | Self::Hang => "abandoned",
            _ => "normal",
        }
    }

    /// Whether the loser lost by a failure of its program.
    pub const fn is_failure(self) -> bool {
        matches!(self, Self::TimeLoss | Self::IllegalMove | Self::Crash | Self::Hang | Self::Refusal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found() {
        for termination in Termination::ALL {
            assert_eq!(Termination::by_name(termination.name()), Some(termination));
        }
        assert_eq!(Termination::by_name("mate"), None);
    }
}
