//! Whole run: guests, games, sockets, moves.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::StreamExt;
use saffron_rules::Variant;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::addresses::Addresses;
use crate::error::LoadError;
use crate::game::{self, GameResult, Timing};
use crate::http::Http;
use crate::lines::Lines;
use crate::measure::{Latencies, Process};
use crate::seats::{Seats, seat};

/// Number of concurrent connections that create guests and games.
const CREATE_CONCURRENCY: usize = 32;

/// Number of sockets opened at the same time.
const OPEN_CONCURRENCY: usize = 128;

/// Number of different lines of moves.
const LINES: usize = 256;

/// Options of a run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Address of the server, `HOST:PORT`.
    pub host: String,
    /// Number of concurrent games, with two sockets each.
    pub games: usize,
    /// Duration of the measurement.
    pub time: Duration,
    /// Interval between two moves of a game.
    pub interval: Duration,
    /// Time during which moves are played before the measurement begins.
    pub warm_up: Duration,
    /// Id of the variant.
    pub variant: String,
    /// Process id of a server on this machine, whose processor time and memory are measured.
    pub pid: Option<u32>,
    /// True for the bare relay, which has no accounts and no games to create.
    pub bare: bool,
}

/// Progress of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// Number of games created so far.
    Games(usize),
    /// Number of sockets opened so far.
    Sockets(usize),
    /// Moves are being played.
    Playing,
}

/// Measurements of a run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Latencies of the counted moves, each of which the opponent received.
    pub latencies: Latencies,
    /// Number of moves refused or lost, and of broken connections.
    pub errors: u64,
    /// Text of the first error.
    pub first_error: Option<String>,
    /// Processor time of the server during the measurement, and its memory at the end.
    pub process: Option<Process>,
    /// Duration of the measurement in seconds.
    pub seconds: f64,
}

/// Creates the games, opens their sockets, plays, and closes the sockets.
///
/// # Errors
/// A [`LoadError`] if the run cannot start. Later failures are counted in the report.
pub async fn run(options: Options, mut progress: impl FnMut(Progress)) -> Result<Report, LoadError> {
    let addresses = Arc::new(Addresses::of(&options.host).await?);
    let variant = Variant::by_id(&options.variant).ok_or_else(|| LoadError::Variant(options.variant.clone()))?;
    let moves = (options.time + options.warm_up).as_millis() / options.interval.as_millis().max(1) + 2;
    let lines = Arc::new(Lines::new(variant, LINES, usize::try_from(moves).unwrap_or(usize::MAX)));
    let seats = make_games(&options, &mut progress).await?;
    let sockets = open_sockets(&addresses, &options, &seats, &mut progress).await?;
    progress(Progress::Playing);
    let start = Instant::now() + Duration::from_millis(200);
    let (stop, end) = watch::channel(false);
    let mut games = JoinSet::new();
    let count = u32::try_from(seats.len()).unwrap_or(u32::MAX).max(1);
    for (index, (seats, sockets)) in seats.into_iter().zip(sockets).enumerate() {
        let place = u32::try_from(index).unwrap_or(0);
        let pace =
            Timing { interval: options.interval, offset: options.interval * place / count, warm_up: options.warm_up };
        let (lines, end) = (Arc::clone(&lines), end.clone());
        games.spawn(async move { game::play(seats, sockets, lines.of(index), pace, start, end).await });
    }
    sleep(options.warm_up).await;
    let measured = Instant::now();
    let before = options.pid.and_then(Process::read);
    sleep(options.time).await;
    let after = options.pid.and_then(Process::read);
    let seconds = measured.elapsed().as_secs_f64();
    let _ = stop.send(true);
    let mut report = Report { seconds, ..Report::default() };
    report.process = before.zip(after).map(|(before, after)| Process {
        cpu_seconds: after.cpu_seconds - before.cpu_seconds,
        resident_mib: after.resident_mib,
    });
    let mut open = Vec::new();
    while let Some(played) = games.join_next().await {
        let GameResult { sockets: still_open, latencies, errors, first_error } = played.unwrap_or_default();
        open.extend(still_open);
        report.latencies.extend(&latencies);
        report.errors += errors;
        report.first_error = report.first_error.or(first_error);
    }
    futures_util::stream::iter(open).for_each_concurrent(OPEN_CONCURRENCY, game::close).await;
    Ok(report)
}

async fn make_games(options: &Options, progress: &mut impl FnMut(Progress)) -> Result<Vec<Seats>, LoadError> {
    if options.bare {
        let bare = |number: usize| Seats { game: format!("g{number:09}"), cookies: [String::new(), String::new()] };
        return Ok((0..options.games).map(bare).collect());
    }
    let next = Arc::new(AtomicUsize::new(0));
    let mut makers = JoinSet::new();
    for _ in 0..CREATE_CONCURRENCY.min(options.games) {
        let (next, options) = (Arc::clone(&next), options.clone());
        makers.spawn(async move {
            let mut http = Http::connect(&options.host).await?;
            let mut made = Vec::new();
            while next.fetch_add(1, Ordering::Relaxed) < options.games {
                made.push(seat(&mut http, &options.variant).await?);
            }
            Ok::<_, LoadError>(made)
        });
    }
    let mut ticks = tokio::time::interval(Duration::from_millis(500));
    let mut seats = Vec::new();
    loop {
        tokio::select! {
            biased;
            made = makers.join_next() => match made {
                None => break,
                Some(made) => seats.extend(made.map_err(|error| LoadError::Answer(error.to_string()))??),
            },
            _ = ticks.tick() => progress(Progress::Games(next.load(Ordering::Relaxed).min(options.games))),
        }
    }
    Ok(seats)
}

async fn open_sockets(
    addresses: &Arc<Addresses>,
    options: &Options,
    seats: &[Seats],
    progress: &mut impl FnMut(Progress),
) -> Result<Vec<[game::Socket; 2]>, LoadError> {
    let permits = Arc::new(Semaphore::new(OPEN_CONCURRENCY));
    let opened = Arc::new(AtomicU64::new(0));
    let mut opening = JoinSet::new();
    for (index, seats) in seats.iter().cloned().enumerate() {
        let (addresses, permits, opened) = (Arc::clone(addresses), Arc::clone(&permits), Arc::clone(&opened));
        let bare = options.bare;
        opening.spawn(async move {
            // The semaphore is never closed.
            let _permit = permits.acquire_owned().await;
            let mut sockets = Vec::with_capacity(2);
            for side in 0..2 {
                let path = if bare { format!("/{}/{side}", seats.game) } else { "/api/socket?v=1".to_owned() };
                let mut socket = game::open(&addresses, index * 2 + side, &path, &seats.cookies[side]).await?;
                if !bare {
                    game::watch_game(&mut socket, &seats.game).await?;
                }
                sockets.push(socket);
                opened.fetch_add(1, Ordering::Relaxed);
            }
            let sockets =
                <[game::Socket; 2]>::try_from(sockets).map_err(|_| LoadError::Answer("sockets".to_owned()))?;
            Ok::<_, LoadError>((index, sockets))
        });
    }
    let mut all: Vec<Option<[game::Socket; 2]>> = seats.iter().map(|_| None).collect();
    let mut last = Instant::now();
    while let Some(one) = opening.join_next().await {
        let (index, sockets) = one.map_err(|error| LoadError::Answer(error.to_string()))??;
        all[index] = Some(sockets);
        if last.elapsed() > Duration::from_millis(500) {
            last = Instant::now();
            progress(Progress::Sockets(usize::try_from(opened.load(Ordering::Relaxed)).unwrap_or(0)));
        }
    }
    Ok(all.into_iter().flatten().collect())
}
