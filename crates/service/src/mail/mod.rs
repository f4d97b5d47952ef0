//! E-mails, written and sent by jobs.

pub mod jobs;
pub mod language;
pub mod post;

use std::sync::Arc;
use std::time::Duration;

use saffron_store::StoreError;
use saffron_store::accounts::{self, Account, Kind};
use saffron_store::jobs::Job;
use saffron_store::tokens::{self, Token};

use crate::app::App;
use crate::config::limits::{CONFIRM_TTL, RESET_TTL};
use crate::jobs::{Effect, Failure, Queue, Work, run};
use crate::mail::jobs::{Mail, QUEUE};
use crate::mail::post::{NotSent, Post, Text};
use crate::tokens::{CONFIRM, RESET, hash_of, new_token};

pub use crate::mail::language::Language;
pub use crate::mail::post::MailError;

/// Queue of e-mails. Enough are sent at a time that a few slow addresses delay no other.
static MAIL: Queue = Queue {
    name: QUEUE,
    state: |app| &app.jobs.mail,
    at_once: 32,
    timeout: Duration::from_secs(60),
    first_delay: Duration::from_secs(15),
    longest_delay: Duration::from_secs(60 * 60),
    // Limited by the expiry of the job instead: an hour or a day.
    attempts: u32::MAX,
};

/// Sends queued e-mails. Never returns, unless e-mail is not configured.
pub async fn deliver(app: &Arc<App>) {
    let Some(config) = &app.config.accounts.mail else { return };
    match Post::new(config, app.config.public_origin.as_deref()) {
        Ok(post) => run(app, &MAIL, post).await,
        Err(error) => tracing::error!(%error, "no e-mail is sent"),
    }
}

/// Content of an e-mail.
struct Letter {
    text: Text,
    language: Language,
    name: String,
    address: String,
    token: Option<String>,
}

impl Work for Post {
    async fn work(&self, app: &Arc<App>, job: &Job) -> Result<Effect, Failure> {
        let mail = Mail::of(job).ok_or_else(|| Failure::Never("it cannot be read".to_owned()))?;
        if let Some(Letter { text, language, name, address, token }) = letter(app, mail).await? {
            let sent = self.send((text, language), (&name, &address), token.as_deref(), app.random.bits()).await;
            sent.map_err(
                |NotSent { reason, permanent }| if permanent { Failure::Never(reason) } else { Failure::Later(reason) },
            )?;
        }
        Ok(Effect::default())
    }
}

/// Writes an e-mail and stores its token; `None` if the e-mail is no longer needed.
async fn letter(app: &App, mail: Mail) -> Result<Option<Letter>, StoreError> {
    let person = |account: Option<Account>| account.filter(|account| account.kind == Kind::Person);
    match mail {
        Mail::Confirm { account, address, language } => {
            let account = person(accounts::by_id(&*app.database, account).await?);
            let confirmed = |account: &Account| account.email_confirmed && account.email.as_ref() == Some(&address);
            let Some(account) = account.filter(|account| !confirmed(account)) else { return Ok(None) };
            let token = store_token(app, &account, CONFIRM, &address).await?;
            Ok(Some(letter_to(Text::Confirm, language, account, address, token)))
        }
        Mail::Reset { email_key, language } => {
            let account = person(accounts::by_email(&*app.database, &email_key).await?);
            let Some(account) = account else { return Ok(None) };
            let Some(address) = account.email.clone() else { return Ok(None) };
            let token = store_token(app, &account, RESET, "").await?;
            Ok(Some(letter_to(Text::Reset, language, account, address, token)))
        }
        Mail::Changed { name, address, language, .. } => {
            Ok(Some(Letter { text: Text::Changed, language, name, address, token: None }))
        }
    }
}

fn letter_to(text: Text, language: Language, account: Account, address: String, token: String) -> Letter {
    Letter { text, language, name: account.name.unwrap_or_default(), address, token: Some(token) }
}

/// Creates a token that replaces the account's others for this purpose.
async fn store_token(app: &App, account: &Account, purpose: &str, data: &str) -> Result<String, StoreError> {
    let (token, now) = (new_token(&app.random), app.clock.now());
    let valid = if purpose == RESET { RESET_TTL } else { CONFIRM_TTL };
    let stored = Token {
        purpose: purpose.to_owned(),
        account: account.id,
        data: data.to_owned(),
        created_at: now,
        expires_at: now + valid,
    };
    app.database.transact(tokens::replace(&hash_of(&token), &stored)).await?;
    Ok(token)
}
