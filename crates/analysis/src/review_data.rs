//! The review of a game as data.

use crate::eval::{Assessment, Eval};
use crate::game_review::{Mark, Review, Summary};
use saffron_rules::{Color, Game, Move, Position};
use serde::{Deserialize, Serialize};

use crate::line::{EvalData, uci_and_san};
use crate::tables::TableValue;

/// What is known of one position: by a search, or by endgame tables.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Assessment"))]
pub struct AssessmentData {
    /// The evaluation by a search.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub eval: Option<EvalData>,
    /// What tables know, which counts in place of the evaluation.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub table: Option<TableValue>,
    /// The best line in UCI form; its first move is the choice of the engine or the tables.
    pub moves: Vec<String>,
}

/// The review of one move.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ReviewedMove"))]
pub struct ReviewedMoveData {
    /// The evaluation after the move.
    pub eval: EvalData,
    /// What tables know of the position after the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub table: Option<TableValue>,
    /// The loss of expected score, 0 to 1.
    pub loss: f64,
    /// The loss in centipawns, 0 to 2000.
    pub centipawn_loss: i32,
    /// `inaccuracy`, `mistake` or `blunder`, if it is one.
    pub mark: Option<Mark>,
    /// The best line instead of a marked move in UCI form; empty without a mark.
    pub better: Vec<String>,
    /// The same line in SAN.
    pub better_san: Vec<String>,
    /// Accuracy in percent, 0 to 100.
    pub accuracy: f64,
}

/// The summary of one side's moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "SideSummary"))]
pub struct SummaryData {
    /// The number of reviewed moves.
    pub moves: usize,
    /// Average loss in centipawns.
    pub average_loss: f64,
    /// Accuracy in percent, 0 to 100.
    pub accuracy: f64,
    /// The number of inaccuracies.
    pub inaccuracies: usize,
    /// The number of mistakes.
    pub mistakes: usize,
    /// The number of blunders.
    pub blunders: usize,
}

/// The review of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Review"))]
pub struct ReviewData {
    /// The evaluation of the first reviewed position.
    pub start: EvalData,
    /// What tables know of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub start_table: Option<TableValue>,
    /// The moves after it, in order.
    pub moves: Vec<ReviewedMoveData>,
    /// White's summary; none if White did not move.
    pub white: Option<SummaryData>,
    /// Black's summary; none if Black did not move.
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
        /// The text of the move.
        text: String,
    },
}

/// Reviews the moves of a game. `assessments` has one entry for the start and one for the position after each move. The entry
/// of a position that ends the game by the rules may be `None`, and is ignored.
///
/// # Errors
///
/// When an assessment is missing or does not fit its position.
pub fn review(game: &Game, assessments: &[Option<AssessmentData>]) -> Result<ReviewData, ReviewError> {
    review_from(game, 0, assessments)
}

/// Reviews the last moves of a game, those after the first `first` ones: a review that runs from the end to the start and is
/// cancelled has assessments of these only. Everything else is as in [`review`].
///
/// # Errors
///
/// When an assessment is missing or does not fit its position, or the game is shorter.
pub fn review_from(
    game: &Game,
    first: usize,
    assessments: &[Option<AssessmentData>],
) -> Result<ReviewData, ReviewError> {
    let positions = game.positions();
    let reviewed = positions.get(first..).unwrap_or_default();
    if reviewed.is_empty() || assessments.len() != reviewed.len() {
        return Err(ReviewError::AssessmentCount { assessments: assessments.len(), positions: reviewed.len() });
    }
    let last = positions.len() - 1;
    let tables: Vec<Option<TableValue>> =
        assessments.iter().map(|data| data.as_ref().and_then(|data| data.table)).collect();
    let assessments = reviewed.iter().zip(assessments).zip(first..).map(|((position, data), index)| {
        // A repetition ends the game at its last position only: records may go on after one.
        let outcome = if index == last { game.outcome() } else { position.outcome() };
        match (outcome, data) {
            (Some(outcome), _) => Ok(Assessment::over(outcome)),
            (None, Some(data)) => assessment(index, position, data),
            (None, None) => Err(ReviewError::NoEvaluation { position: index }),
        }
    });
    let assessments = assessments.collect::<Result<Vec<Assessment>, _>>()?;
    let review = Review::new(reviewed[0].turn(), &assessments, &game.moves()[first..]);
    let moves = review.moves.iter().enumerate().map(|(index, played)| {
        let line: &[Move] = if played.better.is_some() { &assessments[index].line } else { &[] };
        let (better, better_san) = uci_and_san(&reviewed[index], line);
        ReviewedMoveData {
            eval: played.eval.into(),
            table: tables[index + 1].filter(|_| !matches!(played.eval, Eval::Over(_))),
            loss: played.loss,
            centipawn_loss: played.centipawn_loss,
            mark: played.mark,
            better,
            better_san,
            accuracy: played.accuracy,
        }
    });
    Ok(ReviewData {
        start: assessments[0].eval.into(),
        start_table: tables[0].filter(|_| !matches!(assessments[0].eval, Eval::Over(_))),
        moves: moves.collect(),
        white: review.summary(Color::White).map(summary),
        black: review.summary(Color::Black).map(summary),
    })
}

fn assessment(index: usize, position: &Position, data: &AssessmentData) -> Result<Assessment, ReviewError> {
    let eval = match &data.table {
        Some(table) => table.eval(position.turn()),
        None => data.eval.as_ref().and_then(EvalData::to_eval),
    };
    let eval = eval.ok_or(ReviewError::NoEvaluation { position: index })?;
    let mut current = *position;
    let mut line = Vec::with_capacity(data.moves.len());
    for text in &data.moves {
        let illegal = || ReviewError::IllegalLine { position: index, text: text.clone() };
        let mv = current.parse_uci(text).map_err(|_| illegal())?;
        current = current.play(mv).map_err(|_| illegal())?;
        line.push(mv);
    }
    Ok(Assessment { eval, line })
}

fn summary(side: &Summary) -> SummaryData {
    let [inaccuracies, mistakes, blunders] = side.marks;
    let Summary { moves, average_loss, accuracy, .. } = *side;
    SummaryData { moves, average_loss, accuracy, inaccuracies, mistakes, blunders }
}
