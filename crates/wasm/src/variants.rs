//! User-defined variants, read from the texts of their files.

use saffron_rules::Variant;
use wasm_bindgen::prelude::*;

use crate::error::{PageError, coded};

/// Registers the variants of a TOML text and returns their ids. Each module instance, in the page and in the worker, has its
/// own variants.
///
/// # Errors
/// Throws with the line and the error in it; then no variant is registered.
#[wasm_bindgen(js_name = addVariants)]
pub fn add_variants(toml: &str) -> Result<Vec<String>, JsValue> {
    let added = saffron_variants::add(toml).map_err(|error| coded(&PageError::VariantFile(error)))?;
    Ok(added.into_iter().map(|variant| variant.id().to_owned()).collect())
}

/// Removes registered variants, so that their ids and names are free. Games of them continue as before. Ids of built-in
/// variants are ignored.
#[wasm_bindgen(js_name = removeVariants)]
#[expect(clippy::needless_pass_by_value, reason = "arrays come from JavaScript by value")]
pub fn remove_variants(ids: Vec<String>) {
    let variants: Vec<_> = ids.iter().filter_map(|id| Variant::by_id(id)).collect();
    Variant::unregister(&variants);
}
