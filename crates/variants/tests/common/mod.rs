//! Helpers for the tests of the examples.

#![allow(dead_code, reason = "each test program uses a part")]

pub(crate) mod slow;

use std::sync::Once;

use saffron_rules::Variant;

/// Names of the files in `variants/`.
pub(crate) const FILES: [&str; 5] = ["baskerville", "devasa-first", "glinski-shifted", "mini-hexchess", "shafran-long"];
/// Ids of the variants in them.
pub(crate) const IDS: [&str; 6] =
    ["baskerville", "devasa-72", "glinski-shifted-3", "glinski-shifted-5", "mini", "shafran-long"];

/// Text of an example.
pub(crate) fn text(file: &str) -> String {
    let path = format!("{}/../../variants/{file}.toml", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Variants of all examples.
pub(crate) fn examples() -> Vec<&'static Variant> {
    static LOADED: Once = Once::new();
    LOADED.call_once(|| {
        for file in FILES {
            saffron_variants::add(&text(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        }
    });
    IDS.map(|id| Variant::by_id(id).unwrap_or_else(|| panic!("no variant {id}"))).to_vec()
}
