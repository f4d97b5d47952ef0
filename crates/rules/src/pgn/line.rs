//! A line of moves with its annotations and variations: read from movetext, and written.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::notation::Notation;
use crate::notation::marks::is_null_move;
use crate::pgn::annotation::{Annotation, MoveAnnotation};
use crate::pgn::commands;
use crate::pgn::raw_game::MovetextItem;
use crate::pgn::reader::items_of;
use crate::pgn::tokens::suffix_nag;
use crate::pgn::words::{WordWrapper, plain};
use crate::piece::{Color, Move};
use crate::position::Position;

/// The maximal nesting depth of variations; deeper ones are not read as moves.
pub(super) const DEEPEST: usize = 32;

/// A variation: alternative moves to those of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideLine {
    /// The index of the move of the line that the first move replaces, from 0.
    pub ply: usize,
    /// The moves; none stands for a null move.
    pub moves: Vec<Option<Move>>,
    /// Annotations of the moves, in their order. It ends with the last annotated move.
    pub annotations: Vec<MoveAnnotation>,
    /// The variations of this line, in the order of the moves that they replace.
    pub side_lines: Vec<Self>,
}

/// The legal moves of a line, with their annotations.
#[derive(Debug)]
pub(crate) struct Line {
    /// Annotation of the position before the first move. A variation has none: a comment at its beginning belongs to its first
    /// move.
    pub(crate) start: Annotation,
    pub(crate) moves: Vec<Option<Move>>,
    /// As in a [`SideLine`].
    pub(crate) annotations: Vec<MoveAnnotation>,
    pub(crate) side_lines: Vec<SideLine>,
}

/// Notation of a null move.
pub(crate) const NULL_MOVE: &str = "--";

/// Reads a move of a line, and the position after it. In a variation it may be a null move, which is none.
///
/// None is returned for what is no legal move of the side that the number before it names.
pub(super) fn side_move(
    now: &Position,
    item: &MovetextItem,
    read: Notation,
    in_variation: bool,
) -> Option<(Option<Move>, Position)> {
    let MovetextItem::Move { text, turn, .. } = item else { return None };
    if in_variation && turn.is_some_and(|turn| turn != now.turn()) {
        return None;
    }
    if in_variation && is_null_move(text) {
        return now.null_move().map(|next| (None, next));
    }
    let mv = now.read_move(text, read).ok()?;
    let mut next = *now;
    next.play_unchecked(mv);
    Some((Some(mv), next))
}

/// The index of the position from which a variation starts, of those before and after the last move: the first in which
/// its first move is legal and of the side that its move number names. Some records write variations before the move that
/// they replace, so it may be the second.
pub(super) fn starting_position(items: &[MovetextItem], positions: [&Position; 2], read: Notation) -> Option<usize> {
    let first = items.iter().find(|item| matches!(item, MovetextItem::Move { .. }))?;
    [0, 1].into_iter().find(|&at| side_move(positions[at], first, read, true).is_some())
}

/// Reads a line up to its first illegal move. What cannot be played, from there on or as a variation, becomes a comment.
pub(crate) fn read_line<'a>(
    items: impl IntoIterator<Item = &'a MovetextItem>,
    start: Position,
    read: Notation,
) -> Line {
    LineReader::new(start, read, 0).line(items)
}

/// Comments are kept as text until the line ends: a command may begin in one and end in another.
#[derive(Default)]
struct Said {
    before: String,
    nags: Vec<u16>,
    after: String,
}

struct LineReader {
    read: Notation,
    depth: usize,
    /// The positions before and after the last move.
    before: Position,
    now: Position,
    moves: Vec<Option<Move>>,
    said: Vec<Said>,
    /// Comments on the start.
    start: String,
    /// Annotation of the next move.
    next: Said,
    /// Whether a variation came after the last move.
    after_variation: bool,
    /// Variations, with their text.
    side_lines: Vec<(SideLine, String)>,
}

impl LineReader {
    fn new(start: Position, read: Notation, depth: usize) -> Self {
        Self {
            read,
            depth,
            before: start,
            now: start,
            moves: Vec::new(),
            said: Vec::new(),
            start: String::new(),
            next: Said::default(),
            after_variation: false,
            side_lines: Vec::new(),
        }
    }

    fn line<'a>(mut self, items: impl IntoIterator<Item = &'a MovetextItem>) -> Line {
        let mut items = items.into_iter();
        while let Some(item) = items.next() {
            match item {
                MovetextItem::Move { text, .. } => match side_move(&self.now, item, self.read, self.depth > 0) {
                    Some((mv, next)) => self.play(mv, next, text),
                    None => {
                        let rest = plain(core::iter::once(item).chain(items.by_ref()));
                        self.comment(&rest, false);
                    }
                },
                MovetextItem::Comment(comment) => self.comment(&comment.text, comment.after_number),
                MovetextItem::Nag(nag) => self.glyph(*nag),
                MovetextItem::Variation { text, .. } => self.variation(text),
            }
        }
        self.finish()
    }

    fn play(&mut self, mv: Option<Move>, next: Position, text: &str) {
        let mut said = core::mem::take(&mut self.next);
        if let Some(nag) = suffix_nag(text).filter(|nag| !said.nags.contains(nag)) {
            said.nags.push(nag);
        }
        self.said.push(said);
        self.moves.push(mv);
        self.before = core::mem::replace(&mut self.now, next);
        self.after_variation = false;
    }

    fn comment(&mut self, text: &str, after_number: bool) {
        let opens_variation = self.depth > 0 && self.said.is_empty();
        let of_next = after_number || self.after_variation || opens_variation || !self.next.before.is_empty();
        let kept = match self.said.last_mut() {
            _ if of_next => &mut self.next.before,
            Some(said) => &mut said.after,
            None => &mut self.start,
        };
        append(kept, text);
    }

    fn glyph(&mut self, nag: u16) {
        let nags = &mut self.said.last_mut().unwrap_or(&mut self.next).nags;
        if !nags.contains(&nag) {
            nags.push(nag);
        }
    }

    /// The text between parentheses: a variation, or a remark.
    fn variation(&mut self, text: &str) {
        let items = items_of(text);
        let positions = [&self.before, &self.now];
        let fits = starting_position(&items, positions, self.read).filter(|_| self.depth < DEEPEST);
        let Some(at) = fits else { return self.comment(text, false) };
        let ply = (self.moves.len() + at).saturating_sub(1);
        let inner = Self::new(*positions[at], self.read, self.depth + 1).line(&items);
        let Line { moves, annotations, side_lines, .. } = inner;
        self.side_lines.push((SideLine { ply, moves, annotations, side_lines }, String::from(text)));
        self.after_variation = true;
    }

    fn finish(mut self) -> Line {
        let rest = core::mem::take(&mut self.next.before);
        let last = self.said.last_mut().map_or(&mut self.start, |said| &mut said.after);
        append(last, &rest);
        // A variation after the last move replaces none.
        for (_, text) in self.side_lines.extract_if(.., |(side, _)| side.ply >= self.moves.len()) {
            append(last, &text);
        }
        let mut side_lines: Vec<SideLine> = self.side_lines.into_iter().map(|(side, _)| side).collect();
        side_lines.sort_by_key(|side| side.ply);
        let board = self.now.variant().board();
        let annotation = |text: &str| commands::read(text, board, self.read.files);
        let said = self.said.into_iter().map(|Said { before, nags, after }| MoveAnnotation {
            before: commands::single_spaced(&before),
            nags,
            after: annotation(&after),
        });
        let mut annotations: Vec<MoveAnnotation> = said.collect();
        let last = annotations.iter().rposition(|annotation| !annotation.is_empty());
        annotations.truncate(last.map_or(0, |last| last + 1));
        Line { start: annotation(&self.start), moves: self.moves, annotations, side_lines }
    }
}

/// Adds a comment to what was said before.
fn append(kept: &mut String, text: &str) {
    if !kept.is_empty() && !text.is_empty() {
        kept.push(' ');
    }
    kept.push_str(text);
}

/// Writes a line in short notation with English letters, with variations in parentheses after the moves that they replace.
pub(crate) fn write_line(
    words: &mut WordWrapper,
    start: &Position,
    moves: &[Option<Move>],
    annotations: &[MoveAnnotation],
    side_lines: &[SideLine],
) {
    let mut now = *start;
    let mut number_is_due = true;
    for (ply, &mv) in moves.iter().enumerate() {
        let annotation = annotations.get(ply);
        let before = annotation.map(|annotation| annotation.before.as_str()).filter(|text| !text.trim().is_empty());
        let number = now.fullmove_number();
        match now.turn() {
            Color::White => words.push(&format!("{number}.")),
            Color::Black if number_is_due || before.is_some() => words.push(&format!("{number}...")),
            Color::Black => {}
        }
        if let Some(before) = before {
            words.exact_comment(before);
        }
        words.push(&mv.map_or_else(|| String::from(NULL_MOVE), |mv| now.san(mv)));
        number_is_due = false;
        if let Some(annotation) = annotation {
            annotation.nags.iter().for_each(|nag| words.push(&format!("${nag}")));
            number_is_due = write_annotation(words, &annotation.after, start);
        }
        for side in side_lines.iter().filter(|side| side.ply == ply && !side.moves.is_empty()) {
            words.open();
            write_line(words, &now, &side.moves, &side.annotations, &side.side_lines);
            words.close();
            number_is_due = true;
        }
        match mv {
            Some(mv) => now.play_unchecked(mv),
            // A line that was put together elsewhere may have a null move in check, which ends it.
            None => match now.null_move() {
                Some(next) => now = next,
                None => return,
            },
        }
    }
}

/// Writes the annotation of a position, with cells as on the board of `of`. Returns false if there is nothing to write.
pub(crate) fn write_annotation(words: &mut WordWrapper, annotation: &Annotation, of: &Position) -> bool {
    let text = commands::write(annotation, of.variant().board());
    if !text.is_empty() {
        words.exact_comment(&text);
    }
    !text.is_empty()
}

#[cfg(test)]
mod tests {
    use alloc::borrow::ToOwned;
    use alloc::string::ToString;
    use alloc::vec;

    use super::*;
    use crate::{PgnReader, Record, Replayer};

    fn read(moves: &str) -> Record {
        Record::parse(&format!("[Variant \"Shafran\"]\n\n{moves}")).unwrap()
    }

    #[test]
    fn variations_are_read_and_written_again() {
        for moves in [
            "1. e5 (1. e4 e6 2. Nc4) 1... e6 2. Nc4 *",
            "1. e5 (1. e4) (1. e3 e8) 1... e6 (1... e7) (1... e8 2. Nc4) 2. Nc4 1-0",
            "1. e5 e6 (1... e7 2. Nc4 (2. Nd4 e6 (2... h8)) 2... e6) 2. Nc4 *",
        ] {
            let record = read(moves);
            assert!(record.to_string().ends_with(&format!("{moves}\n")), "{record}");
            assert_eq!(Record::parse(&record.to_string()), Ok(record));
        }
    }

    #[test]
    fn a_side_line_names_the_move_that_it_replaces() {
        let record = read("1. e5 e6 (1... e7 2. Nc4 (2. Nd4)) 2. Nc4 *");
        let [side] = record.side_lines.as_slice() else { panic!("{:?}", record.side_lines) };
        assert_eq!((side.ply, side.moves.len()), (1, 2));
        let [inner] = side.side_lines.as_slice() else { panic!("{side:?}") };
        assert_eq!((inner.ply, inner.moves.len()), (1, 1));
    }

    #[test]
    fn a_variation_may_precede_the_move_that_it_replaces() {
        let record = read("1. e5 (1... e7) e6 2. Nc4 (2... h8) *");
        let plies: Vec<usize> = record.side_lines.iter().map(|side| side.ply).collect();
        assert_eq!(plies, [1]);
        assert!(record.to_string().ends_with("1. e5 e6 (1... e7) 2. Nc4 {2... h8} *\n"), "{record}");
    }

    /// The pawn move is legal for either side, so only its number tells whose it is, wherever the comments stand.
    #[test]
    fn a_variation_starts_where_the_number_of_its_first_move_says() {
        for (variation, number) in [
            ("2. g5", "2."),
            ("2. {a} g5", "2."),
            ("{a} 2. g5", "2."),
            ("$1 {a} ; b\n2. g5", "2."),
            ("1... {a} g5", "1..."),
            ("{a} 1… g5", "1..."),
            ("{a} g5", "1..."),
        ] {
            let read = |text: &str| PgnReader::read_all(text).remove(0);
            let raw = read(&format!("[Variant \"Glinski\"]\n\n1. e5 e6 ({variation}) *"));
            let replay = Replayer::new().replay(&raw);
            let written = replay.write(&raw, Notation::ENGLISH);
            assert!(written.contains(&format!("{number} g5)")), "{written}");
            assert_eq!(replay.write(&read(&written), Notation::ENGLISH), written);
        }
    }

    #[test]
    fn remarks_and_what_is_illegal_become_comments() {
        for (moves, wanted) in [
            ("1. e5 (why not) (1. e9) e6 *", "1. e5 {why not 1. e9} 1... e6 *"),
            ("1. e5 e6 (1... e7 2. e9 {x} Nc4) *", "1. e5 e6 (1... e7 {e9 [x] Nc4}) *"),
            ("1. e5 e6 (1... e7 {[%csl Ga1]} 2. e9) *", "1. e5 e6 (1... e7 {[%csl Ga1] e9}) *"),
            ("(1. e4) *", "{1. e4} *"),
            ("1. e5 (1. e4 (nonsense {with a comment}) e6) *", "1. e5 (1. e4 ; nonsense {with a comment} 1... e6) *"),
        ] {
            let record = read(moves);
            assert!(record.to_string().replace('\n', " ").ends_with(&format!("{wanted} ")), "{record}");
            assert_eq!(Record::parse(&record.to_string()), Ok(record));
        }
    }

    #[test]
    fn comments_are_of_the_moves_that_they_stand_at() {
        for (moves, wanted) in [
            // Before the first move, with its number or without.
            ("{start} 1. e5 *", "{start} 1. e5 *"),
            ("1. {first} e5 *", "1. {first} e5 *"),
            ("{start} 1. {first} e5 ; last\n*", "{start} 1. {first} e5 {last} *"),
            ("{start} *", "{start} *"),
            ("1. {nothing follows} *", "{nothing follows} *"),
            // After a move and before the next one, after glyphs and between them.
            ("1. e5 {a} $1 {b} e6 *", "1. e5 $1 {a b} 1... e6 *"),
            ("1. e5 1... {before} e6 *", "1. e5 1... {before} e6 *"),
            ("1. e5 {after} 1... {before} ; too\ne6 *", "1. e5 {after} 1... {before too} e6 *"),
            // Around and in side lines.
            ("1. e5 {a} (1. e4 {b}) {c} e6 *", "1. e5 {a} (1. e4 {b}) 1... {c} e6 *"),
            ("1. e5 ({a} 1. e4) (1. {b} e3 $2) e6 *", "1. e5 (1. {a} e4) (1. {b} e3 $2) 1... e6 *"),
            ("1. e5 (1. e4) {a} *", "1. e5 {a} (1. e4) *"),
            ("1. e5 (1. e4 (1. e3 {[%clk 0:00:01] x} e8)) *", "1. e5 (1. e4 (1. e3 {[%clk 0:00:01] x} 1... e8)) *"),
            // A result is no move.
            ("1. e5 2. 1-0 {after all}", "1. e5 {after all} 1-0"),
            ("1. e5 White resigns 1-0", "1. e5 {White resigns} 1-0"),
            // A command may begin in one comment and end in another.
            ("1. e5 {[%clk} {0:00:01]} *", "1. e5 {[%clk 0:00:01]} *"),
            ("1. e5 {} { } *", "1. e5 *"),
        ] {
            let record = read(moves);
            let written = record.to_string().replace('\n', " ");
            assert!(written.ends_with(&format!("  {wanted} ")), "{written}");
            assert_eq!(Record::parse(&record.to_string()), Ok(record));
        }
        // A comment before the tags is one, too.
        let record = Record::parse("{a}\n[Variant \"Shafran\"]\n\n{b} 1. e5 *").unwrap();
        assert_eq!((record.start.text.as_str(), record.annotations.len()), ("a b", 0));
    }

    #[test]
    fn glyphs_are_read_from_numbers_and_signs() {
        for (moves, wanted) in [
            ("1. e5! e6!! 2. Nc4? h8?? *", "1. e5 $1 e6 $3 2. Nc4 $2 h8 $4 *"),
            ("1. e5!? e6?! 2. Nc4!!! h8!?! *", "1. e5 $5 e6 $6 2. Nc4 $3 h8 $5 *"),
            ("1. e5! $1 $14 $14 $146 *", "1. e5 $1 $14 $146 *"),
            ("1. e5 ± □ e6 → ⇆ =∞ *", "1. e5 $16 $7 e6 $40 $132 $44 *"),
            ("$5 1. e5 (1. e4) $6 *", "1. e5 $5 $6 (1. e4) *"),
        ] {
            let record = read(moves);
            assert!(record.to_string().ends_with(&format!("\n{wanted}\n")), "{record}");
            assert_eq!(Record::parse(&record.to_string()), Ok(record));
        }
    }

    #[test]
    fn a_closing_brace_in_a_comment_is_kept() {
        let mut record = read("1. e5 (1. e4 e6) e6 *");
        let text = format!("a }} and {}{{", "twelve words ".repeat(12));
        record.annotations = vec![MoveAnnotation { before: "}".to_owned(), ..MoveAnnotation::default() }];
        record.start.text.clone_from(&text);
        let Some(side) = record.side_lines.first_mut() else { panic!("no side line") };
        let annotation = || MoveAnnotation {
            after: Annotation { text: "} [%csl".to_owned(), ..Annotation::default() },
            ..MoveAnnotation::default()
        };
        side.annotations = vec![annotation(), annotation()];
        let written = record.to_string();
        assert!(written.lines().all(|line| line.len() < 80), "{written}");
        assert_eq!(Record::parse(&written), Ok(record), "{written}");
    }

    #[test]
    fn deeply_nested_variations_are_cut_off() {
        let deep = format!("1. e5 {}1. e4{} *", "(1. e4 ".repeat(100), ")".repeat(100));
        let record = read(&deep);
        assert_eq!(Record::parse(&record.to_string()), Ok(record));
    }
}
