//! Side lines of a game as plain data.

use saffron_rules::{Position, SideLine};
use serde::{Deserialize, Serialize};

use crate::ply::PlyData;

/// A side line from the page, with its moves in UCI form.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "SideLineInput"))]
pub struct SideLineInput {
    ply: usize,
    moves: Vec<String>,
    side_lines: Vec<SideLineInput>,
}

/// A side line for the page.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "SideLine"))]
pub struct SideLineData {
    ply: usize,
    moves: Vec<PlyData>,
    side_lines: Vec<SideLineData>,
}

/// Reads side lines that branch off a line through these positions.
///
/// # Errors
/// Says which move cannot be played, or where no side line can begin.
pub(crate) fn parse(given: Vec<SideLineInput>, positions: &[Position]) -> Result<Vec<SideLine>, String> {
    let line = |SideLineInput { ply, moves: texts, side_lines }| {
        let start = positions.get(ply).ok_or_else(|| format!("no side line can begin at ply {ply}"))?;
        let mut moves = Vec::with_capacity(texts.len());
        let mut passed = vec![*start];
        for text in &texts {
            let now = passed[passed.len() - 1];
            let mv = now.parse_uci(text).map_err(|reason| format!("side line, {text:?}: {reason}"))?;
            passed.push(now.play(mv).map_err(|reason| format!("side line, {text:?}: {reason}"))?);
            moves.push(mv);
        }
        Ok(SideLine { ply, moves, side_lines: parse(side_lines, &passed)? })
    };
    given.into_iter().map(line).collect()
}

/// The side lines with their moves in every notation.
pub(crate) fn describe(side_lines: &[SideLine], positions: &[Position]) -> Vec<SideLineData> {
    let line = |side: &SideLine| {
        let mut passed = vec![*positions.get(side.ply)?];
        for &mv in &side.moves {
            let mut now = passed[passed.len() - 1];
            now.play_unchecked(mv);
            passed.push(now);
        }
        let plies = passed.iter().zip(&passed[1..]).zip(&side.moves);
        let moves = plies.map(|((before, after), &mv)| PlyData::new(before, mv, after)).collect();
        Some(SideLineData { ply: side.ply, moves, side_lines: describe(&side.side_lines, &passed) })
    };
    side_lines.iter().filter_map(line).collect()
}
