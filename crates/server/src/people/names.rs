//! Accounts by their names.

use saffron_protocol::error::ErrorCode;
use saffron_store::accounts::{Account, Kind};

use crate::account::names;
use crate::app::App;
use crate::error::Error;

/// The longest text that is looked up as a name (bytes).
const LONGEST: usize = 200;

/// The person or computer with a name, in any spelling in which names are the same.
///
/// # Errors
/// `NotFound`, also for a closed account.
pub(crate) async fn named(app: &App, name: &str) -> Result<Account, Error> {
    if name.len() > LONGEST {
        return Err(ErrorCode::NotFound.into());
    }
    let found = names::find(&*app.database, name).await?;
    Ok(found.filter(|account| matches!(account.kind, Kind::Person | Kind::Computer)).ok_or(ErrorCode::NotFound)?)
}
