//! Games over HTTP, and their chats.

pub(crate) mod chat;
mod commands;

pub(crate) use commands::routes;
