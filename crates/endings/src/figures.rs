//! Formatting of numbers, and the figures that a sentence may name.

use std::collections::BTreeMap;

use saffron_rules::{Position, Variant};

use crate::data::{End, EndingData, Endings, Longest, Results, Side};

/// Longest mates of orthodox chess for comparison: the maximum number of moves to mate of the side that is named first, by
/// E. Nalimov's tables.
const CHESS: [(&str, u64); 8] =
    [("KQK", 10), ("KRK", 16), ("KBBK", 19), ("KBNK", 33), ("KPK", 28), ("KQKR", 35), ("KRKB", 29), ("KRKN", 40)];

/// Figure in a sentence.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Figure {
    /// Count.
    Count(u64),
    /// Part and whole.
    Share(u64, u64),
    /// Part and whole of the quiet positions, if they are known, and of all positions.
    Both(Option<(u64, u64)>, (u64, u64)),
}

impl Figure {
    /// Text of the figure.
    pub(crate) fn text(self) -> String {
        match self {
            Self::Count(n) => grouped(n),
            Self::Share(part, whole) => share(part, whole),
            Self::Both(quiet, (part, whole)) => {
                both(quiet.map(|(part, whole)| share(part, whole)), &share(part, whole))
            }
        }
    }

    /// Number for comparisons: a share in percent, that of the quiet positions if it is known.
    pub(crate) fn number(self) -> f64 {
        match self {
            Self::Count(n) => n as f64,
            Self::Share(part, whole) => percent(part, whole),
            Self::Both(quiet, all) => {
                let (part, whole) = quiet.unwrap_or(all);
                percent(part, whole)
            }
        }
    }
}

/// Formats a figure of quiet positions and, in brackets, that of all positions if it differs; that of all positions with a mark if
/// the quiet ones are not counted.
pub(crate) fn both(quiet: Option<String>, all: &str) -> String {
    match quiet {
        None => format!("{all}†"),
        Some(quiet) if quiet == all => quiet,
        Some(quiet) => format!("{quiet} ({all})"),
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 * 100.0 / whole as f64 }
}

/// Formats a number with commas between thousands.
pub(crate) fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a share in percent with one decimal; near 0 or 100 with two digits of the difference.
pub(crate) fn share(part: u64, whole: u64) -> String {
    if part == 0 || part == whole {
        return format!("{} %", if part == 0 { 0 } else { 100 });
    }
    let value = percent(part, whole);
    let least = value.min(100.0 - value);
    let mut decimals = 1;
    while least < 0.95 * 10_f64.powi(1 - decimals) && decimals < 9 {
        decimals += 1;
    }
    format!("{value:.*} %", usize::try_from(decimals).unwrap_or(1))
}

/// Number of the winner's moves to an end in `plies`.
pub(crate) fn moves(plies: u16) -> u64 {
    u64::from(plies).div_ceil(2)
}

/// Figures of all variants, by id.
pub(crate) type Book = BTreeMap<String, Endings>;

/// Figure of several endings: the longest mate, or the number that lack a count.
fn of_all<'a>(endings: impl Iterator<Item = &'a EndingData>, what: &str) -> Option<u64> {
    match what {
        "longest" => {
            let longest = endings.flat_map(|data| &data.longest).filter(|longest| longest.end == End::Mate);
            longest.map(|longest| moves(longest.plies)).max()
        }
        "uncounted-quiet" => Some(endings.filter(|data| data.quiet.is_none()).count() as u64),
        "uncounted-mates" => Some(endings.filter(|data| data.is_long() && data.long_mates.is_none()).count() as u64),
        _ => None,
    }
}

/// Finds the figure that the words name: `VARIANT ENDING WHAT [w|b] [same|different]`; `VARIANT *N WHAT` for the longest mate of all
/// endings of at most N pieces, or for the number of them that lack a count; or `chess ENDING longest`.
pub(crate) fn figure(book: &Book, words: &str) -> Result<Figure, String> {
    let wrong = || format!("no figure is named {words:?}");
    let parts: Vec<&str> = words.split_whitespace().collect();
    let [variant, ending, what, of @ ..] = &parts[..] else { return Err(wrong()) };
    if *variant == "chess" {
        let known = CHESS.iter().find(|(name, _)| name == ending && *what == "longest" && of.is_empty());
        return known.map(|(_, moves)| Figure::Count(*moves)).ok_or_else(wrong);
    }
    if let Some(most) = ending.strip_prefix('*')
        && of.is_empty()
    {
        let most: usize = most.parse().map_err(|_| wrong())?;
        let endings = book.get(*variant).ok_or_else(wrong)?.endings.iter().filter(|data| data.ending.len() <= most);
        return of_all(endings, what).map(Figure::Count).ok_or_else(wrong);
    }
    let data = book.get(*variant).and_then(|endings| endings.get(ending)).ok_or_else(wrong)?;
    let side = match of.first() {
        Some(&"b") => Side::B,
        _ => Side::W,
    };
    let (quiet, results) = chosen(data, of).ok_or_else(wrong)?;
    let share = |part: fn(Results) -> u64| {
        Ok(Figure::Both(quiet.map(|quiet| (part(quiet), quiet.legal)), (part(results), results.legal)))
    };
    match *what {
        "positions" => Ok(Figure::Count(results.legal)),
        "won" => share(|results| results.won),
        "stalemate-won" => share(|results| results.stalemate_won),
        "drawn" => share(|results| results.drawn),
        "stalemate-lost" => share(|results| results.stalemate_lost),
        "lost" => share(|results| results.lost),
        "wins" => Ok(Figure::Count(results.won)),
        "longest" => {
            let longest = data.longest_mate(side).ok_or_else(wrong)?;
            Ok(Figure::Count(moves(longest.plies)))
        }
        "in-a-row" => Ok(Figure::Count(moves(in_a_row(variant, data.longest_mate(side).ok_or_else(wrong)?)?))),
        "zugzwangs" => Ok(Figure::Count(data.zugzwangs.count)),
        "held" | "perpetual" => {
            let held = data.held.ok_or_else(wrong)?;
            let positions = if *what == "held" { held.all } else { held.perpetual };
            Ok(Figure::Share(positions.iter().sum(), results.legal))
        }
        "beyond" => {
            let mates = data.long_mates.ok_or_else(wrong)?;
            Ok(Figure::Share(mates.beyond.iter().sum(), results.won + results.lost))
        }
        "held-count" => Ok(Figure::Count(data.held.ok_or_else(wrong)?.all.iter().sum())),
        "perpetual-count" => Ok(Figure::Count(data.held.ok_or_else(wrong)?.perpetual.iter().sum())),
        _ => Err(wrong()),
    }
}

/// Maximum number of successive plies without a capture or pawn move in the line of a longest win.
pub(crate) fn in_a_row(variant: &str, longest: &Longest) -> Result<u16, String> {
    let variant = Variant::by_id(variant).ok_or_else(|| format!("there is no variant {variant:?}"))?;
    let mut position = Position::from_fen(variant, &longest.fen).map_err(|error| error.to_string())?;
    let mut most = 0;
    for uci in longest.line.split_whitespace() {
        let mv = position.parse_uci(uci).map_err(|error| format!("{}: {uci}: {error}", longest.fen))?;
        position.play_unchecked(mv);
        most = most.max(position.halfmove_clock());
    }
    Ok(most)
}

/// Results that the last words choose: those of the quiet positions, if they are known, and of all.
fn chosen(data: &EndingData, of: &[&str]) -> Option<(Option<Results>, Results)> {
    let (mut quiet, mut sides) = (data.quiet(), data.to_move);
    let mut turn = None;
    for word in of {
        match *word {
            "w" => turn = Some(0),
            "b" => turn = Some(1),
            on => {
                let bishops = data.bishops.iter().find(|bishops| bishops.on == on)?;
                (quiet, sides) = (data.quiet_of(bishops), bishops.to_move);
            }
        }
    }
    Some(match turn {
        Some(turn) => (quiet[turn], sides[turn]),
        None => (quiet[0].and_then(|white: Results| Some(white.and(quiet[1]?))), sides[0].and(sides[1])),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_the_digits_that_tell() {
        let text = |part, whole| share(part, whole);
        assert_eq!(text(0, 7), "0 %");
        assert_eq!(text(7, 7), "100 %");
        assert_eq!(text(415, 1000), "41.5 %");
        assert_eq!(text(19, 1_000_000), "0.0019 %");
        assert_eq!(text(17, 10_000), "0.17 %");
        assert_eq!(text(999_981, 1_000_000), "99.9981 %");
        assert_eq!(text(1, 100), "1.0 %");
        assert_eq!(text(99, 100), "99.0 %");
        assert_eq!(text(5, 1000), "0.50 %");
    }

    #[test]
    fn the_quiet_figure_comes_first_and_that_of_all_positions_in_brackets() {
        assert_eq!(Figure::Both(Some((15, 1000)), (343, 1000)).text(), "1.5 % (34.3 %)");
        assert_eq!(Figure::Both(Some((15, 1000)), (150, 10_000)).text(), "1.5 %");
        assert_eq!(Figure::Both(None, (343, 1000)).text(), "34.3 %†");
        let number = |figure: Figure| format!("{:.1}", figure.number());
        assert_eq!(number(Figure::Both(Some((15, 1000)), (343, 1000))), "1.5");
        assert_eq!(number(Figure::Both(None, (343, 1000))), "34.3");
    }

    #[test]
    fn thousands_are_apart() {
        assert_eq!([0, 999, 1000, 648_810, 1_000_000].map(grouped), ["0", "999", "1,000", "648,810", "1,000,000"]);
        assert_eq!([0, 1, 2, 3].map(moves), [0, 1, 1, 2]);
    }
}
