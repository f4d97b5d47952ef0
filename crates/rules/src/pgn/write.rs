//! Writes a game in any notation, with its tags, comments, glyphs and variations.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use crate::game::Game;
use crate::notation::Notation;
use crate::outcome::{Outcome, Reason};
use crate::pgn::commands::{single_spaced, with_files};
use crate::pgn::line::{DEEPEST, NULL_MOVE, side_move, starting_position};
use crate::pgn::raw_game::{Comment, MovetextItem, RawGame, Termination};
use crate::pgn::reader::items_of;
use crate::pgn::replay::Replay;
use crate::pgn::tags::TELLING_TAGS;
use crate::pgn::tokens::move_suffix;
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
        let renamed = |text: &str| match &self.start {
            Some(start) => with_files(text, start.variant().board(), self.files, notation.files),
            None => text.to_owned(),
        };
        for comment in &raw.leading_comments {
            write_before(&mut text, &Comment { text: renamed(&comment.text), ..comment.clone() });
        }
        for (name, value) in second_tags(raw) {
            // What was no comment has no commands.
            let value = value.replace(char::is_control, " ").replace("[%", "[ %");
            let said = format!("a second tag {name}: {value}");
            let _ = writeln!(text, "; {}", single_spaced(&said));
        }
        self.write_tags(raw, result, &mut text);
        let mut words = WordWrapper::default();
        match &self.start {
            Some(start) => {
                let mut writer = MovetextWriter { read: self.reading(), write: notation, words: &mut words };
                let items: Vec<MovetextItem> = self.movetext(raw).cloned().collect();
                if let Some(rest) = writer.line(&items, *start, self.moves.len(), 0) {
                    let reason = self.error.as_ref().map(|error| format!("{error}. ").replace("[%", "[ %"));
                    let reason = reason.unwrap_or_default();
                    writer.words.comment(&format!("{reason}What follows: {}", renamed(&plain(rest))));
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

    /// The movetext without the `0-0` that is its result.
    pub(crate) fn movetext<'a>(&self, raw: &'a RawGame) -> impl Iterator<Item = &'a MovetextItem> + use<'a> {
        let is_move = |item: &MovetextItem| matches!(item, MovetextItem::Move { .. });
        let result = if self.ends_with_double_zero { raw.items.iter().rposition(is_move) } else { None };
        raw.items.iter().enumerate().filter(move |(index, _)| Some(*index) != result).map(|(_, item)| item)
    }

    /// The result to write: that after the moves, else that of the tag, else that on the board, where the rules have ended the game.
    fn result(&self, raw: &RawGame) -> &'static str {
        let written = self.result.or(raw.result);
        if let Some(Termination::Score(result) | Termination::Forfeit(result)) = written {
            return result;
        }
        if let (Some(Termination::Stalemate), Some(end)) = (written, &self.end) {
            let quarters = end.variant().stalemate_quarters();
            return Outcome::scored(!end.turn(), quarters, Reason::Stalemate).result();
        }
        let game = self.start.and_then(|start| Game::from_moves(start, self.moves.iter().copied()).ok());
        game.and_then(|game| game.outcome()).map_or("*", Outcome::result)
    }

    fn write_tags(&self, raw: &RawGame, result: &str, text: &mut String) {
        let second: Vec<_> = second_tags(raw).collect();
        for tag in raw.tags.iter().filter(|tag| !second.contains(tag)) {
            let (name, value) = tag;
            match &self.start {
                _ if name.eq_ignore_ascii_case("Result") => write_tag(text, "Result", result),
                // In the dialect of this library.
                Some(start) if name.eq_ignore_ascii_case("FEN") => write_tag(text, "FEN", &start.to_fen()),
                _ => write_tag(text, name, value),
            }
        }
        if let (Some(Termination::Forfeit("1-0" | "0-1")), None) = (self.result, raw.tag("Termination")) {
            write_tag(text, "Termination", Reason::Forfeit.termination());
        }
        if raw.tag("Result").is_none() {
            write_tag(text, "Result", result);
        }
        if let (None, Some(start)) = (raw.tag("Variant"), &self.start) {
            write_tag(text, "Variant", start.variant().name());
        }
    }
}

/// The tags that tell what game it is and come after another one of their name: only the first counts.
fn second_tags(raw: &RawGame) -> impl Iterator<Item = &(String, String)> {
    let is_telling = |name: &str| TELLING_TAGS.iter().any(|telling| telling.eq_ignore_ascii_case(name));
    raw.tags.iter().filter(move |(name, value)| is_telling(name) && raw.tag(name) != Some(value))
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
                    let next = if played < most { side_move(&now, item, self.read, depth > 0) } else { None };
                    let Some((mv, next)) = next else { return Some(&items[at..]) };
                    match now.turn() {
                        Color::White => self.words.push(&format!("{}.", now.fullmove_number())),
                        Color::Black if number_is_due => self.words.push(&format!("{}...", now.fullmove_number())),
                        Color::Black => {}
                    }
                    let written = mv.map_or_else(|| NULL_MOVE.to_owned(), |mv| now.write_move(mv, self.write));
                    self.words.push(&(written + move_suffix(text)));
                    before = now;
                    now = next;
                    played += 1;
                    number_is_due = false;
                }
                MovetextItem::Comment(comment) => {
                    self.words.comment(&self.renamed(&comment.text, &start));
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
            return self.words.comment(&self.renamed(text, &positions[0]));
        };
        self.words.open();
        if let Some(rest) = self.line(&items, positions[at], usize::MAX, depth) {
            self.words.comment(&self.renamed(&plain(rest), &positions[0]));
        }
        self.words.close();
    }

    /// A comment whose drawings are named as the moves are.
    fn renamed(&self, text: &str, position: &Position) -> String {
        with_files(text, position.variant().board(), self.read.files, self.write.files)
    }
}
