//! Plain JavaScript values.

use serde::Serialize;
use wasm_bindgen::JsValue;

use crate::error::thrown;

/// A plain JavaScript value; numbers stay numbers.
pub(crate) fn plain(value: &impl Serialize) -> Result<JsValue, JsValue> {
    value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).map_err(thrown)
}
