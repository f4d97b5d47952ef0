//! Sends the e-mails that wait.

use std::sync::Arc;
use std::time::Duration;

use saffron_protocol::error::ErrorCode;
use saffron_store::accounts::{self, Account, Kind};
use saffron_store::tokens::{self, Token};

use crate::account::mail_queue::Mail;
use crate::account::post::{Post, Text};
use crate::account::purpose::{CONFIRM, CONFIRM_VALID, RESET, RESET_VALID};
use crate::account::token::{hash_of, new_token};
use crate::app::{App, internal};

/// The pauses after failed attempts. After the last one the e-mail is given up; its owner can ask for it again.
const PAUSES: [Duration; 2] = [Duration::from_secs(5), Duration::from_secs(30)];

/// Sends e-mails, one after the other, for ever; returns where there is no e-mail.
pub(crate) async fn deliver(app: &Arc<App>) {
    let (Some(config), Some(mut queue)) = (&app.config.accounts.mail, app.accounts.mail.take_receiver()) else {
        return;
    };
    let post = match Post::new(config, app.config.public_origin.as_deref()) {
        Ok(post) => post,
        Err(error) => return tracing::error!(%error, "no e-mail is sent"),
    };
    while let Some(mail) = queue.recv().await {
        if let Err(error) = write_and_send(app, &post, mail).await {
            tracing::error!(%error, "an e-mail could not be written");
        }
    }
}

/// What an e-mail needs.
struct Letter {
    text: Text,
    name: String,
    address: String,
    token: Option<String>,
}

async fn write_and_send(app: &App, post: &Post, mail: Mail) -> Result<(), ErrorCode> {
    let language = match &mail {
        Mail::Confirm { language, .. } | Mail::Reset { language, .. } | Mail::Changed { language, .. } => *language,
    };
    let Some(letter) = letter(app, mail).await? else { return Ok(()) };
    for attempt in 0..=PAUSES.len() {
        let to = (letter.name.as_str(), letter.address.as_str());
        match post.send((letter.text, language), to, letter.token.as_deref(), app.random.bits()).await {
            Ok(()) => return Ok(()),
            Err(reason) => tracing::warn!(reason, attempt, "an e-mail was not sent"),
        }
        if let Some(pause) = PAUSES.get(attempt) {
            tokio::time::sleep(*pause).await;
        }
    }
    Ok(())
}

/// Stores the token of an e-mail; `None` where there is nobody to write to.
async fn letter(app: &App, mail: Mail) -> Result<Option<Letter>, ErrorCode> {
    let person = |account: Option<Account>| account.filter(|account| account.kind == Kind::Person);
    match mail {
        Mail::Confirm { account, address, .. } => {
            let account = person(accounts::by_id(&*app.database, account).await.map_err(internal)?);
            let Some(account) = account else { return Ok(None) };
            let token = store_token(app, &account, CONFIRM, &address).await?;
            Ok(Some(letter_to(Text::Confirm, account, address, token)))
        }
        Mail::Reset { email_key, .. } => {
            let account = person(accounts::by_email(&*app.database, &email_key).await.map_err(internal)?);
            let Some(account) = account else { return Ok(None) };
            let Some(address) = account.email.clone() else { return Ok(None) };
            let token = store_token(app, &account, RESET, "").await?;
            Ok(Some(letter_to(Text::Reset, account, address, token)))
        }
        Mail::Changed { name, address, .. } => Ok(Some(Letter { text: Text::Changed, name, address, token: None })),
    }
}

fn letter_to(text: Text, account: Account, address: String, token: String) -> Letter {
    Letter { text, name: account.name.unwrap_or_default(), address, token: Some(token) }
}

/// A new token in place of those that the account has for this purpose.
async fn store_token(app: &App, account: &Account, purpose: &str, data: &str) -> Result<String, ErrorCode> {
    let (token, now) = (new_token(&app.random), app.clock.now());
    let valid = if purpose == RESET { RESET_VALID } else { CONFIRM_VALID };
    let stored = Token {
        purpose: purpose.to_owned(),
        account: account.id,
        data: data.to_owned(),
        created_at: now,
        expires_at: now + valid,
    };
    app.database.transact(tokens::replace(&hash_of(&token), &stored)).await.map_err(internal)?;
    Ok(token)
}
