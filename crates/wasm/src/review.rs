//! The review of a game, from what searches have found.

use saffron_analysis::AssessmentData;
use wasm_bindgen::prelude::*;

use crate::error::thrown;
use crate::plain::plain;
use crate::rules::Game;

#[wasm_bindgen]
impl Game {
    /// Judges the moves from the position after the first so many on, by what searches have said of this position and of
    /// those after it: `{ eval, moves }[]`, or `null` where the game is over.
    ///
    /// # Errors
    /// Throws when one is missing or cannot be of its position.
    #[wasm_bindgen(unchecked_return_type = "Review")]
    pub fn review(
        &self,
        first: usize,
        #[wasm_bindgen(unchecked_param_type = "readonly (Assessment | null)[]")] assessments: JsValue,
    ) -> Result<JsValue, JsValue> {
        let assessments: Vec<Option<AssessmentData>> = serde_wasm_bindgen::from_value(assessments).map_err(thrown)?;
        plain(&saffron_analysis::review_from(&self.game, first, &assessments).map_err(thrown)?)
    }
}
