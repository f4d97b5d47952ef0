//! Maps that drop the entries they need not keep.

use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;

use tokio::time::Instant;

/// Times at which a table drops the keys that it need not keep: when it has twice as many as the last sweep left, and once a
/// minute. So a flood of keys that must be kept costs each request a constant time.
#[derive(Debug)]
pub(super) struct Sweeps {
    /// Keys that are never too many.
    min: usize,
    /// Keys at which the next sweep is due.
    keys: usize,
    /// Time at which the next sweep is due, if there are at least `min` keys.
    at: Instant,
}

impl Sweeps {
    pub(super) const INTERVAL: Duration = Duration::from_secs(60);

    pub(super) fn above(min: usize) -> Self {
        Self { min, keys: min, at: Instant::now() + Self::INTERVAL }
    }

    /// Returns whether a table with this many keys is to be swept, before it takes another one.
    pub(super) fn is_due(&self, keys: usize) -> bool {
        keys >= self.keys || (keys >= self.min && Instant::now() >= self.at)
    }

    /// Notes a sweep that has left this many keys.
    pub(super) fn done(&mut self, keys: usize) {
        self.keys = self.min.max(keys.saturating_mul(2));
        self.at = Instant::now() + Self::INTERVAL;
    }
}

/// Map with sweeps.
#[derive(Debug)]
pub(super) struct SweptMap<K, V> {
    pub(super) entries: HashMap<K, V>,
    sweeps: Sweeps,
}

impl<K: Eq + Hash, V> SweptMap<K, V> {
    /// Creates a map that is not swept while it has fewer entries than `min`.
    pub(super) fn above(min: usize) -> Self {
        Self { entries: HashMap::new(), sweeps: Sweeps::above(min) }
    }

    /// Drops the entries that need not be kept, if a sweep is due.
    pub(super) fn make_room(&mut self, mut keep: impl FnMut(&V) -> bool) {
        if self.sweeps.is_due(self.entries.len()) {
            self.entries.retain(|_, value| keep(value));
            self.sweeps.done(self.entries.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_flood_of_keys_is_swept_when_their_number_has_doubled() {
        let mut sweeps = Sweeps::above(10);
        let mut due = Vec::new();
        for keys in 0..100 {
            if sweeps.is_due(keys) {
                sweeps.done(keys);
                due.push(keys);
            }
        }
        assert_eq!(due, [10, 20, 40, 80]);
        tokio::time::advance(Sweeps::INTERVAL).await;
        assert_eq!([sweeps.is_due(9), sweeps.is_due(10)], [false, true]);
    }
}
