//! Splits PGN files into games, line by line.

use alloc::borrow::ToOwned;
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;

use crate::pgn::raw_game::{Comment, MovetextItem, PgnError, RawGame, Termination, Unclosed};
use crate::pgn::tokens::{Token, side_of_number};
use crate::piece::Color;
use crate::text::truncated;

mod dialects;

/// The most bytes of text that are kept of one game: some ten thousand moves with comments.
const MOST_BYTES: usize = 1 << 20;

/// Reads a PGN file line by line and returns each game as soon as it is complete. It holds only the game that it is
/// reading, so its memory does not grow with the file.
///
/// A game ends with its result, where the tags of the next one begin, or where moves begin
/// again with number 1 after an empty line. The result is a [`RawGame`].
#[derive(Debug, Default)]
pub struct PgnReader {
    line: usize,
    /// Whether a part of the line has come.
    line_is_begun: bool,
    games: usize,
    current: RawGame,
    /// The bytes kept of the current game.
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
    /// Of records of Game Courier and Zillions of Games.
    dialect: dialects::DialectState,
    /// Whether an empty line came last.
    after_blank: bool,
    /// Whether something came between the last tag and now.
    tags_are_closed: bool,
    done: VecDeque<RawGame>,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Moves,
    Comment(Open),
    Variation {
        open: Open,
        depth: usize,
        in_comment: bool,
    },
}

/// Something that began and is not closed yet.
#[derive(Debug)]
struct Open {
    line: usize,
    text: String,
    after_blank: bool,
}

#[derive(Debug)]
struct Pending {
    line: usize,
    text: String,
    after_blank: bool,
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
        text.lines().for_each(|line| reader.push_line(line));
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
    /// [`push_part`](Self::push_part).
    pub fn push_line(&mut self, line: &str) {
        self.push_part(line.trim_end_matches(['\n', '\r']));
        self.line_is_begun = false;
        self.end_line();
    }

    /// What is open goes on behind the end of the line.
    fn end_line(&mut self) {
        if let State::Comment(open) | State::Variation { open, .. } = &mut self.state {
            keep(&mut open.text, "\n");
        }
    }

    /// Takes a part of a long line that is not its last part. It should end after a space.
    pub fn push_part(&mut self, text: &str) {
        let begins = !core::mem::replace(&mut self.line_is_begun, true);
        self.line += usize::from(begins);
        let text = if begins && self.line == 1 { text.trim_start_matches('\u{feff}') } else { text };
        let inside = text.trim_start();
        if inside.is_empty() {
            if matches!(self.state, State::Moves) {
                self.flush();
            }
            self.after_blank = true;
            self.tags_are_closed |= !self.current.tags.is_empty();
            return;
        }
        // A file may hold lines for one program only.
        if begins && text.starts_with('%') && matches!(self.state, State::Moves) {
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

    /// Ends the file and completes the last game.
    pub fn finish(&mut self) {
        self.close_open();
        self.flush();
        self.complete();
    }

    /// Whether a line that begins like a tag is not a remark in brackets: among moves, only a tag with quotation marks or of a
    /// usual name.
    fn is_tag(&self, line: &str) -> bool {
        let has_quotes = line.contains(['"', '“', '„']);
        let among_moves = self.current.moves().next().is_some() && self.current.result.is_none() && !self.after_blank;
        let name = line[1..].split([' ', '\t']).next().unwrap_or_default();
        has_quotes || !among_moves || USUAL_TAGS.contains(&name)
    }

    /// Whether a line that looks like a tag is one. Inside a comment it is one only behind an
    /// empty line: then the comment was never closed.
    fn leave_for_tag(&mut self, line: &str) -> bool {
        if matches!(self.state, State::Moves) {
            return true;
        }
        let quoted = line.trim_start_matches(|c: char| c != ' ' && c != '\t' && c != '"').trim_start().starts_with('"');
        let whole = quoted && split_tag(line).is_some_and(|(tag, _)| tag.is_ok());
        if whole && self.after_blank {
            self.close_open();
            self.complete();
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
                self.complete();
            }
            self.begin();
            match tag {
                Ok((name, value)) => {
                    if self.fits(name.len() + value.len()) {
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
        let text = text.trim_start();
        let Some(first) = text.chars().next() else { return "" };
        let after = &text[first.len_utf8()..];
        let open = |reader: &Self| Open { line: reader.line, text: String::new(), after_blank: reader.after_blank };
        match first {
            '{' => {
                self.flush();
                self.state = State::Comment(open(self));
                after
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
                ""
            }
            '$' => {
                self.flush();
                let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
                if let Ok(nag) = after[..end].parse() {
                    self.item(MovetextItem::Nag(nag), 4);
                }
                &after[end..]
            }
            '[' => {
                self.flush();
                let end = text.find(']').map_or(text.len(), |end| end + 1);
                self.comment(self.line, text[..end].to_owned(), false, self.after_blank);
                &text[end..]
            }
            '}' | ')' | '<' | '>' | '\u{feff}' => after,
            _ => self.scan_dialect(text).unwrap_or_else(|| {
                let end = word_end(text);
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
                let size = inner.len();
                self.item(MovetextItem::Variation { line, text: inner }, size);
                return &text[at + 1..];
            }
        }
        keep(&mut open.text, text);
        ""
    }

    /// Takes a word among the moves; it may belong to the one before it.
    fn word(&mut self, word: &str) {
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
        let mut word = text.as_str();
        let mut equal = false;
        while word.len() > 1 && word.ends_with(LINKS) && !matches!(Token::read(word), Token::Nag(_) | Token::Number(_))
        {
            equal |= word.ends_with('=');
            word = word.trim_end_matches(LINKS);
        }
        let begins_again = |number| {
            let has_moves = self.current.moves().next().is_some();
            number == Some(1) && (after_blank || self.ends_open) && has_moves && !self.is_second_one(word)
        };
        match Token::read(word) {
            Token::Number(number) => {
                if begins_again(number) {
                    self.complete();
                }
                self.after_number = number.is_some();
                self.turn = side_of_number(word);
                self.keep_number(word);
            }
            Token::Termination(termination) => self.termination(termination),
            Token::Nag(nag) => self.item(MovetextItem::Nag(nag), 4),
            Token::Remark(text) => {
                let text = text.to_owned();
                self.comment(line, text, false, false);
            }
            Token::Move(number, text) => {
                if self.current.result.is_some() || begins_again(number) {
                    self.complete();
                }
                let (text, ending) = without_result(text);
                self.current.result = ending.filter(|&ending| ending != Termination::Unfinished);
                // In the middle of a game the sign is only a mark.
                self.ends_open = ending == Some(Termination::Unfinished);
                let text = text.to_owned();
                let size = text.len();
                let before = self.turn.take();
                self.forget_number();
                let turn = side_of_number(word).or(before);
                self.item_at(line, MovetextItem::Move { line, text, turn }, size);
            }
        }
        if equal {
            self.item(MovetextItem::Nag(10), 4);
        }
    }

    /// Takes a result; the first one stands.
    fn termination(&mut self, termination: Termination) {
        self.begin();
        self.after_number = false;
        self.current.result = Some(match (self.current.result, termination) {
            (None | Some(Termination::Stalemate | Termination::Unfinished), _) => termination,
            (Some(first), _) => first,
        });
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
        let size = comment.text.len() + 4;
        if self.current.is_empty() {
            if self.fits(size) {
                self.current.leading_comments.push(comment);
            }
        } else {
            self.item(MovetextItem::Comment(comment), size);
        }
    }

    fn item(&mut self, item: MovetextItem, size: usize) {
        self.item_at(self.line, item, size);
    }

    fn item_at(&mut self, line: usize, item: MovetextItem, size: usize) {
        if self.current.is_empty() {
            self.current.line = line;
        }
        self.after_blank = false;
        self.after_number &= matches!(item, MovetextItem::Comment(_));
        if self.fits(size + core::mem::size_of::<MovetextItem>()) {
            self.current.items.push(item);
        }
    }

    /// Notes where the game begins.
    fn begin(&mut self) {
        if self.current.is_empty() {
            self.current.line = self.line;
        }
    }

    /// Whether so many bytes more may be kept of this game.
    fn fits(&mut self, size: usize) -> bool {
        let was = self.size;
        self.size = was.saturating_add(size);
        if self.size <= MOST_BYTES {
            return true;
        }
        if was <= MOST_BYTES {
            self.begin();
            self.current.errors.push(PgnError::TooLong { line: self.line, most: MOST_BYTES });
        }
        false
    }

    /// The current game is complete, if there is one.
    fn complete(&mut self) {
        let ends_open = core::mem::take(&mut self.ends_open);
        if self.current.is_empty() {
            return;
        }
        if ends_open && self.current.result.is_none() {
            self.current.result = Some(Termination::Unfinished);
        }
        self.games += 1;
        self.current.number = self.games;
        self.size = 0;
        self.after_number = false;
        self.turn = None;
        self.dialect = dialects::DialectState::default();
        self.tags_are_closed = false;
        self.done.push_back(core::mem::take(&mut self.current));
    }
}

/// The things among the moves of a variation.
pub(super) fn items_of(text: &str) -> Vec<MovetextItem> {
    let mut reader = PgnReader::new();
    for part in text.lines() {
        reader.scan(part);
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

/// Signs that may stand alone between the parts of a move.
const LINKS: [char; 9] = ['-', '–', '—', '−', 'x', '×', ':', '=', '/'];

/// Whether a word belongs to the one before it: `c2 - c3`, `Sc3 x Wd6`, `c8 = H`, `Gf9 +`,
/// `b5xc6 bp`, `1 - 0`.
fn joins(before: &str, word: &str) -> bool {
    if word.ends_with('.') && word.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let Some(last) = before.chars().next_back() else { return false };
    if LINKS.contains(&last) && before.len() > 1 {
        let is_letter = word.chars().count() <= 2 && word.chars().all(char::is_alphabetic);
        return if last == '=' { is_letter } else { word.starts_with(char::is_alphanumeric) };
    }
    const SCORES: [&str; 8] = ["0", "1", "1/2", "½", "3/4", "1/4", "¾", "¼"];
    let link_alone = word.chars().count() == 1 && word.starts_with(LINKS);
    if before.bytes().all(|b| b.is_ascii_digit()) || SCORES.contains(&before) {
        return SCORES.contains(&before) && link_alone && word != "=";
    }
    // The word before must end like a move: in a rank, a file or a mark.
    let has_rank = before.bytes().any(|b| b.is_ascii_digit());
    if !has_rank || before.ends_with('.') || before.ends_with('…') {
        return false;
    }
    let marks = word.chars().all(|c| "+#!?†‡".contains(c));
    let passing = ["ep", "ep.", "e.p.", "e.p", "bp", "bp.", "b.p."].contains(&word);
    let goes_on = word.starts_with(LINKS) && (link_alone || word.chars().nth(1).is_some_and(char::is_alphanumeric));
    let is_castling = word.starts_with("-0") || word.starts_with("-O");
    marks || passing || goes_on && !is_castling && last.is_alphanumeric()
}

/// Splits off a result that is stuck to a move: `b5b4*`, `Qf6#1-0`.
fn without_result(text: &str) -> (&str, Option<Termination>) {
    if let Some(rest) = text.strip_suffix('*').filter(|rest| !rest.is_empty()) {
        return (rest, Some(Termination::Unfinished));
    }
    let marks = ['#', '+', '!', '?', '‡', '†'];
    let Some(end) = text.rfind(marks) else { return (text, None) };
    let end = end + text[end..].chars().next().map_or(0, char::len_utf8);
    match Token::read(&text[end..]) {
        Token::Termination(ending @ Termination::Score(_)) => (&text[..end], Some(ending)),
        _ => (text, None),
    }
}

/// Where the word at the beginning of the text ends.
fn word_end(text: &str) -> usize {
    let mut inside_until = 0;
    for (at, sign) in text.char_indices() {
        match sign {
            _ if at < inside_until => {}
            '(' => match promotion_in_parentheses(&text[at..]) {
                Some(length) => inside_until = at + length,
                None => return at,
            },
            _ if sign.is_whitespace() || "{}();$[".contains(sign) => return at,
            _ => {}
        }
    }
    text.len()
}

/// The length of `(Q)` at the beginning of the text.
fn promotion_in_parentheses(text: &str) -> Option<usize> {
    let end = text.char_indices().take(4).find(|&(_, c)| c == ')')?.0;
    let inner = &text[1..end];
    (!inner.is_empty() && inner.chars().all(char::is_alphabetic)).then_some(end + 1)
}

/// The names of tags that are taken for tags wherever they stand: the seven of every record, and those that set up a game.
const USUAL_TAGS: [&str; 12] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "Variant",
    "SetUp",
    "FEN",
    "Termination",
    "TimeControl",
];

/// Whether a line begins like a tag: a bracket, a name, and a space or the value.
fn looks_like_tag(text: &str) -> bool {
    let Some(inner) = text.strip_prefix('[') else { return false };
    let name = inner.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(inner.len());
    name > 0 && inner[name..].starts_with([' ', '\t', '"', '“', '„'])
}

type Tag = (String, String);

/// Splits a tag off the beginning: read, or as text where it is not of the right form; and
/// what follows it.
fn split_tag(text: &str) -> Option<(Result<Tag, &str>, &str)> {
    let inner = text.strip_prefix('[')?;
    let name_end = inner.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?;
    let (name, rest) = inner.split_at(name_end);
    if let Some(quoted) = rest.trim_start().strip_prefix('"') {
        let mut escaped = false;
        for (at, sign) in quoted.char_indices() {
            let after = quoted[at + sign.len_utf8()..].trim_start();
            // A quotation mark inside a value is forgiven where no bracket follows it.
            if sign == '"' && !escaped && after.starts_with(']') {
                return Some((Ok((name.to_owned(), unescaped(&quoted[..at]))), &after[1..]));
            }
            escaped = sign == '\\' && !escaped;
        }
    }
    // Up to the bracket, or the whole line.
    let end = text.find(']').map_or(text.len(), |end| end + 1);
    let tag = unquoted(name, rest).ok_or(&text[..end]);
    Some((tag, &text[end..]))
}

/// A tag whose value has no quotation marks, or typographic ones: `[Site Rome]`, `[White “N.N.”]`.
fn unquoted(name: &str, rest: &str) -> Option<Tag> {
    let (value, _) = rest.split_once(']')?;
    if !name.starts_with(|c: char| c.is_ascii_uppercase()) || value.contains(['[', '"']) {
        return None;
    }
    let value = value.trim();
    let inner = value.strip_prefix(['“', '„', '”']).and_then(|inner| inner.strip_suffix(['”', '“']));
    Some((name.to_owned(), unescaped(inner.unwrap_or(value))))
}

/// What a damaged tag probably says: `[Round "3]`, `[site Rome`.
fn recovered_tag(text: &str) -> Option<Tag> {
    let inner = text.strip_prefix('[')?;
    let inner = inner.strip_suffix(']').unwrap_or(inner);
    let name_end = inner.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?;
    let value = inner[name_end..].trim().trim_matches(['"', '“', '”', '„', '\'']);
    (!value.is_empty()).then(|| (inner[..name_end].to_owned(), unescaped(value)))
}

fn unescaped(quoted: &str) -> String {
    let mut value = String::new();
    let mut signs = quoted.chars().peekable();
    while let Some(sign) = signs.next() {
        let sign = match (sign, signs.peek()) {
            ('\\', Some(&next @ ('"' | '\\'))) => {
                signs.next();
                next
            }
            // A control character would not survive being written again.
            _ if sign.is_control() => ' ',
            _ => sign,
        };
        value.push(sign);
    }
    value
}
