//! Variants of the visitor's own, read from the texts of their files.

use saffron_rules::Variant;
use wasm_bindgen::prelude::*;

use crate::error::{PageError, coded};

/// Makes the variants of a TOML text known, and returns their ids. Each module instance, the page's and the
/// worker's, knows its own.
///
/// # Errors
/// Throws with the line and what is wrong there; then none of them is known.
#[wasm_bindgen(js_name = addVariants)]
pub fn add_variants(toml: &str) -> Result<Vec<String>, JsValue> {
    let added = saffron_variants::add(toml).map_err(|error| coded(&PageError::VariantFile(error)))?;
    Ok(added.into_iter().map(|variant| variant.id().to_owned()).collect())
}

/// Forgets variants that were added, so that their ids and names are free; games of them go on as before. Ids of
/// others are left alone.
#[wasm_bindgen(js_name = removeVariants)]
#[expect(clippy::needless_pass_by_value, reason = "arrays come from JavaScript by value")]
pub fn remove_variants(ids: Vec<String>) {
    let variants: Vec<_> = ids.iter().filter_map(|id| Variant::by_id(id)).collect();
    Variant::unregister(&variants);
}
