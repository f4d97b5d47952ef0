//! Building a book: best-first search of the positions near the start, then games from the ends of its lines.
//!
//! | module | what it holds |
//! |---|---|
//! | `tree` | what was found, and which positions to search next |
//! | `search` | one search of the engine |
//! | `games` | games that begin in the book, and what they count |
//! | `pool` | work on several threads |
//! | `journal` | the file from which a run that was ended goes on |
//!
//! The book follows from the settings alone: however many threads there are, and wherever it was ended and went on.

mod games;
mod journal;
mod pool;
mod search;
mod tree;

use std::path::Path;

use saffron_engine::Engine;
use saffron_rules::Variant;

use self::games::Games;
pub use self::journal::JournalError;
use self::journal::{Journal, Record};
use self::pool::EnginePool;
use self::tree::Tree;
use crate::book::Book;

/// How a book is built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Nodes of a search.
    pub nodes: u64,
    /// How many of its best moves a position gets at first, 1 to 32.
    pub lines: usize,
    /// How many positions the book is to have at least; up to 7 more come with the last searches.
    pub positions: usize,
    /// How many games are played from the ends of its lines, up to 16,383.
    pub games: usize,
    /// Nodes of a move in these games.
    pub game_nodes: u64,
    /// What the choice of moves in the games follows from.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { nodes: 20_000, lines: 5, positions: 2000, games: 400, game_nodes: 2000, seed: 1 }
    }
}

/// The most games that a book can count.
pub const MAX_GAMES: usize = 16_383;

/// How far a book has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions in it.
    pub positions: usize,
    /// Games played.
    pub games: usize,
}

/// Builds a book, and goes on with what the journal holds. It ends early when `stop`, which is asked some ten times a second,
/// says so: then the book is of what there is so far. `progress` is called after every few searches and every game.
///
/// # Errors
/// When the journal cannot be read or written, is of another book or other settings, or there is no memory for an engine.
pub fn build(
    variant: &'static Variant,
    journal: &Path,
    settings: &Settings,
    threads: usize,
    stop: &dyn Fn() -> bool,
    mut progress: impl FnMut(Progress),
) -> Result<Book, JournalError> {
    let (mut journal, records) = Journal::open(journal, variant, settings)?;
    let mut tree = Tree::new(variant, settings.lines);
    let mut games = Games::new(variant);
    for record in records {
        match record {
            Record::Search { hash, moves } => tree.add(hash, &moves),
            // A build that asks for fewer games than were played gets those that it would have played.
            Record::Game(game) if (game.number as usize) < settings.games => games.add(game),
            Record::Game(_) => {}
        }
    }
    let mut pool = EnginePool::new(threads, stop, || Engine::new(search::HASH_MB))?;
    progress(Progress { positions: tree.len(), games: games.len() });
    while tree.len() < settings.positions {
        let tasks = tree.next_tasks()?;
        if tasks.is_empty() {
            break;
        }
        let act = |engine: &mut Engine, index: usize, control: &_| {
            search::run(engine, &tasks[index], settings.nodes, control)
        };
        let mut found = Vec::new();
        // A batch counts as a whole or not at all: what comes after it depends on all of it.
        if !pool.work(0..tasks.len(), act, |moves| {
            found.push(moves);
            Ok(())
        })? {
            break;
        }
        let records = tasks.iter().zip(found).map(|(task, moves)| Record::Search { hash: task.position.hash(), moves });
        let records: Vec<Record> = records.collect();
        journal.write(&records)?;
        for record in &records {
            if let Record::Search { hash, moves } = record {
                tree.add(*hash, moves);
            }
        }
        progress(Progress { positions: tree.len(), games: games.len() });
    }
    if tree.len() >= settings.positions {
        let book = tree.book(&Games::new(variant))?;
        let missing = games.missing(settings.games.min(MAX_GAMES));
        let act =
            |engine: &mut Engine, number: u64, control: &_| games::play_game(engine, &book, settings, number, control);
        pool.work(missing.iter().copied(), act, |game| {
            journal.write(&[Record::Game(game.clone())])?;
            games.add(game);
            progress(Progress { positions: tree.len(), games: games.len() });
            Ok(())
        })?;
    }
    tree.book(&games)
}

#[cfg(test)]
mod tests;
