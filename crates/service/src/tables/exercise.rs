//! Exercises: random positions of an ending to practise winning.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::tables::TableExercise;
use saffron_rules::{Cell, Color, Piece, Position, Role, Setup};
use saffron_tables::{Ending, Tables, Value};

use crate::tables::damaged;

/// Maximum number of random placements.
const MAX_TRIES: usize = 50_000;
/// Distance to mate in plies below which a position is used only if no longer one is found.
const MIN_PLIES: u16 = 5;
/// Number of won positions below [`MIN_PLIES`] after which the longest of them is used.
const MAX_SHORT: usize = 64;

/// Random position which the side to move wins without capturing at once, since taking a hanging piece is no exercise.
///
/// # Errors
/// `NotInTables` if there is no table, or no placement was suitable; `DamagedTable` if the table cannot be read.
pub fn exercise(tables: &Tables, ending: &Ending, winner: Color, seed: u64) -> Result<TableExercise, ErrorCode> {
    if !tables.has(ending) {
        return Err(ErrorCode::NotInTables);
    }
    let mut random = StdRng::seed_from_u64(seed);
    let cells: Vec<Cell> = tables.variant().board().cells().iter().collect();
    let (mut best, mut short) = (None::<TableExercise>, 0);
    for _ in 0..MAX_TRIES {
        let Some(position) = placed(tables, ending, winner, &cells, &mut random) else { continue };
        let Some(Value::Win(plies)) = tables.value(&position).map_err(|error| damaged(&error))? else { continue };
        if wins_by_capture(tables, &position)? {
            continue;
        }
        if best.as_ref().is_none_or(|best| plies > best.plies) {
            best = Some(TableExercise { fen: position.to_fen(), plies });
        }
        short += 1;
        if plies >= MIN_PLIES || short == MAX_SHORT {
            break;
        }
    }
    best.ok_or(ErrorCode::NotInTables)
}

/// Returns whether a capture wins, even if it is not the fastest win.
fn wins_by_capture(tables: &Tables, position: &Position) -> Result<bool, ErrorCode> {
    for mv in position.legal_moves() {
        if position.piece_at(mv.to).is_none() {
            continue;
        }
        let mut after = *position;
        after.play_unchecked(mv);
        if matches!(tables.value(&after).map_err(|error| damaged(&error))?, Some(Value::Loss(_))) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Position with the pieces on random cells; `None` if two share a cell or the position is illegal.
fn placed(tables: &Tables, ending: &Ending, turn: Color, cells: &[Cell], random: &mut StdRng) -> Option<Position> {
    let mut setup = Setup::new();
    setup.turn = turn;
    for color in Color::ALL {
        for role in [Role::King].iter().chain(ending.side(color)) {
            let cell = cells[random.random_range(0..cells.len())];
            if setup.piece_at(cell).is_some() {
                return None;
            }
            setup.put(Piece { color, role: *role }, cell);
        }
    }
    Position::from_setup(tables.variant(), &setup).ok()
}

#[cfg(test)]
mod tests {
    use saffron_rules::Variant;
    use saffron_tables::Solver;

    use super::*;

    fn tables(variant: &str) -> Tables {
        Tables::built_in(Variant::by_id(variant).expect("a variant")).expect("tables")
    }

    fn ending(text: &str) -> Ending {
        Ending::parse(text).expect("an ending").0
    }

    #[test]
    fn exercises_are_won_and_take_some_moves() {
        for variant in Variant::all() {
            let tables = Tables::built_in(variant).expect("tables");
            for name in ["KQK", "KRK"] {
                for seed in 0..20 {
                    let found = exercise(&tables, &ending(name), Color::White, seed).expect("a won position");
                    let position = Position::from_fen(variant, &found.fen).expect("a position");
                    assert_eq!(tables.value(&position), Ok(Some(Value::Win(found.plies))), "{}", found.fen);
                    assert!(found.plies >= MIN_PLIES && position.turn() == Color::White, "{}", found.fen);
                    assert_eq!(Ending::of(&position), Some((ending(name), false)));
                }
            }
        }
    }

    #[test]
    fn different_seeds_give_different_positions() {
        let tables = tables("shafran");
        let found: std::collections::BTreeSet<_> =
            (0..20).map(|seed| exercise(&tables, &ending("KQK"), Color::White, seed).expect("won").fen).collect();
        assert!(found.len() > 15, "{found:?}");
    }

    #[test]
    fn an_ending_without_a_table_or_without_a_long_win_is_told_apart() {
        let tables = tables("shafran");
        assert_eq!(exercise(&tables, &ending("KQKR"), Color::White, 1), Err(ErrorCode::NotInTables));
        // The ending's longest win is a mate in one.
        let found = exercise(&tables, &ending("KBK"), Color::White, 1).expect("a mate in one");
        assert_eq!(found.plies, 1);
        // A lone king cannot win.
        assert_eq!(exercise(&tables, &ending("KQK"), Color::Black, 1), Err(ErrorCode::NotInTables));
    }

    #[test]
    fn no_exercise_is_won_by_a_capture_at_once() {
        let mut solver = Solver::new(Variant::by_id("shafran").expect("a variant")).expect("rules for tables");
        let mut tables = tables("shafran");
        for name in ["KRKR", "KQKR"] {
            tables.add_bytes(solver.build(&ending(name)).expect("a file").file).expect("a table");
        }
        for (name, winner) in [("KRKR", Color::White), ("KQKR", Color::White), ("KQKR", Color::Black)] {
            for seed in 0..20 {
                let found = exercise(&tables, &ending(name), winner, seed).expect("a won position");
                let position = Position::from_fen(tables.variant(), &found.fen).expect("a position");
                assert_eq!(tables.value(&position), Ok(Some(Value::Win(found.plies))), "{}", found.fen);
                for mv in position.legal_moves().iter().filter(|mv| position.piece_at(mv.to).is_some()) {
                    let after = position.play(*mv).expect("a legal move");
                    let value = tables.value(&after).expect("a whole table");
                    assert!(!matches!(value, Some(Value::Loss(_))), "{name}: {} hangs", found.fen);
                }
            }
        }
    }

    #[test]
    fn the_weaker_side_has_exercises_where_it_wins() {
        let mut solver = Solver::new(Variant::by_id("shafran").expect("a variant")).expect("rules for tables");
        let mut tables = tables("shafran");
        for name in ["KRKN", "KNKN", "KBKN", "KQKN", "KNKP"] {
            let file = solver.build(&ending(name)).expect("a file").file;
            tables.add_bytes(file).expect("a table");
        }
        for seed in 0..20 {
            let found = exercise(&tables, &ending("KNKP"), Color::Black, seed).expect("a won position");
            let position = Position::from_fen(tables.variant(), &found.fen).expect("a position");
            assert_eq!(tables.value(&position), Ok(Some(Value::Win(found.plies))), "{}", found.fen);
            assert_eq!((position.turn(), Ending::of(&position)), (Color::Black, Some((ending("KNKP"), false))));
        }
    }
}
