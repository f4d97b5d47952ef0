//! E-mail addresses of accounts.

use lettre::Address;
use saffron_protocol::account::EmailChange;
use saffron_protocol::error::ErrorCode;
use saffron_store::accounts::{self, Kind};
use saffron_store::{StoreError, tokens};
use unicode_normalization::UnicodeNormalization;

use crate::accounts::confirmed;
use crate::app::App;
use crate::client::Client;
use crate::config::limits::MAX_EMAIL_ADDRESS;
use crate::error::Error;
use crate::mail::jobs::{Mail, cancel_confirmation};
use crate::mail::language::Language;
use crate::parts::budgets::{Cost, Payer};
use crate::session::{self, Viewer};
use crate::tokens::{CONFIRM, RESET, hash_of};

/// Unique form of an address, by which accounts are found.
fn key(address: &str) -> String {
    address.nfc().flat_map(char::to_lowercase).collect()
}

/// Validates an address. Returns it with its unique form.
///
/// # Errors
/// `EmailDisabled` if the server sends no e-mail, `InvalidEmail` if the address is malformed.
pub fn check(app: &App, address: &str) -> Result<(String, String), ErrorCode> {
    if !app.accounts.has_mail {
        return Err(ErrorCode::EmailDisabled);
    }
    let valid =
        address.len() <= MAX_EMAIL_ADDRESS && !address.contains(char::is_control) && address.parse::<Address>().is_ok();
    if valid { Ok((address.to_owned(), key(address))) } else { Err(ErrorCode::InvalidEmail) }
}

/// Changes an account's address. A confirmed address stays until the new one is confirmed.
pub async fn change(app: &App, viewer: &Viewer, language: Language, request: &EmailChange) -> Result<(), Error> {
    let account = confirmed(app, viewer, &request.password).await?;
    let Some(address) = request.email.as_deref().map(str::trim).filter(|address| !address.is_empty()) else {
        let statements = vec![
            accounts::set_email(account.id, None, None, false),
            tokens::end(account.id, CONFIRM),
            tokens::end(account.id, RESET),
            cancel_confirmation(account.id),
        ];
        app.database.transact(statements).await?;
        return Ok(());
    };
    let (address, email_key) = check(app, address)?;
    app.budgets.charge(&[Payer::Account(account.id)], Cost::Mails(1))?;
    app.accounts.limits.mails_by_address.take(&email_key)?;
    let mut statements = Vec::new();
    if !account.email_confirmed {
        statements.push(accounts::set_email(account.id, Some(&address), Some(&email_key), false));
    }
    let mail = Mail::Confirm { account: account.id, address, language };
    statements.push(mail.enqueue(app.clock.now()));
    app.database.transact(statements).await?;
    app.jobs.mail.wake();
    Ok(())
}

/// Confirms an address with the token that was sent to it.
///
/// # Errors
/// `InvalidToken` if the token is unknown, used or expired; `InvalidEmail` if another account has confirmed the address
/// meanwhile; `RateLimited` if the client tries too often.
pub async fn confirm(app: &App, client: Client, language: Language, token: &str) -> Result<(), Error> {
    app.accounts.limits.sign_ins.take(&client)?;
    let (hash, now) = (hash_of(token), app.clock.now());
    let found = tokens::find(&*app.database, &hash, CONFIRM, now).await?;
    let token = found.ok_or(ErrorCode::InvalidToken)?;
    let account = accounts::by_id(&*app.database, token.account).await?;
    let account = account.filter(|account| account.kind == Kind::Person).ok_or(ErrorCode::InvalidToken)?;
    let mut statements = vec![
        tokens::take(&hash, CONFIRM, now),
        accounts::set_email(account.id, Some(&token.data), Some(&key(&token.data)), true),
        // Reset links went to the address before.
        tokens::end(account.id, RESET),
    ];
    let before = account.email.filter(|_| account.email_confirmed).filter(|before| key(before) != key(&token.data));
    if let (Some(address), Some(name)) = (before, account.name)
        && app.accounts.has_mail
    {
        // An attacker may have changed the address: its owner is notified at the old one.
        let mail = Mail::Changed { account: account.id, name, address, language };
        statements.push(mail.enqueue(now));
    }
    match app.database.transact(statements).await {
        Ok(_) => app.jobs.mail.wake(),
        Err(StoreError::Conflict { .. }) => return Err(ErrorCode::InvalidToken.into()),
        // Only the owner of the address holds its token, so this discloses nothing to others.
        Err(StoreError::Unique(_)) => return Err(ErrorCode::InvalidEmail.into()),
        Err(error) => return Err(error.into()),
    }
    session::changed(app, account.id);
    Ok(())
}
