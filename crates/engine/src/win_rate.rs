//! Chances of a game by its score: how often the side to move wins, draws and loses between equal players.
//!
//! The chance to win is a logistic function of the score in centipawns, `1 / (1 + exp((a - score) / b))`, the chance to lose the same
//! of the opposite score, and the rest is a draw, as in Stockfish's model: at the score `a` a win is an even chance. Both numbers
//! belong to a variant and its network. They are fitted to games of the engine against itself with 20,000 nodes a move by
//! `win_rates` of `saffron-tuning`, which writes `win_rate.tsv`.
//!
//! Scores are shown normalized by the same model: +1.00 is an even chance to win, in every game.

use saffron_rules::Variant;

use crate::score::{EVAL_LIMIT, Score};

/// Numbers of the variants: id, a, b, games.
const TABLE: &str = include_str!("win_rate.tsv");

/// Numbers for variants that are not in the table: about the mean of those that are.
const DEFAULT: WinRate = WinRate { a: 140.0, b: 105.0 };

/// Chances of a game in per mille, from the point of view of the side to move. They add up to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wdl {
    /// Per mille of wins.
    pub win: u16,
    /// Per mille of draws.
    pub draw: u16,
    /// Per mille of losses.
    pub loss: u16,
}

/// Model of the chances in games of one variant.
///
/// ```
/// use saffron_engine::{Score, WinRate};
/// use saffron_rules::Variant;
///
/// let model = WinRate::of(Variant::by_id("shafran").unwrap());
/// let even = model.wdl(Score::Cp(0));
/// assert_eq!((even.win, even.win + even.draw + even.loss), (even.loss, 1000));
/// assert!(model.wdl(Score::Cp(300)).win > 800);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinRate {
    /// Score in centipawns at which a win is an even chance.
    pub a: f64,
    /// Centipawns by which the score has to rise for the odds of a win to rise by the factor e.
    pub b: f64,
}

impl WinRate {
    /// Returns the model of a variant.
    pub fn of(variant: &Variant) -> WinRate {
        let numbers = |line: &str| {
            let mut fields = line.split('\t');
            let is_wanted = fields.next() == Some(variant.id());
            let mut number = || fields.next()?.parse().ok();
            is_wanted.then(|| Some(WinRate { a: number()?, b: number()? })).flatten()
        };
        TABLE.lines().find_map(numbers).unwrap_or(DEFAULT)
    }

    /// Returns the chance to win, 0 to 1, at a score in centipawns.
    pub fn win(&self, centipawns: f64) -> f64 {
        1.0 / (1.0 + ((self.a - centipawns) / self.b).exp())
    }

    /// Returns a score as it is shown: 100 centipawns are an even chance to win. A forced mate is unchanged.
    ///
    /// ```
    /// use saffron_engine::{Score, WinRate};
    ///
    /// let model = WinRate { a: 250.0, b: 125.0 };
    /// assert_eq!(model.normalized(Score::Cp(500)), Score::Cp(200));
    /// assert_eq!(model.normalized(Score::Mate(3)), Score::Mate(3));
    /// ```
    pub fn normalized(&self, score: Score) -> Score {
        match score {
            Score::Cp(centipawns) => {
                let shown = (100.0 * f64::from(centipawns) / self.a).round() as i32;
                Score::Cp(shown.clamp(-EVAL_LIMIT, EVAL_LIMIT))
            }
            Score::Mate(_) => score,
        }
    }

    /// Returns the chances at a score. A forced mate is certain.
    pub fn wdl(&self, score: Score) -> Wdl {
        let per_mille = |chance: f64| (1000.0 * chance).round() as u16;
        let (win, loss) = match score {
            Score::Cp(centipawns) => {
                let centipawns = f64::from(centipawns);
                (per_mille(self.win(centipawns)), per_mille(self.win(-centipawns)))
            }
            Score::Mate(plies) if plies > 0 => (1000, 0),
            Score::Mate(_) => (0, 1000),
        };
        Wdl { win, draw: 1000u16.saturating_sub(win + loss), loss }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_that_of_a_variant() {
        let mut rows = 0;
        for line in TABLE.lines() {
            let [id, a, b, games] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let model = WinRate::of(Variant::by_id(id).unwrap());
            assert_eq!((model.a, model.b), (a.parse().unwrap(), b.parse().unwrap()), "{line}");
            assert!((40.0..400.0).contains(&model.a) && (30.0..300.0).contains(&model.b), "{line}");
            assert!(games.parse::<u32>().unwrap() > 50, "{line}");
            rows += 1;
        }
        assert!(rows >= 6, "the first six games have numbers");
    }

    #[test]
    fn chances_rise_with_the_score_and_add_up() {
        for variant in Variant::all() {
            let model = WinRate::of(variant);
            let mut before = 0;
            for centipawns in (-3000..=3000).step_by(20) {
                let Wdl { win, draw, loss } = model.wdl(Score::Cp(centipawns));
                assert_eq!(win + draw + loss, 1000);
                assert!(win >= before);
                before = win;
                let other = model.wdl(Score::Cp(-centipawns));
                assert_eq!((other.win, other.loss), (loss, win));
            }
            let at_a = model.wdl(Score::Cp(model.a.round() as i32));
            assert!(at_a.win.abs_diff(500) <= 6, "{at_a:?}");
            let shown = model.normalized(Score::Cp(model.a.round() as i32)).to_centipawns();
            assert!((99..=101).contains(&shown), "{shown} in {}", variant.id());
            assert_eq!(model.normalized(Score::Cp(-EVAL_LIMIT)).to_centipawns().signum(), -1);
        }
        let model = DEFAULT;
        assert_eq!(model.wdl(Score::Mate(3)), Wdl { win: 1000, draw: 0, loss: 0 });
        assert_eq!(model.wdl(Score::Mate(-4)), Wdl { win: 0, draw: 0, loss: 1000 });
        assert_eq!(model.wdl(Score::Mate(0)), Wdl { win: 0, draw: 0, loss: 1000 });
    }
}
