//! Connections: opening, migrating, running statements, translating errors.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, OpenFlags, ToSql, ffi};

use crate::error::StoreError;
use crate::migrations::{self, Dialect};
use crate::statement::{Expect, Statement};
use crate::value::{Row, Value};

/// Number of prepared statements that each connection keeps.
const PREPARED: usize = 256;

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        let rusqlite::Error::SqliteFailure(failure, message) = &error else {
            return Self::Statement(error.to_string());
        };
        let text = message.clone().unwrap_or_else(|| failure.to_string());
        match failure.code {
            ErrorCode::DiskFull => Self::Full(text),
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Self::Busy(text),
            ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => Self::Corrupt(text),
            ErrorCode::SystemIoFailure
            | ErrorCode::CannotOpen
            | ErrorCode::ReadOnly
            | ErrorCode::PermissionDenied
            | ErrorCode::OutOfMemory
            | ErrorCode::OperationInterrupted
            | ErrorCode::FileLockingProtocolFailed => Self::Io(text),
            ErrorCode::ConstraintViolation
                if matches!(
                    failure.extended_code,
                    ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY | ffi::SQLITE_CONSTRAINT_ROWID
                ) =>
            {
                Self::Unique(text)
            }
            _ => Self::Statement(text),
        }
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Integer(value) => ValueRef::Integer(*value),
            Self::Real(value) => ValueRef::Real(*value),
            Self::Text(value) => ValueRef::Text(value.as_bytes()),
            Self::Bytes(value) => ValueRef::Blob(value),
        }))
    }
}

/// Use of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Write,
    Read,
    Checkpoint,
}

/// Opens a connection to a file, which [`Access::Write`] creates.
pub(crate) fn open(path: &Path, access: Access) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let create = if access == Access::Write { OpenFlags::SQLITE_OPEN_CREATE } else { OpenFlags::empty() };
    let connection = Connection::open_with_flags(path, flags | create)?;
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    let mode: String = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))?;
    if mode != "wal" {
        return Err(StoreError::Io(format!("the file system of {} does not allow WAL", path.display())));
    }
    // Every commit waits for the disk. Checkpoints are made elsewhere.
    connection.execute_batch("PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0; PRAGMA temp_store = MEMORY")?;
    connection.execute_batch(match access {
        Access::Write => "PRAGMA cache_size = -32768",
        Access::Read => "PRAGMA cache_size = -4096; PRAGMA query_only = ON",
        Access::Checkpoint => "PRAGMA cache_size = -64",
    })?;
    connection.set_prepared_statement_cache_capacity(PREPARED);
    Ok(connection)
}

/// Opens a database in memory, with the current schema.
pub(crate) fn open_in_memory() -> Result<Connection, StoreError> {
    let mut connection = Connection::open_in_memory()?;
    connection.set_prepared_statement_cache_capacity(PREPARED);
    migrate(&mut connection)?;
    Ok(connection)
}

/// Brings the schema up to date, each step in a transaction of its own.
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    connection.execute_batch(migrations::VERSION_TABLE)?;
    let number: Option<i64> = connection.query_row("SELECT MAX(number) FROM schema_version", [], |row| row.get(0))?;
    let number = number.unwrap_or(0);
    if number > migrations::CURRENT {
        return Err(StoreError::Schema { found: number, known: migrations::CURRENT });
    }
    for (step, statements) in migrations::after(number, Dialect::Sqlite) {
        let transaction = connection.transaction()?;
        for statement in statements {
            transaction.execute_batch(&statement)?;
        }
        transaction.execute("INSERT INTO schema_version (number) VALUES (?1)", [step])?;
        transaction.commit()?;
    }
    Ok(())
}

/// Runs a statement. `index` is its place in its transaction, for the error.
pub(crate) fn run(connection: &Connection, index: usize, statement: &Statement) -> Result<Vec<Row>, StoreError> {
    let mut prepared = connection.prepare_cached(&statement.sql)?;
    statement.check(prepared.parameter_count())?;
    for (number, value) in (1..).zip(&statement.parameters) {
        prepared.raw_bind_parameter(number, value)?;
    }
    let columns = prepared.column_count();
    let (rows, found) = if columns == 0 {
        (Vec::new(), prepared.raw_execute()?)
    } else {
        let mut rows = Vec::new();
        let mut cursor = prepared.raw_query();
        while let Some(row) = cursor.next()? {
            let values = (0..columns).map(|column| row.get_ref(column).map_err(StoreError::from).and_then(value));
            rows.push(Row(values.collect::<Result<_, _>>()?));
        }
        let found = rows.len();
        (rows, found)
    };
    match statement.expect {
        Expect::Rows(expected) if expected != found as u64 => {
            Err(StoreError::Conflict { statement: index, expected, found: found as u64 })
        }
        Expect::Rows(_) | Expect::Any => Ok(rows),
    }
}

fn value(value: ValueRef<'_>) -> Result<Value, StoreError> {
    Ok(match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(value) => Value::Integer(value),
        ValueRef::Real(value) => Value::Real(value),
        ValueRef::Text(text) => {
            let text = std::str::from_utf8(text);
            Value::Text(text.map_err(|error| StoreError::Corrupt(error.to_string()))?.to_owned())
        }
        ValueRef::Blob(bytes) => Value::Bytes(bytes.to_owned()),
    })
}

/// Creates a file that only its owner can read and write (mode 0600). On Windows it has the access rights of its folder.
///
/// # Errors
/// Errors of the file system; `AlreadyExists` if there is a file.
pub fn create_private_file(path: &Path) -> io::Result<File> {
    private(OpenOptions::new().write(true).create_new(true)).open(path)
}

/// Sets mode 0600 for files that these options create.
pub(crate) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}
