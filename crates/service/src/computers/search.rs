//! Search for a computer's move.

use crate::config::limits::COMPUTER_HASH_MB;
use saffron_book::Book;
use saffron_engine::{Control, Engine, HashSizeError, Level, Limits, Observer, Root, Score};
use saffron_rules::Move;
use tokio::sync::watch;

/// Node limit of a search in a hurry.
const HURRY_NODES: u64 = 600;

/// Position and limits of a search.
#[derive(Clone, Debug)]
pub(crate) struct MoveRequest {
    pub(crate) root: Root,
    pub(crate) level: Level,
    /// Seed of the level's play, the same for all moves of a game.
    pub(crate) seed: u64,
    /// Random number in 0..1 that chooses among the book's moves.
    pub(crate) book_choice: f64,
    pub(crate) time: std::time::Duration,
    pub(crate) hurry: bool,
}

/// Move found, with the score of the position; `None` for a book move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ChosenMove {
    pub(crate) mv: Move,
    pub(crate) score: Option<Score>,
}

/// Observer that stops a search when the server stops.
struct Stopping<'a>(&'a watch::Receiver<bool>);

impl Observer for Stopping<'_> {
    fn should_stop(&mut self) -> bool {
        *self.0.borrow()
    }

    fn warning(&mut self, warning: &saffron_engine::EngineWarning) {
        tracing::warn!(%warning, "a computer plays with less");
    }
}

/// Finds a move; `None` if there is none. The first call creates the engine. Takes up to the time in the request, so do
/// not call it on an asynchronous worker.
///
/// # Errors
/// [`HashSizeError`] if there is not enough memory for the hash table.
pub(crate) fn search(
    engine: &mut Option<Engine>,
    request: &MoveRequest,
    stopping: &watch::Receiver<bool>,
) -> Result<Option<ChosenMove>, HashSizeError> {
    let MoveRequest { root, level, seed, book_choice, time, hurry } = request;
    if level.plays_book()
        && let Some(book) = Book::embedded(root.position.variant())
        && let Some(chosen) = book.choose(&root.position, &root.past, *book_choice)
    {
        return Ok(Some(ChosenMove { mv: chosen.mv, score: None }));
    }
    let engine = match engine {
        Some(engine) => engine,
        None => engine.insert(Engine::new(COMPUTER_HASH_MB)?),
    };
    let limits =
        Limits { movetime: Some(*time), nodes: hurry.then_some(HURRY_NODES), multi_pv: 1, ..Limits::default() };
    let found = engine.search_at_level(root, level, *seed, &limits, &Control::new(), &mut Stopping(stopping));
    Ok(found.best.map(|mv| ChosenMove { mv, score: Some(found.score) }))
}
