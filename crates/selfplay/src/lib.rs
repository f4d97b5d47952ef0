//! Games that the engine plays against itself, and the samples for training that are made from them.
//!
//! | module | what it holds |
//! |---|---|
//! | `games` | files of games: a few bytes a ply, appended game by game |
//! | `play` | one game: a random opening, searches of a fixed number of nodes, adjudication |
//! | `run` | many games on several threads, into one file, resumable |
//! | `samples` | from games to what a trainer reads: positions as lists of network inputs |

mod games;
mod play;
mod run;
mod samples;

pub use crate::games::{GameFile, GameFileError, PlayedGame, PlayedMove};
pub use crate::play::{Settings, continue_game, play_game};
pub use crate::run::{Progress, generate};
pub use crate::samples::{Filter, Sample, SampleReader, Summary, write_samples};
