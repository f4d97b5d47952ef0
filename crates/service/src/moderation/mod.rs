//! Moderation: reports, actions, and the audit log that records each action.

pub mod actions;
pub mod audit;
pub mod entry;
pub mod lag;
pub mod reports;

use std::collections::HashMap;

use saffron_protocol::error::ErrorCode;
use saffron_store::AccountId;
use saffron_store::accounts::{self, Account, Kind};

use crate::app::App;
use crate::error::Error;
use crate::session::Viewer;

/// Account id of a moderator. The account is read from the store, since a viewer may be some seconds old.
///
/// # Errors
/// `Forbidden` if the account is not a moderator's.
pub async fn moderator(app: &App, viewer: &Viewer) -> Result<AccountId, Error> {
    let account = accounts::by_id(&*app.database, viewer.account).await?;
    let is_moderator = account.is_some_and(|account| account.moderator && account.kind == Kind::Person);
    if is_moderator { Ok(viewer.account) } else { Err(ErrorCode::Forbidden.into()) }
}

/// Name of an account, or its id if it has none.
pub fn called(accounts: &HashMap<AccountId, Account>, id: AccountId) -> String {
    name_of(accounts, id).unwrap_or_else(|| id.to_string())
}

/// Name of an account; `None` if it has none.
pub fn name_of(accounts: &HashMap<AccountId, Account>, id: AccountId) -> Option<String> {
    accounts.get(&id).and_then(|account| account.name.clone())
}
