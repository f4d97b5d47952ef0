//! Results of games as they are written.

use crate::pgn::raw_game::Termination;

const DRAWS: [&str; 10] =
    ["remi", "remis", "remíz", "döntetlen", "draw", "drawn", "remisu", "ничья", "unentschieden", "oavgjort"];

const STALEMATES: [&str; 5] = ["patt", "pat", "stalemate", "пат", "patem"];

/// Scores of one side and their quarter points, the longer ones first.
const SCORES: [(&str, u8); 27] = [
    ("0.75", 3),
    ("0,75", 3),
    ("0.25", 1),
    ("0,25", 1),
    ("0.50", 2),
    ("0,50", 2),
    ("1/2", 2),
    ("3/4", 3),
    ("1/4", 1),
    ("0.5", 2),
    ("0,5", 2),
    ("1.0", 4),
    ("1,0", 4),
    ("0.0", 0),
    ("0,0", 0),
    (".75", 3),
    (",75", 3),
    (".25", 1),
    (",25", 1),
    (".5", 2),
    (",5", 2),
    ("½", 2),
    ("¾", 3),
    ("¼", 1),
    // A half that was written in code page 850 and read in 852.
    ("ź", 2),
    ("1", 4),
    ("0", 0),
];

const SEPARATORS: [char; 6] = ['-', '–', '—', '−', ':', '/'];

/// The result that a word is. `0-0` is none: it may be castling.
pub(super) fn termination(word: &str) -> Option<Termination> {
    match word {
        "1-0" => return Some(Termination::Score("1-0")),
        "0-1" => return Some(Termination::Score("0-1")),
        "1/2-1/2" => return Some(Termination::Score("1/2-1/2")),
        "*" => return Some(Termination::Unfinished),
        _ => {}
    }
    let lower = word.trim_end_matches(['.', '!', '?', ',', ';']).to_lowercase();
    if DRAWS.contains(&lower.as_str()) {
        return Some(Termination::Score("1/2-1/2"));
    }
    if STALEMATES.contains(&lower.as_str()) {
        return Some(Termination::Stalemate);
    }
    if let Some(forfeit) = signs(&lower) {
        return Some(forfeit);
    }
    let (white, rest) = split_score(&lower)?;
    if rest.is_empty() {
        // One score alone is White's; a whole point is a number.
        return match white {
            1..=3 => Some(Termination::Score(score(white))),
            _ => None,
        };
    }
    let separator = rest.chars().next().filter(|sign| SEPARATORS.contains(sign) && *sign != '/')?;
    let (black, rest) = split_score(&rest[separator.len_utf8()..])?;
    match (white + black, rest) {
        (4, "") => Some(Termination::Score(score(white))),
        (0, "") if !is_double_zero(word) => Some(Termination::Forfeit("0-0")),
        _ => None,
    }
}

/// Returns whether a word is `0-0`: castling, or a loss for both sides.
pub(super) fn is_double_zero(word: &str) -> bool {
    word.chars().map(|c| if matches!(c, '–' | '—' | '−') { '-' } else { c }).eq("0-0".chars())
}

/// The result that the value of the tag `Result` is.
pub(super) fn of_tag(value: &str) -> Option<Termination> {
    let value = value.trim();
    let spaced = result_length(value).filter(|&length| length == value.len());
    let joined = spaced.map(|_| value.split_whitespace().collect::<alloc::string::String>());
    let value = joined.as_deref().unwrap_or(value);
    match value {
        "+/-" => Some(Termination::Forfeit("1-0")),
        "-/+" => Some(Termination::Forfeit("0-1")),
        _ if is_double_zero(value) => Some(Termination::Forfeit("0-0")),
        _ => termination(value),
    }
}

/// The score as it is written in a record.
fn score(white: u8) -> &'static str {
    ["0-1", "1/4-3/4", "1/2-1/2", "3/4-1/4", "1-0"][usize::from(white)]
}

/// A game that was not played, by its signs: `+:-`, `-:+`, `-:-`, `-/-`.
fn signs(word: &str) -> Option<Termination> {
    let mut signs = word.chars().map(|c| if matches!(c, '–' | '—' | '−') { '-' } else { c });
    let forfeit = match (signs.next()?, signs.next()?, signs.next()?) {
        ('+', ':', '-') => "1-0",
        ('-', ':', '+') => "0-1",
        ('-', ':' | '/', '-') => "0-0",
        _ => return None,
    };
    signs.next().is_none().then_some(Termination::Forfeit(forfeit))
}

/// The signs that are a judgement in the middle of a game and a forfeit at its end: the glyph, and the result.
pub(super) fn judgement_or_forfeit(word: &str) -> Option<(u16, &'static str)> {
    let mut signs = word.chars().map(|c| if matches!(c, '–' | '—' | '−') { '-' } else { c });
    match (signs.next()?, signs.next()?, signs.next()?, signs.next()) {
        ('+', '/', '-', None) => Some((16, "1-0")),
        ('-', '/', '+', None) => Some((17, "0-1")),
        _ => None,
    }
}

fn split_score(text: &str) -> Option<(u8, &str)> {
    SCORES.iter().find_map(|&(score, quarters)| Some((quarters, text.strip_prefix(score)?)))
}

/// The length of a result with spaces in it at the beginning of a text: `1 - 0`, `½ : ½`, `+ : -`.
pub(super) fn result_length(text: &str) -> Option<usize> {
    let after_score = |text: &str| split_score(text).map(|(_, rest)| rest.len());
    let after_sign = |text: &str| text.strip_prefix(['+', '-', '–', '−']).map(str::len);
    let spaced = |text: &str, signs: bool| -> Option<usize> {
        let first = if signs { after_sign(text)? } else { after_score(text)? };
        let rest = text[text.len() - first..].trim_start_matches([' ', '\t']);
        let separator = rest.chars().next().filter(|c| SEPARATORS.contains(c) && (!signs || ":/".contains(*c)))?;
        let rest = rest[separator.len_utf8()..].trim_start_matches([' ', '\t']);
        let last = if signs { after_sign(rest)? } else { after_score(rest)? };
        Some(text.len() - last)
    };
    let length = spaced(text, false).or_else(|| spaced(text, true))?;
    let after = &text[length..];
    let ends = after.chars().next().is_none_or(|c| c.is_whitespace() || "{}()[];*.,!?".contains(c));
    // Castling has three zeros.
    let goes_on = after.trim_start().starts_with(['-', '–', '—', '−', ':', '/']);
    (ends && !goes_on && text[..length].contains([' ', '\t'])).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_in_all_their_forms() {
        for (word, wanted) in [
            ("1-0", "1-0"),
            ("0–1", "0-1"),
            ("0:1", "0-1"),
            ("½-½", "1/2-1/2"),
            ("ź-ź", "1/2-1/2"),
            ("0,5-0,5", "1/2-1/2"),
            ("remi", "1/2-1/2"),
            ("Remis.", "1/2-1/2"),
            ("döntetlen", "1/2-1/2"),
            ("ничья", "1/2-1/2"),
            ("3/4-1/4", "3/4-1/4"),
            ("¼:¾", "1/4-3/4"),
            ("0.75-0.25", "3/4-1/4"),
            ("0,75:0,25", "3/4-1/4"),
            (".25-.75", "1/4-3/4"),
            ("1.0-0.0", "1-0"),
            (".5-.5", "1/2-1/2"),
            ("1/2", "1/2-1/2"),
            ("½", "1/2-1/2"),
            ("0,5", "1/2-1/2"),
            ("3/4", "3/4-1/4"),
            ("¾", "3/4-1/4"),
            ("0,75", "3/4-1/4"),
            ("¼", "1/4-3/4"),
        ] {
            assert_eq!(termination(word), Some(Termination::Score(wanted)), "{word}");
        }
        assert_eq!(termination("patt"), Some(Termination::Stalemate));
        assert_eq!(termination("*"), Some(Termination::Unfinished));
        for (word, wanted) in [("+:-", "1-0"), ("−:+", "0-1"), ("-:-", "0-0"), ("-/-", "0-0"), ("0:0", "0-0")] {
            assert_eq!(termination(word), Some(Termination::Forfeit(wanted)), "{word}");
        }
        for word in ["1-1", "2-0", "0-0", "0–0", "1-", "-1", "½-1", "1", "0", "+/-", "1/2-1", "0-0-0", "1/2/1/2"] {
            assert_eq!(termination(word), None, "{word}");
        }
    }

    #[test]
    fn tags_say_what_words_leave_open() {
        for (value, wanted) in [
            ("0-0", Some(Termination::Forfeit("0-0"))),
            ("+/-", Some(Termination::Forfeit("1-0"))),
            (" 1 - 0 ", Some(Termination::Score("1-0"))),
            ("1/2 : 1/2", Some(Termination::Score("1/2-1/2"))),
            ("*", Some(Termination::Unfinished)),
            ("?", None),
            ("white won", None),
        ] {
            assert_eq!(of_tag(value), wanted, "{value}");
        }
    }

    #[test]
    fn results_may_have_spaces() {
        for (text, wanted) in [
            ("1 - 0", Some("1 - 0")),
            ("0 -1 {x}", Some("0 -1")),
            ("½ : ½*", Some("½ : ½")),
            ("0,75 – 0,25 e5", Some("0,75 – 0,25")),
            ("+ : -", Some("+ : -")),
            ("1-0", None),
            ("0 - 0 - 0", None),
            ("1 -e5", None),
            ("1 - 0e5", None),
            ("+ -", None),
        ] {
            assert_eq!(result_length(text).map(|length| &text[..length]), wanted, "{text}");
        }
    }
}
