//! Elo lists of clubs: their organisers edit them, everyone reads them. Ratings are computed from the whole list each time, so
//! corrections flow through. Version and epoch are checked in the transaction that stores a change.

mod command;
mod create;
mod export;
mod proposal;
mod view;

use saffron_live::Millis;
use saffron_protocol::elo::{EloHistory, EloList, EloListInfo, EloLists};
use saffron_protocol::error::ErrorCode;
use saffron_store::tournaments::TournamentKind;
use saffron_store::{AccountId, EloListId, elo_lists};
use saffron_tournament::elo::{self, ratings};
use serde::{Deserialize, Serialize};

pub use command::carry_out;
pub use create::{create, import, remove};
pub use export::{csv, file};
pub use proposal::{candidates, propose};

use crate::app::App;
use crate::client::Client;
use crate::config::limits::ELO_LIST_PAGE;
use crate::error::Error;
use crate::games::info::{accounts_of, player};
use crate::parts::budgets::{Cost, Payer};
use crate::session::Viewer;
use crate::{team_tournaments, tournaments};

/// What lists show of an Elo list, as it is stored before its document.
#[derive(Serialize, Deserialize)]
struct Summary {
    variant: Option<String>,
    players: u32,
    tournaments: u32,
}

/// Elo list as it is stored.
struct Loaded {
    row: elo_lists::EloList,
    list: elo::EloList,
    /// Length of the document, in bytes.
    bytes: usize,
}

/// Summary and document of a list. Its name is in a column of its own, which loses it with its organiser.
fn stored(list: &elo::EloList) -> (String, String) {
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let summary = Summary {
        variant: list.settings.variant.clone(),
        players: count(list.entries.iter().flatten().count()),
        tournaments: count(list.tournaments.len()),
    };
    let mut nameless = list.clone();
    nameless.settings.name.clear();
    // Serialising plain data cannot fail.
    (serde_json::to_string(&summary).unwrap_or_default(), serde_json::to_string(&nameless).unwrap_or_default())
}

/// Logs what cannot be read in the store.
fn unreadable(id: EloListId, error: &dyn std::fmt::Display) -> ErrorCode {
    tracing::error!(list = %id, %error, "an Elo list cannot be read");
    ErrorCode::Internal
}

/// List of a path, for which the client pays.
async fn load(app: &App, client: Client, id: &str) -> Result<Loaded, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let id: EloListId = id.parse().map_err(|_| ErrorCode::NotFound)?;
    let (row, document) = elo_lists::find(&*app.database, id).await?.ok_or(ErrorCode::NotFound)?;
    app.budgets.owe(Payer::Client(client), Cost::of_library(1, document.len()));
    let mut list: elo::EloList = serde_json::from_str(&document).map_err(|error| unreadable(id, &error))?;
    list.settings.name.clone_from(&row.name);
    if row.name.is_empty() {
        // What an erased account has written is gone with it, as in its tournaments.
        list.settings.description.clear();
        list.tournaments.iter_mut().for_each(|tournament| tournament.name.clear());
    }
    Ok(Loaded { row, list, bytes: document.len() })
}

/// List of a path that the viewer may change.
async fn load_own(app: &App, client: Client, viewer: &Viewer, id: &str) -> Result<Loaded, Error> {
    let loaded = load(app, client, id).await?;
    if loaded.row.organiser == viewer.account { Ok(loaded) } else { Err(ErrorCode::Forbidden.into()) }
}

/// Tournament of the viewer that a list may rate, and the time of its last change.
async fn rated_tournament(
    app: &App,
    client: Client,
    viewer: &Viewer,
    id: &str,
) -> Result<(elo::RatedTournament, Millis), Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let known = id.parse().map_err(|_| ErrorCode::NotFound)?;
    let row = saffron_store::tournaments::find(&*app.database, known).await?.ok_or(ErrorCode::NotFound)?;
    let rated = match row.kind {
        TournamentKind::Team => (&team_tournaments::own_state(app, client, viewer, id).await?.state).into(),
        _ => (&tournaments::own_state(app, client, viewer, id).await?).into(),
    };
    Ok((rated, row.updated_at))
}

/// Ratings of a list, for which the client pays.
fn rate(app: &App, client: Client, list: &elo::EloList) -> Vec<elo::EloRating> {
    let games: usize = list.tournaments.iter().map(|tournament| tournament.games.len()).sum();
    app.budgets.owe(Payer::Client(client), Cost::of_library(0, 100 * (games + list.entries.len())));
    ratings(&list.entries, &list.tournaments)
}

/// Page of lists, the last changed first, after those of the pages before.
///
/// # Errors
/// `InvalidField` for a page that no answer has named; `RateLimited` if the client has used up its processor time.
pub async fn list(app: &App, client: Client, after: Option<&str>) -> Result<EloLists, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let cursor = |text: &str| {
        let (at, id) = text.split_once('-')?;
        Some((at.parse().ok()?, id.parse().ok()?))
    };
    let invalid = || ErrorCode::InvalidField { field: "after".to_owned() };
    let after = after.map(|text| cursor(text).ok_or_else(invalid)).transpose()?;
    let rows = elo_lists::newest(&*app.database, after, ELO_LIST_PAGE).await?;
    app.budgets.owe(Payer::Client(client), Cost::of_rows(rows.len()));
    let is_full = rows.len() == ELO_LIST_PAGE as usize;
    let next = rows.last().filter(|_| is_full).map(|row| format!("{}-{}", row.updated_at, row.id));
    Ok(EloLists { lists: infos(app, &rows).await?, next })
}

/// Tag of what a viewer sees of a list: another one after each change.
///
/// # Errors
/// `NotFound` if there is no such list.
pub async fn tag(app: &App, viewer: Option<&Viewer>, id: &str) -> Result<String, Error> {
    let id: EloListId = id.parse().map_err(|_| ErrorCode::NotFound)?;
    let row = elo_lists::find_head(&*app.database, id).await?.ok_or(ErrorCode::NotFound)?;
    let kind = if viewer.is_some_and(|viewer| viewer.account == row.organiser) { "edit" } else { "read" };
    // An erased account takes the name along without a change.
    Ok(format!("\"{}-{kind}-{}\"", row.version, row.name.len()))
}

/// List with its ratings.
///
/// # Errors
/// `NotFound` if there is no such list; `RateLimited` if the client has used up its processor time.
pub async fn show(app: &App, client: Client, viewer: Option<&Viewer>, id: &str) -> Result<EloList, Error> {
    let loaded = load(app, client, id).await?;
    shown(app, client, viewer, &loaded).await
}

async fn shown(app: &App, client: Client, viewer: Option<&Viewer>, loaded: &Loaded) -> Result<EloList, Error> {
    let ratings = rate(app, client, &loaded.list);
    let info = infos(app, std::slice::from_ref(&loaded.row)).await?.pop().ok_or(ErrorCode::Internal)?;
    let editable = viewer.is_some_and(|viewer| viewer.account == loaded.row.organiser);
    Ok(view::list(info, loaded.row.version, &loaded.list, &ratings, editable))
}

/// Tournaments of a player, with every number that the rating follows from.
///
/// # Errors
/// `NotFound` if there is no such list or entry; `RateLimited` if the client has used up its processor time.
pub async fn history(app: &App, client: Client, id: &str, entry: u32) -> Result<EloHistory, Error> {
    let loaded = load(app, client, id).await?;
    loaded.list.entry(entry).ok_or(ErrorCode::NotFound)?;
    let rating = rate(app, client, &loaded.list).into_iter().nth(entry as usize);
    Ok(EloHistory { entry, changes: rating.map(|rating| rating.changes).unwrap_or_default() })
}

/// Lists as they are shown among others.
async fn infos(app: &App, rows: &[elo_lists::EloList]) -> Result<Vec<EloListInfo>, Error> {
    let organisers: Vec<AccountId> = rows.iter().map(|row| row.organiser).collect();
    let accounts = accounts_of(&*app.database, organisers).await?;
    let mut infos = Vec::new();
    for row in rows {
        let summary: Summary = serde_json::from_str(&row.summary).map_err(|error| unreadable(row.id, &error))?;
        infos.push(EloListInfo {
            id: row.id.to_string(),
            name: row.name.clone(),
            organiser: accounts.get(&row.organiser).and_then(|account| player(account, None, false).name),
            variant: summary.variant,
            players: summary.players,
            tournaments: summary.tournaments,
            updated_at: row.updated_at,
        });
    }
    Ok(infos)
}
