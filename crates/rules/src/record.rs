//! The record of one game as text, in the form of PGN: tags, then moves, then the result.

use crate::fen::FenError;
use crate::game::{Claim, Game, GameError};
use crate::outcome::{Outcome, Reason};
use crate::pgn::line::{Line, read_line, write_annotation, write_line};
use crate::pgn::words::WordWrapper;
use crate::pgn::write::write_tag;
use crate::pgn::{
    Annotation, MoveAnnotation, MovetextItem, PgnError, PgnReader, Ply, RawGame, ReplayError, ReplayErrorKind,
    ReplayNote, Replayer, SideLine, Termination,
};
use crate::variant::Variant;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// The record of one game.
///
/// It is read in any of the [languages](crate::Language) and forms that a
/// [`Replayer`](crate::Replayer) knows, and written in short notation with English letters.
///
/// ```
/// use saffron_rules::Record;
///
/// let text = "[Variant \"Shafran\"]\n\n1. e5 {three cells} e6 2. Nc4 *";
/// let record = Record::parse(text)?;
/// assert_eq!(record.game.moves().len(), 3);
/// assert_eq!(record.annotations[0].after.text, "three cells");
/// assert!(record.to_string().ends_with("1. e5 {three cells} 1... e6 2. Nc4 *\n"));
/// # Ok::<(), saffron_rules::RecordError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Tag pairs in order, without `Result`, `Variant`, `SetUp` and `FEN`, which follow from
    /// the game.
    pub tags: Vec<(String, String)>,
    /// The game.
    pub game: Game,
    /// Annotation of the start position.
    pub start: Annotation,
    /// Annotations of the moves, in their order. It ends with the last annotated move.
    pub annotations: Vec<MoveAnnotation>,
    /// Variations, in the order of the moves that they replace; each move is legal in its position.
    pub side_lines: Vec<SideLine>,
}

/// Why a game record cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum RecordError {
    /// The text is damaged.
    #[error(transparent)]
    Text(#[from] PgnError),
    /// The text has no game.
    #[error("there is no game in the text")]
    Empty,
    /// There is no `Variant` tag.
    #[error("there is no tag [Variant \"...\"] that names the game")]
    NoVariant,
    /// The `Variant` tag names no known variant.
    #[error("[Variant {0:?}] is not a known game")]
    UnknownVariant(String),
    /// The `FEN` tag cannot be read.
    #[error("[FEN]: {0}")]
    Fen(FenError),
    /// The tag `SetUp` says that there is a FEN, and there is none.
    #[error("the tag SetUp says that the game starts from a position, but there is no FEN")]
    NoFen,
    /// A move cannot be read or is not legal.
    #[error("line {line}, {ply}: {kind}")]
    Move {
        /// The line, from 1.
        line: usize,
        /// The move.
        ply: Ply,
        /// The error.
        kind: ReplayErrorKind,
    },
    /// The written result is not the one on the board.
    #[error("the record says {written}, but the game ended {outcome}")]
    Result {
        /// The result in the text.
        written: String,
        /// The end of the game.
        outcome: Outcome,
    },
    /// A move follows the end of the game.
    #[error("the record says a move, but the game ended {0}")]
    MoveAfterEnd(Outcome),
    /// There is another game behind the first one.
    #[error("line {line}: another game begins; one can be read at a time")]
    Another {
        /// The line, from 1.
        line: usize,
    },
}

const OWN_TAGS: [&str; 4] = ["Result", "Variant", "SetUp", "FEN"];

/// The tag that says why a game ended.
const TERMINATION: &str = "Termination";

/// The value of that tag for a game that both sides have lost, which has no result of its own here.
const DOUBLE_FORFEIT: &str = "double forfeit";

/// Words that may stand next to the name of any variant.
const OF_ANY_GAME: [&str; 6] = ["chess", "game", "hex", "hexagonal", "the", "variant"];

impl Variant {
    /// The variant that a record's `Variant` tag names: by id or name, in any case, with or
    /// without an apostrophe s, spaces and the accent. Words that any of these games is called by
    /// may stand around it, as in `Gliński's hexagonal chess`; any others may tell of other rules.
    pub fn by_tag(text: &str) -> Option<&'static Self> {
        let known = Self::known();
        let called = |text: &str| known.iter().find(|variant| variant.is_called(text)).copied();
        let words = crate::text::plain_words(text);
        let telling: String = words.split(' ').filter(|word| !OF_ANY_GAME.contains(word)).collect();
        called(text).or_else(|| called(&telling))
    }
}

impl Record {
    /// Reads the record of one game. What cannot be played of variations becomes a comment. A result that the moves do not
    /// show is the one that the tag `Termination` names, or else a resignation or an agreement.
    ///
    /// # Errors
    /// A [`RecordError`] that names the line and what is wrong there.
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        Self::parse_with_notes(text, None).map(|(record, _)| record)
    }

    /// As [`parse`](Self::parse); a record without the tag `Variant` is one of this variant.
    ///
    /// ```
    /// use saffron_rules::{Record, Variant};
    ///
    /// let record = Record::parse_as("1. e2-e5 e9-e6", Variant::by_id("shafran").unwrap())?;
    /// assert_eq!(record.game.moves().len(), 2);
    /// # Ok::<(), saffron_rules::RecordError>(())
    /// ```
    ///
    /// # Errors
    /// A [`RecordError`] that names the line and what is wrong there.
    pub fn parse_as(text: &str, variant: &'static Variant) -> Result<Self, RecordError> {
        Self::parse_with_notes(text, Some(variant)).map(|(record, _)| record)
    }

    /// As [`parse`](Self::parse), or as [`parse_as`](Self::parse_as) a variant, with what the text says and the board does not
    /// show.
    ///
    /// ```
    /// use saffron_rules::Record;
    ///
    /// let (record, notes) = Record::parse_with_notes("[Variant \"Shafran\"]\n\n1. e5 e6 2. Nc4# *", None)?;
    /// assert_eq!(record.game.moves().len(), 3);
    /// assert_eq!(notes[0].to_string(), "ply 3, 2. Nc4#: marked as mate, which it is not");
    /// # Ok::<(), saffron_rules::RecordError>(())
    /// ```
    ///
    /// # Errors
    /// A [`RecordError`] that names the line and what is wrong there.
    pub fn parse_with_notes(
        text: &str,
        variant: Option<&'static Variant>,
    ) -> Result<(Self, Vec<ReplayNote>), RecordError> {
        let mut replayer = match variant {
            Some(variant) => Replayer::new().with_variant(variant),
            None => Replayer::new(),
        };
        Self::read_only(text, &mut replayer)
    }

    fn read_only(text: &str, replayer: &mut Replayer) -> Result<(Self, Vec<ReplayNote>), RecordError> {
        let mut games = PgnReader::read_all(text).into_iter();
        let raw = games.next().ok_or(RecordError::Empty)?;
        match games.next() {
            Some(another) => Err(RecordError::Another { line: another.line }),
            None => Self::from_raw_with_notes(&raw, replayer),
        }
    }

    /// The record of a game of a file. The replayer knows the variant and the language of the games before it.
    ///
    /// # Errors
    /// A [`RecordError`] that names the line and what is wrong there.
    pub fn from_raw(raw: &RawGame, replayer: &mut Replayer) -> Result<Self, RecordError> {
        Self::from_raw_with_notes(raw, replayer).map(|(record, _)| record)
    }

    /// Replays a game as [`Record::from_raw`] does, and returns notes on what the text says and the board does not show.
    ///
    /// # Errors
    /// A [`RecordError`] that names the line and what is wrong there.
    pub fn from_raw_with_notes(raw: &RawGame, replayer: &mut Replayer) -> Result<(Self, Vec<ReplayNote>), RecordError> {
        let replay = replayer.replay(raw);
        if let Some(fault) = raw.errors.first() {
            return Err(fault.clone().into());
        }
        if let Some(error) = replay.error {
            return Err(error.into());
        }
        let reading = replay.reading();
        let position = replay.start.ok_or(RecordError::NoVariant)?;
        let before_tags: Vec<_> = raw.leading_comments.iter().cloned().map(MovetextItem::Comment).collect();
        let line = read_line(before_tags.iter().chain(replay.movetext(raw)), position, reading);
        let Line { start, annotations, side_lines, .. } = line;
        let mut game = Game::new(position);
        for &mv in &replay.moves {
            // The replay has found every move legal.
            if let Err(GameError::Over(outcome)) = game.play_past_draw(mv) {
                return Err(RecordError::MoveAfterEnd(outcome));
            }
        }
        finish(&mut game, replay.result, raw.tag(TERMINATION))?;
        let is_own = |tag: &str| OWN_TAGS.iter().any(|own| own.eq_ignore_ascii_case(tag));
        let mut tags: Vec<_> = raw.tags.iter().filter(|(tag, _)| !is_own(tag)).cloned().collect();
        if let (Some(Termination::Forfeit(score)), None) = (replay.result, raw.tag(TERMINATION)) {
            let value = if score == "0-0" { DOUBLE_FORFEIT } else { Reason::Forfeit.termination() };
            tags.push((TERMINATION.to_owned(), value.to_owned()));
        }
        Ok((Self { tags, game, start, annotations, side_lines }, replay.notes))
    }
}

impl From<Game> for Record {
    /// The bare record of a game, without tags, annotations and side lines.
    fn from(game: Game) -> Self {
        let (tags, annotations, side_lines) = Default::default();
        Self { tags, game, start: Annotation::default(), annotations, side_lines }
    }
}

impl From<ReplayError> for RecordError {
    fn from(error: ReplayError) -> Self {
        match (error.kind, error.ply) {
            (ReplayErrorKind::UnknownVariant(name), _) => Self::UnknownVariant(name),
            (ReplayErrorKind::Fen(error), _) => Self::Fen(error),
            (ReplayErrorKind::NoFen, _) => Self::NoFen,
            (ReplayErrorKind::Text(fault), _) => Self::Text(fault),
            (kind, Some(ply)) => Self::Move { line: error.line, ply, kind },
            (_, None) => Self::NoVariant,
        }
    }
}

impl core::fmt::Display for Record {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let start = self.game.start();
        let variant = start.variant();
        let result = self.game.outcome().map_or("*", Outcome::result);
        let mut text = String::new();
        // What the tag says must fit the game, which may have changed since it was read.
        let outcome = self.game.outcome();
        let termination = outcome.map_or("unterminated", Outcome::termination);
        let fits = |value: &str| match reason_of(value) {
            Some(Reason::Resignation) => outcome.is_some_and(|outcome| outcome.reason() == Reason::Resignation),
            Some(reason) => reason.termination() == termination,
            None => matches!(termination, "normal" | "unterminated"),
        };
        let mut written = matches!(termination, "normal" | "unterminated");
        for (name, value) in &self.tags {
            if name != TERMINATION || fits(value) {
                written |= name == TERMINATION;
                write_tag(&mut text, name, value);
            }
        }
        if !written {
            write_tag(&mut text, TERMINATION, termination);
        }
        write_tag(&mut text, "Result", result);
        write_tag(&mut text, "Variant", variant.name());
        if *start != variant.start() {
            write_tag(&mut text, "SetUp", "1");
            write_tag(&mut text, "FEN", &start.to_fen());
        }
        let mut words = WordWrapper::default();
        write_annotation(&mut words, &self.start, start);
        let moves: Vec<_> = self.game.moves().iter().copied().map(Some).collect();
        write_line(&mut words, start, &moves, &self.annotations, &self.side_lines);
        words.push(result);
        writeln!(f, "{text}\n{}", words.wrapped())
    }
}

/// Takes over the written result, and the reason in the tag `Termination`, where the position leaves them open.
fn finish(game: &mut Game, written: Option<Termination>, termination: Option<&str>) -> Result<(), RecordError> {
    let claimed = match (written, termination.and_then(reason_of)) {
        (Some(Termination::Score(score)), reason) => declared(game, score, reason),
        (Some(Termination::Forfeit("0-0")), _) => Some(Outcome::ABORTED),
        (Some(Termination::Forfeit(score)), _) => declared(game, score, Some(Reason::Forfeit)),
        (Some(Termination::Stalemate), _) => {
            let quarters = game.position().variant().stalemate_quarters();
            Some(Outcome::scored(!game.position().turn(), quarters, Reason::Stalemate))
        }
        (Some(Termination::Unfinished) | None, Some(Reason::Abandonment | Reason::Abort)) => Some(Outcome::ABORTED),
        (Some(Termination::Unfinished) | None, _) => None,
    };
    let (Some(Termination::Score(written) | Termination::Forfeit(written)), Some(outcome)) = (written, game.outcome())
    else {
        // A word for stalemate, and no result at all, are true of any end that the moves show.
        if let Some(outcome) = claimed.filter(|_| game.outcome().is_none()) {
            let _ = game.declare(outcome);
        }
        return Ok(());
    };
    if written == outcome.result() {
        return Ok(());
    }
    // Where no automatic draw was known, a game could go on past it and be won.
    let ended_on_the_board = game.position().outcome().is_some();
    match claimed.filter(|_| !ended_on_the_board).map(|claimed| game.declare_past_draw(claimed)) {
        Some(Ok(_)) => Ok(()),
        _ => Err(RecordError::Result { written: written.to_owned(), outcome }),
    }
}

/// The outcome that a written score stands for, where the moves do not show the end.
fn declared(game: &Game, score: &str, reason: Option<Reason>) -> Option<Outcome> {
    let white_quarters = match score {
        "1-0" => 4,
        "3/4-1/4" => 3,
        "1/2-1/2" => 2,
        "1/4-3/4" => 1,
        "0-1" => 0,
        _ => return None,
    };
    let usual = match white_quarters {
        0 | 4 => Reason::Resignation,
        1 | 3 => Reason::Stalemate,
        _ => match game.claim() {
            Some(Claim::Threefold) => Reason::ThreefoldRepetition,
            Some(Claim::FiftyMoves) => Reason::FiftyMoves,
            None => Reason::Agreement,
        },
    };
    let by_tag = reason.and_then(|reason| Outcome::new(reason, white_quarters).ok());
    by_tag.or_else(|| Outcome::new(usual, white_quarters).ok())
}

/// The reason that a tag `Termination` names, if the moves and the score do not show it: the values of the
/// PGN standard, and words that servers write.
fn reason_of(termination: &str) -> Option<Reason> {
    match termination.trim().to_lowercase().as_str() {
        "time forfeit" | "time" => Some(Reason::TimeForfeit),
        "abandoned" | "abandonment" | "abandoned game" => Some(Reason::Abandonment),
        "rules infraction" | "forfeit" | "death" | "emergency" => Some(Reason::Forfeit),
        "adjudication" => Some(Reason::Adjudication),
        "resignation" => Some(Reason::Resignation),
        DOUBLE_FORFEIT => Some(Reason::Abort),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "[Event \"A \\\"quoted\\\" name\"]\n[Variant \"Gliński's\"]\n\n\
        1. e5 {a comment ( with signs } e6 $1 2. f6! (2. g5 (2. h4) {)} g5) 2... exf6 \
        ; to the end of the line\n3. exf6 1/2-1/2\n";

    #[test]
    fn comments_glyphs_and_variations_are_kept() {
        let record = Record::parse(GAME).unwrap();
        assert_eq!(record.tags, [("Event".to_owned(), "A \"quoted\" name".to_owned())]);
        assert_eq!(record.game.moves().len(), 5);
        assert_eq!((record.side_lines.len(), record.side_lines[0].ply, record.side_lines[0].moves.len()), (1, 2, 1));
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
        let record = Record::from(game);
        let text = record.to_string();
        assert!(text.lines().all(|line| line.len() < 80));
        assert_eq!(Record::parse(&text), Ok(record));
    }

    #[test]
    fn a_result_that_the_board_does_not_show_was_agreed_claimed_or_given_up() {
        let round = "Na3 Ni8 Nb1 Nh10 ";
        for (moves, result, reason) in [
            ("e5", "1-0", Reason::Resignation),
            ("e5", "0-1", Reason::Resignation),
            ("e5", "1/2-1/2", Reason::Agreement),
            (&round.repeat(2), "1/2-1/2", Reason::ThreefoldRepetition),
            ("e5", "3/4-1/4", Reason::Stalemate),
            ("e5", "1/4-3/4", Reason::Stalemate),
        ] {
            let record = Record::parse(&format!("[Variant \"Shafran\"]\n\n{moves} {result}")).unwrap();
            let outcome = record.game.outcome().unwrap();
            assert_eq!((outcome.result(), outcome.reason()), (result, reason), "{moves}");
            assert_eq!(Record::parse(&record.to_string()), Ok(record));
        }
        let open = Record::parse("[Variant \"Shafran\"]\n\ne5 *").unwrap();
        assert_eq!(open.game.outcome(), None);
    }

    #[test]
    fn a_record_goes_on_where_our_rules_would_have_ended_the_game() {
        let round = "Na3 Ni8 Nb1 Nh10 ";
        let text = format!("[Variant \"Shafran\"]\n\n{} e5 e6 1-0", round.repeat(5));
        let record = Record::parse(&text).unwrap();
        assert_eq!(record.game.moves().len(), 22);
        assert_eq!(record.game.outcome().map(Outcome::result), Some("1-0"));
        assert_eq!(Record::parse(&record.to_string()), Ok(record));
    }

    #[test]
    fn a_game_past_the_seventy_five_moves_can_be_resigned() {
        let fen = "k4/6/7/8/9/8R/8/7/6/R3K w - - 149 90";
        let text = format!("[Variant \"shafran\"]\n[FEN \"{fen}\"]\n\n90. Ra2 Ke9 91. Ra1 1-0");
        let record = Record::parse(&text).unwrap();
        let outcome = record.game.outcome().unwrap();
        assert_eq!((outcome.result(), outcome.reason()), ("1-0", Reason::Resignation));
        assert_eq!(Record::parse(&record.to_string()), Ok(record));
        // Mate is mate, whatever the record says.
        let mated = "k1b1R/1R3p/3p3/8/r1p3p1P/nb7/p1p3PB/4QP1/PPpKPB/RNBN1 b b - 150 18";
        let text = format!("[Variant \"shafran\"]\n[FEN \"{mated}\"]\n\n0-1");
        assert!(matches!(Record::parse(&text), Err(RecordError::Result { .. })));
    }

    #[test]
    fn the_tag_termination_names_the_reason() {
        for (termination, result, reason) in [
            ("time forfeit", "0-1", Reason::TimeForfeit),
            ("Time forfeit", "1/2-1/2", Reason::TimeForfeit),
            ("abandoned", "1-0", Reason::Abandonment),
            ("abandoned", "*", Reason::Abort),
            ("rules infraction", "0-1", Reason::Forfeit),
            ("adjudication", "3/4-1/4", Reason::Adjudication),
            ("normal", "0-1", Reason::Resignation),
            ("Normal", "1/2-1/2", Reason::Agreement),
            ("something else", "1-0", Reason::Resignation),
            // The other side had too little to win with.
            ("rules infraction", "1/2-1/2", Reason::Forfeit),
            ("resignation", "1/2-1/2", Reason::Resignation),
            ("resignation", "3/4-1/4", Reason::Resignation),
            ("resignation", "0-1", Reason::Resignation),
        ] {
            let text = format!("[Variant \"Shafran\"]\n[Termination \"{termination}\"]\n\n1. e5 {result}");
            let record = Record::parse(&text).unwrap();
            let outcome = record.game.outcome().unwrap();
            assert_eq!((outcome.result(), outcome.reason()), (result, reason), "{termination}");
            let again = Record::parse(&record.to_string()).unwrap();
            assert_eq!(again.game, record.game, "{record}");
            assert_eq!(again.to_string(), record.to_string());
            // The reason is written with a bare game, too.
            assert_eq!(Record::parse(&Record::from(record.game.clone()).to_string()).unwrap().game, record.game);
        }
        let open = Record::parse("[Variant \"Shafran\"]\n[Termination \"unterminated\"]\n\n1. e5 *").unwrap();
        assert_eq!(open.game.outcome(), None);
        // A tag that no longer fits the game is not written.
        let mut record = Record::parse("[Variant \"Shafran\"]\n[Termination \"time forfeit\"]\n\n1. e5 1-0").unwrap();
        record.game.undo();
        assert!(!record.to_string().contains("Termination"), "{record}");
    }

    /// A record stands as it was written, whatever a resignation or a fallen flag is worth by the rules of today.
    #[test]
    fn a_win_against_too_little_material_stands_as_written() {
        for (variant, fen) in [
            ("shafran", "k4/6/7/8/9/4Q4/8/7/6/4K b - - 0 60"),
            ("glinski", "k/3/5/7/9/5nn4/11/11/11/11/K10 b - - 0 60"),
        ] {
            for termination in ["", "[Termination \"time forfeit\"]\n"] {
                let text = format!("[Variant \"{variant}\"]\n[FEN \"{fen}\"]\n{termination}\n0-1");
                let record = Record::parse(&text).unwrap();
                assert_eq!(record.game.outcome().map(Outcome::result), Some("0-1"), "{text}");
                assert_eq!(record.game.position().max_score(crate::Color::Black), 2, "{text}");
                assert_eq!(Record::parse(&record.to_string()), Ok(record));
            }
        }
    }

    #[test]
    fn variants_are_named_in_many_ways() {
        let named = |text: &str| Variant::by_tag(text).map(Variant::id);
        for text in ["glinski", "Gliński", "Gliński's", "GLINSKI’S", "Gliński's hexagonal chess", "Hexagonal (Glinski)"]
        {
            assert_eq!(named(text), Some("glinski"), "{text}");
        }
        for text in ["De Vasa", "devasa", "de vasa's", "De Vasa's hexagonal chess"] {
            assert_eq!(named(text), Some("devasa"), "{text}");
        }
        let others = ["Glinski or Shafran", "Glinski, three pawns shifted", "Glinski 2", "Half Glinski"];
        for text in ["", "chess", "hexagonal chess", "glinskis"].into_iter().chain(others) {
            assert_eq!(named(text), None, "{text}");
        }
    }

    #[test]
    fn a_word_for_stalemate_is_worth_what_the_variant_says() {
        for (variant, result) in [("Glinski", "3/4-1/4"), ("McCooey", "1/2-1/2")] {
            let text = format!("[Variant \"{variant}\"]\n\n1. g5 patt");
            let outcome = Record::parse(&text).unwrap().game.outcome().unwrap();
            assert_eq!((outcome.result(), outcome.reason()), (result, Reason::Stalemate));
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let error = |text: &str| Record::parse(text).unwrap_err().to_string();
        assert_eq!(error("1. e5"), "there is no tag [Variant \"...\"] that names the game");
        assert_eq!(error(""), "there is no game in the text");
        assert_eq!(error("[Variant \"Chess\"]"), "[Variant \"Chess\"] is not a known game");
        assert_eq!(
            error("[Variant \"Shafran]"),
            "line 1: \"[Variant \\\"Shafran]\" is not a tag of the form [Name \"value\"]"
        );
        let with = |moves: &str| error(&format!("[Variant \"Shafran\"]\n\n{moves}"));
        assert_eq!(with("1. e5 e6\n2. e7"), "line 4, ply 3, 2. e7: no pawn of White can go to e7");
        assert_eq!(with("1. e5 hello"), "line 3, ply 2, 1... hello: \"hello\" is not a move in algebraic notation");
        assert_eq!(with("1. e5 {open"), "line 3: a comment is not closed");
        assert_eq!(with("1. e5 (1. e4"), "line 3: a variation is not closed");
        assert_eq!(with("1. e5 * 1. e5"), "line 3: another game begins; one can be read at a time");
        assert!(error("[Variant \"Shafran\"]\n[FEN \"x\"]\n").starts_with("[FEN]: "));
        let mate =
            "[Variant \"Shafran\"]\n[FEN \"k1b1R/1R3p/3p3/8/r1p3p1P/nb7/p1p3PB/4QP1/PPpKPB/RNBN1 b b - 0 18\"]\n\n";
        assert_eq!(error(&format!("{mate}18... Ke9")), "line 4, ply 1, 18... Ke9: the game is over: checkmate");
        assert_eq!(error(&format!("{mate}0-1")), "the record says 0-1, but the game ended 1-0 checkmate");
    }
}
