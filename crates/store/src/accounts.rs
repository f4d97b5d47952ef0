//! Accounts: people, guests, computer players.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::games::{IDS_PER_STATEMENT, PLACEHOLDERS, padded};
use crate::id::AccountId;
use crate::statement::Statement;
use crate::text_enum::text_enum;
use crate::value::{Row, Value};

text_enum!(
    /// Kind of an account.
    Kind {
        /// A registered person, with a name and a password.
        Person = "person",
        /// A visitor who plays without registration.
        Guest = "guest",
        /// A computer player.
        Computer = "computer",
        /// An account that was closed.
        Closed = "closed",
    }
);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub id: AccountId,
    pub kind: Kind,
    /// Name; guests have none.
    pub name: Option<String>,
    /// Form of the name in which it is unique, as the caller makes it.
    pub name_key: Option<String>,
    pub password_hash: Option<String>,
    pub email: Option<String>,
    /// Form of the address in which it is unique among the confirmed ones.
    pub email_key: Option<String>,
    pub email_confirmed: bool,
    pub created_at: Millis,
    /// Latest recorded time at which its owner was online.
    pub seen_at: Millis,
    pub moderator: bool,
    /// End of the ban from playing.
    pub banned_until: Option<Millis>,
    /// End of the ban from writing.
    pub muted_until: Option<Millis>,
    /// Marks by moderators, in the format of the caller.
    pub marks: String,
    /// Settings, in the format of the caller.
    pub preferences: String,
    /// End of the current vacation.
    pub vacation_until: Option<Millis>,
    /// Year of `vacation_days`; 0 if the account never was on vacation.
    pub vacation_year: u32,
    /// Days of vacation that were taken in that year.
    pub vacation_days: u32,
    /// Strength of a computer player.
    pub level: Option<u32>,
}

impl Account {
    /// New account; all other fields are empty.
    pub fn new(id: AccountId, kind: Kind, created_at: Millis) -> Self {
        Self {
            id,
            kind,
            name: None,
            name_key: None,
            password_hash: None,
            email: None,
            email_key: None,
            email_confirmed: false,
            created_at,
            seen_at: created_at,
            moderator: false,
            banned_until: None,
            muted_until: None,
            marks: String::new(),
            preferences: String::new(),
            vacation_until: None,
            vacation_year: 0,
            vacation_days: 0,
            level: None,
        }
    }
}

const COLUMNS: &str = "id, kind, name, name_key, password_hash, email, email_key, email_confirmed, created_at, seen_at, \
     moderator, banned_until, muted_until, marks, preferences, vacation_until, vacation_year, vacation_days, level";

fn account(row: Row) -> Result<Account, StoreError> {
    let mut columns = row.columns();
    Ok(Account {
        id: columns.take()?,
        kind: columns.take()?,
        name: columns.take()?,
        name_key: columns.take()?,
        password_hash: columns.take()?,
        email: columns.take()?,
        email_key: columns.take()?,
        email_confirmed: columns.take()?,
        created_at: columns.take()?,
        seen_at: columns.take()?,
        moderator: columns.take()?,
        banned_until: columns.take()?,
        muted_until: columns.take()?,
        marks: columns.take()?,
        preferences: columns.take()?,
        vacation_until: columns.take()?,
        vacation_year: columns.take()?,
        vacation_days: columns.take()?,
        level: columns.take()?,
    })
}

async fn one(database: &dyn Database, statement: Statement) -> Result<Option<Account>, StoreError> {
    database.read(statement).await?.into_iter().next().map(account).transpose()
}

/// Statement that creates an account. A name that is taken is [`StoreError::Unique`].
pub fn insert(account: &Account) -> Statement {
    let sql = format!(
        "INSERT INTO accounts ({COLUMNS}) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)"
    );
    Statement::new(sql)
        .with(account.id)
        .with(account.kind)
        .with(account.name.clone())
        .with(account.name_key.clone())
        .with(account.password_hash.clone())
        .with(account.email.clone())
        .with(account.email_key.clone())
        .with(account.email_confirmed)
        .with(account.created_at)
        .with(account.seen_at)
        .with(account.moderator)
        .with(account.banned_until)
        .with(account.muted_until)
        .with(account.marks.as_str())
        .with(account.preferences.as_str())
        .with(account.vacation_until)
        .with(account.vacation_year)
        .with(account.vacation_days)
        .with(account.level)
        .expecting(1)
}

/// Registration of a guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registration {
    pub name: String,
    /// Form of the name in which it is unique.
    pub name_key: String,
    pub password_hash: String,
    /// E-mail address, not confirmed.
    pub email: Option<String>,
    /// Form of the address in which it is unique.
    pub email_key: Option<String>,
}

/// Statement that turns a guest into a person, who keeps its games. It conflicts if there is no such guest; a
/// name that is taken is [`StoreError::Unique`].
pub fn register(guest: AccountId, registration: &Registration) -> Statement {
    Statement::new(
        "UPDATE accounts SET kind = 'person', name = $1, name_key = $2, password_hash = $3, email = $4, email_key = $5, \
         email_confirmed = 0 WHERE id = $6 AND kind = 'guest'",
    )
    .with(registration.name.as_str())
    .with(registration.name_key.as_str())
    .with(registration.password_hash.as_str())
    .with(registration.email.clone())
    .with(registration.email_key.clone())
    .with(guest)
    .expecting(1)
}

///
/// # Errors
///
/// Failures of the database.
pub async fn by_id(database: &dyn Database, id: AccountId) -> Result<Option<Account>, StoreError> {
    one(database, Statement::new(format!("SELECT {COLUMNS} FROM accounts WHERE id = $1")).with(id)).await
}

/// Account with a name, in the form in which names are unique.
///
/// # Errors
///
/// Failures of the database.
pub async fn by_name(database: &dyn Database, name_key: &str) -> Result<Option<Account>, StoreError> {
    one(database, Statement::new(format!("SELECT {COLUMNS} FROM accounts WHERE name_key = $1")).with(name_key)).await
}

/// Account with a confirmed e-mail address.
///
/// # Errors
///
/// Failures of the database.
pub async fn by_email(database: &dyn Database, email_key: &str) -> Result<Option<Account>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM accounts WHERE email_key = $1 AND email_confirmed = 1");
    one(database, Statement::new(sql).with(email_key)).await
}

/// Several accounts, in any order. Ids without an account are left out.
///
/// # Errors
///
/// Failures of the database.
pub async fn by_ids(database: &dyn Database, ids: &[AccountId]) -> Result<Vec<Account>, StoreError> {
    let mut found = Vec::new();
    for chunk in ids.chunks(IDS_PER_STATEMENT) {
        let sql = format!("SELECT {COLUMNS} FROM accounts WHERE id IN ({PLACEHOLDERS})");
        let parameters = padded(chunk.iter().map(|id| Value::from(*id)));
        for row in database.read(Statement { parameters, ..Statement::new(sql) }).await? {
            found.push(account(row)?);
        }
    }
    Ok(found)
}

/// People and computer players whose name begins like this, in the form in which names are unique.
///
/// # Errors
///
/// Failures of the database.
pub async fn search(database: &dyn Database, name_key: &str, limit: u32) -> Result<Vec<Account>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM accounts WHERE name_key >= $1 AND name_key < $2 AND kind IN ('person', 'computer') \
         ORDER BY name_key LIMIT $3"
    );
    let statement = Statement::new(sql).with(name_key).with(format!("{name_key}\u{10ffff}")).with(limit);
    database.read(statement).await?.into_iter().map(account).collect()
}

/// Computer players, by their names.
///
/// # Errors
///
/// Failures of the database.
pub async fn computers(database: &dyn Database) -> Result<Vec<Account>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM accounts WHERE kind = 'computer' ORDER BY level, name_key");
    database.read(Statement::new(sql)).await?.into_iter().map(account).collect()
}

/// Accounts that are on vacation at a time.
///
/// # Errors
///
/// Failures of the database.
pub async fn on_vacation(database: &dyn Database, now: Millis) -> Result<Vec<Account>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM accounts WHERE vacation_until > $1 ORDER BY id");
    database.read(Statement::new(sql).with(now)).await?.into_iter().map(account).collect()
}

/// People in the order of their ids, from the one after `after`; at most `limit`.
///
/// # Errors
///
/// Failures of the database.
pub async fn people(database: &dyn Database, after: Option<AccountId>, limit: u32) -> Result<Vec<Account>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM accounts WHERE kind = 'person' AND id > $1 ORDER BY id LIMIT $2");
    let after = after.map(|id| id.to_string()).unwrap_or_default();
    database.read(Statement::new(sql).with(after).with(limit)).await?.into_iter().map(account).collect()
}

/// Statement that sets the hash of a person's password.
pub fn set_password(id: AccountId, hash: &str) -> Statement {
    Statement::new("UPDATE accounts SET password_hash = $1 WHERE id = $2 AND kind = 'person'")
        .with(hash)
        .with(id)
        .expecting(1)
}

/// Statement that sets a person's e-mail address. A confirmed address that another account has confirmed too is
/// [`StoreError::Unique`].
pub fn set_email(id: AccountId, email: Option<&str>, email_key: Option<&str>, confirmed: bool) -> Statement {
    Statement::new(
        "UPDATE accounts SET email = $1, email_key = $2, email_confirmed = $3 WHERE id = $4 AND kind = 'person'",
    )
    .with(email)
    .with(email_key)
    .with(confirmed && email.is_some())
    .with(id)
    .expecting(1)
}

/// Statement that records when an account was last online.
pub fn seen(id: AccountId, at: Millis) -> Statement {
    Statement::new("UPDATE accounts SET seen_at = $1 WHERE id = $2 AND seen_at < $1").with(at).with(id)
}

/// Statement that sets the settings.
pub fn set_preferences(id: AccountId, preferences: &str) -> Statement {
    Statement::new("UPDATE accounts SET preferences = $1 WHERE id = $2").with(preferences).with(id).expecting(1)
}

/// Decisions of moderators about an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    pub moderator: bool,
    /// End of the ban from playing.
    pub banned_until: Option<Millis>,
    /// End of the ban from writing.
    pub muted_until: Option<Millis>,
    /// Notes, in the format of the caller.
    pub marks: String,
}

/// Statement that stores the decisions of moderators about an account.
pub fn set_marks(id: AccountId, marks: &Marks) -> Statement {
    Statement::new("UPDATE accounts SET moderator = $1, banned_until = $2, muted_until = $3, marks = $4 WHERE id = $5")
        .with(marks.moderator)
        .with(marks.banned_until)
        .with(marks.muted_until)
        .with(marks.marks.as_str())
        .with(id)
        .expecting(1)
}

/// Statement that sets the end of an account's ban from writing; `None` lifts it.
pub fn mute(id: AccountId, until: Option<Millis>) -> Statement {
    Statement::new("UPDATE accounts SET muted_until = $1 WHERE id = $2").with(until).with(id).expecting(1)
}

/// Statement that sets the end of an account's ban from playing; `None` lifts it.
pub fn ban(id: AccountId, until: Option<Millis>) -> Statement {
    Statement::new("UPDATE accounts SET banned_until = $1 WHERE id = $2").with(until).with(id).expecting(1)
}

/// Statement that sets the end of a vacation and the days taken in a year. It conflicts if the stored days are no longer
/// `days_before` of `year_before`.
pub fn set_vacation(
    id: AccountId,
    until: Option<Millis>,
    (year, days): (u32, u32),
    (year_before, days_before): (u32, u32),
) -> Statement {
    Statement::new(
        "UPDATE accounts SET vacation_until = $1, vacation_year = $2, vacation_days = $3 \
         WHERE id = $4 AND vacation_year = $5 AND vacation_days = $6",
    )
    .with(until)
    .with(year)
    .with(days)
    .with(id)
    .with(year_before)
    .with(days_before)
    .expecting(1)
}

/// Statement that removes guests who have no game and were not seen since a time, at most `limit`.
pub fn remove_guests(before: Millis, limit: u32) -> Statement {
    Statement::new(
        "DELETE FROM accounts WHERE id IN (SELECT id FROM accounts WHERE kind = 'guest' AND seen_at < $1 \
         AND NOT EXISTS (SELECT 1 FROM games WHERE white = accounts.id) \
         AND NOT EXISTS (SELECT 1 FROM games WHERE black = accounts.id) LIMIT $2)",
    )
    .with(before)
    .with(limit)
}
