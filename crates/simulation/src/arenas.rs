//! Players of an arena, and what must be true of what they saw.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context, anyhow};
use futures_util::{SinkExt, StreamExt};
use saffron_protocol::arenas::{Arena, ArenaStage};
use saffron_protocol::game::GameView;
use saffron_protocol::socket::ClientMessage;
use saffron_rules::Variant;
use saffron_store::tournaments::{self, TournamentEvent, TournamentKind};
use saffron_store::{AccountId, Database, GameId, Statement, TournamentId, games, server};
use saffron_tournament::arena::{ArenaEvent, ArenaResult, ArenaSettings, ArenaState};
use serde_json::json;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

use crate::client::session::connect;
use crate::http;
use crate::plan::ArenaPlan;
use crate::random::Random;
use crate::world::{Phase, START_TIME, World};

/// Purpose of the random numbers of players.
const BEHAVIOUR: u64 = 2_000_000;
/// Timeout of a write.
const IO_TIMEOUT: Duration = Duration::from_secs(3);
/// Delay until a new attempt to connect.
const RETRY_DELAY: Duration = Duration::from_millis(700);

/// Arena as its players know it.
#[derive(Debug)]
pub(crate) struct SeenArena {
    pub(crate) id: TournamentId,
    /// Accounts whose joining was acknowledged.
    joined: BTreeSet<AccountId>,
    /// Points of the standings as they were shown, by versions.
    shown: BTreeMap<u32, Vec<u32>>,
    /// True after a player has seen its end.
    pub(crate) is_over: bool,
}

/// Creates an arena in the store.
pub(crate) async fn create(
    database: &impl Database,
    epoch: i64,
    plan: &ArenaPlan,
    id: TournamentId,
    organiser: AccountId,
) -> anyhow::Result<SeenArena> {
    let variant = Variant::known().first().context("there is no variant")?.id();
    // Shorter than an organiser may make it: the state machine takes what is stored.
    let settings = ArenaSettings {
        name: "Arena".to_owned(),
        description: String::new(),
        variant: variant.to_owned(),
        initial: plan.initial,
        increment: 0,
        rated: false,
        starts_at: START_TIME + 1_000,
        minutes: plan.minutes,
        berserk: true,
        streaks: true,
        computers: 0,
        team: None,
    };
    let row = tournaments::Tournament {
        id,
        kind: TournamentKind::Arena,
        organiser,
        name: "Arena".to_owned(),
        created_at: START_TIME,
        updated_at: START_TIME,
        over: false,
        summary: json!({ "settings": settings, "players": 0, "cancelled": false }).to_string(),
        version: 1,
        team: None,
        series: None,
    };
    let data = serde_json::to_string(&ArenaEvent::Settings { settings })?;
    let mut statements = vec![tournaments::insert(&row, epoch)];
    let first = TournamentEvent { seq: 0, at: START_TIME, author: organiser, data };
    statements.extend(tournaments::append(&row, 0, &[first], epoch));
    database.transact(statements).await?;
    // An organiser has set it on a server, whose time no later one goes behind.
    server::alive(database, epoch, START_TIME).await?;
    Ok(SeenArena { id, joined: BTreeSet::new(), shown: BTreeMap::new(), is_over: false })
}

/// Life of a player: connections one after another, each with the page of the arena open.
pub(crate) async fn play(world: Rc<World>, person: usize) -> turmoil::Result {
    let life = {
        let mut lives = world.lives.borrow_mut();
        lives[person] += 1;
        lives[person]
    };
    let random = Random::new(world.plan.seed, BEHAVIOUR + u64::try_from(person).unwrap_or(0) * 1000 + life);
    let mut player = Player { world, person, random, name: format!("a{person}.{life}"), commands: 0, version: 0 };
    loop {
        if let Err(error) = player.visit().await {
            player.world.note(&player.name, &format!("{error:#}"));
        }
        tokio::time::sleep(RETRY_DELAY).await;
    }
}

struct Player {
    world: Rc<World>,
    person: usize,
    random: Random,
    name: String,
    commands: u32,
    /// Version that was shown last.
    version: u32,
}

impl Player {
    /// One connection, until it breaks.
    async fn visit(&mut self) -> anyhow::Result<()> {
        let mut socket = connect(&self.world, self.person).await?;
        self.world.history().totals.connections += 1;
        let arena = self.world.arenas.borrow()[0].id.to_string();
        let watch = serde_json::to_string(&ClientMessage::WatchArena { arena })?;
        tokio::time::timeout(IO_TIMEOUT, socket.send(Message::text(watch)))
            .await
            .map_err(|_| anyhow!("the arena could not be watched in time"))??;
        let (least, most) = self.world.plan.people[self.person].pause;
        let mut next = Instant::now();
        loop {
            tokio::select! {
                biased;
                message = socket.next() => {
                    message.context("the connection was closed")??;
                }
                () = tokio::time::sleep_until(next) => {
                    if let Err(error) = self.act().await {
                        self.world.note(&self.name, &format!("{error:#}"));
                    }
                    next = Instant::now() + Duration::from_millis(self.random.range(least..most));
                }
            }
        }
    }

    /// Reads the arena, and does one thing in it.
    async fn act(&mut self) -> anyhow::Result<()> {
        let world = Rc::clone(&self.world);
        let id = world.arenas.borrow()[0].id;
        let account = &world.accounts[self.person];
        let path = format!("/api/arenas/{id}");
        let (status, body) = http::ask("GET", &format!("{path}?page=1"), Some(&account.token), None).await?;
        anyhow::ensure!(status.is_success(), "{status}");
        let arena: Arena = serde_json::from_slice(&body)?;
        self.see(&arena);
        if world.phase.get() != Phase::Play && arena.info.stage == ArenaStage::Over {
            return Ok(());
        }
        let away = arena.you.as_ref().is_none_or(|you| you.paused);
        if let Some(game) = arena.you.as_ref().and_then(|you| you.game.clone()) {
            return self.move_on(&game).await;
        }
        let what = if away {
            "join"
        } else if self.random.chance(30) {
            "pause"
        } else {
            return Ok(());
        };
        world.history().totals.commands += 1;
        let (status, _) = http::ask("POST", &format!("{path}/{what}"), Some(&account.token), None).await?;
        world.note(&self.name, &format!("{what}: {status}"));
        if status.is_success() {
            world.history().totals.acknowledged += 1;
            world.arenas.borrow_mut()[0].joined.insert(account.id);
        }
        Ok(())
    }

    /// Records what was shown.
    fn see(&mut self, arena: &Arena) {
        let points: Vec<u32> = arena.standings.iter().map(|row| row.score).collect();
        self.world.note(&self.name, &format!("version {}: {points:?}", arena.version));
        let mut all = self.world.arenas.borrow_mut();
        let seen = &mut all[0];
        seen.is_over |= arena.info.stage == ArenaStage::Over;
        if arena.version < self.version {
            self.world.violation(format!("the arena went back from version {} to {}", self.version, arena.version));
        }
        self.version = arena.version;
        if seen.shown.insert(arena.version, points.clone()).is_some_and(|before| before != points) {
            self.world.violation(format!("version {} was shown in two ways", arena.version));
        }
    }

    /// Next step of a game: first moves, then an end.
    async fn move_on(&mut self, game: &str) -> anyhow::Result<()> {
        let world = Rc::clone(&self.world);
        let account = &world.accounts[self.person];
        let (status, body) = http::ask("GET", &format!("/api/games/{game}"), Some(&account.token), None).await?;
        anyhow::ensure!(status.is_success(), "{status}");
        let view: GameView = serde_json::from_slice(&body)?;
        let Some(side) = view.you else { return Err(anyhow!("a stranger plays")) };
        if view.state.outcome.is_some() {
            return Ok(());
        }
        let command = match view.state.ply {
            _ if view.state.ply < 2 && self.random.chance(60) => json!({ "kind": "berserk" }),
            0 | 1 if view.state.turn == side => {
                let variant = Variant::by_id(&view.info.variant).context("an unknown variant")?;
                let mut position = variant.start();
                for uci in &view.moves {
                    let mv = position.parse_uci(uci).map_err(|error| anyhow!("{error}"))?;
                    position.play_unchecked(mv);
                }
                let legal = position.legal_moves();
                json!({ "kind": "move", "uci": position.uci(*self.random.pick(&legal)), "ply": view.state.ply })
            }
            0 | 1 if self.random.chance(100) => json!({ "kind": "abort" }),
            0 | 1 => return Ok(()),
            _ if self.random.chance(300) => json!({ "kind": "offerDraw" }),
            _ => json!({ "kind": "resign" }),
        };
        self.commands += 1;
        let client = self.name.replace('.', "x");
        let body = json!({ "id": { "client": client, "n": self.commands }, "command": command });
        world.history().totals.commands += 1;
        let path = format!("/api/games/{game}/commands");
        let (status, _) = http::ask("POST", &path, Some(&account.token), Some(&body)).await?;
        world.note(&self.name, &format!("{command}: {status}"));
        world.history().totals.acknowledged += u64::from(status.is_success());
        Ok(())
    }
}

/// Checks the stored arenas, and records violations and the number of events.
pub(crate) fn check(world: &World, wrong: &mut Vec<String>) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    for seen in world.arenas.borrow().iter() {
        let database = world.disk.open();
        let problems = runtime.block_on(compare(world, &database, seen))?;
        wrong.extend(problems.into_iter().map(|problem| format!("arena: {problem}")));
    }
    Ok(())
}

/// Compares the stored events with the games, and with what was acknowledged and shown.
async fn compare(world: &World, database: &impl Database, seen: &SeenArena) -> anyhow::Result<Vec<String>> {
    let mut wrong = Vec::new();
    let row = tournaments::find(database, seen.id).await?.context("an arena is gone")?;
    let stored = tournaments::events(database, seen.id, 0).await?;
    world.history().totals.events += stored.len() as u64;
    let in_order = stored.iter().enumerate().all(|(at, event)| event.seq as usize == at);
    if !in_order || row.version as usize != stored.len() || !row.over {
        wrong.push(format!("version {} has {} events, over: {}", row.version, stored.len(), row.over));
    }
    let events: Vec<ArenaEvent> =
        stored.iter().map(|event| serde_json::from_str(&event.data)).collect::<Result<_, _>>()?;
    let state = ArenaState::replay(&events)?;
    for (version, shown) in &seen.shown {
        let then = events.get(..*version as usize).and_then(|events| ArenaState::replay(events).ok());
        let scores = then.map(|state| -> Vec<u32> {
            state.ranking().iter().filter_map(|id| state.player(*id)).map(|player| player.score.total).collect()
        });
        if scores.as_ref() != Some(shown) {
            wrong.push(format!("version {version} was shown with {shown:?} in place of {scores:?}"));
        }
    }
    for account in &seen.joined {
        if state.player_of(account.as_str()).is_none() {
            wrong.push(format!("{account} has joined, and is not among the players"));
        }
    }
    let mut paired = BTreeSet::new();
    for game in state.games() {
        let id: GameId = game.pair.game.parse().map_err(|_| anyhow!("{} is no id", game.pair.game))?;
        if !paired.insert(id) {
            wrong.push(format!("{id} was paired twice"));
        }
        let points = games::by_id(database, id).await?.and_then(|row| row.points);
        world.history().totals.ended += u64::from(game.result.is_some());
        let fits = match (&game.result, points) {
            (Some(ArenaResult::Won { winner, .. }), Some(points)) => {
                points != 2 && (points > 2) == (*winner == game.pair.white)
            }
            (Some(ArenaResult::Drawn { .. }), Some(2)) | (None, _) => true,
            (Some(ArenaResult::NotBegun { .. } | ArenaResult::Void), None) => true,
            _ => false,
        };
        if !fits {
            wrong.push(format!("{id} counts as {:?}, but its points are {points:?}", game.result));
        }
    }
    for row in database.read(Statement::new("SELECT id FROM games")).await? {
        let id: GameId = row.columns().take()?;
        if !paired.contains(&id) {
            wrong.push(format!("{id} was never paired"));
        }
    }
    Ok(wrong)
}
