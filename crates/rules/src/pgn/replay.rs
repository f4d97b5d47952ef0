//! Plays the moves of a score on the board, and finds out in which language they are written.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::{Ending, Score, TextFault};
use crate::text::truncated;
use crate::{
    Color, Fault, FenError, FileLetters, Form, Language, Move, Notation, Outcome, Position, SanError, Variant,
};

/// Plays scores on the board, one after the other, as they come from a file.
///
/// The language is the one that is set, or found out game by game: the first in which the
/// whole game is legal. The language of the last legal game of the file is tried first, then
/// those of [`Language::ALL`], but for Swedish, whose letters are the German ones. If the game is legal in none, it is read in the one in which it
/// goes on longest. So are the names of the files: a to l without j, then a to k with j.
#[derive(Clone, Debug, Default)]
pub struct Replayer {
    language: Option<Language>,
    variant: Option<&'static Variant>,
    /// What the last game with letters was written in.
    seen: Option<(Language, FileLetters)>,
    /// The variant that a tag of the file named last.
    named: Option<&'static Variant>,
}

/// What a score comes to on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// The position that the game started from; none where variant or FEN cannot be read.
    pub start: Option<Position>,
    /// The position after the legal moves.
    pub end: Option<Position>,
    /// The legal moves, up to the end or the first mistake.
    pub moves: Vec<Move>,
    /// The language in which the moves were read.
    pub language: Language,
    /// The names of files with which they were read.
    pub files: FileLetters,
    /// Whether the variant was not named by the game itself, nor set, but taken from a game
    /// before it.
    pub variant_is_guessed: bool,
    /// The first thing that makes the game no legal game.
    pub mistake: Option<Mistake>,
    /// The written result, where the position at the end says otherwise, and what it says.
    pub contradiction: Option<(String, Outcome)>,
}

/// What makes a record no legal game, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// The line, from 1.
    pub line: usize,
    /// The ply that could not be played, from 1; none where the moves are not the trouble.
    pub ply: Option<Ply>,
    /// What is wrong.
    pub kind: MistakeKind,
}

/// Which ply of a game, and its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// From 1.
    pub index: usize,
    /// The number of the move.
    pub number: u32,
    /// Whose move it is.
    pub turn: Color,
    /// The move as it is written, shortened where it is long.
    pub text: String,
}

/// What is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MistakeKind {
    /// No variant is named.
    #[error("there is no tag [Variant \"...\"] that names the game")]
    NoVariant,
    /// The `Variant` tag names no known variant.
    #[error("[Variant {0:?}] is not a known game")]
    UnknownVariant(String),
    /// The `FEN` tag cannot be read.
    #[error("[FEN]: {0}")]
    Fen(FenError),
    /// The text cannot be read to its end.
    #[error("{0}")]
    Text(TextFault),
    /// A move cannot be read, or could be more than one.
    #[error("{0}")]
    Unclear(SanError),
    /// A move is not legal.
    #[error("{0}")]
    Illegal(Fault),
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.turn == Color::White { "." } else { "..." };
        write!(f, "ply {}, {}{dots} {}", self.index, self.number, self.text)
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.ply {
            Some(ply) => write!(f, "{ply}: {}", self.kind),
            None => write!(f, "{}", self.kind),
        }
    }
}

/// One attempt at reading the moves.
struct Attempt {
    notation: Notation,
    moves: Vec<Move>,
    end: Position,
    mistake: Option<Mistake>,
}

impl Replayer {
    /// A replayer that finds out languages and takes variants from the tags.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same, but every game is read in this language.
    #[must_use]
    pub fn with_language(self, language: Language) -> Self {
        Self { language: Some(language), ..self }
    }

    /// The same, but games without a `Variant` tag are of this variant.
    #[must_use]
    pub fn with_variant(self, variant: &'static Variant) -> Self {
        Self { variant: Some(variant), ..self }
    }

    /// Plays a score.
    pub fn replay(&mut self, score: &Score) -> Replay {
        let variant_is_guessed = score.tag("Variant").is_none() && self.variant.is_none() && self.named.is_some();
        let mut replay = Replay {
            start: None,
            end: None,
            moves: Vec::new(),
            language: self.language.unwrap_or_default(),
            files: FileLetters::WithoutJ,
            variant_is_guessed,
            mistake: None,
            contradiction: None,
        };
        let start = match self.start(score) {
            Ok(start) => start,
            Err(kind) => {
                replay.mistake = Some(Mistake { line: score.line, ply: None, kind });
                return replay;
            }
        };
        let attempt = self.best_attempt(score, start);
        let Notation { language, files, .. } = attempt.notation;
        let has_letters = |(_, text): (usize, &str)| !text.starts_with(|c: char| c.is_ascii_lowercase());
        if attempt.mistake.is_none() && score.moves().any(has_letters) {
            self.seen = Some((language, files));
        }
        let mut broken = score.faults.iter().filter(|fault| !matches!(fault, TextFault::Tag { .. }));
        let broken = broken.next().map(|fault| {
            let (line, kind) = (fault.line(), MistakeKind::Text(fault.clone()));
            Mistake { line, ply: None, kind }
        });
        (replay.start, replay.end) = (Some(start), Some(attempt.end));
        (replay.language, replay.files) = (language, files);
        replay.contradiction = contradiction(score, &attempt);
        replay.moves = attempt.moves;
        replay.mistake = attempt.mistake.or(broken);
        replay
    }

    fn start(&mut self, score: &Score) -> Result<Position, MistakeKind> {
        let variant = match score.tag("Variant") {
            Some(name) => {
                let named = Variant::by_tag(name).ok_or_else(|| MistakeKind::UnknownVariant(truncated(name)))?;
                self.named = Some(named);
                named
            }
            None => self.variant.or(self.named).ok_or(MistakeKind::NoVariant)?,
        };
        match score.tag("FEN") {
            Some(fen) => Position::from_any_fen(variant, fen).map_err(MistakeKind::Fen),
            None => Ok(variant.start()),
        }
    }

    /// The first attempt that makes the whole game legal, or the one that gets furthest.
    fn best_attempt(&self, score: &Score, start: Position) -> Attempt {
        let (first_language, first_files) = self.seen.unwrap_or_default();
        let first_language = self.language.unwrap_or(first_language);
        let first = attempt(score, start, first_language, first_files);
        if first.mistake.is_none() {
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
                let next = attempt(score, start, language, files);
                if next.mistake.is_none() {
                    return next;
                }
                if next.moves.len() > best.moves.len() {
                    best = next;
                }
            }
        }
        best
    }
}

/// Plays the moves in one notation.
fn attempt(score: &Score, start: Position, language: Language, files: FileLetters) -> Attempt {
    let notation = Notation { language, form: Form::Short, files };
    let mut end = start;
    let mut moves = Vec::new();
    let mut mistake = None;
    for (line, text) in score.moves() {
        match end.read_move(text, notation) {
            Ok(mv) => {
                moves.push(mv);
                end.play_unchecked(mv);
            }
            Err(error) => {
                let ply = Ply {
                    index: moves.len() + 1,
                    number: end.fullmove_number(),
                    turn: end.turn(),
                    text: truncated(text),
                };
                let kind = match end.fault(text, notation) {
                    Some(fault) => MistakeKind::Illegal(fault),
                    None => MistakeKind::Unclear(error),
                };
                mistake = Some(Mistake { line, ply: Some(ply), kind });
                break;
            }
        }
    }
    Attempt { notation, moves, end, mistake }
}

/// The written result, where mate or stalemate on the board says otherwise.
fn contradiction(score: &Score, attempt: &Attempt) -> Option<(String, Outcome)> {
    if attempt.mistake.is_some() || attempt.end.has_legal_move() {
        return None;
    }
    let outcome = attempt.end.outcome()?;
    match score.result {
        Some(Ending::Score(written)) if written != outcome.result() => Some((written.to_owned(), outcome)),
        _ => None,
    }
}
