//! Events as texts of the store.

use std::borrow::Cow;

use saffron_live::{CommandDigest, CommandId, Event, Recorded};
use serde::{Deserialize, Serialize};

/// An event as the store keeps it.
#[derive(Serialize, Deserialize)]
struct StoredEvent<'a> {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    command: Option<Cow<'a, CommandId>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    digest: Option<CommandDigest>,
    event: Cow<'a, Event>,
}

/// An event as text for the store.
pub fn stored(recorded: &Recorded) -> Vec<u8> {
    let command = recorded.command.as_ref().map(Cow::Borrowed);
    let event = StoredEvent { command, digest: recorded.digest, event: Cow::Borrowed(&recorded.event) };
    // Plain data with names for keys always becomes text.
    serde_json::to_vec(&event).unwrap_or_default()
}

/// The event that the store has kept with this number.
pub fn recorded(seq: usize, event: &saffron_store::Event) -> Result<Recorded, serde_json::Error> {
    let StoredEvent { command, digest, event: kept } = serde_json::from_slice(&event.data)?;
    Ok(Recorded {
        seq: u32::try_from(seq).unwrap_or(u32::MAX),
        at: event.at,
        command: command.map(Cow::into_owned),
        digest,
        event: kept.into_owned(),
    })
}
