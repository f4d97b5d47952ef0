//! The best running game of each variant.

use std::sync::Arc;

use saffron_protocol::socket::ServerMessage;

use crate::app::App;
use crate::live::followers::Followers;
use crate::live::outbox::{Outbox, frame};

/// Who follows the best games.
#[derive(Debug, Default)]
pub(crate) struct TvState {
    /// Connections, with the variant that they want; all where it is `None`.
    pub(crate) followers: Followers<Option<String>>,
}

/// Follows the best game of a variant, or of all: sends which one it is now.
pub(crate) fn watch(app: &Arc<App>, outbox: &Outbox, variant: Option<String>) {
    app.lobby.tv.followers.add(outbox, variant.clone());
    outbox.send(frame(&ServerMessage::Tv { variant, game: None }));
}
