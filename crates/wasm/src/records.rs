//! Records of games: reading and writing.

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
    /// The game of a record, in any of the languages and notations that are read. Its `Variant` tag names the variant; without
    /// one, as where the text is bare moves, the game is of the variant that is given.
    ///
    /// # Errors
    /// Throws with the line and what is wrong there, or when there is no such variant.
    #[wasm_bindgen(js_name = fromRecord)]
    pub fn from_record(text: &str, variant: Option<String>) -> Result<Self, JsValue> {
        let variant = variant.map(|id| variant_by_id(&id)).transpose()?;
        let record = Record::parse_with_notes(text, variant);
        record.map(Self::from).map_err(|error| coded(&PageError::Record(error)))
    }

    /// What a record that was read says and the board does not show: `ReplayNote[]`.
    ///
    /// # Errors
    /// None in practice.
    #[wasm_bindgen(js_name = recordNotes, unchecked_return_type = "ReplayNote[]")]
    pub fn record_notes(&self) -> Result<JsValue, JsValue> {
        plain(&self.details.notes)
    }

    /// The moves so far, with what a record that was read says of them: `{ uci, san, turn, check, annotation? }[]`.
    ///
    /// # Errors
    /// None in practice.
    #[wasm_bindgen(js_name = annotatedHistory, unchecked_return_type = "AnnotatedMove[]")]
    pub fn annotated_history(&self) -> Result<JsValue, JsValue> {
        let moves = self.game.moves().iter().copied().map(Some);
        plain(&annotated(self.game.positions(), moves, &self.details.annotations))
    }

    /// What a record that was read says of the start position.
    ///
    /// # Errors
    /// None in practice.
    #[wasm_bindgen(js_name = startAnnotation, unchecked_return_type = "Annotation")]
    pub fn start_annotation(&self) -> Result<JsValue, JsValue> {
        plain(&AnnotationData::new(&self.details.start, self.game.position().variant().board()))
    }

    /// The tags that were read with a record: `[name, value][]`.
    ///
    /// # Errors
    /// None in practice.
    #[wasm_bindgen(unchecked_return_type = "[string, string][]")]
    pub fn tags(&self) -> Result<JsValue, JsValue> {
        plain(&self.details.tags)
    }

    /// The side lines that were read with a record, in the form of [`record`](Self::record), but for the moves, which are
    /// those of [`annotated_history`](Self::annotated_history).
    ///
    /// # Errors
    /// None in practice.
    #[wasm_bindgen(js_name = sideLines, unchecked_return_type = "SideLine[]")]
    pub fn side_lines(&self) -> Result<JsValue, JsValue> {
        plain(&side_lines::describe(&self.details.side_lines, self.game.positions()))
    }

    /// The record as text. Tags are `[name, value]` pairs; those read with a record stay. Side lines are written in
    /// parentheses: `{ ply, moves, sideLines }[]`, where `ply` is the index of the move that the first of the moves stands
    /// for, and the inner ones leave the line that they are in; a move is `{ uci, annotation? }`. What is said of the start and
    /// of the moves of the game is `annotations`, or without it what was read with a record.
    ///
    /// # Errors
    /// Throws when the tags are not pairs of strings, when a side line cannot be played where it is said to begin, and when
    /// an annotation is not of the right form.
    pub fn record(
        &self,
        #[wasm_bindgen(unchecked_param_type = "[string, string][]")] tags: JsValue,
        #[wasm_bindgen(unchecked_param_type = "readonly SideLineInput[]")] side_lines: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "MainLineAnnotations")] annotations: JsValue,
    ) -> Result<String, JsValue> {
        let given: Vec<(String, String)> = serde_wasm_bindgen::from_value(tags).map_err(thrown)?;
        let mut tags = self.details.tags.clone();
        for (name, value) in given {
            match tags.iter_mut().find(|(tag, _)| *tag == name) {
                Some(tag) => tag.1 = value,
                None => tags.push((name, value)),
            }
        }
        let given: Vec<SideLineInput> = serde_wasm_bindgen::from_value(side_lines).map_err(thrown)?;
        let side_lines = side_lines::parse(given, self.game.positions()).map_err(thrown)?;
        let (start, annotations) = if annotations.is_undefined() {
            let mut annotations = self.details.annotations.clone();
            // Moves may have been taken back since.
            annotations.truncate(self.game.moves().len());
            (self.details.start.clone(), annotations)
        } else {
            let given: MainLineData = serde_wasm_bindgen::from_value(annotations).map_err(thrown)?;
            given.read(self.game.position().variant().board(), self.game.moves().len()).map_err(thrown)?
        };
        Ok(Record { tags, game: self.game.clone(), start, annotations, side_lines }.to_string())
    }
}
