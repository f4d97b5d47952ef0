//! Accounts and their sessions, through the routes of the server.

mod browser;
mod guests;
mod registration;
mod sign_in;
