//! Writes a game again, in any notation, with everything that stood around its moves.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use super::reader::items_of;
use super::side_lines::{DEEPEST, beginning};
use super::words::Word;
use super::{Comment, Ending, Item, Replay, Score};
use crate::{Color, Notation, Outcome, Position, Reason};

impl Replay {
    /// Writes the game in a notation: tags, comments, glyphs, `!` and `?`, and variations
    /// stay. What follows a mistake is kept in a comment that names it, and what cannot be
    /// played of a variation in a comment, so that the result can be read.
    pub fn write(&self, score: &Score, notation: Notation) -> String {
        let result = self.result(score);
        let mut text = String::new();
        for comment in &score.before {
            write_before(&mut text, comment);
        }
        self.write_tags(score, result, &mut text);
        let mut words = Words::default();
        match &self.start {
            Some(start) => {
                let mut pen = Pen { read: self.reading(), write: notation, words: &mut words };
                if let Some(rest) = pen.line(&score.items, *start, self.moves.len(), 0) {
                    let reason = self.mistake.as_ref().map(|mistake| format!("{mistake}. ")).unwrap_or_default();
                    pen.words.comment(&format!("{reason}What follows: {}", plain(rest)));
                }
            }
            None => words.verbatim(&score.items),
        }
        words.push(result);
        text.push('\n');
        text.push_str(&words.wrapped());
        text.push('\n');
        text
    }

    pub(crate) fn reading(&self) -> Notation {
        Notation { language: self.language, files: self.files, ..Notation::ENGLISH }
    }

    /// The result to write: what stands behind the moves, else in the tag, else on the board.
    fn result(&self, score: &Score) -> &'static str {
        if let Some(Ending::Score(result)) = score.result {
            return result;
        }
        if let (Some(Ending::Stalemate), Some(end)) = (score.result, &self.end) {
            let quarters = end.variant().stalemate_quarters();
            return Outcome::scored(!end.turn(), quarters, Reason::Stalemate).result();
        }
        if let Some(Word::Ending(Ending::Score(result))) = score.tag("Result").map(|tag| Word::read(tag.trim())) {
            return result;
        }
        let outcome = self.end.filter(|end| !end.has_legal_move()).and_then(|end| end.outcome());
        outcome.map_or("*", Outcome::result)
    }

    fn write_tags(&self, score: &Score, result: &str, text: &mut String) {
        for (name, value) in &score.tags {
            match (name.as_str(), &self.start) {
                ("Result", _) => write_tag(text, name, result),
                // In the form that every reader of these games knows.
                ("FEN", Some(start)) => write_tag(text, name, &start.to_fen()),
                _ => write_tag(text, name, value),
            }
        }
        if score.tag("Result").is_none() {
            write_tag(text, "Result", result);
        }
        if let (None, Some(start)) = (score.tag("Variant"), &self.start) {
            write_tag(text, "Variant", start.variant().name());
        }
    }
}

/// Writes one tag line of a game record: quotes and backslashes marked by one, control characters as spaces.
pub fn write_tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(char::is_control, " ");
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

fn write_before(text: &mut String, comment: &Comment) {
    if comment.to_line_end {
        let _ = writeln!(text, "; {}", comment.text.trim_end());
    } else {
        let mut words = Words::default();
        words.comment(&comment.text);
        text.push_str(&words.wrapped());
        text.push('\n');
    }
}

/// Writes moves one after the other, translating them.
struct Pen<'a> {
    read: Notation,
    write: Notation,
    words: &'a mut Words,
}

impl Pen<'_> {
    /// Writes a line of play of at most so many moves, and returns what is left from the first
    /// move on that cannot be played.
    fn line<'a>(&mut self, items: &'a [Item], start: Position, most: usize, depth: usize) -> Option<&'a [Item]> {
        let (mut before, mut now) = (start, start);
        let (mut played, mut number_is_due) = (0, true);
        for (at, item) in items.iter().enumerate() {
            match item {
                Item::Move { text, .. } => {
                    let mv = if played < most { now.read_move(text, self.read).ok() } else { None };
                    let Some(mv) = mv else { return Some(&items[at..]) };
                    match now.turn() {
                        Color::White => self.words.push(&format!("{}.", now.fullmove_number())),
                        Color::Black if number_is_due => self.words.push(&format!("{}...", now.fullmove_number())),
                        Color::Black => {}
                    }
                    self.words.push(&(now.write_move(mv, self.write) + judgement(text)));
                    before = now;
                    now.play_unchecked(mv);
                    played += 1;
                    number_is_due = false;
                }
                Item::Comment(comment) => {
                    self.words.comment(&comment.text);
                    number_is_due = true;
                }
                Item::Nag(nag) => self.words.push(&format!("${nag}")),
                Item::Variation { text, .. } => {
                    self.variation(text, [before, now], depth + 1);
                    number_is_due = true;
                }
            }
        }
        None
    }

    /// Writes what stands between parentheses: moves in place of the last one or, as some
    /// write, after it; or words, which become a comment.
    fn variation(&mut self, text: &str, positions: [Position; 2], depth: usize) {
        let items = items_of(text);
        let fits = beginning(text, &items, [&positions[0], &positions[1]], self.read);
        let Some(at) = fits.filter(|_| depth <= DEEPEST) else {
            return self.words.comment(text);
        };
        self.words.open();
        if let Some(rest) = self.line(&items, positions[at], usize::MAX, depth) {
            self.words.comment(&plain(rest));
        }
        self.words.close();
    }
}

/// The `!` and `?` behind a move.
fn judgement(text: &str) -> &str {
    const SIGNS: [char; 2] = ['!', '?'];
    let bare = text.trim_end_matches(SIGNS);
    match &text[bare.len()..] {
        "" => {
            // Some write the check behind it.
            let before_check = text.trim_end_matches(['+', '#']);
            &before_check[before_check.trim_end_matches(SIGNS).len()..]
        }
        signs => signs,
    }
}

/// The text of things that are not understood.
fn plain(items: &[Item]) -> String {
    let text = |item: &Item| match item {
        Item::Move { text, .. } => text.clone(),
        Item::Comment(comment) => format!("[{}]", comment.text),
        Item::Nag(nag) => format!("${nag}"),
        Item::Variation { text, .. } => format!("({text})"),
    };
    items.iter().map(text).collect::<Vec<_>>().join(" ")
}

/// Words that are going to be wrapped into lines.
#[derive(Default)]
struct Words {
    words: Vec<String>,
    /// Parentheses that the next word begins with.
    opened: String,
}

impl Words {
    fn push(&mut self, word: &str) {
        let opened = core::mem::take(&mut self.opened);
        self.words.push(opened + word);
    }

    fn open(&mut self) {
        self.opened.push('(');
    }

    fn close(&mut self) {
        if self.opened.pop().is_none() {
            match self.words.last_mut() {
                Some(last) => last.push(')'),
                None => self.push(")"),
            }
        }
    }

    fn comment(&mut self, text: &str) {
        let text = text.replace('}', ")");
        let mut words = units(&text);
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

    /// Writes things as they are.
    fn verbatim(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Move { text, .. } => self.push(text),
                Item::Comment(comment) => self.comment(&comment.text),
                Item::Nag(nag) => self.push(&format!("${nag}")),
                Item::Variation { text, .. } => self.comment(text),
            }
        }
    }

    /// Lines of at most 79 characters, where words allow it.
    fn wrapped(&self) -> String {
        let mut text = String::new();
        let mut column = 0;
        for word in &self.words {
            let width = word.chars().count();
            if column > 0 && column + 1 + width > 79 {
                text.push('\n');
                column = 0;
            } else if column > 0 {
                text.push(' ');
                column += 1;
            }
            text.push_str(word);
            column += width;
        }
        text
    }
}

/// The words of a comment. A command to programs, such as `[%eval 0.35]`, is one word: not all of them look for it on two
/// lines.
fn units(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut units = Vec::with_capacity(words.len());
    let mut rest = words.as_slice();
    while let Some(first) = rest.first() {
        let close = if first.starts_with("[%") { rest.iter().position(|word| word.contains(']')) } else { None };
        let (unit, after) = rest.split_at(close.unwrap_or(0) + 1);
        units.push(unit.join(" "));
        rest = after;
    }
    units
}

/// Words as lines of at most 79 characters, where words allow it.
pub(crate) fn wrapped(words: Vec<String>) -> String {
    Words { words, opened: String::new() }.wrapped()
}
