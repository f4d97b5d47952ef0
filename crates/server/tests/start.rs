//! Measures time and memory of a start with many running games, and with logs from versions that logged every set of
//! conditional moves.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use saffron_live::{Command, Context, Event, Live, Presence, Recorded, RoundTrip, Settings, TimeControl};
use saffron_rules::Color;
use saffron_server::Server;
use saffron_service::config::{ServerConfig, Storage};
use saffron_store::accounts::{self, Account, Kind};
use saffron_store::games::{self, NewGame};
use saffron_store::{AccountId, Database, GameId, LogEntry, Sqlite, SqliteOptions, server};

/// Maximum duration of a start.
const PROMISED: Duration = Duration::from_secs(5);

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("saffron-start-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Memory of this process in bytes; 0 if the system does not report it.
fn memory() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0) << 10
}

fn stored(recorded: &Recorded) -> saffron_store::Event {
    let mut value = serde_json::json!({ "event": recorded.event });
    if let Some(command) = &recorded.command {
        value["command"] = serde_json::json!(command);
    }
    saffron_store::Event { at: recorded.at, data: value.to_string().into_bytes() }
}

/// Events of a game with a number of plies, in which knights go to and fro on varying paths.
fn events(control: TimeControl, plies: usize, now: i64) -> (Live, Vec<Recorded>) {
    let settings = Settings::casual("shafran", control);
    let (mut live, created) = Live::create(settings, now).expect("playable settings");
    let mut all = vec![created];
    let mut random = 7_usize;
    while live.ply() < u16::try_from(plies).expect("few") {
        let moves = live.position().legal_moves();
        random = random.wrapping_mul(0x5851_f42d).wrapping_add(0x1405_7b7e) % (1 << 30);
        let uci = live.position().uci(moves[random % moves.len()]);
        let context = Context { round_trip: RoundTrip::default(), opponent: Presence::Present };
        let command = Command::Move { uci, ply: live.ply(), thought: None };
        let events = live.decide(live.turn(), &command, context, now).expect("a legal move");
        all.extend(live.record(events, now, None).expect("events of this state"));
        assert_eq!(live.outcome(), None, "another seed is needed");
    }
    (live, all)
}

/// Creates a database with running correspondence games of 40 plies, and others whose logs contain `sets` full sets of
/// conditional moves each.
async fn fill(path: &Path, count: u128, flooded: u128, sets: u32) {
    let database = Sqlite::open(path, &SqliteOptions::default()).expect("a database");
    let now = 1_700_000_000_000;
    let players = [1, 2].map(AccountId::from_random);
    let rows = players.map(|id| accounts::insert(&Account::new(id, Kind::Guest, now)));
    database.transact(rows.to_vec()).await.expect("accounts");
    let epoch = database.take_epoch().await.expect("an epoch").number;
    let control = TimeControl::Correspondence { days: 14 };
    let (live, long) = events(control, 40, now);
    let long: Vec<_> = long.iter().map(stored).collect();
    let (fresh, short) = events(control, 0, now);
    let new = |id: GameId, live: &Live| NewGame {
        id,
        variant: "shafran".into(),
        speed: "correspondence".into(),
        control: serde_json::to_string(&control).expect("text"),
        rated: false,
        white: Some(players[0]),
        black: Some(players[1]),
        white_rating: Some(1500.0),
        white_provisional: false,
        black_rating: Some(1500.0),
        black_provisional: false,
        created_at: now,
        start_fen: None,
        to_move: Some(players[0]),
        deadline: live.deadline(),
        data: String::new(),
    };
    let ids: Vec<GameId> = (0..count).map(|number| GameId::from_random(number * 7919 + 1)).collect();
    for ids in ids.chunks(500) {
        let statements =
            ids.iter().flat_map(|id| [games::insert(&new(*id, &live)), games::fold(*id, &long).expect("short")]);
        database.transact(statements.collect()).await.expect("games");
    }
    let line: Vec<String> = "e2e5 e9e6".split_whitespace().map(str::to_owned).collect();
    let padding = "b1a3 h10i8 a3b1 i8h10 ".repeat(5).split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let lines = [vec![padding; 59], vec![line]].concat();
    for number in 0..flooded {
        let id = GameId::from_random(number * 104_729 + 5);
        database.transact(vec![games::insert(&new(id, &fresh))]).await.expect("a game");
        let first = LogEntry { game: id, seq: 0, at: now, epoch, data: stored(&short[0]).data };
        let set = |seq| Recorded {
            seq,
            at: now,
            command: None,
            digest: None,
            event: Event::ConditionalMovesSet { by: Color::Black, lines: lines.clone() },
        };
        let entry = |seq| LogEntry { game: id, seq, at: now, epoch, data: stored(&set(seq)).data };
        let (done, committed) = tokio::sync::oneshot::channel();
        let entries = std::iter::once(first).chain((1..=sets).map(entry)).collect();
        database.append(entries, Vec::new(), Box::new(move |result| drop(done.send(result))));
        committed.await.expect("an answer").expect("stored");
    }
    server::alive(&database, epoch, now).await.expect("stored");
    database.close().await.expect("closed");
}

/// Starts a server on a database. Returns the duration, and the growth of the memory in bytes.
async fn start(path: &Path) -> (Duration, u64) {
    let config = ServerConfig { storage: Storage::File(path.to_owned()), ..ServerConfig::default() };
    let server = Server::bind("127.0.0.1:0").await.expect("a port").with_config(config);
    let (before, began) = (memory(), Instant::now());
    let started = server.start().await.expect("a start");
    let took = (began.elapsed(), memory().saturating_sub(before));
    drop(started);
    took
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_start_reads_no_game() {
    let folder = Folder::new("few");
    let path = folder.0.join("db");
    fill(&path, 1000, 2, 300).await;
    let (took, grown) = start(&path).await;
    assert!(took < PROMISED, "{took:?}");
    assert!(grown < 64 << 20, "{grown} bytes");
}

/// `cargo test --release -p saffron-server --test start -- --ignored --nocapture`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement of a minute"]
async fn a_start_with_twenty_thousand_games_and_a_flood_of_conditional_moves() {
    let folder = Folder::new("many");
    for (name, flooded) in [("games", 0), ("flood", 26)] {
        let path = folder.0.join(name);
        fill(&path, 20_000, flooded, 1000).await;
        let size = std::fs::metadata(&path).map_or(0, |file| file.len()) >> 20;
        let (took, grown) = start(&path).await;
        println!("{name}: a file of {size} MiB, started in {took:?}, {} MiB of memory more", grown >> 20);
        assert!(took < PROMISED, "{took:?}");
        assert!(grown < 128 << 20, "{grown} bytes");
    }
}

/// `cargo test --release -p saffron-server --test start -- --ignored --nocapture`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement of a minute"]
async fn a_start_that_computes_the_keys_of_a_hundred_thousand_names_again() {
    let folder = Folder::new("names");
    let path = folder.0.join("db");
    let database = Sqlite::open(&path, &SqliteOptions::default()).expect("a database");
    for page in 0..200 {
        let inserts = (0..500).map(|number| {
            let number = page * 500 + number;
            let accent = if number % 10 == 0 { "\u{301}" } else { "" };
            let account = Account {
                name: Some(format!("Ma{accent}rta-{number}")),
                name_key: Some(format!("rna{accent}rta-{number}")),
                ..Account::new(AccountId::from_random(number * 7919 + 1), Kind::Person, 1_700_000_000_000)
            };
            accounts::insert(&account)
        });
        database.transact(inserts.collect()).await.expect("accounts");
    }
    database.close().await.expect("closed");
    for run in ["first", "second"] {
        let (took, grown) = start(&path).await;
        println!("{run} start: {took:?}, {} MiB of memory more", grown >> 20);
        assert!(took < PROMISED, "{took:?}");
    }
}
