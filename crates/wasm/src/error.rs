//! Errors as JavaScript `Error` objects, and plain JavaScript values.

use std::fmt;

use saffron_rules::FenError;
#[cfg(feature = "records")]
use saffron_rules::RecordError;
#[cfg(feature = "variant-files")]
use saffron_variants::FileError;
use serde::Serialize;
use wasm_bindgen::JsValue;

/// Error in a visitor's input, as a code with parameters for the page's message catalogues.
#[derive(Debug, Serialize)]
#[serde(tag = "code", content = "params", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum PageError {
    /// Invalid position.
    Fen(FenError),
    /// Invalid game record.
    #[cfg(feature = "records")]
    Record(RecordError),
    /// Invalid file of variants.
    #[cfg(feature = "variant-files")]
    VariantFile(FileError),
}

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => write!(f, "{error}"),
            #[cfg(feature = "records")]
            Self::Record(error) => write!(f, "{error}"),
            #[cfg(feature = "variant-files")]
            Self::VariantFile(error) => write!(f, "{error}"),
        }
    }
}

/// Converts a Rust error to a JavaScript `Error`. Its text is for developers.
#[expect(clippy::needless_pass_by_value, reason = "it is called by map_err")]
pub(crate) fn thrown(error: impl ToString) -> JsValue {
    js_sys::Error::new(&error.to_string()).into()
}

/// Converts an error to a JavaScript `Error` whose property `detail` is the error as plain data.
pub(crate) fn coded(error: &PageError) -> JsValue {
    let thrown = thrown(error);
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    // Without the property, the page shows a general error message.
    if let Ok(detail) = error.serialize(&serializer) {
        let _ = js_sys::Reflect::set(&thrown, &JsValue::from_str("detail"), &detail);
    }
    thrown
}

/// A plain JavaScript value; numbers stay numbers.
pub(crate) fn plain(value: &impl Serialize) -> Result<JsValue, JsValue> {
    value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).map_err(thrown)
}
