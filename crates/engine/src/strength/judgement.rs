//! Misjudgement: by how much a player is wrong about what a move leads to.
//!
//! The error of a move has three parts. One lasts all game: a taste for certain men on certain cells, so that a player pursues
//! something, even if it is not the best, and does not want back what it wanted before. One belongs to the position and
//! the move, and is larger the more men are under attack: people go wrong in complicated positions. And a capture that wins
//! something at sight, or takes back, looks better than it is: whoever is not sure of anything else is sure of that.

use saffron_rules::{Color, Move, Position, Role};

use crate::random::RandomKey;
use crate::see;

/// Judges moves: the opinions of a player in one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judgement {
    /// The standard deviation of the error about a move in a position of usual sharpness, in centipawns.
    misjudgement: f64,
    game: RandomKey,
    here: RandomKey,
}

/// The lasting part's share of the error.
const TASTE: f64 = 0.4;

/// By how much a capture that pays looks better than it is, in units of the error.
const GREED: f64 = 2.0;

impl Judgement {
    /// `game` names the game, `here` the position in it.
    pub(super) fn new(misjudgement: f64, game: RandomKey, here: RandomKey) -> Judgement {
        Judgement { misjudgement, game, here }
    }

    /// The error about a legal move, in centipawns: positive for one that looks better than it is.
    pub(super) fn error(&self, position: &Position, mv: Move) -> f64 {
        if self.misjudgement == 0.0 {
            return 0.0;
        }
        let mut next = *position;
        next.play_unchecked(mv);
        let passing = self.here.about(u64::from(mv.to_bits())).error() * sharpness(&next);
        let greed = if pays(position, mv) { GREED } else { 0.0 };
        self.misjudgement * (passing + TASTE * self.taste(position, mv) + greed)
    }

    /// By how much the player likes the man better where it goes than where it stands. What is liked one way is disliked the
    /// other way, so that no tour of the board is worth anything.
    fn taste(&self, position: &Position, mv: Move) -> f64 {
        let Some(role) = position.role_at(mv.from) else { return 0.0 };
        let side = self.game.about(1000 + role.index() as u64).about(position.turn().index() as u64);
        side.about(mv.to.index() as u64).error() - side.about(mv.from.index() as u64).error()
    }
}

/// Whether a move is a capture that wins a pawn or more on its cell, or takes a piece and loses nothing.
fn pays(position: &Position, mv: Move) -> bool {
    let least = match position.captured(mv) {
        None => return false,
        Some(Role::Pawn) => see::value(Role::Pawn),
        Some(_) => 0,
    };
    see::at_least(position, mv, least)
}

/// How complicated a position is: from 0.5, where nothing is attacked, to 2; about 1 in the middle of a game.
pub(super) fn sharpness(position: &Position) -> f64 {
    let attacked = Color::ALL.into_iter().flat_map(|color| {
        let enemies = position.by_color(!color);
        let men = position.by_color(color) - position.by_role(Role::King);
        men.into_iter().filter(move |&cell| (position.attackers_to(cell, position.occupied())).intersects(enemies))
    });
    let tension = attacked.count() + 2 * usize::from(position.in_check());
    (0.5 + 0.12 * tension as f64).min(2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use saffron_rules::Variant;

    fn judgement(misjudgement: f64, seed: u64) -> Judgement {
        let game = RandomKey::of_game(seed);
        Judgement::new(misjudgement, game, game.about(17))
    }

    fn spread(position: &Position, misjudgement: f64) -> f64 {
        let moves = position.legal_moves();
        let errors =
            (0..100).flat_map(|seed| moves.iter().map(move |&mv| judgement(misjudgement, seed).error(position, mv)));
        (errors.map(|error| error * error).sum::<f64>() / (100 * moves.len()) as f64).sqrt()
    }

    #[test]
    fn errors_stay_the_same_and_grow_with_the_weakness() {
        let start = Variant::by_id("shafran").unwrap().start();
        let mv = start.legal_moves()[3];
        assert_eq!(judgement(100.0, 5).error(&start, mv), judgement(100.0, 5).error(&start, mv));
        assert_ne!(judgement(100.0, 5).error(&start, mv), judgement(100.0, 6).error(&start, mv));
        assert_eq!(spread(&start, 0.0), 0.0);
        assert!(spread(&start, 200.0) > 1.9 * spread(&start, 100.0));
    }

    #[test]
    fn errors_are_larger_in_sharp_positions() {
        let variant = Variant::by_id("glinski").unwrap();
        let quiet = variant.start();
        let mut sharp = quiet;
        for text in ["e4e6", "e7e6"] {
            if let Ok(mv) = sharp.parse_uci(text) {
                sharp.play_unchecked(mv);
            }
        }
        let fen = "b/qbk/n1b1n/r5r/ppp1ppppp/4p6/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - - 0 1";
        let sharp = Position::from_fen(variant, fen).unwrap_or(sharp);
        assert!(sharpness(&quiet) < sharpness(&sharp), "{} {}", sharpness(&quiet), sharpness(&sharp));
    }

    #[test]
    fn a_tour_back_to_the_same_cell_is_worth_nothing() {
        let start = Variant::by_id("shafran").unwrap().start();
        let forth = start.legal_moves().into_iter().find(|mv| start.role_at(mv.from) == Some(Role::Knight)).unwrap();
        let moved = start.play(forth).unwrap();
        let answered = moved.play(moved.legal_moves()[0]).unwrap();
        let back = answered.legal_moves().into_iter().find(|mv| (mv.from, mv.to) == (forth.to, forth.from)).unwrap();
        let judgement = judgement(100.0, 9);
        assert!((judgement.taste(&start, forth) + judgement.taste(&answered, back)).abs() < 1e-9);
        assert_ne!(judgement.taste(&start, forth), 0.0);
    }
}
