//! Accounts and their sessions, through the routes of the server.

mod browser;
mod games;
mod guests;
mod leaving;
mod mail;
mod registration;
mod sign_in;
mod smtp;
mod text;
mod vacation;
