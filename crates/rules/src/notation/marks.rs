//! Signs behind a written move: check, mate, en passant, `!` and `?`. And the forms of a null move.

use alloc::string::String;

/// Words for mate, in lower case.
pub(crate) const MATE_WORDS: [&str; 8] =
    ["checkmate", "schachmatt", "mate", "matt", "mat", "mát", "мат", "shakkimatti"];

/// Marks of en passant in lower case, the longer ones first.
const PASSING: [&str; 11] = ["e.p.", "e.p", "ep.", "ep", "b.p.", "b.p", "bp.", "bp", "i.v.", "i.v", "a.p."];

/// The forms of a null move, in lower case and with hyphens for dashes.
const NULL_MOVES: [&str; 8] = ["--", "---", "<>", "z0", "@@@@", "0000", "null", "pass"];

/// Marks behind a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Marks {
    /// Whether the move is marked as a capture en passant.
    pub(crate) en_passant: bool,
    /// The strongest statement on check.
    pub(crate) check: Option<CheckMark>,
}

/// Sign for check or mate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum CheckMark {
    /// `+` and `†`.
    Check,
    /// `++` and `‡`: double check for some, mate for others.
    DoubleCheckOrMate,
    /// `#`, `≠` and words.
    Mate,
}

/// Returns whether a character has no width and no meaning: variation selectors, joiners, marks of direction and of order.
pub(crate) fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2069}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0100}'..='\u{e01ef}')
}

/// A text without its invisible characters, and with one sign for the many dashes and crosses in use.
pub(crate) fn plain_text(text: &str) -> String {
    text.chars().filter(|&c| !is_invisible(c)).map(plain_sign).collect()
}

fn plain_sign(character: char) -> char {
    match character {
        '‐' | '‑' | '‒' | '–' | '—' | '−' => '-',
        // The last two are the Cyrillic ha.
        'X' | '×' | '✕' | '✖' | 'х' | 'Х' => 'x',
        '†' => '+',
        '≠' => '#',
        _ => character,
    }
}

/// Takes off what stands behind a move: check, mate, `!` and `?`, en passant, a `*`.
pub(crate) fn without_marks(text: &str) -> (&str, Marks) {
    let (mut bare, mut marks) = (text.trim(), Marks::default());
    loop {
        let before = bare;
        let cut = bare.trim_end_matches(['+', '#', '‡', '!', '?', ',', '*', ' ']);
        marks.check = marks.check.max(check_of(&bare[cut.len()..]));
        bare = cut;
        if let Some(rest) = without_suffix(bare, &MATE_WORDS) {
            (bare, marks.check) = (rest.trim_end_matches(['-', ' ']), Some(CheckMark::Mate));
        } else if let Some(rest) = without_suffix(bare, &PASSING) {
            (bare, marks.en_passant) = (rest, true);
        } else if let Some(rest) = bare.strip_suffix(')').and_then(|inner| without_suffix(inner, &PASSING)) {
            let Some(rest) = rest.strip_suffix('(') else { return (bare, marks) };
            (bare, marks.en_passant) = (rest, true);
        } else if bare.ends_with('.') {
            bare = bare.trim_end_matches('.');
        }
        if bare == before {
            return (bare, marks);
        }
    }
}

fn check_of(signs: &str) -> Option<CheckMark> {
    if signs.contains('#') {
        return Some(CheckMark::Mate);
    }
    match (signs.matches('+').count(), signs.contains('‡')) {
        (0, false) => None,
        (1, false) => Some(CheckMark::Check),
        _ => Some(CheckMark::DoubleCheckOrMate),
    }
}

/// The text without one of these endings in any case, unless it is nothing else.
fn without_suffix<'a>(text: &'a str, endings: &[&str]) -> Option<&'a str> {
    endings.iter().find_map(|ending| {
        // The case of none of these letters changes the number of their bytes.
        let at = text.len().checked_sub(ending.len()).filter(|&at| at > 0 && text.is_char_boundary(at))?;
        (text[at..].to_lowercase() == *ending).then_some(&text[..at])
    })
}

/// Returns whether a word says that the move before it captures en passant: `e.p.`, `bp+`, `(ep)`.
pub(crate) fn is_passing_mark(word: &str) -> bool {
    let word = word.trim_end_matches(['+', '#', '‡', '†', '≠', '!', '?', ',', '×', 'x', 'X']);
    let word = word.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(word).to_lowercase();
    PASSING.contains(&word.as_str())
}

/// Returns whether a word is a null move, as `--` and `Z0`.
pub(crate) fn is_null_move(text: &str) -> bool {
    let plain = plain_text(text).to_lowercase();
    NULL_MOVES.contains(&plain.trim_end_matches(['!', '?', '+', '#']))
}

/// Returns whether a word, or a comment, says nothing but mate.
pub(crate) fn is_mate_word(text: &str) -> bool {
    let word = text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    MATE_WORDS.contains(&word.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_taken_off_in_any_order() {
        use CheckMark::*;
        for (text, bare, en_passant, check) in [
            ("Nd7", "Nd7", false, None),
            ("Nd7+!?", "Nd7", false, Some(Check)),
            ("Nd7!+", "Nd7", false, Some(Check)),
            ("Nd7++", "Nd7", false, Some(DoubleCheckOrMate)),
            ("Nd7‡", "Nd7", false, Some(DoubleCheckOrMate)),
            ("Nd7#", "Nd7", false, Some(Mate)),
            ("Nd7+#", "Nd7", false, Some(Mate)),
            ("Nd7mate.", "Nd7", false, Some(Mate)),
            ("Nd7-Matt!", "Nd7", false, Some(Mate)),
            ("Кd7мат", "Кd7", false, Some(Mate)),
            ("bxcbp", "bxc", true, None),
            ("b5xc6e.p.!", "b5xc6", true, None),
            ("b5xc6+ep", "b5xc6", true, Some(Check)),
            ("b5xc6(E.P.)#", "b5xc6", true, Some(Mate)),
            ("e10(Q)", "e10(Q)", false, None),
            ("ep", "ep", false, None),
        ] {
            assert_eq!(without_marks(text), (bare, Marks { en_passant, check }), "{text}");
        }
    }

    #[test]
    fn null_moves_in_all_their_forms() {
        for text in ["--", "––", "—−", "---", "<>", "Z0", "z0!?", "@@@@", "0000", "null", "Pass", "-\u{200b}-"]
        {
            assert!(is_null_move(text), "{text}");
        }
        for text in ["-", "", "e5", "0-0", "Z1", "<", "@@"] {
            assert!(!is_null_move(text), "{text}");
        }
    }
}
