//! Self-play games of the engine, and the training samples made from them.
//!
//! | module | contents |
//! |---|---|
//! | `format` | format of game files |
//! | `reader` | reading them, even if damaged |
//! | `game_file` | appending to them |
//! | `play` | one game: a random opening, searches with a fixed number of nodes, adjudication |
//! | `manifest` | what the games of a run depend on, and its complete shards |
//! | `run` | many games on several threads into the shards of a folder; a run can be resumed |
//! | `engine_tasks` | tasks for engines on several threads, with the results in order |
//! | `samples` | conversion of games to training samples: positions as lists of features |
#![allow(missing_docs, reason = "an internal crate: names that say enough need no comment")]

mod engine_tasks;
mod format;
mod game_file;
mod manifest;
mod play;
mod reader;
mod run;
mod samples;

pub use crate::engine_tasks::EngineTasks;
pub use crate::format::{GameFileError, PlayedGame, PlayedMove};
pub use crate::game_file::GameFile;
pub use crate::manifest::{Manifest, Shard, game_files};
pub use crate::play::{Settings, continue_game, play_game, random_opening};
pub use crate::reader::{Damage, read_games};
pub use crate::run::{Progress, Run, check_engine};
pub use crate::samples::{Filter, Sample, SampleReader, SamplesError, Summary, count_samples, write_samples};
