//! Writes a game in any notation, with its tags, comments, glyphs and variations.

use alloc::format;
use alloc::string::String;
use core::fmt::Write;

use crate::notation::Notation;
use crate::outcome::{Outcome, Reason};
use crate::pgn::line::{DEEPEST, starting_position};
use crate::pgn::raw_game::{Comment, MovetextItem, RawGame, Termination};
use crate::pgn::reader::items_of;
use crate::pgn::replay::Replay;
use crate::pgn::tokens::{Token, move_suffix};
use crate::pgn::words::{WordWrapper, plain};
use crate::piece::Color;
use crate::position::Position;

impl Replay {
    /// Writes the game in a notation. Tags, comments, glyphs, `!` and `?`, and variations are kept. The text from the first
    /// error on is written as a comment that names the error, and so is the illegal rest of a variation, so that the output
    /// is always a legal game.
    pub fn write(&self, raw: &RawGame, notation: Notation) -> String {
        let result = self.result(raw);
        let mut text = String::new();
        for comment in &raw.leading_comments {
            write_before(&mut text, comment);
        }
        self.write_tags(raw, result, &mut text);
        let mut words = WordWrapper::default();
        match &self.start {
            Some(start) => {
                let mut writer = MovetextWriter { read: self.reading(), write: notation, words: &mut words };
                if let Some(rest) = writer.line(&raw.items, *start, self.moves.len(), 0) {
                    let reason = self.error.as_ref().map(|error| format!("{error}. ")).unwrap_or_default();
                    writer.words.comment(&format!("{reason}What follows: {}", plain(rest)));
                }
            }
            None => words.verbatim(&raw.items),
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

    /// The result to write: that after the moves, else that of the tag, else that on the board.
    fn result(&self, raw: &RawGame) -> &'static str {
        if let Some(Termination::Score(result)) = raw.result {
            return result;
        }
        if let (Some(Termination::Stalemate), Some(end)) = (raw.result, &self.end) {
            let quarters = end.variant().stalemate_quarters();
            return Outcome::scored(!end.turn(), quarters, Reason::Stalemate).result();
        }
        if let Some(Token::Termination(Termination::Score(result))) =
            raw.tag("Result").map(|tag| Token::read(tag.trim()))
        {
            return result;
        }
        let outcome = self.end.filter(|end| !end.has_legal_move()).and_then(|end| end.outcome());
        outcome.map_or("*", Outcome::result)
    }

    fn write_tags(&self, raw: &RawGame, result: &str, text: &mut String) {
        for (name, value) in &raw.tags {
            match (name.as_str(), &self.start) {
                ("Result", _) => write_tag(text, name, result),
                // In the dialect of this library.
                ("FEN", Some(start)) => write_tag(text, name, &start.to_fen()),
                _ => write_tag(text, name, value),
            }
        }
        if raw.tag("Result").is_none() {
            write_tag(text, "Result", result);
        }
        if let (None, Some(start)) = (raw.tag("Variant"), &self.start) {
            write_tag(text, "Variant", start.variant().name());
        }
    }
}

/// Writes one tag line: quotes and backslashes are escaped, control characters become spaces.
pub fn write_tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(char::is_control, " ");
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

fn write_before(text: &mut String, comment: &Comment) {
    if comment.to_line_end {
        let _ = writeln!(text, "; {}", comment.text.trim_end());
    } else {
        let mut words = WordWrapper::default();
        words.comment(&comment.text);
        text.push_str(&words.wrapped());
        text.push('\n');
    }
}

/// Translates movetext into another notation.
struct MovetextWriter<'a> {
    read: Notation,
    write: Notation,
    words: &'a mut WordWrapper,
}

impl MovetextWriter<'_> {
    /// Writes at most `most` moves of a line. Returns the items from the first move on that is not legal.
    fn line<'a>(
        &mut self,
        items: &'a [MovetextItem],
        start: Position,
        most: usize,
        depth: usize,
    ) -> Option<&'a [MovetextItem]> {
        let (mut before, mut now) = (start, start);
        let (mut played, mut number_is_due) = (0, true);
        for (at, item) in items.iter().enumerate() {
            match item {
                MovetextItem::Move { text, .. } => {
                    let mv = if played < most { now.read_move(text, self.read).ok() } else { None };
                    let Some(mv) = mv else { return Some(&items[at..]) };
                    match now.turn() {
                        Color::White => self.words.push(&format!("{}.", now.fullmove_number())),
                        Color::Black if number_is_due => self.words.push(&format!("{}...", now.fullmove_number())),
                        Color::Black => {}
                    }
                    self.words.push(&(now.write_move(mv, self.write) + move_suffix(text)));
                    before = now;
                    now.play_unchecked(mv);
                    played += 1;
                    number_is_due = false;
                }
                MovetextItem::Comment(comment) => {
                    self.words.comment(&comment.text);
                    number_is_due = true;
                }
                MovetextItem::Nag(nag) => self.words.push(&format!("${nag}")),
                MovetextItem::Variation { text, .. } => {
                    self.variation(text, [before, now], depth + 1);
                    number_is_due = true;
                }
            }
        }
        None
    }

    /// Writes the text between parentheses: a variation, or a remark, which becomes a comment.
    fn variation(&mut self, text: &str, positions: [Position; 2], depth: usize) {
        let items = items_of(text);
        let fits = starting_position(&items, [&positions[0], &positions[1]], self.read);
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
