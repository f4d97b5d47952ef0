//! Events and rows of tournaments of every kind, between their state machines and the store.

use std::collections::HashMap;

use saffron_live::Millis;
use saffron_protocol::error::ErrorCode;
use saffron_store::accounts::Account;
use saffron_store::tournaments::{self, Tournament, TournamentEvent, TournamentKind};
use saffron_store::{AccountId, TournamentId};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::client::Client;
use crate::error::Error;
use crate::games::info::{accounts_of, player};
use crate::parts::budgets::{Cost, Payer};

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

/// Event with its time and the names of accounts.
pub struct Logged<E> {
    pub at: Millis,
    /// Account that gave the command; `None` if it is closed.
    pub author: Option<String>,
    /// Arbiter of the event; `None` without one, and if the account is closed.
    pub arbiter: Option<String>,
    pub event: E,
}

/// All events of a tournament with the names of their accounts: its log. `arbiter` is the account of an event about an arbiter.
///
/// # Errors
/// Those of [`read_events`].
pub async fn logged<E: DeserializeOwned>(
    app: &App,
    client: Client,
    row: &Tournament,
    arbiter: impl Fn(&E) -> Option<String> + Send,
) -> Result<Vec<Logged<E>>, Error> {
    let stored = tournaments::events(&*app.database, row.id, 0).await?;
    app.budgets.owe(Payer::Client(client), Cost::of_replay(stored.len()));
    let mut named: Vec<AccountId> = stored.iter().map(|event| event.author).collect();
    let mut events = Vec::with_capacity(stored.len());
    for event in stored {
        let data: E = serde_json::from_str(&event.data).map_err(|error| unreadable(row.id, &error))?;
        let arbiter = arbiter(&data);
        named.extend(arbiter.as_ref().and_then(|account| account.parse::<AccountId>().ok()));
        events.push((event.at, event.author, arbiter, data));
    }
    let accounts = accounts_of(&*app.database, named).await?;
    let logged = events.into_iter().map(|(at, author, arbiter, event)| Logged {
        at,
        author: name_of(author.as_str(), &accounts),
        arbiter: arbiter.and_then(|account| name_of(&account, &accounts)),
        event,
    });
    Ok(logged.collect())
}

/// Name of an account; `None` if it is closed.
pub fn name_of(account: &str, accounts: &HashMap<AccountId, Account>) -> Option<String> {
    let account = account.parse().ok().and_then(|id: AccountId| accounts.get(&id));
    account.and_then(|account| player(account, None, false).name)
}

/// Number of a round or board that is counted from 0.
pub fn from_one(index: usize) -> u32 {
    u32::try_from(index + 1).unwrap_or(u32::MAX)
}

/// Logs what cannot be read in the store.
pub fn unreadable(id: TournamentId, error: &dyn std::fmt::Display) -> ErrorCode {
    tracing::error!(tournament = %id, %error, "a tournament cannot be read");
    ErrorCode::Internal
}
