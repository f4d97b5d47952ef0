//! Opening book moves, for GUIs that ask for them.

use std::path::Path;

use saffron_book::Book;
use saffron_engine::{Random, Root};
use saffron_rules::{Color, Variant};

/// Value of `Book File` for the embedded book.
const OWN_BOOK: &str = "own";

/// Maximum of `Book Depth`, in practice no limit.
pub(super) const MAX_BOOK_DEPTH: u32 = 255;

/// Declarations of the options.
pub(super) const OPTIONS: [&str; 3] = [
    "option name OwnBook type check default false",
    "option name Book File type string default own",
    "option name Book Depth type spin default 255 min 1 max 255",
];

/// Reads a book of a variant.
fn open(path: &Path, variant: &'static Variant) -> Result<Book, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let book = Book::from_bytes(&bytes).map_err(|error| error.to_string())?;
    let (found, expected) = (book.variant().id(), variant.id());
    if found == expected { Ok(book) } else { Err(format!("the book is of the variant {found}, not {expected}")) }
}

/// Opening book with its settings.
pub(super) struct OpeningBook {
    on: bool,
    /// Book from a file; `None` for the embedded book.
    given: Option<Book>,
    /// Maximum ply of a book move, from the start of the game.
    depth: u32,
    random: Random,
}

impl Default for OpeningBook {
    fn default() -> Self {
        Self { on: false, given: None, depth: MAX_BOOK_DEPTH, random: Random::new(crate::session::clock_seed()) }
    }
}

impl OpeningBook {
    pub(super) fn set_on(&mut self, on: bool) {
        self.on = on;
    }

    pub(super) fn set_depth(&mut self, plies: u32) {
        self.depth = plies;
    }

    /// Sets the book: a file, which must be for the current variant, or the embedded book.
    pub(super) fn set_file(&mut self, value: &str, variant: &'static Variant) -> Result<(), String> {
        self.given = match value {
            OWN_BOOK => None,
            path => Some(open(Path::new(path), variant).map_err(|error| format!("{path}: {error}"))?),
        };
        Ok(())
    }

    /// Returns the answer in place of a search: a line about the move, and the move. `None` if the book is off or has no move.
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
