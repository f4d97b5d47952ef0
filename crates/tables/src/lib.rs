//! Endgame tables: the value of every position with few pieces, with best play of both sides.
//!
//! [`Solver`] computes tables in memory and makes their files; [`Tables`] looks positions up in files.
//!
//! Without the feature `solver` there are only [`Tables`] and what they need.
//!
//! | module | what it holds |
//! |---|---|
//! | `geometry` | the board of a variant as sets of 128 bits, its symmetries |
//! | `ending` | [`Ending`]: the pieces |
//! | `index` | pairs of kings, one of those that are the same by a symmetry |
//! | `value` | [`Value`]: result and plies to the end |
//! | `placement`, `first_steps` | where pieces stand; first moves of pawns by several cells |
//! | `suitable`, `bare` | which rules tables can hold; two kings alone |
//! | `conversion` | captures and promotions: moves into other endings |
//! | `predecessors` | the positions before those of a set, by a move that stays in the ending |
//! | `analysis` | retrograde analysis |
//! | `beginning` | where it begins: legal positions, captures and promotions, mates and stalemates |
//! | `passing` | moves of pawns past pawns that can take them en passant |
//! | `pending` | positions with a capture en passant pending |
//! | `depths` | how soon a win can be brought nearer by a capture or pawn move, under the rule of 50 moves |
//! | `zeroing` | the analysis that finds that |
//! | `solver` | [`Solver`]: endings, each after those that it leads to |
//! | `view` | where a position with one piece left out is legal, in check, or has a capture |
//! | `build` | the file of a solved ending: what may be stored for each position |
//! | `rows` | how the positions of an ending lie in a file |
//! | `encode` | making a compressed stream |
//! | `stream` | its models, and reading it |
//! | `features` | what chooses the model of a symbol |
//! | `cache` | decoded rows, kept for the next look-ups |
//! | `tree`, `grow` | decision trees that choose by features, and how they are made |
//! | `clusters` | which leaves of a tree share a model |
//! | `rans` | entropy coding |
//! | `counts` | [`Counts`]: how many positions have each result |
//! | `bytes` | numbers and lists of bytes |
//! | `file` | the format of files, their checksums, and reading them |
//! | `write` | writing them |
//! | `set` | [`Tables`]: looking a position up in files |
//! | `contents` | the bytes of files |
//! | `fifty` | what the rule of 50 moves makes of a value |
//! | `moves` | [`Known`]: a position with each of its moves, and what must be there for that |
//! | `data` | the tables that are in the program |
//! | `probe` | looking a position up in memory |
//! | `verify` | every value against one ply of the rules' move generator |
//! | `holding` | draws by a fortress or perpetual check, apart from others |
//! | `perpetual` | [`Held`]: perpetual checks among them |
//! | `details` | [`Details`]: a table with its quiet positions and held draws |
//! | `summary` | longest wins, mutual zugzwangs, lines of best play |
//! | `table` | [`Table`]: the values of an ending; [`Quiet`]: its positions without a capture at hand |

// Geometry and index serve the solver, too.
#![cfg_attr(not(feature = "solver"), allow(dead_code))]

#[cfg(feature = "solver")]
mod analysis;
mod bare;
#[cfg(feature = "solver")]
mod beginning;
#[cfg(feature = "solver")]
mod build;
mod bytes;
mod cache;
#[cfg(feature = "solver")]
mod clusters;
mod contents;
#[cfg(feature = "solver")]
mod conversion;
mod counts;
mod data;
#[cfg(feature = "solver")]
mod depths;
#[cfg(feature = "solver")]
mod details;
#[cfg(feature = "solver")]
mod encode;
mod ending;
mod features;
mod fifty;
mod file;
mod first_steps;
mod geometry;
#[cfg(feature = "solver")]
mod grow;
#[cfg(feature = "solver")]
mod holding;
mod index;
mod moves;
#[cfg(feature = "solver")]
mod passing;
#[cfg(feature = "solver")]
mod pending;
#[cfg(feature = "solver")]
mod perpetual;
mod placement;
#[cfg(feature = "solver")]
mod predecessors;
#[cfg(feature = "solver")]
mod probe;
mod rans;
mod rows;
mod set;
#[cfg(feature = "solver")]
mod solver;
mod stream;
mod suitable;
#[cfg(feature = "solver")]
mod summary;
#[cfg(feature = "solver")]
mod table;
#[cfg(feature = "solver")]
mod transpose;
mod tree;
mod value;
#[cfg(feature = "solver")]
mod verify;
mod view;
#[cfg(feature = "solver")]
mod write;
#[cfg(feature = "solver")]
mod zeroing;

#[cfg(feature = "solver")]
pub use crate::build::{Built, StreamSize};
pub use crate::counts::Counts;
#[cfg(feature = "solver")]
pub use crate::depths::LongMates;
#[cfg(feature = "solver")]
pub use crate::details::Details;
pub use crate::ending::{Ending, EndingError, MOST_PIECES};
pub use crate::file::{FRAME, FileError, HEADER, ReadError, beginning};
pub use crate::geometry::Geometry;
pub use crate::moves::{Known, KnownMove, Needed, Part};
#[cfg(feature = "solver")]
pub use crate::perpetual::Held;
pub use crate::set::{OpenError, Tables};
#[cfg(feature = "solver")]
pub use crate::solver::{SolveError, Solver};
pub use crate::suitable::Unsuitable;
#[cfg(feature = "solver")]
pub use crate::summary::{Zugzwang, Zugzwangs};
#[cfg(feature = "solver")]
pub use crate::table::{Quiet, Table};
pub use crate::value::{FiftyMoves, Value, Wdl, Zeroing};
#[cfg(feature = "solver")]
pub use crate::verify::{Verified, verify, verify_file, verify_file_zeroing, verify_zeroing};
