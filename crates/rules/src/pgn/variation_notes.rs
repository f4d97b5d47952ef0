//! Notes on variations: numbers, check, mate and captures as written, compared with the board.

use alloc::vec::Vec;

use crate::notation::dialects::without_number;
use crate::notation::{IllegalMoveReason, Notation};
use crate::pgn::line::{DEEPEST, side_move, starting_position};
use crate::pgn::notes::{ReplayNote, ReplayNoteKind, comment_behind, of_move};
use crate::pgn::raw_game::MovetextItem;
use crate::pgn::reader::items_of;
use crate::pgn::replay_error::{Ply, ReplayErrorKind};
use crate::piece::Move;
use crate::position::Position;
use crate::text::truncated;

/// Finds what the variations of a game say and the board does not show.
pub(super) struct VariationChecker {
    pub(super) notation: Notation,
    /// See [`Numbering::offset`].
    pub(super) offset: Option<i64>,
    pub(super) notes: Vec<ReplayNote>,
}

/// A line as it is read: its positions before and after the last move, its plies, and the line of the file where the outermost variation begins.
struct Place {
    before: Position,
    now: Position,
    plies: usize,
    line: usize,
    depth: usize,
}

impl VariationChecker {
    /// Looks at the variations of the main line.
    pub(super) fn main_line(&mut self, items: &[MovetextItem], start: Position) {
        self.line(items, Place { before: start, now: start, plies: 0, line: 1, depth: 0 });
    }

    fn line(&mut self, items: &[MovetextItem], mut place: Place) {
        for (index, item) in items.iter().enumerate() {
            match item {
                MovetextItem::Move { .. } => {
                    let Some((mv, next)) = side_move(&place.now, item, self.notation, place.depth > 0) else {
                        // That of the main line is the error of the game.
                        if place.depth > 0 {
                            self.unplayable(item, &place);
                        }
                        return;
                    };
                    if place.depth > 0 {
                        self.check(item, mv, comment_behind(items, index), &place);
                    }
                    place.before = core::mem::replace(&mut place.now, next);
                    place.plies += 1;
                }
                MovetextItem::Variation { line, text } => {
                    // Lines are counted outside variations only.
                    let line = if place.depth == 0 { *line } else { place.line };
                    self.variation(text, line, &place);
                }
                MovetextItem::Comment(_) | MovetextItem::Nag(_) => {}
            }
        }
    }

    fn variation(&mut self, text: &str, line: usize, of: &Place) {
        if of.depth >= DEEPEST {
            return;
        }
        let items = items_of(text);
        let positions = [&of.before, &of.now];
        let start = starting_position(&items, positions, self.notation);
        let inner = |at: usize| Place {
            before: *positions[at],
            now: *positions[at],
            plies: (of.plies + at).saturating_sub(1),
            line,
            depth: of.depth + 1,
        };
        match start {
            Some(at) => self.line(&items, inner(at)),
            // A remark, or a first move that is illegal.
            None => {
                let first = items.iter().find(|item| matches!(item, MovetextItem::Move { .. }));
                if let Some(item @ MovetextItem::Move { text, number: Some(_), .. }) = first
                    && of.before.why_illegal(text, self.notation).is_some()
                {
                    self.unplayable(item, &inner(0));
                }
            }
        }
    }

    fn check(&mut self, item: &MovetextItem, mv: Option<Move>, comment: Option<&str>, place: &Place) {
        let MovetextItem::Move { text, number, .. } = item else { return };
        let expected = self.offset.map(|offset| i64::from(place.now.fullmove_number()) + offset);
        let differs = |found: u32| expected.is_some_and(|expected| expected != i64::from(found));
        let number = number.filter(|&found| differs(found)).map(|found| {
            let expected = expected.and_then(|expected| u32::try_from(expected).ok()).unwrap_or(0);
            ReplayNoteKind::Number { expected, found }
        });
        let of_move = mv.and_then(|mv| of_move(&place.now, mv, text, comment));
        for kind in [number, of_move].into_iter().flatten() {
            self.note(item, place, kind);
        }
    }

    fn unplayable(&mut self, item: &MovetextItem, place: &Place) {
        let MovetextItem::Move { text, turn, .. } = item else { return };
        let side = place.now.turn();
        let kind = if turn.is_some_and(|turn| turn != side) {
            ReplayErrorKind::Illegal(IllegalMoveReason::NumberOfOtherSide { side })
        } else {
            let Err(error) = place.now.read_move(text, self.notation) else { return };
            let reason = place.now.why_illegal(text, self.notation);
            reason.map_or(ReplayErrorKind::Unreadable(error), ReplayErrorKind::Illegal)
        };
        self.note(item, place, ReplayNoteKind::Unplayable(kind));
    }

    fn note(&mut self, item: &MovetextItem, place: &Place, kind: ReplayNoteKind) {
        let MovetextItem::Move { text, .. } = item else { return };
        let ply = Ply {
            index: place.plies + 1,
            number: place.now.fullmove_number(),
            turn: place.now.turn(),
            text: truncated(without_number(text)),
        };
        self.notes.push(ReplayNote { line: place.line, ply: Some(ply), in_variation: true, kind });
    }
}
