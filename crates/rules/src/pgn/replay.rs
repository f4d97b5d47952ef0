//! Plays the moves of a raw game on the board and detects the language in which they are written.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::notation::dialects::without_number;
use crate::notation::{FileLetters, Form, Language, Notation};
use crate::outcome::Outcome;
use crate::pgn::commands::cells_fit;
use crate::pgn::notes::{Numbering, ReplayNote, ReplayNoteKind, comment_behind, of_move};
use crate::pgn::raw_game::{MovetextItem, PgnError, RawGame, Termination};
use crate::pgn::replay_error::{Ply, ReplayError, ReplayErrorKind};
use crate::pgn::results::{is_double_zero, of_tag};
use crate::pgn::variation_notes::VariationChecker;
use crate::piece::Move;
use crate::position::Position;
use crate::text::truncated;
use crate::variant::Variant;

/// Plays the games of a file on the board, one after the other.
///
/// The language is the one that is set, or the first in which the whole game is legal: the language of the last legal
/// game of the file, then those of [`Language::ALL`] except Swedish, whose letters are the German ones. A game that is
/// legal in none is read in the language in which most of its moves are legal. The names of the files are detected in the
/// same way: a to l without j, then a to k with j.
#[derive(Clone, Debug, Default)]
pub struct Replayer {
    language: Option<Language>,
    variant: Option<&'static Variant>,
    /// The notation of the last legal game with letters for pieces.
    seen: Option<(Language, FileLetters)>,
    /// The variant named by the last `Variant` tag of the file.
    named: Option<&'static Variant>,
}

/// The result of playing a raw game on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// The start position; none if the variant or the FEN cannot be read.
    pub start: Option<Position>,
    /// The position after the legal moves.
    pub end: Option<Position>,
    /// The legal moves, up to the end or the first error.
    pub moves: Vec<Move>,
    /// The language in which the moves were read.
    pub language: Language,
    /// The names of files with which the moves were read.
    pub files: FileLetters,
    /// Whether the variant was neither named by the game nor set, but taken from an earlier game of the file.
    pub variant_is_inherited: bool,
    /// The first error; `None` for a legal game.
    pub error: Option<ReplayError>,
    /// The written result and the outcome on the board, if they differ.
    pub result_mismatch: Option<(String, Outcome)>,
    /// The result after the moves, or else that of the tag `Result`.
    pub result: Option<Termination>,
    /// Whether the last move of the text is no move but the result `0-0`.
    pub ends_with_double_zero: bool,
    /// Differences between the text and the board that are not errors.
    pub notes: Vec<ReplayNote>,
}

/// One attempt at reading the moves.
struct Attempt {
    notation: Notation,
    moves: Vec<Move>,
    end: Position,
    error: Option<ReplayError>,
    notes: Vec<ReplayNote>,
    /// Offset of the move numbers in variations.
    offset: Option<i64>,
    ends_with_double_zero: bool,
}

impl Replayer {
    /// A replayer that detects languages and takes variants from the tags.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads every game in this language.
    #[must_use]
    pub fn with_language(self, language: Language) -> Self {
        Self { language: Some(language), ..self }
    }

    /// Uses this variant for games without a `Variant` tag.
    #[must_use]
    pub fn with_variant(self, variant: &'static Variant) -> Self {
        Self { variant: Some(variant), ..self }
    }

    /// Plays a game.
    pub fn replay(&mut self, raw: &RawGame) -> Replay {
        let variant_is_inherited = raw.tag("Variant").is_none() && self.variant.is_none() && self.named.is_some();
        let mut replay = Replay {
            start: None,
            end: None,
            moves: Vec::new(),
            language: self.language.unwrap_or_default(),
            files: FileLetters::WithoutJ,
            variant_is_inherited,
            error: None,
            result_mismatch: None,
            result: None,
            ends_with_double_zero: false,
            notes: Vec::new(),
        };
        let start = match self.start(raw) {
            Ok(start) => start,
            Err(kind) => {
                replay.error = Some(ReplayError { line: raw.line, ply: None, kind });
                return replay;
            }
        };
        let attempt = self.best_attempt(raw, start);
        let Notation { language, files, .. } = attempt.notation;
        let has_letters = |(_, text): (usize, &str)| !text.starts_with(|c: char| c.is_ascii_lowercase());
        if attempt.error.is_none() && raw.moves().any(has_letters) {
            self.seen = Some((language, files));
        }
        let mut broken = raw.errors.iter().filter(|fault| !fault.is_note());
        let broken = broken.next().map(|fault| {
            let (line, kind) = (fault.line(), ReplayErrorKind::Text(fault.clone()));
            ReplayError { line, ply: None, kind }
        });
        (replay.start, replay.end) = (Some(start), Some(attempt.end));
        (replay.language, replay.files) = (language, files);
        replay.ends_with_double_zero = attempt.ends_with_double_zero;
        let result = if attempt.ends_with_double_zero { Some(Termination::Forfeit("0-0")) } else { raw.result };
        let mut checker = VariationChecker { notation: attempt.notation, offset: attempt.offset, notes: attempt.notes };
        checker.main_line(&raw.items, start);
        replay.notes = checker.notes;
        replay.result = self::result(raw, result, &mut replay.notes);
        if attempt.error.is_none() {
            replay.result_mismatch = contradiction(replay.result, &attempt.end);
        }
        replay.moves = attempt.moves;
        replay.error = attempt.error.or(broken);
        replay
    }

    /// The variant of the game that [`replay`](Self::replay) played last; `None` if it is not known.
    pub fn variant_of(&self, raw: &RawGame) -> Option<&'static Variant> {
        match raw.tag("Variant") {
            Some(name) => Variant::by_tag(name),
            None => self.variant.or(self.named),
        }
    }

    fn start(&mut self, raw: &RawGame) -> Result<Position, ReplayErrorKind> {
        let variant = match raw.tag("Variant") {
            Some(name) => {
                let named = Variant::by_tag(name).ok_or_else(|| ReplayErrorKind::UnknownVariant(truncated(name)))?;
                self.named = Some(named);
                named
            }
            None => self.variant.or(self.named).ok_or(ReplayErrorKind::NoVariant)?,
        };
        if let Some(error) = raw.errors.iter().find(|error| matches!(error, PgnError::SetUp { .. })) {
            return Err(ReplayErrorKind::Text(error.clone()));
        }
        if raw.tag("FEN").is_none() && raw.tag("SetUp").is_some_and(|value| value.trim() == "1") {
            return Err(ReplayErrorKind::NoFen);
        }
        match raw.tag("FEN") {
            Some(fen) => Position::from_any_fen(variant, fen).map_err(ReplayErrorKind::Fen),
            None => Ok(variant.start()),
        }
    }

    /// The first attempt in which the whole game is legal, else the one with the most legal moves.
    fn best_attempt(&self, raw: &RawGame, start: Position) -> Attempt {
        let (first_language, first_files) = self.seen.unwrap_or_default();
        let first_language = self.language.unwrap_or(first_language);
        let first = attempt(raw, start, first_language, first_files);
        let is_certain = self.seen.is_some() || self.language.is_some() && !start.variant().board().lacks_j();
        // Drawings name cells, too.
        let draws_well = |attempt: &Attempt| cells_fit(raw, start.variant().board(), attempt.notation.files);
        if first.error.is_none() && (is_certain || first.moves.is_empty()) && draws_well(&first) {
            return first;
        }
        let languages = match self.language {
            Some(_) => Vec::new(),
            // What is legal in Swedish is legal in German.
            None => Language::ALL.into_iter().filter(|&l| l != first_language && l != Language::Swedish).collect(),
        };
        let other_files = match first_files {
            FileLetters::WithoutJ => FileLetters::WithJ,
            FileLetters::WithJ => FileLetters::WithoutJ,
        };
        let files = if start.variant().board().lacks_j() { vec![first_files, other_files] } else { vec![first_files] };
        let mut best = first;
        for language in core::iter::once(first_language).chain(languages) {
            for &files in &files {
                if (language, files) == (first_language, first_files) {
                    continue;
                }
                let next = attempt(raw, start, language, files);
                let draws_better = language == best.notation.language && draws_well(&next) && !draws_well(&best);
                if next.error.is_some() {
                    let goes_as_far = next.moves == best.moves && draws_better;
                    if best.error.is_some() && (next.moves.len() > best.moves.len() || goes_as_far) {
                        best = next;
                    }
                } else if best.error.is_some() {
                    best = next;
                } else if next.moves != best.moves {
                    // One other reading is enough to know.
                    if best.notes.iter().any(|note| matches!(note.kind, ReplayNoteKind::AnotherReading { .. })) {
                        continue;
                    }
                    let Notation { language, files, .. } = next.notation;
                    let kind = ReplayNoteKind::AnotherReading { language, files };
                    best.notes.push(ReplayNote { line: raw.line, ply: None, in_variation: false, kind });
                } else if draws_better {
                    best = next;
                }
            }
        }
        best
    }
}

/// Plays the moves in one notation.
fn attempt(raw: &RawGame, start: Position, language: Language, files: FileLetters) -> Attempt {
    let notation = Notation { language, form: Form::Short, files };
    let (end, moves, notes) = (start, Vec::new(), Vec::new());
    let mut attempt = Attempt { notation, moves, end, error: None, notes, offset: None, ends_with_double_zero: false };
    let mut numbering = Numbering::new(raw.tag("FEN").is_some());
    for (index, item) in raw.items.iter().enumerate() {
        let MovetextItem::Move { line, text, turn, number } = item else { continue };
        let (line, end) = (*line, attempt.end);
        let ply = || Ply {
            index: attempt.moves.len() + 1,
            number: end.fullmove_number(),
            turn: end.turn(),
            text: truncated(without_number(text)),
        };
        if is_result(raw, &raw.items[index..], &end, notation) {
            attempt.ends_with_double_zero = true;
            break;
        }
        let read = end.read_move(text, notation);
        let numbered = match &read {
            Ok(_) => numbering.check(&end, attempt.moves.is_empty(), (*number, *turn)),
            Err(_) => Ok(None),
        };
        match (read, numbered) {
            (Ok(mv), Ok(note)) => {
                let found = [note, of_move(&end, mv, text, comment_behind(&raw.items, index))];
                let note = |kind| ReplayNote { line, ply: Some(ply()), in_variation: false, kind };
                let notes = found.map(|kind| kind.map(note));
                attempt.notes.extend(notes.into_iter().flatten());
                attempt.moves.push(mv);
                attempt.end.play_unchecked(mv);
            }
            (read, numbered) => {
                let kind = match (read, numbered) {
                    (Ok(_), Err(fault)) => ReplayErrorKind::Illegal(fault),
                    (Err(error), _) => end
                        .why_illegal(text, notation)
                        .map_or(ReplayErrorKind::Unreadable(error), ReplayErrorKind::Illegal),
                    (Ok(_), Ok(_)) => unreachable!("played above"),
                };
                attempt.error = Some(ReplayError { line, ply: Some(ply()), kind });
                break;
            }
        }
    }
    attempt.offset = numbering.offset();
    attempt
}

/// Returns whether what looks like castling is the result: `0-0` behind the last move, if it is not legal or the tag says so.
fn is_result(raw: &RawGame, items: &[MovetextItem], now: &Position, notation: Notation) -> bool {
    let Some((MovetextItem::Move { text, turn, number, .. }, after)) = items.split_first() else { return false };
    if !is_double_zero(text) || raw.result.is_some_and(|result| result != Termination::Unfinished) {
        return false;
    }
    if after.iter().any(|item| matches!(item, MovetextItem::Move { .. })) {
        return false;
    }
    let by_tag = raw.tag("Result").and_then(of_tag) == Some(Termination::Forfeit("0-0"));
    let is_numbered = number.is_some() || turn.is_some();
    let may_castle = !now.variant().castling_moves().is_empty();
    by_tag || !(may_castle && is_numbered) && now.read_move(text, notation).is_err()
}

/// The result that counts: that after the moves, else that of the tag. Notes where the two differ, and where the tag has none.
fn result(raw: &RawGame, written: Option<Termination>, notes: &mut Vec<ReplayNote>) -> Option<Termination> {
    let Some(value) = raw.tag("Result").map(str::trim) else { return written };
    let tag = of_tag(value);
    let kind = match (tag, written) {
        (None, _) if !matches!(value, "" | "?" | "-") => Some(ReplayNoteKind::UnknownResult(truncated(value))),
        (Some(tag), Some(written)) if tag.text() != written.text() && written != Termination::Stalemate => {
            Some(ReplayNoteKind::ResultTag { tag: truncated(value), written: written.text() })
        }
        _ => None,
    };
    notes.extend(kind.map(|kind| ReplayNote { line: raw.line, ply: None, in_variation: false, kind }));
    match written {
        None | Some(Termination::Unfinished) => tag.or(written),
        written => written,
    }
}

/// The written result and the outcome on the board, where mate or stalemate on the board differs from it.
fn contradiction(result: Option<Termination>, end: &Position) -> Option<(String, Outcome)> {
    if end.has_legal_move() {
        return None;
    }
    let outcome = end.outcome()?;
    match result {
        Some(Termination::Score(written) | Termination::Forfeit(written)) if written != outcome.result() => {
            Some((written.to_owned(), outcome))
        }
        _ => None,
    }
}
