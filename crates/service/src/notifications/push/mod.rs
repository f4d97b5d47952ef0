//! Web Push (RFC 8030): browsers subscribe, and get a message about what is unread.

mod client;
mod encryption;

use std::sync::Arc;
use std::time::Duration;

use saffron_live::Millis;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::notifications::{PushMessage, PushSubscription, PushUnsubscription};
use saffron_store::jobs::{Job, NewJob, enqueue};
use saffron_store::push::{self, Subscription};
use saffron_store::{AccountId, Database, Statement, StoreError, sessions};
use sha2::{Digest, Sha256};

use super::{StoredSettings, message, quiet_until, settings_of, to_send, unread};
use crate::app::App;
use crate::config::limits::{
    MAX_PUSH_ENDPOINT, MAX_PUSH_SUBSCRIPTIONS, PUSH_AT_ONCE, PUSH_ATTEMPTS, PUSH_TIMEOUT, PUSH_TTL,
};
use crate::error::Error;
use crate::jobs::{Effect, Failure, Queue, Work, run};
use crate::mail::Language;
use crate::random::Random;
use crate::session::Viewer;

use client::NotPushed;
pub use client::{PushClient, PushServiceError};
use encryption::BrowserKeys;
pub use encryption::ServerKey;

/// Name of the queue, and the kind of its jobs.
pub const QUEUE: &str = "push";

/// Messages to browsers. So many are sent at a time that push services which do not answer delay no other.
static PUSH: Queue = Queue {
    name: QUEUE,
    state: |app| &app.jobs.push,
    at_once: PUSH_AT_ONCE,
    timeout: PUSH_TIMEOUT,
    first_delay: Duration::from_secs(15),
    longest_delay: Duration::from_secs(60 * 60),
    attempts: PUSH_ATTEMPTS,
};

/// Sends messages to browsers; for ever.
pub async fn keep(app: &Arc<App>) {
    run(app, &PUSH, Push).await;
}

/// Reads the server's key, or makes it at the first start.
///
/// # Errors
/// Failures of the store.
pub async fn key(database: &dyn Database, random: &Random) -> Result<ServerKey, StoreError> {
    if let Some(key) = push::key(database).await?.and_then(|bytes| ServerKey::new(&bytes)) {
        return Ok(key);
    }
    loop {
        let mut bytes = [0; 32];
        random.fill(&mut bytes);
        // Hardly any numbers are no scalar of the curve.
        if let Some(key) = ServerKey::new(&bytes) {
            database.transact(vec![push::set_key(&bytes)]).await?;
            return Ok(key);
        }
    }
}

/// Statements that enqueue messages to the browsers of an account.
///
/// # Errors
/// Failures of the store.
pub async fn deliveries(app: &App, account: AccountId, at: Millis) -> Result<Vec<Statement>, StoreError> {
    let now = app.clock.now();
    let subscriptions = push::of_account(&*app.database, account, now).await?;
    Ok(subscriptions.iter().map(|subscription| delivery(subscription, now, at)).collect())
}

fn delivery(subscription: &Subscription, now: Millis, at: Millis) -> Statement {
    enqueue(&NewJob {
        queue: QUEUE,
        kind: QUEUE,
        key: subscription.id.clone(),
        payload: String::new(),
        account: Some(subscription.account),
        created_at: now,
        run_at: at,
        // Quiet hours are shorter than a day.
        expires_at: Some(at + 2 * PUSH_TTL),
    })
}

/// Number of browsers of an account.
///
/// # Errors
/// Failures of the store.
pub async fn count(app: &App, account: AccountId) -> Result<u32, StoreError> {
    let subscriptions = push::of_account(&*app.database, account, app.clock.now()).await?;
    Ok(u32::try_from(subscriptions.len()).unwrap_or(u32::MAX))
}

/// Id of a subscription: a digest of its endpoint.
fn id_of(endpoint: &str) -> String {
    let digest: [u8; 32] = Sha256::digest(endpoint.as_bytes()).into();
    digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// Subscribes the browser of the viewer's session, or changes its keys or language. What is unread already is not sent.
///
/// # Errors
/// `InvalidField` for an endpoint that is no address of a push service, or keys that cannot be; `TooLong` for an endpoint above the
/// limit; `RateLimited` after too many changes.
pub async fn subscribe(app: &App, viewer: &Viewer, request: PushSubscription) -> Result<(), Error> {
    let field = |field: &str| Error::from(ErrorCode::InvalidField { field: field.to_owned() });
    if request.endpoint.len() > MAX_PUSH_ENDPOINT {
        return Err(ErrorCode::TooLong { field: "endpoint".to_owned(), limit: MAX_PUSH_ENDPOINT }.into());
    }
    if !app.push.accepts(&request.endpoint) {
        return Err(field("endpoint"));
    }
    if BrowserKeys::read(&request.keys.p256dh, &request.keys.auth).is_none() {
        return Err(field("keys"));
    }
    let language = Language::by_id(&request.language).ok_or_else(|| field("language"))?;
    app.accounts.limits.changes.take(&viewer.account)?;
    let now = app.clock.now();
    let session = sessions::find(&*app.database, &viewer.token, now).await?.ok_or(ErrorCode::SignInRequired)?;
    let new = Subscription {
        id: id_of(&request.endpoint),
        account: viewer.account,
        session: session.id,
        endpoint: request.endpoint,
        public_key: request.keys.p256dh,
        auth_secret: request.keys.auth,
        language: language.id().to_owned(),
        created_at: now,
        pushed_at: now,
    };
    app.database.transact(push::set(&new, MAX_PUSH_SUBSCRIPTIONS)).await?;
    Ok(())
}

/// Ends a subscription of the viewer.
///
/// # Errors
/// Failures of the store.
pub async fn unsubscribe(app: &App, viewer: &Viewer, request: PushUnsubscription) -> Result<(), Error> {
    app.database.transact(vec![push::remove(viewer.account, &id_of(&request.endpoint))]).await?;
    Ok(())
}

struct Push;

impl Work for Push {
    async fn work(&self, app: &Arc<App>, job: &Job) -> Result<Effect, Failure> {
        let now = app.clock.now();
        let Some(subscription) = push::find(&*app.database, &job.key, now).await? else { return Ok(Effect::default()) };
        let account = subscription.account;
        let StoredSettings { settings, .. } = settings_of(app, account).await?;
        if let Some(end) = settings.quiet.as_ref().and_then(|quiet| quiet_until(quiet, now)) {
            return Ok(Effect { statements: vec![delivery(&subscription, now, end)], then: None });
        }
        let wants = |kind: super::NotificationKind| kind.ways(&settings).push;
        let found = to_send(app, account, subscription.pushed_at, wants).await;
        let (entries, newest) = found.map_err(|error| Failure::Later(format!("it cannot be read: {error}")))?;
        let language = Language::by_id(&subscription.language).unwrap_or_else(Language::base);
        if let Some(message) = message(language, &entries) {
            let lines: Vec<&str> = message.lines.iter().map(|(line, _)| line.as_str()).collect();
            let text = PushMessage {
                title: "Saffron".to_owned(),
                body: lines.join("\n"),
                path: message.path,
                // It has all that came since the last one.
                tag: newest.unwrap_or_default().to_string(),
                unread: unread(app, account).await?,
            };
            // Serialising plain data cannot fail.
            let text = serde_json::to_vec(&text).unwrap_or_default();
            match app.push.send(&subscription, text, message.urgent, now).await {
                Ok(()) => {}
                Err(NotPushed::Gone) => {
                    return Ok(Effect { statements: vec![push::remove(account, &subscription.id)], then: None });
                }
                Err(NotPushed::Later(reason)) => return Err(Failure::Later(reason)),
                Err(NotPushed::Never(reason)) => return Err(Failure::Never(reason)),
            }
        }
        let statements = newest.map(|newest| push::set_pushed(&subscription.id, newest)).into_iter().collect();
        Ok(Effect { statements, then: None })
    }
}
