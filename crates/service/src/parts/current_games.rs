//! The games that are played now, in the order in which they are worth watching.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use saffron_live::{Millis, TimeControl};
use saffron_protocol::game::{GameInfo, PlayerKind};
use saffron_store::GameId;
use saffron_store::accounts::Kind;
use saffron_store::games::Asleep;

use crate::games::info::rounded;

/// Constant data of a running game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Current {
    pub variant: String,
    pub real_time: bool,
    /// Number of players who are people.
    pub people: u8,
    /// The ratings of both.
    pub strength: i32,
    pub created_at: Millis,
}

impl Current {
    fn new(info: &GameInfo) -> Self {
        let players = [&info.white, &info.black];
        let people = players.iter().filter(|player| player.kind != PlayerKind::Computer).count();
        Self {
            variant: info.variant.clone(),
            real_time: info.control.is_real_time(),
            people: u8::try_from(people).unwrap_or(2),
            strength: players.map(|player| strength(player.rating, player.provisional)).iter().sum(),
            created_at: info.created_at,
        }
    }

    /// Sort key: games with clocks first, then people, then strength.
    fn order(&self) -> (bool, u8, i32) {
        (self.real_time, self.people, self.strength)
    }
}

/// Estimated strength of a player: a provisional rating counts less, an unknown one as that of a beginner.
fn strength(rating: Option<i32>, provisional: bool) -> i32 {
    let rating = rating.unwrap_or(1000);
    if provisional { rating - 300 } else { rating }
}

/// The running games, and the best one of each variant.
#[derive(Debug, Default)]
pub struct CurrentGames {
    games: Mutex<BTreeMap<GameId, Current>>,
    best: Mutex<BTreeMap<String, GameId>>,
}

impl CurrentGames {
    pub fn add(&self, id: GameId, info: &GameInfo) {
        self.games.lock().unwrap_or_else(PoisonError::into_inner).insert(id, Current::new(info));
    }

    /// Adds a game that is not in memory, where this server knows its time control.
    pub fn add_asleep(&self, Asleep { game, kinds, .. }: &Asleep) {
        let Ok(control) = serde_json::from_str::<TimeControl>(&game.control) else { return };
        let people = kinds.iter().filter(|kind| **kind != Some(Kind::Computer)).count();
        let ratings = [(game.white_rating, game.white_provisional), (game.black_rating, game.black_provisional)];
        let current = Current {
            variant: game.variant.clone(),
            real_time: control.is_real_time(),
            people: u8::try_from(people).unwrap_or(2),
            strength: ratings.map(|(rating, provisional)| strength(rating.map(rounded), provisional)).iter().sum(),
            created_at: game.created_at,
        };
        self.games.lock().unwrap_or_else(PoisonError::into_inner).insert(game.id, current);
    }

    pub fn remove(&self, id: GameId) {
        self.games.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
    }

    pub fn count(&self) -> usize {
        self.games.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Number of games that fulfil a condition.
    pub fn count_that(&self, condition: impl Fn(&Current) -> bool) -> usize {
        self.games.lock().unwrap_or_else(PoisonError::into_inner).values().filter(|game| condition(game)).count()
    }

    /// Returns whether a game counts among those in which it is a person's turn: without clocks, and not between computers.
    pub fn is_counted(&self, id: GameId) -> bool {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.get(&id).is_some_and(|game| !game.real_time && game.people > 0)
    }

    /// The first `limit` of those that fulfil a condition, by what does not change of them.
    pub fn first(&self, limit: usize, condition: impl Fn(&Current) -> bool) -> Vec<(GameId, Current)> {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        let mut found: Vec<(GameId, &Current)> =
            games.iter().filter(|(_, game)| condition(game)).map(|(id, game)| (*id, game)).collect();
        found.sort_by_key(|(id, game)| (Reverse(game.order()), game.created_at, *id));
        found.truncate(limit);
        found.into_iter().map(|(id, game)| (id, game.clone())).collect()
    }

    /// The variants of games with clocks.
    pub fn variants(&self) -> Vec<String> {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        let variants: BTreeSet<&str> =
            games.values().filter(|game| game.real_time).map(|game| game.variant.as_str()).collect();
        variants.into_iter().map(str::to_owned).collect()
    }

    /// The best of the best games.
    pub fn best_of_all(&self) -> Option<GameId> {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        let best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        let running = best.values().filter_map(|id| games.get(id).map(|game| (*id, game)));
        running.min_by_key(|(id, game)| (Reverse(game.order()), game.created_at, *id)).map(|(id, _)| id)
    }

    /// The best game of a variant, as it was last chosen.
    pub fn best(&self, variant: &str) -> Option<GameId> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner).get(variant).copied()
    }

    /// The best games of all variants.
    pub fn all_best(&self) -> BTreeMap<String, GameId> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces the best games. Returns the variants that have another one.
    pub fn set_best(&self, new: BTreeMap<String, GameId>) -> Vec<String> {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        let mut changed: Vec<String> = best.keys().chain(new.keys()).cloned().collect();
        changed.sort_unstable();
        changed.dedup();
        changed.retain(|variant| best.get(variant) != new.get(variant));
        *best = new;
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn current(variant: &str, real_time: bool, people: u8, strength: i32, created_at: Millis) -> Current {
        Current { variant: variant.to_owned(), real_time, people, strength, created_at }
    }

    #[test]
    fn games_with_clocks_between_strong_people_come_first() {
        let games = CurrentGames::default();
        let all = [
            current("shafran", true, 1, 5000, 1),
            current("shafran", true, 2, 3000, 3),
            current("glinski", true, 2, 3000, 2),
            current("shafran", false, 2, 4000, 4),
            current("shafran", true, 2, 3100, 5),
        ];
        let ids: Vec<GameId> = (0..5).map(GameId::from_random).collect();
        ids.iter().zip(&all).for_each(|(id, game)| {
            games.games.lock().expect("no panic").insert(*id, game.clone());
        });
        let order = |limit, variant: &str| -> Vec<GameId> {
            games
                .first(limit, |game| variant.is_empty() || game.variant == variant)
                .into_iter()
                .map(|(id, _)| id)
                .collect()
        };
        assert_eq!(order(9, ""), [4, 2, 1, 0, 3].map(|index: usize| ids[index]));
        assert_eq!(order(2, "shafran"), [ids[4], ids[1]]);
        games.remove(ids[2]);
        assert_eq!((games.count(), games.variants()), (4, vec!["shafran".to_owned()]));
        assert_eq!(games.best_of_all(), None);
        let best = [("a", ids[0]), ("b", ids[1]), ("c", ids[2])].map(|(variant, id)| (variant.to_owned(), id));
        games.set_best(best.into());
        assert_eq!(games.best_of_all(), Some(ids[1]), "the better one has ended");
    }

    #[test]
    fn another_best_game_is_noticed() {
        let games = CurrentGames::default();
        let best = |pairs: &[(&str, u128)]| {
            games
                .set_best(pairs.iter().map(|(variant, id)| ((*variant).to_owned(), GameId::from_random(*id))).collect())
        };
        assert_eq!(best(&[("a", 1), ("b", 2)]), ["a", "b"]);
        assert_eq!(best(&[("a", 1), ("b", 3)]), ["b"]);
        assert_eq!(best(&[("b", 3)]), ["a"]);
        assert_eq!((games.best("a"), games.best("b")), (None, Some(GameId::from_random(3))));
    }
}
