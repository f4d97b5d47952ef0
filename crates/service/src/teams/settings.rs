//! Settings of teams: what is stored with them, and the rules of their names and texts.

use saffron_live::Millis;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::{MAX_TEAM_NAME, MAX_TEAM_TEXT};
use saffron_protocol::teams::TeamSettings;
use saffron_store::teams::Team;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use crate::config::limits::{MIN_TEAM_LETTERS, MIN_TEAM_NAME};
use crate::names::key::key;
use crate::names::reserved::is_reserved;
use crate::text;

/// Data stored with a team.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct TeamData {
    pub(super) description: String,
    pub(super) open: bool,
    /// Times of the latest messages to all members, those that were removed included.
    pub(super) messages_at: Vec<Millis>,
    /// Version of the team with which the latest message came; `None` if there is none, or it was removed.
    pub(super) newest_message: Option<u32>,
}

impl TeamData {
    /// Data of a stored team.
    pub(super) fn read(team: &Team) -> Result<Self, ErrorCode> {
        serde_json::from_str(&team.data).map_err(|error| {
            tracing::error!(team = %team.id, %error, "a team cannot be read");
            ErrorCode::Internal
        })
    }

    pub(super) fn text(&self) -> String {
        // Serialising plain data cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Form of a name in which it is unique. Names that look alike have the same.
pub(super) fn key_of(name: &str) -> String {
    key(&dashed(name))
}

/// Name with dashes between its words, by which those of accounts are compared.
fn dashed(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join("-")
}

/// Validates settings, and returns them in the form that is stored.
///
/// # Errors
/// `TooLong` or `InvalidField` for a text; `NameTaken` for a name that could be mistaken for the server's.
pub(super) fn check(settings: &TeamSettings) -> Result<TeamSettings, ErrorCode> {
    Ok(TeamSettings {
        name: name(&settings.name)?,
        description: text::paragraphs(&settings.description, "description", MAX_TEAM_TEXT)?,
        open: settings.open,
    })
}

fn name(name: &str) -> Result<String, ErrorCode> {
    let name: String = text::title(name, "name", MAX_TEAM_NAME)?.nfc().collect();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let letters = name.chars().filter(|letter| letter.is_alphanumeric()).count();
    if name.chars().count() < MIN_TEAM_NAME || letters < MIN_TEAM_LETTERS {
        return Err(ErrorCode::InvalidField { field: "name".to_owned() });
    }
    if is_reserved(&dashed(&name)) { Err(ErrorCode::NameTaken) } else { Ok(name) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_lines_of_which_no_two_look_alike() {
        assert_eq!(name("  Kispesti   Hatszög "), Ok("Kispesti Hatszög".to_owned()));
        assert_eq!(name("Гексагон 64"), Ok("Гексагон 64".to_owned()));
        for wrong in ["", "ab", "...", "a..", "a\nb c", "a\u{202e}bc"] {
            assert_eq!(name(wrong), Err(ErrorCode::InvalidField { field: "name".to_owned() }), "{wrong:?}");
        }
        let [longest, longer] = [40, 41].map(|count| "ő".repeat(count));
        assert_eq!(name(&longest), Ok(longest));
        assert_eq!(name(&longer), Err(ErrorCode::TooLong { field: "name".to_owned(), limit: 40 }));
        for taken in ["Saffron", "Saffron Club", "The Moderators Admin", "Official Team"] {
            assert_eq!(name(taken), Err(ErrorCode::NameTaken), "{taken}");
        }
        for alike in ["kispesti hatszog", "Kispesti-Hatszög", "KISPESTI  HATSZÖG", "Kispesti Hаtszög"] {
            assert_eq!(key_of(alike), key_of("Kispesti Hatszög"), "{alike}");
        }
        assert_ne!(key_of("Kispest 1"), key_of("Kispest 2"));
    }
}
