//! Moves from an opening book, where the GUI has asked for one.

use std::path::Path;

use saffron_book::Book;
use saffron_engine::{Random, Root};
use saffron_rules::{Color, Variant};

use crate::error::CliError;

/// What `Book File` says for the program's own book.
const OWN_BOOK: &str = "own";

/// The greatest `Book Depth`, which is no limit in practice.
pub(super) const MOST_PLIES: u32 = 255;

/// The options as they are announced.
pub(super) const OPTIONS: [&str; 3] = [
    "option name OwnBook type check default false",
    "option name Book File type string default own",
    "option name Book Depth type spin default 255 min 1 max 255",
];

/// Which book is played from, and how far.
pub(super) struct OpeningBook {
    on: bool,
    /// None for the program's own.
    given: Option<Book>,
    /// In plies from the beginning of the game.
    depth: u32,
    random: Random,
}

impl Default for OpeningBook {
    fn default() -> Self {
        Self { on: false, given: None, depth: MOST_PLIES, random: Random::new(crate::play::seed()) }
    }
}

impl OpeningBook {
    pub(super) fn set_on(&mut self, on: bool) {
        self.on = on;
    }

    pub(super) fn set_depth(&mut self, plies: u32) {
        self.depth = plies;
    }

    /// Takes the book in a file, which must be one of the variant that is set, or the program's own.
    pub(super) fn set_file(&mut self, value: &str, variant: &'static Variant) -> Result<(), String> {
        self.given = match value {
            OWN_BOOK => None,
            path => Some(crate::book::file::open_for(Path::new(path), variant).map_err(|error| match error {
                CliError::Message(message) => message,
                CliError::OutputClosed => String::new(),
            })?),
        };
        Ok(())
    }

    /// What to answer instead of a search: a line about the move, and the move. None where the book is off or knows none.
    pub(super) fn answer(&mut self, root: &Root) -> Option<Vec<String>> {
        let position = &root.position;
        let ply = 2 * (position.fullmove_number() - 1) + u32::from(position.turn() == Color::Black);
        if !self.on || ply >= self.depth {
            return None;
        }
        let book = match &self.given {
            Some(book) => book,
            None => Book::embedded(position.variant())?,
        };
        let known = book.choose(position, &root.past, self.random.fraction())?;
        let uci = position.uci(known.mv);
        let mut lines = vec![format!(
            "info string book move {uci} cp {} games {} points {}",
            known.value,
            known.games,
            f64::from(known.quarters) / 4.0
        )];
        let next = position.play(known.mv).ok()?;
        lines.push(match book.moves(&next).first() {
            Some(reply) => format!("bestmove {uci} ponder {}", next.uci(reply.mv)),
            None => format!("bestmove {uci}"),
        });
        Some(lines)
    }
}
