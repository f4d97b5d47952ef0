//! Moves of a game as plain data.

#[cfg(feature = "records")]
use saffron_rules::MoveAnnotation;
use saffron_rules::{Move, Position};
use serde::Serialize;

#[cfg(feature = "records")]
use crate::annotations::MoveAnnotationData;

/// Null move in UCI form.
pub(crate) const NULL_MOVE: &str = "0000";

/// Move that was played.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "PlayedMove"))]
pub struct PlyData {
    uci: String,
    san: String,
    #[cfg_attr(feature = "typescript", ts(type = "Side"))]
    turn: char,
    check: bool,
}

/// Move that was played, with its annotation in a record.
#[cfg(feature = "records")]
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "AnnotatedMove"))]
pub struct AnnotatedPlyData {
    uci: String,
    san: String,
    #[cfg_attr(feature = "typescript", ts(type = "Side"))]
    turn: char,
    check: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    annotation: Option<MoveAnnotationData>,
}

/// Describes the moves between these positions.
pub(crate) fn plies(positions: &[Position], moves: &[Move]) -> impl Iterator<Item = PlyData> {
    positions.iter().zip(&positions[1..]).zip(moves).map(|((before, after), &mv)| ply(before, after, Some(mv)))
}

/// Describes a move; `None` is a null move in a variation.
fn ply(before: &Position, after: &Position, mv: Option<Move>) -> PlyData {
    let turn = before.turn().letter();
    let (uci, san) = match mv {
        Some(mv) => (before.uci(mv), before.san(mv)),
        None => (NULL_MOVE.to_owned(), "--".to_owned()),
    };
    PlyData { uci, san, turn, check: after.in_check() }
}

/// Describes the moves between these positions, with their annotations.
#[cfg(feature = "records")]
pub(crate) fn annotated(
    positions: &[Position],
    moves: impl IntoIterator<Item = Option<Move>>,
    annotations: &[MoveAnnotation],
) -> Vec<AnnotatedPlyData> {
    let plies = positions.iter().zip(&positions[1..]).zip(moves);
    plies
        .map(|((before, after), mv)| ply(before, after, mv))
        .enumerate()
        .map(|(index, PlyData { uci, san, turn, check })| {
            let annotation = annotations.get(index).filter(|annotation| !annotation.is_empty());
            let annotation =
                annotation.map(|annotation| MoveAnnotationData::new(annotation, positions[index].variant().board()));
            AnnotatedPlyData { uci, san, turn, check, annotation }
        })
        .collect()
}
