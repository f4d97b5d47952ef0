//! The lobby: seeks, challenges, the start of games, TV.

pub mod challenges;
pub mod pairing;
pub mod players;
pub mod seeks;
pub mod tv;
pub mod watch;
