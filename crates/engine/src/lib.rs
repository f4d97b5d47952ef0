//! Search and evaluation for hexagonal chess.
//!
//! The engine takes a position of any variant that `saffron_rules` knows and looks for the best move. It knows no
//! protocol and prints nothing; its user hands in limits and an observer. It starts threads only where it is told to
//! search with several, and ends them with the search; where there are none, [`Engine::set_thread_pool`] takes what does their
//! work.
//!
//! ```
//! use saffron_engine::{Control, Engine, Info, Limits, Observer, Root};
//! use saffron_rules::Variant;
//!
//! struct Depths(Vec<u32>);
//!
//! impl Observer for Depths {
//!     fn info(&mut self, info: &Info<'_>) {
//!         self.0.push(info.depth);
//!     }
//! }
//!
//! let root = Root::from(Variant::by_id("glinski").unwrap().start());
//! let mut engine = Engine::new(1)?;
//! let mut depths = Depths(Vec::new());
//! let result = engine.search(&root, &Limits::depth(4), &Control::new(), &mut depths);
//! assert_eq!(depths.0, [1, 2, 3, 4]);
//! assert_eq!(result.best, Some(result.lines[0].pv[0]));
//! # Ok::<(), saffron_engine::HashSizeError>(())
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | `engine` | [`Engine`], what goes in and what comes out |
//! | `crew` | who runs the helpers of a search with several threads |
//! | `search` | the search |
//! | `evaluation` | the static evaluation: the handcrafted one, the network, and which of them a position gets |
//! | `tt`, `pages` | the transposition table; memory on large pages |
//! | `see` | exchanges on one cell |
//! | `limits`, `time`, `settled` | when a search ends |
//! | `strength` | limited strength and levels for people |
//! | `score` | centipawns and mates |
//! | `review` | games judged: losses, marks, accuracy |

mod engine;
mod evaluation;
mod interface;
mod memory;
mod proven_mates;
mod random;
mod score;
mod search;
mod see;
mod strength;
mod time;
mod tt;

pub use crate::engine::{Engine, MAX_THREADS};
pub use crate::evaluation::{FeatureSet, HandcraftedEvaluation, Network, NetworkChoice, NetworkError};
pub use crate::interface::{
    Clock, Control, EngineWarning, Info, Limits, Line, Observer, Root, SearchResult, SystemThreadPool, ThreadPool,
    WorkerTask,
};
pub use crate::proven_mates::ProvenMates;
pub use crate::random::Random;
pub use crate::score::Score;
pub use crate::search::SearchParameters;
pub use crate::strength::{LEVELS, Level, Skill, Strength};
pub use crate::tt::{HashSizeError, MAX_HASH_MB};
