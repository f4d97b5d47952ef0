//! PGN of a reviewed game: evaluations in comments, glyphs, and better lines as variations.

use saffron_analysis::{Mark, Review};
use saffron_rules::{Comment, Form, Move, MovetextItem, Notation, PgnReader, Position, RawGame, Replay};

use super::game::AnalysedGame;
use super::text;

/// Maximum number of plies written of a better line.
const MAX_PLIES: usize = 6;

/// Start of an evaluation in a comment; `]` ends it.
const EVAL: &str = "[%eval ";

/// Value of the `Annotator` tag if the game has none.
const ANNOTATOR: &str = concat!("Saffron ", env!("CARGO_PKG_VERSION"));

/// Writes the game in English notation with the results of the review. The contents of the PGN stay, except for earlier
/// evaluations. Glyphs and better lines that are already there are not written twice.
pub(super) fn record(score: &RawGame, replay: &Replay, analysed: &AnalysedGame, review: &Review) -> String {
    let mut score = score.clone();
    if score.tag("Annotator").is_none() {
        score.tags.push(("Annotator".to_owned(), ANNOTATOR.to_owned()));
    }
    // Variations are in the language of the PGN.
    let reading = Notation { language: replay.language, files: replay.files, form: Form::Short };
    let mut items = Vec::with_capacity(2 * score.items.len());
    let mut rest = score.items.as_slice();
    let mut ply = 0_usize;
    while let Some((item, after)) = rest.split_first() {
        // The items up to the next move belong to this move.
        let (annotations, next) =
            after.split_at(after.iter().take_while(|item| !matches!(item, MovetextItem::Move { .. })).count());
        items.push(item.clone());
        let mut remarks = without_evals(annotations);
        if matches!(item, MovetextItem::Move { .. }) {
            if let Some(index) = ply.checked_sub(analysed.first).filter(|&index| index < review.moves.len()) {
                remarks = joined(remarks, analysed, review, index, reading);
            }
            ply += 1;
        }
        items.extend(remarks);
        rest = next;
    }
    score.items = items;
    replay.write(&score, Notation::ENGLISH)
}

/// Returns the existing annotations of a move together with the review's: glyphs, the evaluation, other comments, then better
/// moves.
fn joined(
    annotations: Vec<MovetextItem>,
    analysed: &AnalysedGame,
    review: &Review,
    index: usize,
    reading: Notation,
) -> Vec<MovetextItem> {
    let reviewed = &review.moves[index];
    let glyph = reviewed.mark.map(Mark::nag);
    let (glyphs, others): (Vec<MovetextItem>, Vec<MovetextItem>) =
        annotations.into_iter().partition(|item| matches!(item, MovetextItem::Nag(_)));
    let (comments, variations): (Vec<MovetextItem>, Vec<MovetextItem>) =
        others.into_iter().partition(|item| matches!(item, MovetextItem::Comment(_)));
    let mut items: Vec<MovetextItem> = glyph.map(MovetextItem::Nag).into_iter().collect();
    items.extend(glyphs.into_iter().filter(|item| !matches!(item, MovetextItem::Nag(nag) if Some(*nag) == glyph)));
    if let Some(eval) = reviewed.eval.tag() {
        items.push(MovetextItem::Comment(Comment {
            line: 0,
            text: format!("{EVAL}{eval}]"),
            to_line_end: false,
            after_number: false,
        }));
    }
    items.extend(comments);
    if reviewed.better.is_some() {
        let before = analysed.before(index);
        let line = &analysed.assessments()[index].line;
        let line = &line[..line.len().min(MAX_PLIES)];
        let is_this = |item: &MovetextItem| match item {
            MovetextItem::Variation { text, .. } => moves_of(text, before, reading).starts_with(line),
            _ => false,
        };
        if !variations.iter().any(is_this) {
            items.push(MovetextItem::Variation { line: 0, text: text::words(before, line, reading).join(" ") });
        }
    }
    items.extend(variations);
    items
}

/// Parses the moves of a variation that replaces the move in this position, up to the first illegal move.
fn moves_of(text: &str, before: &Position, reading: Notation) -> Vec<Move> {
    let mut now = *before;
    let games = PgnReader::read_all(text);
    let read = games.iter().take(1).flat_map(RawGame::moves).map_while(|(_, text)| {
        let mv = now.read_move(text, reading).ok()?;
        now.play_unchecked(mv);
        Some(mv)
    });
    read.collect()
}

/// Returns the items without evaluations, and without comments that contained only an evaluation.
fn without_evals(items: &[MovetextItem]) -> Vec<MovetextItem> {
    let kept = |item: &MovetextItem| match item {
        MovetextItem::Comment(comment) if comment.text.contains(EVAL) => {
            let text = without_eval(&comment.text);
            (!text.trim().is_empty()).then(|| MovetextItem::Comment(Comment { text, ..comment.clone() }))
        }
        item => Some(item.clone()),
    };
    items.iter().filter_map(kept).collect()
}

fn without_eval(text: &str) -> String {
    let mut parts = text.split(EVAL);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |kept, part| kept + part.split_once(']').map_or("", |(_, after)| after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use saffron_rules::Variant;

    #[test]
    fn a_line_is_known_by_its_moves() {
        let start = Variant::by_id("shafran").unwrap().start();
        let line = moves_of("1. e5 e6 2. Nc4", &start, Notation::ENGLISH);
        assert_eq!(line.len(), 3);
        for same in ["1.e5! {why}\n e6 (1... e7) 2.Nc4 $1 b5", "1. e2-e5 e9-e6 2. Nc4 and so on"] {
            assert!(moves_of(same, &start, Notation::ENGLISH).starts_with(&line), "{same}");
        }
        for other in ["", "better", "1. e5 e6", "1. e5 e7 2. Nc4"] {
            assert!(!moves_of(other, &start, Notation::ENGLISH).starts_with(&line), "{other}");
        }
    }

    #[test]
    fn earlier_evaluations_are_left_out() {
        assert_eq!(without_eval("[%eval 0.35]"), "");
        assert_eq!(without_eval("[%eval 0.35] [%clk 0:01] good [%eval #3]"), " [%clk 0:01] good ");
        assert_eq!(without_eval("never closed [%eval 0.35"), "never closed ");
        let comment = |text: &str| {
            MovetextItem::Comment(Comment { line: 1, text: text.to_owned(), to_line_end: false, after_number: false })
        };
        let items = [comment("[%eval 1.00]"), MovetextItem::Nag(1), comment("kept")];
        assert_eq!(without_evals(&items), [MovetextItem::Nag(1), comment("kept")]);
    }
}
