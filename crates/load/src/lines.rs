//! Moves of the games under load: legal and random, generated before the clocks start.

use saffron_rules::{Game, Variant};

/// Lines of moves in UCI form. No prefix of a line ends its game.
#[derive(Debug)]
pub(crate) struct Lines(Vec<Vec<String>>);

impl Lines {
    /// Generates `count` lines of at most `plies` plies.
    pub(crate) fn new(variant: &'static Variant, count: usize, plies: usize) -> Self {
        let mut random = 0x5eed_u64;
        Self((0..count).map(|_| line(variant, plies, &mut random)).collect())
    }

    /// Returns the line of a game.
    pub(crate) fn of(&self, game: usize) -> &[String] {
        &self.0[game % self.0.len()]
    }
}

fn line(variant: &'static Variant, plies: usize, random: &mut u64) -> Vec<String> {
    let mut game = Game::new(variant.start());
    let mut moves = Vec::new();
    while moves.len() < plies {
        let legal = game.position().legal_moves();
        let mv = legal[usize::try_from(next(random) % (legal.len() as u64)).unwrap_or(0)];
        let text = game.position().uci(mv).to_string();
        if game.play(mv).is_err() || game.outcome().is_some() {
            break;
        }
        moves.push(text);
    }
    moves
}

/// Returns the next number of the sequence (xorshift). The state must not be 0.
pub(crate) fn next(random: &mut u64) -> u64 {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    *random
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_legal_and_do_not_end_the_game() {
        let variant = Variant::by_id("shafran").expect("built in");
        let lines = Lines::new(variant, 8, 60);
        for game in 0..8 {
            let mut played = Game::new(variant.start());
            for uci in lines.of(game) {
                let mv = played.position().parse_uci(uci).expect("legal");
                played.play(mv).expect("legal");
                assert!(played.outcome().is_none());
            }
            assert!(lines.of(game).len() >= 20, "{}", lines.of(game).len());
        }
        assert_eq!(lines.of(3), lines.of(11));
    }
}
