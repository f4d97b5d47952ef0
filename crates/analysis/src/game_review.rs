//! Game review: losses, marks and accuracy from the engine's assessment of each position.
//!
//! The loss of a move is the decrease of the mover's expected score. The curve, the thresholds of the marks and the accuracy are
//! those of lichess, as described on <https://lichess.org/page/accuracy> and in the sources of its server (`Advice.scala`,
//! `AccuracyPercent.scala`, `AccuracyCP.scala`). There are two differences: results and forced mates have their exact score
//! (lichess treats a mate as 1000 centipawns, and has separate rules for missed mates), and the engine's own choice has no loss,
//! even if a later search evaluates it lower.

use saffron_rules::{Color, Move};
use serde::Serialize;

use crate::eval::{Assessment, Eval};

/// Mark of a bad move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Mark {
    /// `?!`: a loss of at least 0.05.
    Inaccuracy,
    /// `?`: a loss of at least 0.10.
    Mistake,
    /// `??`: a loss of at least 0.15.
    Blunder,
}

impl Mark {
    /// All marks, mildest first.
    pub const ALL: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// Returns the mark for a loss of expected score, 0 to 1. The thresholds of lichess are 0.1, 0.2 and 0.3 on a scale from -1 to 1.
    pub fn of_loss(loss: f64) -> Option<Mark> {
        match loss {
            loss if loss >= 0.15 => Some(Mark::Blunder),
            loss if loss >= 0.10 => Some(Mark::Mistake),
            loss if loss >= 0.05 => Some(Mark::Inaccuracy),
            _ => None,
        }
    }

    /// Symbol after a move: `?!`, `?` or `??`.
    pub const fn symbol(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// Numeric annotation glyph (NAG): 6, 2 or 4.
    pub const fn nag(self) -> u16 {
        match self {
            Mark::Inaccuracy => 6,
            Mark::Mistake => 2,
            Mark::Blunder => 4,
        }
    }
}

/// Review of one move.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewedMove {
    /// Side that played the move.
    pub side: Color,
    /// Evaluation after the move.
    pub eval: Eval,
    /// Loss of expected score against the best move, 0 to 1.
    pub loss: f64,
    /// Loss in centipawns, 0 to 2000.
    pub centipawn_loss: i32,
    /// Mark, if the loss is large enough for one.
    pub mark: Option<Mark>,
    /// Best move in place of a marked move.
    pub better: Option<Move>,
    /// Accuracy in percent, 0 to 100.
    pub accuracy: f64,
}

/// Summary of one side's moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// Number of reviewed moves.
    pub moves: usize,
    /// Average loss in centipawns.
    pub average_loss: f64,
    /// Accuracy in percent, 0 to 100: the mean of the volatility-weighted average and of the harmonic mean.
    pub accuracy: f64,
    /// Number of moves with each of [`Mark::ALL`].
    pub marks: [usize; 3],
}

/// Review of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// Reviewed moves, in order.
    pub moves: Vec<ReviewedMove>,
    /// Summaries of White and Black; `None` for a side that did not move.
    summaries: [Option<Summary>; 2],
}

impl Review {
    /// Reviews the moves of a game or of a part of it. The first assessment is that of the position before the first move, in
    /// which `first` is to move; the others are those of the positions after each move. Excess entries of either list are ignored.
    ///
    /// ```
    /// use saffron_analysis::{Assessment, Eval, Mark, Review};
    /// use saffron_rules::{Color, Variant};
    ///
    /// let start = Variant::by_id("shafran").unwrap().start();
    /// let (best, played) = (start.parse_uci("e2e5")?, start.parse_uci("e2e3")?);
    /// let before = Assessment { eval: Eval::Cp(20), line: vec![best] };
    /// let after = Assessment { eval: Eval::Cp(-300), line: Vec::new() };
    /// let review = Review::new(Color::White, &[before, after], &[played]);
    /// assert_eq!((review.moves[0].mark, review.moves[0].better), (Some(Mark::Blunder), Some(best)));
    /// assert_eq!(review.summary(Color::White).unwrap().average_loss, 320.0);
    /// # Ok::<(), saffron_rules::UciError>(())
    /// ```
    pub fn new(first: Color, assessments: &[Assessment], moves: &[Move]) -> Review {
        let pairs = assessments.windows(2).zip(moves);
        let reviewed: Vec<ReviewedMove> = pairs
            .enumerate()
            .map(|(index, (pair, &played))| {
                let side = if index % 2 == 0 { first } else { !first };
                review_move(side, &pair[0], &pair[1], played)
            })
            .collect();
        let evals: Vec<Eval> = assessments.iter().take(reviewed.len() + 1).map(|assessment| assessment.eval).collect();
        let weights = volatility_weights(&evals);
        let summaries = [Color::White, Color::Black].map(|side| summary(side, &reviewed, &weights));
        Review { moves: reviewed, summaries }
    }

    /// Returns the summary of a side; `None` if it did not move.
    pub fn summary(&self, side: Color) -> Option<&Summary> {
        self.summaries[usize::from(side == Color::Black)].as_ref()
    }
}

/// Reviews one move from the assessments before and after it.
fn review_move(side: Color, before: &Assessment, after: &Assessment, played: Move) -> ReviewedMove {
    let sign = if side == Color::White { 1 } else { -1 };
    let best = before.line.first().copied();
    let (mut loss, mut centipawn_loss) = (0.0, 0);
    if best != Some(played) {
        loss = (f64::from(sign) * (before.eval.expectation() - after.eval.expectation())).max(0.0);
        centipawn_loss = (sign * (before.eval.centipawns() - after.eval.centipawns())).max(0);
    }
    let mark = Mark::of_loss(loss).filter(|_| best.is_some());
    let better = best.filter(|_| mark.is_some());
    ReviewedMove { side, eval: after.eval, loss, centipawn_loss, mark, better, accuracy: accuracy(loss) }
}

/// Returns the accuracy of a move with this loss, in percent.
///
/// The curve is that of lichess, including the one point that its server adds for the uncertainty of the engine.
fn accuracy(loss: f64) -> f64 {
    if loss <= 0.0 {
        return 100.0;
    }
    let percent = 100.0 * loss;
    (103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * percent).exp() - 3.166_924_740_191_411 + 1.0)
        .clamp(0.0, 100.0)
}

/// Computes the weight of each move: the standard deviation of White's expected score, in percent, over a window of positions
/// around it. The first moves share the first window.
fn volatility_weights(evals: &[Eval]) -> Vec<f64> {
    let percents: Vec<f64> = evals.iter().map(|eval| 100.0 * eval.expectation()).collect();
    let moves = percents.len().saturating_sub(1);
    if moves == 0 {
        return Vec::new();
    }
    let size = (moves / 10).clamp(2, 8);
    let first = std::iter::repeat_n(&percents[..size], size - 2);
    first.chain(percents.windows(size)).map(|window| deviation(window).clamp(0.5, 12.0)).collect()
}

fn deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

/// Computes the summary of one side from the moves and weights of the whole game.
fn summary(side: Color, moves: &[ReviewedMove], weights: &[f64]) -> Option<Summary> {
    let own_moves: Vec<(&ReviewedMove, f64)> =
        moves.iter().zip(weights.iter().copied()).filter(|(played, _)| played.side == side).collect();
    if own_moves.is_empty() {
        return None;
    }
    let count = own_moves.len() as f64;
    let weight: f64 = own_moves.iter().map(|(_, weight)| weight).sum();
    let weighted = own_moves.iter().map(|(played, weight)| played.accuracy * weight).sum::<f64>() / weight;
    let harmonic = count / own_moves.iter().map(|(played, _)| 1.0 / played.accuracy.max(1.0)).sum::<f64>();
    let lost: i64 = own_moves.iter().map(|(played, _)| i64::from(played.centipawn_loss)).sum();
    Some(Summary {
        moves: own_moves.len(),
        average_loss: lost as f64 / count,
        accuracy: f64::midpoint(weighted, harmonic),
        marks: Mark::ALL.map(|mark| own_moves.iter().filter(|(played, _)| played.mark == Some(mark)).count()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use saffron_rules::{Outcome, Reason, Variant};

    fn close(a: f64, b: f64, within: f64) -> bool {
        (a - b).abs() <= within
    }

    /// Two different legal moves.
    fn two_moves() -> [Move; 2] {
        let moves = Variant::by_id("shafran").unwrap().start().legal_moves();
        [moves[0], moves[1]]
    }

    /// A game in which no move is the engine's choice.
    fn game(evals: &[Eval]) -> Review {
        let [best, played] = two_moves();
        let assessments: Vec<Assessment> = evals.iter().map(|&eval| Assessment { eval, line: vec![best] }).collect();
        Review::new(Color::White, &assessments, &vec![played; evals.len() - 1])
    }

    #[test]
    fn accuracy_falls_with_the_loss() {
        // 103.1668 * exp(-0.04354 * percent) - 3.1669, and one more.
        for (loss, percent) in [(0.0, 100.0), (0.05, 80.82), (0.10, 64.58), (0.15, 51.52), (0.5, 9.53), (1.0, 0.0)] {
            assert!(close(accuracy(loss), percent, 0.01), "{loss}: {}", accuracy(loss));
        }
    }

    #[test]
    fn marks_begin_at_their_limits() {
        let cases =
            [(0.049, None), (0.05, Some(6)), (0.099, Some(6)), (0.1, Some(2)), (0.149, Some(2)), (0.15, Some(4))];
        for (loss, nag) in cases {
            assert_eq!(Mark::of_loss(loss).map(Mark::nag), nag, "{loss}");
        }
    }

    #[test]
    fn a_loss_is_from_the_movers_point_of_view() {
        let review = game(&[Eval::Cp(0), Eval::Cp(-300), Eval::Cp(100), Eval::Cp(150)]);
        let marks: Vec<Option<Mark>> = review.moves.iter().map(|played| played.mark).collect();
        assert_eq!(marks, [Some(Mark::Blunder), Some(Mark::Blunder), None]);
        let losses: Vec<i32> = review.moves.iter().map(|played| played.centipawn_loss).collect();
        assert_eq!(losses, [300, 400, 0]);
        let white = review.summary(Color::White).unwrap();
        assert_eq!((white.moves, white.average_loss, white.marks), (2, 150.0, [0, 0, 1]));
        assert_eq!(review.summary(Color::Black).unwrap().average_loss, 400.0);
    }

    #[test]
    fn the_engines_choice_has_no_loss() {
        let [best, _] = two_moves();
        let before = Assessment { eval: Eval::Cp(0), line: vec![best] };
        let after = Assessment { eval: Eval::Cp(-500), line: vec![] };
        let review = Review::new(Color::White, &[before, after], &[best]);
        let played = &review.moves[0];
        assert_eq!((played.loss, played.centipawn_loss, played.mark), (0.0, 0, None));
        assert_eq!(review.summary(Color::Black), None);
    }

    #[test]
    fn a_missed_mate_is_marked_by_the_remaining_evaluation() {
        let marks = |after| game(&[Eval::Mate(2), after]).moves[0].mark;
        assert_eq!(marks(Eval::Mate(9)), None);
        assert_eq!(marks(Eval::Cp(1000)), None);
        assert_eq!(marks(Eval::Cp(700)), Some(Mark::Inaccuracy));
        assert_eq!(marks(Eval::Cp(500)), Some(Mark::Mistake));
        assert_eq!(marks(Eval::Cp(0)), Some(Mark::Blunder));
        assert_eq!(marks(Eval::Mate(-1)), Some(Mark::Blunder));
    }

    #[test]
    fn a_stalemate_has_the_score_of_the_variant() {
        let over = |quarters| Eval::Over(Outcome::scored(Color::White, quarters, Reason::Stalemate));
        // Three quarters instead of a mate, and instead of a draw.
        let missed_mate = &game(&[Eval::Mate(1), over(3)]).moves[0];
        assert_eq!((missed_mate.loss, missed_mate.centipawn_loss), (0.25, 900));
        assert_eq!(game(&[Eval::Cp(0), over(3)]).moves[0].loss, 0.0);
        // A forced stalemate has the same score before it is on the board.
        assert_eq!(game(&[Eval::Stalemate(3), over(3)]).moves[0].loss, 0.0);
        assert_eq!(game(&[Eval::Mate(1), over(2)]).moves[0].loss, 0.5);
    }

    #[test]
    fn moves_in_volatile_positions_have_more_weight() {
        // Thirty quiet positions, then one blunder: windows of three positions.
        let mut evals = vec![Eval::Cp(0); 30];
        evals.push(Eval::Cp(-400));
        let weights = volatility_weights(&evals);
        assert_eq!(weights.len(), 30);
        assert!(weights[..29].iter().all(|&weight| weight == 0.5), "{weights:?}");
        // The standard deviation of 50, 50 and 18.65 is 14.8, above the maximum of 12.
        assert_eq!(weights[29], 12.0);
        let mut last_is_blacks = evals.clone();
        last_is_blacks[30] = Eval::Cp(400);
        let black = *game(&last_is_blacks).summary(Color::Black).unwrap();
        let bad = accuracy(Eval::Cp(400).expectation() - 0.5);
        let weighted = (14.0 * 0.5 * 100.0 + 12.0 * bad) / (14.0 * 0.5 + 12.0);
        let harmonic = 15.0 / (14.0 / 100.0 + 1.0 / bad);
        assert!(close(black.accuracy, f64::midpoint(weighted, harmonic), 1e-9), "{black:?}");
    }

    #[test]
    fn short_and_empty_games_are_reviewed() {
        assert_eq!(Review::new(Color::White, &[], &[]).moves, []);
        assert_eq!(game(&[Eval::Cp(10)]).summary(Color::White), None);
        assert_eq!(game(&[Eval::Cp(10), Eval::Cp(5)]).moves.len(), 1);
    }
}
