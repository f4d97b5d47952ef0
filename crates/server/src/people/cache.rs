//! Answers that are kept for a while, because they cost the store a lot.

use std::collections::HashMap;
use std::hash::Hash;

use saffron_live::Millis;
use tokio::sync::Mutex;

/// How long an answer is kept (milliseconds).
pub(crate) const LIFE: Millis = 60_000;

/// Answers that are kept at most.
const MOST: usize = 2000;

/// Answers by what was asked for.
#[derive(Debug)]
pub(crate) struct Cache<K, V> {
    /// The lock is held while an answer is made, so that it is made once.
    answers: Mutex<HashMap<K, (Millis, V)>>,
}

impl<K, V> Default for Cache<K, V> {
    fn default() -> Self {
        Self { answers: Mutex::default() }
    }
}

impl<K: Eq + Hash, V: Clone> Cache<K, V> {
    /// An answer that is not older than [`LIFE`], or a new one.
    ///
    /// # Errors
    /// Those of making it.
    pub(crate) async fn get<E>(&self, key: K, now: Millis, make: impl Future<Output = Result<V, E>>) -> Result<V, E> {
        let mut answers = self.answers.lock().await;
        if let Some((_, answer)) = answers.get(&key).filter(|(at, _)| now - at < LIFE) {
            return Ok(answer.clone());
        }
        let answer = make.await?;
        if answers.len() >= MOST {
            answers.retain(|_, (at, _)| now - *at < LIFE);
            if answers.len() >= MOST {
                answers.clear();
            }
        }
        answers.insert(key, (now, answer.clone()));
        Ok(answer)
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
        assert_eq!(get(&cache, 1, LIFE - 1, 11).await, 10);
        assert_eq!(get(&cache, 2, LIFE - 1, 20).await, 20);
        assert_eq!(get(&cache, 1, LIFE, 12).await, 12);
        assert_eq!(cache.get(3, 0, async { Err::<u32, _>("failed") }).await, Err("failed"));
        assert_eq!(get(&cache, 3, 0, 30).await, 30);
    }

    #[tokio::test]
    async fn it_does_not_grow_without_end() {
        let cache = Cache::default();
        for key in 0..2 * MOST + 10 {
            get(&cache, key, 0, 1).await;
        }
        assert!(cache.answers.lock().await.len() <= MOST);
    }
}
