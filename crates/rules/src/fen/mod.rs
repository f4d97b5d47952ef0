//! FEN: positions as one line of text, in the library's own form and in the dialects of other programs.
//!
//! | module | what it holds |
//! |---|---|
//! | `dialect` | [`FenDialect`]: the dialects |
//! | `error` | [`FenError`] |
//! | `standard` | reading and writing the library's own form |
//! | `short` | FENs with fewer fields, EPD, FENs of addresses |
//! | `dialect_reader` | reading the dialects |

mod dialect;
mod dialect_reader;
mod error;
mod short;
mod standard;

pub use self::dialect::FenDialect;
pub use self::error::FenError;
