//! Sessions: begun, looked up, ended; and guests, who get one without asking.

use saffron_live::Millis;
use saffron_store::accounts::{self, Account, Kind};
use saffron_store::sessions::{self, Session, TokenHash};
use saffron_store::{AccountId, SessionId, Statement};

use crate::app::App;
use crate::client::Client;
use crate::config::limits::SESSION_TTL;
use crate::error::Error;
use crate::tokens::{hash_of, new_token};

pub use crate::parts::session_cache::Viewer;

/// Maximum length of a stored user agent, in characters.
const MAX_USER_AGENT: usize = 200;

/// Interval at which the use of a session is noted, in milliseconds.
const TOUCH_INTERVAL: Millis = 60 * 60 * 1000;

/// Origin of a request, as its session lists it.
#[derive(Clone, Debug)]
pub struct Visit {
    pub client: Client,
    pub user_agent: String,
}

impl Visit {
    /// A visit by a program that calls itself so. Control characters are left out, and what is longer than a list of sessions shows.
    pub fn new(client: Client, user_agent: &str) -> Self {
        let user_agent = user_agent.chars().filter(|each| !each.is_control()).take(MAX_USER_AGENT).collect();
        Self { client, user_agent }
    }
}

/// A session that is to begin. Its token is new: one that was known before, to whomever, is worth nothing after a sign-in.
#[derive(Debug)]
pub struct NewSession {
    token: String,
    pub hash: TokenHash,
    pub statement: Statement,
}

impl NewSession {
    pub fn new(app: &App, account: AccountId, visit: &Visit) -> Self {
        let token = new_token(&app.random);
        let (hash, now) = (hash_of(&token), app.clock.now());
        let session = Session {
            id: SessionId::from_random(app.random.bits()),
            account,
            created_at: now,
            used_at: now,
            expires_at: expiry(now),
            user_agent: visit.user_agent.clone(),
            address: visit.client.to_string(),
        };
        Self { statement: sessions::insert(&hash, &session), token, hash }
    }

    /// The token, for the visitor's cookie: once the session is stored.
    pub fn into_token(self) -> String {
        self.token
    }
}

/// After sessions of an account have ended, or what requests know of it has changed: no request finds them any more, and
/// its open sockets come back with what is valid now.
pub fn changed(app: &App, account: AccountId) {
    app.accounts.cache.forget(account);
    app.online.disconnect(account);
}

/// Time until which a session that is used now is valid.
pub fn expiry(now: Millis) -> Millis {
    now + SESSION_TTL * 1000
}

/// An account as requests of a session know it.
pub fn viewer(account: Account, token: TokenHash) -> Viewer {
    Viewer {
        account: account.id,
        kind: account.kind,
        name: account.name,
        moderator: account.moderator,
        banned_until: account.banned_until,
        muted_until: account.muted_until,
        token,
    }
}

/// Looks a session up by its token. Returns its account, and whether its cookie is to be set again: its validity was extended.
///
/// # Errors
/// Failures of the store.
pub async fn find(app: &App, token: &str, client: Option<Client>) -> Result<Option<(Viewer, bool)>, Error> {
    let hash = hash_of(token);
    let generation = match app.accounts.cache.find(&hash) {
        Ok(viewer) => return Ok(Some((viewer, false))),
        Err(generation) => generation,
    };
    let now = app.clock.now();
    let Some(session) = sessions::find(&*app.database, &hash, now).await? else { return Ok(None) };
    let account = accounts::by_id(&*app.database, session.account).await?;
    let Some(account) = account.filter(|account| account.kind != Kind::Closed) else { return Ok(None) };
    let extended = now - session.used_at >= TOUCH_INTERVAL;
    if extended {
        let client = client.as_ref().map(ToString::to_string).unwrap_or_default();
        sessions::touch(&*app.database, &hash, now, expiry(now), &client).await?;
        app.database.transact(vec![accounts::seen(account.id, now)]).await?;
    }
    let viewer = viewer(account, hash);
    app.accounts.cache.add(&viewer, generation);
    Ok(Some((viewer, extended)))
}

/// Makes a guest. Returns it with the token of its session.
///
/// # Errors
/// `RateLimited`.
pub async fn new_guest(app: &App, visit: &Visit) -> Result<(Viewer, String), Error> {
    app.accounts.limits.guests.take(visit.client)?;
    let guest = Account::new(AccountId::from_random(app.random.bits()), Kind::Guest, app.clock.now());
    let session = NewSession::new(app, guest.id, visit);
    app.database.transact(vec![accounts::insert(&guest), session.statement.clone()]).await?;
    Ok((viewer(guest, session.hash), session.into_token()))
}
