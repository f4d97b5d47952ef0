//! When something happens in a game by itself.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::{Mutex, PoisonError};

use saffron_live::Millis;
use saffron_store::GameId;
use tokio::sync::Notify;

use crate::clock::Clock;

/// Deadlines of games. A deadline that moves back is found when it passes: most do with every move.
#[derive(Debug, Default)]
pub(crate) struct Timers {
    heap: Mutex<BinaryHeap<Reverse<(Millis, GameId)>>>,
    earlier: Notify,
}

impl Timers {
    /// Adds a deadline.
    pub(crate) fn add(&self, at: Millis, game: GameId) {
        let mut heap = self.heap.lock().unwrap_or_else(PoisonError::into_inner);
        let first = heap.peek().is_none_or(|Reverse((first, _))| at < *first);
        heap.push(Reverse((at, game)));
        drop(heap);
        if first {
            self.earlier.notify_one();
        }
    }

    /// Waits for the next deadline, and returns the games whose deadlines have passed.
    pub(crate) async fn due(&self, clock: &Clock) -> Vec<GameId> {
        loop {
            let next = self.heap.lock().unwrap_or_else(PoisonError::into_inner).peek().map(|Reverse((at, _))| *at);
            let earlier = self.earlier.notified();
            match next {
                None => earlier.await,
                Some(at) if at > clock.now() => {
                    tokio::select! {
                        biased;
                        () = earlier => {}
                        () = tokio::time::sleep_until(clock.instant(at)) => {}
                    }
                }
                Some(_) => return self.take(clock.now()),
            }
        }
    }

    fn take(&self, now: Millis) -> Vec<GameId> {
        let mut heap = self.heap.lock().unwrap_or_else(PoisonError::into_inner);
        let mut due = Vec::new();
        while let Some(Reverse((at, _))) = heap.peek()
            && *at <= now
        {
            due.extend(heap.pop().map(|Reverse((_, game))| game));
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
            let timers = std::sync::Arc::clone(&timers);
            async move { (timers.due(&clock).await, clock.now()) }
        });
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        timers.add(1_002_000, games[1]);
        assert_eq!(waiting.await.expect("no panic"), (vec![games[1]], 1_002_000));
        assert_eq!((timers.due(&clock).await, clock.now()), (vec![games[0]], 1_005_000));
    }
}
