//! Book of endings: figures of the solved endings of three to five pieces, as data for the page and as documents.
//!
//! | module | content |
//! |---|---|
//! | `data` | [`Endings`]: the figures of a variant, and their file |
//! | `survey` | [`Survey`]: solves the endings and collects the figures |
//! | `details` | [`Details`]: a solved ending with its quiet positions and held draws |
//! | `held` | draws that a side holds by a fortress or perpetual check |
//! | `summary` | longest wins, mutual zugzwangs, lines of best play |
//! | `figures` | formatting of numbers; the figures that sentences name |
//! | `template` | sentences with placeholders for figures |
//! | `tables`, `wins` | the tables of the document, the longest wins with their lines |
//! | `document` | `docs/endgames.md` |
//! | `files` | paths of the files, and comparison with computed texts |
//!
//! # Design
//!
//! The survey of a variant keeps exact counts by result, of all positions and of the quiet ones (the side to move has no legal
//! capture), on which verdicts are based; longest wins with a line of best play, mutual zugzwangs, and draws held without an end.
//! They are checked in: `web/app/src/generated/endings/VARIANT.json` with one ending per line, and `five/VARIANT.json` for five
//! pieces. The documents are made from these files alone. Their sentences are templates: a figure is named, not written, and a claim
//! without a figure has a condition that the tool checks (`{holds shafran KNNK won w > 99}`), so a sentence that the tables
//! contradict ends the run. `saffron-endings check` solves all endings of three and four pieces again and compares (ten minutes of
//! processor time). Endings of five pieces take
//! minutes each and are written as soon as they are solved; `quiet` and `long-mates` add figures that a file lacks.

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
