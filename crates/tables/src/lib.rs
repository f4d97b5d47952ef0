//! Endgame tables: the value of every position with few pieces, with best play of both sides.
//!
//! | module | what it holds |
//! |---|---|
//! | `geometry` | the board of a variant as sets of 128 bits, its symmetries |
//! | `ending` | [`Ending`]: the pieces |
//! | `index` | pairs of kings, one of those that are the same by a symmetry |
//! | `value` | [`Value`]: result and plies to the end |
//! | `conversion` | captures and promotions: moves into other endings |
//! | `predecessors` | the positions before those of a set, by a move that stays in the ending |
//! | `analysis` | retrograde analysis |
//! | `beginning` | where it begins: legal positions, captures and promotions, mates and stalemates |
//! | `passing` | moves of pawns past pawns that can take them en passant |
//! | `solver` | [`Solver`]: endings, each after those that it leads to |
//! | `probe` | looking a position up |
//! | `verify` | every value against one ply of the rules' move generator |
//! | `holding` | draws by a fortress or perpetual check, apart from others |
//! | `perpetual` | [`Held`]: perpetual checks among them |
//! | `summary` | longest wins, mutual zugzwangs, lines of best play |
//! | `table` | [`Table`]: the values of an ending |

mod analysis;
mod beginning;
mod conversion;
mod ending;
mod geometry;
mod holding;
mod index;
mod passing;
mod perpetual;
mod predecessors;
mod probe;
mod solver;
mod summary;
mod table;
mod transpose;
mod value;
mod verify;

pub use crate::ending::{Ending, EndingError, MOST_PIECES};
pub use crate::geometry::Geometry;
pub use crate::perpetual::Held;
pub use crate::solver::{SolveError, Solver};
pub use crate::summary::{Zugzwang, Zugzwangs};
pub use crate::table::{Counts, Table};
pub use crate::value::Value;
pub use crate::verify::{Verified, verify};
