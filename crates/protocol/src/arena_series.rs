//! Series of arenas, and the calendar of what comes.

use saffron_live::{Millis, Speed};
use saffron_tournament::arena::ArenaSettings;
use serde::{Deserialize, Serialize};

use crate::arenas::ArenaInfo;
use crate::simuls::SimulInfo;

/// Schedule of a series, by the wall clock of a time zone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ArenaSchedule {
    /// When arenas begin.
    pub repeats: ArenaRepeats,
    /// The time of the start, in minutes after midnight.
    pub minute: u16,
    /// The time zone by its IANA name: `Europe/Budapest`.
    pub zone: String,
}

/// How a series repeats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ArenaRepeats {
    /// On days of the week.
    Weekly {
        /// The days from 1, Monday, to 7, Sunday, in this order; at least one.
        days: Vec<u8>,
    },
    /// Every few hours, beginning with the time of the start.
    Hours {
        /// The number of hours: 1, 2, 3, 4, 6, 8 or 12.
        every: u8,
    },
}

/// Settings of a series: those of its arenas, without their starts, and the schedule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ArenaSeriesSettings {
    /// The name of each arena: 2 to 80 characters.
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
    /// The duration in minutes, 5 to 720, and not longer than to the next start.
    pub minutes: u32,
    /// True if players may berserk. Not without an initial time.
    pub berserk: bool,
    /// True if games count twice after two wins in a row.
    pub streaks: bool,
    /// The number of players up to which computers of the server take part, at most 20; 0 for none. Not in rated arenas.
    pub computers: u32,
    /// When its arenas begin.
    pub schedule: ArenaSchedule,
}

impl ArenaSeriesSettings {
    /// Settings of the arena that begins at a time.
    #[must_use]
    pub fn at(&self, starts_at: Millis) -> ArenaSettings {
        ArenaSettings {
            name: self.name.clone(),
            description: self.description.clone(),
            variant: self.variant.clone(),
            initial: self.initial,
            increment: self.increment,
            rated: self.rated,
            starts_at,
            minutes: self.minutes,
            berserk: self.berserk,
            streaks: self.streaks,
            computers: self.computers,
            team: None,
        }
    }
}

/// Series of arenas.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ArenaSeriesInfo {
    /// The id: ten letters and digits.
    pub id: String,
    /// The name of the organiser; `None` if the account is closed.
    pub organiser: Option<String>,
    /// The settings.
    pub settings: ArenaSeriesSettings,
    /// The next time of the schedule.
    pub next_at: Option<Millis>,
    /// True if the requesting account may change or end the series.
    pub editable: bool,
}

/// Page of series of arenas.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ArenaSeriesList {
    /// The series.
    pub series: Vec<ArenaSeriesInfo>,
    /// What the next page is asked for with; `None` if there is none.
    pub next: Option<String>,
}

/// What comes in the next four weeks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Calendar {
    /// The time of the server.
    pub now: Millis,
    /// Arenas that are played or will be, without those of the server itself, by their starts.
    pub arenas: Vec<CalendarArena>,
    /// Simuls with a planned start that have not begun, by their starts; the next one of the server itself is among them.
    pub simuls: Vec<SimulInfo>,
    /// Tournaments over the board whose first day is written with year, month and day, by this day.
    pub tournaments: Vec<CalendarTournament>,
    /// The arena of the server itself that is played or comes next; `None` if the server holds none.
    pub standing: Option<ArenaInfo>,
}

/// Arena in the calendar.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CalendarArena {
    /// The id of the arena; `None` for one of a series that will be created later.
    pub id: Option<String>,
    /// The id of its series; `None` if it is in none.
    pub series: Option<String>,
    /// The name.
    pub name: String,
    /// The name of the organiser; `None` if the account is closed.
    pub organiser: Option<String>,
    /// The id of the variant.
    pub variant: String,
    /// The initial time of the clocks in seconds.
    pub initial: u32,
    /// The increment in seconds.
    pub increment: u32,
    /// The class of the time control.
    pub speed: Speed,
    /// True if the games count for the ratings.
    pub rated: bool,
    /// The time of the start.
    pub starts_at: Millis,
    /// The time of the end.
    pub ends_at: Millis,
}

/// Tournament over the board in the calendar.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CalendarTournament {
    /// The id of the tournament.
    pub id: String,
    /// The name.
    pub name: String,
    /// The name of the organiser; `None` if the account is closed.
    pub organiser: Option<String>,
    /// The id of the variant.
    pub variant: String,
    /// The first day: `2027-01-15`.
    pub day: String,
    /// The dates as the organiser has written them.
    pub dates: String,
    /// The place; may be empty.
    pub place: String,
}
