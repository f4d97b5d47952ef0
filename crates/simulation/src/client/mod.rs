//! Client that behaves as the documentation of the protocol asks: it keeps commands until they are answered, sends them again
//! after a reconnection, and follows games without gaps.

mod followed;
mod life;
mod player;
pub(crate) mod session;
mod state;

pub(crate) use life::live;
