//! E-mails that wait to be written and sent.

use std::sync::{Mutex, PoisonError};

use saffron_protocol::error::ErrorCode;
use saffron_store::AccountId;
use tokio::sync::mpsc;

/// E-mails that may wait.
const CAPACITY: usize = 200;

/// The languages of e-mails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    English,
    Russian,
}

impl Language {
    /// The one that a browser prefers, by its `Accept-Language`.
    pub(crate) fn preferred(accept_language: &str) -> Self {
        let languages = accept_language.split(',').filter_map(|part| {
            let mut parts = part.split(';').map(str::trim);
            let language = match parts.next()?.split('-').next()?.to_ascii_lowercase().as_str() {
                "ru" => Self::Russian,
                "en" => Self::English,
                _ => return None,
            };
            let weight = parts.find_map(|part| part.strip_prefix("q=")).map_or(Some(1.0), |text| text.parse().ok())?;
            Some((language, weight))
        });
        let best = languages.fold(None, |best: Option<(Self, f32)>, (language, weight)| match best {
            Some((_, before)) if before >= weight => best,
            _ => Some((language, weight)),
        });
        best.map_or(Self::English, |(language, _)| language)
    }
}

/// An e-mail that is to be written and sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Mail {
    /// Asks whether an address belongs to an account.
    Confirm { account: AccountId, address: String, language: Language },
    /// A link for a new password, where an account has confirmed the address with this key.
    Reset { email_key: String, language: Language },
    /// Tells the address that an account had that it has another one now.
    Changed { name: String, address: String, language: Language },
}

/// The queue.
#[derive(Debug)]
pub(crate) struct MailQueue {
    sender: Option<mpsc::Sender<Mail>>,
    receiver: Mutex<Option<mpsc::Receiver<Mail>>>,
}

impl MailQueue {
    pub(crate) fn new(enabled: bool) -> Self {
        let (sender, receiver) = mpsc::channel(CAPACITY);
        Self { sender: enabled.then_some(sender), receiver: Mutex::new(Some(receiver)) }
    }

    /// Whether there is e-mail.
    pub(crate) fn is_enabled(&self) -> bool {
        self.sender.is_some()
    }

    /// Adds an e-mail.
    ///
    /// # Errors
    /// `EmailDisabled`; `Busy` where too many wait.
    pub(crate) fn add(&self, mail: Mail) -> Result<(), ErrorCode> {
        let sender = self.sender.as_ref().ok_or(ErrorCode::EmailDisabled)?;
        sender.try_send(mail).map_err(|_| ErrorCode::Busy)
    }

    /// The reading end, once.
    pub(crate) fn take_receiver(&self) -> Option<mpsc::Receiver<Mail>> {
        self.receiver.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_the_one_with_the_greatest_weight() {
        use Language::{English, Russian};
        let cases = [
            ("", English),
            ("ru", Russian),
            ("ru-RU,ru;q=0.9,en;q=0.8", Russian),
            ("en-GB, ru;q=0.5", English),
            ("de, ru;q=0.5, en;q=0.7", English),
            ("de", English),
            ("ru;q=x", English),
        ];
        for (header, language) in cases {
            assert_eq!(Language::preferred(header), language, "{header}");
        }
    }
}
