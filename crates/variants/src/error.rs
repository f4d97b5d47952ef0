//! What is wrong with a file, and where.

use core::fmt;

/// Why a file of variants cannot be used. It is written on one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileError {
    line: usize,
    variant: Option<String>,
    reason: String,
}

impl FileError {
    pub(crate) fn new(line: usize, reason: impl fmt::Display) -> Self {
        let reason = reason.to_string();
        let parts: Vec<&str> = reason.split(char::is_control).map(str::trim).filter(|part| !part.is_empty()).collect();
        Self { line, variant: None, reason: parts.join(" ") }
    }

    /// The same, saying which variant it is about, if that has an id that can be shown.
    pub(crate) fn about(self, id: &str) -> Self {
        let legible = id.len() <= 32 && id.chars().all(|c| c.is_ascii_graphic());
        Self { variant: legible.then(|| id.to_owned()), ..self }
    }

    /// The line, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The id of the variant that it is about, if that could be read.
    pub fn variant(&self) -> Option<&str> {
        self.variant.as_deref()
    }

    /// What is wrong.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.variant {
            Some(id) => write!(f, "line {}, variant {id}: {}", self.line, self.reason),
            None => write!(f, "line {}: {}", self.line, self.reason),
        }
    }
}

impl core::error::Error for FileError {}
