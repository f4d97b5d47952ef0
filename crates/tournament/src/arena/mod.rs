//! Arena as a pure state machine: players join and leave at any time and are paired as long as it lasts.
//!
//! The state, [`ArenaEvent`]s folded, has no clock: the caller passes times in milliseconds since the Unix epoch. The rules are those
//! of lichess's arenas:
//!
//! - A win gives 2 points, a draw 1. After two wins in a row every game counts twice, until one is not won. A stalemate that gives one
//!   side ¾ of a point is a win here.
//! - A side that **berserks** plays with half of its time; a win then gives a point more if the game had at least 14 plies.
//! - A draw gives nothing if the game had fewer than 20 plies, or fewer than 60 while the player has only drawn since the last win.
//! - A player who does not begin a game, or aborts it, has lost it, and is not paired again before joining again.
//! - Games that are not over at the end do not count. Equal scores are ranked by performance.

mod decide;
mod event;
mod pairing;
mod score;
mod settings;
mod state;

pub use event::{ArenaCommand, ArenaEvent, ArenaPair, ArenaRefusal, ArenaResult};
pub use pairing::WaitingPlayer;
pub use score::{ArenaScore, GamePoints};
pub use settings::{ArenaSettings, MAX_ARENA_MINUTES, MAX_ARENA_PLAYERS, MIN_ARENA_MINUTES};
pub use state::{ArenaGame, ArenaPlayer, ArenaState};
