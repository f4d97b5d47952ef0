//! The operator's tasks on the database while no server uses it.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use saffron_live::Millis;
use saffron_store::accounts::{self, Account, Kind, Marks};
use saffron_store::{
    AccountId, Database, Row, Sqlite, SqliteOptions, StoreError, Value, admin, create_private_file, erasure, jobs,
    server, tokens,
};
use serde_json::json;

use crate::calendar::rfc3339;
use crate::clock::Clock;
use crate::config::Storage;
use crate::config::limits::{ADMIN_PAGE, RESET_TTL};
use crate::random::Random;
use crate::tokens::{RESET, hash_of, new_token};
use crate::{names, storage};

/// Columns with secrets or hashes of them, which exports leave out.
const SECRET: [&str; 3] = ["password_hash", "secret", "token_hash"];

/// Failure of an operator's task.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AdminError {
    /// A server has the database open.
    #[error("the server is running: stop it first")]
    Running,
    /// The database does not exist.
    #[error("{0}: there is no database")]
    NoDatabase(String),
    /// No account has this name.
    #[error("no account has the name {0:?}")]
    NoUser(String),
    /// No erased account had this name, or one that looks like it.
    #[error("no erased account had the name {0:?}")]
    NotErased(String),
    /// The account is closed or a computer's, and cannot be changed this way.
    #[error("{0:?} is not the account of a person")]
    NoPerson(String),
    /// The output file exists already.
    #[error("{0} is there already")]
    Exists(String),
    #[error(transparent)]
    Store(StoreError),
    /// A file could not be read or written.
    #[error("{0}")]
    File(String),
}

impl From<StoreError> for AdminError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::InUse(_) => Self::Running,
            error => Self::Store(error),
        }
    }
}

/// An account as the operator sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct User {
    pub id: String,
    pub name: String,
    /// `person`, `computer` or `closed`.
    pub kind: &'static str,
    /// E-mail address, and whether it is confirmed.
    pub email: Option<(String, bool)>,
    pub moderator: bool,
    /// Time of creation (RFC 3339).
    pub created_at: String,
    /// Time of the account's last request (RFC 3339).
    pub seen_at: String,
    /// End of the suspension (RFC 3339), or `None`.
    pub banned_until: Option<String>,
    /// End of the mute (RFC 3339), or `None`.
    pub muted_until: Option<String>,
}

impl From<Account> for User {
    fn from(account: Account) -> Self {
        let confirmed = account.email_confirmed;
        Self {
            id: account.id.to_string(),
            name: account.name.unwrap_or_default(),
            kind: account.kind.as_str(),
            email: account.email.map(|email| (email, confirmed)),
            moderator: account.moderator,
            created_at: rfc3339(account.created_at),
            seen_at: rfc3339(account.seen_at),
            banned_until: account.banned_until.map(rfc3339),
            muted_until: account.muted_until.map(rfc3339),
        }
    }
}

/// A pending or failed job: an e-mail to send, a game to rate.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Job {
    /// Kind of job, such as `mail-reset` or `rate`.
    pub kind: String,
    /// Subject of the job: an e-mail's address or account, a game's id.
    pub key: String,
    /// Time at which the job was enqueued (RFC 3339).
    pub created_at: String,
    pub attempts: u32,
    /// Time at which the job was given up (RFC 3339); `None` while it is pending.
    pub failed_at: Option<String>,
    /// Error of the last attempt.
    pub error: Option<String>,
}

/// The database, opened for the operator. A server that uses the same file cannot start meanwhile.
pub struct Admin {
    database: Arc<dyn Database>,
    clock: Clock,
    random: Random,
}

impl std::fmt::Debug for Admin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Admin")
    }
}

impl Admin {
    /// Opens the database.
    ///
    /// # Errors
    /// [`AdminError::Running`] if a server has it open, [`AdminError::NoDatabase`] if there is none,
    /// [`AdminError::Store`] if it cannot be read.
    pub async fn open(storage: Storage) -> Result<Self, AdminError> {
        if let Storage::File(path) = &storage
            && !path.exists()
        {
            return Err(AdminError::NoDatabase(path.display().to_string()));
        }
        let database = storage::open(storage).await?;
        Ok(Self { database, clock: Clock::system(), random: Random::from_system() })
    }

    /// Closes the database once all changes are durable.
    ///
    /// # Errors
    /// [`AdminError::Store`] if the store fails.
    pub async fn close(self) -> Result<(), AdminError> {
        Ok(self.database.close().await?)
    }

    /// A page of the people after this id, in the order of their ids.
    ///
    /// # Errors
    /// [`AdminError::Store`] if the store fails.
    pub async fn people(&self, after: Option<&str>) -> Result<Vec<User>, AdminError> {
        let after: Option<AccountId> = after.and_then(|id| id.parse().ok());
        let page = accounts::people(&*self.database, after, ADMIN_PAGE).await?;
        Ok(page.into_iter().map(User::from).collect())
    }

    /// The account with a name.
    ///
    /// # Errors
    /// [`AdminError::NoUser`] if no account has it; [`AdminError::Store`] if the store fails.
    pub async fn user(&self, name: &str) -> Result<User, AdminError> {
        Ok(self.account(name).await?.into())
    }

    /// Makes a user a moderator, or an ordinary user again.
    ///
    /// # Errors
    /// [`AdminError::NoUser`] if no account has the name; [`AdminError::NoPerson`] if it is not a person's;
    /// [`AdminError::Store`] if the store fails.
    pub async fn set_moderator(&self, name: &str, moderator: bool) -> Result<(), AdminError> {
        let account = self.person(name).await?;
        let marks = Marks {
            moderator,
            banned_until: account.banned_until,
            muted_until: account.muted_until,
            marks: account.marks,
        };
        self.database.transact(vec![accounts::set_marks(account.id, &marks)]).await?;
        Ok(())
    }

    /// Path of a page where a new password can be set, once and within an hour. Anyone who opens it can sign in, so only
    /// the account's owner may get it.
    ///
    /// # Errors
    /// [`AdminError::NoUser`] if no account has the name; [`AdminError::NoPerson`] if it is not a person's;
    /// [`AdminError::Store`] if the store fails.
    pub async fn reset_path(&self, name: &str) -> Result<String, AdminError> {
        let account = self.person(name).await?;
        let (token, now) = (new_token(&self.random), self.clock.now());
        let stored = tokens::Token {
            purpose: RESET.to_owned(),
            account: account.id,
            data: String::new(),
            created_at: now,
            expires_at: now + RESET_TTL,
        };
        self.database.transact(tokens::replace(&hash_of(&token), &stored)).await?;
        Ok(format!("/account/reset?token={token}"))
    }

    /// Closes a user's account. The next start of the server aborts or resigns its running games.
    ///
    /// # Errors
    /// [`AdminError::NoUser`] if no account has the name; [`AdminError::NoPerson`] if it is not a person's;
    /// [`AdminError::Store`] if the store fails.
    pub async fn close_account(&self, name: &str) -> Result<(), AdminError> {
        let account = self.person(name).await?;
        self.database.transact(erasure::close(account.id)).await?;
        Ok(())
    }

    /// Sets the server's time back to this machine's clock if it is ahead ([`server::accept_time`]). Returns the
    /// accepted time (RFC 3339).
    ///
    /// # Errors
    /// [`AdminError::Store`] if the store fails.
    pub async fn accept_clock(&self) -> Result<String, AdminError> {
        let now = self.clock.now();
        self.database.transact(server::accept_time(now)).await?;
        Ok(rfc3339(now))
    }

    /// Pending and failed jobs, in the order of their requests.
    ///
    /// # Errors
    /// [`AdminError::Store`] if the store fails.
    pub async fn jobs(&self) -> Result<Vec<Job>, AdminError> {
        let listed = jobs::list(&*self.database, u32::MAX).await?.into_iter();
        let job = |job: jobs::Listed| Job {
            kind: job.kind,
            key: job.key,
            created_at: rfc3339(job.created_at),
            attempts: job.attempts,
            failed_at: job.failed_at.map(rfc3339),
            error: job.error,
        };
        Ok(listed.map(job).collect())
    }

    /// Enqueues all failed jobs again, for the next start of the server. Returns their number.
    ///
    /// # Errors
    /// [`AdminError::Store`] if the store fails.
    pub async fn retry_jobs(&self) -> Result<usize, AdminError> {
        let rows = self.database.transact(vec![jobs::retry_failed(self.clock.now())]).await?;
        Ok(rows.first().map_or(0, Vec::len))
    }

    /// Frees the name of an erased account, and all names that look like it.
    ///
    /// # Errors
    /// [`AdminError::NotErased`] if no erased account had the name; [`AdminError::Store`] if the store fails.
    pub async fn free_name(&self, name: &str) -> Result<(), AdminError> {
        match names::free(&*self.database, name.trim()).await {
            Err(StoreError::Conflict { .. }) => Err(AdminError::NotErased(name.to_owned())),
            freed => Ok(freed?),
        }
    }

    /// Copies the whole database to a new file.
    ///
    /// # Errors
    /// [`AdminError::Exists`] if the file exists; [`AdminError::Store`] if the store fails.
    pub async fn backup(&self, to: &Path) -> Result<(), AdminError> {
        if to.exists() {
            return Err(AdminError::Exists(to.display().to_string()));
        }
        Ok(self.database.backup(to).await?)
    }

    /// [Exports](Self::export) to a new file that only its owner can read.
    ///
    /// # Errors
    /// [`AdminError::File`] if the file exists or cannot be written, and the errors of [`export`](Self::export).
    pub async fn export_to(&self, file: &Path) -> Result<u64, AdminError> {
        let failed = |error| AdminError::File(format!("{}: {error}", file.display()));
        let opened = create_private_file(file).map_err(failed)?;
        self.export(&mut std::io::BufWriter::new(opened)).await
    }

    /// Writes all data as text, one JSON object a line: `{"table": ..., "row": {...}}`. Bytes are hexadecimal. Left out
    /// are the hashes of passwords and tokens, and the secret of the digests of erased names. Returns the number of
    /// rows.
    ///
    /// # Errors
    /// [`AdminError::Store`] if the store fails, [`AdminError::File`] if the writer does.
    pub async fn export(&self, out: &mut (impl Write + Send)) -> Result<u64, AdminError> {
        let mut count = 0;
        for table in admin::TABLES {
            let mut last: Option<Row> = None;
            loop {
                let rows = table.rows(&*self.database, last.as_ref(), ADMIN_PAGE).await?;
                let Some(end) = rows.last() else { break };
                last = Some(end.clone());
                for row in rows {
                    let columns = table.columns.iter().zip(row.0).filter(|(name, _)| !SECRET.contains(name));
                    let row: serde_json::Map<String, serde_json::Value> =
                        columns.map(|(name, value)| ((*name).to_owned(), json_of(value))).collect();
                    let line = json!({ "table": table.name, "row": row });
                    writeln!(out, "{line}").map_err(|error| AdminError::File(error.to_string()))?;
                    count += 1;
                }
            }
        }
        out.flush().map_err(|error| AdminError::File(error.to_string()))?;
        Ok(count)
    }

    async fn account(&self, name: &str) -> Result<Account, AdminError> {
        let account = names::find(&*self.database, name.trim()).await?;
        account.ok_or_else(|| AdminError::NoUser(name.to_owned()))
    }

    async fn person(&self, name: &str) -> Result<Account, AdminError> {
        let account = self.account(name).await?;
        if account.kind == Kind::Person { Ok(account) } else { Err(AdminError::NoPerson(name.to_owned())) }
    }
}

fn json_of(value: Value) -> serde_json::Value {
    match value {
        Value::Null => serde_json::Value::Null,
        Value::Integer(number) => number.into(),
        Value::Real(number) => number.into(),
        Value::Text(text) => text.into(),
        Value::Bytes(bytes) => bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into(),
    }
}

/// Replaces the database at `path` by a backup. The backup is opened first, so that an invalid file changes nothing.
/// Returns the name under which the former database is kept; `None` if there was none.
///
/// # Errors
/// [`AdminError::Running`] if a server has the database open, [`AdminError::File`] if a file cannot be copied or
/// renamed, [`AdminError::Store`] if the backup is not a database.
pub async fn restore(backup: &Path, path: &Path) -> Result<Option<String>, AdminError> {
    let (backup, path) = (backup.to_owned(), path.to_owned());
    let restored = tokio::task::spawn_blocking(move || {
        let failed = |path: &Path, error: std::io::Error| AdminError::File(format!("{}: {error}", path.display()));
        let (new, old) = (with_suffix(&path, ".restoring"), with_suffix(&path, &format!(".before-{}", stamp())));
        if let Some(folder) = path.parent().filter(|folder| *folder != Path::new("")) {
            storage::private_folder().create(folder).map_err(|error| failed(folder, error))?;
        }
        if !is_database(&backup) {
            return Err(AdminError::NoDatabase(backup.display().to_string()));
        }
        // An earlier attempt may have left the file.
        let _ = std::fs::remove_file(&new);
        let mut copy = create_private_file(&new).map_err(|error| failed(&new, error))?;
        std::fs::File::open(&backup)
            .and_then(|mut backup| std::io::copy(&mut backup, &mut copy))
            .and_then(|_| copy.sync_all())
            .map_err(|error| failed(&backup, error))?;
        let checked = check(&new);
        let _ = std::fs::remove_file(with_suffix(&new, ".lock"));
        if let Err(error) = checked {
            let _ = std::fs::remove_file(&new);
            return Err(error);
        }
        let replaced = path.exists();
        if replaced {
            // Closing the database empties its write-ahead log.
            check(&path)?;
            std::fs::rename(&path, &old).map_err(|error| failed(&path, error))?;
        }
        std::fs::rename(&new, &path).map_err(|error| failed(&path, error))?;
        Ok(replaced.then(|| old.display().to_string()))
    });
    restored.await.map_err(|error| AdminError::File(error.to_string()))?
}

/// Checks that a database can be opened and that no server uses it.
fn check(path: &Path) -> Result<(), AdminError> {
    let database = Sqlite::open(path, &SqliteOptions::default())?;
    // The database answers from its own threads.
    let closed = tokio::runtime::Handle::current().block_on(database.close());
    Ok(closed?)
}

/// Returns whether a file starts like an SQLite database.
fn is_database(path: &Path) -> bool {
    use std::io::Read;
    let mut start = [0; 16];
    std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && &start == b"SQLite format 3\0"
}

fn with_suffix(path: &Path, suffix: &str) -> std::path::PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Current time for a file name.
fn stamp() -> String {
    let now: Millis = Clock::system().now();
    rfc3339(now).replace([':', '-'], "")
}
