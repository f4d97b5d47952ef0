//! Creating, taking over and removing Elo lists.

use saffron_protocol::elo::{EloListFile, EloListImport, EloListInfo};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::{MAX_ELO_LIST, MAX_ELO_LISTS};
use saffron_store::{EloListId, elo_lists};
use saffron_tournament::elo::{EloList, EloSettings};
use saffron_tournament::state::TournamentRefusal;

use super::command::check_texts;
use super::{infos, load_own, rate, stored};
use crate::app::App;
use crate::client::Client;
use crate::error::Error;
use crate::parts::budgets::{Cost, Payer};
use crate::session::Viewer;

/// Version of the form of the file of a list.
pub(super) const FILE_VERSION: u32 = 1;

/// Creates a list without players.
///
/// # Errors
/// `AccountRequired` for guests, `Muted` for a muted account, `UnknownVariant`, `TooMany` if the account has as many lists,
/// `RateLimited` if the client or the account has used up its budget; the refusals of the list.
pub async fn create(app: &App, client: Client, viewer: &Viewer, settings: EloSettings) -> Result<EloListInfo, Error> {
    may_create(app, client, viewer).await?;
    let list = EloList::new(settings).map_err(ErrorCode::TournamentRefused)?;
    insert(app, client, viewer, &list).await
}

/// Takes a list over from a file.
///
/// # Errors
/// Those of [`create`]; `TournamentRefused` with what cannot be read.
pub async fn import(app: &App, client: Client, viewer: &Viewer, request: &EloListImport) -> Result<EloListInfo, Error> {
    may_create(app, client, viewer).await?;
    app.budgets.owe(Payer::Client(client), Cost::of_library(1, request.text.len()));
    let foreign = |problem: String| ErrorCode::TournamentRefused(TournamentRefusal::ForeignReport { problem });
    let file: EloListFile = serde_json::from_str(&request.text).map_err(|error| foreign(error.to_string()))?;
    if file.saffron_elo_list != FILE_VERSION {
        return Err(foreign(format!("version {} of the form", file.saffron_elo_list)).into());
    }
    let mut list = file.list;
    // Ids are those of the other server.
    list.tournaments.iter_mut().for_each(|tournament| tournament.id.clear());
    insert(app, client, viewer, &list).await
}

async fn may_create(app: &App, client: Client, viewer: &Viewer) -> Result<(), Error> {
    viewer.require_account()?;
    if viewer.muted_until.is_some_and(|until| app.clock.now() < until) {
        return Err(ErrorCode::Muted.into());
    }
    app.budgets.may_use_processor(Payer::Client(client))?;
    let limit = u32::try_from(MAX_ELO_LISTS).unwrap_or(u32::MAX);
    if elo_lists::of_organiser(&*app.database, viewer.account, limit).await?.len() >= MAX_ELO_LISTS {
        return Err(ErrorCode::TooMany { limit: MAX_ELO_LISTS }.into());
    }
    Ok(())
}

async fn insert(app: &App, client: Client, viewer: &Viewer, list: &EloList) -> Result<EloListInfo, Error> {
    list.check().map_err(ErrorCode::TournamentRefused)?;
    check_texts(list)?;
    rate(app, client, list);
    let (summary, document) = stored(list);
    if document.len() > MAX_ELO_LIST {
        return Err(ErrorCode::TooLarge { limit: MAX_ELO_LIST }.into());
    }
    app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], Cost::of_entry(document.len()))?;
    let now = app.clock.now();
    let row = elo_lists::EloList {
        id: EloListId::from_random(app.random.bits()),
        organiser: viewer.account,
        name: list.settings.name.clone(),
        created_at: now,
        updated_at: now,
        version: 1,
        summary,
    };
    app.database.transact(vec![elo_lists::insert(&row, &document, app.jobs.epoch)]).await?;
    Ok(infos(app, &[row]).await?.pop().ok_or(ErrorCode::Internal)?)
}

/// Removes a list of the viewer.
///
/// # Errors
/// `NotFound` if there is no such list, `Forbidden` for one of another account.
pub async fn remove(app: &App, client: Client, viewer: &Viewer, id: &str) -> Result<(), Error> {
    let loaded = load_own(app, client, viewer, id).await?;
    let removed = app.transact_if_unchanged(vec![elo_lists::remove(loaded.row.id, app.jobs.epoch)]).await?;
    if removed { Ok(()) } else { Err(ErrorCode::NotFound.into()) }
}
