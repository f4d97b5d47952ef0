//! Rate limits by client, account and name.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use saffron_protocol::error::ErrorCode;
use saffron_store::AccountId;
use tokio::time::Instant;

use crate::client::Client;
use crate::config::limits::{FAILURE_TTL, FIRST_SIGN_IN_DELAY, FREE_FAILURES, MAX_SIGN_IN_DELAY};
use crate::config::{AccountLimits, Quota};

/// Keys of one table above which those with a full allowance are dropped.
const MAX_KEYS: usize = 50_000;

/// Allowances that are refilled at a constant rate (token buckets), one for each key.
#[derive(Debug)]
pub struct Allowances<K> {
    quota: Quota,
    /// Time at which the allowance of a key is full again (generic cell rate algorithm).
    full_at: Mutex<HashMap<K, Instant>>,
}

impl<K: Eq + Hash> Allowances<K> {
    pub fn new(quota: Quota) -> Self {
        Self { quota, full_at: Mutex::default() }
    }

    /// Takes one.
    ///
    /// # Errors
    /// `RateLimited` if there is none.
    pub fn take(&self, key: K) -> Result<(), ErrorCode> {
        let now = Instant::now();
        let refill = self.quota.refill;
        let mut full_at = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        if full_at.len() >= MAX_KEYS {
            full_at.retain(|_, at| *at > now);
        }
        let at = full_at.get(&key).copied().unwrap_or(now).max(now) + refill;
        let allowed = refill.saturating_mul(self.quota.burst.max(1));
        let over = (at - now).saturating_sub(allowed);
        if over.is_zero() {
            full_at.insert(key, at);
            Ok(())
        } else {
            Err(limited(over))
        }
    }
}

fn limited(wait: Duration) -> ErrorCode {
    ErrorCode::RateLimited { retry_after: wait.as_secs() + u64::from(wait.subsec_nanos() > 0) }
}

/// Wrong passwords for a name from a client.
#[derive(Clone, Copy, Debug)]
struct Failures {
    count: u32,
    last: Instant,
    next: Instant,
}

/// Delays between attempts to sign in, which grow with each wrong password.
#[derive(Debug, Default)]
pub struct Delays(Mutex<HashMap<(String, Client), Failures>>);

impl Delays {
    /// Whether a name may be tried from a client now.
    ///
    /// # Errors
    /// `RateLimited`, where it must wait.
    pub fn check(&self, name_key: &str, client: Client) -> Result<(), ErrorCode> {
        let failures = self.lock().get(&(name_key.to_owned(), client)).copied();
        let wait = failures.map_or(Duration::ZERO, |failures| failures.next.saturating_duration_since(Instant::now()));
        if wait.is_zero() { Ok(()) } else { Err(limited(wait)) }
    }

    /// Notes a wrong password.
    pub fn failed(&self, name_key: &str, client: Client) {
        let now = Instant::now();
        let recent = |failures: &Failures| now.duration_since(failures.last) < FAILURE_TTL;
        let mut all = self.lock();
        if all.len() >= MAX_KEYS {
            all.retain(|_, failures| recent(failures));
        }
        let key = (name_key.to_owned(), client);
        let before = all.get(&key).filter(|failures| recent(failures)).map_or(0, |failures| failures.count);
        let count = before.saturating_add(1);
        let delay = match count.checked_sub(FREE_FAILURES) {
            None | Some(0) => Duration::ZERO,
            Some(over) => FIRST_SIGN_IN_DELAY.saturating_mul(1 << (over - 1).min(16)).min(MAX_SIGN_IN_DELAY),
        };
        all.insert(key, Failures { count, last: now, next: now + delay });
    }

    /// Forgets wrong passwords: the right one has come.
    pub fn succeeded(&self, name_key: &str, client: Client) {
        self.lock().remove(&(name_key.to_owned(), client));
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<(String, Client), Failures>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// All limits of accounts.
#[derive(Debug)]
pub struct Limits {
    pub guests: Allowances<Client>,
    pub registrations: Allowances<Client>,
    pub sign_ins: Allowances<Client>,
    pub sign_ins_by_name: Allowances<String>,
    /// Mails that a client asks for, without being signed in.
    pub mails: Allowances<Client>,
    /// Mails to an address.
    pub mails_by_address: Allowances<String>,
    /// Passwords that a signed-in account gives once more.
    pub confirmations: Allowances<AccountId>,
    /// Changes of settings, exports, new feeds.
    pub changes: Allowances<AccountId>,
    pub delays: Delays,
}

impl Limits {
    pub fn new(limits: &AccountLimits) -> Self {
        Self {
            guests: Allowances::new(limits.guests),
            registrations: Allowances::new(limits.registrations),
            sign_ins: Allowances::new(limits.sign_ins),
            sign_ins_by_name: Allowances::new(limits.sign_ins_by_name),
            mails: Allowances::new(limits.mails),
            mails_by_address: Allowances::new(limits.mails_by_address),
            confirmations: Allowances::new(limits.confirmations),
            changes: Allowances::new(limits.changes),
            delays: Delays::default(),
        }
    }
}

/// An allowance of messages that is refilled at a constant rate (token bucket).
#[derive(Debug)]
pub struct Allowance {
    left: f64,
    burst: f64,
    per_second: f64,
    at: Instant,
}

impl Allowance {
    pub fn new(burst: u32, per_second: f64) -> Self {
        Self { left: f64::from(burst), burst: f64::from(burst), per_second, at: Instant::now() }
    }

    /// Whether all of it is there.
    pub fn is_full(&self) -> bool {
        self.left + self.at.elapsed().as_secs_f64() * self.per_second >= self.burst
    }

    /// Takes one, or returns the seconds until there is one again.
    pub fn take(&mut self) -> Result<(), u64> {
        let now = Instant::now();
        self.left = (self.left + now.duration_since(self.at).as_secs_f64() * self.per_second).min(self.burst);
        self.at = now;
        if self.left >= 1.0 {
            self.left -= 1.0;
            return Ok(());
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few seconds")]
        Err(((1.0 - self.left) / self.per_second).ceil().max(1.0) as u64)
    }
}

/// Keys above which those with a full allowance are forgotten.
const MAX_RATES: usize = 4096;

/// An allowance for each key.
#[derive(Debug)]
pub struct Rates<K> {
    burst: u32,
    per_second: f64,
    each: Mutex<BTreeMap<K, Allowance>>,
}

impl<K: Ord> Rates<K> {
    pub fn new(burst: u32, per_second: f64) -> Self {
        Self { burst, per_second, each: Mutex::default() }
    }

    /// Takes one of the allowance of `key`, or returns the seconds until there is one again.
    pub fn take(&self, key: K) -> Result<(), u64> {
        let mut each = self.each.lock().unwrap_or_else(PoisonError::into_inner);
        if each.len() >= MAX_RATES && !each.contains_key(&key) {
            each.retain(|_, allowance| !allowance.is_full());
        }
        each.entry(key).or_insert_with(|| Allowance::new(self.burst, self.per_second)).take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client() -> Client {
        Client::new("192.0.2.1".parse().expect("an address"))
    }

    #[tokio::test(start_paused = true)]
    async fn each_key_has_an_allowance_of_its_own() {
        let allowances = Allowances::new(Quota { burst: 2, refill: Duration::from_secs(10) });
        assert_eq!([allowances.take(1), allowances.take(1), allowances.take(2)], [Ok(()), Ok(()), Ok(())]);
        assert_eq!(allowances.take(1), Err(ErrorCode::RateLimited { retry_after: 10 }));
        tokio::time::advance(Duration::from_millis(9500)).await;
        assert_eq!(allowances.take(1), Err(ErrorCode::RateLimited { retry_after: 1 }));
        tokio::time::advance(Duration::from_millis(500)).await;
        assert_eq!(allowances.take(1), Ok(()));
        assert!(allowances.take(1).is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn wrong_passwords_make_the_next_attempt_wait_longer_each_time() {
        let delays = Delays::default();
        let mut waits = Vec::new();
        for _ in 0..9 {
            delays.failed("anna", client());
            waits.push(match delays.check("anna", client()) {
                Err(ErrorCode::RateLimited { retry_after }) => retry_after,
                _ => 0,
            });
        }
        assert_eq!(waits, [0, 0, 0, 0, 0, 2, 4, 8, 16]);
        assert_eq!(delays.check("bob", client()), Ok(()));
        (0..30).for_each(|_| delays.failed("anna", client()));
        assert_eq!(delays.check("anna", client()), Err(ErrorCode::RateLimited { retry_after: 900 }));
        delays.succeeded("anna", client());
        assert_eq!(delays.check("anna", client()), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn an_allowance_is_refilled() {
        let mut allowance = Allowance::new(2, 0.5);
        assert_eq!([allowance.take(), allowance.take(), allowance.take()], [Ok(()), Ok(()), Err(2)]);
        tokio::time::advance(std::time::Duration::from_secs(2)).await;
        assert_eq!([allowance.take(), allowance.take()], [Ok(()), Err(2)]);
    }

    #[tokio::test(start_paused = true)]
    async fn each_has_its_own_allowance_and_is_forgotten_once_it_is_full() {
        let rates = Rates::new(1, 1.0);
        assert_eq!([rates.take(0), rates.take(0), rates.take(1)], [Ok(()), Err(1), Ok(())]);
        for key in 2..MAX_RATES {
            assert_eq!(rates.take(key), Ok(()));
        }
        assert_eq!(rates.take(MAX_RATES), Ok(()), "no one is refused for the number of others");
        tokio::time::advance(std::time::Duration::from_secs(1)).await;
        assert_eq!(rates.take(MAX_RATES + 1), Ok(()));
        assert_eq!(rates.each.lock().expect("no panic").len(), 1);
    }
}
