//! Exercises: small tasks on a board, each with a proof that it can be done in as many moves as it says and no fewer.
//!
//! | module | contents |
//! |---|---|
//! | `topic` | [`Topic`]s: what an exercise teaches |
//! | `goal` | [`Goal`]s: the move that solves an exercise |
//! | `exercise` | [`Exercise`] |
//! | `text` | text form of files of exercises |
//! | `solo` | [`SoloBoard`]: pieces without kings, of which only White's move |
//! | `forced` | shortest ways to a goal that no defence prevents |
//! | `attempt` | [`Attempt`]: an exercise while it is solved |
//! | `proof` | [`Flaw`]s of exercises |
//! | `make` | exercises from random positions, for any variant |
#![allow(missing_docs, reason = "an internal crate: names that say enough need no comment")]

mod attempt;
mod exercise;
mod forced;
mod goal;
mod make;
mod proof;
mod random;
mod solo;
pub mod text;
mod topic;

pub use crate::attempt::{Attempt, AttemptMove, Danger, Progress};
pub use crate::exercise::{Board, Exercise, Start};
pub use crate::goal::Goal;
pub use crate::make::make_topic;
pub use crate::proof::{Flaw, prove};
pub use crate::solo::{SoloBoard, SoloMove};
pub use crate::topic::Topic;
