//! Password changes, and resets by e-mail.

use saffron_protocol::account::{PasswordChange, PasswordReset};
use saffron_protocol::error::ErrorCode;
use saffron_store::accounts::{self, Kind};
use saffron_store::{StoreError, sessions, tokens};

use crate::accounts::{confirmed, email};
use crate::app::App;
use crate::client::Client;
use crate::error::Error;
use crate::mail::jobs::Mail;
use crate::mail::language::Language;
use crate::parts::passwords;
use crate::parts::passwords::turns::Requester;
use crate::session::{self, Viewer};
use crate::tokens::{RESET, hash_of};

/// Changes a password. All other sessions of the account end.
pub async fn change(app: &App, viewer: &Viewer, request: &PasswordChange) -> Result<(), Error> {
    let account = confirmed(app, viewer, &request.old_password).await?;
    passwords::check(&request.new_password, account.name.as_deref().unwrap_or_default())?;
    let hash = app.accounts.passwords.hash(&app.random, Requester::Account(account.id), &request.new_password).await?;
    let statements = vec![
        accounts::set_password(account.id, &hash),
        sessions::end_all(account.id, Some(&viewer.token)),
        tokens::end(account.id, RESET),
    ];
    app.database.transact(statements).await?;
    session::changed(app, account.id);
    Ok(())
}

/// Queues an e-mail with a link to reset the password. Whether an account has this address is looked up by the job, so
/// that neither the response nor its time discloses it.
pub async fn ask_for_reset(app: &App, client: Client, language: Language, address: &str) -> Result<(), Error> {
    let (_, email_key) = email::check(app, address.trim())?;
    app.accounts.limits.mails.take(&client)?;
    app.accounts.limits.mails_by_address.take(&email_key)?;
    let mail = Mail::Reset { email_key, language };
    app.database.transact(vec![mail.enqueue(app.clock.now())]).await?;
    app.jobs.mail.wake();
    Ok(())
}

/// Sets a new password with the token of a link. All sessions of the account end.
pub async fn reset(app: &App, client: Client, request: &PasswordReset) -> Result<(), Error> {
    app.accounts.limits.sign_ins.take(&client)?;
    let (token, now) = (hash_of(&request.token), app.clock.now());
    let found = tokens::find(&*app.database, &token, RESET, now).await?;
    let found = found.ok_or(ErrorCode::InvalidToken)?;
    let account = accounts::by_id(&*app.database, found.account).await?;
    let account = account.filter(|account| account.kind == Kind::Person).ok_or(ErrorCode::InvalidToken)?;
    passwords::check(&request.password, account.name.as_deref().unwrap_or_default())?;
    let hash = app.accounts.passwords.hash(&app.random, Requester::Client(client), &request.password).await?;
    let statements = vec![
        tokens::take(&token, RESET, app.clock.now()),
        accounts::set_password(account.id, &hash),
        sessions::end_all(account.id, None),
    ];
    match app.database.transact(statements).await {
        Ok(_) => {}
        Err(StoreError::Conflict { .. }) => return Err(ErrorCode::InvalidToken.into()),
        Err(error) => return Err(error.into()),
    }
    session::changed(app, account.id);
    Ok(())
}
