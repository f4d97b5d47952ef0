//! Statements: SQL in the subset that SQLite and PostgreSQL share.

use std::borrow::Cow;

use crate::error::StoreError;
use crate::value::Value;

/// Number of rows that a statement must return, or change if it returns none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expect {
    /// Any number.
    Any,
    /// Exactly this number; otherwise the transaction is not applied.
    Rows(u64),
}

/// A statement with its parameters.
///
/// Parameters are `$1`, `$2`, ... and must appear first in this order, which is how SQLite numbers them. The SQL is kept
/// prepared: values belong into parameters, never into the text.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The SQL.
    pub sql: Cow<'static, str>,
    /// Values of `$1`, `$2`, ...
    pub parameters: Vec<Value>,
    /// Number of rows that it must return or change.
    pub expect: Expect,
}

impl Statement {
    /// Statement that may return or change any number of rows.
    pub fn new(sql: impl Into<Cow<'static, str>>) -> Self {
        Self { sql: sql.into(), parameters: Vec::new(), expect: Expect::Any }
    }

    /// Adds the value of the next parameter.
    #[must_use]
    pub fn with(mut self, value: impl Into<Value>) -> Self {
        self.parameters.push(value.into());
        self
    }

    /// Sets the expected number of rows.
    #[must_use]
    pub fn expecting(mut self, rows: u64) -> Self {
        self.expect = Expect::Rows(rows);
        self
    }

    /// Checks that both databases treat the statement alike: the order of the parameters, of which the SQL has `count`, and no
    /// NUL in texts, which PostgreSQL does not store.
    pub(crate) fn check(&self, count: usize) -> Result<(), StoreError> {
        let refuse = |problem: &str| Err(StoreError::Statement(format!("{problem}: {}", self.sql)));
        let mut next = 1;
        for part in self.sql.split('$').skip(1) {
            let digits = part.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(part.len());
            match part[..digits].parse::<usize>() {
                Ok(number) if number == next => next += 1,
                Ok(number) if number < next && number > 0 => {}
                _ => return refuse("parameters must be $1, $2, ... in this order"),
            }
        }
        if next != self.parameters.len() + 1 || count != self.parameters.len() {
            return refuse(&format!("{} parameters instead of {count}", self.parameters.len()));
        }
        if self.parameters.iter().any(|value| matches!(value, Value::Text(text) if text.contains('\0'))) {
            return refuse("NUL in a text");
        }
        Ok(())
    }

    /// Approximate size in memory, in bytes.
    pub(crate) fn size(&self) -> usize {
        size_of::<Self>() + self.parameters.iter().map(Value::size).sum::<usize>()
    }
}
