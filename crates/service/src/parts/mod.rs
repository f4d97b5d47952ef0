//! In-memory parts, which know nothing of [`App`](crate::App): limits, caches, queues, books.

pub mod arenas;
pub mod budgets;
pub mod cache;
pub mod chat_floods;
pub mod computer_queue;
pub mod contacts;
pub mod current_games;
pub mod jobs;
pub mod limits;
pub mod offers;
pub mod passwords;
pub mod seek_book;
pub mod session_cache;
pub mod sockets;
mod swept_map;
pub mod thinking;
pub mod tournaments;
pub mod vacations;
