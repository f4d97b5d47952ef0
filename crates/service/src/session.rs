//! Sessions: creation, look-up, end; and guests, whose sessions start implicitly.

use saffron_live::Millis;
use saffron_store::accounts::{self, Account, Kind};
use saffron_store::sessions::{self, Session, TokenHash};
use saffron_store::{AccountId, SessionId, Statement};

use crate::app::App;
use crate::client::Client;
use crate::config::limits::{MAX_USER_AGENT, SESSION_TOUCH_INTERVAL, SESSION_TTL};
use crate::error::Error;
use crate::tokens::{hash_of, new_token};

pub use crate::parts::session_cache::Viewer;

/// Origin of a request, as the list of sessions shows it.
#[derive(Clone, Debug)]
pub struct Visit {
    pub client: Client,
    pub user_agent: String,
}

impl Visit {
    /// Visit from a client with this user agent, without control characters and cut to the length that is stored.
    pub fn new(client: Client, user_agent: &str) -> Self {
        let user_agent = user_agent.chars().filter(|each| !each.is_control()).take(MAX_USER_AGENT).collect();
        Self { client, user_agent }
    }
}

/// Session to be stored. It always gets a new token, so that one planted in the visitor's browser becomes worthless
/// after the sign-in.
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

    /// Token for the visitor's cookie. Use it once the session is stored.
    pub fn into_token(self) -> String {
        self.token
    }
}

/// Drops cached sessions of an account and closes its sockets, after sessions have ended or the account's data have
/// changed.
pub fn changed(app: &App, account: AccountId) {
    app.accounts.cache.forget(account);
    app.online.disconnect(account);
}

/// Time until which a session that is used now stays valid.
pub fn expiry(now: Millis) -> Millis {
    now + SESSION_TTL * 1000
}

/// Viewer for requests of an account's session.
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

/// Looks up a session by its token. Returns its account, and whether the cookie must be set again because the session
/// was extended.
///
/// # Errors
/// Fails if the store does.
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
    let extended = now - session.used_at >= SESSION_TOUCH_INTERVAL;
    if extended {
        let client = client.as_ref().map(ToString::to_string).unwrap_or_default();
        sessions::touch(&*app.database, &hash, now, expiry(now), &client).await?;
        app.database.transact(vec![accounts::seen(account.id, now)]).await?;
    }
    let viewer = viewer(account, hash);
    app.accounts.cache.add(&viewer, generation);
    Ok(Some((viewer, extended)))
}

/// Creates a guest. Returns it with its session token.
///
/// # Errors
/// `RateLimited` if the client has created too many.
pub async fn new_guest(app: &App, visit: &Visit) -> Result<(Viewer, String), Error> {
    app.accounts.limits.guests.take(&visit.client)?;
    let guest = Account::new(AccountId::from_random(app.random.bits()), Kind::Guest, app.clock.now());
    let session = NewSession::new(app, guest.id, visit);
    app.database.transact(vec![accounts::insert(&guest), session.statement.clone()]).await?;
    Ok((viewer(guest, session.hash), session.into_token()))
}
