//! The network evaluation: an efficiently updatable neural network (NNUE, Yu Nasu 2018).
//!
//! | module | what it holds |
//! |---|---|
//! | `architecture` | layer sizes and units |
//! | `aligned` | blocks of integers for vector registers |
//! | `features` | the features of a variant: the network's sparse inputs |
//! | `feature_transformer` | the first layer |
//! | `accumulator` | its outputs, updated along the path of the search |
//! | `affine` | the first affine layer, a kernel for each instruction set |
//! | `layer_stack` | the layers after the feature transformer |
//! | `file` | network files |
//! | `network` | the whole network |
//! | `embedded` | the networks that are part of the program |
//! | `evaluator` | a network with its variant's features, as the search uses it |

mod accumulator;
mod affine;
mod aligned;
mod architecture;
mod embedded;
mod evaluator;
mod feature_transformer;
mod features;
mod file;
mod layer_stack;
mod network;

pub(crate) use self::accumulator::AccumulatorStack;
pub(super) use self::embedded::embedded_network;
pub(super) use self::evaluator::NetworkEvaluator;
pub use self::features::FeatureSet;
pub use self::file::NetworkError;
pub use self::network::Network;
