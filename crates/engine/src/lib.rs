//! Search and evaluation for hexagonal chess.
//!
//! The engine takes a position of any variant that `saffron_rules` knows and looks for the best move. It knows no
//! protocol and prints nothing; its user hands in limits and an observer. It starts threads only where it is told to
//! search with several, and ends them with the search; where there are none, [`Engine::set_crew`] takes what does their
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

mod crew;
mod engine;
mod evaluation;
mod limits;
mod pages;
mod review;
mod score;
mod search;
mod see;
mod settled;
mod strength;
mod time;
mod tt;

pub use crate::crew::{Crew, Helper, SystemThreads};
pub use crate::engine::{Engine, Info, Line, MAX_THREADS, Observer, Root, SearchResult};
pub use crate::evaluation::{FeatureSet, HandcraftedEvaluation, Network, NetworkChoice, NetworkError};
pub use crate::limits::{Clock, Control, Limits};
pub use crate::review::{Assessment, Eval, Mark, Review, ReviewedMove, Summary};
pub use crate::score::Score;
pub use crate::search::SearchParameters;
pub use crate::settled::Settled;
pub use crate::strength::{Faculties, LEVELS, Level, Random, Strength};
pub use crate::tt::{HashSizeError, MAX_HASH_MB};
