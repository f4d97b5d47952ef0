//! Jobs that send e-mails. They hold no secret: the token of a link is created when its e-mail is written.

use saffron_live::Millis;
use saffron_store::jobs::{Job, NewJob, enqueue};
use saffron_store::{AccountId, Statement};
use serde::{Deserialize, Serialize};

use crate::config::limits::{MAIL_NOTICE_TTL, RESET_TTL};
use crate::mail::language::Language;

/// Name of the e-mails' queue.
pub const QUEUE: &str = "mail";

const CONFIRM: &str = "mail-confirm";
const RESET: &str = "mail-reset";
const CHANGED: &str = "mail-changed";
const NOTIFICATIONS: &str = "mail-notifications";

/// E-mail to be written and sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mail {
    /// Request to confirm that an address belongs to an account.
    Confirm { account: AccountId, address: String, language: Language },
    /// Link to reset the password, if an account has confirmed the address with this key.
    Reset { email_key: String, language: Language },
    /// Notice to an account's old address that the address was changed.
    Changed { account: AccountId, name: String, address: String, language: Language },
    /// What an account has not read.
    Notifications { account: AccountId },
}

/// Payload of an e-mail's job.
#[derive(Debug, Serialize, Deserialize)]
struct Payload {
    language: Language,
    #[serde(default)]
    name: String,
    #[serde(default)]
    address: String,
}

impl Mail {
    /// Statement that enqueues the e-mail. It replaces a pending one of the same kind: for the same account if it is a
    /// confirmation, since only the last link is valid; otherwise for the same address.
    pub fn enqueue(&self, now: Millis) -> Statement {
        self.enqueue_at(now, now)
    }

    /// Statement that enqueues the e-mail for a later time.
    pub fn enqueue_at(&self, now: Millis, at: Millis) -> Statement {
        let (kind, key, account, tried) = match self {
            Self::Confirm { account, .. } => (CONFIRM, account.to_string(), Some(*account), MAIL_NOTICE_TTL),
            Self::Reset { email_key, .. } => (RESET, email_key.clone(), None, RESET_TTL),
            Self::Changed { account, address, .. } => {
                (CHANGED, address.to_lowercase(), Some(*account), MAIL_NOTICE_TTL)
            }
            Self::Notifications { account } => (NOTIFICATIONS, account.to_string(), Some(*account), MAIL_NOTICE_TTL),
        };
        let (name, address, language) = match self {
            Self::Confirm { address, language, .. } => ("", address.as_str(), *language),
            Self::Reset { language, .. } => ("", "", *language),
            // The settings of the account have it.
            Self::Notifications { .. } => ("", "", Language::base()),
            Self::Changed { name, address, language, .. } => (name.as_str(), address.as_str(), *language),
        };
        let payload = Payload { language, name: name.to_owned(), address: address.to_owned() };
        enqueue(&NewJob {
            queue: QUEUE,
            kind,
            key,
            // Serialising this enum cannot fail.
            payload: serde_json::to_string(&payload).unwrap_or_default(),
            account,
            created_at: now,
            run_at: at,
            expires_at: Some(at + tried),
        })
    }

    /// E-mail of a job; `None` if this version cannot read it.
    pub fn of(job: &Job) -> Option<Self> {
        let Payload { language, name, address } = serde_json::from_str(&job.payload).ok()?;
        Some(match job.kind.as_str() {
            CONFIRM => Self::Confirm { account: job.account?, address, language },
            NOTIFICATIONS => Self::Notifications { account: job.account? },
            RESET => Self::Reset { email_key: job.key.clone(), language },
            CHANGED => Self::Changed { account: job.account?, name, address, language },
            _ => return None,
        })
    }
}

/// Statement that cancels an account's pending confirmation.
pub fn cancel_confirmation(account: AccountId) -> Statement {
    saffron_store::jobs::cancel(CONFIRM, account)
}
