//! Measures how long an append takes to be durable.
//!
//! ```text
//! cargo run --release -p saffron-store --example append_bench -- DATABASE [NAME=VALUE...]
//! ```
//!
//! `DATABASE` is a folder for a new SQLite file, or `postgres://...` of an empty database. Names: `rate` appends offered
//! each second (0: as many as possible, with `flight` of them waiting), `seconds`, `games`, `bytes` of an event, `delay`
//! of the writer in microseconds, `checkpoint` in pages, `compact` = 1 to shorten the log meanwhile.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use saffron_store::games::{self, NewGame};
use saffron_store::{
    Database, GameId, LogEntry, Postgres, PostgresOptions, Sqlite, SqliteOptions, StoreError, compaction,
};

struct Options {
    rate: u64,
    flight: u64,
    seconds: u64,
    games: u64,
    bytes: u64,
    delay: u64,
    checkpoint: u64,
    compact: u64,
}

fn options(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options {
        rate: 2000,
        flight: 2000,
        seconds: 20,
        games: 10_000,
        bytes: 60,
        delay: 0,
        checkpoint: u64::from(SqliteOptions::default().checkpoint_pages),
        compact: 0,
    };
    for argument in arguments {
        let (name, value) = argument.split_once('=').ok_or("NAME=VALUE")?;
        let value = value.parse().map_err(|error| format!("{argument}: {error}"))?;
        match name {
            "rate" => options.rate = value,
            "flight" => options.flight = value,
            "seconds" => options.seconds = value,
            "games" => options.games = value,
            "bytes" => options.bytes = value,
            "delay" => options.delay = value,
            "checkpoint" => options.checkpoint = value,
            "compact" => options.compact = value,
            _ => return Err(format!("no option {name}")),
        }
    }
    Ok(options)
}

async fn open(database: &str, options: &Options) -> Result<Arc<dyn Database>, StoreError> {
    let delay = Duration::from_micros(options.delay);
    if database.starts_with("postgres") {
        let options = PostgresOptions { delay, ..PostgresOptions::default() };
        return Ok(Arc::new(Postgres::open(database, &options).await?));
    }
    let checkpoint_pages = options.checkpoint.try_into().unwrap_or(u32::MAX);
    let options = SqliteOptions { delay, checkpoint_pages, ..SqliteOptions::default() };
    Ok(Arc::new(Sqlite::open(&Path::new(database).join("append_bench.db"), &options)?))
}

fn game(number: u64) -> GameId {
    GameId::from_random(u128::from(number) * 0x9e37_79b9_7f4a_7c15)
}

fn new_game(number: u64) -> NewGame {
    NewGame { control: "300+3".into(), ..NewGame::new(game(number), "glinski", "blitz") }
}

/// Processor time of this process, in seconds.
fn processor_time() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let ticks: u64 = stat.split(' ').skip(13).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    ticks as f64 / 100.0
}

#[tokio::main(worker_threads = 2)]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (name, rest) = arguments.split_first().ok_or("append_bench DATABASE [NAME=VALUE...]")?;
    let options = options(rest)?;
    let database = open(name, &options).await?;
    let epoch = database.take_epoch().await?.number;
    let start = Instant::now();
    let mut inserts = Vec::new();
    for number in 0..options.games {
        inserts.push(database.transact(vec![games::insert(&new_game(number))]));
    }
    for insert in inserts {
        insert.await?;
    }
    println!("{} games in {:.2} s", options.games, start.elapsed().as_secs_f64());

    let running = Arc::clone(&database);
    let compacting = (options.compact == 1).then(|| {
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(Duration::from_secs(2)).await;
                let start = Instant::now();
                let (length, _) = compaction::log_length(&*running).await.unwrap_or_default();
                let compacted = compaction::compact(&*running, 50_000).await;
                println!("compaction of {length} entries: {compacted:?} in {:.2} s", start.elapsed().as_secs_f64());
            }
        })
    });
    let taken = Arc::new(Mutex::new(Vec::<u32>::new()));
    let done = Arc::new(AtomicU64::new(0));
    let (start, before) = (Instant::now(), processor_time());
    let mut sent = 0_u64;
    while start.elapsed() < Duration::from_secs(options.seconds) {
        let due = match options.rate {
            0 => done.load(Ordering::Relaxed) + options.flight,
            rate => (start.elapsed().as_micros() as u64 * rate) / 1_000_000,
        };
        while sent < due {
            let (number, seq) = (sent % options.games, sent / options.games);
            let entry = LogEntry {
                game: game(number),
                seq: seq.try_into()?,
                at: sent.try_into()?,
                epoch,
                data: vec![7; options.bytes.try_into()?],
            };
            let (taken, done, at) = (Arc::clone(&taken), Arc::clone(&done), Instant::now());
            let completion = Box::new(move |result: Result<(), StoreError>| {
                result.expect("the entry is written");
                let time = u32::try_from(at.elapsed().as_micros()).unwrap_or(u32::MAX);
                taken.lock().expect("nobody panics").push(time);
                done.fetch_add(1, Ordering::Relaxed);
            });
            database.append(vec![entry], vec![], completion);
            sent += 1;
        }
        tokio::time::sleep(Duration::from_micros(200)).await;
    }
    database.flush().await?;
    let (elapsed, processor) = (start.elapsed().as_secs_f64(), processor_time() - before);
    if let Some(compacting) = compacting {
        compacting.abort();
    }
    let mut taken = std::mem::take(&mut *taken.lock().expect("nobody panics"));
    taken.sort_unstable();
    let at =
        |share: f64| taken.get((taken.len() as f64 * share) as usize).map_or(0.0, |time| f64::from(*time) / 1000.0);
    println!(
        "{} appends, {:.0}/s; ms: median {:.2}, 90 % {:.2}, 99 % {:.2}, 99.9 % {:.2}, most {:.2}; processor {processor:.2} s",
        taken.len(),
        taken.len() as f64 / elapsed,
        at(0.5),
        at(0.9),
        at(0.99),
        at(0.999),
        taken.last().map_or(0.0, |time| f64::from(*time) / 1000.0),
    );
    database.close().await?;
    drop(database);
    let start = Instant::now();
    let database = open(name, &options).await?;
    let (opened, running) = (start.elapsed().as_secs_f64(), games::running_games(&*database).await?);
    let events: usize = running.iter().map(|running| running.events.len()).sum();
    let all = start.elapsed().as_secs_f64();
    println!("opened again in {opened:.2} s, {} games with {events} events after {all:.2} s", running.len());
    database.close().await?;
    Ok(())
}
