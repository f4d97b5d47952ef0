//! Tie-breaks of teams and their codes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::standings::{Modifier, TieBreakError};

/// Tie-break of teams with its modifier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TeamTieBreak {
    /// What is computed.
    pub kind: TeamTieBreakKind,
    /// What is left out.
    pub modifier: Modifier,
}

/// Tie-breaks of team tournaments (articles 12 and 13, and those of players that they refer to).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TeamTieBreakKind {
    /// The other score: game points if match points are primary, match points otherwise (13.1).
    OtherScore,
    /// Direct encounter by the primary score (article 6): the value is the rank among the tied teams.
    DirectEncounter,
    /// Direct encounter by the primary score, then by the other one (13.3): the rank among the tied teams.
    ExtendedDirectEncounter,
    /// Matches won, also without playing (7.1).
    Wins,
    /// Sum of the opponents' primary scores (8.1).
    Buchholz,
    /// Opponents' match points times match points against them (13.2.1).
    MatchMatch,
    /// Opponents' match points times game points against them (13.2.2).
    MatchGame,
    /// Opponents' game points times match points against them (13.2.3).
    GameMatch,
    /// Opponents' game points times game points against them (13.2.4).
    GameGame,
    /// The other score and the strength of the opponents (13.4).
    ScheduleStrength,
    /// Sum of the numbers of boards times the points on them, smaller ones first (12.1); only for equal game points.
    BoardCount,
    /// Points on board 1, then on board 2, and so on (12.2): the rank among the tied teams.
    TopBoards,
    /// Points without the last board, then without the last two, and so on (12.3): the rank among the tied teams.
    BottomBoards,
}

/// Codes of the kinds.
const KINDS: [(&str, TeamTieBreakKind); 13] = [
    ("MPvGP", TeamTieBreakKind::OtherScore),
    ("DE", TeamTieBreakKind::DirectEncounter),
    ("EDE", TeamTieBreakKind::ExtendedDirectEncounter),
    ("WIN", TeamTieBreakKind::Wins),
    ("BH", TeamTieBreakKind::Buchholz),
    ("EMMSB", TeamTieBreakKind::MatchMatch),
    ("EMGSB", TeamTieBreakKind::MatchGame),
    ("EGMSB", TeamTieBreakKind::GameMatch),
    ("EGGSB", TeamTieBreakKind::GameGame),
    ("SSSC", TeamTieBreakKind::ScheduleStrength),
    ("BC", TeamTieBreakKind::BoardCount),
    ("TBR", TeamTieBreakKind::TopBoards),
    ("BBE", TeamTieBreakKind::BottomBoards),
];

impl TeamTieBreakKind {
    /// All kinds.
    pub fn all() -> impl Iterator<Item = Self> {
        KINDS.into_iter().map(|(_, kind)| kind)
    }

    /// Returns whether smaller values come first.
    #[must_use]
    pub fn is_low_first(self) -> bool {
        matches!(
            self,
            Self::DirectEncounter
                | Self::ExtendedDirectEncounter
                | Self::BoardCount
                | Self::TopBoards
                | Self::BottomBoards
        )
    }

    /// Returns whether the parts of a value belong to boards, not to rounds.
    #[must_use]
    pub fn is_by_boards(self) -> bool {
        matches!(self, Self::BoardCount | Self::TopBoards | Self::BottomBoards)
    }

    /// Returns whether values can be left out.
    #[must_use]
    pub fn takes_modifier(self) -> bool {
        matches!(self, Self::Buchholz | Self::MatchMatch | Self::MatchGame | Self::GameMatch | Self::GameGame)
    }

    fn code(self) -> &'static str {
        KINDS.iter().find(|(_, kind)| *kind == self).map_or("", |(code, _)| code)
    }
}

/// Writes the code, such as `EMGSB-C1`.
impl fmt::Display for TeamTieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.modifier.code() {
            Some(code) => f.pad(&format!("{}-{code}", self.kind.code())),
            None => f.pad(self.kind.code()),
        }
    }
}

/// Reads a code in any case, with its modifier after `-` or `/`: `BH-C1`, `emgsb/c1`.
impl FromStr for TeamTieBreak {
    type Err = TieBreakError;

    fn from_str(text: &str) -> Result<Self, TieBreakError> {
        let unknown = || TieBreakError::Unknown(text.to_owned());
        let (code, modifier) = text.split_once(['-', '/']).map_or((text, None), |(code, end)| (code, Some(end)));
        let (code, kind) = *KINDS.iter().find(|(each, _)| each.eq_ignore_ascii_case(code)).ok_or_else(unknown)?;
        let Some(modifier) = modifier else { return Ok(Self { kind, modifier: Modifier::None }) };
        let modifier = Modifier::of_code(modifier).ok_or_else(unknown)?;
        if !kind.takes_modifier() {
            return Err(TieBreakError::Modifier(text.to_owned(), code));
        }
        Ok(Self { kind, modifier })
    }
}

impl Serialize for TeamTieBreak {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TeamTieBreak {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_they_are_written() {
        for kind in TeamTieBreakKind::all() {
            for modifier in [Modifier::None, Modifier::Cut1, Modifier::Cut2, Modifier::Median1, Modifier::Median2] {
                let tie_break = TeamTieBreak { kind, modifier };
                if modifier == Modifier::None || kind.takes_modifier() {
                    assert_eq!(tie_break.to_string().parse(), Ok(tie_break));
                } else {
                    assert!(matches!(tie_break.to_string().parse::<TeamTieBreak>(), Err(TieBreakError::Modifier(..))));
                }
            }
        }
        assert_eq!("SB".parse::<TeamTieBreak>(), Err(TieBreakError::Unknown("SB".to_owned())));
    }
}
