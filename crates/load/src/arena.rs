//! Arena under load: how long its players wait for games, and the latency of their moves.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::{SinkExt, StreamExt};
use saffron_protocol::account::Registration;
use saffron_protocol::arenas::{ArenaInfo, ArenaYou};
use saffron_protocol::socket::ServerMessage;
use saffron_rules::{Color, Variant};
use saffron_tournament::arena::{ArenaSettings, MIN_ARENA_MINUTES};
use serde::Deserialize;
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::tungstenite::Message;

use crate::addresses::Addresses;
use crate::error::LoadError;
use crate::game::{Socket, open};
use crate::http::Http;
use crate::lines::Lines;
use crate::measure::{Latencies, Process};

/// Plies of a game, after which the side to move resigns.
const PLIES: usize = 24;
/// Delay of the start, in which all players join.
const START_DELAY: Duration = Duration::from_secs(45);

/// Options of a run.
#[derive(Clone, Debug)]
pub struct ArenaOptions {
    /// Address of the server, `HOST:PORT`.
    pub host: String,
    /// Number of players.
    pub players: usize,
    /// Duration of the measurement from the start of the arena.
    pub time: Duration,
    /// Time that a player takes for a move.
    pub interval: Duration,
    /// Id of the variant.
    pub variant: String,
    /// Process id of a server on this machine, whose processor time and memory are measured.
    pub pid: Option<u32>,
}

/// Measurements of a run.
#[derive(Clone, Debug, Default)]
pub struct ArenaReport {
    /// Times from the end of a player's game, or from the start of the arena, to the next game.
    pub waits: Latencies,
    /// Latencies of moves, from one player to the other.
    pub latencies: Latencies,
    /// Number of refused moves and broken connections.
    pub errors: u64,
    /// Text of the first error.
    pub first_error: Option<String>,
    /// Number of players who were without a game at the end for longer than any who got one had waited.
    pub left_over: usize,
    /// Processor time of the server during the measurement, and its memory at the end.
    pub process: Option<Process>,
}

#[derive(Deserialize)]
struct Anything {}

/// State shared by the players.
struct Shared {
    addresses: Addresses,
    arena: String,
    lines: Lines,
    interval: Duration,
    start: Instant,
    end: Instant,
    /// Times at which moves were sent, by game and ply.
    sent: Mutex<HashMap<(String, u16), Instant>>,
    report: Mutex<ArenaReport>,
}

impl Shared {
    fn report(&self) -> std::sync::MutexGuard<'_, ArenaReport> {
        self.report.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn error(&self, error: impl std::fmt::Display) {
        let mut report = self.report();
        report.errors += 1;
        report.first_error.get_or_insert_with(|| error.to_string());
    }
}

/// Creates an arena, lets guests join it, and plays its games.
///
/// # Errors
/// A [`LoadError`] if the run cannot start. Later failures are counted in the report.
pub async fn run_arena(options: ArenaOptions, mut progress: impl FnMut(usize)) -> Result<ArenaReport, LoadError> {
    let addresses = Addresses::of(&options.host).await?;
    let variant = Variant::by_id(&options.variant).ok_or_else(|| LoadError::Variant(options.variant.clone()))?;
    let lines = Lines::new(variant, 256, PLIES);
    let mut http = Http::connect(&options.host).await?;
    let unix = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let account = Registration {
        name: format!("load-{}", unix.as_secs()),
        password: "load-test-of-arenas".to_owned(),
        email: None,
    };
    let (_, cookie) = http.post::<Anything>("/api/account/register", None, &account).await?;
    let cookie = cookie.ok_or_else(|| LoadError::Answer("/api/account/register sets no cookie".to_owned()))?;
    let starts_at = i64::try_from((unix + START_DELAY).as_millis()).unwrap_or(i64::MAX);
    // No game begins in the last minutes.
    let minutes = u32::try_from(options.time.as_secs() / 60 + 3).unwrap_or(u32::MAX).max(MIN_ARENA_MINUTES);
    let settings = ArenaSettings {
        name: "Load".to_owned(),
        description: String::new(),
        variant: options.variant.clone(),
        initial: 180,
        increment: 0,
        rated: false,
        starts_at,
        minutes,
        berserk: true,
        streaks: true,
        computers: 0,
        team: None,
    };
    let start = Instant::now() + START_DELAY;
    let (info, _) = http.post::<ArenaInfo>("/api/arenas", Some(&cookie), &settings).await?;
    let shared = Arc::new(Shared {
        addresses,
        arena: info.id,
        lines,
        interval: options.interval,
        start,
        end: start + options.time,
        sent: Mutex::default(),
        report: Mutex::default(),
    });
    let mut players = JoinSet::new();
    for number in 0..options.players {
        let (_, cookie) = http.post::<Anything>("/api/guest", None, &json!({})).await?;
        let cookie = cookie.ok_or_else(|| LoadError::Answer("/api/guest sets no cookie".to_owned()))?;
        let join = format!("/api/arenas/{}/join", shared.arena);
        http.post::<ArenaYou>(&join, Some(&cookie), &json!({})).await?;
        let socket = open(&shared.addresses, number, "/api/socket?v=1", &cookie).await?;
        let shared = Arc::clone(&shared);
        players.spawn(async move { play(&shared, socket).await });
        progress(number + 1);
    }
    if Instant::now() > start {
        return Err(LoadError::Answer("the players joined too slowly".to_owned()));
    }
    sleep_until(start).await;
    let before = options.pid.and_then(Process::read);
    while players.join_next().await.is_some() {}
    let after = options.pid.and_then(Process::read);
    let mut report = shared.report().clone();
    report.process = before.zip(after).map(|(before, after)| Process {
        cpu_seconds: after.cpu_seconds - before.cpu_seconds,
        resident_mib: after.resident_mib,
    });
    Ok(report)
}

/// One player, until the end of the measurement.
async fn play(shared: &Shared, mut socket: Socket) {
    if let Err(error) = play_on(shared, &mut socket).await {
        shared.error(error);
    }
    let _ = tokio::time::timeout(Duration::from_secs(1), socket.close(None)).await;
}

async fn send(socket: &mut Socket, message: serde_json::Value) -> Result<(), String> {
    socket.send(Message::Text(message.to_string().into())).await.map_err(|error| error.to_string())
}

/// Game of a player.
struct Playing {
    id: String,
    side: Option<Color>,
}

async fn play_on(shared: &Shared, socket: &mut Socket) -> Result<(), String> {
    send(socket, json!({ "t": "watchArena", "arena": shared.arena })).await?;
    let mut free_since = Some(shared.start);
    let mut playing: Option<Playing> = None;
    let mut commands = 0_u32;
    // Ply of the next own move, and when it is due.
    let mut due: Option<(u16, Instant)> = None;
    loop {
        let next = due.map_or(shared.end, |(_, at)| at).min(shared.end);
        let message = tokio::select! {
            biased;
            () = sleep_until(next) => None,
            message = socket.next() => match message {
                Some(Ok(Message::Text(text))) => Some(text),
                Some(Ok(Message::Close(_))) | None => return Err("closed".to_owned()),
                Some(Ok(_)) => continue,
                Some(Err(error)) => return Err(error.to_string()),
            },
        };
        let Some(text) = message else {
            if Instant::now() >= shared.end {
                let waited = free_since.map_or(Duration::ZERO, |since| since.elapsed());
                if waited > Duration::from_secs(10) {
                    shared.report().left_over += 1;
                }
                return Ok(());
            }
            if let (Some((ply, _)), Some(game)) = (due.take(), &playing) {
                commands += 1;
                let line = shared.lines.of(game.id.bytes().map(usize::from).sum());
                let command = match line.get(usize::from(ply)) {
                    Some(uci) => json!({ "kind": "move", "uci": uci, "ply": ply }),
                    None => json!({ "kind": "resign" }),
                };
                shared
                    .sent
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .insert((game.id.clone(), ply), Instant::now());
                let id = json!({ "client": "load", "n": commands });
                send(socket, json!({ "t": "do", "game": game.id, "id": id, "command": command })).await?;
            }
            continue;
        };
        let Ok(message) = serde_json::from_str::<ServerMessage>(&text) else { continue };
        match message {
            ServerMessage::Started { game, .. } => {
                if let Some(since) = free_since.take() {
                    shared.report().waits.add(since.elapsed());
                }
                send(socket, json!({ "t": "watch", "game": game })).await?;
                playing = Some(Playing { id: game, side: None });
            }
            ServerMessage::Game { view } => {
                let Some(game) = playing.as_mut().filter(|game| game.id == view.info.id) else { continue };
                game.side = view.you;
                if view.state.outcome.is_none() && Some(view.state.turn) == view.you {
                    due = Some((view.state.ply, Instant::now() + shared.interval));
                }
            }
            ServerMessage::Events { game, state, .. } => {
                let Some(own) = playing.as_ref().filter(|own| own.id == game) else { continue };
                if state.outcome.is_some() {
                    send(socket, json!({ "t": "unwatch", "game": game })).await?;
                    (playing, due, free_since) = (None, None, Some(Instant::now()));
                } else if Some(state.turn) == own.side {
                    if let Some(ply) = state.ply.checked_sub(1) {
                        let sent = shared.sent.lock().unwrap_or_else(PoisonError::into_inner).remove(&(game, ply));
                        if let Some(sent) = sent {
                            shared.report().latencies.add(sent.elapsed());
                        }
                    }
                    due = Some((state.ply, Instant::now() + shared.interval));
                }
            }
            ServerMessage::Refused { error, .. } => shared.error(format!("{error:?}")),
            ServerMessage::Error { error, .. } => shared.error(format!("{error:?}")),
            ServerMessage::Closing { .. } => return Err("the server stops".to_owned()),
            _ => {}
        }
    }
}
