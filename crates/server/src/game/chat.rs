//! The chats of a game: of its players, and of its spectators.

use std::sync::Arc;

use saffron_protocol::error::ErrorCode;
use saffron_protocol::game::Room;

use crate::account::viewer::Viewer;
use crate::app::App;
use crate::live::outbox::Outbox;
use crate::live::table::Table;

/// Adds a line to a chat.
pub(crate) async fn say(
    _app: &Arc<App>,
    viewer: Option<&Viewer>,
    _game: &str,
    _room: Room,
    _text: &str,
) -> Result<(), ErrorCode> {
    let _viewer = viewer.ok_or(ErrorCode::SignInRequired)?;
    Err(ErrorCode::Muted)
}

/// Sends the lines so far to a new watcher.
pub(crate) async fn send_all(_app: &Arc<App>, _viewer: Option<&Viewer>, _table: &Table, _outbox: &Outbox) {}
