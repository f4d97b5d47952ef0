//! Limits on the conversations that an account begins.

use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::{CONTACT_BURST, NEW_ACCOUNT_CONTACT_BURST};
use saffron_store::AccountId;

use crate::config::Quota;
use crate::config::limits::{CONTACT_REFILL, NEW_ACCOUNT_CONTACT_REFILL};
use crate::parts::limits::Allowances;

/// Allowances of new conversations, by account.
#[derive(Debug)]
pub struct Contacts {
    all: Allowances<AccountId>,
    of_new_accounts: Allowances<AccountId>,
}

impl Default for Contacts {
    fn default() -> Self {
        Self {
            all: Allowances::new(Quota { burst: CONTACT_BURST, refill: CONTACT_REFILL }),
            of_new_accounts: Allowances::new(Quota {
                burst: NEW_ACCOUNT_CONTACT_BURST,
                refill: NEW_ACCOUNT_CONTACT_REFILL,
            }),
        }
    }
}

impl Contacts {
    /// Counts a conversation that an account begins.
    ///
    /// # Errors
    /// `RateLimited` if it has begun too many.
    pub fn take(&self, account: AccountId, is_new: bool) -> Result<(), ErrorCode> {
        if is_new {
            self.of_new_accounts.take(&account)?;
        }
        self.all.take(&account)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_new_account_begins_few_conversations() {
        let contacts = Contacts::default();
        let [new, old] = [1, 2].map(AccountId::from_random);
        for _ in 0..NEW_ACCOUNT_CONTACT_BURST {
            assert_eq!(contacts.take(new, true), Ok(()));
        }
        assert_eq!(contacts.take(new, true), Err(ErrorCode::RateLimited { retry_after: 8 * 3600 }));
        for _ in 0..CONTACT_BURST {
            assert_eq!(contacts.take(old, false), Ok(()));
        }
        assert_eq!(contacts.take(old, false), Err(ErrorCode::RateLimited { retry_after: 144 * 60 }));
        tokio::time::advance(CONTACT_REFILL).await;
        assert_eq!(contacts.take(old, false), Ok(()));
    }
}
