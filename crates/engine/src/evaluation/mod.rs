//! Static evaluation: by the network if the variant has one, otherwise handcrafted.
//!
//! | module | contents |
//! |---|---|
//! | `handcrafted` | the handcrafted evaluation |
//! | `nnue` | the network evaluation |
//! | `evaluate` | the choice between the two |

mod evaluate;
mod handcrafted;
mod nnue;

pub(crate) use self::evaluate::Evaluation;
pub use self::evaluate::NetworkChoice;
pub use self::handcrafted::HandcraftedEvaluation;
pub(crate) use self::nnue::AccumulatorStack;
pub use self::nnue::{FeatureSet, Network, NetworkError, add_network};
