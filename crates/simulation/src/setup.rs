//! Initial contents of the store: the people, their sessions and their games.

use std::sync::Arc;

use anyhow::Context;
use saffron_live::{Live, Settings};
use saffron_store::accounts::{self, Kind};
use saffron_store::games::{self, NewGame};
use saffron_store::sessions::{self, Session};
use saffron_store::{AccountId, Database, GameId, LogEntry, MemoryDisk, SessionId, StoreError, TournamentId};
use sha2::{Digest, Sha256};

use crate::plan::Plan;
use crate::played::{self, Seen};
use crate::random::Random;
use crate::tournaments::Known;
use crate::world::{Account, START_TIME};

const IDS: u64 = 4;

/// Lifetime of sessions in milliseconds, longer than every jump of the clock.
const SESSION_TTL: i64 = 1000 * 24 * 3_600_000;

/// Who and what is there at the start.
pub(crate) struct Start {
    pub(crate) accounts: Vec<Account>,
    pub(crate) games: Vec<GameId>,
    pub(crate) tournaments: Vec<Known>,
    pub(crate) played: Option<Seen>,
}

/// Writes the initial contents to an empty disk.
pub(crate) fn set_up(plan: &Plan, disk: &Arc<MemoryDisk>) -> anyhow::Result<Start> {
    let mut random = Random::new(plan.seed, IDS);
    let mut bits = || (u128::from(random.next()) << 64) | u128::from(random.next());
    let people: Vec<Account> = plan
        .people
        .iter()
        .map(|_| Account { id: AccountId::from_random(bits()), token: format!("{:032x}", bits()) })
        .collect();
    let ids: Vec<GameId> = plan.games.iter().map(|_| GameId::from_random(bits())).collect();
    let tournament_ids: Vec<TournamentId> =
        plan.tournaments.iter().map(|_| TournamentId::from_random(bits())).collect();
    let played_id = plan.played.as_ref().map(|_| TournamentId::from_random(bits()));
    let sessions: Vec<SessionId> = people.iter().map(|_| SessionId::from_random(bits())).collect();
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let (tournaments, played) = runtime.block_on(async {
        let database = disk.open();
        let mut statements = Vec::new();
        for (person, session) in people.iter().zip(sessions) {
            statements.push(accounts::insert(&accounts::Account::new(person.id, Kind::Guest, START_TIME)));
            let session = Session {
                id: session,
                account: person.id,
                created_at: START_TIME,
                used_at: START_TIME,
                expires_at: START_TIME + SESSION_TTL,
                user_agent: String::new(),
                address: String::new(),
            };
            statements.push(sessions::insert(&Sha256::digest(person.token.as_bytes()).into(), &session));
        }
        database.transact(statements).await?;
        // A separate epoch, in which no server was running.
        let epoch = database.take_epoch().await?.number;
        for (plan, &id) in plan.games.iter().zip(&ids) {
            begin(&database, epoch, plan, id, &people).await?;
        }
        let mut tournaments = Vec::new();
        for (plan, id) in plan.tournaments.iter().zip(tournament_ids) {
            let organiser = people[plan.organiser].id;
            tournaments.push(crate::tournaments::create(&database, epoch, plan, id, organiser).await?);
        }
        let played = match plan.played.as_ref().zip(played_id) {
            Some((plan, id)) => Some(played::create(&database, epoch, plan, id, people[0].id).await?),
            None => None,
        };
        database.close().await?;
        anyhow::Ok((tournaments, played))
    })?;
    Ok(Start { accounts: people, games: ids, tournaments, played })
}

async fn begin(
    database: &impl Database,
    epoch: i64,
    plan: &crate::plan::GamePlan,
    id: GameId,
    people: &[Account],
) -> anyhow::Result<()> {
    let settings = Settings::casual(plan.variant, plan.control);
    let (live, created) = Live::create(settings, START_TIME).context("a game that cannot be played")?;
    let [white, black] = plan.players.map(|player| people[player].id);
    let by_correspondence = !plan.control.is_real_time();
    let row = NewGame {
        id,
        variant: plan.variant.to_owned(),
        speed: live.speed().id().to_owned(),
        control: serde_json::to_string(&plan.control)?,
        rated: false,
        white: Some(white),
        black: Some(black),
        white_rating: None,
        white_provisional: true,
        black_rating: None,
        black_provisional: true,
        created_at: START_TIME,
        start_fen: None,
        to_move: by_correspondence.then_some(white),
        deadline: live.deadline().filter(|_| by_correspondence),
        data: String::new(),
    };
    let data = serde_json::to_vec(&serde_json::json!({ "event": created.event }))?;
    let entry = LogEntry { game: id, seq: 0, at: created.at, epoch, data };
    let (done, committed) = tokio::sync::oneshot::channel();
    let done = Box::new(move |result: Result<(), StoreError>| drop(done.send(result)));
    database.append(vec![entry], vec![games::insert(&row)], done);
    committed.await??;
    Ok(())
}
