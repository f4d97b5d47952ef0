//! Files with many games.

use saffron_rules::{PgnReader, Record, ReplayNote, Replayer, Variant};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::error::{PageError, coded, plain, thrown};
use crate::rules::{Game, variant_by_id};

/// Game of a file.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ListedGame"))]
pub struct ListedGame {
    /// Index of the game in the file, from 0.
    index: usize,
    /// Line at which the game begins, from 1.
    line: usize,
    /// Every tag, in order.
    #[cfg_attr(feature = "typescript", ts(type = "[string, string][]"))]
    tags: Vec<(String, String)>,
    /// `*` for a game that is not finished or has an error.
    #[cfg_attr(feature = "typescript", ts(type = "Result"))]
    result: &'static str,
    /// Number of moves; for a game with an error, of the moves written.
    plies: usize,
    /// Id of the variant, if known.
    variant: Option<&'static str>,
    /// Contents of the text that the board does not show.
    notes: Vec<ReplayNote>,
    /// Error that prevents the game from being opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    error: Option<PageError>,
}

/// Returns a replayer for the games of a file. Games without a variant are of this variant, or else of that of the previous
/// game.
fn replayer(variant: Option<&str>) -> Result<Replayer, JsValue> {
    let replayer = Replayer::new();
    Ok(match variant {
        Some(id) => replayer.with_variant(variant_by_id(id)?),
        None => replayer,
    })
}

/// Lists the games of a text. Games without a `Variant` tag are of the given variant, or else of that of the previous game. A
/// game that cannot be read is listed with its error.
///
/// # Errors
/// Throws if there is no such variant.
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
    /// Reads one game of a text with many games, by its index in [`games_of`] for the same text and variant.
    ///
    /// # Errors
    /// Throws if the text has no such game, or with the line and the error in it.
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
        // The earlier games determine the language and the variant.
        for earlier in before {
            replayer.replay(earlier);
        }
        let record = Record::from_raw_with_notes(raw, &mut replayer);
        record.map(Self::from).map_err(|error| coded(&PageError::Record(error)))
    }
}
