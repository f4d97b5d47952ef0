//! The record of a game as text, in the form of PGN: tags, then moves, then the result.

use core::fmt::Write;

use crate::fen::shortened;
use crate::{Color, FenError, Game, GameError, Outcome, Position, Reason, SanError, Variant};

/// The record of one game.
///
/// ```
/// use saffron_rules::Record;
///
/// let text = "[Variant \"Shafran\"]\n\n1. e5 {three cells} e6 2. Nc4 *";
/// let record = Record::parse(text)?;
/// assert_eq!(record.game.moves().len(), 3);
/// assert!(record.to_string().ends_with("1. e5 e6 2. Nc4 *\n"));
/// # Ok::<(), saffron_rules::RecordError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Tag pairs in order, without `Result`, `Variant`, `SetUp` and `FEN`, which follow from
    /// the game.
    pub tags: Vec<(String, String)>,
    /// The game.
    pub game: Game,
}

/// Why a game record cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// A tag line is not of the form `[Name "value"]`.
    #[error("line {line}: {text:?} is not a tag of the form [Name \"value\"]")]
    Tag {
        /// The line, from 1.
        line: usize,
        /// Its text.
        text: String,
    },
    /// There is no `Variant` tag.
    #[error("there is no tag [Variant \"...\"] that names the game")]
    NoVariant,
    /// The `Variant` tag names no known variant.
    #[error("[Variant {0:?}] is not a known game")]
    UnknownVariant(String),
    /// The `FEN` tag cannot be read.
    #[error("[FEN]: {0}")]
    Fen(#[from] FenError),
    /// A move cannot be read or is not legal.
    #[error("line {line}, move {number}{dots}: {error}")]
    Move {
        /// The line, from 1.
        line: usize,
        /// The number of the move.
        number: u32,
        /// `.` for White, `...` for Black.
        dots: &'static str,
        /// What is wrong.
        error: SanError,
    },
    /// A move follows the end of the game.
    #[error("line {line}: {text:?} follows, but {error}")]
    Over {
        /// The line, from 1.
        line: usize,
        /// The move.
        text: String,
        /// How the game ended.
        error: GameError,
    },
    /// A comment or variation is not closed.
    #[error("line {line}: {what} is not closed")]
    Unclosed {
        /// The line where it begins, from 1.
        line: usize,
        /// What it is.
        what: &'static str,
    },
    /// The result that is written is not the one on the board.
    #[error("line {line}: the record says {written}, but the game ended {outcome}")]
    Result {
        /// The line, from 1.
        line: usize,
        /// The result in the text.
        written: String,
        /// The end of the game.
        outcome: Outcome,
    },
    /// There is text after the result.
    #[error("line {line}: {text:?} follows the end of the record")]
    Trailing {
        /// The line, from 1.
        line: usize,
        /// The text.
        text: String,
    },
}

const OWN_TAGS: [&str; 4] = ["Result", "Variant", "SetUp", "FEN"];
const RESULTS: [&str; 6] = ["*", "1-0", "0-1", "1/2-1/2", "3/4-1/4", "1/4-3/4"];

impl Variant {
    /// The variant that a record's `Variant` tag names: by id or name, in any case, with or
    /// without an apostrophe s, spaces and the accent.
    pub fn by_tag(text: &str) -> Option<&'static Self> {
        let plain = |text: &str| {
            let lower = text.to_lowercase().replace('ń', "n").replace("'s", "").replace("’s", "");
            lower.chars().filter(|c| c.is_alphanumeric()).collect::<String>()
        };
        let wanted = plain(text);
        let same = |variant: &&&Self| plain(variant.id()) == wanted || plain(variant.name()) == wanted;
        Self::all().iter().find(same).copied()
    }
}

impl Record {
    /// Reads the record of one game. Comments, variations and annotation glyphs are passed
    /// over. A result that the board does not show is taken for a resignation or an agreement.
    ///
    /// # Errors
    /// A [`RecordError`] that names the line and what is wrong there.
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        let mut reader = Reader { rest: text.trim_start_matches('\u{feff}'), line: 1 };
        let tags = reader.tags()?;
        let tag = |name: &str| tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str());
        let variant = tag("Variant").ok_or(RecordError::NoVariant)?;
        let variant = Variant::by_tag(variant).ok_or_else(|| RecordError::UnknownVariant(shortened(variant)))?;
        let start = match tag("FEN") {
            Some(fen) => Position::from_fen(variant, fen)?,
            None => variant.start(),
        };
        let mut game = Game::new(start);
        reader.moves(&mut game)?;
        let tags = tags.into_iter().filter(|(tag, _)| !OWN_TAGS.contains(&tag.as_str())).collect();
        Ok(Self { tags, game })
    }
}

impl core::fmt::Display for Record {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let start = self.game.start();
        let variant = start.variant();
        let result = self.game.outcome().map_or("*", Outcome::result);
        for (name, value) in &self.tags {
            write_tag(f, name, value)?;
        }
        write_tag(f, "Result", result)?;
        write_tag(f, "Variant", variant.name())?;
        if *start != variant.start() {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &start.to_fen())?;
        }
        f.write_char('\n')?;
        let mut words = Vec::new();
        for (position, &mv) in self.game.positions().iter().zip(self.game.moves()) {
            let number = position.fullmove_number();
            match position.turn() {
                Color::White => words.push(format!("{number}.")),
                Color::Black if words.is_empty() => words.push(format!("{number}...")),
                Color::Black => {}
            }
            words.push(position.san(mv));
        }
        words.push(result.to_owned());
        write_wrapped(f, &words)
    }
}

fn write_tag(f: &mut impl Write, name: &str, value: &str) -> core::fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(char::is_control, " ");
    writeln!(f, "[{name} \"{value}\"]")
}

fn write_wrapped(f: &mut impl Write, words: &[String]) -> core::fmt::Result {
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() > 79 {
            f.write_char('\n')?;
            column = 0;
        } else if column > 0 {
            f.write_char(' ')?;
            column += 1;
        }
        f.write_str(word)?;
        column += word.len();
    }
    f.write_char('\n')
}

/// What is left of the text, and the line where it begins.
struct Reader<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Reader<'a> {
    fn advance(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    fn skip_space(&mut self) {
        let space = self.rest.len() - self.rest.trim_start().len();
        self.advance(space);
    }

    fn tags(&mut self) -> Result<Vec<(String, String)>, RecordError> {
        let mut tags = Vec::new();
        loop {
            self.skip_space();
            if !self.rest.starts_with('[') {
                return Ok(tags);
            }
            let line = self.line;
            let end = self.rest.find('\n').unwrap_or(self.rest.len());
            let text = self.advance(end).trim_end();
            let tag = read_tag(text).ok_or_else(|| RecordError::Tag { line, text: shortened(text) })?;
            tags.push(tag);
        }
    }

    fn moves(&mut self, game: &mut Game) -> Result<(), RecordError> {
        while let Some((line, word)) = self.word()? {
            if RESULTS.contains(&word) {
                finish(game, line, word)?;
                return match self.word()? {
                    None => Ok(()),
                    Some((line, text)) => Err(RecordError::Trailing { line, text: shortened(text) }),
                };
            }
            let text = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            // Castling may begin with a zero, which is no move number.
            let text = if word.starts_with("0-0") { word } else { text };
            if !text.is_empty() {
                play(game, line, text)?;
            }
        }
        Ok(())
    }

    /// The next word of the moves, past comments, variations and glyphs.
    fn word(&mut self) -> Result<Option<(usize, &'a str)>, RecordError> {
        loop {
            self.skip_space();
            match self.rest.chars().next() {
                None => return Ok(None),
                Some('{') => self.skip_comment()?,
                Some(';') => self.skip_line(),
                Some('(') => self.skip_variation()?,
                Some('$') => {
                    self.advance(1);
                    let glyph = self.rest.find(|c: char| !c.is_ascii_digit());
                    self.advance(glyph.unwrap_or(self.rest.len()));
                }
                Some(_) => {
                    let stop = |c: char| c.is_whitespace() || "{(;$".contains(c);
                    // At least one character, so that a stray sign is a word of its own.
                    let first = self.rest.chars().next().map_or(0, char::len_utf8);
                    let end = self.rest[first..].find(stop).map_or(self.rest.len(), |n| n + first);
                    return Ok(Some((self.line, self.advance(end))));
                }
            }
        }
    }

    fn skip_line(&mut self) {
        let end = self.rest.find('\n').unwrap_or(self.rest.len());
        self.advance(end);
    }

    fn skip_comment(&mut self) -> Result<(), RecordError> {
        let line = self.line;
        let end = self.rest.find('}').ok_or(RecordError::Unclosed { line, what: "a comment" })?;
        self.advance(end + 1);
        Ok(())
    }

    fn skip_variation(&mut self) -> Result<(), RecordError> {
        let line = self.line;
        let mut depth = 0_usize;
        while let Some(c) = self.rest.chars().next() {
            match c {
                '{' => {
                    self.skip_comment()?;
                    continue;
                }
                ';' => {
                    self.skip_line();
                    continue;
                }
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            self.advance(c.len_utf8());
            if depth == 0 {
                return Ok(());
            }
        }
        Err(RecordError::Unclosed { line, what: "a variation" })
    }
}

fn read_tag(text: &str) -> Option<(String, String)> {
    let (name, rest) = text.strip_prefix('[')?.strip_suffix(']')?.split_once(char::is_whitespace)?;
    let quoted = rest.trim().strip_prefix('"')?.strip_suffix('"')?;
    let (mut value, mut escaped) = (String::new(), false);
    for c in quoted.chars() {
        if escaped || c != '\\' {
            // A control character would not survive being written again.
            value.push(if c.is_control() { ' ' } else { c });
            escaped = false;
        } else {
            escaped = true;
        }
    }
    let name_is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    (name_is_plain && !name.is_empty() && !escaped).then(|| (name.to_owned(), value))
}

fn play(game: &mut Game, line: usize, text: &str) -> Result<(), RecordError> {
    let position = game.position();
    let mv = position.parse_san(text).map_err(|error| RecordError::Move {
        line,
        number: position.fullmove_number(),
        dots: if position.turn() == Color::White { "." } else { "..." },
        error,
    })?;
    game.play(mv).map_err(|error| RecordError::Over { line, text: shortened(text), error })
}

/// Takes the written result over where the board leaves it open.
fn finish(game: &mut Game, line: usize, written: &str) -> Result<(), RecordError> {
    if let Some(outcome) = game.outcome() {
        let agrees = written == "*" || written == outcome.result();
        let written = written.to_owned();
        return if agrees { Ok(()) } else { Err(RecordError::Result { line, written, outcome }) };
    }
    let declared = match written {
        "1-0" => game.resign(Color::Black),
        "0-1" => game.resign(Color::White),
        "1/2-1/2" if game.claim().is_some() => game.claim_draw(),
        "1/2-1/2" => game.agree_draw(),
        "3/4-1/4" => game.declare(Outcome::scored(Color::White, 3, Reason::Stalemate)),
        "1/4-3/4" => game.declare(Outcome::scored(Color::Black, 3, Reason::Stalemate)),
        _ => return Ok(()),
    };
    declared.map(|_| ()).map_err(|error| RecordError::Over { line, text: written.to_owned(), error })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "[Event \"A \\\"quoted\\\" name\"]\n[Variant \"Gliński's\"]\n\n\
        1. e5 {a comment ( with signs } e6 $1 2. f6! (2. g5 (2. h4) {)} g5) 2... exf6 \
        ; to the end of the line\n3. exf6 1/2-1/2\n";

    #[test]
    fn comments_variations_and_glyphs_are_passed_over() {
        let record = Record::parse(GAME).unwrap();
        assert_eq!(record.tags, [("Event".to_owned(), "A \"quoted\" name".to_owned())]);
        assert_eq!(record.game.moves().len(), 5);
        assert_eq!(record.game.outcome().map(Outcome::reason), Some(Reason::Agreement));
        let written = record.to_string();
        assert_eq!(Record::parse(&written), Ok(record));
        assert!(written.contains("[Event \"A \\\"quoted\\\" name\"]\n[Result \"1/2-1/2\"]"));
    }

    #[test]
    fn a_game_from_a_set_up_keeps_its_fen() {
        let fen = "k4/6/7/8/9/8R/8/7/6/R3K b QB - 3 7";
        let text = format!("[Variant \"shafran\"]\n[FEN \"{fen}\"]\n\n7... Ke9 8. Q-0-0-0 *");
        let record = Record::parse(&text).unwrap();
        assert_eq!(record.game.start().to_fen(), fen);
        let written = record.to_string();
        assert!(
            written.ends_with("[SetUp \"1\"]\n[FEN \"k4/6/7/8/9/8R/8/7/6/R3K b QB - 3 7\"]\n\n7... Ke9 8. Q-0-0-0 *\n"),
            "{written}"
        );
        assert_eq!(Record::parse(&written), Ok(record));
    }

    #[test]
    fn long_games_are_wrapped() {
        let mut game = Game::new(Variant::by_id("shafran").unwrap().start());
        for _ in 0..15 {
            for text in ["b1a3", "h10i8", "a3b1", "i8h10"] {
                if let Ok(mv) = game.position().parse_uci(text) {
                    let _ = game.play(mv);
                }
            }
        }
        let record = Record { tags: Vec::new(), game };
        let text = record.to_string();
        assert!(text.lines().all(|line| line.len() < 80));
        assert_eq!(Record::parse(&text), Ok(record));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let error = |text: &str| Record::parse(text).unwrap_err().to_string();
        assert_eq!(error("1. e5"), "there is no tag [Variant \"...\"] that names the game");
        assert_eq!(error("[Variant \"Chess\"]"), "[Variant \"Chess\"] is not a known game");
        assert_eq!(
            error("[Variant Shafran]"),
            "line 1: \"[Variant Shafran]\" is not a tag of the form [Name \"value\"]"
        );
        let with = |moves: &str| error(&format!("[Variant \"Shafran\"]\n\n{moves}"));
        assert_eq!(with("1. e5 e6\n2. e6"), "line 4, move 2.: e6 is not a legal move here");
        assert_eq!(with("1. e5 hello"), "line 3, move 1...: \"hello\" is not a move in algebraic notation");
        assert_eq!(with("1. e5 {open"), "line 3: a comment is not closed");
        assert_eq!(with("1. e5 (1. e4"), "line 3: a variation is not closed");
        assert_eq!(with("1. e5 * 1. e5"), "line 3: \"1.\" follows the end of the record");
        assert!(error("[Variant \"Shafran\"]\n[FEN \"x\"]\n").starts_with("[FEN]: "));
    }
}
