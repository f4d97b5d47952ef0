//! Complete build of a book: searches, then games.

use std::path::Path;

use saffron_engine::Engine;
use saffron_rules::Variant;
use saffron_selfplay::{EngineTasks, check_engine};

use super::expansion::Expansion;
use super::games::{self, GameResults};
use super::journal::{Journal, JournalError, Record};
use super::position_search;
use super::settings::{MAX_GAMES, Settings};
use crate::book::Book;

/// Progress of a build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Number of positions searched.
    pub positions: usize,
    /// Number of games played.
    pub games: usize,
}

/// Builds a book, resuming from the journal at this path. When `stop` returns true, the build ends early and returns the book so
/// far; `stop` is called about ten times a second. `progress` is called at the start, after every batch of searches and after
/// every game.
///
/// # Errors
/// The journal cannot be read or written, or is that of another book or other settings; there is no memory for an engine; or
/// the embedded network of the variant is unusable.
pub fn build(
    variant: &'static Variant,
    journal: &Path,
    settings: &Settings,
    threads: usize,
    stop: &dyn Fn() -> bool,
    mut progress: impl FnMut(Progress),
) -> Result<Book, JournalError> {
    check_engine(variant)?;
    let (mut journal, records) = Journal::open(journal, variant, settings)?;
    let mut expansion = Expansion::new(variant, settings.lines);
    let mut games = GameResults::new(variant);
    for record in records {
        match record {
            Record::Search { hash, moves } => expansion.add(hash, &moves),
            // If the settings have fewer games than the journal, the book counts those that it would have played.
            Record::Game(game) if (game.number as usize) < settings.games => games.add(game),
            Record::Game(_) => {}
        }
    }
    let engine = || Engine::new(position_search::HASH_MB);
    let mut engines = EngineTasks::new(threads, stop, engine).map_err(std::io::Error::other)?;
    progress(Progress { positions: expansion.len(), games: games.len() });
    while expansion.len() < settings.positions {
        let tasks = expansion.next_tasks()?;
        if tasks.is_empty() {
            break;
        }
        let search = |engine: &mut Engine, index: usize, control: &_| {
            position_search::run(engine, &tasks[index], settings.nodes, control)
        };
        let mut found = Vec::new();
        // A stopped batch is dropped, because the next one depends on all of it.
        if !engines.run(0..tasks.len(), search, |moves| {
            found.push(moves);
            Ok::<(), JournalError>(())
        })? {
            break;
        }
        let records = tasks.iter().zip(found).map(|(task, moves)| Record::Search { hash: task.position.hash(), moves });
        let records: Vec<Record> = records.collect();
        journal.write(&records)?;
        for record in &records {
            if let Record::Search { hash, moves } = record {
                expansion.add(*hash, moves);
            }
        }
        progress(Progress { positions: expansion.len(), games: games.len() });
    }
    if expansion.len() >= settings.positions {
        let book = expansion.book(&GameResults::new(variant))?;
        let missing = games.missing(settings.games.min(MAX_GAMES));
        let play =
            |engine: &mut Engine, number: u64, control: &_| games::play_game(engine, &book, settings, number, control);
        engines.run(missing.iter().copied(), play, |game| {
            journal.write(&[Record::Game(game.clone())])?;
            games.add(game);
            progress(Progress { positions: expansion.len(), games: games.len() });
            Ok::<(), JournalError>(())
        })?;
    }
    expansion.book(&games)
}
