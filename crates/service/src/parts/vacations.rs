//! Accounts on vacation.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use saffron_live::Millis;
use saffron_store::AccountId;
use saffron_store::accounts::Account;

use crate::calendar::year_of;
use crate::config::limits::VACATION_DAYS;

/// Days of vacation that an account has left in the year of a time.
pub fn vacation_days_left(account: &Account, now: Millis) -> u32 {
    let taken = if account.vacation_year == year_of(now) { account.vacation_days } else { 0 };
    VACATION_DAYS.saturating_sub(taken)
}

/// A vacation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vacation {
    /// Beginning. After a restart of the server an estimate that is not later than the true one.
    pub from: Millis,
    /// End of the vacation.
    pub until: Millis,
}

/// The accounts that are on vacation.
#[derive(Debug, Default)]
pub struct Vacations(Mutex<BTreeMap<AccountId, Vacation>>);

impl Vacations {
    /// The vacation of an account at a time.
    pub fn of(&self, account: AccountId, now: Millis) -> Option<Vacation> {
        let vacations = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        vacations.get(&account).copied().filter(|vacation| now < vacation.until)
    }

    /// Notes a vacation. One that is prolonged began when it did.
    pub fn begin(&self, account: AccountId, vacation: Vacation, now: Millis) {
        let mut vacations = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        vacations.retain(|_, vacation| now < vacation.until);
        let from = vacations.get(&account).map_or(vacation.from, |before| before.from);
        vacations.insert(account, Vacation { from, ..vacation });
    }

    /// Forgets the vacation of an account that was closed.
    pub fn end(&self, account: AccountId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&account);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vacation_that_is_prolonged_began_when_it_did() {
        let (vacations, account) = (Vacations::default(), AccountId::from_random(1));
        vacations.begin(account, Vacation { from: 10, until: 20 }, 10);
        vacations.begin(account, Vacation { from: 15, until: 30 }, 15);
        assert_eq!(vacations.of(account, 29), Some(Vacation { from: 10, until: 30 }));
        assert_eq!(vacations.of(account, 30), None);
        vacations.begin(account, Vacation { from: 40, until: 50 }, 40);
        assert_eq!(vacations.of(account, 45), Some(Vacation { from: 40, until: 50 }));
    }
}
