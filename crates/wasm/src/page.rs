//! Callbacks of the page during a search.

use serde::Serialize;
use wasm_bindgen::JsValue;

use crate::error::plain;

/// Callbacks of the page during a search. An exception thrown by either ends the search and is kept.
pub(crate) struct Page<'a> {
    on_progress: &'a js_sys::Function,
    should_stop: &'a js_sys::Function,
    thrown: Option<JsValue>,
}

impl<'a> Page<'a> {
    pub(crate) fn new(on_progress: &'a js_sys::Function, should_stop: &'a js_sys::Function) -> Self {
        Self { on_progress, should_stop, thrown: None }
    }

    /// Calls the page's observer with a plain object.
    pub(crate) fn send(&mut self, progress: &impl Serialize) {
        let sent = plain(progress).and_then(|progress| self.on_progress.call1(&JsValue::NULL, &progress));
        if let Err(error) = sent {
            self.thrown = Some(error);
        }
    }

    /// Asks the page whether the search should stop.
    pub(crate) fn should_stop(&mut self) -> bool {
        match self.should_stop.call0(&JsValue::NULL) {
            Ok(answer) => self.thrown.is_some() || answer.is_truthy(),
            Err(error) => {
                self.thrown = Some(error);
                true
            }
        }
    }

    /// Returns the exception that a callback has thrown, if any, as an error.
    pub(crate) fn end(self) -> Result<(), JsValue> {
        self.thrown.map_or(Ok(()), Err)
    }
}
