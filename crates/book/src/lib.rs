//! Opening books: for positions near the start, moves with what a long search over many positions thinks of them and how
//! games with them ended. `docs/book.md` describes the files and how they come about.
//!
//! Reading a book opens no file and starts no thread: bytes go in, moves come out. Building one does both, and is behind the
//! feature `build`.
//!
//! | module | what it holds |
//! |---|---|
//! | `book` | [`Book`]: the moves of a position, and which to play |
//! | `format` | a book as bytes |
//! | `embedded` | the books that are part of the program |
//! | `rules_key` | whether a book was made for the rules that are played |
//! | `weight` | how often a move is to be played |
//! | `graph` | the positions of a book as a graph, and values by minimax |
//! | `verify` | whether a book is in order, and its figures |
//! | `build` | building: which position to search next, the journal, games |

mod book;
#[cfg(feature = "build")]
pub mod build;
mod embedded;
mod format;
mod graph;
mod rules_key;
mod verify;
#[cfg(any(feature = "build", test))]
mod weight;

pub use crate::book::{Book, BookMove};
pub use crate::format::BookError;
#[doc(hidden)]
pub use crate::format::fix_checksum;
pub use crate::verify::{Statistics, VerifyError};
