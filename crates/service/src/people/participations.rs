//! Tournaments of an account.

use std::collections::HashMap;

use saffron_live::Millis;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::people::{Participation, Participations};
use saffron_store::{TournamentId, tournament_players, tournaments};

use crate::app::App;
use crate::arenas;
use crate::client::Client;
use crate::config::limits::PARTICIPATION_PAGE;
use crate::error::Error;
use crate::parts::budgets::{Cost, Payer};
use crate::people::named;

/// A page of an account's arenas, the last joined first.
///
/// # Errors
/// `NotFound` if there is no such account, or it is closed, `InvalidField` for a page that no list has named, `RateLimited` if the
/// client has used up its processor time.
pub async fn of(app: &App, client: Client, name: &str, before: Option<&str>) -> Result<Participations, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let before = before.map(cursor).transpose()?;
    let account = named(app, name).await?;
    let database = &*app.database;
    let mut rows = tournament_players::of_account(database, account.id, before, PARTICIPATION_PAGE + 1).await?;
    let more = rows.len() > PARTICIPATION_PAGE as usize;
    rows.truncate(PARTICIPATION_PAGE as usize);
    let next = rows.last().filter(|_| more).map(|row| format!("{}_{}", row.joined_at, row.tournament));
    let ids: Vec<TournamentId> = rows.iter().map(|row| row.tournament).collect();
    let found = tournaments::by_ids(database, &ids).await?;
    app.budgets.owe(Payer::Client(client), Cost::of_rows(rows.len() + found.len()));
    let infos = arenas::infos(app, &found).await?;
    let mut by_id: HashMap<String, _> = infos.into_iter().map(|info| (info.id.clone(), info)).collect();
    let participations = rows
        .into_iter()
        .filter_map(|row| Some(Participation { arena: by_id.remove(row.tournament.as_str())?, rank: row.rank }));
    Ok(Participations { participations: participations.collect(), next })
}

/// Place of a page in the list of tournaments.
fn cursor(text: &str) -> Result<(Millis, TournamentId), ErrorCode> {
    let invalid = || ErrorCode::InvalidField { field: "before".to_owned() };
    let (at, id) = text.split_once('_').ok_or_else(invalid)?;
    Ok((at.parse().map_err(|_| invalid())?, id.parse().map_err(|_| invalid())?))
}
