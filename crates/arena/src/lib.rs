//! Matches between engines: games, scores, and statistical tests of strength.
//!
//! An [`EngineMatch`] describes a match between two engines, each given by an [`EngineSpec`]. [`EngineMatch::run`] plays it and
//! passes each game to an [`Observer`]. `saffron-rules` decides which moves are legal and when a game is over. [`MatchScore`]
//! is the score of the match. Its [`Pairs`] give the Elo difference, and an [`Sprt`] tests it.
//!
//! An engine is a separate process. A crash, a hang, an illegal move or exceeded time loses the game, and the engine is
//! restarted.
#![allow(missing_docs, reason = "an internal crate: names that say enough need no comment")]

mod adjudication;
mod coordinates;
mod endings;
mod engine_match;
mod game;
mod identity;
mod info;
mod jocly;
mod key_values;
mod limits;
mod match_score;
mod opening;
mod player;
mod printable;
mod process;
mod ratings;
mod record;
mod report;
mod request;
mod spec;
mod sprt;
mod statistics;
mod termination;
mod uci;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use endings::random_endings;
pub use engine_match::{EngineMatch, MatchError, Observer};
pub use game::{MoveEvaluation, PlayedGame};
pub use identity::{Identity, SpinOption, identify};
pub use info::{Info, Score};
pub use limits::{Limits, TimeControl};
pub use match_score::{GameResult, MatchScore, SearchTotals};
pub use opening::{Opening, OpeningSource, book_openings, random_openings, shuffle};
pub use process::StopSignal;
pub use ratings::{Pairing, Ratings};
pub use record::{cut_off, earlier_results, record};
pub use report::{progress, table};
pub use spec::{EngineSpec, Protocol};
pub use sprt::{Decision, Model, Sprt};
pub use statistics::{Estimate, Pairs, elo};
pub use termination::Termination;
