//! What of the lobby is in memory.

use crate::live::followers::Followers;
use crate::lobby::tv::TvState;

/// The lobby.
#[derive(Debug, Default)]
pub(crate) struct LobbyState {
    /// Connections that show the lobby.
    pub(crate) followers: Followers<()>,
    /// The best games.
    pub(crate) tv: TvState,
}
