//! Puzzles: mining them from games and endings, verifying and rating them.
//!
//! | module | contents |
//! |---|---|
//! | `puzzle` | [`Puzzle`]: a position and the one line that wins |
//! | `themes` | [`Theme`]s and sets of them |
//! | `text` | text form of files of puzzles |
//! | `tactics` | themes by the rules |
//! | `judge` | [`Judge`]: whether exactly one move wins |
//! | `mine` | puzzles from games |
//! | `endings` | puzzles from random positions that endgame tables know |
//! | `verify` | [`Verdict`]s on puzzles |
//! | `unique` | duplicates and mirror images |
//! | `maker` | finished puzzles of single games |
//! | `shipped` | the puzzles of the page |
//! | `journal` | lines of an unfinished file, from which a run resumes |
//! | `run` | runs over many games, endings or puzzles on several threads |
//! | `rate` | first ratings, by the levels that solve a puzzle |
#![allow(missing_docs, reason = "an internal crate: names that say enough need no comment")]

mod endings;
mod journal;
mod judge;
mod maker;
mod mine;
mod puzzle;
mod rate;
mod run;
mod shipped;
mod tactics;
pub mod text;
mod themes;
mod unique;
mod verify;

pub use crate::endings::mine_ending;
pub use crate::journal::JournalError;
pub use crate::judge::{Judge, Judgement, ONLY_BY};
pub use crate::maker::Maker;
pub use crate::mine::{MinedGame, mine_game};
pub use crate::puzzle::{Puzzle, SolverTurn};
pub use crate::rate::{Solvers, Tries, rating};
pub use crate::run::{Mining, Progress, Rating, RatingRange, SolveRates, solve_rates, verify_all};
pub use crate::shipped::{shipped, shipped_ratings};
pub use crate::tactics::find as find_themes;
pub use crate::themes::{Theme, Themes};
pub use crate::unique::{Questions, remove_duplicates};
pub use crate::verify::{Flaw, Verdict, verify};
