//! Evaluations and lines of play as data.

use saffron_engine::Info;
use saffron_rules::{Move, Position};
use serde::{Deserialize, Serialize};

use crate::eval::Eval;

/// Evaluation from White's point of view. Exactly one of `cp`, `mate` and `stalemate` is set, or none if the game is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Eval"))]
pub struct EvalData {
    /// Centipawns.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub cp: Option<i32>,
    /// Moves to mate, negative if Black mates; never 0.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub mate: Option<i32>,
    /// White's score in quarter points after a forced stalemate that is not a draw: 1 or 3.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub stalemate: Option<u8>,
    /// `+0.35`, `#-3`, or the result of a game that is over.
    #[serde(default)]
    pub text: String,
    /// White's expected score, 0 to 1.
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
    /// Converts to an evaluation; `None` if the game is over or the fields contradict each other.
    pub fn to_eval(&self) -> Option<Eval> {
        match (self.cp, self.mate, self.stalemate) {
            (Some(value), None, None) => Some(Eval::Cp(value)),
            (None, Some(moves), None) if moves != 0 => Some(Eval::Mate(moves)),
            (None, None, Some(quarters @ (1 | 3))) => Some(Eval::Stalemate(quarters)),
            _ => None,
        }
    }
}

/// Line of play reported by a search.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "EngineLine"))]
pub struct LineData {
    /// The rank of the line among the best ones, from 1.
    pub number: usize,
    /// The depth of the iteration in plies.
    pub depth: u32,
    /// The deepest ply searched.
    pub seldepth: u32,
    /// The evaluation.
    pub eval: EvalData,
    /// The number of nodes searched so far.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// Milliseconds since the search began.
    pub time_ms: u64,
    /// The moves in UCI form; never empty.
    pub moves: Vec<String>,
    /// The moves in SAN.
    pub san: Vec<String>,
}

impl LineData {
    /// Creates the data of an info about a position.
    pub(crate) fn new(position: &Position, info: &Info<'_>) -> Self {
        let (moves, san) = uci_and_san(position, info.pv);
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

/// Writes a line of legal moves from a position in UCI form and in SAN.
pub(crate) fn uci_and_san(position: &Position, line: &[Move]) -> (Vec<String>, Vec<String>) {
    let mut current = *position;
    let texts = line.iter().map(|&mv| {
        let texts = (current.uci(mv), current.san(mv));
        current.play_unchecked(mv);
        texts
    });
    texts.unzip()
}
