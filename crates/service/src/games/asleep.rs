//! Running games that are not in memory: where their events are, and when the server was away.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use saffron_live::Millis;
use saffron_store::GameId;
use saffron_store::server::Downtime;

/// Locks that games share: two games are seldom read at once with the same one.
const GATES: usize = 64;

/// The running games that are not in memory, each with the positions of those of its entries in the log that its row may lack.
/// One that is neither here nor in memory was forgotten after a failure.
#[derive(Debug)]
pub(crate) struct Sleepers {
    games: Mutex<HashMap<GameId, Vec<i64>>>,
    gates: [tokio::sync::Mutex<()>; GATES],
}

impl Default for Sleepers {
    fn default() -> Self {
        Self { games: Mutex::default(), gates: std::array::from_fn(|_| tokio::sync::Mutex::default()) }
    }
}

impl Sleepers {
    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Vec<i64>>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn add(&self, game: GameId, tail: Vec<i64>) {
        self.lock().insert(game, tail);
    }

    pub(crate) fn get(&self, game: GameId) -> Option<Vec<i64>> {
        self.lock().get(&game).cloned()
    }

    pub(crate) fn has(&self, game: GameId) -> bool {
        self.lock().contains_key(&game)
    }

    pub(crate) fn remove(&self, game: GameId) {
        self.lock().remove(&game);
    }

    /// Held while a game is read: a second reader would have what is out of date by the time that it is done.
    pub(crate) async fn gate(&self, game: GameId) -> tokio::sync::MutexGuard<'_, ()> {
        // FNV-1a.
        let step = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
        let hash = game.as_str().as_bytes().iter().fold(0x811c_9dc5, step);
        self.gates[hash as usize % GATES].lock().await
    }
}

/// Downtime of the server since `last`, when a game last changed, as one interval: its beginning and its end, which is that of
/// the last downtime. `None` if the game has recorded all downtimes.
///
/// A game that has changed after the end of a downtime was in memory then, and has learned of it before.
pub(crate) fn away_since(downtimes: &[Downtime], last: Millis) -> Option<(Millis, Millis)> {
    let unknown = || downtimes.iter().filter(|downtime| last < downtime.resumed_at);
    let end = unknown().map(|downtime| downtime.resumed_at).max()?;
    let total: Millis = unknown().map(|downtime| downtime.resumed_at - downtime.stopped_at.max(last)).sum();
    (total > 0).then_some((end - total, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_all_downtimes_that_a_game_does_not_know_does_not_count() {
        let downtimes = [(Millis::MIN, 100), (150, 200), (260, 300), (300, 300)]
            .map(|(stopped_at, resumed_at)| Downtime { stopped_at, resumed_at });
        // 50 from 50 on, 50 from 150 on, 40 from 260 on.
        assert_eq!(away_since(&downtimes, 50), Some((160, 300)));
        assert_eq!(away_since(&downtimes, 100), Some((210, 300)));
        // It changed after the last sign of life.
        assert_eq!(away_since(&downtimes, 180), Some((240, 300)));
        assert_eq!(away_since(&downtimes, 299), Some((299, 300)));
        assert_eq!(away_since(&downtimes, 300), None);
        assert_eq!(away_since(&[], 5), None);
        let clock_set_back = Downtime { stopped_at: 90, resumed_at: 100 };
        assert_eq!(away_since(&[clock_set_back], 100), None);
    }
}
