//! Connections: opening, running statements, translating values and errors.

use std::error::Error as _;

use deadpool_postgres::ClientWrapper;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::private::BytesMut;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};
use tokio_postgres::{Client, NoTls};

use super::target::Target;
use crate::error::StoreError;
use crate::statement::{Expect, Statement};
use crate::value::{Row, Value};

/// Number of prepared statements that each connection keeps.
const PREPARED: usize = 256;

type BoxError = Box<dyn std::error::Error + Sync + Send>;

impl From<tokio_postgres::Error> for StoreError {
    fn from(error: tokio_postgres::Error) -> Self {
        let Some(cause) = error.as_db_error() else {
            let text = match error.source() {
                Some(source) => format!("{error}: {source}"),
                None => error.to_string(),
            };
            // Without an answer of the server: either the connection, or a value that does not fit its parameter.
            let fits = !text.contains("error serializing parameter") && !text.contains("parameters but got");
            return if fits { Self::Io(text) } else { Self::Statement(text) };
        };
        let text = cause.to_string();
        match *cause.code() {
            SqlState::UNIQUE_VIOLATION => Self::Unique(text),
            SqlState::DISK_FULL => Self::Full(text),
            SqlState::LOCK_NOT_AVAILABLE | SqlState::T_R_DEADLOCK_DETECTED | SqlState::T_R_SERIALIZATION_FAILURE => {
                Self::Busy(text)
            }
            SqlState::DATA_CORRUPTED | SqlState::INDEX_CORRUPTED => Self::Corrupt(text),
            ref code if ["08", "28", "3D", "53", "57", "58"].contains(&&code.code()[..2]) => Self::Io(text),
            _ => Self::Statement(text),
        }
    }
}

impl ToSql for Value {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, BoxError> {
        match (self, kind) {
            (Self::Null, _) => Ok(IsNull::Yes),
            (Self::Integer(value), &Type::INT8) => value.to_sql(kind, out),
            (Self::Integer(value), &Type::INT4) => i32::try_from(*value)?.to_sql(kind, out),
            (Self::Real(value), &Type::FLOAT8) => value.to_sql(kind, out),
            (Self::Text(value), &Type::TEXT) => value.to_sql(kind, out),
            (Self::Bytes(value), &Type::BYTEA) => value.to_sql(kind, out),
            (value, kind) => Err(value.mismatch(kind.name()).into()),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for Value {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Self, BoxError> {
        Ok(match *kind {
            Type::INT8 => Self::Integer(i64::from_sql(kind, raw)?),
            Type::INT4 => Self::Integer(i32::from_sql(kind, raw)?.into()),
            Type::FLOAT8 => Self::Real(f64::from_sql(kind, raw)?),
            Type::TEXT => Self::Text(String::from_sql(kind, raw)?),
            Type::BYTEA => Self::Bytes(Vec::from_sql(kind, raw)?),
            ref other => return Err(format!("no type of this store: {other}").into()),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Self, BoxError> {
        Ok(Self::Null)
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

/// Connection outside the pool, as the writer has one.
pub(super) struct Connection(ClientWrapper);

impl Connection {
    /// Connects. Must be called in a tokio runtime, which then drives the connection.
    pub(super) async fn open(target: &Target) -> Result<Self, StoreError> {
        // Calls of the client return the errors of the connection.
        let (client, task) = match &target.tls {
            Some(tls) => {
                let (client, connection) = target.config.connect(tls.clone()).await?;
                (client, tokio::spawn(async move { drop(connection.await) }))
            }
            None => {
                let (client, connection) = target.config.connect(NoTls).await?;
                (client, tokio::spawn(async move { drop(connection.await) }))
            }
        };
        Ok(Self(ClientWrapper::new(client, task)))
    }

    pub(super) fn is_closed(&self) -> bool {
        self.0.is_closed()
    }

    pub(super) fn client(&self) -> &Client {
        &self.0
    }

    /// Runs SQL without parameters and without an answer.
    pub(super) async fn execute(&self, sql: &str) -> Result<(), StoreError> {
        Ok(self.0.batch_execute(sql).await?)
    }

    /// Prepares a statement, once for this connection.
    pub(super) async fn prepare(&self, sql: &str) -> Result<tokio_postgres::Statement, StoreError> {
        prepare(&self.0, sql).await
    }

    /// Runs a statement. `index` is its place in its transaction, for the error.
    pub(super) async fn run(&self, index: usize, statement: &Statement) -> Result<Vec<Row>, StoreError> {
        run(&self.0, index, statement).await
    }
}

async fn prepare(client: &ClientWrapper, sql: &str) -> Result<tokio_postgres::Statement, StoreError> {
    if client.statement_cache.size() >= PREPARED {
        client.statement_cache.clear();
    }
    Ok(client.prepare_cached(sql).await?)
}

/// Runs a statement over a connection. `index` is its place in its transaction, for the error.
pub(super) async fn run(client: &ClientWrapper, index: usize, statement: &Statement) -> Result<Vec<Row>, StoreError> {
    let prepared = prepare(client, &statement.sql).await?;
    statement.check(prepared.params().len())?;
    let parameters: Vec<&(dyn ToSql + Sync)> =
        statement.parameters.iter().map(|value| value as &(dyn ToSql + Sync)).collect();
    let (rows, found) = if prepared.columns().is_empty() {
        (Vec::new(), client.execute(&prepared, &parameters).await?)
    } else {
        let rows = client.query(&prepared, &parameters).await?;
        let rows = rows.iter().map(row).collect::<Result<Vec<_>, _>>()?;
        let found = rows.len() as u64;
        (rows, found)
    };
    match statement.expect {
        Expect::Rows(expected) if expected != found => Err(StoreError::Conflict { statement: index, expected, found }),
        Expect::Rows(_) | Expect::Any => Ok(rows),
    }
}

fn row(row: &tokio_postgres::Row) -> Result<Row, StoreError> {
    let values = (0..row.len()).map(|column| row.try_get::<_, Value>(column).map_err(StoreError::from));
    Ok(Row(values.collect::<Result<_, _>>()?))
}
