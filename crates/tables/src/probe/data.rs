//! Embedded tables of three pieces. `cargo run --release -p saffron-tables --example built_in` makes their files in `data`, and the
//! build script lists them.

/// Files by the variant's id; none in WebAssembly.
type Files = &'static [(&'static str, &'static [&'static [u8]])];

const FILES: Files = include!(concat!(env!("OUT_DIR"), "/data.rs"));

/// Embedded files of a variant; none for one that a user defined.
pub(crate) fn of(variant: &str) -> &'static [&'static [u8]] {
    FILES.iter().find(|(id, _)| *id == variant).map_or(&[], |(_, files)| files)
}
