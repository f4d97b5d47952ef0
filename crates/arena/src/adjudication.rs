//! Adjudication: draw and resign rules on the scores that the engines report.

use std::str::FromStr;

use saffron_rules::Color;

use crate::info::Score;
use crate::key_values::{number, pairs, words};

/// A draw when both engines report a score near 0 for several moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// The greatest evaluation, of either sign, in centipawns.
    pub score: i32,
    /// For how many moves of each side in a row.
    pub moves: u32,
    /// Not before this many moves of each side have been made, the opening included.
    pub after: u32,
}

/// A loss when an engine reports a lost score for several moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// The least evaluation against it, in centipawns.
    pub score: i32,
    /// For how many of its moves in a row.
    pub moves: u32,
    /// Whether the other engine has to agree for as long.
    pub both: bool,
}

/// All rules by which a game ends early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// The draw rule.
    pub draw: Option<DrawRule>,
    /// The resign rule.
    pub resign: Option<ResignRule>,
    /// The number of moves of each side, opening included, after which a game is drawn.
    pub longest: Option<u32>,
}

impl FromStr for DrawRule {
    type Err = String;

    /// Reads `score=10 moves=8 after=40`; these are the defaults.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut rule = Self { score: 10, moves: 8, after: 40 };
        for (key, value) in pairs(&words(text)?)? {
            match key {
                "score" => rule.score = number::<u16>(key, value)?.into(),
                "moves" => rule.moves = at_least_one(key, value)?,
                "after" => rule.after = number(key, value)?,
                _ => return Err(format!("there is no key {key:?}; there are score, moves and after")),
            }
        }
        Ok(rule)
    }
}

impl FromStr for ResignRule {
    type Err = String;

    /// Reads `score=1000 moves=4 sides=both`; these are the defaults.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut rule = Self { score: 1000, moves: 4, both: true };
        for (key, value) in pairs(&words(text)?)? {
            match (key, value) {
                ("score", _) => rule.score = number::<u16>(key, value)?.into(),
                ("moves", _) => rule.moves = at_least_one(key, value)?,
                ("sides", "both") => rule.both = true,
                ("sides", "one") => rule.both = false,
                ("sides", _) => return Err(format!("sides: expected one or both, not {value:?}")),
                _ => return Err(format!("there is no key {key:?}; there are score, moves and sides")),
            }
        }
        Ok(rule)
    }
}

fn at_least_one(key: &str, value: &str) -> Result<u32, String> {
    match number(key, value)? {
        0 => Err(format!("{key}: expected a number above 0")),
        count => Ok(count),
    }
}

/// The decision of the rules after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Draw,
    TooLong,
    Win(Color),
}

/// Applies the rules to the scores of one game.
#[derive(Clone, Debug)]
pub(crate) struct Adjudicator {
    rules: Adjudication,
    /// Consecutive moves of each side with a drawn score.
    level: [u32; 2],
    /// Consecutive moves of each side with a lost score, and with a won score.
    lost: [u32; 2],
    won: [u32; 2],
}

impl Adjudicator {
    pub(crate) fn new(rules: Adjudication) -> Self {
        Self { rules, level: [0; 2], lost: [0; 2], won: [0; 2] }
    }

    /// Records the score that a side reports with its move. `plies` is the number of plies of the game so far.
    pub(crate) fn moved(&mut self, side: Color, score: Option<Score>, plies: usize) -> Option<Verdict> {
        let i = side.index();
        let score = score.map(Score::centipawns);
        let count = |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        if let Some(rule) = self.rules.draw {
            count(&mut self.level[i], score.is_some_and(|score| score.abs() <= rule.score));
            if self.level.iter().all(|&moves| moves >= rule.moves) && plies >= rule.after as usize * 2 {
                return Some(Verdict::Draw);
            }
        }
        if let Some(rule) = self.rules.resign {
            count(&mut self.lost[i], score.is_some_and(|score| score <= -rule.score));
            count(&mut self.won[i], score.is_some_and(|score| score >= rule.score));
            for loser in Color::ALL {
                let agreed = !rule.both || self.won[(!loser).index()] >= rule.moves;
                if self.lost[loser.index()] >= rule.moves && agreed {
                    return Some(Verdict::Win(!loser));
                }
            }
        }
        self.rules.longest.filter(|&longest| plies >= longest as usize * 2).map(|_| Verdict::TooLong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn adjudicator(draw: &str, resign: &str, longest: Option<u32>) -> Adjudicator {
        let rule = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Adjudicator::new(Adjudication {
            draw: rule(draw).map(|text| text.parse().unwrap()),
            resign: rule(resign).map(|text| text.parse().unwrap()),
            longest,
        })
    }

    /// Feeds scores of White and Black in turn, and returns the ply after which there is a verdict.
    fn verdict(mut adjudicator: Adjudicator, scores: &[i32]) -> Option<(usize, Verdict)> {
        scores.iter().enumerate().find_map(|(ply, &score)| {
            adjudicator.moved(Color::ALL[ply % 2], Some(Score::Cp(score)), ply + 1).map(|verdict| (ply + 1, verdict))
        })
    }

    #[test]
    fn a_draw_needs_both_sides_and_its_time() {
        assert_eq!(
            verdict(adjudicator("score=5 moves=2 after=0", "", None), &[9, 0, 5, -5, 0]),
            Some((5, Verdict::Draw))
        );
        assert_eq!(verdict(adjudicator("score=5 moves=2 after=4", "", None), &[0; 9]), Some((8, Verdict::Draw)));
        assert_eq!(verdict(adjudicator("score=5 moves=2 after=0", "", None), &[0, 9, 0, 9, 0, 9]), None);
    }

    #[test]
    fn resigning_needs_consecutive_moves() {
        let scores = [500, -500, 500, -100, 500, -500, 500, -500];
        let both = || adjudicator("", "score=500 moves=2", None);
        assert_eq!(verdict(both(), &scores), Some((8, Verdict::Win(Color::White))));
        assert_eq!(verdict(both(), &[100, -500, 100, -500]), None);
        let one = adjudicator("", "score=500 moves=2 sides=one", None);
        assert_eq!(verdict(one, &[100, -500, 100, -500]), Some((4, Verdict::Win(Color::White))));
    }

    #[test]
    fn a_move_without_a_score_resets_the_count() {
        let mut adjudicator = adjudicator("", "score=5 moves=2 sides=one", None);
        for score in [Some(Score::Mate(-2)), None, Some(Score::Cp(-9))] {
            assert_eq!(adjudicator.moved(Color::Black, score, 10), None);
        }
        assert_eq!(adjudicator.moved(Color::Black, Some(Score::Cp(-9)), 10), Some(Verdict::Win(Color::White)));
    }

    #[test]
    fn the_longest_game_is_drawn() {
        assert_eq!(verdict(adjudicator("", "", Some(2)), &[900; 9]), Some((4, Verdict::TooLong)));
    }

    #[test]
    fn mistakes_are_named() {
        assert!("moves=0".parse::<DrawRule>().unwrap_err().contains("above 0"));
        assert!("score=x".parse::<DrawRule>().unwrap_err().starts_with("score: expected a number"));
        assert!("sides=2".parse::<ResignRule>().unwrap_err().starts_with("sides: expected one or both"));
        assert!("twosided=1".parse::<ResignRule>().unwrap_err().starts_with("there is no key"));
    }
}
