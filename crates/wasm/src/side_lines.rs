//! Side lines of a game as plain objects, from and for the face of the rules.

use saffron_rules::{Position, SideLine};
use serde::{Deserialize, Serialize};

use crate::rules::PlyData;

/// A side line as the page gives it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Given {
    ply: usize,
    moves: Vec<String>,
    side_lines: Vec<Given>,
}

/// A side line as the page gets it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Told {
    ply: usize,
    moves: Vec<PlyData>,
    side_lines: Vec<Told>,
}

/// The moves of side lines that leave a line through these positions, or what is wrong with them.
pub(crate) fn taken(given: Vec<Given>, positions: &[Position]) -> Result<Vec<SideLine>, String> {
    let line = |Given { ply, moves: texts, side_lines }| {
        let start = positions.get(ply).ok_or_else(|| format!("no side line can begin at ply {ply}"))?;
        let mut moves = Vec::with_capacity(texts.len());
        let mut passed = vec![*start];
        for text in &texts {
            let now = passed[passed.len() - 1];
            let mv = now.parse_uci(text).map_err(|reason| format!("side line, {text:?}: {reason}"))?;
            passed.push(now.play(mv).map_err(|reason| format!("side line, {text:?}: {reason}"))?);
            moves.push(mv);
        }
        Ok(SideLine { ply, moves, side_lines: taken(side_lines, &passed)? })
    };
    given.into_iter().map(line).collect()
}

/// The same with their moves in all forms.
pub(crate) fn told(side_lines: &[SideLine], positions: &[Position]) -> Vec<Told> {
    let line = |side: &SideLine| {
        let mut passed = vec![*positions.get(side.ply)?];
        for &mv in &side.moves {
            let mut now = passed[passed.len() - 1];
            now.play_unchecked(mv);
            passed.push(now);
        }
        let plies = passed.iter().zip(&passed[1..]).zip(&side.moves);
        let moves = plies.map(|((before, after), &mv)| PlyData::new(before, mv, after)).collect();
        Some(Told { ply: side.ply, moves, side_lines: told(&side.side_lines, &passed) })
    };
    side_lines.iter().filter_map(line).collect()
}
