//! Tests of accounts and sessions, through the server's routes.

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
