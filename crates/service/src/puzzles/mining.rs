//! Mining: every night the server makes puzzles of the games that have ended, with a bounded time of one processor.
//!
//! Games are mined in the order of their ends, each once. A thread of its own, of low priority, searches; the puzzles of a game
//! and the place of the next one are stored in one transaction, so that a server that stops loses one game's work at most.

use std::sync::Arc;
use std::time::{Duration, Instant};

use saffron_engine::{Control, HashSizeError};
use saffron_live::{DAY, Millis};
use saffron_puzzles::{Maker, MinedGame, Puzzle, Questions, shipped, text};
use saffron_rules::{Position, Variant};
use saffron_store::games::{self, Game};
use saffron_store::{Statement, StoreError, puzzles};
use tokio::sync::{mpsc, oneshot};

use super::{unrated, variant_with_puzzles};
use crate::app::App;
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
    /// There is no memory for the engines, or no thread.
    #[error("the engines could not be started")]
    Engines,
}

/// Mines the games that have ended since the last one that was mined, for at most this time of one processor.
///
/// # Errors
/// Failures of the store; too little memory.
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
                if known.of(app, puzzle.start.variant()).await?.insert(&puzzle) {
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
    let variant = variant_with_puzzles(&game.variant).ok()?;
    let start = match &game.start_fen {
        Some(fen) => Position::from_fen(variant, fen).ok()?,
        None => variant.start(),
    };
    let (mut position, mut moves) = (start, Vec::new());
    for uci in game.moves.split(' ').filter(|uci| !uci.is_empty()) {
        let mv = position.parse_uci(uci).ok()?;
        position.play_unchecked(mv);
        moves.push((mv, None));
    }
    Some(MinedGame { start, moves, source: format!("game {}", game.id) })
}

/// Questions of the puzzles that there are, by variant; each is read when it is needed.
#[derive(Default)]
struct Known(Vec<(&'static Variant, Questions)>);

impl Known {
    async fn of(&mut self, app: &App, variant: &'static Variant) -> Result<&mut Questions, StoreError> {
        let index = match self.0.iter().position(|(known, _)| std::ptr::eq(*known, variant)) {
            Some(index) => index,
            None => {
                let mut questions = Questions::default();
                for puzzle in shipped(variant) {
                    questions.insert(&puzzle);
                }
                for stored in puzzles::of_variant(&*app.database, variant.id()).await? {
                    let line = stored.line.and_then(|line| text::read_line(&line, Some(variant)).ok());
                    if let Some(puzzle) = line {
                        questions.insert(&puzzle);
                    }
                }
                self.0.push((variant, questions));
                self.0.len() - 1
            }
        };
        Ok(&mut self.0[index].1)
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
        let work = move || -> Result<(), HashSizeError> {
            lower_priority();
            let mut maker = Maker::new()?;
            let mut used = Duration::ZERO;
            while let Some((game, answer)) = waiting.blocking_recv() {
                let began = Instant::now();
                let found = if used < budget { maker.make(&game, &stop) } else { None };
                used += began.elapsed();
                // No one waits for it any more.
                let _ = answer.send(found);
            }
            Ok(())
        };
        let thread = std::thread::Builder::new().name("puzzles".to_owned());
        thread.spawn(work).map_err(|_| MiningError::Engines)?;
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
