//! What of accounts is in memory.

use crate::account::cache::SessionCache;
use crate::account::limits::Limits;
use crate::account::names::ErasedNames;
use crate::account::passwords::Passwords;
use crate::account::vacations::Vacations;
use crate::config::AccountConfig;

/// Accounts.
#[derive(Debug)]
pub(crate) struct AccountState {
    pub(crate) cache: SessionCache,
    pub(crate) limits: Limits,
    pub(crate) passwords: Passwords,
    /// Whether e-mail can be sent.
    pub(crate) has_mail: bool,
    pub(crate) vacations: Vacations,
    pub(crate) erased_names: ErasedNames,
}

impl AccountState {
    pub(crate) fn new(config: &AccountConfig, erased_names: ErasedNames) -> Self {
        Self {
            cache: SessionCache::default(),
            limits: Limits::new(&config.limits),
            passwords: Passwords::default(),
            has_mail: config.mail.is_some(),
            vacations: Vacations::default(),
            erased_names,
        }
    }
}
