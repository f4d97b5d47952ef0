//! What the words between the moves of a record mean.

use super::Ending;

/// A word among the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Word<'a> {
    /// A move number, or nothing at all.
    Number(Option<u32>),
    /// A result.
    Ending(Ending),
    /// A glyph for a position, by its number.
    Nag(u16),
    /// A word of ordinary language that often stands among moves.
    Remark(&'a str),
    /// Anything else: it should be a move. The number is one that was written in front.
    Move(Option<u32>, &'a str),
}

/// Words that people write among the moves without meaning a move, in small letters.
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

const DRAWS: [&str; 9] = ["remi", "remis", "remíz", "döntetlen", "draw", "drawn", "remisu", "ничья", "unentschieden"];

const STALEMATES: [&str; 5] = ["patt", "pat", "stalemate", "пат", "patem"];

impl<'a> Word<'a> {
    pub(super) fn read(word: &'a str) -> Self {
        if let Some(ending) = ending(word) {
            return Self::Ending(ending);
        }
        if let Some(nag) = nag(word) {
            return Self::Nag(nag);
        }
        let (number, rest) = split_number(word);
        // What is left is not a move where a person wrote only dots or a dash for one.
        let rest = rest.trim_start_matches(['.', '…']);
        let rest = rest.strip_prefix(['-', '–', '—']).filter(|rest| !rest.starts_with(['-', '–'])).unwrap_or(rest);
        if rest.is_empty() || word.chars().all(|c| "=_~*-".contains(c)) && word.len() > 2 {
            return Self::Number(number);
        }
        if rest != word
            && let Some(ending) = ending(rest)
        {
            return Self::Ending(ending);
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

/// The result that a word stands for.
fn ending(word: &str) -> Option<Ending> {
    match word {
        "1-0" => return Some(Ending::Score("1-0")),
        "0-1" => return Some(Ending::Score("0-1")),
        "1/2-1/2" => return Some(Ending::Score("1/2-1/2")),
        "*" => return Some(Ending::Open),
        _ => {}
    }
    let lower = word.trim_end_matches(['.', '!', '?', ',', ';']).to_lowercase();
    if DRAWS.contains(&lower.as_str()) {
        return Some(Ending::Score("1/2-1/2"));
    }
    if STALEMATES.contains(&lower.as_str()) {
        return Some(Ending::Stalemate);
    }
    let plain = lower.replace(['–', '—', '−', ':'], "-").replace(',', ".");
    let (white, black) = plain.split_once('-')?;
    // ź is a half that was written in code page 850 and read in 852.
    let quarters = |score: &str| match score {
        "1" | "1.0" => Some(4),
        "0" | "0.0" => Some(0),
        "½" | "1/2" | "0.5" | ".5" | "ź" => Some(2),
        "¾" | "3/4" | "0.75" | ".75" => Some(3),
        "¼" | "1/4" | "0.25" | ".25" => Some(1),
        _ => None,
    };
    match (quarters(white)?, quarters(black)?) {
        (4, 0) => Some(Ending::Score("1-0")),
        (0, 4) => Some(Ending::Score("0-1")),
        (2, 2) => Some(Ending::Score("1/2-1/2")),
        (3, 1) => Some(Ending::Score("3/4-1/4")),
        (1, 3) => Some(Ending::Score("1/4-3/4")),
        _ => None,
    }
}

/// The glyph of a sign that stands alone.
fn nag(word: &str) -> Option<u16> {
    Some(match word {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        "=" => 10,
        "∞" => 13,
        "⩲" | "+=" => 14,
        "⩱" | "=+" => 15,
        "±" => 16,
        "∓" => 17,
        "+-" | "+−" => 18,
        "-+" | "−+" => 19,
        _ => return None,
    })
}

/// Splits a move number and its dots off the beginning.
fn split_number(word: &str) -> (Option<u32>, &str) {
    let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
    let (number, rest) = word.split_at(digits);
    // Castling may begin with a zero, which is no move number.
    if number.is_empty() || !(rest.is_empty() || rest.starts_with(['.', '…', ')'])) {
        return (None, word);
    }
    (number.parse().ok(), rest.trim_start_matches(['.', '…', ')']))
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
            (".25-.75", "1/4-3/4"),
            ("1.0-0.0", "1-0"),
            (".5-.5", "1/2-1/2"),
        ] {
            assert_eq!(Word::read(word), Word::Ending(Ending::Score(wanted)), "{word}");
        }
        assert_eq!(Word::read("patt"), Word::Ending(Ending::Stalemate));
        assert_eq!(Word::read("*"), Word::Ending(Ending::Open));
        assert_eq!(Word::read("12.1-0"), Word::Ending(Ending::Score("1-0")));
        for word in ["1-1", "2-0", "0-0", "1-", "-1", "½-1", "1/2"] {
            assert!(!matches!(Word::read(word), Word::Ending(_)), "{word}");
        }
    }

    #[test]
    fn numbers_are_taken_off_moves() {
        assert_eq!(Word::read("12."), Word::Number(Some(12)));
        assert_eq!(Word::read("12..."), Word::Number(Some(12)));
        assert_eq!(Word::read("12…Bf4"), Word::Move(Some(12), "Bf4"));
        assert_eq!(Word::read("..."), Word::Number(None));
        assert_eq!(Word::read("1.-g5?!"), Word::Move(Some(1), "g5?!"));
        assert_eq!(Word::read("0-0"), Word::Move(None, "0-0"));
        assert_eq!(Word::read("1.0-0-0"), Word::Move(Some(1), "0-0-0"));
        assert_eq!(Word::read("--"), Word::Move(None, "--"));
        assert_eq!(Word::read("========"), Word::Number(None));
        assert_eq!(Word::read("99999999999."), Word::Number(None));
        assert_eq!(Word::read("e5"), Word::Move(None, "e5"));
        assert_eq!(Word::read("f8"), Word::Move(None, "f8"));
    }

    #[test]
    fn words_and_glyphs_are_no_moves() {
        assert_eq!(Word::read("feladta"), Word::Remark("feladta"));
        assert_eq!(Word::read("Világos"), Word::Remark("Világos"));
        assert_eq!(Word::read("+-"), Word::Nag(18));
        assert_eq!(Word::read("hello"), Word::Move(None, "hello"));
        assert_eq!(Word::read("mate5"), Word::Move(None, "mate5"));
    }
}
