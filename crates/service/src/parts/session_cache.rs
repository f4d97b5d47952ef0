//! Sessions that were looked up a short time ago, so that not every request asks the store.

use crate::config::limits::{MAX_CACHED_SESSIONS, SESSION_CACHE_TTL};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use saffron_live::Millis;
use saffron_protocol::error::ErrorCode;
use saffron_store::AccountId;
use saffron_store::accounts::Kind;
use saffron_store::sessions::TokenHash;
use tokio::time::Instant;

/// Account of a session, as it was when the session was looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Viewer {
    pub account: AccountId,
    pub kind: Kind,
    pub name: Option<String>,
    pub moderator: bool,
    pub banned_until: Option<Millis>,
    pub muted_until: Option<Millis>,
    /// The hash of the token of the session.
    pub token: TokenHash,
}

impl Viewer {
    pub fn is_guest(&self) -> bool {
        self.kind == Kind::Guest
    }

    /// Refuses guests, for what is kept on accounts.
    ///
    /// # Errors
    /// `AccountRequired` for guests.
    pub fn require_account(&self) -> Result<(), ErrorCode> {
        if self.is_guest() { Err(ErrorCode::AccountRequired) } else { Ok(()) }
    }
}

/// Sessions by the hashes of their tokens.
#[derive(Debug, Default)]
pub struct SessionCache(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    sessions: HashMap<TokenHash, (Viewer, Instant)>,
    /// Grows with everything that is forgotten: what was looked up before may be old.
    generation: u64,
}

/// The state of the cache before a look-up.
#[derive(Clone, Copy, Debug)]
pub struct Generation(u64);

impl SessionCache {
    /// A session that is known, or the state of the cache, which [`add`](Self::add) needs after the look-up.
    pub fn find(&self, token: &TokenHash) -> Result<Viewer, Generation> {
        let known = self.lock();
        let found = known.sessions.get(token).filter(|(_, until)| Instant::now() < *until);
        found.map(|(viewer, _)| viewer.clone()).ok_or(Generation(known.generation))
    }

    /// Adds a session that was looked up; not where something was forgotten since the look-up began.
    pub fn add(&self, viewer: &Viewer, Generation(before): Generation) {
        let mut known = self.lock();
        if known.generation != before {
            return;
        }
        if known.sessions.len() >= MAX_CACHED_SESSIONS {
            let now = Instant::now();
            known.sessions.retain(|_, (_, until)| now < *until);
            if known.sessions.len() >= MAX_CACHED_SESSIONS {
                known.sessions.clear();
            }
        }
        known.sessions.insert(viewer.token, (viewer.clone(), Instant::now() + SESSION_CACHE_TTL));
    }

    /// Forgets the sessions of an account: one has ended, or the account has changed.
    pub fn forget(&self, account: AccountId) {
        let mut known = self.lock();
        known.generation += 1;
        known.sessions.retain(|_, (viewer, _)| viewer.account != account);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn viewer(number: u8) -> Viewer {
        Viewer {
            account: AccountId::from_random(number.into()),
            kind: Kind::Person,
            name: None,
            moderator: false,
            banned_until: None,
            muted_until: None,
            token: [number; 32],
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_session_is_known_for_a_while() {
        let cache = SessionCache::default();
        let before = cache.find(&[1; 32]).expect_err("not known yet");
        cache.add(&viewer(1), before);
        assert_eq!(cache.find(&[1; 32]).ok(), Some(viewer(1)));
        tokio::time::advance(SESSION_CACHE_TTL).await;
        assert!(cache.find(&[1; 32]).is_err());
    }

    #[test]
    fn an_ended_session_is_not_known_even_where_its_look_up_was_under_way() {
        let cache = SessionCache::default();
        let before = cache.find(&[1; 32]).expect_err("not known yet");
        cache.add(&viewer(1), before);
        cache.forget(viewer(1).account);
        cache.add(&viewer(1), before);
        assert!(cache.find(&[1; 32]).is_err());
    }
}
