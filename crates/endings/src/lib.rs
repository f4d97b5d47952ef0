//! The book of endings: what the solved endings of three to five pieces say, as data for the page and as a document.
//!
//! | module | what it holds |
//! |---|---|
//! | `data` | [`Endings`]: the figures of a variant, and their file |
//! | `survey` | [`Survey`]: solves the endings and collects the figures |
//! | `details` | [`Details`]: a solved ending with its quiet positions and held draws |
//! | `held` | draws that a side holds by a fortress or perpetual check |
//! | `summary` | longest wins, mutual zugzwangs, lines of best play |
//! | `figures` | numbers as a reader sees them; the figures that sentences name |
//! | `template` | sentences with open places for figures |
//! | `tables`, `wins` | the tables of the document, the longest wins with their lines |
//! | `document` | `docs/endgames.md` |
//! | `files` | where everything lies, and its comparison |

#![allow(missing_docs)]

pub mod data;
mod details;
mod document;
mod figures;
mod files;
mod held;
mod summary;
mod survey;
mod tables;
mod template;
mod wins;

pub use crate::data::Endings;
pub use crate::details::{Details, solve_in_detail};
pub use crate::document::{Made, document};
pub use crate::files::{Folder, difference};
pub use crate::summary::{Zugzwang, Zugzwangs, best_line, longest_win, zugzwangs};
pub use crate::survey::{Survey, five, small};
