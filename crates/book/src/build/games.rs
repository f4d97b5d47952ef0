//! Games from the book, and what they count.
//!
//! A game follows the book by the weights of its moves to the end of a line, chooses among good moves for some plies
//! more, so that two games from one end differ, and is then played on by fast searches. It counts for every move
//! of the book that it went through.

use std::collections::{BTreeMap, HashMap};

use saffron_engine::{Control, Engine, Limits, Line, Random, Root};
use saffron_rules::{Color, Game, Move, Variant};
use saffron_selfplay::continue_game;

use super::Settings;
use crate::book::Book;

/// For so many plies after the book a move is chosen among good ones.
const VARIED_PLIES: usize = 4;

/// It is one of so many best moves.
const VARIED_MOVES: usize = 3;

/// The loss against the best one, in centipawns, at which a move is 2.7 times rarer, and that with which it is not played.
const RARE_LOSS: f64 = 15.0;
const GREATEST_LOSS: i32 = 40;

/// One game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct BookGame {
    /// Its number, from which its choices follow.
    pub(super) number: u32,
    /// Quarters of a point for White.
    pub(super) white_quarters: u8,
    /// Its moves in the book, as bits.
    pub(super) moves: Vec<u16>,
}

/// The games that were played.
pub(super) struct Games {
    variant: &'static Variant,
    games: BTreeMap<u32, BookGame>,
    /// By position and move: games, and quarters of points for the mover.
    counts: HashMap<(u64, u16), (u16, u16)>,
}

impl Games {
    pub(super) fn new(variant: &'static Variant) -> Games {
        Games { variant, games: BTreeMap::new(), counts: HashMap::new() }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.games.len()
    }

    /// The numbers below `count` of games that were not played.
    pub(super) fn missing(&self, count: usize) -> Vec<u64> {
        (0..count as u32).filter(|number| !self.games.contains_key(number)).map(u64::from).collect()
    }

    /// Counts a game; one with a number that was there already is left out, and so are moves from the first illegal one on.
    pub(super) fn add(&mut self, game: BookGame) {
        if self.games.contains_key(&game.number) || self.games.len() >= super::MAX_GAMES {
            return;
        }
        let mut position = self.variant.start();
        for &bits in &game.moves {
            let Some(mv) = position.move_from_bits(bits).filter(|&mv| position.is_legal(mv)) else { break };
            let white = position.turn() == Color::White;
            let quarters = if white { game.white_quarters } else { 4 - game.white_quarters };
            let count = self.counts.entry((position.hash(), bits)).or_default();
            *count = (count.0 + 1, count.1 + u16::from(quarters));
            position.play_unchecked(mv);
        }
        self.games.insert(game.number, game);
    }

    /// Games through a move of a position, and quarters of points for its mover.
    pub(super) fn of(&self, hash: u64, bits: u16) -> (u16, u16) {
        self.counts.get(&(hash, bits)).copied().unwrap_or_default()
    }
}

/// Plays the game with a number; none when it was stopped.
pub(super) fn play_game(
    engine: &mut Engine,
    book: &Book,
    settings: &Settings,
    number: u64,
    control: &Control,
) -> Option<BookGame> {
    let mut random = Random::new(settings.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number);
    let mut game = Game::new(book.variant().start());
    let mut past = Vec::new();
    while let Some(known) = book.choose(game.position(), &past, random.fraction()) {
        past.push(game.position().hash());
        game.play(known.mv).ok()?;
    }
    let moves: Vec<u16> = game.moves().iter().map(|mv| mv.to_bits()).collect();
    engine.new_game();
    let limits = Limits { nodes: Some(settings.game_nodes), multi_pv: VARIED_MOVES, ..Limits::default() };
    for _ in 0..VARIED_PLIES {
        let found = engine.search(&Root::from(&game), &limits, control, &mut ());
        let Some(mv) = good_move(&found.lines, &mut random) else { break };
        game.play(mv).ok()?;
    }
    let white_quarters = match game.outcome() {
        Some(outcome) => outcome.quarters(Color::White),
        None => {
            let settings = saffron_selfplay::Settings {
                nodes: settings.game_nodes,
                max_imbalance: i32::MAX,
                win_score: 1000,
                win_plies: 4,
                max_plies: 300,
                ..saffron_selfplay::Settings::default()
            };
            continue_game(engine, game, &settings, number, control)?.white_quarters
        }
    };
    (!control.is_stopped()).then_some(BookGame { number: number as u32, white_quarters, moves })
}

/// One of the lines' moves: the more it loses against the best, the less likely. None where there is no line.
fn good_move(lines: &[Line], random: &mut Random) -> Option<Move> {
    let best = lines.first()?.score.to_centipawns();
    let weight = |line: &Line| match best.saturating_sub(line.score.to_centipawns()) {
        loss if loss > GREATEST_LOSS => 0.0,
        loss => (-f64::from(loss) / RARE_LOSS).exp(),
    };
    let mut left = random.fraction() * lines.iter().map(weight).sum::<f64>();
    let chosen = lines.iter().find(|line| {
        left -= weight(line);
        left < 0.0
    });
    chosen.or(lines.first())?.pv.first().copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use saffron_engine::Score;

    #[test]
    fn good_moves_are_varied_and_bad_ones_are_left_alone() {
        let moves = Variant::by_id("shafran").unwrap().start().legal_moves();
        let scores = [Score::Cp(30), Score::Cp(20), Score::Cp(-15), Score::Mate(-2)];
        let lines: Vec<Line> = scores.into_iter().zip(moves).map(|(score, mv)| Line { score, pv: vec![mv] }).collect();
        let mut random = Random::new(1);
        let mut counts = [0; 4];
        for _ in 0..2000 {
            let mv = good_move(&lines, &mut random).unwrap();
            counts[lines.iter().position(|line| line.pv[0] == mv).unwrap()] += 1;
        }
        assert!(counts[0] > counts[1] && counts[1] > 500, "{counts:?}");
        assert_eq!(counts[2..], [0, 0]);
        assert_eq!(good_move(&[], &mut random), None);
    }
}
