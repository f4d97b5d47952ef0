//! E-mail addresses of accounts.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;
use lettre::Address;
use saffron_protocol::account::{EmailChange, TokenRequest};
use saffron_protocol::error::ErrorCode;
use saffron_store::accounts::{self, Kind};
use saffron_store::{StoreError, tokens};
use unicode_normalization::UnicodeNormalization;

use crate::account::confirmation::confirmed;
use crate::account::mail_jobs::{Language, Mail, cancel_confirmation};
use crate::account::purpose::{CONFIRM, RESET};
use crate::account::session::{self, Visit};
use crate::account::token::hash_of;
use crate::account::viewer::Viewer;
use crate::app::App;
use crate::budgets::{Cost, Payer};
use crate::http::answer::{Done, done};
use crate::http::body::JsonBody;
use crate::http::origin_check::SameOrigin;

/// The longest address in bytes, as SMTP has it.
const LONGEST: usize = 254;

/// The language of the e-mails that a request causes.
pub(crate) fn language_of(headers: &HeaderMap) -> Language {
    Language::preferred(headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default())
}

/// The form of an address in which it is unique.
fn key(address: &str) -> String {
    address.nfc().flat_map(char::to_lowercase).collect()
}

/// Checks an address, and gives it with the form in which it is unique.
///
/// # Errors
/// `EmailDisabled`, `InvalidEmail`.
pub(crate) fn check(app: &App, address: &str) -> Result<(String, String), ErrorCode> {
    if !app.accounts.has_mail {
        return Err(ErrorCode::EmailDisabled);
    }
    let valid = address.len() <= LONGEST && !address.contains(char::is_control) && address.parse::<Address>().is_ok();
    if valid { Ok((address.to_owned(), key(address))) } else { Err(ErrorCode::InvalidEmail) }
}

/// `POST /api/account/email`. A confirmed address stays until the new one is confirmed.
pub(crate) async fn change(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    headers: HeaderMap,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<EmailChange>,
) -> Done {
    let account = confirmed(&app, &viewer, &request.password).await?;
    let Some(address) = request.email.as_deref().map(str::trim).filter(|address| !address.is_empty()) else {
        let statements = vec![
            accounts::set_email(account.id, None, None, false),
            tokens::end(account.id, CONFIRM),
            tokens::end(account.id, RESET),
            cancel_confirmation(account.id),
        ];
        app.database.transact(statements).await?;
        return done();
    };
    let (address, email_key) = check(&app, address)?;
    app.budgets.charge(&[Payer::Account(account.id)], Cost::Mails(1))?;
    app.accounts.limits.mails_by_address.take(email_key.clone())?;
    let mut statements = Vec::new();
    if !account.email_confirmed {
        statements.push(accounts::set_email(account.id, Some(&address), Some(&email_key), false));
    }
    let mail = Mail::Confirm { account: account.id, address, language: language_of(&headers) };
    statements.push(mail.enqueue(app.clock.now()));
    app.database.transact(statements).await?;
    app.jobs.mail.wake();
    done()
}

/// `POST /api/account/email/confirm`.
pub(crate) async fn confirm(
    State(app): State<Arc<App>>,
    visit: Visit,
    headers: HeaderMap,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<TokenRequest>,
) -> Done {
    app.accounts.limits.sign_ins.take(visit.client)?;
    let (hash, now) = (hash_of(&request.token), app.clock.now());
    let token = tokens::find(&*app.database, &hash, CONFIRM, now).await?;
    let token = token.ok_or(ErrorCode::InvalidToken)?;
    let account = accounts::by_id(&*app.database, token.account).await?;
    let account = account.filter(|account| account.kind == Kind::Person).ok_or(ErrorCode::InvalidToken)?;
    let mut statements = vec![
        tokens::take(&hash, CONFIRM, now),
        accounts::set_email(account.id, Some(&token.data), Some(&key(&token.data)), true),
        // Links that went to the address before.
        tokens::end(account.id, RESET),
    ];
    let before = account.email.filter(|_| account.email_confirmed).filter(|before| key(before) != key(&token.data));
    if let (Some(address), Some(name)) = (before, account.name)
        && app.accounts.has_mail
    {
        // The owner of the old address should hear of it.
        let mail = Mail::Changed { account: account.id, name, address, language: language_of(&headers) };
        statements.push(mail.enqueue(now));
    }
    match app.database.transact(statements).await {
        Ok(_) => app.jobs.mail.wake(),
        Err(StoreError::Conflict { .. }) => return Err(ErrorCode::InvalidToken.into()),
        // Another account has confirmed the same address. Only its owner can learn this.
        Err(StoreError::Unique(_)) => return Err(ErrorCode::InvalidEmail.into()),
        Err(error) => return Err(error.into()),
    }
    session::changed(&app, account.id);
    done()
}
