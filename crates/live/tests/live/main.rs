//! Games as their users play them.

mod clocks;
mod conditional;
mod damaged;
mod ends;
mod host;
mod invariants;
mod model;
mod offers;
mod stored;
mod strict;
mod support;
