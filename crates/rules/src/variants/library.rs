//! The list of the library's variants.

use alloc::vec::Vec;

use spin::Lazy;

use crate::variant::{Variant, VariantSpec};

/// Descriptions of the library's variants, the default one first.
static SPECS: &[&VariantSpec] = &[
    &super::shafran::SPEC,
    &super::glinski::SPEC,
    &super::mccooey::SPEC,
    &super::hexofen::SPEC,
    &super::devasa::SPEC,
    &super::brusky::SPEC,
];

static ALL: Lazy<Vec<&'static Variant>> = Lazy::new(|| {
    let built = SPECS.iter().map(|spec| Variant::build(**spec).unwrap_or_else(|error| panic!("{}: {error}", spec.id)));
    built.collect()
});

impl Variant {
    /// Id of the variant that programs use when none is named.
    pub const DEFAULT_ID: &str = "shafran";

    /// Every variant of the library, the default one first. [`Variant::known`] adds the registered ones.
    pub fn all() -> &'static [&'static Self] {
        &ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_is_there_once_and_starts_with_moves() {
        let ids: Vec<_> = Variant::all().iter().map(|variant| variant.id()).collect();
        assert_eq!(ids[0], Variant::DEFAULT_ID);
        for id in ids {
            assert_eq!(Variant::all().iter().filter(|variant| variant.id() == id).count(), 1, "{id}");
            let variant = Variant::by_id(id).unwrap();
            assert_eq!(variant.id(), id);
            assert_eq!(variant.start().to_fen(), variant.spec().start);
        }
        assert!(Variant::by_id("chess").is_none());
    }
}
