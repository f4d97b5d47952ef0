//! The tables of three pieces, which are in the program. `cargo run --release -p saffron-tables --example built_in` makes them.

/// The files of a variant.
macro_rules! of_variant {
    ($id:literal) => {
        &[
            include_bytes!(concat!("../data/", $id, "/KQK.saftable")),
            include_bytes!(concat!("../data/", $id, "/KRK.saftable")),
            include_bytes!(concat!("../data/", $id, "/KBK.saftable")),
            include_bytes!(concat!("../data/", $id, "/KNK.saftable")),
            include_bytes!(concat!("../data/", $id, "/KPK.saftable")),
        ]
    };
}

/// Those of a variant; none for one of a user's.
pub(crate) fn of(variant: &str) -> &'static [&'static [u8]] {
    match variant {
        // A page gets them from its server.
        _ if cfg!(target_family = "wasm") => &[],
        "shafran" => of_variant!("shafran"),
        "glinski" => of_variant!("glinski"),
        "mccooey" => of_variant!("mccooey"),
        "hexofen" => of_variant!("hexofen"),
        "devasa" => of_variant!("devasa"),
        "brusky" => of_variant!("brusky"),
        _ => &[],
    }
}
