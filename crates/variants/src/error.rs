//! Errors of variant files, with their places.

use core::fmt;

use saffron_rules::VariantError;

/// Error in a file of variants. Its text is one line.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FileError {
    line: usize,
    variant: Option<String>,
    kind: FileErrorKind,
}

/// Kind of a [`FileError`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub enum FileErrorKind {
    /// The text is too long.
    TooLong {
        /// Length of the text in bytes.
        length: usize,
        /// Limit in bytes.
        most: usize,
    },
    /// The text is not TOML; the message is that of the TOML parser, in English.
    Syntax(String),
    /// The text has no variant.
    NoVariants,
    /// The text has too many variants.
    TooManyVariants {
        /// Number of variants.
        found: usize,
        /// Limit of the number.
        most: usize,
    },
    /// A table has a key that it cannot have.
    UnknownKey {
        /// Key.
        key: String,
        /// Keys that it can have.
        known: Vec<String>,
    },
    /// A table lacks a key.
    MissingKey {
        /// Key of the table.
        table: String,
        /// Key that is missing.
        key: String,
    },
    /// A value is of another type than its key needs.
    WrongType {
        /// Key.
        key: String,
        /// Type that it needs.
        expected: ValueType,
        /// Type of the value.
        found: ValueType,
    },
    /// A number is too small or too large.
    OutOfRange {
        /// Key.
        key: String,
        /// Minimum.
        least: i32,
        /// Maximum.
        most: i32,
        /// Number, as it is written.
        found: String,
    },
    /// Id of another variant.
    IdTaken(String),
    /// Name of another variant, apart from case, spaces and accents.
    NameTaken(String),
    /// `extends` with an unknown id.
    UnknownBase {
        /// Id.
        id: String,
        /// Ids of the variants that can be extended.
        known: Vec<String>,
    },
    /// A step is not a list of two numbers.
    StepForm {
        /// Key.
        key: String,
    },
    /// A key of a table of first steps is not a number from 1 to 8.
    StepCount {
        /// Key of the table.
        key: String,
        /// Key that is not such a number.
        found: String,
    },
    /// A string is none of the words that its key allows.
    UnknownWord {
        /// String.
        found: String,
        /// Words.
        known: Vec<String>,
    },
    /// A string is not one letter.
    NotOneLetter(String),
    /// `castling = "long-only"` in a variant that extends none with castling.
    LongOnlyWithoutBase,
    /// `castling` is another string than `none` and `long-only`.
    CastlingWord(String),
    /// The file can be read, but the variant cannot be built.
    Variant(VariantError),
}

/// Type of TOML values, or a form of them that a key needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub enum ValueType {
    /// A string.
    String,
    /// True or false.
    Boolean,
    /// An integer.
    Integer,
    /// A float.
    Float,
    /// A date or time.
    Datetime,
    /// An array.
    List,
    /// A table.
    Table,
    /// An array of tables under `[[variant]]`.
    VariantTables,
    /// `"none"`, `"long-only"` or an array of tables under `[[variant.castling]]`.
    Castling,
}

impl FileError {
    pub(crate) fn new(line: usize, kind: FileErrorKind) -> Self {
        Self { line, variant: None, kind }
    }

    /// Adds the id of the variant that the error is about, if it can be shown.
    pub(crate) fn about(self, id: &str) -> Self {
        let legible = id.len() <= 32 && id.chars().all(|c| c.is_ascii_graphic());
        Self { variant: legible.then(|| id.to_owned()), ..self }
    }

    /// Line of the error, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Id of the variant that the error is about, if it could be read.
    pub fn variant(&self) -> Option<&str> {
        self.variant.as_deref()
    }

    /// Kind of the error.
    pub fn kind(&self) -> &FileErrorKind {
        &self.kind
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some(id) = &self.variant {
            write!(f, ", variant {id}")?;
        }
        // Messages of the TOML parser may have several lines.
        let reason = self.kind.to_string();
        let parts: Vec<&str> = reason.split(char::is_control).map(str::trim).filter(|part| !part.is_empty()).collect();
        write!(f, ": {}", parts.join(" "))
    }
}

impl core::error::Error for FileError {}

impl fmt::Display for FileErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { length, most } => {
                write!(f, "the text has {length} bytes; at most {most} are read")
            }
            Self::Syntax(message) => f.write_str(message),
            Self::NoVariants => f.write_str("there is no [[variant]]"),
            Self::TooManyVariants { found, most } => {
                write!(f, "there are {found} variants; at most {most} are read from one text")
            }
            Self::UnknownKey { key, known } => {
                write!(f, "there is no key {key:?} here; there are {}", known.join(", "))
            }
            Self::MissingKey { table, key } if table == "variant" => write!(f, "the variant has no {key}"),
            Self::MissingKey { table, key } => write!(f, "{table} has no {key}"),
            Self::WrongType { key, expected, found } => write!(f, "{key} must be {expected}, not {found}"),
            Self::OutOfRange { key, least, most, found } => {
                write!(f, "{key} must be from {least} to {most}, not {found}")
            }
            Self::IdTaken(id) => write!(f, "there is already a variant {id:?}"),
            Self::NameTaken(name) => write!(f, "there is already a variant called {name:?}"),
            Self::UnknownBase { id, known } => {
                write!(f, "there is no variant {id:?} to extend; there are {}", known.join(", "))
            }
            Self::StepForm { key } => write!(f, "{key}: a step is two numbers, [x, y]"),
            Self::StepCount { key, found } => write!(f, "{key}: {found:?} is not a number of cells from 1 to 8"),
            Self::UnknownWord { found, known } => {
                let known: Vec<String> = known.iter().map(|word| format!("{word:?}")).collect();
                write!(f, "{found:?} is not one of {}", known.join(", "))
            }
            Self::NotOneLetter(text) => write!(f, "{text:?} is not one letter"),
            Self::LongOnlyWithoutBase => f.write_str("\"long-only\" needs a variant with castling to extend"),
            Self::CastlingWord(word) => {
                write!(f, "castling is {word:?}; it can be {}", ValueType::Castling)
            }
            Self::Variant(error) => write!(f, "{error}"),
        }
    }
}

impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::String => "a string",
            Self::Boolean => "true or false",
            Self::Integer => "a whole number",
            Self::Float => "a fraction",
            Self::Datetime => "a date",
            Self::List => "a list",
            Self::Table => "a table",
            Self::VariantTables => "a list of tables, each under [[variant]]",
            Self::Castling => "\"none\", \"long-only\", or tables, each under [[variant.castling]]",
        })
    }
}
