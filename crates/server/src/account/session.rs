//! Beginning and ending sessions.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::USER_AGENT;
use axum::http::request::Parts;
use saffron_store::sessions::{self, Session, TokenHash};
use saffron_store::{AccountId, SessionId, Statement};

use crate::account::cookie::CookieChange;
use crate::account::token::{hash_of, new_token};
use crate::account::viewer::expiry;
use crate::app::App;
use crate::http::client::Client;

/// The most characters that are kept of the name by which a program calls itself.
const LONGEST_USER_AGENT: usize = 200;

/// Where a request comes from, as a session of it is listed.
#[derive(Clone, Debug)]
pub(crate) struct Visit {
    pub(crate) client: Client,
    pub(crate) cookie: CookieChange,
    user_agent: String,
}

impl Visit {
    pub(crate) fn of(parts: &Parts) -> Self {
        let user_agent = parts.headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        Self {
            client: Client::of(parts),
            cookie: CookieChange::of(parts),
            user_agent: user_agent.chars().filter(|each| !each.is_control()).take(LONGEST_USER_AGENT).collect(),
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Visit {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(parts))
    }
}

/// A session that is to begin. Its token is new: one that was known before, to whomever, is worth nothing after a sign-in.
#[derive(Debug)]
pub(crate) struct NewSession {
    token: String,
    pub(crate) hash: TokenHash,
    pub(crate) statement: Statement,
}

impl NewSession {
    pub(crate) fn new(app: &App, account: AccountId, visit: &Visit) -> Self {
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

    /// Gives the visitor the cookie: once the session is stored.
    pub(crate) fn give_to(self, visit: &Visit) {
        visit.cookie.set(self.token);
    }
}

/// After sessions of an account have ended, or what requests know of it has changed: no request finds them any more, and
/// its open sockets come back with what is valid now.
pub(crate) fn changed(app: &App, account: AccountId) {
    app.accounts.cache.forget(account);
    app.online.disconnect(account);
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use serde_json::Value;

    use crate::testing::Site;

    #[tokio::test]
    async fn the_sockets_of_an_ended_session_are_closed() {
        let site = Site::new().await;
        let (anna, bob) = (site.person("Anna").await, site.person("Bob").await);
        let (mut annas, mut bobs) = (site.connect(&anna), site.connect(&bob));
        assert_eq!(anna.post("/api/account/sign-out", Value::Null).await.0, StatusCode::NO_CONTENT);
        annas.closed().await;
        assert!(bobs.waiting().is_empty());
        assert_eq!(bob.get("/api/me").await.1["name"], "Bob");
        assert_eq!(anna.get("/api/me").await.1["account"], Value::Null);
        site.stop().await;
    }
}
