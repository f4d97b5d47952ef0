//! Games over HTTP, and their chats.

use std::sync::Arc;

use axum::Router;

use crate::app::App;

pub(crate) mod chat;
pub(crate) mod chat_floods;
mod chat_routes;
mod chat_text;
pub(crate) mod commands;
#[cfg(test)]
mod tests;

/// The routes of single games.
pub(crate) fn routes() -> Router<Arc<App>> {
    commands::routes().merge(chat_routes::routes())
}
