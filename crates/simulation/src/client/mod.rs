//! A client, as docs and protocol ask for one: it keeps commands until they are answered, sends them again after a
//! reconnection, and follows games without gaps.

mod followed;
mod life;
mod player;
mod session;
mod state;

pub(crate) use life::live;
