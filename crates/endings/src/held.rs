//! Draws that a side holds without an end, by a fortress or perpetual check, as opposed to those that end by a capture, a promotion
//! or stalemate.

use saffron_rules::Color;
use saffron_tables::{Analysis, PositionSet};

use crate::data::Held;

/// Counts the draws that `defender` holds without an end, and those by perpetual check among them.
pub(crate) fn held(analysis: &Analysis, defender: Color) -> Held {
    let converted = converted(analysis, defender);
    let held = Color::ALL.map(|turn| analysis.drawn(turn).without(&converted[turn.index()]));
    drop(converted);
    let count = |sets: &[PositionSet; 2]| sets.each_ref().map(|set| analysis.count(set));
    Held { all: count(&held), perpetual: count(&perpetual(analysis, defender, &held)) }
}

/// Drawn positions, by the side to move, in which `defender` can force a capture or promotion that keeps the draw, or its stalemate,
/// or in which its opponent has only such moves. All other draws are held without an end.
fn converted(analysis: &Analysis, defender: Color) -> [PositionSet; 2] {
    let (b, w) = (defender, !defender);
    let (drawn_b, drawn_w) = (analysis.drawn(b), analysis.drawn(w));
    let mut found_b = analysis.drawn_at_once(b);
    loop {
        let open = drawn_b.clone().without(&found_b);
        let found_w = drawn_w.clone().without(&analysis.before(w, &open));
        let next = analysis.before(b, &found_w).and(&drawn_b).or(&found_b);
        if next == found_b {
            return if b == Color::White { [found_b, found_w] } else { [found_w, found_b] };
        }
        found_b = next;
    }
}

/// Largest set of the positions held without an end in which `defender` has a checking move into the set, and every move of the
/// opponent that leaves the draw held leads into it.
fn perpetual(analysis: &Analysis, defender: Color, held: &[PositionSet; 2]) -> [PositionSet; 2] {
    let (b, w) = (defender, !defender);
    let checks = analysis.in_check(w, &held[w.index()]);
    let mut found = held.clone();
    loop {
        let outside = held[b.index()].clone().without(&found[b.index()]);
        let without_escape = found[w.index()].clone().without(&analysis.before(w, &outside));
        found[w.index()] = without_escape;
        let checked = checks.clone().and(&found[w.index()]);
        let next = analysis.before(b, &checked).and(&found[b.index()]);
        if next == found[b.index()] {
            return found;
        }
        found[b.index()] = next;
    }
}
