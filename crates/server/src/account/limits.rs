//! How often one may try: allowances by client and by account.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use saffron_protocol::error::ErrorCode;
use saffron_store::AccountId;
use tokio::time::Instant;

use crate::config::{AccountLimits, Quota};
use crate::http::client::Client;

/// Keys that one table holds before those with a full allowance are dropped.
const MOST: usize = 50_000;

/// Wrong passwords for a name from a client that are answered without a delay.
const FREE_FAILURES: u32 = 5;
/// The delay after the next one; it doubles with each that follows, up to the longest.
const FIRST_DELAY: Duration = Duration::from_secs(2);
const LONGEST_DELAY: Duration = Duration::from_secs(15 * 60);
/// After so long without a wrong password, those before are forgotten.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(60 * 60);

/// Allowances that are refilled at a constant rate (token buckets), one for each key.
#[derive(Debug)]
pub(crate) struct Allowances<K> {
    quota: Quota,
    /// When the allowance of a key would be full, as in the generic cell rate algorithm.
    full_at: Mutex<HashMap<K, Instant>>,
}

impl<K: Eq + Hash> Allowances<K> {
    pub(crate) fn new(quota: Quota) -> Self {
        Self { quota, full_at: Mutex::default() }
    }

    /// Takes one.
    ///
    /// # Errors
    /// `RateLimited`, where there is none.
    pub(crate) fn take(&self, key: K) -> Result<(), ErrorCode> {
        let now = Instant::now();
        let refill = self.quota.refill;
        let mut full_at = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        if full_at.len() >= MOST {
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
pub(crate) struct Delays(Mutex<HashMap<(String, Client), Failures>>);

impl Delays {
    /// Whether a name may be tried from a client now.
    ///
    /// # Errors
    /// `RateLimited`, where it must wait.
    pub(crate) fn check(&self, name_key: &str, client: Client) -> Result<(), ErrorCode> {
        let failures = self.lock().get(&(name_key.to_owned(), client)).copied();
        let wait = failures.map_or(Duration::ZERO, |failures| failures.next.saturating_duration_since(Instant::now()));
        if wait.is_zero() { Ok(()) } else { Err(limited(wait)) }
    }

    /// Notes a wrong password.
    pub(crate) fn failed(&self, name_key: &str, client: Client) {
        let now = Instant::now();
        let recent = |failures: &Failures| now.duration_since(failures.last) < FORGOTTEN_AFTER;
        let mut all = self.lock();
        if all.len() >= MOST {
            all.retain(|_, failures| recent(failures));
        }
        let key = (name_key.to_owned(), client);
        let before = all.get(&key).filter(|failures| recent(failures)).map_or(0, |failures| failures.count);
        let count = before.saturating_add(1);
        let delay = match count.checked_sub(FREE_FAILURES) {
            None | Some(0) => Duration::ZERO,
            Some(over) => FIRST_DELAY.saturating_mul(1 << (over - 1).min(16)).min(LONGEST_DELAY),
        };
        all.insert(key, Failures { count, last: now, next: now + delay });
    }

    /// Forgets wrong passwords: the right one has come.
    pub(crate) fn succeeded(&self, name_key: &str, client: Client) {
        self.lock().remove(&(name_key.to_owned(), client));
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<(String, Client), Failures>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// All limits of accounts.
#[derive(Debug)]
pub(crate) struct Limits {
    pub(crate) guests: Allowances<Client>,
    pub(crate) registrations: Allowances<Client>,
    pub(crate) sign_ins: Allowances<Client>,
    pub(crate) sign_ins_by_name: Allowances<String>,
    /// Mails that a client asks for, without being signed in.
    pub(crate) mails: Allowances<Client>,
    /// Mails to an address.
    pub(crate) mails_by_address: Allowances<String>,
    /// Passwords that a signed-in account gives once more.
    pub(crate) confirmations: Allowances<AccountId>,
    /// Changes of settings, exports, new feeds.
    pub(crate) changes: Allowances<AccountId>,
    pub(crate) delays: Delays,
}

impl Limits {
    pub(crate) fn new(limits: &AccountLimits) -> Self {
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
}
