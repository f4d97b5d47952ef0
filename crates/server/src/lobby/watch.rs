//! The lobby as connections follow it.

use std::sync::Arc;

use saffron_protocol::socket::ServerMessage;
use saffron_store::AccountId;

use crate::app::App;
use crate::live::outbox::{Outbox, frame};

/// Follows the lobby: sends it as it is now.
pub(crate) fn watch(app: &Arc<App>, outbox: &Outbox) {
    app.lobby.followers.add(outbox, ());
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let (players, games) = (count(app.online.count()), count(app.games.count()));
    outbox.send(frame(&ServerMessage::Lobby { seeks: Vec::new(), players, games }));
}

/// Called when the last connection of an account has ended.
pub(crate) async fn disconnected(_app: &Arc<App>, _account: AccountId) {}
