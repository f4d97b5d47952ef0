//! Static evaluation: the network's where the variant has one, the handcrafted one elsewhere.
//!
//! | module | what it holds |
//! |---|---|
//! | `handcrafted` | the handcrafted evaluation |
//! | `nnue` | the network evaluation |
//! | `evaluate` | which of the two evaluates a position |

mod evaluate;
mod handcrafted;
mod nnue;

pub(crate) use self::evaluate::Evaluation;
pub use self::evaluate::NetworkChoice;
pub use self::handcrafted::HandcraftedEvaluation;
pub(crate) use self::nnue::AccumulatorStack;
pub use self::nnue::{FeatureSet, Network, NetworkError};
