//! Reading and writing of game records.

use saffron_rules::{Record, ReplayNote};
use wasm_bindgen::prelude::*;

use crate::annotations::{AnnotationData, MainLineData};
use crate::error::{PageError, coded, plain, thrown};
use crate::ply::annotated;
use crate::rules::{Game, RecordDetails, variant_by_id};
use crate::side_lines::{self, SideLineInput};

impl From<(Record, Vec<ReplayNote>)> for Game {
    fn from((record, notes): (Record, Vec<ReplayNote>)) -> Self {
        let Record { tags, game, start, annotations, side_lines } = record;
        Self { game, details: RecordDetails { tags, start, annotations, side_lines, notes } }
    }
}

#[wasm_bindgen]
impl Game {
    /// Reads the game of a record, in any supported language and notation. Its `Variant` tag names the variant. Without one, as
    /// in a text of bare moves, the game is of the given variant.
    ///
    /// # Errors
    /// Throws with the line and the error in it, or if there is no such variant.
    #[wasm_bindgen(js_name = fromRecord)]
    pub fn from_record(text: &str, variant: Option<String>) -> Result<Self, JsValue> {
        let variant = variant.map(|id| variant_by_id(&id)).transpose()?;
        let record = Record::parse_with_notes(text, variant);
        record.map(Self::from).map_err(|error| coded(&PageError::Record(error)))
    }

    /// Returns the contents of the record that the board does not show: `ReplayNote[]`.
    ///
    /// # Errors
    /// Never in practice.
    #[wasm_bindgen(js_name = recordNotes, unchecked_return_type = "ReplayNote[]")]
    pub fn record_notes(&self) -> Result<JsValue, JsValue> {
        plain(&self.details.notes)
    }

    /// Returns the moves so far, with their annotations in the record: `{ uci, san, turn, check, annotation? }[]`.
    ///
    /// # Errors
    /// Never in practice.
    #[wasm_bindgen(js_name = annotatedHistory, unchecked_return_type = "AnnotatedMove[]")]
    pub fn annotated_history(&self) -> Result<JsValue, JsValue> {
        let moves = self.game.moves().iter().copied().map(Some);
        plain(&annotated(self.game.positions(), moves, &self.details.annotations))
    }

    /// Returns the annotation of the start position in the record.
    ///
    /// # Errors
    /// Never in practice.
    #[wasm_bindgen(js_name = startAnnotation, unchecked_return_type = "Annotation")]
    pub fn start_annotation(&self) -> Result<JsValue, JsValue> {
        plain(&AnnotationData::new(&self.details.start, self.game.position().variant().board()))
    }

    /// Returns the tags of the record: `[name, value][]`.
    ///
    /// # Errors
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "[string, string][]")]
    pub fn tags(&self) -> Result<JsValue, JsValue> {
        plain(&self.details.tags)
    }

    /// Returns the variations of the record, in the form of [`record`](Self::record), with moves as in
    /// [`annotated_history`](Self::annotated_history).
    ///
    /// # Errors
    /// Never in practice.
    #[wasm_bindgen(js_name = sideLines, unchecked_return_type = "SideLine[]")]
    pub fn side_lines(&self) -> Result<JsValue, JsValue> {
        plain(&side_lines::describe(&self.details.side_lines, self.game.positions()))
    }

    /// Formats the game as a record. `tags` are `[name, value]` pairs; those of the record that was read are kept. Variations
    /// are written in parentheses: `{ ply, moves, sideLines }[]`, where `ply` is the index of the move that the first of the
    /// moves replaces, and the inner variations branch off the outer one. A move is `{ uci, annotation? }`. `annotations` are
    /// those of the start and of the moves of the game; by default those of the record that was read.
    ///
    /// # Errors
    /// Throws if the tags are not pairs of strings, a variation cannot be played from its ply, or an annotation has the wrong
    /// form.
    pub fn record(
        &self,
        #[wasm_bindgen(unchecked_param_type = "[string, string][]")] tags: JsValue,
        #[wasm_bindgen(unchecked_param_type = "readonly SideLineInput[]")] side_lines: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "MainLineAnnotations")] annotations: JsValue,
    ) -> Result<String, JsValue> {
        let new_tags: Vec<(String, String)> = serde_wasm_bindgen::from_value(tags).map_err(thrown)?;
        let mut tags = self.details.tags.clone();
        for (name, value) in new_tags {
            match tags.iter_mut().find(|(tag, _)| *tag == name) {
                Some(tag) => tag.1 = value,
                None => tags.push((name, value)),
            }
        }
        let lines: Vec<SideLineInput> = serde_wasm_bindgen::from_value(side_lines).map_err(thrown)?;
        let side_lines = side_lines::parse(lines, self.game.positions()).map_err(thrown)?;
        let (start, annotations) = if annotations.is_undefined() {
            let mut annotations = self.details.annotations.clone();
            // Moves may have been taken back since the record was read.
            annotations.truncate(self.game.moves().len());
            (self.details.start.clone(), annotations)
        } else {
            let data: MainLineData = serde_wasm_bindgen::from_value(annotations).map_err(thrown)?;
            data.read(self.game.position().variant().board(), self.game.moves().len()).map_err(thrown)?
        };
        Ok(Record { tags, game: self.game.clone(), start, annotations, side_lines }.to_string())
    }
}
