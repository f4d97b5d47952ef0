//! The network evaluation: an efficiently updatable neural network (NNUE, Yu Nasu 2018).
//!
//! | module | what it holds |
//! |---|---|
//! | `inputs` | which inputs of a network a position switches on |
//! | `network` | the numbers of a network, its file, its output |
//! | `head`, `second` | the layers after the first; the sums of the second |
//! | `accumulator` | the first layer's sums, kept up to date along the path of the search |
//! | `embedded` | the networks that are part of the program |

mod accumulator;
mod affine;
mod embedded;
mod features;
mod layer_stack;
mod network;

pub(crate) use self::accumulator::AccumulatorStack;
pub(crate) use self::embedded::embedded_network;
pub use self::features::FeatureSet;
pub use self::network::{Network, NetworkError};
