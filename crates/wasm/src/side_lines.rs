//! Variations of a game as plain data.

use saffron_rules::{Position, SideLine};
use serde::{Deserialize, Serialize};

use crate::annotations::MoveAnnotationData;
use crate::ply::{AnnotatedPlyData, NULL_MOVE, annotated};

/// Variation from the page.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "SideLineInput"))]
pub struct SideLineInput {
    ply: usize,
    moves: Vec<MoveInput>,
    side_lines: Vec<SideLineInput>,
}

/// Move of a variation.
#[derive(Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "MoveInput", optional_fields))]
pub struct MoveInput {
    /// Move in UCI form; `0000` is a null move.
    uci: String,
    /// Annotation of the move.
    #[serde(default)]
    annotation: Option<MoveAnnotationData>,
}

/// Variation for the page.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "SideLine"))]
pub struct SideLineData {
    ply: usize,
    moves: Vec<AnnotatedPlyData>,
    side_lines: Vec<SideLineData>,
}

/// Parses variations that branch off a line through these positions.
///
/// # Errors
/// If a move is illegal, or a variation begins outside the line.
pub(crate) fn parse(given: Vec<SideLineInput>, positions: &[Position]) -> Result<Vec<SideLine>, String> {
    let line = |SideLineInput { ply, moves: inputs, side_lines }| {
        let start = positions.get(ply).ok_or_else(|| format!("no side line can begin at ply {ply}"))?;
        let board = start.variant().board();
        let mut moves = Vec::with_capacity(inputs.len());
        let mut annotations = Vec::with_capacity(inputs.len());
        let mut passed = vec![*start];
        for input in inputs {
            let MoveInput { uci: text, annotation } = input;
            let now = passed[passed.len() - 1];
            if text == NULL_MOVE {
                passed.push(now.null_move().ok_or("side line: a null move in check")?);
                moves.push(None);
            } else {
                let mv = now.parse_uci(&text).map_err(|reason| format!("side line, {text:?}: {reason}"))?;
                passed.push(now.play(mv).map_err(|reason| format!("side line, {text:?}: {reason}"))?);
                moves.push(Some(mv));
            }
            annotations.push(annotation.unwrap_or_default().read(board)?);
        }
        Ok(SideLine { ply, moves, annotations, side_lines: parse(side_lines, &passed)? })
    };
    given.into_iter().map(line).collect()
}

/// Describes the variations with their moves in every notation.
pub(crate) fn describe(side_lines: &[SideLine], positions: &[Position]) -> Vec<SideLineData> {
    let line = |side: &SideLine| {
        let mut passed = vec![*positions.get(side.ply)?];
        for &mv in &side.moves {
            let now = passed[passed.len() - 1];
            passed.push(match mv {
                Some(mv) => now.play(mv).ok()?,
                None => now.null_move()?,
            });
        }
        let moves = annotated(&passed, side.moves.iter().copied(), &side.annotations);
        Some(SideLineData { ply: side.ply, moves, side_lines: describe(&side.side_lines, &passed) })
    };
    side_lines.iter().filter_map(line).collect()
}
