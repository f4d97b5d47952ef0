//! Settings of an arena.

use serde::{Deserialize, Serialize};

use super::ArenaRefusal;

/// Least duration, in minutes.
pub const MIN_ARENA_MINUTES: u32 = 5;
/// Greatest duration, in minutes.
pub const MAX_ARENA_MINUTES: u32 = 720;
/// Greatest number of players.
pub const MAX_ARENA_PLAYERS: usize = 2_000;
/// Greatest number of computers that fill an arena up.
const MAX_COMPUTERS: u32 = 20;
/// Greatest length of the name, in characters.
const MAX_NAME: usize = 80;
/// Greatest length of the description, in characters.
const MAX_DESCRIPTION: usize = 400;
/// Greatest initial time, in seconds.
const MAX_INITIAL: u32 = 60 * 60;
/// Greatest increment, in seconds.
const MAX_INCREMENT: u32 = 60;

/// Settings of an arena.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ArenaSettings {
    /// The name: 2 to 80 characters.
    pub name: String,
    /// What players should know; may be empty; at most 400 characters.
    pub description: String,
    /// The id of the variant.
    pub variant: String,
    /// The initial time of the clocks in seconds, at most 3,600.
    pub initial: u32,
    /// The increment in seconds, at most 60.
    pub increment: u32,
    /// True if the games count for the ratings.
    pub rated: bool,
    /// The time of the start, in milliseconds since the Unix epoch.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub starts_at: i64,
    /// The duration in minutes, 5 to 720.
    pub minutes: u32,
    /// True if players may berserk. Not without an initial time.
    pub berserk: bool,
    /// True if games count twice after two wins in a row.
    pub streaks: bool,
    /// The number of players up to which computers of the server take part, at most 20; 0 for none. Not in rated arenas.
    pub computers: u32,
    /// The id of the team whose members alone may join; `None` if everyone may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub team: Option<String>,
}

impl ArenaSettings {
    /// Refuses what is outside the limits, with the name of the field.
    pub(super) fn check(&self) -> Result<(), ArenaRefusal> {
        check_text("name", &self.name, 2, MAX_NAME)?;
        check_text("description", &self.description, 0, MAX_DESCRIPTION)?;
        check_text("variant", &self.variant, 1, MAX_NAME)?;
        check_text("team", self.team.as_deref().unwrap_or_default(), 0, MAX_NAME)?;
        check("initial", self.initial <= MAX_INITIAL && self.initial + self.increment.min(MAX_INCREMENT) > 0)?;
        check("increment", self.increment <= MAX_INCREMENT)?;
        check("minutes", (MIN_ARENA_MINUTES..=MAX_ARENA_MINUTES).contains(&self.minutes))?;
        check("startsAt", self.starts_at >= 0 && self.starts_at.checked_add(self.duration()).is_some())?;
        check("berserk", !self.berserk || self.initial > 0)?;
        check("computers", self.computers == 0 || (self.computers <= MAX_COMPUTERS && !self.rated))
    }

    fn duration(&self) -> i64 {
        i64::from(self.minutes) * 60_000
    }

    /// Time from which on no games begin, since they would hardly end in time.
    pub(super) fn last_pairing_at(&self) -> i64 {
        self.ends_at() - i64::from((self.initial / 2).clamp(30, 120)) * 1000
    }

    /// Time of the end, in milliseconds since the Unix epoch.
    #[must_use]
    pub fn ends_at(&self) -> i64 {
        self.starts_at + self.duration()
    }
}

fn check(field: &str, holds: bool) -> Result<(), ArenaRefusal> {
    if holds { Ok(()) } else { Err(ArenaRefusal::InvalidArena { field: field.to_owned() }) }
}

fn check_text(field: &str, text: &str, least: usize, most: usize) -> Result<(), ArenaRefusal> {
    let length = text.chars().count();
    let is_clean = text.trim() == text && !text.chars().any(char::is_control);
    check(field, is_clean && (least..=most).contains(&length))
}
