//! Splits PGN files into games, line by line.

use alloc::borrow::ToOwned;
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;

use crate::notation::marks::{is_invisible, is_null_move};
use crate::notation::text::has_move_form;
use crate::pgn::joining::{joins, passing_in_parentheses, plain_word, without_links, without_result, word_end};
use crate::pgn::raw_game::{Comment, MovetextItem, PgnError, RawGame, Termination, Unclosed};
use crate::pgn::reader::state::{DialectState, Open, Pending, RestOfLine, State};
use crate::pgn::results::result_length;
use crate::pgn::tags::{TELLING_TAGS, USUAL_TAGS, looks_like_tag, recovered_tag, split_tag};
use crate::pgn::tokens::{Token, side_of_number, stands_for_white};
use crate::pgn::words::plain;
use crate::piece::Color;
use crate::text::truncated;

mod dialects;
mod state;

/// The most bytes of a file that one game may have: some ten thousand moves with comments.
const MOST_BYTES: usize = 1 << 20;

/// The ends of lines of all systems, apart from that of DOS, which is two of them.
const LINE_ENDS: [char; 5] = ['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'];

/// Reads a PGN file line by line and returns each game as soon as it is complete. It holds only the game that it is
/// reading, so its memory does not grow with the file.
///
/// A game ends with its result, where the tags of the next one begin, or where moves begin
/// again with number 1 after an empty line. The result is a [`RawGame`]. Text before tags in which no move is numbered is no game
/// but a comment on the one that the tags begin.
#[derive(Debug, Default)]
pub struct PgnReader {
    line: usize,
    /// Whether a part of the line has come.
    line_is_begun: bool,
    /// Whether the last character was the first half of a line end of DOS.
    after_return: bool,
    /// Use of the rest of a line that comes in parts.
    rest_of_line: RestOfLine,
    games: usize,
    current: RawGame,
    /// The bytes of the file that belong to the current game.
    size: usize,
    state: State,
    /// A word that may go on with the next one, as in `c2 - c3`.
    pending: Option<Pending>,
    /// Whether the last move has a `*` behind it: the end of the game, if no move follows.
    ends_open: bool,
    /// Whether a move number came last, but for comments.
    after_number: bool,
    /// The side that the number before the next move names.
    turn: Option<Color>,
    /// The number before the next move.
    number: Option<u32>,
    /// The result that the last signs are, if no move follows, and how many items there were before them.
    forfeit: Option<(usize, &'static str)>,
    /// Of records of Game Courier and Zillions of Games.
    dialect: DialectState,
    /// Whether an empty line came last.
    after_blank: bool,
    /// Whether something came between the last tag and now.
    tags_are_closed: bool,
    done: VecDeque<RawGame>,
}

impl PgnReader {
    /// A reader at the beginning of a file.
    pub fn new() -> Self {
        Self::default()
    }

    /// All games of a text.
    ///
    /// ```
    /// let games = saffron_rules::PgnReader::read_all("1. e5 e6 1-0\n\n1. d5 d6 0-1\n");
    /// assert_eq!(games.len(), 2);
    /// ```
    pub fn read_all(text: &str) -> Vec<RawGame> {
        let mut reader = Self::new();
        reader.push_part(text);
        reader.finish();
        reader.done.into()
    }

    /// The next complete game, in the order of the file; none if no further game is complete yet.
    pub fn next_game(&mut self) -> Option<RawGame> {
        self.done.pop_front()
    }

    /// Comments after the last game; complete after [`finish`](Self::finish).
    pub fn trailing_comments(&self) -> &[Comment] {
        &self.current.leading_comments
    }

    /// Takes the next line, with or without its line end, or the last part of a line after
    /// [`push_part`](Self::push_part). Line ends inside of it count as such.
    pub fn push_line(&mut self, line: &str) {
        let is_second_half = self.after_return && line == "\n";
        self.push_part(line);
        if !line.ends_with(LINE_ENDS) && !is_second_half {
            self.end_line();
        }
    }

    /// Takes a part of a text, which may begin and end anywhere but inside of a word.
    pub fn push_part(&mut self, text: &str) {
        let mut rest = text;
        while !rest.is_empty() {
            if core::mem::take(&mut self.after_return)
                && let Some(after) = rest.strip_prefix('\n')
            {
                rest = after;
                continue;
            }
            let Some(end) = rest.find(LINE_ENDS) else { return self.part_of_line(rest) };
            if end > 0 {
                self.part_of_line(&rest[..end]);
            }
            self.end_line();
            let sign = rest[end..].chars().next().unwrap_or('\n');
            self.after_return = sign == '\r';
            rest = &rest[end + sign.len_utf8()..];
        }
    }

    fn end_line(&mut self) {
        if !self.line_is_begun {
            self.part_of_line("");
        }
        self.line_is_begun = false;
        self.rest_of_line = RestOfLine::Open;
        // An open element continues after the end of the line.
        if let State::Comment(open) | State::Variation { open, .. } = &mut self.state {
            keep(&mut open.text, "\n");
        }
    }

    /// Takes a part of a line, which has no line end.
    fn part_of_line(&mut self, text: &str) {
        let begins = !core::mem::replace(&mut self.line_is_begun, true);
        self.line += usize::from(begins);
        self.count(text.len() + usize::from(begins));
        match self.rest_of_line {
            RestOfLine::Open => {}
            RestOfLine::Comment => return self.comment(self.line, text.to_owned(), true, false),
            RestOfLine::Ignored => return,
        }
        let text = if begins && self.line == 1 { text.trim_start_matches('\u{feff}') } else { text };
        let among_moves = matches!(self.state, State::Moves);
        // A comment keeps what it says.
        let inside = text.trim_start_matches(|c: char| c.is_whitespace() || among_moves && is_invisible(c));
        if inside.is_empty() {
            if among_moves && begins {
                self.flush();
            }
            if begins {
                self.after_blank = true;
                self.tags_are_closed |= !self.current.tags.is_empty();
            }
            return;
        }
        if begins && among_moves && self.is_beside_the_game(text, inside) {
            return;
        }
        if begins && matches!(self.state, State::Moves) && self.zillions_line(inside) {
            return;
        }
        if looks_like_tag(inside) && self.is_tag(inside) && self.leave_for_tag(inside) {
            self.flush();
            self.tags(inside);
            return;
        }
        self.scan(inside);
    }

    /// Takes a line among the moves that is no movetext: for one program only, a comment, or a rule between games.
    fn is_beside_the_game(&mut self, text: &str, inside: &str) -> bool {
        if text.starts_with('%') {
            self.rest_of_line = RestOfLine::Ignored;
            return true;
        }
        let ends = |word: &Pending| matches!(Token::read(&word.text), Token::Termination(_));
        let is_over = self.current.result.is_some() || self.pending.as_ref().is_some_and(ends);
        let between = self.after_blank || is_over || self.has_no_moves();
        if !between || self.after_number {
            return false;
        }
        if let Some(comment) = text.strip_prefix('#') {
            self.flush();
            let comment = comment.strip_prefix(' ').unwrap_or(comment).to_owned();
            self.comment(self.line, comment, true, self.after_blank);
            self.rest_of_line = RestOfLine::Comment;
            return true;
        }
        inside.len() > 2 && inside.chars().all(|c| "=_~*- ".contains(c))
    }

    fn has_no_moves(&self) -> bool {
        self.pending.is_none() && self.current.moves().next().is_none()
    }

    /// Ends the file and completes the last game.
    pub fn finish(&mut self) {
        self.close_open();
        self.flush();
        self.complete();
    }

    /// Returns whether a line that begins like a tag is not a remark in brackets: among moves, only a tag with quotation marks or of a
    /// usual name.
    fn is_tag(&self, line: &str) -> bool {
        let has_quotes = line.contains(['"', '“', '„']);
        let among_moves = self.current.moves().next().is_some() && self.current.result.is_none() && !self.after_blank;
        let name = line[1..].split([' ', '\t']).next().unwrap_or_default();
        has_quotes || !among_moves || USUAL_TAGS.contains(&name)
    }

    /// Returns whether a line that looks like a tag is one. Inside a comment it is one only behind an
    /// empty line: then the comment was never closed.
    fn leave_for_tag(&mut self, line: &str) -> bool {
        if matches!(self.state, State::Moves) {
            return true;
        }
        let quoted = line.trim_start_matches(|c: char| c != ' ' && c != '\t' && c != '"').trim_start().starts_with('"');
        let whole = quoted && split_tag(line).is_some_and(|(tag, _)| tag.is_ok());
        if whole && self.after_blank {
            self.close_open();
            self.end_before_tag();
            return true;
        }
        false
    }

    /// Ends a comment or variation that the file does not end.
    fn close_open(&mut self) {
        let (open, what) = match core::mem::take(&mut self.state) {
            State::Moves => return,
            State::Comment(open) => (open, Unclosed::Comment),
            State::Variation { open, .. } => (open, Unclosed::Variation),
        };
        self.current.errors.push(PgnError::Unclosed { line: open.line, what });
        self.comment(open.line, open.text, false, open.after_blank);
    }

    /// Reads the tags of a line, and what follows them.
    fn tags(&mut self, line: &str) {
        let mut rest = line;
        while looks_like_tag(rest) {
            let Some((tag, after)) = split_tag(rest) else { break };
            let repeated = tag.as_ref().is_ok_and(|(name, _)| self.current.tag(name).is_some());
            let moves_came = self.current.moves().next().is_some();
            if moves_came || self.current.result.is_some() || repeated && self.tags_are_closed {
                self.end_before_tag();
            }
            self.begin();
            match tag {
                Ok((name, value)) => {
                    let tells = TELLING_TAGS.iter().any(|telling| telling.eq_ignore_ascii_case(&name));
                    if tells && self.current.tag(&name).is_some_and(|first| first != value) {
                        self.current.errors.push(PgnError::SecondTag { line: self.line, name: truncated(&name) });
                    }
                    if self.fits() {
                        self.current.tags.push((name, value));
                    }
                }
                Err(text) => {
                    let line = self.line;
                    self.current.errors.push(PgnError::Tag { line, text: truncated(text) });
                    if let Some(tag) = recovered_tag(text) {
                        self.current.tags.push(tag);
                    }
                }
            }
            self.tags_are_closed = false;
            self.after_blank = false;
            self.after_number = false;
            rest = after.trim_start();
        }
        if !rest.is_empty() {
            self.scan(rest);
        }
    }

    /// The game before a tag is complete, or is no game: text without tags in which no move is numbered.
    fn end_before_tag(&mut self) {
        let is_numbered = |item: &MovetextItem| match item {
            MovetextItem::Move { text, number, .. } => number.is_some() && has_move_form(text),
            _ => false,
        };
        let current = &self.current;
        let begins_like_one = current.moves().next().is_some_and(|(_, text)| has_move_form(text));
        if current.tags.is_empty() && !begins_like_one && !current.items.iter().any(is_numbered) {
            let current = core::mem::take(&mut self.current);
            let result = current.result.map(|result| result.text().to_owned());
            let mut text = plain(&current.items);
            if let Some(result) = result {
                text = if text.is_empty() { result } else { text + " " + &result };
            }
            self.current.leading_comments = current.leading_comments;
            if !text.is_empty() {
                let (line, to_line_end, after_number) = (current.line, false, false);
                self.current.leading_comments.push(Comment { line, text, to_line_end, after_number });
            }
            self.forget_movetext();
        } else {
            self.complete();
        }
    }

    fn scan(&mut self, text: &str) {
        let mut rest = text;
        while !rest.is_empty() {
            rest = match self.state {
                State::Moves => self.scan_moves(rest),
                State::Comment(_) => self.scan_comment(rest),
                State::Variation { .. } => self.scan_variation(rest),
            };
        }
    }

    /// Reads the next thing among the moves, and returns what follows.
    fn scan_moves<'a>(&mut self, text: &'a str) -> &'a str {
        let text = text.trim_start_matches(|c: char| c.is_whitespace() || is_invisible(c));
        let Some(first) = text.chars().next() else { return "" };
        let after = &text[first.len_utf8()..];
        let open = |reader: &Self| Open { line: reader.line, text: String::new(), after_blank: reader.after_blank };
        match first {
            '{' => {
                self.flush();
                self.state = State::Comment(open(self));
                after
            }
            '(' if self.pending.is_some() && passing_in_parentheses(text).is_some() => {
                let length = passing_in_parentheses(text).unwrap_or(text.len());
                self.word(&text[..length]);
                &text[length..]
            }
            '(' => {
                self.flush();
                self.state = State::Variation { open: open(self), depth: 1, in_comment: false };
                after
            }
            ';' => {
                self.flush();
                let text = after.strip_prefix(' ').unwrap_or(after).to_owned();
                self.comment(self.line, text, true, self.after_blank);
                self.rest_of_line = RestOfLine::Comment;
                ""
            }
            '$' => {
                self.flush();
                let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
                match after[..end].parse() {
                    Ok(nag) => self.item(MovetextItem::Nag(nag)),
                    Err(_) => self.comment(self.line, text[..=end].to_owned(), false, false),
                }
                &after[end..]
            }
            '[' => {
                self.flush();
                let end = text.find(']').map_or(text.len(), |end| end + 1);
                self.comment(self.line, text[..end].to_owned(), false, self.after_blank);
                &text[end..]
            }
            // The end of a move number: `1) e5`.
            ')' if self.pending.as_ref().is_some_and(|word| word.text.bytes().all(|b| b.is_ascii_digit())) => after,
            '}' | ')' => {
                self.flush();
                self.begin();
                let what = if first == '}' { Unclosed::Comment } else { Unclosed::Variation };
                self.current.errors.push(PgnError::Unopened { line: self.line, what });
                after
            }
            _ => self.scan_dialect(text).unwrap_or_else(|| {
                let end = result_length(text).unwrap_or_else(|| word_end(text));
                self.word(&text[..end]);
                &text[end..]
            }),
        }
    }

    fn scan_comment<'a>(&mut self, text: &'a str) -> &'a str {
        let State::Comment(open) = &mut self.state else { return text };
        let Some(end) = text.find('}') else {
            keep(&mut open.text, text);
            self.after_blank = false;
            return "";
        };
        keep(&mut open.text, &text[..end]);
        let (line, inner, after_blank) = (open.line, core::mem::take(&mut open.text), open.after_blank);
        self.state = State::Moves;
        self.comment(line, inner, false, after_blank);
        &text[end + 1..]
    }

    fn scan_variation<'a>(&mut self, text: &'a str) -> &'a str {
        let State::Variation { open, depth, in_comment } = &mut self.state else { return text };
        self.after_blank = false;
        for (at, sign) in text.char_indices() {
            match sign {
                '}' => *in_comment = false,
                _ if *in_comment => {}
                ';' => break,
                '{' => *in_comment = true,
                '(' => *depth += 1,
                ')' => *depth -= 1,
                _ => {}
            }
            if *depth == 0 {
                keep(&mut open.text, &text[..at]);
                let (line, inner) = (open.line, core::mem::take(&mut open.text));
                self.state = State::Moves;
                self.item(MovetextItem::Variation { line, text: inner });
                return &text[at + 1..];
            }
        }
        keep(&mut open.text, text);
        ""
    }

    /// Takes a word among the moves; it may belong to the one before it.
    fn word(&mut self, word: &str) {
        let is_plain = !word.contains(|c: char| c.is_whitespace() || is_invisible(c));
        let word = &if is_plain { word.to_owned() } else { plain_word(word) };
        let after_blank = core::mem::take(&mut self.after_blank);
        match &mut self.pending {
            Some(before) if !after_blank && before.text.len() < 64 && joins(&before.text, word) => {
                before.text.push_str(word);
            }
            _ => {
                self.flush();
                self.pending = Some(Pending { line: self.line, text: word.to_owned(), after_blank });
            }
        }
    }

    /// Decides what the word that waits is.
    fn flush(&mut self) {
        let Some(Pending { line, text, after_blank }) = self.pending.take() else { return };
        let (word, equal) = without_links(&text);
        match Token::read(word) {
            Token::Number(number) => {
                let turn = side_of_number(word);
                if self.begins_again(number, turn, after_blank) && !self.is_second_one(word) {
                    self.complete();
                }
                if number.is_some() {
                    (self.after_number, self.number, self.turn) = (true, number, turn);
                } else if turn.is_some() || self.after_number && stands_for_white(word) {
                    self.turn = Some(Color::Black);
                }
                self.keep_number(word);
            }
            Token::Termination(termination) => self.termination(line, word, termination),
            Token::NagOrForfeit(nag, result) => {
                self.item(MovetextItem::Nag(nag));
                self.forfeit = Some((self.current.items.len(), result));
            }
            // A sign in place of a move is one that is not known.
            Token::Nag(2 | 4) if self.after_number && !word.starts_with('$') => {
                self.mv(line, word, None, word, after_blank);
            }
            Token::Remark(text) if self.after_number && !text.contains(char::is_alphanumeric) => {
                self.mv(line, text, None, word, after_blank);
            }
            Token::Nag(nag) => self.item(MovetextItem::Nag(nag)),
            Token::Remark(text) => self.comment(line, text.to_owned(), false, false),
            Token::Move(number, text) => self.mv(line, text, number, word, after_blank),
        }
        if equal {
            self.item(MovetextItem::Nag(10));
        }
    }

    /// Returns whether a move number is that of the first move of another game.
    fn begins_again(&self, number: Option<u32>, turn: Option<Color>, after_blank: bool) -> bool {
        let is_first = number == Some(1) && turn != Some(Color::Black);
        let may_begin = after_blank || self.ends_open || self.current.result.is_some();
        is_first && may_begin && (self.current.moves().next().is_some() || self.current.result.is_some())
    }

    fn termination(&mut self, line: usize, word: &str, termination: Termination) {
        self.begin();
        self.after_number = false;
        self.current.result = Some(match (self.current.result, termination) {
            (None | Some(Termination::Stalemate | Termination::Unfinished), _) => termination,
            (Some(first), second) => {
                if first != second && !matches!(second, Termination::Stalemate | Termination::Unfinished) {
                    self.current.errors.push(PgnError::SecondResult { line, text: truncated(word) });
                }
                first
            }
        });
    }

    /// Takes a move, or what stands in its place. `word` has the number before it.
    fn mv(&mut self, line: usize, text: &str, number: Option<u32>, word: &str, after_blank: bool) {
        let turn = side_of_number(word);
        if self.begins_again(number, turn, after_blank) && !self.is_second_one(word) {
            self.complete();
        } else if self.current.result.is_some() && self.number.is_none_or(|number| number != 1) {
            if !has_move_form(text) && !is_null_move(text) {
                if after_blank {
                    self.complete();
                } else {
                    return self.comment(line, word.to_owned(), false, false);
                }
            } else if after_blank {
                self.complete();
            } else {
                self.current.errors.push(PgnError::AfterResult { line, text: truncated(word) });
                return self.comment(line, word.to_owned(), false, false);
            }
        }
        let (text, ending) = without_result(text);
        self.current.result = ending.filter(|&ending| ending != Termination::Unfinished);
        // In the middle of a game the sign is only a mark.
        self.ends_open = ending == Some(Termination::Unfinished);
        self.forfeit = None;
        let before = self.turn.take();
        let before = match before {
            Some(Color::White) if turn.is_none() && stands_for_white(word) && !is_null_move(text) => Some(Color::Black),
            before => before,
        };
        let number = number.or(self.number.take());
        self.number = None;
        self.forget_number();
        self.item_at(line, MovetextItem::Move { line, text: text.to_owned(), turn: turn.or(before), number });
    }

    fn comment(&mut self, line: usize, mut text: String, to_line_end: bool, after_blank: bool) {
        if text.ends_with('\n') {
            text.truncate(text.trim_end().len());
        }
        let comment = Comment { line, text, to_line_end, after_number: self.after_number };
        if self.current.result.is_some() && after_blank {
            self.complete();
        }
        self.after_blank = false;
        self.tags_are_closed |= !self.current.tags.is_empty();
        if self.current.is_empty() {
            if self.fits() {
                self.current.leading_comments.push(comment);
            }
        } else {
            self.item(MovetextItem::Comment(comment));
        }
    }

    fn item(&mut self, item: MovetextItem) {
        self.item_at(self.line, item);
    }

    fn item_at(&mut self, line: usize, item: MovetextItem) {
        if self.current.is_empty() {
            self.current.line = line;
        }
        self.after_blank = false;
        self.after_number &= matches!(item, MovetextItem::Comment(_));
        if self.fits() {
            self.current.items.push(item);
        }
    }

    /// Notes where the game begins.
    fn begin(&mut self) {
        if self.current.is_empty() {
            self.current.line = self.line;
        }
    }

    /// Counts bytes of the file to the current game.
    fn count(&mut self, bytes: usize) {
        let fitted = self.fits();
        self.size = self.size.saturating_add(bytes);
        if fitted && !self.fits() {
            self.begin();
            self.current.errors.push(PgnError::TooLong { line: self.line, most: MOST_BYTES });
        }
    }

    /// Returns whether more may be kept of this game.
    const fn fits(&self) -> bool {
        self.size <= MOST_BYTES
    }

    /// The current game is complete, if there is one.
    fn complete(&mut self) {
        let (ends_open, forfeit) = (self.ends_open, self.forfeit);
        self.forget_movetext();
        if self.current.is_empty() {
            return;
        }
        // Signs at the end of the game are its result if nothing but comments follows them.
        if let (Some((count, result)), None) = (forfeit, self.current.result)
            && self.current.items[count..].iter().all(|item| matches!(item, MovetextItem::Comment(_)))
        {
            self.current.items.remove(count - 1);
            self.current.result = Some(Termination::Forfeit(result));
        }
        if ends_open && self.current.result.is_none() {
            self.current.result = Some(Termination::Unfinished);
        }
        self.games += 1;
        self.current.number = self.games;
        self.dialect = DialectState::default();
        self.tags_are_closed = false;
        self.done.push_back(core::mem::take(&mut self.current));
    }

    /// Resets the state of the movetext.
    fn forget_movetext(&mut self) {
        (self.size, self.after_number, self.ends_open) = (0, false, false);
        (self.turn, self.number, self.forfeit) = (None, None, None);
    }
}

/// The things among the moves of a variation.
pub(super) fn items_of(text: &str) -> Vec<MovetextItem> {
    let mut reader = PgnReader::new();
    for part in text.split('\n') {
        reader.rest_of_line = RestOfLine::Open;
        reader.scan(part);
        reader.line_is_begun = true;
        reader.end_line();
    }
    reader.close_open();
    reader.flush();
    reader.complete();
    let comments =
        |raw: &mut RawGame| core::mem::take(&mut raw.leading_comments).into_iter().map(MovetextItem::Comment);
    let mut items = Vec::new();
    for mut raw in reader.done {
        items.extend(comments(&mut raw));
        items.append(&mut raw.items);
    }
    items.extend(comments(&mut reader.current));
    items
}

fn keep(kept: &mut String, text: &str) {
    if kept.len() + text.len() <= MOST_BYTES {
        kept.push_str(text);
    }
}
