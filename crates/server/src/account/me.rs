//! `GET /api/me`, and guests who ask to be one.

use std::sync::Arc;

use axum::extract::State;
use saffron_live::Millis;
use saffron_protocol::account::{AddedVariant, Email, Me, Preferences, ServerOffer};
use saffron_rules::Variant;
use saffron_store::accounts::{self, Account, Kind};
use saffron_store::{challenges, games};

use crate::account::calendar::year_of;
use crate::account::participant::Participant;
use crate::account::vacations::DAYS_A_YEAR;
use crate::account::viewer::Viewer;
use crate::app::App;
use crate::config::PlayConfig;
use crate::error::Error;
use crate::http::answer::{Answer, answer};

/// Challenges that are counted at most.
const MOST_CHALLENGES: u32 = 100;

/// What the server provides.
fn server_offer(app: &App) -> ServerOffer {
    let PlayConfig { computers, variants, .. } = &app.config;
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

/// The settings that an account has stored.
pub(crate) fn preferences_of(account: &Account) -> Preferences {
    serde_json::from_str(&account.preferences).unwrap_or_default()
}

/// Days of vacation that an account has left in the year of a time.
pub(crate) fn vacation_days_left(account: &Account, now: Millis) -> u32 {
    let taken = if account.vacation_year == year_of(now) { account.vacation_days } else { 0 };
    DAYS_A_YEAR.saturating_sub(taken)
}

/// A visitor as the page knows it.
///
/// # Errors
/// `Internal` where the store fails.
pub(crate) async fn me(app: &App, viewer: Option<&Viewer>) -> Result<Me, Error> {
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
            email: None,
            server: server_offer(app),
            preferences: Preferences::default(),
            vacation_until: None,
            vacation_days: 0,
        });
    };
    let now = app.clock.now();
    let challenges = challenges::received(&*app.database, account.id, now, MOST_CHALLENGES).await?;
    let person = account.kind == Kind::Person;
    Ok(Me {
        account: Some(account.id.to_string()),
        guest: account.kind == Kind::Guest,
        moderator: account.moderator,
        your_turn: games::count_to_move(&*app.database, account.id).await?,
        challenges: u32::try_from(challenges.len()).unwrap_or(MOST_CHALLENGES),
        server: server_offer(app),
        preferences: preferences_of(&account),
        vacation_until: account.vacation_until.filter(|until| now < *until),
        vacation_days: if person { u8::try_from(vacation_days_left(&account, now)).unwrap_or(u8::MAX) } else { 0 },
        email: account.email.map(|address| Email { address, confirmed: account.email_confirmed }),
        name: account.name,
    })
}

/// `GET /api/me`.
pub(crate) async fn show(State(app): State<Arc<App>>, viewer: Option<Viewer>) -> Answer<Me> {
    answer(me(&app, viewer.as_ref()).await?)
}

/// `POST /api/guest`.
pub(crate) async fn become_guest(State(app): State<Arc<App>>, Participant(viewer): Participant) -> Answer<Me> {
    answer(me(&app, Some(&viewer)).await?)
}
