//! What every database must do, and the subjects above it.

mod log;
mod people;
mod support;
