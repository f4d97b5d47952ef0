//! What of accounts is in memory.

use crate::account::cache::SessionCache;
use crate::account::limits::Limits;
use crate::account::mail_queue::MailQueue;
use crate::account::passwords::Passwords;
use crate::account::vacations::Vacations;
use crate::config::AccountConfig;

/// Accounts.
#[derive(Debug)]
pub(crate) struct AccountState {
    pub(crate) cache: SessionCache,
    pub(crate) limits: Limits,
    pub(crate) passwords: Passwords,
    pub(crate) mail: MailQueue,
    pub(crate) vacations: Vacations,
}

impl AccountState {
    pub(crate) fn new(config: &AccountConfig) -> Self {
        Self {
            cache: SessionCache::default(),
            limits: Limits::new(&config.limits),
            passwords: Passwords::default(),
            mail: MailQueue::new(config.mail.is_some()),
            vacations: Vacations::default(),
        }
    }
}
