//! Opening books: moves for positions near the start, with values from engine searches and the results of games.
//! `docs/book.md` describes the files and how books are built.
//!
//! A book is read from bytes, without files or threads. Building one needs both, and the feature `build`.
//!
//! | module | contents |
//! |---|---|
//! | `book` | [`Book`]: the moves of a position, and the choice of one |
//! | `format` | the file format |
//! | `embedded` | books embedded in the program |
//! | `rules_key` | a hash of a variant's rules |
//! | `weight` | weights of the moves |
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
