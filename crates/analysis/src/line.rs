//! An evaluation and a line of play as data.

use saffron_engine::Info;
use saffron_rules::{Move, Position};
use serde::{Deserialize, Serialize};

use crate::eval::Eval;

/// What a position is worth to White. One of the first three says it; for a game that is over, none does.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EvalData {
    /// Hundredths of a pawn.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cp: Option<i32>,
    /// Moves to mate, negative when Black gives it; never 0.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub mate: Option<i32>,
    /// A forced stalemate that is no draw gives White so many quarters of the point: 1 or 3.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stalemate: Option<u8>,
    /// `+0.35`, `#-3`, or the result of a game that is over.
    #[serde(default)]
    pub text: String,
    /// The share of the point that White can expect, 0 to 1.
    #[serde(default)]
    pub share: f64,
}

impl From<Eval> for EvalData {
    fn from(eval: Eval) -> Self {
        let (mut cp, mut mate, mut stalemate) = (None, None, None);
        match eval {
            Eval::Cp(value) => cp = Some(value),
            Eval::Mate(moves) => mate = Some(moves),
            Eval::Stalemate(quarters) => stalemate = Some(quarters),
            Eval::Over(_) => {}
        }
        Self { cp, mate, stalemate, text: eval.to_string(), share: eval.expectation() }
    }
}

impl EvalData {
    /// The evaluation; none for a game that is over, and for numbers that no evaluation has.
    pub fn to_eval(&self) -> Option<Eval> {
        match (self.cp, self.mate, self.stalemate) {
            (Some(value), None, None) => Some(Eval::Cp(value)),
            (None, Some(moves), None) if moves != 0 => Some(Eval::Mate(moves)),
            (None, None, Some(quarters @ (1 | 3))) => Some(Eval::Stalemate(quarters)),
            _ => None,
        }
    }
}

/// A line that a search reports.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LineData {
    /// Which of the best lines this is, from 1.
    pub number: usize,
    /// Plies that the iteration looked ahead.
    pub depth: u32,
    /// The deepest ply that was looked at.
    pub seldepth: u32,
    /// What it is worth.
    pub eval: EvalData,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// Milliseconds since the search began.
    pub time_ms: u64,
    /// Its moves in UCI form; never empty.
    pub moves: Vec<String>,
    /// The same moves in short notation.
    pub san: Vec<String>,
}

impl LineData {
    /// Of a position, from what a search says.
    pub(crate) fn new(position: &Position, info: &Info<'_>) -> Self {
        let (moves, san) = written(position, info.pv);
        Self {
            number: info.multi_pv,
            depth: info.depth,
            seldepth: info.seldepth,
            eval: Eval::new(position, info.score, info.pv).into(),
            nodes: info.nodes,
            nps: info.nps(),
            time_ms: info.time.as_millis() as u64,
            moves,
            san,
        }
    }
}

/// Legal moves from a position on in UCI form and in short notation.
pub(crate) fn written(position: &Position, line: &[Move]) -> (Vec<String>, Vec<String>) {
    let mut now = *position;
    let texts = line.iter().map(|&mv| {
        let texts = (now.uci(mv), now.san(mv));
        now.play_unchecked(mv);
        texts
    });
    texts.unzip()
}
