//! Games that the engine plays against itself, and the samples for training that are made from them.
//!
//! | module | what it holds |
//! |---|---|
//! | `format` | the format of files of games |
//! | `reader` | reading them, damaged ones included |
//! | `game_file` | appending to them |
//! | `play` | one game: a random opening, searches of a fixed number of nodes, adjudication |
//! | `run` | many games on several threads into one file; a run can be continued |
//! | `samples` | from games to what a trainer reads: positions as lists of features |

mod format;
mod game_file;
mod play;
mod reader;
mod run;
mod samples;

pub use crate::format::{GameFileError, PlayedGame, PlayedMove};
pub use crate::game_file::GameFile;
pub use crate::play::{Settings, continue_game, play_game};
pub use crate::reader::Damage;
pub use crate::run::{Progress, check_engine, generate};
pub use crate::samples::{Filter, Sample, SampleReader, SamplesError, Summary, write_samples};
