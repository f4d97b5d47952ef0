//! All routes of the lobby.

use std::sync::Arc;

use axum::Router;

use crate::app::App;
use crate::lobby::{challenge_routes, seek_routes, tv};

/// Seeks, challenges, and what there is to watch.
pub(crate) fn routes() -> Router<Arc<App>> {
    seek_routes::routes().merge(challenge_routes::routes()).merge(tv::routes())
}
