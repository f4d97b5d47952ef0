//! The page: its files, its documents by address, and pictures of positions.

pub(crate) mod addresses;
pub(crate) mod documents;
pub(crate) mod files;
pub(crate) mod origin;
pub(crate) mod picture;
