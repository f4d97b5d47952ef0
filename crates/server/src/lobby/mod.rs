//! Finding an opponent, and what there is to watch.

pub(crate) mod state;
pub(crate) mod tv;
pub(crate) mod watch;

pub(crate) use state::LobbyState;
pub(crate) use watch::{disconnected, watch};
