//! The variants that a program knows: those of the library and those that it has registered.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use spin::RwLock;

use crate::text::plain_words;
use crate::variant::Variant;

static REGISTERED: RwLock<Vec<&'static Variant>> = RwLock::new(Vec::new());

/// Why variants cannot be registered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum RegisterError {
    /// Another variant has this id or name. Case, spaces and accents make no difference, since they
    /// make none in a game record's `Variant` tag.
    #[error("there is already a variant called {name:?}")]
    Taken {
        /// The id or name.
        name: String,
        /// Index of the variant that has it, among those that were to be registered.
        index: usize,
    },
}

impl Variant {
    /// Makes variants known to [`Variant::by_id`], [`Variant::by_tag`] and [`Variant::known`] until they are
    /// [unregistered](Variant::unregister): all of them, or none when there is an error.
    ///
    /// ```
    /// use saffron_rules::{RegisterError, Variant, VariantSpec};
    ///
    /// let glinski = Variant::by_id("glinski").unwrap();
    /// let draws = VariantSpec { id: "glinski-draw", name: "Glinski, draws", stalemate_quarters: 2, ..*glinski.spec() };
    /// Variant::register(&[Variant::build(draws)?])?;
    /// assert_eq!(Variant::by_id("glinski-draw").unwrap().stalemate_quarters(), 2);
    /// assert!(matches!(Variant::register(&[glinski]), Err(RegisterError::Taken { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A [`RegisterError`] when one of them has the id or name of another variant.
    pub fn register(variants: &[&'static Self]) -> Result<(), RegisterError> {
        let mut registered = REGISTERED.write();
        for (index, variant) in variants.iter().enumerate() {
            let others = Self::all().iter().chain(registered.iter()).chain(&variants[..index]);
            for name in [variant.id(), variant.name()] {
                if others.clone().any(|other| other.is_called(name)) {
                    return Err(RegisterError::Taken { name: name.to_owned(), index });
                }
            }
        }
        registered.extend_from_slice(variants);
        Ok(())
    }

    /// Removes registered variants from every look-up, so that their ids and names are free. They stay in memory, and
    /// positions of them remain valid. The library's variants are not removed.
    ///
    /// ```
    /// use saffron_rules::{Variant, VariantSpec};
    ///
    /// let glinski = Variant::by_id("glinski").unwrap();
    /// let spec = VariantSpec { id: "glinski-five", name: "Glinski, to five", ..*glinski.spec() };
    /// let first = Variant::build(spec)?;
    /// Variant::register(&[first])?;
    /// Variant::unregister(&[first, glinski]);
    /// assert!(Variant::by_id("glinski-five").is_none() && Variant::by_id("glinski").is_some());
    /// assert_eq!(first.start().legal_moves().len(), 51);
    /// // Another one can now be called so.
    /// Variant::register(&[Variant::build(VariantSpec { stalemate_quarters: 2, ..spec })?])?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unregister(variants: &[&'static Self]) {
        REGISTERED.write().retain(|known| !variants.iter().any(|variant| core::ptr::eq(*variant, *known)));
    }

    /// Every variant that the program knows: the library's, then those that were registered.
    pub fn known() -> Vec<&'static Self> {
        let registered = REGISTERED.read();
        Self::all().iter().chain(registered.iter()).copied().collect()
    }

    /// The variant with this id, such as `shafran`, of the library or registered.
    pub fn by_id(id: &str) -> Option<&'static Self> {
        let of_library = Self::all().iter().find(|variant| variant.id() == id).copied();
        of_library.or_else(|| Self::known().into_iter().find(|variant| variant.id() == id))
    }

    /// Returns whether a record's `Variant` tag with this text means this variant: its id or name, in any
    /// case, with or without an apostrophe s, spaces and the accent.
    pub fn is_called(&self, text: &str) -> bool {
        let plain = |text: &str| plain_words(text).replace(' ', "");
        let wanted = plain(text);
        plain(self.id()) == wanted || plain(self.name()) == wanted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::VariantSpec;

    #[test]
    fn a_variant_is_called_by_its_id_or_its_name_and_nothing_else() {
        let glinski = Variant::all()[1];
        let spec = VariantSpec { id: "open-file", name: "Gliński's game, half open", ..*glinski.spec() };
        let variant = Variant::build(spec).unwrap();
        for text in ["open-file", "Open File", "Glinski's game half open", "GLINSKI GAME (half open)"] {
            assert!(variant.is_called(text), "{text}");
            assert!(!glinski.is_called(text), "{text}");
        }
        for text in ["", "open", "Glinski", "open-file Gliński's game, half open"] {
            assert!(!variant.is_called(text), "{text}");
        }
        // It was built but not registered.
        assert_eq!(Variant::by_id("open-file").map(Variant::id), None);
        assert_eq!(Variant::by_tag("open-file").map(Variant::id), None);
    }
}
