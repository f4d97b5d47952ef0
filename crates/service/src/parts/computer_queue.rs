//! The games in which a computer has something to do.
//!
//! Opponents take turns: one who plays in many games waits for its own games, not others for them. A game is with one engine
//! at a time.

use std::collections::{BTreeMap, VecDeque};

use saffron_live::Millis;
use saffron_store::{AccountId, GameId};

/// State of a game in the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// It waits; from this moment on it is played in a hurry.
    Waiting { urgent_at: Millis },
    /// An engine has it; `again` where something has happened in it since.
    Taken { again: bool },
}

/// Games that wait, and those that engines have.
#[derive(Debug, Default)]
pub struct Queue {
    /// The opponents whose games wait, in the order of their turns.
    order: VecDeque<AccountId>,
    waiting: BTreeMap<AccountId, VecDeque<GameId>>,
    games: BTreeMap<GameId, (AccountId, Place)>,
}

impl Queue {
    /// Adds a game. One that an engine has is looked at again afterwards.
    pub fn add(&mut self, game: GameId, opponent: AccountId, urgent_at: Millis) {
        match self.games.get_mut(&game) {
            Some((_, Place::Waiting { urgent_at: before })) => *before = urgent_at.min(*before),
            Some((_, Place::Taken { again })) => *again = true,
            None => {
                self.games.insert(game, (opponent, Place::Waiting { urgent_at }));
                let waiting = self.waiting.entry(opponent).or_default();
                if waiting.is_empty() {
                    self.order.push_back(opponent);
                }
                waiting.push_back(game);
            }
        }
    }

    /// Number of waiting games.
    pub fn waiting(&self) -> usize {
        self.waiting.values().map(VecDeque::len).sum()
    }

    /// Takes the game whose turn it is.
    pub fn take(&mut self) -> Option<GameId> {
        let opponent = self.order.pop_front()?;
        let waiting = self.waiting.get_mut(&opponent)?;
        let game = waiting.pop_front()?;
        if waiting.is_empty() {
            self.waiting.remove(&opponent);
        } else {
            self.order.push_back(opponent);
        }
        self.games.insert(game, (opponent, Place::Taken { again: false }));
        Some(game)
    }

    /// Takes the most urgent game, if one is urgent now.
    pub fn take_urgent(&mut self, now: Millis) -> Option<GameId> {
        let (urgent_at, game, opponent) = self.most_urgent()?;
        if urgent_at > now {
            return None;
        }
        if let Some(waiting) = self.waiting.get_mut(&opponent) {
            waiting.retain(|other| *other != game);
            if waiting.is_empty() {
                self.waiting.remove(&opponent);
                self.order.retain(|other| *other != opponent);
            }
        }
        self.games.insert(game, (opponent, Place::Taken { again: false }));
        Some(game)
    }

    /// Time at which the next game becomes urgent.
    pub fn urgent_at(&self) -> Option<Millis> {
        self.most_urgent().map(|(at, ..)| at)
    }

    fn most_urgent(&self) -> Option<(Millis, GameId, AccountId)> {
        let waiting = self.games.iter().filter_map(|(game, (opponent, place))| match place {
            Place::Waiting { urgent_at } => Some((*urgent_at, *game, *opponent)),
            Place::Taken { .. } => None,
        });
        waiting.min()
    }

    /// Gives a game back. Returns whether something has happened in it since it was taken.
    pub fn give_back(&mut self, game: GameId) -> bool {
        matches!(self.games.remove(&game), Some((_, Place::Taken { again: true })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(n: u128) -> GameId {
        GameId::from_random(n)
    }

    fn account(n: u128) -> AccountId {
        AccountId::from_random(n)
    }

    #[test]
    fn opponents_take_turns() {
        let mut queue = Queue::default();
        for n in 0..3 {
            queue.add(game(n), account(0), 1000);
        }
        queue.add(game(8), account(1), 1000);
        queue.add(game(9), account(2), 1000);
        let order: Vec<_> = std::iter::from_fn(|| queue.take()).collect();
        assert_eq!(order, [0, 8, 9, 1, 2].map(game));
    }

    #[test]
    fn a_game_is_with_one_engine_at_a_time() {
        let mut queue = Queue::default();
        queue.add(game(1), account(0), 1000);
        queue.add(game(1), account(0), 500);
        assert_eq!((queue.waiting(), queue.urgent_at()), (1, Some(500)));
        assert_eq!((queue.take(), queue.take(), queue.waiting()), (Some(game(1)), None, 0));
        queue.add(game(1), account(0), 1000);
        assert_eq!((queue.take(), queue.urgent_at()), (None, None), "it is with an engine");
        assert!(queue.give_back(game(1)), "something has happened meanwhile");
        assert!(!queue.give_back(game(1)));
    }

    #[test]
    fn urgent_games_do_not_wait_for_their_turn() {
        let mut queue = Queue::default();
        queue.add(game(1), account(0), 900);
        queue.add(game(2), account(0), 500);
        queue.add(game(3), account(1), 700);
        assert_eq!(queue.take_urgent(499), None);
        assert_eq!(
            [queue.take_urgent(800), queue.take_urgent(800), queue.take_urgent(800)],
            [Some(game(2)), Some(game(3)), None]
        );
        assert_eq!((queue.take(), queue.take()), (Some(game(1)), None));
        assert!(queue.order.is_empty() && queue.waiting.is_empty());
    }
}
