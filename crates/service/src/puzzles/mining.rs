//! Mining: every night the server makes puzzles of the games that have ended, with a bounded time of one processor.
//!
//! Games are mined in the order of their ends, each once. A thread of its own, of low priority, searches; the puzzles of a game
//! and the place of the next one are stored in one transaction, so that a server that stops loses one game's work at most.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use saffron_engine::Control;
use saffron_live::{DAY, Millis};
use saffron_puzzles::{Maker, MinedGame, Puzzle, Questions, shipped, text};
use saffron_store::games::{self, Game};
use saffron_store::{Statement, StoreError, puzzles};
use tokio::sync::{mpsc, oneshot};

use super::{unrated, variant_with_puzzles};
use crate::app::App;
use crate::archive::moves_of;
use crate::config::limits::MINING_PAGE;

/// Milliseconds of an hour.
const HOUR: Millis = DAY / 24;

/// Outcome of a night.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Night {
    /// Number of games that were mined.
    pub games: usize,
    /// Number of new puzzles.
    pub puzzles: usize,
}

/// Mines every night at the configured hour. Never returns, unless mining is off.
pub async fn keep(app: &Arc<App>) {
    let limits = app.config.puzzles;
    if limits.minutes == 0 {
        return;
    }
    loop {
        tokio::time::sleep(until_hour(app.clock.now(), limits.hour)).await;
        match mine(app, Duration::from_secs(60 * u64::from(limits.minutes))).await {
            Ok(Night { games, puzzles }) => tracing::info!(games, puzzles, "games mined for puzzles"),
            Err(error) => tracing::error!(%error, "games could not be mined for puzzles"),
        }
        // The hour of this night is not that of the next one.
        tokio::time::sleep(Duration::from_secs(3600)).await;
    }
}

/// Time until the next full hour of this number (UTC).
fn until_hour(now: Millis, hour: u8) -> Duration {
    let at = Millis::from(hour) * HOUR;
    Duration::from_millis(u64::try_from((at - now).rem_euclid(DAY)).unwrap_or_default())
}

/// Error of a night.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MiningError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no thread for the engines.
    #[error("the thread that mines could not be started")]
    Thread,
}

/// Mines the games that have ended since the last one that was mined, for at most this time of one processor.
///
/// # Errors
/// Failures of the store; no thread for the engines.
pub async fn mine(app: &Arc<App>, budget: Duration) -> Result<Night, MiningError> {
    let mut miner = Miner::start(budget)?;
    let mut night = Night::default();
    let mut known = Known::default();
    let mut stopping = app.stopping.clone();
    loop {
        let after = puzzles::mined(&*app.database).await?;
        let page = games::ended_after(&*app.database, after, MINING_PAGE).await?;
        if page.is_empty() {
            return Ok(night);
        }
        for game in page {
            let found = match minable(&game) {
                None => Vec::new(),
                Some(mined) => {
                    night.games += 1;
                    let found = tokio::select! {
                        biased;
                        _ = stopping.wait_for(|stopping| *stopping) => None,
                        found = miner.make(mined) => found,
                    };
                    let Some(found) = found else { return Ok(Night { games: night.games - 1, ..night }) };
                    found
                }
            };
            let mut statements = Vec::new();
            for puzzle in found {
                if known.add(app, &puzzle).await? {
                    night.puzzles += 1;
                    statements.push(added(app, &puzzle));
                }
            }
            statements.push(puzzles::set_mined((game.ended_at.unwrap_or(game.created_at), game.id)));
            app.database.transact(statements).await?;
        }
    }
}

fn added(app: &App, puzzle: &Puzzle) -> Statement {
    let first = unrated(puzzle.start.variant(), &puzzle.id(), puzzle.rating.unwrap_or_default());
    puzzles::add(&puzzles::Puzzle { line: Some(text::write_line(puzzle)), ..first }, app.clock.now())
}

/// A stored game for the miner; `None` if its variant has no puzzles here, or it cannot be read.
fn minable(game: &Game) -> Option<MinedGame> {
    variant_with_puzzles(&game.variant).ok()?;
    let (start, moves) = moves_of(game)?;
    let moves = moves.into_iter().map(|mv| (mv, None)).collect();
    Some(MinedGame { start, moves, source: format!("game {}", game.id) })
}

/// Questions of the puzzles that there are; those of a variant are read with its first new puzzle.
#[derive(Default)]
struct Known {
    /// Ids of the variants that have been read.
    variants: Vec<&'static str>,
    questions: Questions,
}

impl Known {
    /// Adds a puzzle; returns whether it was new.
    async fn add(&mut self, app: &App, puzzle: &Puzzle) -> Result<bool, StoreError> {
        let variant = puzzle.start.variant();
        if !self.variants.contains(&variant.id()) {
            let stored = puzzles::of_variant(&*app.database, variant.id()).await?;
            let lines = stored.into_iter().filter_map(|stored| stored.line);
            let mined = lines.filter_map(|line| text::read_line(&line, Some(variant)).ok());
            for puzzle in shipped(variant).into_iter().chain(mined) {
                self.questions.insert(&puzzle);
            }
            self.variants.push(variant.id());
        }
        Ok(self.questions.insert(puzzle))
    }
}

/// Game for the miner, with the place of its puzzles.
type Task = (MinedGame, oneshot::Sender<Option<Vec<Puzzle>>>);

/// Thread that makes puzzles. It ends when this is dropped, and stops the search at hand.
struct Miner {
    tasks: mpsc::UnboundedSender<Task>,
    control: Arc<Control>,
}

impl Miner {
    /// Starts the thread, which makes puzzles for at most this time.
    fn start(budget: Duration) -> Result<Miner, MiningError> {
        let (tasks, mut waiting) = mpsc::unbounded_channel::<Task>();
        let control = Arc::new(Control::new());
        let stop = Arc::clone(&control);
        let work = move || {
            lower_priority();
            let mut maker = None;
            let mut used = Duration::ZERO;
            while let Some((game, answer)) = waiting.blocking_recv() {
                let began = Instant::now();
                let found = if used < budget { make(&mut maker, &game, &stop) } else { None };
                used += began.elapsed();
                // No one waits for it any more.
                let _ = answer.send(found);
            }
        };
        let thread = std::thread::Builder::new().name("puzzles".to_owned());
        thread.spawn(work).map_err(|_| MiningError::Thread)?;
        Ok(Miner { tasks, control })
    }

    /// Returns the puzzles of a game; `None` if the time is used up, or the engines could not be created.
    async fn make(&mut self, game: MinedGame) -> Option<Vec<Puzzle>> {
        let (answer, answered) = oneshot::channel();
        self.tasks.send((game, answer)).ok()?;
        answered.await.ok().flatten()
    }
}

impl Drop for Miner {
    fn drop(&mut self) {
        self.control.stop();
    }
}

/// Makes the puzzles of a game with engines that are created when they are needed; `None` if the control stopped them, or there
/// is no memory. A game on which they fail has none, so that it does not hold up the others every night.
fn make(maker: &mut Option<Maker>, game: &MinedGame, control: &Control) -> Option<Vec<Puzzle>> {
    let mut lent = match maker.take().map_or_else(Maker::new, Ok) {
        Ok(maker) => maker,
        Err(error) => {
            tracing::error!(%error, "there is no memory for mining puzzles");
            return None;
        }
    };
    match catch_unwind(AssertUnwindSafe(|| lent.make(game, control))) {
        Ok(found) => {
            *maker = Some(lent);
            found
        }
        // The panic hook has printed the reason.
        Err(_) => {
            tracing::error!(source = game.source, "a game could not be mined for puzzles, it is left out");
            Some(Vec::new())
        }
    }
}

/// Lets every other thread of the machine go first.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    {
        // On Linux this is a property of the thread. Without it the thread only takes more of the processor.
        use crate::config::limits::MINING_NICENESS;
        let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), MINING_NICENESS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hour_of_the_night_is_the_next_one() {
        let hours = |hours: i64| Duration::from_millis(u64::try_from(hours * HOUR).expect("some hours"));
        assert_eq!(until_hour(0, 2), hours(2));
        assert_eq!(until_hour(2 * HOUR, 2), Duration::ZERO);
        assert_eq!(until_hour(DAY + 3 * HOUR, 2), hours(23));
        assert_eq!(until_hour(-HOUR, 0), hours(1));
    }
}
