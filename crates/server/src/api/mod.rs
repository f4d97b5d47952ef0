//! The API: one file for each resource, with its handlers and its routes.

pub(crate) mod account;
pub(crate) mod analysis;
pub(crate) mod archive;
pub(crate) mod games;
pub(crate) mod health;
pub(crate) mod lobby;
pub(crate) mod moderation;
pub(crate) mod openapi;
pub(crate) mod people;
pub(crate) mod socket;
pub(crate) mod tables;
