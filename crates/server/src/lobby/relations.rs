//! Whether two accounts play each other.

use saffron_protocol::account::{ChallengesFrom, Preferences};
use saffron_protocol::error::ErrorCode;
use saffron_store::AccountId;
use saffron_store::accounts::{Account, Kind};
use saffron_store::relations::{Relation, between};

use crate::app::App;
use crate::error::Error;

/// Whether one of two accounts has blocked the other.
///
/// # Errors
/// `Internal` where the store fails.
pub(crate) async fn are_apart(app: &App, one: AccountId, other: AccountId) -> Result<bool, Error> {
    for (from, to) in [(one, other), (other, one)] {
        if between(&*app.database, from, to).await? == Some(Relation::Block) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Refuses challenges that an account does not take.
///
/// # Errors
/// `NotAccepted`; `Internal` where the store fails.
pub(crate) async fn takes_challenges(app: &App, challenged: &Account, from: &Account) -> Result<(), Error> {
    if are_apart(app, challenged.id, from.id).await? {
        return Err(ErrorCode::NotAccepted.into());
    }
    let preferences: Preferences = serde_json::from_str(&challenged.preferences).unwrap_or_default();
    let takes = match preferences.challenges {
        ChallengesFrom::Everybody => true,
        ChallengesFrom::Accounts => from.kind != Kind::Guest,
        ChallengesFrom::Followed => {
            let relation = between(&*app.database, challenged.id, from.id).await?;
            relation == Some(Relation::Follow)
        }
        ChallengesFrom::Nobody => false,
    };
    if takes { Ok(()) } else { Err(ErrorCode::NotAccepted.into()) }
}
