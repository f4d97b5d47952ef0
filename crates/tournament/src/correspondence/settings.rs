//! Settings of a round robin by correspondence.

use serde::{Deserialize, Serialize};

use super::CorrespondenceRefusal;

/// Greatest number of players.
pub const MAX_CORRESPONDENCE_PLAYERS: u32 = 200;
/// Greatest number of players of a group.
pub const MAX_GROUP_SIZE: u32 = 12;
/// Least number of places of a group.
const MIN_GROUP_SIZE: u32 = 3;
/// Greatest length of the name, in characters.
const MAX_NAME: usize = 80;
/// Greatest length of the description, in characters.
const MAX_DESCRIPTION: usize = 400;

/// Settings of a round robin by correspondence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CorrespondenceSettings {
    /// The name: 2 to 80 characters.
    pub name: String,
    /// What players should know; may be empty; at most 400 characters.
    pub description: String,
    /// The id of the variant.
    pub variant: String,
    /// The days for each move: 1, 2, 3, 5, 7, 10 or 14.
    pub days: u8,
    /// True if the games count for the ratings.
    pub rated: bool,
    /// The time of the start, in milliseconds since the Unix epoch.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub starts_at: i64,
    /// The greatest number of players, 2 to 200.
    pub places: u32,
    /// True if it begins as soon as all places are taken.
    pub begins_when_full: bool,
    /// The greatest number of players of a group, 3 to 12.
    pub group_size: u32,
    /// The number of players of each group who are promoted: at least 1, and fewer than the group has places.
    pub promoted: u32,
    /// True if all play each other twice, with both colours.
    pub double: bool,
}

impl CorrespondenceSettings {
    /// Refuses what is outside the limits, with the name of the field.
    pub(super) fn check(&self) -> Result<(), CorrespondenceRefusal> {
        check_text("name", &self.name, 2, MAX_NAME)?;
        check_text("description", &self.description, 0, MAX_DESCRIPTION)?;
        check_text("variant", &self.variant, 1, MAX_NAME)?;
        check("startsAt", self.starts_at >= 0)?;
        check("places", (2..=MAX_CORRESPONDENCE_PLAYERS).contains(&self.places))?;
        check("groupSize", (MIN_GROUP_SIZE..=MAX_GROUP_SIZE).contains(&self.group_size))?;
        check("promoted", (1..self.group_size).contains(&self.promoted))
    }
}

fn check(field: &str, holds: bool) -> Result<(), CorrespondenceRefusal> {
    if holds { Ok(()) } else { Err(CorrespondenceRefusal::InvalidCorrespondence { field: field.to_owned() }) }
}

fn check_text(field: &str, text: &str, least: usize, most: usize) -> Result<(), CorrespondenceRefusal> {
    let length = text.chars().count();
    let is_clean = text.trim() == text && !text.chars().any(char::is_control);
    check(field, is_clean && (least..=most).contains(&length))
}
