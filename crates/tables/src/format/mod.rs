//! Table files: numbering of the positions of an ending, their values, and the compression.
//!
//! An ending ([`ending`]) on the board of a variant ([`geometry`]) has an index for every placement of its pieces ([`index`],
//! [`rows`]). Its values ([`value`]) are streams of symbols, coded by rANS ([`rans`]) with models that decision trees
//! ([`tree`]) choose by features of the position ([`features`]). [`layout`] describes how
//! the streams make a file, which [`file`] opens and reads.

pub(crate) mod bare;
pub(crate) mod bytes;
pub(crate) mod cache;
pub(crate) mod counts;
pub(crate) mod ending;
pub(crate) mod features;
pub(crate) mod file;
pub(crate) mod geometry;
pub(crate) mod index;
pub(crate) mod layout;
pub(crate) mod placement;
pub(crate) mod rans;
pub(crate) mod rows;
pub(crate) mod stream;
pub(crate) mod suitable;
pub(crate) mod tree;
pub(crate) mod value;
pub(crate) mod view;
