//! Round robin by correspondence as a pure state machine: players enter, are divided into groups, and the best of each group play on
//! until one group is left, the final.
//!
//! The state, [`CorrespondenceEvent`]s folded, has no clock: the caller passes times in milliseconds since the Unix epoch. All games of
//! a stage begin at once, paired by Berger tables.
//!
//! - It begins at its time, or as soon as all places are taken if its settings say so. Groups are as equal in number and strength as
//!   they can be.
//! - A stage is over when all its games are. Then the first ones of each group are promoted: into the final if they fit into one group,
//!   or else into groups again.
//! - Groups are ranked by points, then Sonneborn-Berger, the number of wins, and direct encounter (FIDE's C.07).
//! - A player who withdraws before half of the games in the group are over counts for no one there (C.05); after that the other games
//!   are lost.

mod decide;
mod event;
mod group;
mod settings;
mod state;

pub use event::{
    CorrespondenceCommand, CorrespondenceEvent, CorrespondencePair, CorrespondenceRefusal, CorrespondenceResult,
};
pub use group::{CorrespondenceGame, Group, TIE_BREAKS};
pub use settings::{CorrespondenceSettings, MAX_CORRESPONDENCE_PLAYERS, MAX_GROUP_SIZE};
pub use state::{CorrespondencePlayer, CorrespondenceState};
