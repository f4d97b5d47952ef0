//! The password once more, before what cannot be taken back.

use saffron_protocol::error::ErrorCode;
use saffron_store::accounts::{self, Account, Kind};

use crate::account::hash_turns::Requester;
use crate::account::viewer::Viewer;
use crate::app::App;
use crate::error::Error;

/// The account of a person who has given its password.
///
/// # Errors
/// `AccountRequired` for a guest; `WrongPassword`; `RateLimited`.
pub(crate) async fn confirmed(app: &App, viewer: &Viewer, password: &str) -> Result<Account, Error> {
    let account = person(app, viewer).await?;
    app.accounts.limits.confirmations.take(viewer.account)?;
    let requester = Requester::Account(viewer.account);
    if app.accounts.passwords.is_right(requester, account.password_hash.as_deref(), password).await? {
        Ok(account)
    } else {
        Err(ErrorCode::WrongPassword.into())
    }
}

/// The account of a viewer who is a person.
///
/// # Errors
/// `AccountRequired` for a guest.
pub(crate) async fn person(app: &App, viewer: &Viewer) -> Result<Account, Error> {
    let account = accounts::by_id(&*app.database, viewer.account).await?;
    Ok(account.filter(|account| account.kind == Kind::Person).ok_or(ErrorCode::AccountRequired)?)
}
