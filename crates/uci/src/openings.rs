//! `genfens N seed S book FILE|None`: openings for the self-play of a test framework, as OpenBench asks for them.

use std::path::Path;

use saffron_engine::{Control, Engine, Limits, Random, Root};
use saffron_rules::{Game, Position, Variant};
use saffron_selfplay::random_opening;

/// Number of random plies; every second opening has one more, so that either side is to move.
const RANDOM_PLIES: usize = 8;

/// Maximum absolute score of an opening in centipawns, and nodes of the search that gives it.
const MAX_IMBALANCE: i32 = 300;
const NODES: u64 = 1_000;

/// Number of candidates for one opening after which the last one is taken.
const MAX_CANDIDATES: usize = 1_000;

/// Arguments of the command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GenFens {
    pub(crate) count: u64,
    pub(crate) seed: u64,
    /// Positions to start from; the variant's start position if empty.
    pub(crate) book: Vec<Position>,
}

impl GenFens {
    /// Parses the words after `genfens` and reads the book. Unknown words at the end are settings of other engines.
    pub(crate) fn parse(words: &[&str], variant: &'static Variant) -> Result<GenFens, String> {
        let [count, "seed", seed, rest @ ..] = words else {
            return Err("expected \"genfens N seed S book FILE|None\"".to_owned());
        };
        let number = |text: &str| text.parse::<u64>().map_err(|_| format!("expected a number, not {text:?}"));
        let book = match rest {
            ["book", name, ..] if !name.eq_ignore_ascii_case("none") => read_book(Path::new(name), variant)?,
            _ => Vec::new(),
        };
        Ok(GenFens { count: number(count)?, seed: number(seed)?, book })
    }

    /// Generates the openings and passes the FEN of each to `print`, until that fails or the control stops it.
    pub(crate) fn generate(
        &self,
        variant: &'static Variant,
        engine: &mut Engine,
        control: &Control,
        mut print: impl FnMut(String) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        let mut random = Random::new(self.seed);
        for number in 0..self.count {
            let mut opening = Game::new(variant.start());
            for _ in 0..MAX_CANDIDATES {
                let start = match self.book.len() {
                    0 => variant.start(),
                    count => self.book[random.below(count)],
                };
                let Some(candidate) = random_opening(start, RANDOM_PLIES + (number % 2) as usize, &mut random) else {
                    continue;
                };
                opening = candidate;
                if control.is_stopped() {
                    return Ok(());
                }
                engine.new_game();
                let result = engine.search(&Root::from(&opening), &Limits::nodes(NODES), control, &mut ());
                if result.score.to_centipawns().abs() <= MAX_IMBALANCE {
                    break;
                }
            }
            print(opening.position().to_fen())?;
        }
        Ok(())
    }
}

/// Reads a file with one FEN a line.
fn read_book(path: &Path, variant: &'static Variant) -> Result<Vec<Position>, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| failed(&error))?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let read = |(number, line): (usize, &str)| {
        Position::from_any_fen(variant, line.trim()).map_err(|error| failed(&format_args!("line {number}: {error}")))
    };
    let positions = lines.map(read).collect::<Result<Vec<_>, _>>()?;
    if positions.is_empty() { Err(failed(&"it has no positions")) } else { Ok(positions) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fens(command: &GenFens, variant: &'static Variant) -> Vec<String> {
        let mut fens = Vec::new();
        let mut engine = Engine::new(1).unwrap();
        command
            .generate(variant, &mut engine, &Control::new(), |fen| {
                fens.push(fen);
                Ok(())
            })
            .unwrap();
        fens
    }

    #[test]
    fn openings_follow_from_the_seed() {
        for variant in Variant::all() {
            let command = |seed| GenFens { count: 4, seed, book: Vec::new() };
            let found = fens(&command(7), variant);
            assert_eq!(found.len(), 4);
            assert_eq!(found, fens(&command(7), variant));
            assert_ne!(found, fens(&command(8), variant));
            let turns: Vec<bool> = found.iter().map(|fen| fen.contains(" w ")).collect();
            assert_eq!(turns, [true, false, true, false]);
            assert!(found.iter().all(|fen| Position::from_fen(variant, fen).unwrap().has_legal_move()));
        }
    }

    #[test]
    fn arguments_are_those_of_openbench() {
        let variant = Variant::by_id("shafran").unwrap();
        let parse = |text: &str| GenFens::parse(&text.split(' ').collect::<Vec<_>>(), variant);
        let expected = GenFens { count: 25, seed: 3, book: Vec::new() };
        assert_eq!(parse("25 seed 3 book None"), Ok(expected.clone()));
        assert_eq!(parse("25 seed 3 book None some more"), Ok(expected.clone()));
        assert_eq!(parse("25 seed 3"), Ok(expected));
        for wrong in ["", "x seed 3", "25 seed", "25 3", "25 seed -1", "25 seed 3 book /no/such/file"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.epd");
        let start = "kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK w QBqb - 0 1";
        std::fs::write(&path, format!("{start}\n\n{start}\n")).unwrap();
        let words = ["2", "seed", "1", "book", path.to_str().unwrap()];
        assert_eq!(GenFens::parse(&words, variant).unwrap().book, [variant.start(); 2]);
        std::fs::write(&path, "\nx w - - 0 1\n").unwrap();
        assert!(GenFens::parse(&words, variant).unwrap_err().contains("line 2: "));
    }
}
