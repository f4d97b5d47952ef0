//! Terminations of games.

/// Termination of a game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    Checkmate,
    /// Stalemate, with any score of the variant.
    Stalemate,
    /// Position in which neither side can win.
    DeadPosition,
    /// Third occurrence of a position.
    Repetition,
    /// 50 moves of each side without a capture or a pawn move.
    FiftyMoves,
    /// Draw by the draw rule, or by the resign rule when the other side has too little material to win.
    AdjudicatedDraw,
    /// Win by the resign rule.
    AdjudicatedWin,
    /// Result from the endgame tables.
    Tables,
    /// Draw at the maximum length of a game.
    TooLong,
    /// Loss on time. Like every failure, a draw if the opponent has too little material to win.
    TimeLoss,
    /// Illegal or missing move.
    IllegalMove,
    /// End of the engine process.
    Crash,
    /// No reply; the process was killed.
    Hang,
    /// Error reported by the engine in place of a move.
    Refusal,
}

impl Termination {
    /// All terminations, in the order of the report.
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

    /// Returns the name in reports and in the PGN tag `Ending`, which is more detailed than the tag `Termination`.
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

    /// Returns the termination with this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|termination| termination.name() == name)
    }

    /// Returns the value of the PGN tag `Termination`.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::AdjudicatedDraw | Self::AdjudicatedWin | Self::Tables | Self::TooLong => "adjudication",
            Self::TimeLoss => "time forfeit",
            Self::IllegalMove | Self::Refusal => "rules infraction",
            Self::Crash | Self::Hang => "abandoned",
            _ => "normal",
        }
    }

    /// Returns true if the engine failed: it lost on time, crashed, hung, refused or made an illegal move.
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
