//! Accounts as others see them: profiles, what they have played, leaderboards, relations.

mod half_year;
pub mod leaderboard;
pub mod participations;
pub mod profile;
pub mod relations;
pub mod search;
pub mod summary;

use saffron_protocol::error::ErrorCode;
use saffron_store::accounts::{Account, Kind};

use crate::app::App;
use crate::config::limits::MAX_NAME;
use crate::error::Error;
use crate::names;

/// Person or computer with a name, in any spelling that has the same key.
///
/// # Errors
/// `NotFound` if there is no such account, or it is closed.
pub async fn named(app: &App, name: &str) -> Result<Account, Error> {
    if name.len() > MAX_NAME {
        return Err(ErrorCode::NotFound.into());
    }
    let found = names::find(&*app.database, name).await?;
    Ok(found.filter(|account| matches!(account.kind, Kind::Person | Kind::Computer)).ok_or(ErrorCode::NotFound)?)
}
