//! Parts of a table that a look-up needs, and supplying them.

use std::collections::HashMap;

use saffron_rules::{Position, Variant};
use saffron_tables::{Ending, FRAME, Known, Solver, Tables, Value, beginning};

/// K+Q v K+R of Shafran's chess: White is to move and may take the rook.
const TAKES: &str = "5/6/7/8/4Q4/9/8/7/3K1r/k4 w - - 0 1";

fn shafran() -> &'static Variant {
    Variant::by_id("shafran").unwrap()
}

fn position(fen: &str) -> Position {
    Position::from_fen(shafran(), fen).unwrap()
}

/// Table files by ending.
struct Files(HashMap<String, Vec<u8>>);

impl Files {
    /// Looks a position up, fetching the missing parts of these files. Returns the numbers of rounds and bytes as well.
    fn look_up(&self, tables: &mut Tables, position: &Position) -> (Option<Known>, usize, usize) {
        let (mut rounds, mut bytes) = (0, 0);
        loop {
            let needed = tables.needed(position).unwrap();
            if needed.is_empty() {
                return (tables.look_up(position).unwrap(), rounds, bytes);
            }
            rounds += 1;
            assert!(rounds < 30, "{needed:?}");
            for ending in &needed.endings {
                let file = &self.0[&ending.to_string()];
                let (start, _) = beginning(file).unwrap();
                tables.add_partial(&file[..start]).unwrap();
                bytes += start;
            }
            for part in &needed.parts {
                let at = usize::try_from(part.offset).unwrap();
                let file = &self.0[&part.ending.to_string()];
                tables.supply_frames(&part.ending, part.offset, &file[at..at + part.length]).unwrap();
                bytes += part.length;
            }
        }
    }
}

#[test]
fn a_position_is_looked_up_by_what_is_needed_and_as_with_the_whole_file() {
    let mut solver = Solver::new(shafran()).unwrap();
    let ending: Ending = "KQKR".parse().unwrap();
    let file = solver.build(&ending).unwrap().file;
    let mut whole = Tables::built_in(shafran()).unwrap();
    whole.add_bytes(file.clone()).unwrap();
    let length = file.len();
    let files = Files(HashMap::from([(ending.to_string(), file)]));
    let mut tables = Tables::built_in(shafran()).unwrap();
    assert_eq!(tables.look_up(&position(TAKES)), Ok(None));
    let needed = tables.needed(&position(TAKES)).unwrap();
    assert_eq!((needed.endings, needed.parts), (vec![ending], Vec::new()));
    let (known, rounds, bytes) = files.look_up(&mut tables, &position(TAKES));
    assert_eq!(known, whole.look_up(&position(TAKES)).unwrap());
    assert!(bytes < length / 2, "{bytes} of {length} bytes in {rounds} rounds");
    let known = known.unwrap();
    assert!(known.moves.is_sorted_by(|a, b| a.value >= b.value));
    assert_eq!(known.moves.first().map(|known| known.value), Some(known.value));
    // No more bytes are needed for it.
    let (_, rounds, _) = files.look_up(&mut tables, &position(TAKES));
    assert_eq!(rounds, 0);
}

#[test]
fn endings_that_promotions_and_captures_lead_to_are_needed_too() {
    let tables = Tables::built_in(shafran()).unwrap();
    // A pawn that may be promoted next; afterwards a rook may take what it became, but first this table is needed.
    let needed = tables.needed(&position("5/1P4/6r/8/9/9/8/7/3K2/k4 w - - 0 1")).unwrap();
    let names: Vec<_> = needed.endings.iter().map(ToString::to_string).collect();
    assert_eq!(
        (names, needed.parts),
        (["KRKN", "KRKB", "KRKR", "KQKR", "KRKP"].map(str::to_owned).to_vec(), Vec::new())
    );
}

#[test]
fn nothing_is_needed_for_what_is_never_in_tables() {
    let tables = Tables::built_in(shafran()).unwrap();
    assert!(tables.needed(&shafran().start()).unwrap().is_empty());
    let other = Variant::by_id("glinski").unwrap();
    assert!(
        tables
            .needed(&Position::from_fen(other, "1/3/5/7/9/11/11/1k9/2B8/11/K10 b - - 0 1").unwrap())
            .unwrap()
            .is_empty()
    );
    // With a table in the program.
    let mate = position("5/6/7/8/4Q4/9/8/7/3K2/k4 w - - 0 1");
    assert!(tables.needed(&mate).unwrap().is_empty());
    assert_eq!(tables.look_up(&mate).unwrap().map(|known| known.value), Some(Value::Win(1)));
}

#[test]
fn frames_of_another_file_are_refused() {
    let mut solver = Solver::new(shafran()).unwrap();
    let ending: Ending = "KRK".parse().unwrap();
    let file = solver.build(&ending).unwrap().file;
    let (start, _) = beginning(&file).unwrap();
    let mut tables = Tables::built_in(shafran()).unwrap();
    tables.add_partial(&file[..start]).unwrap();
    let mut two = file[start..start + 2 * FRAME].to_vec();
    tables.supply_frames(&ending, start as u64, &two).unwrap();
    two[FRAME + 7] ^= 16;
    let error = tables.supply_frames(&ending, start as u64, &two).unwrap_err();
    assert!(error.to_string().contains(&(start + FRAME).to_string()), "{error}");
    assert!(tables.supply_frames(&"KBNK".parse().unwrap(), start as u64, &two).is_err());
    assert!(tables.supply_frames(&ending, u64::MAX - 5, &two).is_err());
}
