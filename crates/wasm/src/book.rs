//! Opening books for the page.

use saffron_book::{Book, BookMove};
use saffron_engine::{Score, WinRate};
use saffron_rules::{Position, Variant};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::error::{plain, thrown};

/// Move of an opening book.
#[derive(Serialize, PartialEq, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "BookMove"))]
pub struct BookMoveData {
    uci: String,
    san: String,
    /// Centipawns from the point of view of the side to move.
    cp: i32,
    /// Number of self-play games with the move.
    games: u32,
    /// Points of the side to move in these games.
    points: f64,
    /// Share of the games in which the book plays the move, 0 to 1.
    share: f64,
}

/// Returns the moves of the variant's book in a position, the most frequent first: `{ uci, san, cp, games, points, share }[]`,
/// with `cp` and `points` from the point of view of the side to move. Empty if the position is not in the book; `null` for a
/// variant without a book.
///
/// # Errors
/// Throws if there is no such variant, or the FEN is invalid.
#[wasm_bindgen(js_name = bookMoves, unchecked_return_type = "BookMove[] | null")]
pub fn book_moves(variant: &str, fen: &str) -> Result<JsValue, JsValue> {
    match known(variant, fen).map_err(thrown)? {
        Some(moves) => plain(&moves),
        None => Ok(JsValue::NULL),
    }
}

fn known(variant: &str, fen: &str) -> Result<Option<Vec<BookMoveData>>, String> {
    let variant = Variant::by_id(variant).ok_or_else(|| format!("there is no variant {variant:?}"))?;
    let position = Position::from_fen(variant, fen).map_err(|error| error.to_string())?;
    let Some(book) = Book::embedded(variant) else { return Ok(None) };
    let moves = book.moves(&position);
    let total: u32 = moves.iter().map(|known| u32::from(known.weight)).sum();
    let win_rate = WinRate::of(variant);
    let data = |known: &BookMove| BookMoveData {
        uci: position.uci(known.mv),
        san: position.san(known.mv),
        cp: win_rate.normalized(Score::Cp(known.value)).to_centipawns(),
        games: known.games,
        points: f64::from(known.quarters) / 4.0,
        share: f64::from(known.weight) / f64::from(total.max(1)),
    };
    Ok(Some(moves.iter().map(data).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_in_the_book() {
        let start = Variant::by_id("shafran").unwrap().start();
        let moves = known("shafran", &start.to_fen()).unwrap().unwrap();
        assert!(moves.len() > 2);
        assert!((moves.iter().map(|data| data.share).sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(
            moves
                .iter()
                .all(|data| start.parse_uci(&data.uci) == start.parse_san(&data.san).map_err(|_| unreachable!()))
        );
        assert_eq!(known("shafran", "k4/6/7/8/9/9/8/7/6/4K w - - 0 1"), Ok(Some(Vec::new())));
    }

    #[test]
    fn a_position_without_a_book_is_not_an_error() {
        saffron_variants::add(include_str!("../../../variants/mini-hexchess.toml")).unwrap();
        let mini = Variant::by_id("mini").unwrap().start().to_fen();
        assert_eq!(known("mini", &mini), Ok(None));
        assert_eq!(known("chess", &mini), Err("there is no variant \"chess\"".to_owned()));
        assert!(known("shafran", "nothing").is_err());
    }
}
