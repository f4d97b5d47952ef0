//! Events and rows of tournaments of every kind, between their state machines and the store.

use saffron_live::Millis;
use saffron_protocol::error::ErrorCode;
use saffron_store::tournaments::{self, Tournament, TournamentEvent, TournamentKind};
use saffron_store::{AccountId, TournamentId};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::error::Error;

/// Row of a tournament before its first event.
pub fn new_row(id: TournamentId, kind: TournamentKind, organiser: AccountId, now: Millis) -> Tournament {
    Tournament {
        id,
        kind,
        organiser,
        name: String::new(),
        created_at: now,
        updated_at: now,
        over: false,
        summary: String::new(),
        version: 0,
        team: None,
        series: None,
    }
}

/// What a row has from the state that it follows.
pub struct Head {
    pub name: String,
    pub over: bool,
    /// Text for lists.
    pub summary: String,
}

/// Row of a tournament after a number of further events.
pub fn row_after(row: &Tournament, head: Head, events: usize, now: Millis) -> Tournament {
    let Head { name, over, summary } = head;
    let version = row.version + u32::try_from(events).unwrap_or(u32::MAX);
    Tournament { name, updated_at: now, over, summary, version, ..row.clone() }
}

/// Events with their times as they are stored, numbered from a version on.
pub fn stored_events<'a, E: Serialize + 'a>(
    author: AccountId,
    version: u32,
    timed: impl IntoIterator<Item = (Millis, &'a E)>,
) -> Vec<TournamentEvent> {
    let stored = (version..).zip(timed).map(|(seq, (at, event))| TournamentEvent {
        seq,
        at,
        author,
        // Serialising plain data cannot fail.
        data: serde_json::to_string(event).unwrap_or_default(),
    });
    stored.collect()
}

/// Events of a tournament from one version up to, but excluding, another.
///
/// # Errors
/// Failures of the store; `Internal` for an event that cannot be read, which is logged.
pub async fn read_events<E: DeserializeOwned>(
    app: &App,
    id: TournamentId,
    from: u32,
    version: u32,
) -> Result<Vec<E>, Error> {
    let mut stored = tournaments::events(&*app.database, id, from).await?;
    // Events that were added in the meantime belong to a later version.
    stored.retain(|event| event.seq < version);
    let events = stored.into_iter().map(|event| serde_json::from_str(&event.data));
    Ok(events.collect::<Result<_, _>>().map_err(|error| unreadable(id, &error))?)
}

/// Logs what cannot be read in the store.
pub fn unreadable(id: TournamentId, error: &dyn std::fmt::Display) -> ErrorCode {
    tracing::error!(tournament = %id, %error, "a tournament cannot be read");
    ErrorCode::Internal
}
