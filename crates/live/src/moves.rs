//! Moves of a game, stored compactly: the first and the last position, the moves, and a hash for each position between.

use saffron_rules::{Claim, Game, Move, Outcome, Position};

/// Thresholds below which the history cannot change the outcome or the claims, so that the position alone decides.
const MIN_REPETITIONS: usize = 3;
const MIN_QUIET_PLIES: u16 = 100;

/// Moves played so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Moves {
    start: Position,
    position: Position,
    played: Vec<Move>,
    /// Hash of the position before each move.
    hashes: Vec<u64>,
}

impl Moves {
    pub(crate) const fn new(start: Position) -> Self {
        Self { start, position: start, played: Vec::new(), hashes: Vec::new() }
    }

    pub(crate) const fn start(&self) -> &Position {
        &self.start
    }

    pub(crate) const fn position(&self) -> &Position {
        &self.position
    }

    pub(crate) fn played(&self) -> &[Move] {
        &self.played
    }

    /// Number of plies played.
    pub(crate) fn ply(&self) -> u16 {
        u16::try_from(self.played.len()).unwrap_or(u16::MAX)
    }

    /// Plays a move that is known to be legal.
    pub(crate) fn play(&mut self, mv: Move) {
        self.hashes.push(self.position.hash());
        self.played.push(mv);
        self.position.play_unchecked(mv);
    }

    /// Takes back the last `plies` moves, or all if there are fewer.
    pub(crate) fn take_back(&mut self, plies: usize) {
        let left = self.played.len().saturating_sub(plies);
        self.played.truncate(left);
        self.hashes.truncate(left);
        self.position = self.start;
        for &mv in &self.played {
            self.position.play_unchecked(mv);
        }
    }

    /// Rebuilds the game of the rules, with all its positions.
    ///
    /// # Panics
    /// Never: the moves were legal when they were played.
    pub(crate) fn game(&self) -> Game {
        Game::from_moves(self.start, self.played.iter().copied()).expect("moves that were legal when they were played")
    }

    /// Outcome by the rules, or `None` while the game continues.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        if self.history_matters() { self.game().outcome() } else { self.position.outcome() }
    }

    /// Draws that the side to move may claim.
    pub(crate) fn claims(&self) -> Vec<Claim> {
        if self.history_matters() { self.game().claims().collect() } else { Vec::new() }
    }

    fn history_matters(&self) -> bool {
        let quiet = self.position.halfmove_clock();
        let hash = self.position.hash();
        // Equal positions have equal hashes. If only the hashes are equal, the rules decide.
        let earlier = || self.hashes.iter().rev().take(usize::from(quiet)).filter(|&&earlier| earlier == hash).count();
        quiet >= MIN_QUIET_PLIES || earlier() + 1 >= MIN_REPETITIONS
    }
}

#[cfg(test)]
mod tests {
    use saffron_rules::{Reason, Variant};

    use super::*;

    fn play(moves: &mut Moves, text: &str) {
        for uci in text.split_whitespace() {
            moves.play(moves.position().parse_uci(uci).unwrap());
        }
    }

    #[test]
    fn repetitions_are_claimed_and_end_the_game_as_the_rules_say() {
        let mut moves = Moves::new(Variant::by_id("shafran").unwrap().start());
        let mut game = Game::new(*moves.start());
        for uci in "b1a3 h10i8 a3b1 i8h10 ".repeat(4).split_whitespace() {
            play(&mut moves, uci);
            game.play(game.position().parse_uci(uci).unwrap()).unwrap();
            assert_eq!(moves.game(), game);
            assert_eq!(moves.outcome(), game.outcome());
            assert_eq!(moves.claims(), game.claims().collect::<Vec<_>>());
        }
        assert_eq!(moves.outcome().map(Outcome::reason), Some(Reason::FivefoldRepetition));
        moves.take_back(7);
        assert_eq!((moves.outcome(), moves.claims()), (None, vec![Claim::Threefold]));
        moves.take_back(2);
        assert_eq!((moves.claims(), moves.ply()), (vec![], 7));
    }

    #[test]
    fn fifty_and_seventy_five_moves_count_from_the_start_position() {
        let shafran = Variant::by_id("shafran").unwrap();
        let at = |clock: u16| {
            Moves::new(Position::from_fen(shafran, &format!("k4/6/7/8/9/8R/8/7/6/R3K w - - {clock} 90")).unwrap())
        };
        assert_eq!(at(99).claims(), []);
        let mut moves = at(99);
        play(&mut moves, "a1a2");
        assert_eq!(moves.claims(), [Claim::FiftyMoves]);
        let mut moves = at(149);
        assert_eq!(moves.outcome(), None);
        play(&mut moves, "a1a2");
        assert_eq!(moves.outcome().map(Outcome::reason), Some(Reason::SeventyFiveMoves));
    }

    #[test]
    fn a_takeback_restores_the_earlier_state() {
        let mut moves = Moves::new(Variant::by_id("shafran").unwrap().start());
        play(&mut moves, "e2e5 e9e6 d1f5");
        let before = moves.clone();
        play(&mut moves, "f9f8 f5d1");
        moves.take_back(2);
        assert_eq!(moves, before);
        moves.take_back(9);
        assert_eq!(moves, Moves::new(*moves.start()));
    }
}
