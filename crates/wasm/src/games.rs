//! Files of many games.

use saffron_rules::{PgnReader, Record, ReplayNote, Replayer, Variant};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::error::{PageError, coded, plain, thrown};
use crate::rules::{Game, variant_by_id};

/// A game of a file.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ListedGame"))]
pub struct ListedGame {
    /// From 0.
    index: usize,
    /// The line where it begins, from 1.
    line: usize,
    /// Every tag, in order.
    #[cfg_attr(feature = "typescript", ts(type = "[string, string][]"))]
    tags: Vec<(String, String)>,
    /// `*` for one that is not finished, or that has an error.
    #[cfg_attr(feature = "typescript", ts(type = "Result"))]
    result: &'static str,
    /// The number of its moves; those that are written where it has an error.
    plies: usize,
    /// The id of the variant, where it is known.
    variant: Option<&'static str>,
    /// What the text says and the board does not show.
    notes: Vec<ReplayNote>,
    /// Why it cannot be opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    error: Option<PageError>,
}

/// A replayer for the games of a file; those that name no variant are of this one, or else of that of the game before them.
fn replayer(variant: Option<&str>) -> Result<Replayer, JsValue> {
    let replayer = Replayer::new();
    Ok(match variant {
        Some(id) => replayer.with_variant(variant_by_id(id)?),
        None => replayer,
    })
}

/// Lists the games of a text. Those without a `Variant` tag are of the variant that is given, or else of that of the game
/// before them. A game that cannot be read is listed with its error.
///
/// # Errors
/// Throws when there is no such variant.
#[wasm_bindgen(js_name = gamesOf, unchecked_return_type = "ListedGame[]")]
#[expect(clippy::needless_pass_by_value, reason = "an optional string comes from JavaScript by value")]
pub fn games_of(text: &str, variant: Option<String>) -> Result<JsValue, JsValue> {
    let mut replayer = replayer(variant.as_deref())?;
    let mut listed = Vec::new();
    for (index, raw) in PgnReader::read_all(text).into_iter().enumerate() {
        let record = Record::from_raw_with_notes(&raw, &mut replayer);
        let (result, plies) = match &record {
            Ok((Record { game, .. }, _)) => {
                (game.outcome().map_or("*", |outcome| outcome.result()), game.moves().len())
            }
            Err(_) => ("*", raw.moves().count()),
        };
        let variant = replayer.variant_of(&raw).map(Variant::id);
        let (notes, error) = match record {
            Ok((_, notes)) => (notes, None),
            Err(error) => (Vec::new(), Some(PageError::Record(error))),
        };
        listed.push(ListedGame { index, line: raw.line, tags: raw.tags, result, plies, variant, notes, error });
    }
    plain(&listed)
}

#[wasm_bindgen]
impl Game {
    /// A game of a text of many games, by its index in [`games_of`], which is given the same text and variant.
    ///
    /// # Errors
    /// Throws when the text has no such game, or with the line and what is wrong there.
    #[wasm_bindgen(js_name = fromFile)]
    #[expect(clippy::needless_pass_by_value, reason = "an optional string comes from JavaScript by value")]
    pub fn from_file(text: &str, index: usize, variant: Option<String>) -> Result<Self, JsValue> {
        let mut replayer = replayer(variant.as_deref())?;
        let games = PgnReader::read_all(text);
        let count = games.len();
        let (raw, before) = games
            .get(..=index)
            .and_then(<[_]>::split_last)
            .ok_or_else(|| thrown(format!("there is no game {index} of {count}")))?;
        // The games before it tell the language and the variant.
        for earlier in before {
            replayer.replay(earlier);
        }
        let record = Record::from_raw_with_notes(raw, &mut replayer);
        record.map(Self::from).map_err(|error| coded(&PageError::Record(error)))
    }
}
