//! Embedded tables of three pieces. `cargo run --release -p saffron-tables --example built_in` makes their files in `data`, and the
//! build script lists them.

/// Embedded files by the variant's id; empty in WebAssembly.
type Files = &'static [(&'static str, &'static [&'static [u8]])];

const FILES: Files = include!(concat!(env!("OUT_DIR"), "/data.rs"));

/// Embedded files of a variant; empty for a user-defined one.
pub(crate) fn of(variant: &str) -> &'static [&'static [u8]] {
    FILES.iter().find(|(id, _)| *id == variant).map_or(&[], |(_, files)| files)
}
