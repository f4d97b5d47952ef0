//! Words of movetext: where they end, and which of them are parts of one move.

use alloc::string::String;

use crate::notation::marks::{is_invisible, is_null_move, is_passing_mark};
use crate::pgn::raw_game::Termination;
use crate::pgn::results::{judgement_or_forfeit, termination};
use crate::pgn::tokens::{Token, split_number};

/// Signs that may stand alone between the parts of a move.
pub(super) const LINKS: [char; 10] = ['-', '–', '—', '−', 'x', 'X', '×', ':', '=', '/'];

/// Signs of a capture that stand for mate at the end of a move.
pub(super) const CROSSES: [char; 3] = ['x', 'X', '×'];

/// Returns whether a word belongs to the one before it: `c2 - c3`, `Sc3 x Wd6`, `c8 = H`, `Gf9 +`,
/// `b5xc6 bp`, `1 - 0`.
pub(super) fn joins(before: &str, word: &str) -> bool {
    if word.ends_with('.') && word.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let Some(last) = before.chars().next_back() else { return false };
    if split_number(before).1.chars().all(|c| LINKS.contains(&c)) {
        return false;
    }
    const SCORES: [&str; 8] = ["0", "1", "1/2", "½", "3/4", "1/4", "¾", "¼"];
    if LINKS.contains(&last) && before.len() > 1 {
        let is_score = SCORES.contains(&before.trim_end_matches(LINKS));
        if !is_score && (termination(word).is_some() || split_number(word).0.is_some()) {
            return false;
        }
        if !before.contains(char::is_alphanumeric) {
            return false;
        }
        let is_letter = word.chars().count() <= 2 && word.chars().all(char::is_alphabetic);
        return if last == '=' { is_letter } else { word.starts_with(char::is_alphanumeric) };
    }
    let link_alone = word.chars().count() == 1 && word.starts_with(LINKS);
    if before.bytes().all(|b| b.is_ascii_digit()) || SCORES.contains(&before) {
        return SCORES.contains(&before) && link_alone && word != "=";
    }
    // The word before must end like a move: in a rank, a file or a mark.
    let bare = split_number(before).1;
    let has_rank = bare.bytes().any(|b| b.is_ascii_digit());
    if !has_rank && !is_capture_by_files(bare) || before.ends_with('.') || before.ends_with('…') {
        return false;
    }
    let marks = word.chars().all(|c| "+#!?†‡≠".contains(c));
    let goes_on = word.starts_with(LINKS) && (link_alone || word.chars().nth(1).is_some_and(char::is_alphanumeric));
    let is_castling = word.starts_with("-0") || word.starts_with("-O");
    marks || is_passing_mark(word) || goes_on && !is_castling && last.is_alphanumeric()
}

/// Returns whether a word is a pawn's capture that names the files alone, as `bxc`, with marks behind it or without.
fn is_capture_by_files(word: &str) -> bool {
    let mut signs = word.trim_end_matches(['+', '#', '!', '?', '†', '‡', '≠']).chars();
    let is_file = |sign: Option<char>| sign.is_some_and(|sign| sign.is_ascii_lowercase() && sign != 'x');
    let first = signs.next();
    let second = signs.next();
    let (second, rest) = match second {
        Some(sign) if sign == ':' || CROSSES.contains(&sign) => (signs.next(), signs.next()),
        _ => (second, signs.next()),
    };
    is_file(first) && is_file(second) && rest.is_none()
}

/// Splits off a result that is stuck to a move: `b5b4*`, `Qf6#1-0`.
pub(super) fn without_result(text: &str) -> (&str, Option<Termination>) {
    if let Some(rest) = text.strip_suffix('*').filter(|rest| !rest.is_empty()) {
        return (rest, Some(Termination::Unfinished));
    }
    let marks = ['#', '+', '!', '?', '‡', '†', '≠', '×'];
    let Some(end) = text.rfind(marks) else { return (text, None) };
    let end = end + text[end..].chars().next().map_or(0, char::len_utf8);
    match Token::read(&text[end..]) {
        Token::Termination(ending @ Termination::Score(_)) => (&text[..end], Some(ending)),
        _ => (text, None),
    }
}

/// End of the word at the beginning of the text, as an index.
pub(super) fn word_end(text: &str) -> usize {
    let mut inside_until = 0;
    for (at, sign) in text.char_indices() {
        match sign {
            _ if at < inside_until => {}
            '(' => match promotion_in_parentheses(&text[at..]).or_else(|| passing_in_parentheses(&text[at..])) {
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

/// The length of `(e.p.)` at the beginning of the text.
pub(super) fn passing_in_parentheses(text: &str) -> Option<usize> {
    let end = text.char_indices().take(7).find(|&(_, c)| c == ')')?.0;
    is_passing_mark(&text[..=end]).then_some(end + 1)
}

/// A word without signs that lead nowhere at its end, and whether one of them is `=`.
pub(super) fn without_links(text: &str) -> (&str, bool) {
    let mut word = text;
    let mut equal = false;
    while let Some(last) = word.chars().next_back() {
        let is_link = LINKS.contains(&last) && !CROSSES.contains(&last);
        let bare = split_number(word).1;
        if word.len() == last.len_utf8() || !is_link || is_null_move(bare) || judgement_or_forfeit(word).is_some() {
            break;
        }
        if !matches!(Token::read(word), Token::Move(..)) {
            break;
        }
        equal |= last == '=';
        word = &word[..word.len() - last.len_utf8()];
    }
    (word, equal)
}

/// A word without spaces and invisible characters.
pub(super) fn plain_word(word: &str) -> String {
    word.chars().filter(|&c| !c.is_whitespace() && !is_invisible(c)).collect()
}
