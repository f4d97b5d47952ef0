//! Adjudication: draw and resign rules based on the engines' scores, and results of the endgame tables.

use std::str::FromStr;
use std::sync::Arc;

use saffron_rules::{Color, Game};
use saffron_tables::{Tables, Wdl};

use crate::info::Score;
use crate::key_values::{number, pairs, words};

/// Draw rule: the game is drawn when both engines report a score near 0 for several moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// Maximum absolute evaluation, in centipawns.
    pub score: i32,
    /// Number of consecutive moves of each side.
    pub moves: u32,
    /// Minimum number of moves of each side, opening included.
    pub after: u32,
}

/// Resign rule: an engine loses when it reports a lost score for several moves; a draw if the other side has too little
/// material to win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// Evaluation in centipawns, without its sign, from which a score counts as lost.
    pub score: i32,
    /// Number of the engine's consecutive moves.
    pub moves: u32,
    /// True if the other engine has to agree for the same number of moves.
    pub both: bool,
}

/// Rules that end a game early.
#[derive(Clone, Debug, Default)]
pub struct Adjudication {
    pub draw: Option<DrawRule>,
    pub resign: Option<ResignRule>,
    /// Number of moves of each side, opening included, after which a game is drawn.
    pub max_moves: Option<u32>,
    /// Tables whose results end a game.
    pub tables: Option<Arc<Tables>>,
}

/// Returns White's score in quarter points if the tables hold the position and its result is certain: no side may castle, the
/// end comes before the 50-move rule applies, and no position of the game can occur for the third time on the way. `None` for a
/// position that cannot be probed.
pub(crate) fn table_result(tables: &Tables, game: &Game) -> Option<u8> {
    let position = game.position();
    let value = tables.value(position).ok().flatten()?;
    if let Some(plies) = value.plies() {
        let clock = position.halfmove_clock();
        let reversible = &game.positions()[game.positions().len().saturating_sub(usize::from(clock) + 1)..];
        let repeated = reversible.iter().enumerate().any(|(index, earlier)| {
            reversible[..index].iter().any(|other| other.hash() == earlier.hash() && other.is_repetition_of(earlier))
        });
        if clock.saturating_add(plies) > 100 || repeated {
            return None;
        }
    }
    let quarters = match value.wdl() {
        Wdl::Loss => 0,
        Wdl::StalemateLoss => 4 - position.variant().stalemate_quarters(),
        Wdl::Draw => 2,
        Wdl::StalemateWin => position.variant().stalemate_quarters(),
        Wdl::Win => 4,
    };
    Some(if position.turn() == Color::White { quarters } else { 4 - quarters })
}

impl FromStr for DrawRule {
    type Err = String;

    /// Parses `score=10 moves=8 after=40`. These values are the defaults.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut rule = Self { score: 10, moves: 8, after: 40 };
        for (key, value) in pairs(&words(text)?)? {
            match key {
                "score" => rule.score = number::<u16>(key, value)?.into(),
                "moves" => rule.moves = at_least_one(key, value)?,
                "after" => rule.after = number(key, value)?,
                _ => return Err(format!("there is no key {key:?}; the keys are score, moves and after")),
            }
        }
        Ok(rule)
    }
}

impl FromStr for ResignRule {
    type Err = String;

    /// Parses `score=1000 moves=4 sides=both`. These values are the defaults.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut rule = Self { score: 1000, moves: 4, both: true };
        for (key, value) in pairs(&words(text)?)? {
            match (key, value) {
                ("score", _) => rule.score = number::<u16>(key, value)?.into(),
                ("moves", _) => rule.moves = at_least_one(key, value)?,
                ("sides", "both") => rule.both = true,
                ("sides", "one") => rule.both = false,
                ("sides", _) => return Err(format!("sides: expected one or both, not {value:?}")),
                _ => return Err(format!("there is no key {key:?}; the keys are score, moves and sides")),
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

/// Decision of the rules after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Draw,
    TooLong,
    /// Loss of this side by the resign rule.
    Loss(Color),
    /// White's score in quarter points, from the tables.
    Tables(u8),
}

/// State of the rules for one game.
#[derive(Clone, Debug)]
pub(crate) struct Adjudicator<'a> {
    rules: &'a Adjudication,
    /// Consecutive moves of each side with a drawn score.
    level: [u32; 2],
    /// Consecutive moves of each side with a lost score, and with a won score.
    lost: [u32; 2],
    won: [u32; 2],
}

impl<'a> Adjudicator<'a> {
    pub(crate) fn new(rules: &'a Adjudication) -> Self {
        Self { rules, level: [0; 2], lost: [0; 2], won: [0; 2] }
    }

    /// Records the score that a side reports with its move, the last one of the game.
    pub(crate) fn moved(&mut self, side: Color, score: Option<Score>, game: &Game) -> Option<Verdict> {
        let by_scores = self.by_scores(side, score, game.moves().len());
        let by_tables = || table_result(self.rules.tables.as_deref()?, game).map(Verdict::Tables);
        by_tables().or(by_scores)
    }

    /// Applies the rules based on scores and length; `plies` is the length of the game.
    fn by_scores(&mut self, side: Color, score: Option<Score>, plies: usize) -> Option<Verdict> {
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
                    return Some(Verdict::Loss(loser));
                }
            }
        }
        self.rules.max_moves.filter(|&max_moves| plies >= max_moves as usize * 2).map(|_| Verdict::TooLong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use saffron_rules::{Move, Position, Variant};

    fn rules(draw: &str, resign: &str, max_moves: Option<u32>) -> Adjudication {
        let rule = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Adjudication {
            draw: rule(draw).map(|text| text.parse().unwrap()),
            resign: rule(resign).map(|text| text.parse().unwrap()),
            max_moves,
            tables: None,
        }
    }

    /// Feeds scores of White and Black in turn, and returns the ply after which there is a verdict.
    fn verdict(rules: &Adjudication, scores: &[i32]) -> Option<(usize, Verdict)> {
        let mut adjudicator = Adjudicator::new(rules);
        scores.iter().enumerate().find_map(|(ply, &score)| {
            adjudicator
                .by_scores(Color::ALL[ply % 2], Some(Score::Cp(score)), ply + 1)
                .map(|verdict| (ply + 1, verdict))
        })
    }

    #[test]
    fn a_draw_needs_both_sides_and_its_time() {
        assert_eq!(verdict(&rules("score=5 moves=2 after=0", "", None), &[9, 0, 5, -5, 0]), Some((5, Verdict::Draw)));
        assert_eq!(verdict(&rules("score=5 moves=2 after=4", "", None), &[0; 9]), Some((8, Verdict::Draw)));
        assert_eq!(verdict(&rules("score=5 moves=2 after=0", "", None), &[0, 9, 0, 9, 0, 9]), None);
    }

    #[test]
    fn resigning_needs_consecutive_moves() {
        let scores = [500, -500, 500, -100, 500, -500, 500, -500];
        let both = rules("", "score=500 moves=2", None);
        assert_eq!(verdict(&both, &scores), Some((8, Verdict::Loss(Color::Black))));
        assert_eq!(verdict(&both, &[100, -500, 100, -500]), None);
        let one = rules("", "score=500 moves=2 sides=one", None);
        assert_eq!(verdict(&one, &[100, -500, 100, -500]), Some((4, Verdict::Loss(Color::Black))));
    }

    #[test]
    fn a_move_without_a_score_resets_the_count() {
        let rules = rules("", "score=5 moves=2 sides=one", None);
        let mut adjudicator = Adjudicator::new(&rules);
        for score in [Some(Score::Mate(-2)), None, Some(Score::Cp(-9))] {
            assert_eq!(adjudicator.by_scores(Color::Black, score, 10), None);
        }
        assert_eq!(adjudicator.by_scores(Color::Black, Some(Score::Cp(-9)), 10), Some(Verdict::Loss(Color::Black)));
    }

    #[test]
    fn the_longest_game_is_drawn() {
        assert_eq!(verdict(&rules("", "", Some(2)), &[900; 9]), Some((4, Verdict::TooLong)));
    }

    fn result(id: &str, fen: &str, moves: &[&str]) -> Option<u8> {
        let variant = Variant::by_id(id).unwrap();
        let mut game = Game::new(Position::from_fen(variant, fen).unwrap());
        for text in moves {
            let mv = game.position().parse_uci(text).unwrap();
            game.play(mv).unwrap();
        }
        table_result(&Tables::built_in(variant).unwrap(), &game)
    }

    #[test]
    fn the_tables_end_a_game_if_its_result_is_certain() {
        let white = "k4/6/7/8/9/Q8/8/7/6/K4 w - - 0 60";
        assert_eq!(result("shafran", white, &[]), Some(4));
        assert_eq!(result("shafran", &white.replace('Q', "q"), &[]), Some(0));
        assert_eq!(result("shafran", &white.replace('Q', "N"), &[]), Some(2));
        // No ply is to spare before the 50-move rule.
        assert_eq!(result("shafran", &white.replace(" 0 60", " 99 60"), &[]), None);
        let pieces = "k4/6/7/8/9/Q8/8/7/6/KR3 w - - 0 60";
        assert_eq!(result("shafran", pieces, &[]), None, "a piece more than the tables have");
    }

    #[test]
    fn a_win_through_a_repeated_position_is_played_on() {
        let start = "k4/6/7/8/9/Q8/8/7/6/K4 w - - 0 60";
        let position = Position::from_fen(Variant::by_id("shafran").unwrap(), start).unwrap();
        let around = around(position);
        let around: Vec<&str> = around.iter().map(String::as_str).collect();
        assert_eq!(result("shafran", start, &around[..3]), Some(4));
        assert_eq!(result("shafran", start, &around), None);
    }

    /// Returns four king moves that lead back to the position.
    fn around(position: Position) -> Vec<String> {
        let quiet = |position: &Position| {
            let king = position.king(position.turn());
            position.legal_moves().into_iter().filter(move |mv| mv.from == king).collect::<Vec<_>>()
        };
        for first in quiet(&position) {
            let one = position.play(first).unwrap();
            for second in quiet(&one) {
                let two = one.play(second).unwrap();
                let back = |position: &Position, mv: Move| {
                    position.legal_moves().into_iter().find(|back| (back.from, back.to) == (mv.to, mv.from))
                };
                let Some(third) = back(&two, first) else { continue };
                let three = two.play(third).unwrap();
                let Some(fourth) = back(&three, second) else { continue };
                return vec![position.uci(first), one.uci(second), two.uci(third), three.uci(fourth)];
            }
        }
        unreachable!("kings can go back")
    }

    #[test]
    fn errors_are_reported() {
        assert!("moves=0".parse::<DrawRule>().unwrap_err().contains("above 0"));
        assert!("score=x".parse::<DrawRule>().unwrap_err().starts_with("score: expected a number"));
        assert!("sides=2".parse::<ResignRule>().unwrap_err().starts_with("sides: expected one or both"));
        assert!("twosided=1".parse::<ResignRule>().unwrap_err().starts_with("there is no key"));
    }
}
