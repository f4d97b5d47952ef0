//! Search and evaluation for hexagonal chess.
//!
//! An [`Engine`] searches positions of any variant of `saffron_rules` for the best move. It implements no protocol and prints
//! nothing: the caller passes the position with its game ([`Root`]), [`Limits`], a [`Control`] to stop the search, and an
//! [`Observer`] that receives the events of the search. Worker threads run only during a search, as threads of the operating
//! system or of a [`ThreadPool`] of the caller ([`Engine::set_thread_pool`]).
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
//! # Design
//!
//! Principal variation search with a shared transposition table (lazy SMP); each thread has its own data. The threads of a search
//! come from a pool that the caller may replace: it starts threads of the operating system, or uses workers in the browser,
//! where no thread can be started during a search.
//!
//! A position is evaluated by the network of its variant, by the handcrafted evaluation if there is none, or by the sum of both if
//! the network file says so. Endgame tables are probed as Stockfish probes Syzygy: at the root, where they rank the moves, and in
//! the tree right after a capture or pawn move. They hold the distance to mate, so a win is a mate score; they do not know the
//! 50-move rule, so a result counts only if half-move clock and distance leave no doubt.
//!
//! # Modules
//!
//! From the bottom up; each module imports only from those above it in the table:
//!
//! | module | contents |
//! |---|---|
//! | `score` | centipawns and mates |
//! | `win_rate` | chances to win, draw and lose by the score |
//! | `random` | seeded random numbers |
//! | `memory` | allocation on huge pages, prefetches |
//! | `interface` | input and output of a search: root, limits, control, infos, result, observer, thread pool |
//! | `see` | static exchange evaluation |
//! | `proven_mates` | end of an analysis without limits, once all lines are proven mates |
//! | `time_manager` | time for a move |
//! | `transposition_table` | results of searched positions |
//! | `tables` | endgame tables: choice of tables, and their scores |
//! | `evaluation` | static evaluation: handcrafted, by a network, and the choice between them |
//! | `search` | search of one position, with one thread or several |
//! | `engine` | [`Engine`]: a transposition table, the data of its threads, and searches with them |
//! | `strength` | limited strength, and the levels for people |

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
mod tables;
mod time_manager;
mod transposition_table;
mod win_rate;

pub use crate::engine::{Engine, MAX_THREADS};
pub use crate::evaluation::{FeatureSet, HandcraftedEvaluation, Network, NetworkChoice, NetworkError, add_network};
pub use crate::interface::{
    Clock, Control, EngineWarning, Info, Limits, Line, Observer, Progress, Root, ScoreBound, SearchResult,
    SystemThreadPool, ThreadPool, WorkerTask,
};
pub use crate::proven_mates::ProvenMates;
pub use crate::random::Random;
pub use crate::score::Score;
pub use crate::search::SearchParameters;
pub use crate::strength::{LEVELS, Level, Skill, Strength};
pub use crate::tables::{Probing, TableChoice};
pub use crate::transposition_table::{HashSizeError, MAX_HASH_MB};
pub use crate::win_rate::{Wdl, WinRate};
