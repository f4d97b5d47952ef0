//! E-mails, written and sent by jobs.

pub mod jobs;
pub mod language;
pub mod post;

use std::sync::Arc;
use std::time::Duration;

use saffron_store::accounts::{self, Account, Kind};
use saffron_store::jobs::Job;
use saffron_store::tokens::{self, Token};
use saffron_store::{AccountId, Statement, StoreError};

use crate::app::App;
use crate::config::limits::{CONFIRM_TTL, RESET_TTL};
use crate::jobs::{Effect, Failure, Queue, Work, run};
use crate::mail::jobs::{Mail, QUEUE};
use crate::mail::post::{NotSent, Post, Text, Written};
use crate::notifications::{self, StoredSettings};
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

/// What a job comes to.
enum Outcome {
    Send(Letter),
    /// No e-mail is needed, or not yet.
    Skip(Effect),
}

/// E-mail to an address, and its effect in the store once it is sent.
struct Letter {
    written: Written,
    address: String,
    sent: Vec<Statement>,
}

impl Work for Post {
    async fn work(&self, app: &Arc<App>, job: &Job) -> Result<Effect, Failure> {
        let mail = Mail::of(job).ok_or_else(|| Failure::Never("it cannot be read".to_owned()))?;
        let letter = match letter(app, mail, self.site()).await? {
            Outcome::Send(letter) => letter,
            Outcome::Skip(effect) => return Ok(effect),
        };
        self.send(letter.written, &letter.address, app.random.bits()).await.map_err(
            |NotSent { reason, permanent }| if permanent { Failure::Never(reason) } else { Failure::Later(reason) },
        )?;
        Ok(Effect { statements: letter.sent, then: None })
    }
}

/// Writes an e-mail and stores its token.
async fn letter(app: &App, mail: Mail, site: &str) -> Result<Outcome, Failure> {
    let person = |account: Option<Account>| account.filter(|account| account.kind == Kind::Person);
    let (text, language, account, address, purpose) = match mail {
        Mail::Confirm { account, address, language } => {
            let account = person(accounts::by_id(&*app.database, account).await?);
            let confirmed = |account: &Account| account.email_confirmed && account.email.as_ref() == Some(&address);
            let account = account.filter(|account| !confirmed(account));
            (Text::Confirm, language, account, Some(address), CONFIRM)
        }
        Mail::Reset { email_key, language } => {
            let account = person(accounts::by_email(&*app.database, &email_key).await?);
            let address = account.as_ref().and_then(|account| account.email.clone());
            (Text::Reset, language, account, address, RESET)
        }
        Mail::Changed { name, address, language, .. } => {
            let written = Text::Changed.write(language, site, &name, None);
            return Ok(Outcome::Send(Letter { written, address, sent: Vec::new() }));
        }
        Mail::Notifications { account } => return notification(app, account, site).await,
    };
    let (Some(account), Some(address)) = (account, address) else { return Ok(Outcome::Skip(Effect::default())) };
    let token = store_token(app, &account, purpose, if purpose == CONFIRM { &address } else { "" }).await?;
    let name = account.name.unwrap_or_default();
    let written = text.write(language, site, &name, Some(&token));
    Ok(Outcome::Send(Letter { written, address, sent: Vec::new() }))
}

/// Writes an e-mail about what an account has not read. In quiet hours the job waits for their end.
async fn notification(app: &App, id: AccountId, site: &str) -> Result<Outcome, Failure> {
    let now = app.clock.now();
    let account = accounts::by_id(&*app.database, id).await?;
    let Some(account) = account.filter(|account| account.kind == Kind::Person) else {
        return Ok(Outcome::Skip(Effect::default()));
    };
    let Some(address) = notifications::address(&account) else { return Ok(Outcome::Skip(Effect::default())) };
    let StoredSettings { settings, language, mailed_at } = notifications::settings_of(app, id).await?;
    if let Some(end) = settings.quiet.as_ref().and_then(|quiet| notifications::quiet_until(quiet, now)) {
        let again = Mail::Notifications { account: id }.enqueue_at(now, end);
        return Ok(Outcome::Skip(Effect { statements: vec![again], then: None }));
    }
    let found = notifications::to_send(app, id, mailed_at, |kind| kind.ways(&settings).mail).await;
    let (entries, newest) = found.map_err(|error| Failure::Later(format!("it cannot be read: {error}")))?;
    let sent: Vec<Statement> =
        newest.map(|newest| saffron_store::notifications::set_mailed(id, newest)).into_iter().collect();
    match notifications::letter(language, &entries, account.name.as_deref().unwrap_or_default(), site) {
        Some(written) => Ok(Outcome::Send(Letter { written, address: address.to_owned(), sent })),
        None => Ok(Outcome::Skip(Effect { statements: sent, then: None })),
    }
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
