//! Settings of a tournament, and its players as they are entered.

use saffron_rules::Color;
use serde::{Deserialize, Serialize};

use super::TournamentRefusal;
use crate::points::Points;
use crate::standings::TieBreak;

/// Greatest number of players.
pub const MAX_PLAYERS: usize = 2_000;
/// Greatest number of rounds of a Swiss tournament.
pub const MAX_ROUNDS: usize = 30;
/// Greatest number of players of a round robin.
pub const MAX_ROUND_ROBIN: usize = 40;
/// Greatest number of arbiters.
pub const MAX_ARBITERS: usize = 20;
/// Greatest number of tie-breaks.
pub const MAX_TIE_BREAKS: usize = 10;
/// Greatest length of a name, in characters.
pub const MAX_NAME: usize = 80;
/// Greatest length of other texts, in characters.
pub const MAX_TEXT: usize = 120;
/// Greatest penalty or bonus, in points.
const MAX_CORRECTION: i32 = 100;

/// Greatest length of the moves of a game, in bytes: some 350 moves of each side.
pub const MAX_GAME: usize = 4 * 1024;
/// Greatest length of the moves of all games that were ever entered, in bytes: some 3,500 games.
pub const MAX_GAMES: usize = 2 * 1024 * 1024;

/// Settings of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TournamentSettings))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "TournamentSettings"))]
pub struct Settings {
    /// The name: at most 80 characters.
    pub name: String,
    /// The id of the variant.
    pub variant: String,
    /// The system of pairings.
    pub system: System,
    /// The codes of the tie-breaks in their order, such as `BH-C1`: at most 10.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
    #[cfg_attr(feature = "typescript", ts(type = "Array<string>"))]
    pub tie_breaks: Vec<TieBreak>,
    /// The points of a pairing-allocated bye, in quarters of a point: 0 to 4.
    #[cfg_attr(feature = "openapi", schema(value_type = i32))]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub bye: Points,
    /// True if a stalemate gives ¾ and ¼ of a point.
    pub quarters: bool,
    /// Where it is played; may be empty.
    pub place: String,
    /// The first and the last day as people write them; may be empty.
    pub dates: String,
    /// The time control as people write it; may be empty.
    pub time_control: String,
    /// The arbiter; may be empty.
    pub arbiter: String,
}

/// System of pairings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TournamentSystem))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "TournamentSystem"))]
pub enum System {
    /// The Dutch system.
    Swiss {
        /// The number of rounds, from 1 to 30.
        rounds: u8,
        /// The colour of the highest player in the first round: `"w"` or `"b"`.
        #[serde(with = "side")]
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        #[cfg_attr(feature = "typescript", ts(type = "'w' | 'b'"))]
        initial: Color,
        /// True for Baku acceleration.
        accelerated: bool,
    },
    /// Everyone meets everyone, by Berger tables; at most 40 players.
    RoundRobin {
        /// True if they meet twice.
        double: bool,
    },
}

/// Player as entered.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Entrant {
    /// The name: at most 80 characters.
    pub name: String,
    /// The rating; `None` without one.
    pub rating: Option<u16>,
    /// The title, such as `GM`.
    pub title: String,
    /// The federation, such as `HUN`.
    pub federation: String,
    /// The club or town.
    pub club: String,
    /// The number with the federation or club.
    pub id: String,
    /// The birth date as `YYYY/MM/DD`, or a part of it.
    pub birth: String,
    /// `m` or `w`, or empty.
    pub sex: String,
}

impl Settings {
    /// Refuses what is outside the limits, with the name of the field.
    pub(super) fn check(&self) -> Result<(), TournamentRefusal> {
        check_text("name", &self.name, 1, MAX_NAME)?;
        let texts = [
            ("place", &self.place),
            ("dates", &self.dates),
            ("timeControl", &self.time_control),
            ("arbiter", &self.arbiter),
        ];
        for (field, text) in texts {
            check_text(field, text, 0, MAX_TEXT)?;
        }
        check_text("variant", &self.variant, 1, MAX_TEXT)?;
        if let System::Swiss { rounds, .. } = self.system {
            check("system.rounds", (1..=MAX_ROUNDS).contains(&usize::from(rounds)))?;
        }
        check("bye", (Points::ZERO..=Points::ONE).contains(&self.bye))?;
        let is_new = |(at, tie_break)| !self.tie_breaks[..at].contains(tie_break);
        check("tieBreaks", self.tie_breaks.len() <= MAX_TIE_BREAKS && self.tie_breaks.iter().enumerate().all(is_new))
    }

    /// Returns whether pairings are known before the first round.
    #[must_use]
    pub fn is_round_robin(&self) -> bool {
        matches!(self.system, System::RoundRobin { .. })
    }
}

impl Entrant {
    /// Refuses what is outside the limits, with the name of the field.
    pub(super) fn check(&self) -> Result<(), TournamentRefusal> {
        check_text("name", &self.name, 1, MAX_NAME)?;
        check_text("club", &self.club, 0, MAX_TEXT)?;
        for (field, text, most) in [
            ("title", &self.title, 3),
            ("federation", &self.federation, 3),
            ("id", &self.id, 11),
            ("birth", &self.birth, 10),
        ] {
            check_text(field, text, 0, most)?;
        }
        check("sex", matches!(self.sex.as_str(), "" | "m" | "w"))?;
        check("rating", self.rating.is_none_or(|rating| (1..=9999).contains(&rating)))
    }

    /// Place of the title among those of equal rating, 0 for the highest (C.04.2, 2.2).
    pub(super) fn title_rank(&self) -> usize {
        let titles = [
            ["GM", "g"],
            ["IM", "m"],
            ["WGM", "wg"],
            ["FM", "f"],
            ["WIM", "wm"],
            ["CM", "c"],
            ["WFM", "wf"],
            ["WCM", "wc"],
        ];
        titles.iter().position(|names| names.contains(&self.title.as_str())).unwrap_or(titles.len())
    }
}

/// Refuses a field unless a condition holds.
pub(crate) fn check(field: &str, holds: bool) -> Result<(), TournamentRefusal> {
    if holds { Ok(()) } else { Err(TournamentRefusal::InvalidEntry { field: field.to_owned() }) }
}

/// Returns whether a penalty or a bonus is within the limits.
pub(crate) fn is_correction(points: Points) -> bool {
    let limit = Points::ONE.quarters() * MAX_CORRECTION;
    (-limit..=limit).contains(&points.quarters())
}

/// Refuses a text of another length, with control characters or space around it.
pub(crate) fn check_text(field: &str, text: &str, least: usize, most: usize) -> Result<(), TournamentRefusal> {
    let length = text.chars().count();
    let is_clean = text.trim() == text && !text.chars().any(char::is_control);
    check(field, is_clean && (least..=most).contains(&length))
}

/// Refuses moves of a game that are too long, or are other than printable ASCII with single spaces between the moves.
pub(crate) fn check_moves(moves: &str) -> Result<(), TournamentRefusal> {
    let is_move = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
    check("moves", moves.len() <= MAX_GAME && moves.split(' ').all(is_move))
}

/// Serialised form of colours: `"w"` and `"b"`.
pub(crate) mod side {
    use saffron_rules::Color;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
    pub(crate) fn serialize<S: Serializer>(color: &Color, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(color.letter())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
        match char::deserialize(deserializer)? {
            'w' => Ok(Color::White),
            'b' => Ok(Color::Black),
            other => Err(D::Error::custom(format_args!("{other:?} is not a colour: w or b"))),
        }
    }
}
