//! Boards: their description as data, and the tables computed from it once.
//!
//! | module | what it holds |
//! |---|---|
//! | `spec` | the description: files, orientation |
//! | `numbering` | the index of each cell |
//! | `attacks` | attack tables of sliding pieces |
//! | `tables` | [`Board`]: names, rays, leaps, attacks |
//! | `layout` | where the cells and labels are drawn |

mod attacks;
mod layout;
mod numbering;
mod spec;
mod tables;

pub use self::layout::{Label, Point};
pub use self::spec::{BoardError, BoardSpec, FileSpan, Orientation};
pub use self::tables::Board;
pub(crate) use self::tables::{DIRECTIONS, KNIGHT_LEAPS};
