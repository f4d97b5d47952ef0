//! The network evaluation: an efficiently updatable neural network (NNUE, Yu Nasu 2018).
//!
//! | module | what it holds |
//! |---|---|
//! | `inputs` | which inputs of a network a position switches on |

mod inputs;

pub use self::inputs::Inputs;
