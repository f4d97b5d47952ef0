//! Tables of a TOML text whose values know their lines.

use core::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::error::{FileError, FileErrorKind, ValueType};

/// Text of a file.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a>(pub(crate) &'a str);

impl Source<'_> {
    /// Line on which a span begins, from 1.
    pub(crate) fn line(self, span: &Range<usize>) -> usize {
        let before = self.0.as_bytes().get(..span.start).unwrap_or(self.0.as_bytes());
        before.iter().filter(|&&byte| byte == b'\n').count() + 1
    }
}

/// Value with its line.
#[derive(Clone, Debug)]
pub(crate) struct At<T> {
    pub(crate) value: T,
    pub(crate) line: usize,
}

impl<T> At<T> {
    pub(crate) fn error(&self, kind: FileErrorKind) -> FileError {
        FileError::new(self.line, kind)
    }
}

/// Value of any type, with its key for errors.
#[derive(Clone, Copy)]
pub(crate) struct Value<'a> {
    source: Source<'a>,
    value: &'a Spanned<DeValue<'a>>,
    key: &'a str,
}

impl<'a> Value<'a> {
    pub(crate) fn line(self) -> usize {
        self.source.line(&self.value.span())
    }

    fn at<T>(self, value: T) -> At<T> {
        At { value, line: self.line() }
    }

    pub(crate) fn error(self, kind: FileErrorKind) -> FileError {
        FileError::new(self.line(), kind)
    }

    /// Returns the error that another type of value is needed.
    pub(crate) fn unlike(self, expected: ValueType) -> FileError {
        let found = type_of(self.value.get_ref());
        self.error(FileErrorKind::WrongType { key: self.key.to_owned(), expected, found })
    }

    pub(crate) fn string(self) -> Result<At<&'a str>, FileError> {
        self.value.get_ref().as_str().map(|text| self.at(text)).ok_or_else(|| self.unlike(ValueType::String))
    }

    pub(crate) fn boolean(self) -> Result<At<bool>, FileError> {
        self.value.get_ref().as_bool().map(|value| self.at(value)).ok_or_else(|| self.unlike(ValueType::Boolean))
    }

    pub(crate) fn number<T: TryFrom<i32>>(self, range: RangeInclusive<i32>) -> Result<At<T>, FileError> {
        let integer = self.value.get_ref().as_integer().ok_or_else(|| self.unlike(ValueType::Integer))?;
        let number = i64::from_str_radix(integer.as_str(), integer.radix()).ok();
        let number = number.and_then(|number| i32::try_from(number).ok()).filter(|number| range.contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.map(|number| self.at(number)).ok_or_else(|| {
            let (least, most) = range.into_inner();
            let (key, found) = (self.key.to_owned(), integer.to_string());
            self.error(FileErrorKind::OutOfRange { key, least, most, found })
        })
    }

    pub(crate) fn list(self) -> Result<At<Vec<Value<'a>>>, FileError> {
        let list = self.value.get_ref().as_array().ok_or_else(|| self.unlike(ValueType::List))?;
        Ok(self.at(list.iter().map(|value| Value { value, ..self }).collect()))
    }

    /// Reads a table that may have only these keys.
    pub(crate) fn table(self, keys: &[&str]) -> Result<Table<'a>, FileError> {
        let table = self.any_table()?;
        table.only(keys)?;
        Ok(table)
    }

    /// Reads a table with any keys.
    pub(crate) fn any_table(self) -> Result<Table<'a>, FileError> {
        let table = self.value.get_ref().as_table().ok_or_else(|| self.unlike(ValueType::Table))?;
        Ok(Table { source: self.source, table, line: self.line(), name: self.key })
    }

    pub(crate) fn is_list(self) -> bool {
        self.value.get_ref().is_array()
    }

    pub(crate) fn is_string(self) -> bool {
        self.value.get_ref().is_str()
    }
}

fn type_of(value: &DeValue<'_>) -> ValueType {
    match value {
        DeValue::String(_) => ValueType::String,
        DeValue::Integer(_) => ValueType::Integer,
        DeValue::Float(_) => ValueType::Float,
        DeValue::Boolean(_) => ValueType::Boolean,
        DeValue::Datetime(_) => ValueType::Datetime,
        DeValue::Array(_) => ValueType::List,
        DeValue::Table(_) => ValueType::Table,
    }
}

/// Table of a TOML text.
#[derive(Clone, Copy)]
pub(crate) struct Table<'a> {
    source: Source<'a>,
    table: &'a DeTable<'a>,
    line: usize,
    name: &'a str,
}

impl<'a> Table<'a> {
    /// Returns the table of the whole text.
    pub(crate) fn root(source: Source<'a>, table: &'a DeTable<'a>) -> Self {
        Self { source, table, line: 1, name: "the file" }
    }

    pub(crate) fn line(&self) -> usize {
        self.line
    }

    pub(crate) fn error(&self, kind: FileErrorKind) -> FileError {
        FileError::new(self.line, kind)
    }

    /// Checks that there are no keys other than these; the error is about the first one in the text.
    pub(crate) fn only(&self, keys: &[&str]) -> Result<(), FileError> {
        let unknown = self.table.keys().filter(|key| !keys.contains(&key.get_ref().as_ref()));
        match unknown.min_by_key(|key| key.span().start) {
            None => Ok(()),
            Some(key) => {
                let known = keys.iter().map(|&key| key.to_owned()).collect();
                let kind = FileErrorKind::UnknownKey { key: key.get_ref().to_string(), known };
                Err(FileError::new(self.source.line(&key.span()), kind))
            }
        }
    }

    pub(crate) fn get(&self, key: &str) -> Option<Value<'a>> {
        let (key, value) = self.table.iter().find(|(name, _)| name.get_ref() == key)?;
        Some(Value { source: self.source, value, key: key.get_ref() })
    }

    pub(crate) fn need(&self, key: &str) -> Result<Value<'a>, FileError> {
        self.get(key).ok_or_else(|| self.missing(key))
    }

    /// Returns the error that a key is missing.
    pub(crate) fn missing(&self, key: &str) -> FileError {
        self.error(FileErrorKind::MissingKey { table: self.name.to_owned(), key: key.to_owned() })
    }

    /// Keys with their values, in the order of the text.
    pub(crate) fn entries(&self) -> Vec<(&'a str, Value<'a>)> {
        let mut entries: Vec<_> = self.table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let value = |key: &'a str, value| Value { source: self.source, value, key };
        entries.into_iter().map(|(key, found)| (key.get_ref().as_ref(), value(key.get_ref(), found))).collect()
    }
}
