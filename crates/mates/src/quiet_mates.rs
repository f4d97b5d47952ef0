//! Quiet mates in one: positions in which some moves allow one and others do not, and their file format.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use saffron_rules::{Move, Position};

use crate::checks::possible_checks;
use crate::solver::after;
use crate::suite::{LineError, parse_position};

/// Returns the legal moves that mate at once.
///
/// ```
/// use saffron_mates::mates_in_one;
/// use saffron_rules::{Position, Variant};
///
/// let glinski = Variant::by_id("glinski").unwrap();
/// let position = Position::from_fen(glinski, "k/3/5/5Q1/2K6/11/11/11/11/11/11 w - - 0 1")?;
/// assert!(!mates_in_one(&position).is_empty());
/// # Ok::<(), saffron_rules::FenError>(())
/// ```
pub fn mates_in_one(position: &Position) -> Vec<Move> {
    let mut mates = Vec::new();
    possible_checks(position, |mv| {
        let child = after(position, mv);
        if child.in_check() && !child.has_legal_move() {
            mates.push(mv);
        }
        false
    });
    mates
}

/// Returns whether a move is neither a capture nor a promotion.
fn is_quiet(position: &Position, mv: Move) -> bool {
    position.captured(mv).is_none() && mv.promotion.is_none()
}

/// Position whose side to move can allow a quiet mate in one, and can avoid any mate in one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuietMate {
    pub position: Position,
    /// Number of legal moves that allow a quiet mate in one; at least 1.
    pub mistakes: usize,
    /// Number of legal moves that allow no mate in one; at least 1. Moves in neither count allow only mates by captures or
    /// promotions.
    pub safe: usize,
}

/// Legal moves of a position by the mates in one that they allow.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AllowedMates {
    pub mistakes: Vec<Move>,
    pub safe: Vec<Move>,
}

impl AllowedMates {
    /// Examines every move of a position.
    pub fn new(position: &Position) -> AllowedMates {
        let mut allowed = AllowedMates::default();
        for mv in position.legal_moves() {
            let child = after(position, mv);
            let mates = mates_in_one(&child);
            if mates.is_empty() {
                allowed.safe.push(mv);
            } else if mates.into_iter().any(|mate| is_quiet(&child, mate)) {
                allowed.mistakes.push(mv);
            }
        }
        allowed
    }
}

impl QuietMate {
    /// Examines every move of a position. `None` unless some moves allow a quiet mate in one and others allow no mate in one.
    pub fn new(position: &Position) -> Option<QuietMate> {
        let AllowedMates { mistakes, safe } = AllowedMates::new(position);
        let (mistakes, safe) = (mistakes.len(), safe.len());
        (mistakes > 0 && safe > 0).then_some(QuietMate { position: *position, mistakes, safe })
    }

    /// Parses a file of positions: variant, FEN, mistakes and safe moves in tab-separated columns; lines with `#` are comments.
    /// The numbers are not checked.
    ///
    /// # Errors
    ///
    /// The first line that cannot be parsed, or that repeats an earlier position.
    pub fn parse_file(text: &str) -> Result<Vec<QuietMate>, LineError> {
        let mut seen = BTreeSet::new();
        let mut all = Vec::new();
        for (line, content) in (1..).zip(text.lines()) {
            if content.starts_with('#') || content.trim().is_empty() {
                continue;
            }
            let read = parse_line(content).map_err(|reason| LineError { line, reason })?;
            if !seen.insert((read.position.variant().id(), read.position.to_fen())) {
                return Err(LineError { line, reason: "the position was there before".to_owned() });
            }
            all.push(read);
        }
        Ok(all)
    }

    /// Formats positions as [`QuietMate::parse_file`] reads them, below a header with a description and the command that made
    /// them.
    pub fn to_file(all: &[QuietMate], command: &str) -> String {
        let mut text = String::from(HEAD);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "#\n#     {command}\n#\n# variant, position, mistakes, safe moves");
        for QuietMate { position, mistakes, safe } in all {
            let _ = writeln!(text, "{}\t{}\t{mistakes}\t{safe}", position.variant().id(), position.to_fen());
        }
        text
    }
}

const HEAD: &str = "\
# Positions in which the side to move can allow a mate in one by a move that is neither a capture nor a promotion, and can avoid
# any mate in one. The last two columns are the numbers of legal moves that allow such a mate, and of those that allow no mate
# in one; both were counted by playing every move and every reply. The positions come from games of the engine against itself
# with few nodes a move, at most one of a game: those in which one of the mistakes would be the best move if the mates were
# overlooked. Made by
";

fn parse_line(line: &str) -> Result<QuietMate, String> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [id, fen, mistakes, safe] = columns[..] else {
        return Err(format!("there are {} columns, not 4", columns.len()));
    };
    let position = parse_position(id, fen)?;
    let number = |text: &str| {
        let number = text.parse().ok().filter(|&number: &usize| number > 0);
        number.ok_or_else(|| format!("{text:?} is no number of moves"))
    };
    Ok(QuietMate { position, mistakes: number(mistakes)?, safe: number(safe)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::sources;
    use saffron_rules::Variant;

    /// Black to move: c7c6 allows the quiet d5f8, which mates.
    const POSITION: &str = "kq2r/bppp2/1p4p/rp4P1/5P2P/3NR4/p1P3Q1/1b4N/P2R1B/4K b - - 1 22";

    #[test]
    fn mates_in_one_are_those_of_playing_every_move() {
        let mut random = Random::new(5);
        let mut mates = 0;
        for variant in Variant::all() {
            let games = (0..8).flat_map(|_| sources::game(variant, &mut random)).collect::<Vec<_>>();
            let sparse = (0..300).map(|_| sources::few_pieces(variant, &mut random)).collect::<Vec<_>>();
            for position in games.into_iter().chain(sparse) {
                let is_mate = |&mv: &Move| {
                    let child = position.play(mv).unwrap();
                    child.in_check() && child.legal_moves().is_empty()
                };
                let expected: BTreeSet<u16> =
                    position.legal_moves().into_iter().filter(is_mate).map(Move::to_bits).collect();
                let found: BTreeSet<u16> = mates_in_one(&position).into_iter().map(Move::to_bits).collect();
                assert_eq!(found, expected, "{position:?}");
                mates += found.len();
            }
        }
        assert!(mates > 200, "{mates}");
    }

    #[test]
    fn a_position_is_examined_move_by_move() {
        let shafran = Variant::by_id("shafran").unwrap();
        let position = Position::from_fen(shafran, POSITION).unwrap();
        let found = QuietMate::new(&position).unwrap();
        assert!(found.mistakes > 10 && found.safe > 0, "{found:?}");
        let mistake = after(&position, position.parse_uci("c7c6").unwrap());
        let mates = mates_in_one(&mistake);
        assert!(mates.contains(&mistake.parse_uci("d5f8").unwrap()) && mates.iter().all(|&mv| is_quiet(&mistake, mv)));
        // No mate is near at the start.
        assert_eq!(QuietMate::new(&shafran.start()), None);
    }

    #[test]
    fn the_file_is_read_as_it_was_written() {
        let position = Position::from_fen(Variant::by_id("shafran").unwrap(), POSITION).unwrap();
        let all = vec![QuietMate::new(&position).unwrap()];
        assert_eq!(QuietMate::parse_file(&QuietMate::to_file(&all, "command")), Ok(all));
    }

    #[test]
    fn a_bad_line_is_reported() {
        let good = format!("shafran\t{POSITION}\t3\t2");
        for (line, reason) in [
            ("shafran".to_owned(), "there are 1 columns, not 4"),
            (good.replace("shafran", "chess"), "there is no variant \"chess\""),
            (good.replace("\t3\t", "\t0\t"), "\"0\" is no number of moves"),
            (good.replace("\t2", "\tx"), "\"x\" is no number of moves"),
        ] {
            let error = QuietMate::parse_file(&format!("#\n{line}")).unwrap_err();
            assert_eq!(error, LineError { line: 2, reason: reason.to_owned() });
        }
        let error = QuietMate::parse_file(&format!("{good}\n{good}")).unwrap_err();
        assert_eq!(error, LineError { line: 2, reason: "the position was there before".to_owned() });
    }
}
