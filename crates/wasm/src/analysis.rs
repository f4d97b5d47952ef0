//! Analysis for the page: searches that report line by line.

use saffron_analysis::{AnalysisObserver, AnalysisRequest, LineData};
use wasm_bindgen::prelude::*;

use crate::engine::Engine;
use crate::error::{plain, thrown};
use crate::page::Page;

#[wasm_bindgen]
impl Engine {
    /// Searches `{ variant, fen, moves, limits: { depth?, nodes?, movetime?, lines? } }`. `on_line` is called for each line
    /// after each depth and every few seconds, `should_stop` every few thousand nodes. Returns the final result: `{ depth,
    /// nodes, nps, timeMs, lines }`. Evaluations are from White's point of view.
    ///
    /// # Errors
    /// Throws if the position, a move or the limits are invalid, or a callback throws.
    #[wasm_bindgen(unchecked_return_type = "AnalysisResult")]
    pub fn analyse(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "AnalysisRequest")] request: JsValue,
        #[wasm_bindgen(unchecked_param_type = "(line: EngineLine) => void")] on_line: &js_sys::Function,
        #[wasm_bindgen(unchecked_param_type = "() => boolean")] should_stop: &js_sys::Function,
    ) -> Result<JsValue, JsValue> {
        let request: AnalysisRequest = serde_wasm_bindgen::from_value(request).map_err(thrown)?;
        let game = request.game().map_err(thrown)?;
        let mut page = Page::new(on_line, should_stop);
        let result = saffron_analysis::analyse(&mut self.engine, &game, &request.limits, &mut page);
        page.end()?;
        plain(&result)
    }
}

impl AnalysisObserver for Page<'_> {
    fn line(&mut self, line: &LineData) {
        self.send(line);
    }

    fn should_stop(&mut self) -> bool {
        Page::should_stop(self)
    }
}
