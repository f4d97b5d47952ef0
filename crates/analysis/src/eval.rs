//! Evaluations from White's point of view, which put the engine's scores, normalized, and the results of games on one scale.
//!
//! The expected score follows the logistic curve of lichess (<https://lichess.org/page/accuracy>); results and forced mates have
//! their exact score.

use std::fmt;

use saffron_engine::{Score, SearchResult, WinRate};
use saffron_rules::{Color, Move, Outcome, Position, Reason};

/// Slope of the expected score over centipawns, fitted by lichess to games between people.
const CENTIPAWN_SLOPE: f64 = 0.003_682_08;

/// Bound of evaluations when differences are computed, and value of a mate, in centipawns.
const MAX_CENTIPAWNS: i32 = 1000;

/// Centipawns of a stalemate that is worth three quarters of a point: about the same is expected at a normalized score of 100, where
/// half of the games are won and most others drawn.
const STALEMATE_CENTIPAWNS: i32 = 100;

/// Evaluation of a position from White's point of view.
///
/// ```
/// use saffron_analysis::Eval;
///
/// assert_eq!(Eval::Cp(35).to_string(), "+0.35");
/// assert_eq!(Eval::Mate(-3).to_string(), "#-3");
/// assert_eq!(Eval::Cp(0).expectation(), 0.5);
/// assert_eq!(Eval::Mate(-3).expectation(), 0.0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eval {
    /// Centipawns, normalized: at +100 a win of White is an even chance.
    Cp(i32),
    /// A forced mate in this many moves of the winner: positive if White mates, negative if Black does; never 0.
    Mate(i32),
    /// The best line ends in a stalemate that is not a draw; White gets this many quarter points: 1 or 3.
    Stalemate(u8),
    /// The game is over.
    Over(Outcome),
}

impl Eval {
    /// Converts a score from the point of view of the side to move, with the line that has this score.
    pub fn new(position: &Position, score: Score, line: &[Move]) -> Eval {
        let sign = if position.turn() == Color::White { 1 } else { -1 };
        let stalemate = match score {
            Score::Cp(value) if value.abs() == Score::THREE_QUARTERS => stalemate_at_end(position, line),
            _ => None,
        };
        match WinRate::of(position.variant()).normalized(score) {
            Score::Cp(value) => stalemate.unwrap_or(Eval::Cp(sign * value)),
            Score::Mate(0) => Eval::Over(Outcome::win(!position.turn(), Reason::Checkmate)),
            Score::Mate(moves) => Eval::Mate(sign * moves),
        }
    }

    /// Expected score of White, 0 to 1: exact if the result is known, otherwise by the logistic curve of lichess.
    pub fn expectation(self) -> f64 {
        match self {
            Eval::Cp(value) => 1.0 / (1.0 + (-CENTIPAWN_SLOPE * f64::from(value)).exp()),
            Eval::Mate(moves) => f64::from(u8::from(moves > 0)),
            Eval::Stalemate(quarters) => f64::from(quarters) / 4.0,
            Eval::Over(outcome) => f64::from(outcome.quarters(Color::White)) / 4.0,
        }
    }

    /// Centipawns for computing differences: clamped to plus and minus 1000, the values of mates.
    pub fn centipawns(self) -> i32 {
        match self {
            Eval::Cp(value) => value.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS),
            Eval::Mate(moves) => moves.signum() * MAX_CENTIPAWNS,
            Eval::Stalemate(quarters) => quarters_as_centipawns(quarters),
            Eval::Over(outcome) => quarters_as_centipawns(outcome.quarters(Color::White)),
        }
    }

    /// Text of the PGN command `[%eval ...]`, such as `0.35` or `#-3`; `None` if the game is over.
    pub fn tag(self) -> Option<String> {
        match self {
            Eval::Over(_) => None,
            Eval::Mate(_) => Some(self.to_string()),
            Eval::Cp(_) | Eval::Stalemate(_) => Some(format!("{:.2}", f64::from(self.display_centipawns()) / 100.0)),
        }
    }

    /// Centipawns for display, not clamped.
    fn display_centipawns(self) -> i32 {
        if let Eval::Cp(value) = self { value } else { self.centipawns() }
    }
}

/// `+0.35`, `0.00`, `#3`, `#-3`, or the result of a game that is over.
impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Eval::Mate(moves) => format!("#{moves}"),
            Eval::Over(outcome) => outcome.result().to_owned(),
            Eval::Cp(0) => "0.00".to_owned(),
            Eval::Cp(_) | Eval::Stalemate(_) => format!("{:+.2}", f64::from(self.display_centipawns()) / 100.0),
        };
        f.pad(&text)
    }
}

/// Converts White's quarter points to centipawns.
fn quarters_as_centipawns(quarters: u8) -> i32 {
    match quarters {
        0 => -MAX_CENTIPAWNS,
        1 => -STALEMATE_CENTIPAWNS,
        2 => 0,
        3 => STALEMATE_CENTIPAWNS,
        _ => MAX_CENTIPAWNS,
    }
}

/// Returns the stalemate at the end of a line, if there is one: the same score may also be an ordinary advantage.
fn stalemate_at_end(position: &Position, line: &[Move]) -> Option<Eval> {
    let mut end = *position;
    line.iter().for_each(|&mv| end.play_unchecked(mv));
    let outcome = end.outcome().filter(|outcome| outcome.reason() == Reason::Stalemate)?;
    Some(Eval::Stalemate(outcome.quarters(Color::White)))
}

/// Assessment of one position of a game by the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assessment {
    /// Evaluation of the position.
    pub eval: Eval,
    /// Best line; empty if the game is over.
    pub line: Vec<Move>,
}

impl Assessment {
    /// Creates the assessment from a search of the position.
    pub fn searched(position: &Position, result: &SearchResult) -> Assessment {
        let line = result.lines.first().map(|line| line.pv.clone()).unwrap_or_default();
        Assessment { eval: Eval::new(position, result.score, &line), line }
    }

    /// Creates the assessment of a position that ends the game.
    pub fn over(outcome: Outcome) -> Assessment {
        Assessment { eval: Eval::Over(outcome), line: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use saffron_engine::{Control, Engine, Limits};
    use saffron_rules::Variant;

    fn position(id: &str, fen: &str) -> Position {
        Position::from_fen(Variant::by_id(id).unwrap(), fen).unwrap()
    }

    fn close(a: f64, b: f64, within: f64) -> bool {
        (a - b).abs() <= within
    }

    #[test]
    fn the_curve_is_the_published_one() {
        // 50 + 50 * (2 / (1 + exp(-0.00368208 * centipawns)) - 1), worked out by hand.
        for (centipawns, percent) in [(0, 50.0), (100, 59.10), (-100, 40.90), (300, 75.11), (1000, 97.54)] {
            let share = Eval::Cp(centipawns).expectation();
            assert!(close(100.0 * share, percent, 0.01), "{centipawns}: {share}");
        }
    }

    #[test]
    fn evaluations_are_from_whites_point_of_view() {
        let win = Outcome::win(Color::Black, Reason::Checkmate);
        let cases = [
            (Eval::Cp(35), "+0.35", Some("0.35")),
            (Eval::Cp(-1204), "-12.04", Some("-12.04")),
            (Eval::Cp(0), "0.00", Some("0.00")),
            (Eval::Mate(3), "#3", Some("#3")),
            (Eval::Mate(-1), "#-1", Some("#-1")),
            (Eval::Stalemate(1), "-1.00", Some("-1.00")),
            (Eval::Over(win), "0-1", None),
        ];
        for (eval, text, tag) in cases {
            assert_eq!(eval.to_string(), text);
            assert_eq!(eval.tag().as_deref(), tag);
        }
        assert_eq!(format!("{:>7}|", Eval::Mate(3)), "     #3|");
    }

    #[test]
    fn scores_of_black_change_their_sign() {
        let black = position("shafran", "k4/6/7/8/9/8R/8/7/6/R3K b QB - 0 1");
        let model = WinRate::of(black.variant());
        assert_eq!(Eval::new(&black, Score::Cp(model.a.round() as i32), &[]), Eval::Cp(-100));
        assert_eq!(Eval::new(&black, Score::Mate(-2), &[]), Eval::Mate(2));
        // Without a line that ends in stalemate, the score of a stalemate is a score like any other.
        let shown = model.normalized(Score::Cp(Score::THREE_QUARTERS)).to_centipawns();
        assert_eq!(Eval::new(&black, Score::Cp(-Score::THREE_QUARTERS), &[]), Eval::Cp(shown));
    }

    #[test]
    fn a_search_finds_a_stalemate_worth_three_quarters() {
        // Only stalemating moves are searched, since others are better.
        let p = position("glinski", "k/3/5/4Q2/2K6/11/11/11/11/11/11 w - - 0 1");
        let mut engine = Engine::new(1).unwrap();
        let to_stalemate: Vec<Move> = p
            .legal_moves()
            .into_iter()
            .filter(|&mv| p.play(mv).unwrap().outcome().is_some_and(|outcome| outcome.reason() == Reason::Stalemate))
            .collect();
        assert!(!to_stalemate.is_empty());
        let limits = Limits { search_moves: to_stalemate, ..Limits::depth(2) };
        let result = engine.search(&p.into(), &limits, &Control::new(), &mut ());
        let assessment = Assessment::searched(&p, &result);
        assert_eq!(assessment.eval, Eval::Stalemate(3));
        assert_eq!(assessment.eval.expectation(), 0.75);
    }
}
