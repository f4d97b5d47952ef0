//! Kill test: kills a server under load many times and checks that no acknowledged command is lost or executed twice.

use std::collections::HashSet;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use saffron_live::{Event, Live, Recorded};
use saffron_protocol::game::{EventList, GameState};
use saffron_protocol::socket::ServerMessage;
use saffron_rules::Variant;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use crate::addresses::Addresses;
use crate::error::LoadError;
use crate::game::{Socket, open};
use crate::http::Http;
use crate::lines::{Lines, next};
use crate::seats::{Seats, seat};

/// Maximum time from the start of the process to its first answer.
const START_TIMEOUT: Duration = Duration::from_secs(5);

/// Tolerance of the clocks in milliseconds, in addition to the server's heartbeat of one second.
const CLOCK_TOLERANCE: i64 = 250;
const HEARTBEAT: i64 = 1000;

/// Command number of the resignation that ends a game.
const RESIGNATION: u32 = 1_000_000;

/// Options of a kill test.
#[derive(Clone, Debug)]
pub struct KillOptions {
    /// Server program.
    pub program: PathBuf,
    /// Arguments of the program, without `--listen`.
    pub arguments: Vec<String>,
    /// Loopback address `HOST:PORT` on which the server listens.
    pub host: String,
    /// Number of kills.
    pub kills: u32,
    /// Number of concurrent games.
    pub games: usize,
    /// Interval between two moves of a game.
    pub interval: Duration,
    /// Seed of the times of the kills.
    pub seed: u64,
}

/// Result of a kill test.
#[derive(Clone, Debug, Default)]
pub struct KillReport {
    /// Number of kills.
    pub kills: u32,
    /// Number of acknowledged moves.
    pub moves: u64,
    /// Number of moves sent again after a reconnection.
    pub resent: u64,
    /// Number of games played and checked at the end.
    pub games: usize,
    /// Longest time from the start of the process to its first answer, in milliseconds.
    pub longest_start_ms: u64,
    /// Violations found.
    pub faults: Vec<String>,
}

/// State shared by the players and the task that kills the server.
struct World {
    addresses: Addresses,
    lines: Lines,
    interval: Duration,
    variant: String,
    /// True while the server runs; changes with every kill and start.
    up: watch::Receiver<bool>,
    stop: AtomicBool,
    moves: AtomicU64,
    resent: AtomicU64,
}

/// Game with the knowledge of its players.
struct TrackedGame {
    seats: Seats,
    line: usize,
    /// Number of the next event.
    next: u32,
    ply: usize,
    /// Last state with clocks, and the time at which it was received.
    state: Option<(GameState, Instant)>,
    faults: Vec<String>,
}

/// Runs the server, plays games on it and kills it repeatedly.
///
/// # Errors
/// A [`LoadError`] if the server does not start or the final check cannot read a game.
pub async fn kill_again_and_again(
    options: KillOptions,
    mut progress: impl FnMut(u32, u64),
) -> Result<KillReport, LoadError> {
    let variant = Variant::all()[0];
    let mut report = KillReport::default();
    let mut server = start(&options, &mut report).await?;
    let (running, up) = watch::channel(true);
    let world = Arc::new(World {
        addresses: Addresses::of(&options.host).await?,
        lines: Lines::new(variant, 512, 120),
        interval: options.interval,
        variant: variant.id().to_owned(),
        up,
        stop: AtomicBool::new(false),
        moves: AtomicU64::new(0),
        resent: AtomicU64::new(0),
    });
    let mut players = JoinSet::new();
    for number in 0..options.games {
        let world = Arc::clone(&world);
        players.spawn(async move { play_games(&world, number).await });
    }
    let mut random = options.seed | 1;
    while report.kills < options.kills {
        sleep(Duration::from_millis(40 + next(&mut random) % 700)).await;
        let _ = running.send(false);
        kill(&mut server);
        report.kills += 1;
        progress(report.kills, world.moves.load(Ordering::Relaxed));
        server = start(&options, &mut report).await?;
        let _ = running.send(true);
    }
    sleep(Duration::from_secs(1)).await;
    world.stop.store(true, Ordering::Relaxed);
    let mut http = Http::connect(&options.host).await?;
    while let Some(games) = players.join_next().await {
        for played in games.map_err(|error| LoadError::Answer(error.to_string()))? {
            report.games += 1;
            report.faults.extend(check(&mut http, &played).await?);
            report.faults.extend(played.faults);
        }
    }
    report.moves = world.moves.load(Ordering::Relaxed);
    report.resent = world.resent.load(Ordering::Relaxed);
    kill(&mut server);
    Ok(report)
}

fn kill(server: &mut Child) {
    // The server may have exited by itself; the players notice that.
    let _ = server.kill();
    let _ = server.wait();
}

async fn start(options: &KillOptions, report: &mut KillReport) -> Result<Child, LoadError> {
    let started = Instant::now();
    let failed = |error| LoadError::Connect(options.program.display().to_string(), error);
    let mut child = Command::new(&options.program)
        .args(&options.arguments)
        .args(["--listen", &options.host])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .map_err(failed)?;
    loop {
        if let Ok(mut http) = Http::connect(&options.host).await
            && http.get::<serde_json::Value>("/api/me", None).await.is_ok()
        {
            let took = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
            report.longest_start_ms = report.longest_start_ms.max(took);
            if started.elapsed() > START_TIMEOUT {
                report.faults.push(format!("the server took {took} ms to start"));
            }
            return Ok(child);
        }
        if let Ok(Some(status)) = child.try_wait() {
            return Err(LoadError::Answer(format!("the server ended with {status}")));
        }
        if started.elapsed() > START_TIMEOUT * 4 {
            kill(&mut child);
            return Err(LoadError::Answer("the server does not answer".to_owned()));
        }
        sleep(Duration::from_millis(10)).await;
    }
}

/// Plays games one after another until the test stops.
async fn play_games(world: &World, number: usize) -> Vec<TrackedGame> {
    let mut games = Vec::new();
    let mut line = number;
    while !world.stop.load(Ordering::Relaxed) {
        let Some(seats) = new_seats(world).await else { break };
        let mut played = TrackedGame { seats, line, next: 0, ply: 0, state: None, faults: Vec::new() };
        line += 97;
        while !played.is_over() && played.faults.is_empty() && !world.stop.load(Ordering::Relaxed) {
            wait_until_up(world).await;
            if let Err(error) = play(world, &mut played).await {
                // Lost connections are the purpose of the test.
                let _ = error;
                sleep(Duration::from_millis(5)).await;
            }
        }
        let broken = !played.faults.is_empty();
        games.push(played);
        if broken {
            break;
        }
    }
    games
}

async fn wait_until_up(world: &World) {
    let mut up = world.up.clone();
    // The channel closes at the end of the run.
    let _ = up.wait_for(|up| *up).await;
}

/// Creates a game; tries again if the server is killed meanwhile.
async fn new_seats(world: &World) -> Option<Seats> {
    while !world.stop.load(Ordering::Relaxed) {
        wait_until_up(world).await;
        if let Ok(mut http) = Http::connect(&world.addresses.host).await
            && let Ok(seats) = seat(&mut http, &world.variant).await
        {
            return Some(seats);
        }
        sleep(Duration::from_millis(20)).await;
    }
    None
}

/// Plays until the connection is lost or the line ends.
async fn play(world: &World, played: &mut TrackedGame) -> Result<(), LoadError> {
    let mut sockets = Vec::new();
    for cookie in played.seats.cookies.clone() {
        sockets.push(open(&world.addresses, 0, "/api/socket?v=1", &cookie).await?);
    }
    let reconnected = played.next > 0;
    for socket in &mut sockets {
        let from = if reconnected { format!(r#","from":{}"#, played.next) } else { String::new() };
        send(socket, format!(r#"{{"t":"watch","game":"{}"{from}}}"#, played.seats.game)).await?;
    }
    // Events are read from White's connection; both connections send moves.
    follow(&mut sockets[0], played, |_| true).await?;
    let mut first = reconnected;
    while played.ply < world.lines.of(played.line).len() && played.faults.is_empty() {
        if world.stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let (ply, uci) = (played.ply, &world.lines.of(played.line)[played.ply]);
        if first {
            world.resent.fetch_add(1, Ordering::Relaxed);
            first = false;
        }
        let text = format!(
            r#"{{"t":"do","game":"{}","id":{{"client":"kill","n":{ply}}},"command":{{"kind":"move","uci":"{uci}","ply":{ply}}}}}"#,
            played.seats.game
        );
        send(&mut sockets[ply % 2], text).await?;
        follow(&mut sockets[0], played, |played| played.ply > ply).await?;
        world.moves.fetch_add(1, Ordering::Relaxed);
        sleep(world.interval).await;
    }
    if played.faults.is_empty() && !played.is_over() {
        // Unfinished games would accumulate, and the server reads all of them at each start.
        let game = &played.seats.game;
        let text = format!(
            r#"{{"t":"do","game":"{game}","id":{{"client":"kill","n":{RESIGNATION}}},"command":{{"kind":"resign"}}}}"#
        );
        send(&mut sockets[0], text).await?;
        follow(&mut sockets[0], played, TrackedGame::is_over).await?;
    }
    Ok(())
}

async fn send(socket: &mut Socket, text: String) -> Result<(), LoadError> {
    socket.send(Message::Text(text.into())).await.map_err(|error| LoadError::Answer(error.to_string()))
}

/// Reads and checks messages until one about the game meets the condition.
async fn follow(
    socket: &mut Socket,
    played: &mut TrackedGame,
    enough: impl Fn(&TrackedGame) -> bool,
) -> Result<(), LoadError> {
    loop {
        let message = timeout(Duration::from_secs(5), socket.next()).await;
        let message = message.map_err(|_| LoadError::Answer("no message for 5 seconds".to_owned()))?;
        let closed = || LoadError::Answer("closed".to_owned());
        let Message::Text(text) = message.ok_or_else(closed)?.map_err(|_| closed())? else { continue };
        let about = match serde_json::from_str(&text) {
            Ok(ServerMessage::Game { view }) => {
                if view.state.seq < played.next {
                    played.faults.push(format!(
                        "{}: {} events were acknowledged, the server has {}",
                        played.seats.game, played.next, view.state.seq
                    ));
                }
                played.take_state(view.state);
                true
            }
            Ok(ServerMessage::Events { events, state, .. }) => {
                played.take_events(&events);
                played.take_state(state);
                true
            }
            Ok(ServerMessage::Refused { error, .. }) => {
                // A resent move that had arrived is acknowledged by its command id. A refusal by its ply means that the server
                // forgot the id too early.
                played.faults.push(format!("{}: refused: {error:?}", played.seats.game));
                return Ok(());
            }
            Ok(_) => false,
            Err(error) => {
                played.faults.push(format!("{}: unreadable: {error}", played.seats.game));
                return Ok(());
            }
        };
        if about && enough(played) {
            return Ok(());
        }
    }
}

impl TrackedGame {
    fn is_over(&self) -> bool {
        self.state.as_ref().is_some_and(|(state, _)| state.outcome.is_some())
    }

    fn take_events(&mut self, events: &[Recorded]) {
        for event in events {
            if event.seq != self.next {
                self.faults.push(format!("{}: event {} instead of {}", self.seats.game, event.seq, self.next));
            }
            self.next = event.seq + 1;
        }
    }

    /// Records a state and compares its clocks with the previous ones: time during which the server was down must not count.
    fn take_state(&mut self, state: GameState) {
        let now = Instant::now();
        self.next = self.next.max(state.seq);
        if let Some((before, at)) = &self.state
            && before.ply == state.ply
            && before.running
            && state.running
            && let (Some(old), Some(new)) = (before.clocks, state.clocks)
        {
            let charged = old.of(before.turn) - new.of(state.turn);
            let passed = i64::try_from(now.duration_since(*at).as_millis()).unwrap_or(i64::MAX);
            if charged > passed + CLOCK_TOLERANCE || charged < -(HEARTBEAT + CLOCK_TOLERANCE) {
                self.faults.push(format!("{}: {charged} ms were charged for {passed} ms", self.seats.game));
            }
        }
        self.ply = usize::from(state.ply);
        self.state = Some((state, now));
    }
}

/// Reads and replays a game's events: none may be doubled, and none of those received may be missing.
async fn check(http: &mut Http, played: &TrackedGame) -> Result<Vec<String>, LoadError> {
    let mut faults = Vec::new();
    let path = format!("/api/games/{}/events", played.seats.game);
    let list: EventList = http.get(&path, Some(&played.seats.cookies[0])).await?;
    let count = u32::try_from(list.events.len()).unwrap_or(u32::MAX);
    if count < played.next {
        faults.push(format!("{}: {count} events are left of {}", played.seats.game, played.next));
    }
    let mut names = HashSet::new();
    for event in &list.events {
        if let Some(id) = &event.command
            && matches!(event.event, Event::Moved { .. })
            && !names.insert(id.clone())
        {
            faults.push(format!("{}: command {} was carried out twice", played.seats.game, id.n));
        }
    }
    match Live::replay(list.events) {
        Ok(live) if usize::from(live.ply()) < played.ply => {
            faults.push(format!("{}: moves are lost", played.seats.game));
        }
        Ok(_) => {}
        Err(error) => faults.push(format!("{}: {error}", played.seats.game)),
    }
    Ok(faults)
}
