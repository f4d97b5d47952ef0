//! Tie-breaks and their codes.

use std::fmt;
use std::str::FromStr;

/// Tie-break with its modifier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TieBreak {
    /// What is computed.
    pub kind: TieBreakKind,
    /// What is left out.
    pub modifier: Modifier,
}

/// Tie-breaks of individual tournaments (articles 6 to 10).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TieBreakKind {
    /// Direct encounter (article 6): the value is the rank among the tied players.
    DirectEncounter,
    /// Number of wins, also without playing (7.1).
    Wins,
    /// Number of games won over the board (7.2).
    GamesWon,
    /// Number of games played with Black (7.3).
    BlackGames,
    /// Number of games won with Black (7.4).
    BlackWins,
    /// Sum of the scores after each round (7.5).
    Progressive,
    /// Rounds one elected to play (7.6).
    ElectedRounds,
    /// Standard points: 1 for more points than the opponent, ½ for as many (7.7).
    StandardPoints,
    /// Pairing number, smaller ones first (7.8).
    PairingNumber,
    /// Sum of the opponents' scores (8.1).
    Buchholz,
    /// Average of the opponents' Buchholz (8.2).
    AverageBuchholz,
    /// Buchholz as if all games of the last round were drawn (8.3).
    ForeBuchholz,
    /// Sum of the opponents' scores times the points against them (9.1).
    SonnebornBerger,
    /// Points against those with at least half of the possible points (9.2).
    Koya,
    /// Average rating of the opponents (10.1).
    AverageRating,
    /// Tournament performance rating (10.2).
    Performance,
    /// Perfect tournament performance (10.3).
    PerfectPerformance,
    /// Average performance of the opponents (10.4).
    AveragePerformance,
    /// Average perfect performance of the opponents (10.5).
    AveragePerfectPerformance,
    /// Rating (10.6).
    Rating,
}

/// Values that are left out of a sum (article 14).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Modifier {
    /// Nothing is left out.
    #[default]
    None,
    /// The least significant value.
    Cut1,
    /// The two least significant values.
    Cut2,
    /// The least and the most significant value.
    Median1,
    /// The two least and the two most significant values.
    Median2,
}

/// Codes of the kinds.
const KINDS: [(&str, TieBreakKind); 20] = [
    ("DE", TieBreakKind::DirectEncounter),
    ("WIN", TieBreakKind::Wins),
    ("WON", TieBreakKind::GamesWon),
    ("BPG", TieBreakKind::BlackGames),
    ("BWG", TieBreakKind::BlackWins),
    ("PS", TieBreakKind::Progressive),
    ("REP", TieBreakKind::ElectedRounds),
    ("STD", TieBreakKind::StandardPoints),
    ("TPN", TieBreakKind::PairingNumber),
    ("BH", TieBreakKind::Buchholz),
    ("AOB", TieBreakKind::AverageBuchholz),
    ("FB", TieBreakKind::ForeBuchholz),
    ("SB", TieBreakKind::SonnebornBerger),
    ("KS", TieBreakKind::Koya),
    ("ARO", TieBreakKind::AverageRating),
    ("TPR", TieBreakKind::Performance),
    ("PTP", TieBreakKind::PerfectPerformance),
    ("APRO", TieBreakKind::AveragePerformance),
    ("APPO", TieBreakKind::AveragePerfectPerformance),
    ("RTNG", TieBreakKind::Rating),
];

/// Codes of the modifiers.
const MODIFIERS: [(&str, Modifier); 4] =
    [("C1", Modifier::Cut1), ("C2", Modifier::Cut2), ("M1", Modifier::Median1), ("M2", Modifier::Median2)];

impl Modifier {
    /// Code, such as `C1`; `None` if nothing is left out.
    pub(crate) fn code(self) -> Option<&'static str> {
        MODIFIERS.iter().find(|(_, modifier)| *modifier == self).map(|(code, _)| *code)
    }

    /// Modifier of a code in any case.
    pub(crate) fn of_code(code: &str) -> Option<Self> {
        MODIFIERS.iter().find(|(each, _)| each.eq_ignore_ascii_case(code)).map(|(_, modifier)| *modifier)
    }

    /// Numbers of the least and of the most significant values that are left out.
    pub(super) fn cuts(self) -> (usize, usize) {
        match self {
            Self::None => (0, 0),
            Self::Cut1 => (1, 0),
            Self::Cut2 => (2, 0),
            Self::Median1 => (1, 1),
            Self::Median2 => (2, 2),
        }
    }
}

impl TieBreakKind {
    /// All kinds in the order of the articles.
    pub fn all() -> impl Iterator<Item = Self> {
        KINDS.into_iter().map(|(_, kind)| kind)
    }

    /// Returns whether smaller values come first.
    #[must_use]
    pub fn is_low_first(self) -> bool {
        matches!(self, Self::DirectEncounter | Self::PairingNumber)
    }

    /// Returns whether values can be left out.
    #[must_use]
    pub fn takes_modifier(self) -> bool {
        matches!(
            self,
            Self::Progressive | Self::Buchholz | Self::ForeBuchholz | Self::SonnebornBerger | Self::AverageRating
        )
    }

    fn code(self) -> &'static str {
        KINDS.iter().find(|(_, kind)| *kind == self).map_or("", |(code, _)| code)
    }
}

impl From<TieBreakKind> for TieBreak {
    fn from(kind: TieBreakKind) -> Self {
        Self { kind, modifier: Modifier::None }
    }
}

/// Writes the code, such as `BH-C1`.
impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.modifier.code() {
            Some(code) => f.pad(&format!("{}-{code}", self.kind.code())),
            None => f.pad(self.kind.code()),
        }
    }
}

/// Text that is not a code of a tie-break.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TieBreakError {
    /// There is no such code.
    #[error("there is no tie-break {0:?}")]
    Unknown(String),
    /// The modifier does not go with the tie-break.
    #[error("{0:?}: {1} is not a sum of which values can be left out")]
    Modifier(String, &'static str),
}

/// Reads a code in any case, with its modifier after `-` or `/`: `BH-C1`, `sb/c1`.
impl FromStr for TieBreak {
    type Err = TieBreakError;

    fn from_str(text: &str) -> Result<Self, TieBreakError> {
        let unknown = || TieBreakError::Unknown(text.to_owned());
        let (code, modifier) = text.split_once(['-', '/']).map_or((text, None), |(code, end)| (code, Some(end)));
        let (code, kind) = *KINDS.iter().find(|(each, _)| each.eq_ignore_ascii_case(code)).ok_or_else(unknown)?;
        let Some(modifier) = modifier else { return Ok(kind.into()) };
        let modifier = Modifier::of_code(modifier).ok_or_else(unknown)?;
        if !kind.takes_modifier() {
            return Err(TieBreakError::Modifier(text.to_owned(), code));
        }
        Ok(Self { kind, modifier })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_they_are_written() {
        let modifiers = [Modifier::None, Modifier::Cut1, Modifier::Cut2, Modifier::Median1, Modifier::Median2];
        for kind in TieBreakKind::all() {
            for modifier in modifiers {
                let tie_break = TieBreak { kind, modifier };
                if modifier == Modifier::None || kind.takes_modifier() {
                    assert_eq!(tie_break.to_string().parse(), Ok(tie_break));
                } else {
                    assert!(matches!(tie_break.to_string().parse::<TieBreak>(), Err(TieBreakError::Modifier(..))));
                }
            }
        }
        assert_eq!("bh/c1".parse(), Ok(TieBreak { kind: TieBreakKind::Buchholz, modifier: Modifier::Cut1 }));
        assert_eq!(
            "XY".parse::<TieBreak>().map_err(|error| error.to_string()),
            Err("there is no tie-break \"XY\"".to_owned())
        );
    }
}
