//! What all requests have in common: connections, clients, extractors, quotas, replies, errors.

pub(crate) mod body;
pub(crate) mod client;
pub(crate) mod connections;
pub(crate) mod cookie;
pub(crate) mod encoding;
pub(crate) mod error;
pub(crate) mod origin_check;
pub(crate) mod pace;
pub(crate) mod parameters;
mod places;
pub(crate) mod quota;
pub(crate) mod reply;
pub(crate) mod viewer;

use std::sync::Arc;

use axum::extract::FromRef;
use saffron_service::App;

/// State of the routes that need the service. A local type, so that this crate can implement extractors for types of
/// the service.
#[derive(Clone, Debug)]
pub(crate) struct AppState(pub(crate) Arc<App>);

impl FromRef<AppState> for Arc<App> {
    fn from_ref(AppState(app): &AppState) -> Self {
        Self::clone(app)
    }
}
