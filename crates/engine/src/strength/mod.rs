//! Limited strength for games against people: human mistakes, on a measured scale.
//!
//! A limited player searches to a low depth and then ignores some of the results. It overlooks replies that are hard to see, so
//! that a move looks better than it is; it overlooks some of its own moves; and it evaluates the rest with an error. All of this
//! is derived from the game's seed, the position and the move, so that the choice is repeatable; no move is drawn at random.
//!
//! | module | contents |
//! |---|---|
//! | `ratings` | the measured Elo ratings of the rungs of the scale |
//! | `scale` | [`Strength`], the levels, and the parameters of each |
//! | `oversight` | moves that a player overlooks |
//! | `evaluation_noise` | the error of evaluations |
//! | `player` | the choice of the move |
//! | `limited_search` | the search of a limited player |

mod evaluation_noise;
mod limited_search;
mod oversight;
mod player;
mod ratings;
mod scale;
#[cfg(test)]
mod tests;

pub use self::scale::{LEVELS, Level, Skill, Strength};
