//! FENs with fewer fields, EPD, and FENs as they stand in addresses.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::variant::Variant;

/// Completes a FEN to six fields. Fields may be missing from the end: White is to move then, no castling and no capture en
/// passant is possible, the clock is 0 and the number 1. The castling field may be missing if the variant has no castling.
/// Four fields may be followed by the operations of EPD, of which `hmvc` and `fmvn` count. An underscore is a space, as in
/// addresses. A text of any other form stays as it is, for its error.
pub(super) fn completed(variant: &Variant, fen: &str) -> String {
    let fen = match from_chex(fen) {
        Some(plain) => plain,
        None => fen.replace('_', " "),
    };
    let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
    let Some((placement, rest)) = fields.split_first() else { return fen };
    if !placement.contains('/') {
        return fen;
    }
    let castles = !variant.castling_rights().is_empty();
    let operations = first_operation(rest, castles);
    let (rest, operations) = rest.split_at(operations.unwrap_or(rest.len()));
    let is_number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let (turn, castling, en_passant, clock, number) = match *rest {
        [] => ("w", "-", "-", "0", "1"),
        [turn] => (turn, "-", "-", "0", "1"),
        [turn, castling] if castles => (turn, castling, "-", "0", "1"),
        [turn, en_passant] => (turn, "-", en_passant, "0", "1"),
        [turn, en_passant, number] if !castles && is_number(number) => (turn, "-", en_passant, "0", number),
        [turn, castling, en_passant] => (turn, castling, en_passant, "0", "1"),
        [turn, en_passant, clock, number] if !castles => (turn, "-", en_passant, clock, number),
        [turn, castling, en_passant, clock, number] => (turn, castling, en_passant, clock, number),
        _ => return fen,
    };
    let operand = |name| operand(operations, name);
    let (clock, number) = (operand("hmvc").unwrap_or(clock), operand("fmvn").unwrap_or(number));
    format!("{placement} {turn} {castling} {en_passant} {clock} {number}")
}

/// The index of EPD's first operation: behind four fields, or behind three without castling. Each operation ends with a
/// semicolon; anything else is a clock that cannot be read.
fn first_operation(rest: &[&str], castles: bool) -> Option<usize> {
    if !rest.last()?.ends_with(';') {
        return None;
    }
    let begins = |text: &&&str| text.starts_with(|c: char| c.is_ascii_alphabetic());
    if !castles && rest.get(2).filter(begins).is_some_and(|name| !name.contains(|c: char| c.is_ascii_digit())) {
        return Some(2);
    }
    rest.get(3).filter(begins).map(|_| 3)
}

/// The operand of an operation such as `hmvc 3;`. What stands between quotation marks is none.
fn operand<'a>(operations: &[&'a str], name: &str) -> Option<&'a str> {
    let (mut is_quoted, mut begins) = (false, true);
    let mut words = operations.iter();
    while let Some(word) = words.next() {
        if begins && !is_quoted && *word == name {
            return words.next().map(|value| value.trim_end_matches(';'));
        }
        is_quoted ^= word.matches('"').count() % 2 == 1;
        begins = !is_quoted && word.ends_with(';');
    }
    None
}

/// A FEN of Chex in the signs of the others; none for any other text.
fn from_chex(fen: &str) -> Option<String> {
    let (placement, turn) = fen.split_once('$')?;
    let files = placement.split('_').map(|file| {
        let mut row = String::new();
        let mut empty = 0_usize;
        for part in file.split('-').map(|part| part.trim_end_matches('m')) {
            match part.parse::<usize>() {
                // Two numbers in a row would be read as one.
                Ok(count) => empty = empty.saturating_add(count),
                Err(_) => {
                    if empty > 0 {
                        row.push_str(&format!("{empty}"));
                        empty = 0;
                    }
                    row.push_str(part);
                }
            }
        }
        if empty > 0 {
            row.push_str(&format!("{empty}"));
        }
        row
    });
    let placement = files.collect::<Vec<_>>().join("/");
    Some(format!("{placement} {}", turn.replace('_', " ").to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    /// Returns a FEN as it was read, in six fields.
    fn read(variant: &'static Variant, fen: &str) -> String {
        Position::from_any_fen(variant, fen).unwrap_or_else(|error| panic!("{}: {fen}: {error}", variant.id())).to_fen()
    }

    #[test]
    fn fields_may_be_missing_in_every_variant() {
        for variant in Variant::all() {
            let start = variant.start().to_fen();
            let placement = start.split(' ').next().unwrap();
            for (rest, wanted) in [
                ("", "w - - 0 1"),
                (" w", "w - - 0 1"),
                (" b", "b - - 0 1"),
                (" b -", "b - - 0 1"),
                (" b - -", "b - - 0 1"),
                (" b - - 7 12", "b - - 7 12"),
                ("_b_-_-_7_12", "b - - 7 12"),
                ("_b", "b - - 0 1"),
                (" b - - bm Nc4;", "b - - 0 1"),
                (" b - - id \"one; two\"; c0 \"hmvc 9;\"; hmvc 4; fmvn 31;", "b - - 4 31"),
                (" w - - c1 \"a remark\"; acd 12;", "w - - 0 1"),
            ] {
                let fen = format!("{placement}{rest}");
                assert_eq!(read(variant, &fen), format!("{placement} {wanted}"), "{} {fen}", variant.id());
            }
        }
    }

    #[test]
    fn a_clock_that_is_no_number_is_no_operation() {
        for variant in Variant::all() {
            let start = variant.start().to_fen();
            for clock in [" z 1", " 0 z", " bm 1"] {
                let fen = start.replace(" 0 1", clock);
                assert!(Position::from_any_fen(variant, &fen).is_err(), "{}: {fen}", variant.id());
            }
        }
    }

    #[test]
    fn castling_rights_are_kept_where_they_are_written() {
        for id in ["shafran", "devasa", "brusky"] {
            let variant = Variant::by_id(id).unwrap();
            let start = variant.start().to_fen();
            let fields: Vec<&str> = start.split(' ').collect();
            for fen in [
                fields[..3].join(" "),
                fields[..4].join(" "),
                fields[..4].join("_"),
                fields[..4].join(" ") + " id \"start\";",
                start.replace(' ', "_"),
            ] {
                assert_eq!(read(variant, &fen), start, "{fen}");
            }
        }
    }

    #[test]
    fn without_castling_its_field_may_be_missing() {
        let glinski = Variant::by_id("glinski").unwrap();
        let start = glinski.start().to_fen();
        let placement = start.split(' ').next().unwrap();
        for (rest, wanted) in [("w - 5", "w - - 0 5"), ("b - 3 5", "b - - 3 5"), ("b - bm Nf6; hmvc 2;", "b - - 2 1")] {
            assert_eq!(read(glinski, &format!("{placement} {rest}")), format!("{placement} {wanted}"));
        }
        let passed = "1/n2/2B1k/b6/r2p2Br1/1p2P3n2/3p1pp4/2R5b1p/3P3P3/b1P1B1K1P2/1PR3N2P1";
        for rest in ["w g6", "w - g6", "w - g6 0 35", "w g6 0 35", "w - g6 bm exg6;", "w_-_g6"] {
            assert!(read(glinski, &format!("{passed} {rest}")).contains(" w - g6 "), "{rest}");
        }
    }

    #[test]
    fn chex_counts_empty_cells_in_parts() {
        let wanted = from_chex("6_p-5-P_r-p-4-P-R$w");
        assert_eq!(wanted.as_deref(), Some("6/p5P/rp4PR w"));
        assert_eq!(from_chex("1-2-3_p-5-P_r-pm-2-2-P-R$w"), wanted);
        assert_eq!(from_chex("6_p-5-P_r-p-4-P-R$_w_"), Some("6/p5P/rp4PR  w ".to_owned()));
        assert_eq!(from_chex("6_p-5-P w"), None);
    }
}
