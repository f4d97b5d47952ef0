//! Game reviews as data.

use crate::eval::{Assessment, Eval};
use crate::game_review::{Mark, Review, Summary};
use saffron_rules::{Color, Game, Move, Position};
use serde::{Deserialize, Serialize};

use crate::line::{EvalData, uci_and_san};
use crate::tables::TableValue;

/// Assessment of one position by a search, or by endgame tables.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Assessment"))]
pub struct AssessmentData {
    /// The evaluation by a search.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub eval: Option<EvalData>,
    /// The value from endgame tables, which replaces the evaluation.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub table: Option<TableValue>,
    /// The best line in UCI form; its first move is the choice of the engine or the tables.
    pub moves: Vec<String>,
}

/// Review of one move.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ReviewedMove"))]
pub struct ReviewedMoveData {
    /// The evaluation after the move.
    pub eval: EvalData,
    /// The value of the position after the move from endgame tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub table: Option<TableValue>,
    /// The loss of expected score, 0 to 1.
    pub loss: f64,
    /// The loss in centipawns, 0 to 2000.
    pub centipawn_loss: i32,
    /// `inaccuracy`, `mistake` or `blunder`, if the move is one.
    pub mark: Option<Mark>,
    /// The best line in place of a marked move, in UCI form; empty without a mark.
    pub better: Vec<String>,
    /// The best line in place of a marked move, in SAN; empty without a mark.
    pub better_san: Vec<String>,
    /// The accuracy in percent, 0 to 100.
    pub accuracy: f64,
}

/// Summary of one side's moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "SideSummary"))]
pub struct SummaryData {
    /// The number of reviewed moves.
    pub moves: usize,
    /// The average loss in centipawns.
    pub average_loss: f64,
    /// The accuracy in percent, 0 to 100.
    pub accuracy: f64,
    /// The number of inaccuracies.
    pub inaccuracies: usize,
    /// The number of mistakes.
    pub mistakes: usize,
    /// The number of blunders.
    pub blunders: usize,
}

/// Review of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Review"))]
pub struct ReviewData {
    /// The evaluation of the first reviewed position.
    pub start: EvalData,
    /// The value of the first reviewed position from endgame tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub start_table: Option<TableValue>,
    /// The reviewed moves, in order.
    pub moves: Vec<ReviewedMoveData>,
    /// White's summary; `None` if White did not move.
    pub white: Option<SummaryData>,
    /// Black's summary; `None` if Black did not move.
    pub black: Option<SummaryData>,
}

/// Error of a game that cannot be reviewed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum ReviewError {
    /// The number of assessments is not that of the positions, the first one included.
    #[error("there are {assessments} assessments for {positions} positions")]
    AssessmentCount {
        /// The number of assessments.
        assessments: usize,
        /// The number of positions.
        positions: usize,
    },
    /// A position that does not end the game has no evaluation, or an impossible one.
    #[error("position {position} has no evaluation")]
    NoEvaluation {
        /// Index of the position; the start is 0.
        position: usize,
    },
    /// A line has an illegal move.
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
/// An assessment is missing or does not match its position.
pub fn review(game: &Game, assessments: &[Option<AssessmentData>]) -> Result<ReviewData, ReviewError> {
    review_from(game, 0, assessments)
}

/// Reviews the moves of a game after the first `first` ones, like [`review`]. An analysis that runs backwards and is cancelled
/// has assessments for these only.
///
/// # Errors
///
/// An assessment is missing or does not match its position, or the game has fewer moves.
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
        // A repetition ends the game only at its last position, since a recorded game may continue after one.
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
