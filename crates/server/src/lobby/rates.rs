//! How often somebody may do something.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::sockets::Allowance;

/// So many are remembered before those are forgotten that have their full allowance.
const MANY: usize = 4096;

/// An allowance for each of many.
#[derive(Debug)]
pub(crate) struct Rates<K> {
    burst: u32,
    per_second: f64,
    each: Mutex<BTreeMap<K, Allowance>>,
}

impl<K: Ord> Rates<K> {
    pub(crate) fn new(burst: u32, per_second: f64) -> Self {
        Self { burst, per_second, each: Mutex::default() }
    }

    /// Takes one of the allowance of `key`; the seconds until there is one again where there is none.
    pub(crate) fn take(&self, key: K) -> Result<(), u64> {
        let mut each = self.each.lock().unwrap_or_else(PoisonError::into_inner);
        if each.len() >= MANY && !each.contains_key(&key) {
            each.retain(|_, allowance| !allowance.is_full());
        }
        each.entry(key).or_insert_with(|| Allowance::new(self.burst, self.per_second)).take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn each_has_its_own_allowance_and_is_forgotten_once_it_is_full() {
        let rates = Rates::new(1, 1.0);
        assert_eq!([rates.take(0), rates.take(0), rates.take(1)], [Ok(()), Err(1), Ok(())]);
        for key in 2..MANY {
            assert_eq!(rates.take(key), Ok(()));
        }
        assert_eq!(rates.take(MANY), Ok(()), "nobody is refused for the number of others");
        tokio::time::advance(std::time::Duration::from_secs(1)).await;
        assert_eq!(rates.take(MANY + 1), Ok(()));
        assert_eq!(rates.each.lock().expect("no panic").len(), 1);
    }
}
