//! The text of one move, read without a position.

use crate::notation::language::Language;
use crate::notation::marks::{plain_text, without_marks};
use crate::piece::Role;
use alloc::format;
use alloc::string::String;

/// The parts of a written move. Files are letters as they are written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum MoveText {
    /// Castling, in the form `Q-0-0`, with the English letters of the flanks.
    Castling(String),
    /// Any other move.
    Ordinary(Parts),
}

/// The parts of a written move that is not castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Parts {
    /// The piece that moves; `None` if both cells are given without a letter.
    pub(crate) role: Role,
    /// Whether a letter names the piece. `e2e5` without one may be any piece's move.
    pub(crate) role_is_written: bool,
    pub(crate) from_file: Option<char>,
    pub(crate) from_rank: Option<u8>,
    pub(crate) captures: bool,
    pub(crate) captured: Option<Role>,
    pub(crate) to_file: char,
    /// Missing where a pawn's capture names only the files: `ixk`.
    pub(crate) to_rank: Option<u8>,
    pub(crate) promotion: Option<Role>,
    pub(crate) en_passant: bool,
}

impl MoveText {
    /// Readings of the text in this language, the likelier first; empty if it does not have the form of a move.
    ///
    /// A letter at the end is a promotion (`b7b8Q`) or, behind the sign of a capture, what is captured (`b7c8xR`).
    pub(crate) fn readings(text: &str, language: Language) -> impl Iterator<Item = Self> {
        let plain = plain_text(text);
        let usual = Self::read(&plain, language);
        let (bare, marks) = without_marks(&plain);
        // A cross at the end may be the sign of a capture, or that of mate.
        let mated = bare.strip_suffix('x').and_then(|bare| Self::read(bare, language)).map(|read| match read {
            Self::Ordinary(parts) => {
                Self::Ordinary(Parts { en_passant: parts.en_passant || marks.en_passant, ..parts })
            }
            castling => castling,
        });
        let captured_last = split_captured(bare, language).and_then(|(rest, captured)| {
            let mut parts = match Self::read(rest, language)? {
                Self::Ordinary(parts) if parts.captured.is_none() && parts.to_rank.is_some() => parts,
                _ => return None,
            };
            parts.captures = true;
            parts.captured = Some(captured);
            parts.en_passant |= marks.en_passant;
            Some(Self::Ordinary(parts))
        });
        usual.into_iter().chain(captured_last).chain(mated)
    }

    /// Reads the parts; none if the text has not the form of a move in this language.
    fn read(text: &str, language: Language) -> Option<Self> {
        let (text, marks) = without_marks(text);
        if let Some(castling) = castling(text, language) {
            return Some(Self::Castling(castling));
        }
        let (rest, promotion) = split_promotion(text, language)?;
        // Some write what was captured between the cell and the promotion: `b7c8xR=Q`.
        let (rest, captured) = match split_captured(rest, language) {
            Some((rest, captured)) if promotion.is_some() => (rest, Some(captured)),
            _ => (rest, None),
        };
        let (role, rest) = match language.split_first(rest) {
            Some((role, rest)) => (Some(role), rest),
            None => (None, rest),
        };
        let mut parts = read_cells(rest, language)?;
        parts.role = role.unwrap_or(Role::Pawn);
        parts.role_is_written = role.is_some();
        parts.promotion = promotion;
        parts.en_passant = marks.en_passant;
        if captured.is_some() {
            (parts.captures, parts.captured) = (true, captured);
        }
        let pawn_between_files = parts.role == Role::Pawn && parts.from_file.is_some() && parts.from_rank.is_none();
        (parts.to_rank.is_some() || pawn_between_files).then_some(Self::Ordinary(parts))
    }
}

/// Returns whether a text has the form of a move in any language, or of castling. Words such as `on` have not, though a pawn's capture
/// may be written with as little.
pub(crate) fn has_move_form(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit() || "xX×:-".contains(c))
        && Language::ALL.into_iter().any(|language| MoveText::readings(text, language).next().is_some())
}

/// Castling with English letters and zeros, if the text is of its form: `Q-0-0`, also as `Q0-0`, or `0-0` without a flank.
fn castling(text: &str, language: Language) -> Option<String> {
    let zeros = text.replace(['O', 'o', 'О', 'о'], "0");
    let (flank, kind) = ["0-0-0", "0-0"].iter().find_map(|kind| Some((zeros.strip_suffix(kind)?, *kind)))?;
    if flank.is_empty() {
        return Some(String::from(kind));
    }
    let flank = flank.strip_suffix('-').unwrap_or(flank);
    let named = |role| [language, Language::English].iter().any(|language| language.letter(role) == flank);
    // No language writes Q for another piece than the queen; B may be a rook, which has no flank.
    let letter = [Role::Queen, Role::Bishop].into_iter().find(|&role| named(role))?.letter();
    Some(format!("{letter}-{kind}"))
}

/// Splits off the captured piece, if it is written behind the cell: `f7g6xP`, `Ra6f6xP`, `f7g6:p`.
fn split_captured(text: &str, language: Language) -> Option<(&str, Role)> {
    let small = || {
        let letter = text.chars().next_back().filter(char::is_ascii_lowercase)?;
        Some((&text[..text.len() - 1], Role::from_letter(letter)?))
    };
    let (rest, captured) = language.split_last(text).or_else(small)?;
    let rest = rest.strip_suffix(['x', ':'])?;
    // A cell stands before it, or a promotion in parentheses or behind `=`.
    let behind_cell = rest.ends_with(|c: char| c.is_ascii_digit() || c == ')' || c.is_alphabetic());
    (behind_cell && captured != Role::King).then_some((rest, captured))
}

/// Splits off `=Q`, `Q`, `(Q)`, `/Q` or a small `q` behind a rank.
fn split_promotion(text: &str, language: Language) -> Option<(&str, Option<Role>)> {
    let (inner, closed) = match text.strip_suffix(')') {
        Some(inner) => (inner, true),
        None => (text, false),
    };
    let Some((rest, role)) = language.split_last(inner).or_else(|| split_small(inner)) else {
        return (!closed).then_some((text, None));
    };
    let rest = if closed { rest.strip_suffix('(')? } else { rest };
    let rest = rest.strip_suffix(['=', '/']).unwrap_or(rest);
    Role::PROMOTIONS.contains(&role).then_some((rest, Some(role)))
}

/// A small English letter behind a rank, as in `b7b8q`.
fn split_small(text: &str) -> Option<(&str, Role)> {
    let letter = text.chars().next_back().filter(char::is_ascii_lowercase)?;
    let rest = &text[..text.len() - 1];
    let behind = rest.ends_with(|c: char| c.is_ascii_digit() || c == '=');
    let role = Role::from_letter(letter).filter(|role| Role::PROMOTIONS.contains(role))?;
    behind.then_some((rest, role))
}

/// Reads the cells and what stands between them; the piece and the promotion are left open.
fn read_cells(text: &str, language: Language) -> Option<Parts> {
    // Some write the sign of a capture last: `ed5:`.
    let (text, captures_at_end) = match text.strip_suffix([':', 'x']) {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let (first_file, first_rank, rest) = split_cell(text)?;
    let after_link = rest.trim_start_matches(['-', 'x', ':']);
    let link = &rest[..rest.len() - after_link.len()];
    let (captured, rest) = match language.split_first(after_link) {
        Some((role, rest)) if !link.is_empty() => (Some(role), rest),
        _ => (None, after_link),
    };
    let (second_file, second_rank, rest) = split_cell(rest)?;
    if !rest.is_empty() {
        return None;
    }
    let (from_file, from_rank, to_file, to_rank) = match second_file {
        Some(file) => (first_file, first_rank, file, second_rank),
        None if link.is_empty() && second_rank.is_none() => (None, None, first_file?, first_rank),
        None => return None,
    };
    let captures = captures_at_end || link.contains(['x', ':']);
    Some(Parts {
        role: Role::Pawn,
        role_is_written: false,
        from_file,
        from_rank,
        captures,
        captured,
        to_file,
        to_rank,
        promotion: None,
        en_passant: false,
    })
}

/// A file and a rank at the beginning, each of which may be missing.
fn split_cell(text: &str) -> Option<(Option<char>, Option<u8>, &str)> {
    let file = text.chars().next().filter(|&c| c.is_ascii_lowercase() && c != 'x');
    let rest = if file.is_some() { &text[1..] } else { text };
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, rest) = rest.split_at(digits);
    let rank = match digits {
        "" => None,
        _ if digits.starts_with('0') => return None,
        _ => Some(digits.parse().ok()?),
    };
    Some((file, rank, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str, language: Language) -> Parts {
        match MoveText::readings(text, language).next() {
            Some(MoveText::Ordinary(parts)) => parts,
            other => panic!("{text}: {other:?}"),
        }
    }

    /// The parts as one line: piece, cell left, sign, cell reached, promotion.
    fn summary(text: &str, language: Language) -> String {
        written(&parts(text, language))
    }

    fn written(p: &Parts) -> String {
        let number = |rank: Option<u8>| rank.map(|n| n.to_string()).unwrap_or_default();
        let letter = |role: Option<Role>| role.map(|r| r.letter().to_string()).unwrap_or_default();
        format!(
            "{}{}{}{}{}{}{}{}{}",
            if p.role_is_written { p.role.letter().to_string() } else { String::new() },
            p.from_file.map(String::from).unwrap_or_default(),
            number(p.from_rank),
            if p.captures { "x" } else { "-" },
            letter(p.captured),
            p.to_file,
            number(p.to_rank),
            letter(p.promotion),
            if p.en_passant { "ep" } else { "" }
        )
    }

    #[test]
    fn one_move_in_all_its_forms() {
        use Language::*;
        for (text, language, wanted) in [
            ("Nc4", English, "N-c4"),
            ("Nb1-c4+", English, "Nb1-c4"),
            ("Nb1–c4!?", English, "Nb1-c4"),
            ("Hdf4", Hungarian, "Nd-f4"),
            ("B11xd9", Hungarian, "R11xd9"),
            ("Hh1f4", Hungarian, "Nh1-f4"),
            ("Sc3xWd6", Polish, "Nc3xRd6"),
            ("Gd5-f9+", Polish, "Bd5-f9"),
            ("Hh5–k7‡", Polish, "Qh5-k7"),
            ("c7-c8=H", Polish, "c7-c8Q"),
            ("k3xi4bp.", Polish, "k3xi4ep"),
            ("Крf2", Russian, "K-f2"),
            ("Кf2:d5", Russian, "Nf2xd5"),
            ("e7хf8", Russian, "e7xf8"),
            ("Ld4:f8", German, "Bd4xf8"),
            ("Tad1", Swedish, "Ra-d1"),
            ("Bd4", German, "P-d4"),
            ("e5ep.", Hungarian, "-e5ep"),
            ("b5xc6e.p.", English, "b5xc6ep"),
            ("b5xc6 bp", English, "b5xc6ep"),
            ("ixk", Hungarian, "ixk"),
            ("ik", English, "i-k"),
            ("ed5:", German, "exd5"),
            ("b1V", Hungarian, "-b1Q"),
            ("c1V+", Hungarian, "-c1Q"),
            ("e10(Q)", English, "-e10Q"),
            ("e10/V", Hungarian, "-e10Q"),
            ("e10=Кр", Russian, ""),
            ("e9e10q", English, "e9-e10Q"),
            ("e9xf10=n#", English, "e9xf10N"),
            ("Pe2-e4", English, "Pe2-e4"),
            ("Gye2-e4", Hungarian, "Pe2-e4"),
            ("♘f4", German, "N-f4"),
        ] {
            if wanted.is_empty() {
                assert_eq!(MoveText::readings(text, language).next(), None, "{text}");
            } else {
                assert_eq!(summary(text, language), wanted, "{text}");
            }
        }
    }

    #[test]
    fn what_is_captured_may_stand_last() {
        use Language::*;
        for (text, language, wanted) in [
            ("f7g6xP", English, "f7xPg6"),
            ("f7-g6xP+", English, "f7xPg6"),
            ("f7xg6xp", English, "f7xPg6"),
            ("Ra6f6xP", English, "Ra6xPf6"),
            ("Ra6-f6:N#", English, "Ra6xNf6"),
            ("Rf6xQ!", English, "RxQf6"),
            ("b5c6xPe.p.", English, "b5xPc6ep"),
            ("b9c10xR=Q", English, "b9xRc10Q"),
            ("b9c10=QxR", English, "b9xRc10Q"),
            ("b9c10(Q)xR", English, "b9xRc10Q"),
            ("f7g6xGy", Hungarian, "f7xPg6"),
            ("Ba6f6хП", Hungarian, ""),
            ("Лa6f6хП", Russian, "Ra6xPf6"),
            ("Ta6f6xB", German, "Ra6xPf6"),
            ("Ra6f6xK", English, ""),
        ] {
            let last = MoveText::readings(text, language).last();
            match last {
                Some(MoveText::Ordinary(parts)) => assert_eq!(written(&parts), wanted, "{text}"),
                other => assert_eq!((other, wanted), (None, ""), "{text}"),
            }
        }
        // What could be read before is read first: a pawn that captures and becomes a rook.
        assert_eq!(summary("b9c10xR", English), "b9xc10R");
    }

    #[test]
    fn a_cross_at_the_end_is_of_a_capture_or_of_mate() {
        let all = |text: &str| -> Vec<String> {
            MoveText::readings(text, Language::English)
                .map(|read| match read {
                    MoveText::Ordinary(parts) => written(&parts),
                    MoveText::Castling(name) => name,
                })
                .collect()
        };
        assert_eq!(all("Nc4-d7×"), ["Nc4xd7", "Nc4-d7"]);
        assert_eq!(all("d7X"), ["xd7", "-d7"]);
        assert_eq!(all("e10Qx"), ["-e10Q"]);
        assert_eq!(all("bxcbpx"), ["bxcep"]);
        assert_eq!(all("Q-0-0x"), ["Q-0-0"]);
    }

    #[test]
    fn castling_in_all_its_forms() {
        for (text, language, wanted) in [
            ("Q-0-0", Language::English, "Q-0-0"),
            ("Q-O-O-O+", Language::English, "Q-0-0-0"),
            ("Ф-О-О", Language::Russian, "Q-0-0"),
            ("С–0–0–0", Language::Russian, "B-0-0-0"),
            ("B-0-0", Language::Hungarian, "B-0-0"),
            ("F-0-0", Language::Hungarian, "B-0-0"),
            ("o-o", Language::German, "0-0"),
            ("0-0-0!", Language::Polish, "0-0-0"),
            ("Q0-0-0", Language::English, "Q-0-0-0"),
            ("ФО-О", Language::Russian, "Q-0-0"),
            ("B0-0#", Language::German, "B-0-0"),
        ] {
            assert_eq!(
                MoveText::readings(text, language).next(),
                Some(MoveText::Castling(wanted.to_owned())),
                "{text}"
            );
        }
        for text in ["0-0-0-0", "Q-0", "X-0-0", "-0-0", "QB-0-0", "0--0"] {
            assert_eq!(MoveText::readings(text, Language::English).next(), None, "{text}");
        }
    }

    #[test]
    fn what_has_not_the_form_of_a_move() {
        for text in [
            "", "x", "e", "5", "=Q", "N", "Nx", "Z5", "e2e2e2", "é4", "N(4", "e4)", "e4=K", "N4", "Nf", "Nef", "e05",
            "e999", "e5x6", "--", "e2-", "Hf4", "f4QQ", "...", "(Q)", "é", "ł", "Кf4",
        ] {
            assert_eq!(MoveText::readings(text, Language::English).next(), None, "{text}");
        }
    }
}
