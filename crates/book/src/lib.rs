//! Opening books: for positions near the start, moves with their value by searches of many positions, and the results of games
//! with them. `docs/book.md` describes the files and how books are built.
//!
//! Reading a book takes its bytes, opens no file and starts no thread. Building one does both, and needs the feature `build`.
//!
//! | module | what it holds |
//! |---|---|
//! | `book` | [`Book`]: the moves of a position, and the choice of one |
//! | `format` | the file format |
//! | `embedded` | the books that are part of the program |
//! | `rules_key` | a hash of a variant's rules |
//! | `weight` | how often a move is played |
//! | `position_graph` | the positions of a book as a graph, and minimax values |
//! | `verify` | consistency checks, statistics |
//! | `build` | building: the expansion of positions, the journal, games |

mod book;
#[cfg(feature = "build")]
pub mod build;
mod embedded;
mod format;
mod position_graph;
mod rules_key;
mod verify;
#[cfg(any(feature = "build", test))]
mod weight;

pub use crate::book::{Book, BookMove};
pub use crate::format::BookError;
#[doc(hidden)]
pub use crate::format::fix_checksum;
pub use crate::verify::{Statistics, VerifyError};
