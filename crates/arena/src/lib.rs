//! Matches between engines: the games, what they add up to, and tests of strength.
//!
//! An [`Event`] describes a match between two engines, each given by an [`EngineSpec`]; [`Event::run`] plays it and tells
//! an [`Observer`] of every game. The rules of `saffron-rules` referee: what is legal, and when a game is over. What the
//! results say stands in a [`Standing`], whose [`Pairs`] give the difference in strength, and which a [`Sprt`] tests.
//!
//! An engine is another program, so whatever it does ends in a result: a crash, a hang, an illegal move and overstepped
//! time lose the game, and the engine is started again.

mod adjudication;
mod coordinates;
mod ending;
mod event;
mod game;
mod info;
mod jocly;
mod limits;
mod opening;
mod player;
mod process;
mod ratings;
mod record;
mod report;
mod request;
mod shown;
mod spec;
mod sprt;
mod standing;
mod statistics;
mod uci;
mod words;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use ending::Ending;
pub use event::{Event, EventError, Observer};
pub use game::{Note, Played};
pub use info::{Info, Score};
pub use limits::{Limits, TimeControl};
pub use opening::{Opening, OpeningSource, book_openings, random_openings, shuffle};
pub use process::Stop;
pub use ratings::{Encounter, Ratings};
pub use record::{cut_off, earlier_results, record};
pub use report::{progress, table};
pub use spec::{EngineSpec, Protocol};
pub use sprt::{Decision, Model, Sprt};
pub use standing::{Effort, GameResult, Standing};
pub use statistics::{Estimate, Pairs, elo};
