//! Answers that are kept for a while, because they cost the store a lot.

use crate::config::limits::{ANSWER_CACHE_TTL, MAX_CACHED_ANSWERS};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use saffron_live::Millis;
use tokio::sync::Mutex as AsyncMutex;

/// An answer and when it was made. It is locked while it is made, so that it is made once.
type Slot<V> = Arc<AsyncMutex<Option<(Millis, V)>>>;

/// Answers by what was asked for.
#[derive(Debug)]
pub struct Cache<K, V> {
    slots: Mutex<HashMap<K, Slot<V>>>,
}

impl<K, V> Default for Cache<K, V> {
    fn default() -> Self {
        Self { slots: Mutex::default() }
    }
}

impl<K: Eq + Hash, V: Clone> Cache<K, V> {
    /// An answer that is not older than [`ANSWER_CACHE_TTL`], or a new one.
    ///
    /// # Errors
    /// Those of making it.
    pub async fn get<E>(&self, key: K, now: Millis, make: impl Future<Output = Result<V, E>>) -> Result<V, E> {
        let slot = self.slot(key, now);
        let mut slot = slot.lock().await;
        if let Some((_, answer)) = slot.as_ref().filter(|(at, _)| now - at < ANSWER_CACHE_TTL) {
            return Ok(answer.clone());
        }
        let answer = make.await?;
        *slot = Some((now, answer.clone()));
        Ok(answer)
    }

    /// Slot of an answer. If there are too many, the expired ones are forgotten, or all if none has expired.
    fn slot(&self, key: K, now: Millis) -> Slot<V> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if slots.len() >= MAX_CACHED_ANSWERS && !slots.contains_key(&key) {
            let is_new = |slot: &Option<(Millis, V)>| slot.as_ref().is_some_and(|(at, _)| now - at < ANSWER_CACHE_TTL);
            slots.retain(|_, slot| slot.try_lock().map_or(true, |slot| is_new(&slot)));
            if slots.len() >= MAX_CACHED_ANSWERS {
                slots.clear();
            }
        }
        Arc::clone(slots.entry(key).or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn get(cache: &Cache<usize, u32>, key: usize, now: Millis, new: u32) -> u32 {
        cache.get(key, now, async { Ok::<_, ()>(new) }).await.expect("an answer")
    }

    #[tokio::test]
    async fn an_answer_is_kept_for_a_minute() {
        let cache = Cache::default();
        assert_eq!(get(&cache, 1, 0, 10).await, 10);
        assert_eq!(get(&cache, 1, ANSWER_CACHE_TTL - 1, 11).await, 10);
        assert_eq!(get(&cache, 2, ANSWER_CACHE_TTL - 1, 20).await, 20);
        assert_eq!(get(&cache, 1, ANSWER_CACHE_TTL, 12).await, 12);
        assert_eq!(cache.get(3, 0, async { Err::<u32, _>("failed") }).await, Err("failed"));
        assert_eq!(get(&cache, 3, 0, 30).await, 30);
    }

    #[tokio::test]
    async fn it_does_not_grow_without_end() {
        let cache = Cache::default();
        for key in 0..2 * MAX_CACHED_ANSWERS + 10 {
            get(&cache, key, 0, 1).await;
        }
        assert!(cache.slots.lock().expect("no panic").len() <= MAX_CACHED_ANSWERS);
    }

    #[tokio::test]
    async fn an_answer_that_takes_long_keeps_no_other_one_waiting() {
        let cache = Cache::default();
        let slow = cache.get(1, 0, std::future::pending::<Result<u32, ()>>());
        tokio::select! {
            biased;
            _ = slow => unreachable!("it is never made"),
            other = get(&cache, 2, 0, 20) => assert_eq!(other, 20),
        }
    }
}
