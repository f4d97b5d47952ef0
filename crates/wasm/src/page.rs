//! The page that listens to a search.

use serde::Serialize;
use wasm_bindgen::JsValue;

use crate::error::plain;

/// The two functions of the page that a search calls. What either throws ends the search, and is kept.
pub(crate) struct Page<'a> {
    on_news: &'a js_sys::Function,
    should_stop: &'a js_sys::Function,
    thrown: Option<JsValue>,
}

impl<'a> Page<'a> {
    pub(crate) fn new(on_news: &'a js_sys::Function, should_stop: &'a js_sys::Function) -> Self {
        Self { on_news, should_stop, thrown: None }
    }

    /// Hands the page a plain object.
    pub(crate) fn tell(&mut self, news: &impl Serialize) {
        let told = plain(news).and_then(|news| self.on_news.call1(&JsValue::NULL, &news));
        if let Err(error) = told {
            self.thrown = Some(error);
        }
    }

    /// Asks the page whether the search is to end.
    pub(crate) fn should_stop(&mut self) -> bool {
        match self.should_stop.call0(&JsValue::NULL) {
            Ok(answer) => self.thrown.is_some() || answer.is_truthy(),
            Err(error) => {
                self.thrown = Some(error);
                true
            }
        }
    }

    /// Ends with what a function has thrown, if one has.
    pub(crate) fn end(self) -> Result<(), JsValue> {
        self.thrown.map_or(Ok(()), Err)
    }
}
