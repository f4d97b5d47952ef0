//! Tournaments without I/O: a tournament as a state machine, Swiss pairings, standings, reports, points in quarters.
//!
//! ```
//! use saffron_rules::Color;
//! use saffron_tournament::{History, PointSystem, SwissRound, pair_swiss};
//!
//! // Five players before the first round.
//! let players: Vec<History> = (1..=5).map(|number| History { number, ..History::default() }).collect();
//! let pairing = pair_swiss(&SwissRound {
//!     players: &players,
//!     present: &[0, 1, 2, 3, 4],
//!     round: 0,
//!     rounds: 5,
//!     initial: Color::White,
//!     system: PointSystem::default(),
//!     forbidden: &[],
//! })?;
//! let numbers: Vec<(u32, u32)> =
//!     pairing.pairs.iter().map(|pair| (players[pair.white].number, players[pair.black].number)).collect();
//! assert_eq!(numbers, [(1, 3), (4, 2)]);
//! assert_eq!(pairing.bye, Some(4));
//! # Ok::<(), saffron_tournament::SwissError>(())
//! ```
//!
//! [`pair_swiss`] implements FIDE's Dutch system (Handbook C.04.3, in force from February 2026), [`BakuAcceleration`] its
//! acceleration (C.04.7), [`berger_table`] round robins (C.05). [`standings`](standings::standings) ranks players by its tie-breaks
//! (C.07). [`trf`] reads and writes the federation's Tournament Report Files. [`state`] is a tournament as its organiser runs it,
//! [`teams`] one of teams (C.04.6), [`arena`] one whose players are paired as they come, [`correspondence`] a round robin by
//! correspondence with groups and finals, [`simul`] a simultaneous display of one host. [`elo`] is the Elo list of a club, computed
//! from tournaments.

pub mod arena;
pub mod correspondence;
pub mod elo;
mod games;
mod history;
mod matching;
mod points;
mod round_robin;
pub mod simul;
pub mod standings;
pub mod state;
mod swiss;
pub mod teams;
pub mod trf;

pub use history::{Bye, History, Round};
pub use points::{Points, PointsError, ResultPoints};
pub use round_robin::berger_table;
pub use swiss::{BakuAcceleration, Pair, Pairing, PointSystem, SwissError, SwissRound, pair_swiss};
