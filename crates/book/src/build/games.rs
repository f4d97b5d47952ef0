//! Games that start in the book, and their results by move.
//!
//! A game follows the book by the weights of its moves to the end of a line. For some more plies it chooses among good moves, so
//! that games from the same position differ, and then it continues with fast searches. Its result counts for all its book moves.

use std::collections::{BTreeMap, HashMap};

use saffron_engine::{Control, Engine, Limits, Line, Random, Root};
use saffron_rules::{Color, Game, Move, Variant};
use saffron_selfplay::continue_game;

use super::settings::{MAX_GAMES, Settings};
use crate::book::Book;

/// Number of plies after the book in which a move is chosen among good ones.
const VARIED_PLIES: usize = 4;

/// Number of best moves to choose from.
const VARIED_MOVES: usize = 3;

/// Loss against the best move, in centipawns, at which a move is 2.7 times rarer.
const LOSS_SCALE: f64 = 15.0;

/// Maximum loss of a move that is played, in centipawns.
const MAX_LOSS: i32 = 40;

/// Game that starts in the book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct BookGame {
    /// Number of the game: with the seed of the settings, it is the seed of the random choices.
    pub(super) number: u32,
    /// Score of White in quarter points.
    pub(super) white_quarters: u8,
    /// Moves in the book, as bits.
    pub(super) moves: Vec<u16>,
}

/// Games played, and their results by move.
pub(super) struct GameResults {
    variant: &'static Variant,
    games: BTreeMap<u32, BookGame>,
    /// Number of games and score of the mover in quarter points, by position and move.
    counts: HashMap<(u64, u16), (u16, u16)>,
}

impl GameResults {
    pub(super) fn new(variant: &'static Variant) -> GameResults {
        GameResults { variant, games: BTreeMap::new(), counts: HashMap::new() }
    }

    /// Number of games.
    pub(super) fn len(&self) -> usize {
        self.games.len()
    }

    /// Returns the numbers below `count` of the games that have not been played yet.
    pub(super) fn missing(&self, count: usize) -> Vec<u64> {
        (0..count as u32).filter(|number| !self.games.contains_key(number)).map(u64::from).collect()
    }

    /// Adds a game, unless there is one with its number. Moves from the first illegal one on are not counted.
    pub(super) fn add(&mut self, game: BookGame) {
        if self.games.contains_key(&game.number) || self.games.len() >= MAX_GAMES {
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

    /// Returns the number of games with a move in a position, and the mover's score in quarter points.
    pub(super) fn get(&self, hash: u64, bits: u16) -> (u16, u16) {
        self.counts.get(&(hash, bits)).copied().unwrap_or_default()
    }
}

/// Plays the game with this number; returns `None` if the control stops it.
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
    while let Some(chosen) = book.choose(game.position(), &past, random.fraction()) {
        past.push(game.position().hash());
        game.play(chosen.mv).ok()?;
    }
    let moves: Vec<u16> = game.moves().iter().map(|mv| mv.to_bits()).collect();
    engine.new_game();
    let limits = Limits { nodes: Some(settings.game_nodes), multi_pv: VARIED_MOVES, ..Limits::default() };
    for _ in 0..VARIED_PLIES {
        let result = engine.search(&Root::from(&game), &limits, control, &mut ());
        let Some(mv) = good_move(&result.lines, &mut random) else { break };
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

/// Chooses the first move of one of the lines at random, weighted by its loss against the best. `None` without lines.
fn good_move(lines: &[Line], random: &mut Random) -> Option<Move> {
    let best = lines.first()?.score.to_centipawns();
    let weight = |line: &Line| match best.saturating_sub(line.score.to_centipawns()) {
        loss if loss > MAX_LOSS => 0.0,
        loss => (-f64::from(loss) / LOSS_SCALE).exp(),
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
    fn good_moves_are_varied_and_bad_ones_are_not_played() {
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
