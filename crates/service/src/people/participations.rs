//! Tournaments of an account.

use std::collections::HashMap;

use saffron_live::Millis;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::people::{Participation, Participations};
use saffron_store::tournament_players::Participation as Row;
use saffron_store::tournaments::{Tournament, TournamentKind};
use saffron_store::{AccountId, StoreError, TournamentId, tournament_players, tournaments};

use crate::app::App;
use crate::client::Client;
use crate::config::limits::{PARTICIPATION_PAGE, PLAYER_RECORD_DELAY, TOURNAMENT_PAGE};
use crate::error::Error;
use crate::parts::budgets::{Cost, Payer};
use crate::people::named;
use crate::{arenas, correspondence, simuls};

/// A page of an account's tournaments, the last ones first: arenas by the time of joining, others by their starts.
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
    let participations = participations(app, client, account.id, &rows, found).await?;
    Ok(Participations { participations, next })
}

async fn participations(
    app: &App,
    client: Client,
    account: AccountId,
    rows: &[Row],
    found: Vec<Tournament>,
) -> Result<Vec<Participation>, Error> {
    let of_kind = |kind| found.iter().filter(|row| row.kind == kind).cloned().collect::<Vec<Tournament>>();
    let rank_of = |id: &str| rows.iter().find(|row| row.tournament.as_str() == id).and_then(|row| row.rank);
    let mut by_id: HashMap<String, Participation> = HashMap::new();
    for arena in arenas::infos(app, &of_kind(TournamentKind::Arena)).await? {
        let rank = rank_of(&arena.id);
        by_id.insert(arena.id.clone(), Participation::Arena { arena, rank });
    }
    for tournament in correspondence::infos(app, &of_kind(TournamentKind::Correspondence)).await? {
        let Ok(id) = tournament.id.parse() else { continue };
        let (rank, score) = (rank_of(&tournament.id), correspondence::score_of(app, client, id, account).await?);
        by_id.insert(tournament.id.clone(), Participation::Correspondence { tournament, rank, score });
    }
    for simul in simuls::infos(app, &of_kind(TournamentKind::Simul)).await? {
        let Ok(id) = simul.id.parse() else { continue };
        let (hosting, points) =
            (simul.host.account == account.as_str(), simuls::points_of(app, client, id, account).await?);
        by_id.insert(simul.id.clone(), Participation::Simul { simul, hosting, points });
    }
    Ok(rows.iter().filter_map(|row| by_id.remove(row.tournament.as_str())).collect())
}

/// Records the players of the tournaments that began before players were recorded, one tournament at a time. Later starts find
/// nothing to do but look at tournaments that no one played.
pub async fn record_earlier(app: &App) {
    for kind in [TournamentKind::Arena, TournamentKind::Correspondence, TournamentKind::Simul] {
        if let Err(error) = record_kind(app, kind).await {
            tracing::error!(%error, "the players of earlier tournaments cannot be recorded");
        }
    }
}

async fn record_kind(app: &App, kind: TournamentKind) -> Result<(), StoreError> {
    let mut after = None;
    loop {
        let ids = tournament_players::without_players(&*app.database, kind, after, TOURNAMENT_PAGE).await?;
        let Some(last) = ids.last() else { return Ok(()) };
        after = Some(*last);
        for id in ids {
            let recorded = match kind {
                TournamentKind::Arena => arenas::record(app, id).await,
                TournamentKind::Correspondence => correspondence::record(app, id).await,
                TournamentKind::Simul => simuls::record(app, id).await,
                TournamentKind::Board | TournamentKind::Team => Ok(()),
            };
            if let Err(error) = recorded {
                tracing::error!(tournament = %id, %error, "the players of a tournament cannot be recorded");
            }
            tokio::time::sleep(PLAYER_RECORD_DELAY).await;
        }
    }
}

/// Place of a page in the list of tournaments.
fn cursor(text: &str) -> Result<(Millis, TournamentId), ErrorCode> {
    let invalid = || ErrorCode::InvalidField { field: "before".to_owned() };
    let (at, id) = text.split_once('_').ok_or_else(invalid)?;
    Ok((at.parse().map_err(|_| invalid())?, id.parse().map_err(|_| invalid())?))
}
