//! Records of Game Courier and Zillions of Games among the lines of a file.

use alloc::borrow::ToOwned;
use alloc::format;

use crate::notation::dialects::DialectPly;
use crate::pgn::raw_game::{MovetextItem, PgnError, Termination};
use crate::pgn::reader::PgnReader;
use crate::pgn::reader::state::RestOfLine;
use crate::pgn::tokens::side_of_number;
use crate::piece::Color;
use crate::text::truncated;
use crate::variant::Variant;

/// First words of a saved game of Zillions of Games.
const ZILLIONS: &str = "Zillions Save Game File";

impl PgnReader {
    /// Keeps a move number for the move behind it.
    pub(super) fn keep_number(&mut self, word: &str) {
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            self.dialect.number.clear();
        }
        if self.dialect.number.len() < 16 {
            self.dialect.number.push_str(word);
        }
    }

    /// The number before a move of no dialect stands in its own text.
    pub(super) fn forget_number(&mut self) {
        self.dialect.number.clear();
    }

    /// Returns whether a number 1 is that of the same game's second ply: of Black's, or of any where both have the same.
    pub(super) fn is_second_one(&self, word: &str) -> bool {
        let is_second = self.current.moves().nth(1).is_none();
        is_second && (side_of_number(word) == Some(Color::Black) || self.dialect.is_zillions)
    }

    /// Takes what only the dialects have from the beginning of a text among the moves, and returns what follows; none
    /// where the text begins with anything else.
    pub(super) fn scan_dialect<'a>(&mut self, text: &'a str) -> Option<&'a str> {
        if let Some(comment) = text.strip_prefix("//") {
            self.flush();
            self.comment(self.line, comment.strip_prefix(' ').unwrap_or(comment).to_owned(), true, self.after_blank);
            self.rest_of_line = RestOfLine::Comment;
            return Some("");
        }
        let after_number = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let bare = after_number.trim_start_matches(['.', '…']);
        // A number without dots that is stuck to a word is none.
        let bare = if bare.len() == after_number.len() { text } else { bare };
        if let Some((ply, length)) = DialectPly::split(bare) {
            let (number, move_text) = (&text[..text.len() - bare.len()], &bare[..length]);
            if !number.is_empty() {
                self.word(number);
            }
            self.flush();
            self.dialect_move(&ply, move_text);
            return Some(&bare[length..]);
        }
        let resigned = ["resigns", "resigned", "resign"].into_iter().find_map(|word| bare.strip_prefix(word));
        let after = resigned.filter(|after| self.dialect.has_plies && !after.starts_with(char::is_alphanumeric))?;
        if bare.len() < text.len() {
            self.word(&text[..text.len() - bare.len()]);
        }
        self.flush();
        self.resignation()?;
        Some(after)
    }

    fn dialect_move(&mut self, ply: &DialectPly, text: &str) {
        if self.current.result.is_some() {
            if !self.after_blank && self.number != Some(1) {
                self.current.errors.push(PgnError::AfterResult { line: self.line, text: truncated(text) });
                return self.comment(self.line, text.to_owned(), false, false);
            }
            self.complete();
        }
        self.number = None;
        self.forfeit = None;
        let number = core::mem::take(&mut self.dialect.number);
        let turn = self.turn.take().filter(|&turn| turn == Color::Black || !ply.numbers_alike());
        self.dialect.is_zillions |= ply.numbers_alike();
        self.dialect.has_plies = true;
        self.ends_open = false;
        let text = if number.is_empty() { text.to_owned() } else { format!("{number} {text}") };
        // The number in the text is compared by the move itself.
        self.item(MovetextItem::Move { line: self.line, text, turn, number: None });
    }

    /// The side that the number names has resigned; `None` without a number.
    fn resignation(&mut self) -> Option<()> {
        let side = self.turn.take()?;
        self.dialect.number.clear();
        let result = if side == Color::White { "0-1" } else { "1-0" };
        self.termination(self.line, result, Termination::Score(result));
        Some(())
    }

    /// Takes a line that stands before the moves of a saved game of Zillions of Games, and says whether it is one.
    pub(super) fn zillions_line(&mut self, line: &str) -> bool {
        if line.starts_with(ZILLIONS) {
            self.flush();
            self.complete();
            self.begin();
            self.tag("Source", line);
            self.dialect.is_zillions = true;
            return true;
        }
        let before_moves = self.dialect.is_zillions && self.current.moves().next().is_none();
        if !before_moves {
            return false;
        }
        // The position that was on the board in place of the start: its pieces, one a line.
        if line.starts_with('(') {
            self.flush();
            if !self.current.errors.iter().any(|error| matches!(error, PgnError::SetUp { .. })) {
                self.current.errors.push(PgnError::SetUp { line: self.line });
            }
            self.comment(self.line, line.trim().to_owned(), false, false);
            return true;
        }
        let Some((name, value)) = line.split_once('=') else { return false };
        let value = value.trim();
        let rules = match name {
            "VariantName" => value,
            "RulesFile" => value.strip_suffix(".zrf").unwrap_or(value),
            _ => return false,
        };
        if Variant::by_tag(rules).is_some() && self.current.tag("Variant").is_none() {
            self.tag("Variant", rules);
        }
        self.tag(name, value);
        true
    }

    fn tag(&mut self, name: &str, value: &str) {
        // A control character would not survive being written again.
        let value = value.trim().replace(char::is_control, " ");
        if self.fits() {
            self.current.tags.push((name.to_owned(), value));
        }
    }
}
