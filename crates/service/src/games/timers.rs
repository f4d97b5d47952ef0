//! Deadlines of games on the steady clock.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use saffron_live::Millis;
use saffron_store::GameId;
use tokio::sync::Notify;

use crate::clock::Clock;

/// Deadlines of games, one of each. A deadline that moves back is found when it passes: most do with every move.
#[derive(Debug, Default)]
pub struct Timers {
    deadlines: Mutex<Deadlines>,
    earlier: Notify,
}

#[derive(Debug, Default)]
struct Deadlines {
    heap: BinaryHeap<Reverse<(Millis, GameId)>>,
    /// The entry of each game that counts.
    first: HashMap<GameId, Millis>,
}

impl Timers {
    /// Adds the deadline of a game, if it is earlier than the known one.
    pub fn add(&self, at: Millis, game: GameId) {
        let mut deadlines = self.lock();
        if deadlines.first.get(&game).is_some_and(|known| *known <= at) {
            return;
        }
        let first = deadlines.heap.peek().is_none_or(|Reverse((first, _))| at < *first);
        deadlines.first.insert(game, at);
        deadlines.heap.push(Reverse((at, game)));
        drop(deadlines);
        if first {
            self.earlier.notify_one();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Deadlines> {
        self.deadlines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next deadline, and returns the games whose deadlines have passed.
    pub async fn due(&self, clock: &Clock) -> Vec<GameId> {
        loop {
            let next = self.lock().heap.peek().map(|Reverse((at, _))| *at);
            let earlier = self.earlier.notified();
            match next {
                None => earlier.await,
                Some(at) if at > clock.steady() => {
                    tokio::select! {
                        biased;
                        () = earlier => {}
                        () = tokio::time::sleep_until(clock.instant(at)) => {}
                    }
                }
                Some(_) => return self.take(clock.steady()),
            }
        }
    }

    fn take(&self, now: Millis) -> Vec<GameId> {
        let Deadlines { heap, first } = &mut *self.lock();
        let mut due = Vec::new();
        while let Some(Reverse((at, game))) = heap.peek().copied()
            && at <= now
        {
            heap.pop();
            // Otherwise an earlier one was added after it.
            if first.get(&game) == Some(&at) {
                first.remove(&game);
                due.push(game);
            }
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn deadlines_come_in_order_and_an_earlier_one_is_noticed() {
        let clock = Clock::starting_at(1_000_000);
        let timers = std::sync::Arc::new(Timers::default());
        let games = [1, 2].map(GameId::from_random);
        timers.add(1_005_000, games[0]);
        let waiting = tokio::spawn({
            let (timers, clock) = (std::sync::Arc::clone(&timers), clock.clone());
            async move { (timers.due(&clock).await, clock.now()) }
        });
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        timers.add(1_002_000, games[1]);
        assert_eq!(waiting.await.expect("no panic"), (vec![games[1]], 1_002_000));
        assert_eq!((timers.due(&clock).await, clock.now()), (vec![games[0]], 1_005_000));
        // Of several deadlines of a game the earliest counts, once.
        [9_000, 8_000, 8_500].into_iter().for_each(|after| timers.add(1_000_000 + after, games[0]));
        timers.add(1_010_000, games[1]);
        assert_eq!((timers.due(&clock).await, clock.now()), (vec![games[0]], 1_008_000));
        assert_eq!((timers.due(&clock).await, clock.now()), (vec![], 1_009_000));
        assert_eq!((timers.due(&clock).await, clock.now()), (vec![games[1]], 1_010_000));
    }
}
