//! Budgets: the cost that each visitor, account and game may cause.
//!
//! The costs of requests differ by a factor of a thousand: a move is a hundred bytes in the log, a set of conditional moves
//! four thousand; a game of ten moves is replayed in a tenth of a millisecond, one of some thousand in twenty. So costly
//! requests are not counted, but charged in the unit of the resource that is scarce. A budget fills up again at a constant
//! rate (generic cell rate algorithm), by the clock of the rest of the server, so that simulations repeat it.
//!
//! Requests, sign-ins and connections, which cost the same each time, are counted when they are admitted.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use saffron_protocol::error::ErrorCode;
use saffron_store::{AccountId, GameId};
use tokio::time::Instant;

use crate::client::Client;
use crate::config::limits::{BUDGETS_BEFORE_SWEEP, FIRST_MESSAGE_BYTES};
use crate::config::{Allowance, BudgetLimits};
use crate::parts::swept_map::SweptMap;

/// Bytes that a message costs in the store beyond its own: numbers, times, clocks, keys.
const MESSAGE_OVERHEAD: u64 = 128;

/// Processor time of a look-up of a game, and of each of its events when it is replayed or written, in microseconds
/// (docs/load.md: 394,108 moves in 2.5 s).
const LOOKUP_MICROS: u64 = 100;
const EVENT_MICROS: u64 = 6;

/// Processor time of a game that the figures of a profile count, in microseconds.
const COUNTED_GAME_MICROS: u64 = 10;

/// Bytes of a library that are read and sent in a microsecond of a processor.
const LIBRARY_BYTES_A_MICRO: u64 = 100;

/// Holder of a budget.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Payer {
    Client(Client),
    Account(AccountId),
    Game(GameId),
}

/// Cost in the unit of its resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// Bytes that are stored.
    Stored(u64),
    /// Bytes of a library that are stored. They have a budget of their own: a first copy of a library is as long as a thousand
    /// games, and must leave enough for the moves of a game in progress.
    Library(u64),
    /// Microseconds of a processor.
    Processor(u64),
    /// E-mails that are queued.
    Mails(u64),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Resource {
    Stored,
    Library,
    Processor,
    Mails,
}

impl Cost {
    /// Cost of storing a message of this many bytes.
    pub fn of_message(bytes: usize) -> Self {
        Self::Stored(bytes as u64 + MESSAGE_OVERHEAD)
    }

    /// Cost of storing the first message of a conversation, which counts more, so that strangers are not written to in great numbers.
    pub fn of_first_message(bytes: usize) -> Self {
        Self::Stored(bytes as u64 + MESSAGE_OVERHEAD + FIRST_MESSAGE_BYTES)
    }

    /// Cost of storing a message of this many bytes, and a notification of it for each recipient.
    pub fn of_messages(bytes: usize, recipients: usize) -> Self {
        Self::Stored(bytes as u64 + MESSAGE_OVERHEAD * (1 + recipients as u64))
    }

    /// Cost of reading a game with this many events.
    pub fn of_replay(events: usize) -> Self {
        Self::of_rows(events)
    }

    /// Cost of a profile's figures from this many games, and of replaying this many plies of its best wins.
    pub fn of_summary(games: usize, plies: usize) -> Self {
        Self::Processor(LOOKUP_MICROS + COUNTED_GAME_MICROS * games as u64 + EVENT_MICROS * plies as u64)
    }

    /// Cost of storing an entry of a library with this many bytes.
    pub fn of_entry(bytes: usize) -> Self {
        Self::Library(bytes as u64 + MESSAGE_OVERHEAD)
    }

    /// Cost of reading this many short rows.
    pub fn of_rows(rows: usize) -> Self {
        Self::Processor(LOOKUP_MICROS + EVENT_MICROS * rows as u64)
    }

    /// Cost of pairing a round of a tournament: at most a quarter of a second for 500 players, and some seconds for 2,000.
    pub fn of_pairing(players: usize) -> Self {
        Self::Processor(LOOKUP_MICROS + (players as u64).pow(2))
    }

    /// Cost of reading this many entries of a library with this many bytes.
    pub fn of_library(entries: usize, bytes: usize) -> Self {
        Self::Processor(LOOKUP_MICROS + EVENT_MICROS * entries as u64 + bytes as u64 / LIBRARY_BYTES_A_MICRO)
    }

    fn parts(self) -> (Resource, u64) {
        match self {
            Self::Stored(bytes) => (Resource::Stored, bytes),
            Self::Library(bytes) => (Resource::Library, bytes),
            Self::Processor(micros) => (Resource::Processor, micros),
            Self::Mails(mails) => (Resource::Mails, mails),
        }
    }
}

type FullTimes = SweptMap<(Payer, Resource), Instant>;

/// All budgets.
#[derive(Debug)]
pub struct Budgets {
    limits: BudgetLimits,
    /// Time at which each budget is full again.
    full_at: Mutex<FullTimes>,
}

impl Budgets {
    pub fn new(limits: BudgetLimits) -> Self {
        Self { limits, full_at: Mutex::new(SweptMap::above(BUDGETS_BEFORE_SWEEP)) }
    }

    /// Takes a cost from the budgets of all who pay for it, or from none.
    ///
    /// # Errors
    /// `RateLimited` if it exceeds the budget of one of them.
    pub fn charge(&self, payers: &[Payer], cost: Cost) -> Result<(), ErrorCode> {
        let (resource, cost) = cost.parts();
        let now = Instant::now();
        let mut full_at = self.lock();
        let mut charged = Vec::with_capacity(payers.len());
        for payer in payers {
            let Some(allowance) = self.allowance(*payer, resource) else { continue };
            let at = due(&full_at, *payer, resource, now) + time_for(cost, allowance);
            let over = (at - now).saturating_sub(time_for(allowance.burst.max(cost), allowance));
            if !over.is_zero() {
                return Err(ErrorCode::RateLimited { retry_after: over.as_secs() + 1 });
            }
            charged.push(((*payer, resource), at));
        }
        full_at.make_room(|at| *at > now);
        full_at.entries.extend(charged);
        Ok(())
    }

    /// Returns whether a payer has anything left for a resource whose cost is known only later: see [`owe`](Self::owe).
    ///
    /// # Errors
    /// `RateLimited` if its budget is used up.
    pub fn may_use_processor(&self, payer: Payer) -> Result<(), ErrorCode> {
        let Some(allowance) = self.allowance(payer, Resource::Processor) else { return Ok(()) };
        let now = Instant::now();
        let at = due(&self.lock(), payer, Resource::Processor, now);
        let over = (at - now).saturating_sub(time_for(allowance.burst, allowance));
        if over.is_zero() { Ok(()) } else { Err(ErrorCode::RateLimited { retry_after: over.as_secs() + 1 }) }
    }

    /// Charges a cost that has arisen, even if it exceeds the budget.
    pub fn owe(&self, payer: Payer, cost: Cost) {
        let (resource, cost) = cost.parts();
        let Some(allowance) = self.allowance(payer, resource) else { return };
        let now = Instant::now();
        let mut full_at = self.lock();
        full_at.make_room(|at| *at > now);
        let at = due(&full_at, payer, resource, now) + time_for(cost, allowance);
        full_at.entries.insert((payer, resource), at);
    }

    /// The allowance of a payer; `None` if it has no limit.
    fn allowance(&self, payer: Payer, resource: Resource) -> Option<Allowance> {
        let budget = match payer {
            Payer::Client(_) => self.limits.client,
            Payer::Account(_) => self.limits.account,
            Payer::Game(_) => self.limits.game,
        };
        match resource {
            Resource::Stored => budget.stored,
            Resource::Library => budget.library,
            Resource::Processor => budget.processor,
            Resource::Mails => budget.mails,
        }
    }

    fn lock(&self) -> MutexGuard<'_, FullTimes> {
        self.full_at.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Time at which a payer's budget is full; not before now.
fn due(full_at: &FullTimes, payer: Payer, resource: Resource, now: Instant) -> Instant {
    full_at.entries.get(&(payer, resource)).copied().unwrap_or(now).max(now)
}

/// The time in which an amount is added to a budget.
fn time_for(amount: u64, allowance: Allowance) -> Duration {
    const HOUR: u128 = 3_600_000_000_000;
    let nanoseconds = u128::from(amount) * HOUR / u128::from(allowance.per_hour.max(1));
    // Ten years are as good as any longer time.
    Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(u64::MAX).min(315_360_000_000_000_000))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Budget;

    fn budgets() -> Budgets {
        let allowance = |burst, per_hour| Some(Allowance { burst, per_hour });
        Budgets::new(BudgetLimits {
            client: Budget { stored: allowance(1000, 3600), processor: allowance(100, 3600), ..Budget::default() },
            account: Budget { stored: allowance(500, 3600), ..Budget::default() },
            game: Budget::default(),
        })
    }

    fn client() -> Payer {
        Payer::Client(Client::new([192, 0, 2, 1].into()))
    }

    const ACCOUNT: fn(u128) -> Payer = |id| Payer::Account(AccountId::from_random(id));

    #[tokio::test(start_paused = true)]
    async fn a_budget_is_used_up_by_what_things_cost_and_fills_up_again() {
        let budgets = budgets();
        assert_eq!(budgets.charge(&[client()], Cost::Stored(900)), Ok(()));
        assert_eq!(budgets.charge(&[client()], Cost::Stored(100)), Ok(()));
        assert_eq!(budgets.charge(&[client()], Cost::Stored(60)), Err(ErrorCode::RateLimited { retry_after: 61 }));
        tokio::time::advance(Duration::from_secs(60)).await;
        assert_eq!(budgets.charge(&[client()], Cost::Stored(60)), Ok(()));
        assert!(budgets.charge(&[client()], Cost::Stored(1)).is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn all_who_pay_must_have_enough_and_none_pays_for_what_is_refused() {
        let budgets = budgets();
        let [one, other] = [1, 2].map(ACCOUNT);
        assert_eq!(budgets.charge(&[client(), one], Cost::Stored(500)), Ok(()));
        assert!(budgets.charge(&[client(), one], Cost::Stored(1)).is_err(), "the account has nothing left");
        assert_eq!(budgets.charge(&[client(), other], Cost::Stored(500)), Ok(()), "the refused byte was not charged");
        assert!(budgets.charge(&[client(), ACCOUNT(3)], Cost::Stored(1)).is_err(), "the client has nothing left");
        let game = Payer::Game(GameId::from_random(1));
        assert_eq!(budgets.charge(&[game], Cost::Stored(1 << 40)), Ok(()), "without a limit");
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_known_only_later_is_owed() {
        let budgets = budgets();
        assert_eq!(budgets.may_use_processor(client()), Ok(()));
        budgets.owe(client(), Cost::Processor(130));
        assert_eq!(budgets.may_use_processor(client()), Err(ErrorCode::RateLimited { retry_after: 31 }));
        tokio::time::advance(Duration::from_secs(30)).await;
        assert_eq!(budgets.may_use_processor(client()), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_larger_than_a_budget_needs_all_of_it() {
        let budgets = budgets();
        assert_eq!(budgets.charge(&[client()], Cost::Stored(5000)), Ok(()));
        assert!(budgets.charge(&[client()], Cost::Stored(1)).is_err());
    }
}
