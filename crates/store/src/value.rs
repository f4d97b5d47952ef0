//! Values and rows of a database.

use crate::error::StoreError;
use crate::id::{
    AccountId, ArenaSeriesId, ChallengeId, ContestId, EloListId, GameId, InvalidId, ReportId, SeekId, SessionId,
    TeamId, TournamentId,
};

/// A value of a column or a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// SQL `NULL`.
    Null,
    /// Integer; truth values are 0 and 1.
    Integer(i64),
    /// A floating-point number.
    Real(f64),
    Text(String),
    Bytes(Vec<u8>),
}

impl Value {
    /// Error text for a value of another type than expected.
    pub(crate) fn mismatch(&self, expected: &str) -> String {
        let found = match self {
            Self::Null => "nothing",
            Self::Integer(_) => "a whole number",
            Self::Real(_) => "a floating-point number",
            Self::Text(_) => "a text",
            Self::Bytes(_) => "bytes",
        };
        format!("{found} instead of {expected}")
    }

    /// Approximate size in memory, in bytes.
    pub(crate) fn size(&self) -> usize {
        let heap = match self {
            Self::Text(text) => text.len(),
            Self::Bytes(bytes) => bytes.len(),
            Self::Null | Self::Integer(_) | Self::Real(_) => 0,
        };
        size_of::<Self>() + heap
    }
}

/// Type that a column can be read as.
pub trait FromValue: Sized {
    /// Reads a value.
    ///
    /// # Errors
    ///
    /// A sentence that names the expected type and the value.
    fn from_value(value: Value) -> Result<Self, String>;
}

macro_rules! conversions {
    ($type:ty, $variant:ident, $expected:literal) => {
        impl From<$type> for Value {
            fn from(value: $type) -> Self {
                Value::$variant(value)
            }
        }

        impl FromValue for $type {
            fn from_value(value: Value) -> Result<Self, String> {
                match value {
                    Value::$variant(value) => Ok(value),
                    other => Err(other.mismatch($expected)),
                }
            }
        }
    };
}

conversions!(i64, Integer, "a whole number");
conversions!(String, Text, "a text");
conversions!(Vec<u8>, Bytes, "bytes");

macro_rules! identifiers {
    ($($name:ty),+) => {
        $(
            impl From<$name> for Value {
                fn from(id: $name) -> Self {
                    Value::Text(id.as_str().to_owned())
                }
            }

            impl FromValue for $name {
                fn from_value(value: Value) -> Result<Self, String> {
                    match value {
                        Value::Text(text) => text.parse().map_err(|error: InvalidId| error.to_string()),
                        other => Err(other.mismatch("an identifier")),
                    }
                }
            }
        )+
    };
}

identifiers!(
    GameId,
    AccountId,
    SeekId,
    ChallengeId,
    ContestId,
    TournamentId,
    EloListId,
    ArenaSeriesId,
    TeamId,
    SessionId,
    ReportId
);

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Value::Real(value)
    }
}

impl FromValue for f64 {
    fn from_value(value: Value) -> Result<Self, String> {
        match value {
            Value::Real(value) => Ok(value),
            other => Err(other.mismatch("a floating-point number")),
        }
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Value::Text(value.to_owned())
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Self {
        Value::Integer(value.into())
    }
}

impl FromValue for u32 {
    fn from_value(value: Value) -> Result<Self, String> {
        let number = i64::from_value(value)?;
        number.try_into().map_err(|_| format!("{number} is out of range"))
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Value::Integer(value.into())
    }
}

impl FromValue for bool {
    fn from_value(value: Value) -> Result<Self, String> {
        match i64::from_value(value)? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(format!("{other} is no truth value")),
        }
    }
}

impl<const N: usize> From<[u8; N]> for Value {
    fn from(value: [u8; N]) -> Self {
        Value::Bytes(value.to_vec())
    }
}

impl<const N: usize> FromValue for [u8; N] {
    fn from_value(value: Value) -> Result<Self, String> {
        let bytes = Vec::from_value(value)?;
        bytes.try_into().map_err(|bytes: Vec<u8>| format!("{} bytes instead of {N}", bytes.len()))
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, Into::into)
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: Value) -> Result<Self, String> {
        match value {
            Value::Null => Ok(None),
            value => T::from_value(value).map(Some),
        }
    }
}

/// A row of an answer, in the order of the columns of its statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Row(pub Vec<Value>);

impl Row {
    /// Reads the columns one after the other.
    pub fn columns(self) -> Columns {
        Columns { values: self.0.into_iter(), column: 0 }
    }

    /// Reads the first column.
    ///
    /// # Errors
    ///
    /// [`StoreError::Column`] if there is no such column or it has another type.
    pub fn first<T: FromValue>(self) -> Result<T, StoreError> {
        self.columns().take()
    }
}

/// Unread columns of a row.
#[derive(Debug)]
pub struct Columns {
    values: std::vec::IntoIter<Value>,
    column: usize,
}

impl Columns {
    /// Reads the next column.
    ///
    /// # Errors
    ///
    /// [`StoreError::Column`] if there is no such column or it has another type.
    pub fn take<T: FromValue>(&mut self) -> Result<T, StoreError> {
        let column = self.column;
        self.column += 1;
        let value = self.values.next();
        let read = value.ok_or_else(|| "there is no such column".to_owned()).and_then(T::from_value);
        read.map_err(|problem| StoreError::Column { column, problem })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_read_in_order_and_by_type() {
        let row = Row(vec![Value::Integer(7), Value::Null, Value::Text("x".into()), Value::Integer(1)]);
        let mut columns = row.columns();
        assert_eq!(columns.take(), Ok(7_i64));
        assert_eq!(columns.take(), Ok(None::<String>));
        assert_eq!(
            columns.take::<i64>(),
            Err(StoreError::Column { column: 2, problem: "a text instead of a whole number".into() })
        );
        assert_eq!(columns.take(), Ok(true));
        assert_eq!(
            columns.take::<i64>(),
            Err(StoreError::Column { column: 4, problem: "there is no such column".into() })
        );
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        assert_eq!(u32::from_value(Value::Integer(-1)), Err("-1 is out of range".into()));
        assert_eq!(bool::from_value(Value::Integer(2)), Err("2 is no truth value".into()));
        assert_eq!(<[u8; 2]>::from_value(Value::Bytes(vec![1])), Err("1 bytes instead of 2".into()));
    }
}
