//! Network evaluation: an efficiently updatable neural network (NNUE, Yu Nasu 2018).
//!
//! | module | contents |
//! |---|---|
//! | `architecture` | layer sizes and units |
//! | `aligned` | blocks of integers for vector registers |
//! | `features` | features of a variant: the network's sparse inputs |
//! | `feature_transformer` | first layer |
//! | `accumulator` | outputs of the first layer, updated along the path of the search |
//! | `affine` | first affine layer, with a kernel for each instruction set |
//! | `layer_stack` | layers after the feature transformer |
//! | `file` | file format |
//! | `network` | complete network |
//! | `embedded` | networks embedded in the program, and added for user-defined variants |
//! | `evaluator` | network with its variant's features, as the search uses it |

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
pub use self::embedded::add_network;
pub(super) use self::embedded::embedded_network;
pub(super) use self::evaluator::NetworkEvaluator;
pub use self::features::FeatureSet;
pub use self::file::NetworkError;
pub use self::network::Network;
