//! Tournaments whose games are played on the server: arenas, round robins by correspondence, simuls. A module for each kind says
//! what its players do and what follows from its events; the rest is alike.

mod arenas;
mod check;
mod correspondence;
mod player;
mod simuls;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::rc::Rc;

use saffron_live::Millis;
use saffron_store::tournaments::{self, TournamentEvent, TournamentKind};
use saffron_store::{AccountId, Database, Statement, TournamentId, server};
use saffron_tournament::arena::ArenaSettings;
use saffron_tournament::correspondence::CorrespondenceSettings;
use saffron_tournament::simul::SimulSettings;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::history::CommandKey;
use crate::played::arenas::Arenas;
use crate::played::correspondence::Correspondence;
use crate::played::player::Player;
use crate::played::simuls::Simuls;
use crate::world::{START_TIME, World};

/// Plan of a tournament. Its settings may be outside the limits for organisers: the state machines take what is stored.
#[derive(Clone, Debug)]
pub(crate) enum PlayedPlan {
    Arena(ArenaSettings),
    Correspondence(CorrespondenceSettings),
    Simul(SimulSettings),
}

impl PlayedPlan {
    /// Time in milliseconds that a server passes at once at the end, so that games by the clock or by correspondence end that no one
    /// plays.
    pub(crate) fn idle_time(&self) -> u64 {
        match self {
            Self::Arena(_) => arenas::IDLE_TIME,
            Self::Correspondence(settings) => correspondence::idle_time(settings),
            Self::Simul(_) => simuls::IDLE_TIME,
        }
    }
}

/// Tournament as its players know it. It survives crashes of their clients.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) id: TournamentId,
    /// Accounts whose entry was acknowledged.
    entered: BTreeSet<AccountId>,
    /// Contents as they were shown, by versions.
    shown: BTreeMap<u32, Value>,
    /// Numbers of the first events of acknowledged commands to games, by game and command.
    acknowledged: BTreeMap<(String, CommandKey), u32>,
    /// True after a player has seen its end.
    pub(crate) is_over: bool,
}

/// Kind of tournament.
trait Kind: Sized {
    const KIND: TournamentKind;
    /// Path of its resource.
    const PATH: &'static str;
    /// True if players are paired only while a socket watches the tournament.
    const IS_WATCHED: bool;
    /// True if the tournament can end while games are played, which then count for no one.
    const LEAVES_GAMES: bool;

    type Event: Serialize + DeserializeOwned;
    type State;
    type Page: DeserializeOwned;

    /// State after events; `None` if they do not fit.
    fn replay(events: &[Self::Event]) -> Option<Self::State>;
    /// Contents of its page, from the state.
    fn contents(state: &Self::State) -> Value;
    fn shown(page: &Self::Page) -> Shown;
    fn accounts(state: &Self::State) -> Vec<String>;
    /// Games that were paired; the account of the organiser plays in those of a simul.
    fn games(state: &Self::State, organiser: &str) -> Vec<PairedGame>;
    /// Lets a player who has seen the page do one thing.
    async fn act(player: &mut Player, page: &Self::Page) -> anyhow::Result<()>;
}

/// Page of a tournament as it was shown.
struct Shown {
    version: u32,
    is_over: bool,
    contents: Value,
}

/// Game that was paired, by the tournament's events.
struct PairedGame {
    id: String,
    white: String,
    black: String,
    counts: Counts,
}

/// Result of a game by the tournament's events.
#[derive(PartialEq, Eq, Debug)]
enum Counts {
    /// It has none yet.
    Open,
    /// It never began or was aborted.
    Unplayed,
    /// It was played, and White has a number of quarters in this range.
    Played(RangeInclusive<u32>),
}

/// New tournament: what its first event and its row say, and statements that are stored with it.
struct New<E> {
    event: E,
    summary: Value,
    statements: Vec<Statement>,
}

/// Creates the tournament of a plan in the store.
pub(crate) async fn create(
    database: &impl Database,
    epoch: i64,
    plan: &PlayedPlan,
    id: TournamentId,
    organiser: AccountId,
) -> anyhow::Result<Seen> {
    match plan {
        PlayedPlan::Arena(settings) => store::<Arenas>(database, epoch, id, organiser, arenas::new(settings)).await,
        PlayedPlan::Correspondence(settings) => {
            store::<Correspondence>(database, epoch, id, organiser, correspondence::new(settings, id)).await
        }
        PlayedPlan::Simul(settings) => store::<Simuls>(database, epoch, id, organiser, simuls::new(settings)).await,
    }
}

async fn store<K: Kind>(
    database: &impl Database,
    epoch: i64,
    id: TournamentId,
    organiser: AccountId,
    new: New<K::Event>,
) -> anyhow::Result<Seen> {
    let row = tournaments::Tournament {
        id,
        kind: K::KIND,
        organiser,
        name: NAME.to_owned(),
        created_at: START_TIME,
        updated_at: START_TIME,
        over: false,
        summary: new.summary.to_string(),
        version: 1,
        team: None,
        series: None,
    };
    let data = serde_json::to_string(&new.event)?;
    let mut statements = vec![tournaments::insert(&row, epoch)];
    let first = TournamentEvent { seq: 0, at: START_TIME, author: organiser, data };
    statements.extend(tournaments::append(&row, 0, &[first], epoch));
    statements.extend(new.statements);
    database.transact(statements).await?;
    // An organiser has set it on a server, whose time no later one goes behind.
    server::alive(database, epoch, START_TIME).await?;
    Ok(Seen { id, entered: BTreeSet::new(), shown: BTreeMap::new(), acknowledged: BTreeMap::new(), is_over: false })
}

/// Name of every tournament.
pub(crate) const NAME: &str = "Cup";

/// Time by the server's clock, a number of milliseconds after the start of the simulation.
pub(crate) fn start_after(millis: u64) -> Millis {
    START_TIME + Millis::try_from(millis).unwrap_or(0)
}

/// Life of a player.
pub(crate) async fn play(world: Rc<World>, person: usize, plan: &PlayedPlan) -> turmoil::Result {
    let player = Player::new(world, person);
    match plan {
        PlayedPlan::Arena(_) => player.live::<Arenas>().await,
        PlayedPlan::Correspondence(_) => player.live::<Correspondence>().await,
        PlayedPlan::Simul(_) => player.live::<Simuls>().await,
    }
}

/// Checks the stored tournament, and records violations and the number of events.
pub(crate) fn check(world: &World, wrong: &mut Vec<String>) -> anyhow::Result<()> {
    let (Some(plan), Some(seen)) = (&world.plan.played, &*world.played.borrow()) else { return Ok(()) };
    let database = world.disk.open();
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let problems = runtime.block_on(async {
        match plan {
            PlayedPlan::Arena(_) => check::compare::<Arenas>(world, &database, seen).await,
            PlayedPlan::Correspondence(_) => check::compare::<Correspondence>(world, &database, seen).await,
            PlayedPlan::Simul(_) => check::compare::<Simuls>(world, &database, seen).await,
        }
    })?;
    wrong.extend(problems);
    Ok(())
}
