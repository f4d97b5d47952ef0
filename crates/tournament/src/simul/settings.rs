//! Settings of a simul.

use serde::{Deserialize, Serialize};

use super::SimulRefusal;

/// Greatest number of opponents.
pub const MAX_SIMUL_OPPONENTS: u32 = 50;
/// Greatest number of players who have ever applied.
pub const MAX_SIMUL_APPLICANTS: usize = 200;
/// Greatest length of the name, in characters.
const MAX_NAME: usize = 80;
/// Greatest length of the description, in characters.
const MAX_DESCRIPTION: usize = 400;
/// Range of the initial time, in seconds.
const INITIAL: std::ops::RangeInclusive<u32> = 60..=10_800;
/// Greatest increment, in seconds.
const MAX_INCREMENT: u32 = 180;
/// Greatest extra time of the host, in seconds.
const MAX_EXTRA: u32 = 10_800;

/// Colour of the host.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum HostColor {
    /// White on all boards.
    White,
    /// Black on all boards.
    Black,
    /// A random colour on each board.
    Random,
}

/// Settings of a simul.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SimulSettings {
    /// The name: 2 to 80 characters.
    pub name: String,
    /// What players should know; may be empty; at most 400 characters.
    pub description: String,
    /// The id of the variant.
    pub variant: String,
    /// Initial time in seconds, 60 to 10,800.
    pub initial: u32,
    /// Increment in seconds, 0 to 180.
    pub increment: u32,
    /// Seconds that the host has on each clock in addition to the initial time, 0 to 10,800.
    pub extra: u32,
    /// The colour of the host.
    pub host_color: HostColor,
    /// The greatest number of opponents, 2 to 50.
    pub places: u32,
    /// The time at which the host plans to start, in milliseconds since the Unix epoch; `None` without a plan.
    #[cfg_attr(feature = "typescript", ts(type = "number | null"))]
    pub begins_at: Option<i64>,
    /// The id of the team whose members may apply; `None` for all.
    pub team: Option<String>,
}

impl SimulSettings {
    /// Refuses what is outside the limits, with the name of the field.
    pub(super) fn check(&self) -> Result<(), SimulRefusal> {
        check_text("name", &self.name, 2, MAX_NAME)?;
        check_text("description", &self.description, 0, MAX_DESCRIPTION)?;
        check_text("variant", &self.variant, 1, MAX_NAME)?;
        check("initial", INITIAL.contains(&self.initial))?;
        check("increment", self.increment <= MAX_INCREMENT)?;
        check("extra", self.extra <= MAX_EXTRA)?;
        check("places", (2..=MAX_SIMUL_OPPONENTS).contains(&self.places))?;
        check("beginsAt", self.begins_at.is_none_or(|at| at >= 0))?;
        self.team.as_ref().map_or(Ok(()), |team| check_text("team", team, 1, MAX_NAME))
    }
}

/// Refuses a field unless a condition holds.
pub(super) fn check(field: &str, holds: bool) -> Result<(), SimulRefusal> {
    if holds { Ok(()) } else { Err(SimulRefusal::InvalidSimul { field: field.to_owned() }) }
}

fn check_text(field: &str, text: &str, least: usize, most: usize) -> Result<(), SimulRefusal> {
    let length = text.chars().count();
    let is_clean = text.trim() == text && !text.chars().any(char::is_control);
    check(field, is_clean && (least..=most).contains(&length))
}
