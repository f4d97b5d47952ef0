//! The review of a game as data.

use crate::eval::Assessment;
use crate::game_review::{Mark, Review, Summary};
use saffron_rules::{Color, Game, Move, Position};
use serde::{Deserialize, Serialize};

use crate::line::{EvalData, written};

/// What a search has said of one position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AssessmentData {
    /// What the position is worth.
    pub eval: EvalData,
    /// The best line in UCI form; the first move is what the engine would play.
    pub moves: Vec<String>,
}

/// One move of a game, judged.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReviewedMoveData {
    /// What the position is worth after it.
    pub eval: EvalData,
    /// What it costs in shares of the point, 0 to 1.
    pub loss: f64,
    /// What it costs in centipawns, 0 to 2000.
    pub centipawn_loss: i32,
    /// `inaccuracy`, `mistake` or `blunder`, where it is one.
    pub mark: Option<&'static str>,
    /// The best line instead in UCI form; empty where the move is not marked.
    pub better: Vec<String>,
    /// The same line in short notation.
    pub better_san: Vec<String>,
    /// Accuracy in percent, 0 to 100.
    pub accuracy: f64,
}

/// How one side has played.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SummaryData {
    /// How many moves were judged.
    pub moves: usize,
    /// Average loss in centipawns.
    pub average_loss: f64,
    /// Accuracy in percent, 0 to 100.
    pub accuracy: f64,
    /// How many inaccuracies there are.
    pub inaccuracies: usize,
    /// How many mistakes there are.
    pub mistakes: usize,
    /// How many blunders there are.
    pub blunders: usize,
}

/// A game, judged.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReviewData {
    /// What the first position that was looked at is worth.
    pub start: EvalData,
    /// The moves from there on, in order.
    pub moves: Vec<ReviewedMoveData>,
    /// White's part; none where White did not move.
    pub white: Option<SummaryData>,
    /// Black's part; none where Black did not move.
    pub black: Option<SummaryData>,
}

/// Why a game cannot be reviewed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum ReviewError {
    /// There must be one assessment for each position, that of the first one included.
    #[error("there are {assessments} assessments for {positions} positions")]
    AssessmentCount {
        /// How many there are.
        assessments: usize,
        /// How many there should be.
        positions: usize,
    },
    /// A position in which the game goes on has no evaluation, or an impossible one.
    #[error("position {position} has no evaluation")]
    NoEvaluation {
        /// Index of the position; the start is 0.
        position: usize,
    },
    /// A line has a move that cannot be played.
    #[error("position {position}: the move {text:?} of its line cannot be played")]
    IllegalLine {
        /// Index of the position; the start is 0.
        position: usize,
        /// The move as it was given.
        text: String,
    },
}

/// Judges the moves of a game. There is an assessment of the start and of the position after each move; where the rules
/// say that the game is over, none is needed, and one that is given does not count.
///
/// # Errors
///
/// When an assessment is missing or cannot be of its position.
pub fn review(game: &Game, assessments: &[Option<AssessmentData>]) -> Result<ReviewData, ReviewError> {
    review_from(game, 0, assessments)
}

/// Judges the last moves of a game: those from a position on, of which so many moves were made before. A review that goes
/// from the end to the start and is broken off knows no others. The rest is as in [`review`].
///
/// # Errors
///
/// When an assessment is missing or cannot be of its position, or the game is not that long.
pub fn review_from(
    game: &Game,
    first: usize,
    assessments: &[Option<AssessmentData>],
) -> Result<ReviewData, ReviewError> {
    let positions = game.positions();
    let looked_at = positions.get(first..).unwrap_or_default();
    if looked_at.is_empty() || assessments.len() != looked_at.len() {
        return Err(ReviewError::AssessmentCount { assessments: assessments.len(), positions: looked_at.len() });
    }
    let last = positions.len() - 1;
    let assessed = looked_at.iter().zip(assessments).zip(first..).map(|((position, given), index)| {
        // Repetitions end the game at the end only: records may go on after one.
        let outcome = if index == last { game.outcome() } else { position.outcome() };
        match (outcome, given) {
            (Some(outcome), _) => Ok(Assessment::over(outcome)),
            (None, Some(given)) => assessment(index, position, given),
            (None, None) => Err(ReviewError::NoEvaluation { position: index }),
        }
    });
    let assessed = assessed.collect::<Result<Vec<Assessment>, _>>()?;
    let judged = Review::new(looked_at[0].turn(), &assessed, &game.moves()[first..]);
    let moves = judged.moves.iter().enumerate().map(|(index, played)| {
        let line: &[Move] = if played.better.is_some() { &assessed[index].line } else { &[] };
        let (better, better_san) = written(&looked_at[index], line);
        ReviewedMoveData {
            eval: played.eval.into(),
            loss: played.loss,
            centipawn_loss: played.centipawn_loss,
            mark: played.mark.map(name),
            better,
            better_san,
            accuracy: played.accuracy,
        }
    });
    Ok(ReviewData {
        start: assessed[0].eval.into(),
        moves: moves.collect(),
        white: judged.summary(Color::White).map(summary),
        black: judged.summary(Color::Black).map(summary),
    })
}

fn assessment(index: usize, position: &Position, given: &AssessmentData) -> Result<Assessment, ReviewError> {
    let eval = given.eval.to_eval().ok_or(ReviewError::NoEvaluation { position: index })?;
    let mut now = *position;
    let mut line = Vec::with_capacity(given.moves.len());
    for text in &given.moves {
        let illegal = || ReviewError::IllegalLine { position: index, text: text.clone() };
        let mv = now.parse_uci(text).map_err(|_| illegal())?;
        now = now.play(mv).map_err(|_| illegal())?;
        line.push(mv);
    }
    Ok(Assessment { eval, line })
}

fn name(mark: Mark) -> &'static str {
    match mark {
        Mark::Inaccuracy => "inaccuracy",
        Mark::Mistake => "mistake",
        Mark::Blunder => "blunder",
    }
}

fn summary(side: &Summary) -> SummaryData {
    let [inaccuracies, mistakes, blunders] = side.marks;
    let Summary { moves, average_loss, accuracy, .. } = *side;
    SummaryData { moves, average_loss, accuracy, inaccuracies, mistakes, blunders }
}
