//! The rules and the engine for the browser, through wasm-bindgen: one file per face.
//!
//! There is no logic of its own here, but for the threads that a browser lends to the engine: plain objects go in and
//! out, and every error of the libraries is thrown as a JavaScript `Error` with the library's sentence.

pub mod analysis;
pub mod book;
pub mod engine;
mod page;
pub mod rules;
mod side_lines;
#[cfg(any(test, target_feature = "atomics"))]
pub mod threads;

use serde::Serialize;
use wasm_bindgen::JsValue;

/// A JavaScript `Error` with the text of a Rust one.
#[expect(clippy::needless_pass_by_value, reason = "it is called by map_err")]
fn thrown(error: impl ToString) -> JsValue {
    js_sys::Error::new(&error.to_string()).into()
}

/// A plain JavaScript value; numbers stay numbers.
fn plain(value: &impl Serialize) -> Result<JsValue, JsValue> {
    value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).map_err(thrown)
}
