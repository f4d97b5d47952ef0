//! PGN files: reading them as they occur in practice, checking their moves, and writing them.
//!
//! A [`PgnReader`] takes lines and returns one [`RawGame`] for each game: tags, moves, comments and variations as text.
//! A [`Replayer`] plays a raw game on the board and returns a [`Replay`]: the legal moves, the language in which they are
//! written, and the first error. [`Replay::write`] writes the game in any notation.
//!
//! ```
//! use saffron_rules::{Language, Notation, PgnReader, Replayer};
//!
//! let mut reader = PgnReader::new();
//! for line in ["[Variant \"Glinski\"]", "", "1.Hdf4 Hdf8 2.Fd4 {jó} remi"] {
//!     reader.push_line(line);
//! }
//! reader.finish();
//! let raw = reader.next_game().unwrap();
//! let replay = Replayer::new().replay(&raw);
//! assert_eq!(replay.language, Language::Hungarian);
//! assert!(replay.error.is_none() && replay.moves.len() == 3);
//! let text = replay.write(&raw, Notation::ENGLISH);
//! assert!(text.ends_with("1. Ndf4 Ndf8 2. Bd4 {jó} 1/2-1/2\n"), "{text}");
//! ```

mod annotation;
mod commands;
mod joining;
pub(crate) mod line;
mod notes;
mod raw_game;
mod reader;
mod replay;
mod replay_error;
mod results;
mod tags;
#[cfg(test)]
mod tests;
mod tokens;
mod variation_notes;
pub(crate) mod words;
pub(crate) mod write;

pub use annotation::{Annotation, Brush, MoveAnnotation, Score, Shape, WrittenEval};
pub use line::SideLine;
pub use notes::{ReplayNote, ReplayNoteKind};
pub use raw_game::{Comment, MovetextItem, PgnError, RawGame, Termination, Unclosed};
pub use reader::PgnReader;
pub use replay::{Replay, Replayer};
pub use replay_error::{Ply, ReplayError, ReplayErrorKind};
pub use write::write_tag;
