//! The tokens of movetext.

use crate::notation::marks::is_null_move;
use crate::pgn::raw_game::Termination;
use crate::pgn::results::{judgement_or_forfeit, termination};
use crate::piece::Color;

/// A token of movetext.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// A move number, or a token without content.
    Number(Option<u32>),
    /// A result.
    Termination(Termination),
    /// The number of an annotation glyph.
    Nag(u16),
    /// Signs that are a glyph in the middle of a game and a forfeit at its end, with both.
    NagOrForfeit(u16, &'static str),
    /// A word of ordinary language that is common in movetext.
    Remark(&'a str),
    /// Anything else: presumably a move, with the move number before it.
    Move(Option<u32>, &'a str),
}

/// Words that occur in movetext and are no moves, in lower case.
const REMARKS: [&str; 41] = [
    "mate",
    "mat",
    "matt",
    "checkmate",
    "mát",
    "мат",
    "check",
    "sakk",
    "schach",
    "szach",
    "шах",
    "schack",
    "resigns",
    "resigned",
    "feladta",
    "feladja",
    "aufgegeben",
    "poddał",
    "poddaje",
    "uppgivet",
    "сдался",
    "white",
    "black",
    "világos",
    "sötét",
    "weiß",
    "schwarz",
    "białe",
    "czarne",
    "vit",
    "svart",
    "белые",
    "чёрные",
    "time",
    "idő",
    "zeit",
    "czas",
    "tid",
    "время",
    "nyert",
    "wins",
];

impl<'a> Token<'a> {
    pub(super) fn read(word: &'a str) -> Self {
        if let Some(termination) = termination(word) {
            return Self::Termination(termination);
        }
        if let Some(nag) = nag(word) {
            return Self::Nag(nag);
        }
        if let Some((nag, result)) = judgement_or_forfeit(word) {
            return Self::NagOrForfeit(nag, result);
        }
        let (number, rest) = split_number(word);
        if is_null_move(rest) {
            return Self::Move(number, rest);
        }
        // Dots or a dash alone are no move.
        let rest = rest.trim_start_matches(['.', '…']);
        let rest = rest.strip_prefix(['-', '–', '—']).filter(|rest| !rest.starts_with(['-', '–'])).unwrap_or(rest);
        if rest.is_empty() {
            return Self::Number(number);
        }
        if rest.chars().all(|c| "=_~*-".contains(c)) && rest.len() > 1 || rest == "_" {
            return Self::Remark(rest);
        }
        if rest != word
            && let Some(termination) = termination(rest)
        {
            return Self::Termination(termination);
        }
        if !rest.contains(|c: char| c.is_ascii_digit()) {
            let lower = rest.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
            if REMARKS.contains(&lower.as_str()) {
                return Self::Remark(rest);
            }
        }
        Self::Move(number, rest)
    }
}

/// The annotation glyph of a symbol that stands alone.
fn nag(word: &str) -> Option<u16> {
    Some(match word {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        "□" => 7,
        "=" => 10,
        "∞" => 13,
        "⩲" | "+=" => 14,
        "⩱" | "=+" => 15,
        "±" => 16,
        "∓" => 17,
        "+-" | "+−" => 18,
        "-+" | "−+" => 19,
        "⨀" => 22,
        "⟳" => 32,
        "↑" => 36,
        "→" => 40,
        "=∞" => 44,
        "⇆" => 132,
        "⊕" | "⨁" => 138,
        "∆" => 140,
        _ => return None,
    })
}

/// The `!` and `?` behind a move.
pub(super) fn move_suffix(text: &str) -> &str {
    const SIGNS: [char; 2] = ['!', '?'];
    let bare = text.trim_end_matches(SIGNS);
    match &text[bare.len()..] {
        "" => {
            // Some records write the check sign after it.
            let before_check = text.trim_end_matches(['+', '#']);
            &before_check[before_check.trim_end_matches(SIGNS).len()..]
        }
        signs => signs,
    }
}

/// The annotation glyph that the `!` and `?` behind a move stand for.
pub(super) fn suffix_nag(text: &str) -> Option<u16> {
    let suffix = move_suffix(text);
    let first = suffix.chars().next()?;
    let alike = suffix.chars().all(|sign| sign == first);
    Some(match (first, alike, suffix.len()) {
        ('!', true, 1) => 1,
        ('?', true, 1) => 2,
        ('!', true, _) => 3,
        (_, true, _) => 4,
        ('!', false, _) => 5,
        (_, false, _) => 6,
    })
}

/// The side that a move number names: `3.` White; `3...`, `3.-` and three dots alone Black.
pub(super) fn side_of_number(word: &str) -> Option<Color> {
    let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let dots = after.chars().map_while(|c| match c {
        '.' => Some(1),
        '…' => Some(3),
        _ => None,
    });
    match dots.sum::<usize>() {
        0 => None,
        1 if after == word => None,
        1 if stands_for_white(after.trim_start_matches('.')) => Some(Color::Black),
        1 => Some(Color::White),
        _ => Some(Color::Black),
    }
}

/// Returns whether a word begins with a dash that stands for White's move, as in `15. -exf5`.
pub(super) fn stands_for_white(word: &str) -> bool {
    let rest = word.trim_start_matches(['-', '–', '—', '−']);
    rest.chars().count() + 1 == word.chars().count()
}

/// Splits off a leading move number and its dots.
pub(super) fn split_number(word: &str) -> (Option<u32>, &str) {
    let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
    let (number, rest) = word.split_at(digits);
    // Castling may begin with a zero, which is no move number.
    if number.is_empty() || !(rest.is_empty() || rest.starts_with(['.', '…', ')'])) {
        return (None, word);
    }
    (Some(number.parse().unwrap_or(u32::MAX)), rest.trim_start_matches(['.', '…', ')']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_taken_off_moves() {
        assert_eq!(Token::read("12."), Token::Number(Some(12)));
        assert_eq!(Token::read("12..."), Token::Number(Some(12)));
        assert_eq!(Token::read("12…Bf4"), Token::Move(Some(12), "Bf4"));
        assert_eq!(Token::read("..."), Token::Number(None));
        assert_eq!(Token::read("1.-g5?!"), Token::Move(Some(1), "g5?!"));
        assert_eq!(Token::read("0-0"), Token::Move(None, "0-0"));
        assert_eq!(Token::read("1.0-0-0"), Token::Move(Some(1), "0-0-0"));
        assert_eq!(Token::read("--"), Token::Move(None, "--"));
        assert_eq!(Token::read("12.--"), Token::Move(Some(12), "--"));
        assert_eq!(Token::read("12.---"), Token::Move(Some(12), "---"));
        assert_eq!(Token::read("<>"), Token::Move(None, "<>"));
        assert_eq!(Token::read("========"), Token::Remark("========"));
        assert_eq!(Token::read("12.___"), Token::Remark("___"));
        assert_eq!(Token::read("+/-"), Token::NagOrForfeit(16, "1-0"));
        assert_eq!(Token::read("12.1-0"), Token::Termination(Termination::Score("1-0")));
        assert_eq!(Token::read("99999999999."), Token::Number(Some(u32::MAX)));
        assert_eq!(Token::read("e5"), Token::Move(None, "e5"));
        assert_eq!(Token::read("f8"), Token::Move(None, "f8"));
    }

    #[test]
    fn numbers_name_the_side_to_move() {
        for (word, wanted) in [
            ("12.", Some(Color::White)),
            ("12.Bf4", Some(Color::White)),
            ("12...", Some(Color::Black)),
            ("12…Bf4", Some(Color::Black)),
            ("..", Some(Color::Black)),
            ("…e5", Some(Color::Black)),
            ("12.-e5", Some(Color::Black)),
            ("12.--", Some(Color::White)),
            ("12", None),
            (".5", None),
            ("e5", None),
        ] {
            assert_eq!(side_of_number(word), wanted, "{word}");
        }
    }

    #[test]
    fn words_and_glyphs_are_no_moves() {
        assert_eq!(Token::read("feladta"), Token::Remark("feladta"));
        assert_eq!(Token::read("Világos"), Token::Remark("Világos"));
        assert_eq!(Token::read("+-"), Token::Nag(18));
        assert_eq!(Token::read("hello"), Token::Move(None, "hello"));
        assert_eq!(Token::read("mate5"), Token::Move(None, "mate5"));
    }
}
