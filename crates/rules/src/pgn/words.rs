//! Movetext as words, and their wrapping into lines.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::pgn::raw_game::MovetextItem;

/// The most characters of a line, unless a word is longer.
const LINE_LENGTH: usize = 79;

/// The most characters of a command that is kept on one line: what fits between braces and before a parenthesis.
const LONGEST_COMMAND: usize = LINE_LENGTH - 3;

/// Collects words and wraps them into lines.
#[derive(Default)]
pub(crate) struct WordWrapper {
    words: Vec<Word>,
    /// Opening parentheses before the next word.
    opened: String,
}

enum Word {
    /// A word that shares its line with others.
    Inline(String),
    /// A line of its own.
    Line(String),
}

impl WordWrapper {
    pub(crate) fn push(&mut self, word: &str) {
        let opened = core::mem::take(&mut self.opened);
        self.words.push(Word::Inline(opened + word));
    }

    pub(crate) fn open(&mut self) {
        self.opened.push('(');
    }

    pub(crate) fn close(&mut self) {
        if self.opened.pop().is_none() {
            match self.words.last_mut() {
                Some(Word::Inline(last)) => last.push(')'),
                _ => self.push(")"),
            }
        }
    }

    /// Writes a comment in braces; a closing one inside becomes a parenthesis.
    pub(super) fn comment(&mut self, text: &str) {
        self.in_braces(&text.replace('}', ")"));
    }

    /// Writes a comment that is read again word for word: one with a closing brace after semicolons, to the ends of lines.
    pub(crate) fn exact_comment(&mut self, text: &str) {
        if !text.contains('}') {
            return self.in_braces(text);
        }
        let mut line = String::new();
        for word in units(text) {
            let is_full = line.chars().count() + 1 + word.chars().count() > LINE_LENGTH;
            if is_full && !line.is_empty() {
                self.words.push(Word::Line(core::mem::take(&mut line)));
            }
            line.push_str(if line.is_empty() { "; " } else { " " });
            line.push_str(&word);
        }
        self.words.push(Word::Line(line));
    }

    fn in_braces(&mut self, text: &str) {
        let mut words = units(text);
        let Some(last) = words.pop() else {
            return self.push("{}");
        };
        match words.split_first() {
            None => self.push(&format!("{{{last}}}")),
            Some((first, middle)) => {
                self.push(&format!("{{{first}"));
                middle.iter().for_each(|word| self.push(word));
                self.push(&format!("{last}}}"));
            }
        }
    }

    /// Writes movetext unchanged.
    pub(super) fn verbatim(&mut self, items: &[MovetextItem]) {
        for item in items {
            match item {
                MovetextItem::Move { text, .. } => self.push(text),
                MovetextItem::Comment(comment) => self.comment(&comment.text),
                MovetextItem::Nag(nag) => self.push(&format!("${nag}")),
                MovetextItem::Variation { text, .. } => self.comment(text),
            }
        }
    }

    /// Lines of at most 79 characters, unless a word is longer.
    pub(crate) fn wrapped(&self) -> String {
        let mut text = String::new();
        let mut column = 0;
        for word in &self.words {
            let (word, is_line) = match word {
                Word::Inline(word) => (word, false),
                Word::Line(word) => (word, true),
            };
            let width = word.chars().count();
            if column > 0 && (is_line || column + 1 + width > LINE_LENGTH) {
                text.push('\n');
                column = 0;
            } else if column > 0 {
                text.push(' ');
                column += 1;
            }
            text.push_str(word);
            // Nothing fits behind a line of its own.
            column = if is_line { LINE_LENGTH } else { column + width };
        }
        text
    }
}

/// Movetext that cannot be played, as plain text with exactly the commands of its comments and variations: their marks decide
/// by which letters the files of the record are read.
pub(super) fn plain<'a>(items: impl IntoIterator<Item = &'a MovetextItem>) -> String {
    let text = |item: &MovetextItem| match item {
        MovetextItem::Move { text, .. } => text.replace("[%", "[ %"),
        MovetextItem::Comment(comment) => {
            let text = closed_commands(&comment.text);
            // The bracket that is added must not open a command.
            let space = if text.trim_start().starts_with('%') { " " } else { "" };
            format!("[{space}{text}]")
        }
        MovetextItem::Nag(nag) => format!("${nag}"),
        MovetextItem::Variation { text, .. } => format!("({})", closed_commands(text)),
    };
    items.into_iter().map(text).collect::<Vec<_>>().join(" ")
}

/// Text whose unclosed commands are broken up, so that no bracket behind it closes them.
fn closed_commands(text: &str) -> String {
    let (closed, open) = text.split_at(text.rfind(']').map_or(0, |at| at + 1));
    format!("{closed}{}", open.replace("[%", "[ %"))
}

/// The words of a comment. A command such as `[%eval 0.35]` is one word, so that it stays on one line where it fits.
fn units(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut units = Vec::with_capacity(words.len());
    let mut rest = words.as_slice();
    while let Some(first) = rest.first() {
        let close = if first.starts_with("[%") { rest.iter().position(|word| word.contains(']')) } else { None };
        let (unit, after) = rest.split_at(close.unwrap_or(0) + 1);
        let joined = unit.join(" ");
        if joined.chars().count() > LONGEST_COMMAND {
            units.push((*first).to_owned());
            rest = &rest[1..];
        } else {
            units.push(joined);
            rest = after;
        }
    }
    units
}

#[cfg(test)]
pub(super) fn wrapped(words: Vec<String>) -> String {
    WordWrapper { words: words.into_iter().map(Word::Inline).collect(), opened: String::new() }.wrapped()
}
