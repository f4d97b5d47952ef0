//! Rate limits by client, account and name.
//!
//! What is counted is limited by [`Allowance`] and [`Allowances`], which are governor on the clock of Tokio: a simulation repeats
//! them, and tests pause them. What costs more or less each time has [`Budgets`](super::budgets::Budgets).

use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::keyed::HashMapStateStore;
use governor::state::{InMemoryState, NotKeyed};
use governor::{NotUntil, RateLimiter};
use saffron_protocol::error::ErrorCode;
use saffron_store::AccountId;
use tokio::time::Instant;

use crate::client::Client;
use crate::config::limits::{FAILURE_TTL, FIRST_SIGN_IN_DELAY, FREE_FAILURES, MAX_SIGN_IN_DELAY};
use crate::config::{AccountLimits, Quota};
use crate::parts::swept_map::{Sweeps, SweptMap};

/// Keys of a table above which those with a full allowance are dropped.
const MAX_KEYS: usize = 4096;

/// Longest time in which a quota fills up: governor counts nanoseconds in 64 bits, which are 584 years.
const MAX_FILL_TIME: Duration = Duration::from_secs(100 * 365 * 86_400);

/// Clock of Tokio, for governor.
#[derive(Clone, Copy, Debug)]
struct TokioClock {
    start: Instant,
}

impl TokioClock {
    fn new() -> Self {
        Self { start: Instant::now() }
    }
}

impl Clock for TokioClock {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        self.start.elapsed().into()
    }
}

/// Limiter by the clock of Tokio that returns nothing but its decision.
type Limiter<K, S> = RateLimiter<K, S, TokioClock, NoOpMiddleware<Nanos>>;

/// The quota as governor wants it. One that would need more than [`MAX_FILL_TIME`] to fill up is refilled faster.
fn governed(quota: Quota) -> governor::Quota {
    let burst = NonZeroU32::new(quota.burst).unwrap_or(NonZeroU32::MIN);
    let refill = quota.refill.clamp(Duration::from_nanos(1), MAX_FILL_TIME / burst.get());
    governor::Quota::with_period(refill).expect("a time above 0").allow_burst(burst)
}

fn refused(refusal: &NotUntil<Nanos>, clock: TokioClock) -> ErrorCode {
    limited(refusal.wait_time_from(clock.now()))
}

/// Refusal for a time, in seconds rounded up.
fn limited(wait: Duration) -> ErrorCode {
    let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
    ErrorCode::RateLimited { retry_after: seconds.max(1) }
}

/// Allowance that is refilled at a constant rate.
#[derive(Debug)]
pub struct Allowance(Limiter<NotKeyed, InMemoryState>);

impl Allowance {
    pub fn new(quota: Quota) -> Self {
        Self(RateLimiter::direct_with_clock(governed(quota), TokioClock::new()))
    }

    /// Takes one.
    ///
    /// # Errors
    /// `RateLimited` if there is none.
    pub fn take(&self) -> Result<(), ErrorCode> {
        self.0.check().map_err(|refusal| refused(&refusal, *self.0.clock()))
    }
}

/// Allowances that are refilled at a constant rate, one for each key.
#[derive(Debug)]
pub struct Allowances<K: Clone + Eq + Hash> {
    limiter: Limiter<K, HashMapStateStore<K>>,
    sweeps: Mutex<Sweeps>,
}

impl<K: Clone + Eq + Hash> Allowances<K> {
    pub fn new(quota: Quota) -> Self {
        let limiter = RateLimiter::hashmap_with_clock(governed(quota), TokioClock::new());
        Self { limiter, sweeps: Mutex::new(Sweeps::above(MAX_KEYS)) }
    }

    /// Takes one of the allowance of a key.
    ///
    /// # Errors
    /// `RateLimited` if there is none.
    pub fn take(&self, key: &K) -> Result<(), ErrorCode> {
        self.sweep();
        self.limiter.check_key(key).map_err(|refusal| refused(&refusal, *self.limiter.clock()))
    }

    /// Drops the keys with a full allowance, if it is time.
    fn sweep(&self) {
        let mut sweeps = self.sweeps.lock().unwrap_or_else(PoisonError::into_inner);
        if sweeps.is_due(self.limiter.len()) {
            self.limiter.retain_recent();
            self.limiter.shrink_to_fit();
            sweeps.done(self.limiter.len());
        }
    }
}

/// Wrong passwords for a name from a client.
#[derive(Clone, Copy, Debug)]
struct Failures {
    count: u32,
    last: Instant,
    next: Instant,
}

/// Delays between attempts to sign in, which grow with each wrong password.
#[derive(Debug)]
pub struct Delays(Mutex<SweptMap<(String, Client), Failures>>);

impl Default for Delays {
    fn default() -> Self {
        Self(Mutex::new(SweptMap::above(MAX_KEYS)))
    }
}

impl Delays {
    /// Checks that a name may be tried from a client now.
    ///
    /// # Errors
    /// `RateLimited` if it must wait.
    pub fn check(&self, name_key: &str, client: Client) -> Result<(), ErrorCode> {
        let failures = self.lock().entries.get(&(name_key.to_owned(), client)).copied();
        let wait = failures.map_or(Duration::ZERO, |failures| failures.next.saturating_duration_since(Instant::now()));
        if wait.is_zero() { Ok(()) } else { Err(limited(wait)) }
    }

    /// Notes a wrong password.
    pub fn failed(&self, name_key: &str, client: Client) {
        let now = Instant::now();
        let recent = |failures: &Failures| now.duration_since(failures.last) < FAILURE_TTL;
        let mut all = self.lock();
        all.make_room(recent);
        let key = (name_key.to_owned(), client);
        let before = all.entries.get(&key).filter(|failures| recent(failures)).map_or(0, |failures| failures.count);
        let count = before.saturating_add(1);
        let delay = match count.checked_sub(FREE_FAILURES) {
            None | Some(0) => Duration::ZERO,
            Some(over) => FIRST_SIGN_IN_DELAY.saturating_mul(1 << (over - 1).min(16)).min(MAX_SIGN_IN_DELAY),
        };
        all.entries.insert(key, Failures { count, last: now, next: now + delay });
    }

    /// Forgets wrong passwords: the right one has come.
    pub fn succeeded(&self, name_key: &str, client: Client) {
        self.lock().entries.remove(&(name_key.to_owned(), client));
    }

    fn lock(&self) -> MutexGuard<'_, SweptMap<(String, Client), Failures>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn client() -> Client {
        Client::new("192.0.2.1".parse().expect("an address"))
    }

    #[tokio::test(start_paused = true)]
    async fn each_key_has_an_allowance_of_its_own() {
        let allowances = Allowances::new(Quota { burst: 2, refill: Duration::from_secs(10) });
        assert_eq!([allowances.take(&1), allowances.take(&1), allowances.take(&2)], [Ok(()), Ok(()), Ok(())]);
        assert_eq!(allowances.take(&1), Err(ErrorCode::RateLimited { retry_after: 10 }));
        tokio::time::advance(Duration::from_millis(9500)).await;
        assert_eq!(allowances.take(&1), Err(ErrorCode::RateLimited { retry_after: 1 }));
        tokio::time::advance(Duration::from_millis(500)).await;
        assert_eq!(allowances.take(&1), Ok(()));
        assert!(allowances.take(&1).is_err());
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
        let allowance = Allowance::new(Quota { burst: 2, refill: Duration::from_secs(2) });
        let wait = Err(ErrorCode::RateLimited { retry_after: 2 });
        assert_eq!([allowance.take(), allowance.take(), allowance.take()], [Ok(()), Ok(()), wait.clone()]);
        tokio::time::advance(Duration::from_secs(2)).await;
        assert_eq!([allowance.take(), allowance.take()], [Ok(()), wait]);
    }

    #[tokio::test(start_paused = true)]
    async fn each_has_its_own_allowance_and_is_forgotten_once_it_is_full() {
        let allowances = Allowances::new(Quota { burst: 1, refill: Duration::from_secs(1) });
        let wait = Err(ErrorCode::RateLimited { retry_after: 1 });
        assert_eq!([allowances.take(&0), allowances.take(&0), allowances.take(&1)], [Ok(()), wait, Ok(())]);
        for key in 2..MAX_KEYS {
            assert_eq!(allowances.take(&key), Ok(()));
        }
        assert_eq!(allowances.take(&MAX_KEYS), Ok(()), "no one is refused for the number of others");
        tokio::time::advance(Sweeps::INTERVAL).await;
        assert_eq!(allowances.take(&(MAX_KEYS + 1)), Ok(()));
        assert_eq!(allowances.limiter.len(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn the_largest_quotas_neither_overflow_nor_lose_their_burst() {
        for (burst, refill) in [
            (u32::MAX, Duration::MAX),
            (u32::MAX, Duration::from_secs(3600)),
            (u32::MAX, Duration::ZERO),
            (1, Duration::MAX),
            (0, Duration::ZERO),
        ] {
            let quota = governed(Quota { burst, refill });
            assert_eq!(quota.burst_size().get(), burst.max(1));
            assert!(quota.burst_size_replenished_in() <= MAX_FILL_TIME);
            let allowances = Allowances::new(Quota { burst, refill });
            let allowance = Allowance::new(Quota { burst, refill });
            for _ in 0..3 {
                assert_eq!([allowance.take(), allowances.take(&1)], [Ok(()), Ok(())], "{burst} {refill:?}");
                tokio::time::advance(MAX_FILL_TIME).await;
            }
            allowances.limiter.retain_recent();
        }
        let once = Allowance::new(Quota { burst: 1, refill: Duration::MAX });
        assert_eq!(
            [once.take(), once.take()],
            [Ok(()), Err(ErrorCode::RateLimited { retry_after: MAX_FILL_TIME.as_secs() })]
        );
    }
}
