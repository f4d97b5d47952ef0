//! Limited strength for people: mistakes as people make them, on a measured scale.
//!
//! A limited player searches to a low depth and then ignores some of what its search has found: it overlooks replies that are
//! hard to see, so that a move looks better than it is, it overlooks moves of its own, and it evaluates the rest with an
//! error. All of this follows from the game's seed, the position and the move, so that the same question always has the same
//! answer; no move is drawn at random.
//!
//! | module | contents |
//! |---|---|
//! | `ratings` | the measured Elo ratings of the rungs of the scale |
//! | `scale` | [`Strength`], the levels, and the parameters of each |
//! | `oversight` | which moves are overlooked |
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
