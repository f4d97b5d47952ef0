//! Accounts, sessions, and whoever a request comes from.

mod cache;
pub(crate) mod calendar;
mod closing;
mod common_passwords;
mod confirmation;
pub(crate) mod cookie;
mod email;
mod export;
mod feed;
mod limits;
mod mail;
mod mail_queue;
pub(crate) mod me;
pub(crate) mod names;
pub(crate) mod participant;
mod password;
mod passwords;
mod post;
mod preferences;
pub(crate) mod purpose;
mod register;
mod routes;
pub(crate) mod session;
mod sign_in;
pub(crate) mod state;
pub(crate) mod token;
mod vacation;
pub(crate) mod vacations;
pub(crate) mod viewer;
mod viewer_data;

pub(crate) use closing::leave_games_of_closed;
pub(crate) use mail::deliver;
pub use post::MailError;
pub(crate) use post::Post;
pub(crate) use routes::routes;
pub(crate) use vacation::{load as load_vacations, turned};
