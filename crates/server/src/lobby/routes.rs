//! All routes of the lobby.

use std::sync::Arc;

use axum::Router;

use crate::app::App;
use crate::lobby::{challenge_routes, seek_routes, tv, variants};

/// Seeks, challenges, what there is to watch, and variants.
pub(crate) fn routes() -> Router<Arc<App>> {
    seek_routes::routes().merge(challenge_routes::routes()).merge(tv::routes()).merge(variants::routes())
}
