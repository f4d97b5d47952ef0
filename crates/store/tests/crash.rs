//! Processes that are killed: every acknowledged entry is there afterwards, none twice.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use saffron_store::games::{self, Finish, NewGame};
use saffron_store::{Database, Event, GameId, LogEntry, Sqlite, SqliteOptions, StoreError, compaction};

const GAMES: u128 = 20;
/// A game with as many events ends, and the next of its kind begins.
const LONG: u32 = 300;

/// The names of the variable that makes a process one to be killed, and of the one with the number of kills.
const CHILD: &str = "SAFFRON_STORE_CRASH_CHILD";
const KILLS: &str = "SAFFRON_STORE_KILLS";

fn options() -> SqliteOptions {
    // Checkpoints all the time.
    SqliteOptions { checkpoint_pages: 50, ..SqliteOptions::default() }
}

fn new_game(id: GameId) -> NewGame {
    NewGame::new(id, "glinski", "blitz")
}

fn data(game: GameId, seq: u32) -> Vec<u8> {
    format!("{game} {seq}").repeat(1 + seq as usize % 3).into_bytes()
}

fn finish(game: GameId, count: u32) -> saffron_store::Statement {
    let events = (0..count).map(|seq| Event { at: seq.into(), data: data(game, seq) }).collect();
    games::finish(&Finish {
        game,
        ended_at: 1,
        aborted: false,
        result: None,
        points: None,
        reason: String::new(),
        plies: count,
        opening: String::new(),
        moves: String::new(),
        white_change: None,
        black_change: None,
        events,
    })
    .unwrap()
}

/// The process that is killed: it appends to some games, and prints what was acknowledged.
#[test]
fn child() {
    let Some(path) = std::env::var_os(CHILD) else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let database: Arc<dyn Database> = Arc::new(Sqlite::open(Path::new(&path), &options()).unwrap());
        let epoch = database.take_epoch().await.unwrap().number;
        let mut next: HashMap<GameId, u32> = HashMap::new();
        for running in games::running_games(&*database).await.unwrap() {
            next.insert(running.game.id, running.events.len().try_into().unwrap());
        }
        let compacting = Arc::clone(&database);
        tokio::spawn(async move {
            loop {
                compaction::compact(&*compacting, 500).await.unwrap();
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        });
        let waiting = Arc::new(AtomicU32::new(0));
        let mut generation = 0_u128;
        loop {
            while next.len() < GAMES as usize {
                generation += 1;
                let game = GameId::from_random((u128::from(epoch.unsigned_abs()) << 32) + generation);
                append(&database, &waiting, game, 0, epoch);
                next.insert(game, 1);
            }
            next.retain(|game, seq| {
                append(&database, &waiting, *game, *seq, epoch);
                *seq += 1;
                *seq <= LONG
            });
            while waiting.load(Ordering::Relaxed) > 200 {
                tokio::task::yield_now().await;
            }
        }
    });
}

fn append(database: &Arc<dyn Database>, waiting: &Arc<AtomicU32>, game: GameId, seq: u32, epoch: i64) {
    let entry = LogEntry { game, seq, at: seq.into(), epoch, data: data(game, seq) };
    let and = match seq {
        0 => vec![games::insert(&new_game(game))],
        LONG => vec![finish(game, LONG + 1)],
        _ => vec![],
    };
    waiting.fetch_add(1, Ordering::Relaxed);
    let waiting = Arc::clone(waiting);
    let done = Box::new(move |result: Result<(), StoreError>| {
        result.unwrap();
        waiting.fetch_sub(1, Ordering::Relaxed);
        // One write for each line: a line is whole, or cut at its end.
        std::io::stdout().write_all(format!("ack {game} {seq}\n").as_bytes()).unwrap();
    });
    database.append(vec![entry], and, done);
}

/// Runs the child for a time, and gives what it had acknowledged by then.
fn run_child(path: &Path, time: Duration) -> Vec<(GameId, u32)> {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "child", "--nocapture"]).env(CHILD, path);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let reader = std::thread::spawn(move || {
        let mut acknowledged = Vec::new();
        for line in output.split(b'\n') {
            let line = String::from_utf8(line.unwrap()).unwrap();
            let words: Vec<_> = line.split(' ').collect();
            // A cut number would be another, smaller one: that is acknowledged as well.
            if let ["ack", game, seq] = words[..]
                && let (Ok(game), Ok(seq)) = (game.parse(), seq.parse())
            {
                acknowledged.push((game, seq));
            }
        }
        acknowledged
    });
    std::thread::sleep(time);
    assert_eq!(child.try_wait().unwrap(), None, "the process failed by itself");
    child.kill().unwrap();
    child.wait().unwrap();
    reader.join().unwrap()
}

#[test]
fn nothing_acknowledged_is_lost_or_doubled_when_the_process_is_killed() {
    let kills: u32 = std::env::var(KILLS).map_or(30, |kills| kills.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut acknowledged: HashMap<GameId, u32> = HashMap::new();
    let mut total = 0;
    for kill in 0..kills {
        for (game, seq) in run_child(&path, Duration::from_millis(u64::from(60 + kill * 37 % 120))) {
            total += 1;
            let last = acknowledged.entry(game).or_insert(seq);
            *last = seq.max(*last);
        }
        runtime.block_on(check(&path, &acknowledged));
    }
    println!("{total} entries were acknowledged before {kills} kills");
    assert!(total > kills * 20, "too few to mean anything: {total}");
}

async fn check(path: &Path, acknowledged: &HashMap<GameId, u32>) {
    let database = Sqlite::open(path, &options()).unwrap();
    let running = games::running_games(&database).await.unwrap();
    let mut events: HashMap<_, _> = running.into_iter().map(|running| (running.game.id, running.events)).collect();
    for (game, last) in acknowledged {
        if !events.contains_key(game) {
            events.insert(*game, games::events(&database, *game).await.unwrap());
        }
        assert!(events[game].len() > *last as usize, "game {game} has lost entry {last}");
    }
    for (game, events) in events {
        for (seq, event) in (0..).zip(events) {
            assert_eq!(event, Event { at: seq.into(), data: data(game, seq) });
        }
    }
    database.close().await.unwrap();
}
