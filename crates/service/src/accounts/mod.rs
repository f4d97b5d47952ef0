//! Accounts: registration, sign-in, settings, export, closing.

pub mod calendar;
pub mod closing;
pub mod email;
pub mod export;
pub mod feed;
pub mod password;
pub mod register;
pub mod sign_in;

use saffron_protocol::account::{AddedVariant, Email, Me, Preferences, ServerOffer};
use saffron_protocol::error::ErrorCode;
use saffron_rules::Variant;
use saffron_store::accounts::{self, Account, Kind};
use saffron_store::{challenges, games};

use crate::app::App;
use crate::config::ServiceConfig;
use crate::config::limits::MAX_COUNTED_CHALLENGES;
use crate::error::Error;
use crate::parts::passwords::turns::Requester;
use crate::parts::vacations::vacation_days_left;
use crate::session::Viewer;
use crate::{messages, notifications};

/// Features that this server offers, for the page.
fn server_offer(app: &App) -> ServerOffer {
    let ServiceConfig { computers, variants, .. } = &app.config;
    ServerOffer {
        email: app.accounts.has_mail,
        computers: if computers.threads == 0 { 0 } else { computers.games },
        variants: variants.iter().flat_map(|file| &file.variants).filter_map(|id| added(id)).collect(),
    }
}

fn added(id: &str) -> Option<AddedVariant> {
    let variant = Variant::by_id(id)?;
    Some(AddedVariant { id: id.to_owned(), name: variant.name().to_owned() })
}

/// Stored preferences of an account; the defaults if they cannot be read.
pub fn preferences_of(account: &Account) -> Preferences {
    serde_json::from_str(&account.preferences).unwrap_or_default()
}

/// Data about the visitor: account, settings and counts. A visitor without an account gets the defaults.
///
/// # Errors
/// `Internal` if the store fails.
pub async fn me(app: &App, viewer: Option<&Viewer>) -> Result<Me, Error> {
    let account = match viewer {
        Some(viewer) => accounts::by_id(&*app.database, viewer.account).await?,
        None => None,
    };
    let Some(account) = account.filter(|account| account.kind != Kind::Closed) else {
        return Ok(Me {
            account: None,
            name: None,
            guest: true,
            moderator: false,
            your_turn: 0,
            challenges: 0,
            notifications: 0,
            messages: 0,
            email: None,
            server: server_offer(app),
            preferences: Preferences::default(),
            vacation_until: None,
            vacation_days: 0,
        });
    };
    let now = app.clock.now();
    let challenges = challenges::received(&*app.database, account.id, now, MAX_COUNTED_CHALLENGES).await?;
    let person = account.kind == Kind::Person;
    Ok(Me {
        account: Some(account.id.to_string()),
        guest: account.kind == Kind::Guest,
        moderator: account.moderator,
        your_turn: games::count_to_move(&*app.database, account.id).await?,
        challenges: u32::try_from(challenges.len()).unwrap_or(MAX_COUNTED_CHALLENGES),
        notifications: notifications::unread(app, account.id).await?,
        messages: messages::unread(app, account.id).await?,
        server: server_offer(app),
        preferences: preferences_of(&account),
        vacation_until: account.vacation_until.filter(|until| now < *until),
        vacation_days: if person { u8::try_from(vacation_days_left(&account, now)).unwrap_or(u8::MAX) } else { 0 },
        email: account.email.map(|address| Email { address, confirmed: account.email_confirmed }),
        name: account.name,
    })
}

/// Account of a signed-in person, after checking its password.
///
/// # Errors
/// `AccountRequired` for a guest, `WrongPassword` if the password differs, `RateLimited` after too many attempts.
pub async fn confirmed(app: &App, viewer: &Viewer, password: &str) -> Result<Account, Error> {
    let account = person(app, viewer).await?;
    app.accounts.limits.confirmations.take(&viewer.account)?;
    let requester = Requester::Account(viewer.account);
    if app.accounts.passwords.is_right(requester, account.password_hash.as_deref(), password).await? {
        Ok(account)
    } else {
        Err(ErrorCode::WrongPassword.into())
    }
}

/// Account of a signed-in person.
///
/// # Errors
/// `AccountRequired` for a guest.
pub async fn person(app: &App, viewer: &Viewer) -> Result<Account, Error> {
    let account = accounts::by_id(&*app.database, viewer.account).await?;
    Ok(account.filter(|account| account.kind == Kind::Person).ok_or(ErrorCode::AccountRequired)?)
}

/// Stores the preferences of an account.
///
/// # Errors
/// `RateLimited` after too many changes.
pub async fn set_preferences(app: &App, viewer: &Viewer, preferences: &Preferences) -> Result<(), Error> {
    app.accounts.limits.changes.take(&viewer.account)?;
    let text = serde_json::to_string(preferences).map_err(|_| ErrorCode::Internal)?;
    app.database.transact(vec![accounts::set_preferences(viewer.account, &text)]).await?;
    Ok(())
}
