//! Builds a book: best-first search of the positions near the start, then games from the ends of its lines.
//!
//! | module | contents |
//! |---|---|
//! | `settings` | the settings of a build |
//! | `games` | games that start in the book, and their results |
//! | `journal` | the file from which a build continues |
//! | `position_search` | the search of one position |
//! | `expansion` | the positions searched so far, and which to search next |
//! | `builder` | a complete build |
//!
//! The book depends only on the settings, not on the number of threads or on interruptions.

mod builder;
mod expansion;
mod games;
mod journal;
mod position_search;
mod settings;

pub use self::builder::{Progress, build};
pub use self::journal::JournalError;
pub use self::settings::{MAX_GAMES, Settings};

#[cfg(test)]
mod tests;
