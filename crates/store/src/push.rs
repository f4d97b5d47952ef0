//! Web Push: browsers that get notifications, and the key by which push services know the server.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::id::{AccountId, SessionId};
use crate::statement::Statement;
use crate::value::Row;

/// Private key of the server: a scalar of P-256.
pub type PushKey = [u8; 32];

/// Browser that gets the notifications of an account, as long as its session lasts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    /// Digest of the endpoint.
    pub id: String,
    pub account: AccountId,
    pub session: SessionId,
    /// Address of the push service to which messages are posted.
    pub endpoint: String,
    /// Public key of the browser, as it sent it (RFC 8291, `p256dh`).
    pub public_key: String,
    /// Secret of the browser, as it sent it (RFC 8291, `auth`).
    pub auth_secret: String,
    /// Language of its messages.
    pub language: String,
    pub created_at: Millis,
    /// Time of the newest notification that it was sent.
    pub pushed_at: Millis,
}

const COLUMNS: &str = "push_subscriptions.id, push_subscriptions.account, session, endpoint, public_key, auth_secret, language, \
     push_subscriptions.created_at, pushed_at";

/// Subscriptions whose sessions are valid at the time `$1`.
const VALID: &str = "push_subscriptions JOIN sessions ON sessions.id = session AND sessions.account = push_subscriptions.account \
                     AND sessions.expires_at > $1";

fn subscription(row: Row) -> Result<Subscription, StoreError> {
    let mut columns = row.columns();
    Ok(Subscription {
        id: columns.take()?,
        account: columns.take()?,
        session: columns.take()?,
        endpoint: columns.take()?,
        public_key: columns.take()?,
        auth_secret: columns.take()?,
        language: columns.take()?,
        created_at: columns.take()?,
        pushed_at: columns.take()?,
    })
}

/// Statements that set a subscription, in place of one with its endpoint, and keep at most `limit` of its account, the newest ones.
pub fn set(new: &Subscription, limit: u32) -> Vec<Statement> {
    let set = Statement::new(
        "INSERT INTO push_subscriptions \
         (id, account, session, endpoint, public_key, auth_secret, language, created_at, pushed_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
         ON CONFLICT (id) DO UPDATE SET account = excluded.account, session = excluded.session, \
         public_key = excluded.public_key, auth_secret = excluded.auth_secret, language = excluded.language, \
         created_at = excluded.created_at, \
         pushed_at = CASE WHEN push_subscriptions.account = excluded.account THEN push_subscriptions.pushed_at \
         ELSE excluded.pushed_at END",
    );
    let trim = Statement::new(
        "DELETE FROM push_subscriptions WHERE account = $1 AND id NOT IN \
         (SELECT id FROM push_subscriptions WHERE account = $1 ORDER BY created_at DESC, id LIMIT $2)",
    );
    vec![
        set.with(new.id.as_str())
            .with(new.account)
            .with(new.session)
            .with(new.endpoint.as_str())
            .with(new.public_key.as_str())
            .with(new.auth_secret.as_str())
            .with(new.language.as_str())
            .with(new.created_at)
            .with(new.pushed_at)
            .expecting(1),
        trim.with(new.account).with(limit),
    ]
}

/// Statement that removes a subscription of an account.
pub fn remove(account: AccountId, id: &str) -> Statement {
    Statement::new("DELETE FROM push_subscriptions WHERE account = $1 AND id = $2").with(account).with(id)
}

/// Statement that removes the subscriptions whose sessions are over.
pub fn remove_without_session() -> Statement {
    Statement::new("DELETE FROM push_subscriptions WHERE session NOT IN (SELECT id FROM sessions)")
}

/// Statement that records the newest notification that a subscription was sent.
pub fn set_pushed(id: &str, newest: Millis) -> Statement {
    Statement::new("UPDATE push_subscriptions SET pushed_at = $1 WHERE id = $2 AND pushed_at < $1")
        .with(newest)
        .with(id)
}

/// Subscription by its id, if its session is valid.
///
/// # Errors
///
/// Failures of the database.
pub async fn find(database: &dyn Database, id: &str, now: Millis) -> Result<Option<Subscription>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM {VALID} WHERE push_subscriptions.id = $2");
    database.read(Statement::new(sql).with(now).with(id)).await?.into_iter().next().map(subscription).transpose()
}

/// Subscriptions of an account whose sessions are valid, the newest first.
///
/// # Errors
///
/// Failures of the database.
pub async fn of_account(
    database: &dyn Database,
    account: AccountId,
    now: Millis,
) -> Result<Vec<Subscription>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM {VALID} WHERE push_subscriptions.account = $2 \
         ORDER BY push_subscriptions.created_at DESC, push_subscriptions.id"
    );
    database.read(Statement::new(sql).with(now).with(account)).await?.into_iter().map(subscription).collect()
}

/// Private key of the server; `None` before it is set.
///
/// # Errors
///
/// Failures of the database.
pub async fn key(database: &dyn Database) -> Result<Option<PushKey>, StoreError> {
    let rows = database.read(Statement::new("SELECT private_key FROM push_key WHERE id = 1")).await?;
    rows.into_iter().next().map(Row::first).transpose()
}

/// Statement that sets the private key of the server. There must be none before.
pub fn set_key(key: &PushKey) -> Statement {
    Statement::new("INSERT INTO push_key (id, private_key) VALUES (1, $1)").with(*key).expecting(1)
}
