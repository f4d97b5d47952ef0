//! Fields in columns.

use std::str::FromStr;

use super::{TrfError, TrfProblem};

/// Line of a report with its number from 1.
pub(super) struct Line {
    pub(super) number: usize,
    columns: Vec<char>,
}

impl Line {
    pub(super) fn new(number: usize, text: &str) -> Self {
        Self { number, columns: text.chars().collect() }
    }

    /// Number of columns.
    pub(super) fn len(&self) -> usize {
        self.columns.len()
    }

    /// Text between two columns, counted from 1, without spaces around it; empty beyond the end.
    pub(super) fn text(&self, first: usize, last: usize) -> String {
        let end = last.min(self.columns.len());
        let field: String = self.columns.get(first - 1..end).unwrap_or_default().iter().collect();
        field.trim().to_owned()
    }

    /// Value between two columns; `None` if they are blank.
    pub(super) fn value<T: FromStr>(
        &self,
        first: usize,
        last: usize,
        expected: &'static str,
    ) -> Result<Option<T>, TrfError> {
        let text = self.text(first, last);
        if text.is_empty() {
            return Ok(None);
        }
        text.parse().map(Some).map_err(|_| self.wrong(first, last, expected))
    }

    /// Value between two columns that must not be blank.
    pub(super) fn required<T: FromStr>(
        &self,
        first: usize,
        last: usize,
        expected: &'static str,
    ) -> Result<T, TrfError> {
        self.value(first, last, expected)?.ok_or_else(|| self.wrong(first, last, expected))
    }

    /// Numbers in fields of four columns, the first of which begins here, with one column between them.
    pub(super) fn numbers(&self, first: usize) -> Result<Vec<u32>, TrfError> {
        let fields = (first..=self.len().max(first)).step_by(5);
        fields.filter_map(|at| self.value(at, at + 3, "a number of a player").transpose()).collect()
    }

    /// Numbers of the words after the tag.
    pub(super) fn words<T: FromStr>(&self, expected: &'static str) -> Result<Vec<T>, TrfError> {
        let text = self.text(4, self.len());
        text.split_whitespace().map(|word| word.parse().map_err(|_| self.wrong(4, self.len(), expected))).collect()
    }

    pub(super) fn wrong(&self, first: usize, last: usize, expected: &'static str) -> TrfError {
        let last = last.min(self.len().max(first));
        self.error(TrfProblem::Field { first, last, text: self.text(first, last), expected })
    }

    pub(super) fn error(&self, problem: TrfProblem) -> TrfError {
        TrfError { line: self.number, problem }
    }
}
