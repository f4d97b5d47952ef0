//! Values under the 50-move rule, against following every move to the end of the count.

use saffron_rules::{Cell, Color, Piece, Position, Role, Setup, Variant};
use saffron_tables::{Ending, FiftyMoves, Solver, Tables, Value};

/// Every `step`th legal position of an ending, with a half-move clock.
fn positions(variant: &'static Variant, ending: &Ending, step: usize, clock: u16) -> Vec<Position> {
    let cells: Vec<Cell> = variant.board().cells().iter().collect();
    let roles = |color: Color| {
        [Role::King].into_iter().chain(ending.side(color).iter().copied()).map(move |role| Piece { color, role })
    };
    let pieces: Vec<Piece> = Color::ALL.into_iter().flat_map(roles).collect();
    let all = cells.len().pow(u32::try_from(pieces.len()).unwrap());
    let mut found = Vec::new();
    for index in (0..2 * all).step_by(step) {
        let mut setup = Setup::new();
        (setup.turn, setup.halfmove_clock) = (Color::ALL[index % 2], clock);
        let mut left = index / 2;
        for &piece in &pieces {
            setup.put(piece, cells[left % cells.len()]);
            left /= cells.len();
        }
        let position = Position::from_setup(variant, &setup).ok();
        found.extend(position.filter(|position| position.occupied().len() == pieces.len()));
    }
    found
}

fn value(tables: &Tables, position: &Position) -> Value {
    tables.value(position).unwrap().unwrap()
}

/// Returns whether a decided position keeps its result when so many plies are left of the count, by every move.
fn keeps(tables: &Tables, position: &Position, left: u16) -> bool {
    let here = value(tables, position);
    if here.plies().is_none_or(|plies| plies <= left) {
        return true;
    }
    let wins = here > Value::Draw;
    let keeps = |mv| {
        let mut after = *position;
        after.play_unchecked(mv);
        // The loser may do worse than it has to.
        let kept = value(tables, &after).before_move();
        let kept = if wins { kept.wdl() == here.wdl() } else { kept.wdl() <= here.wdl() };
        let zeroes = after.halfmove_clock() == 0;
        kept && if zeroes { keeps_at_once(tables, &after) } else { left > 0 && keeps(tables, &after, left - 1) }
    };
    let moves = position.legal_moves();
    left > 0 && if wins { moves.into_iter().any(keeps) } else { moves.into_iter().all(keeps) }
}

fn keeps_at_once(tables: &Tables, position: &Position) -> bool {
    value(tables, position).plies().is_none_or(|plies| plies <= 100)
}

/// Compares positions with so many plies left of the count; returns how many are in time by a capture or pawn move, too late, and
/// unclear.
fn compare(tables: &Tables, ending: &str, step: usize, left: u16) -> [usize; 3] {
    let mut counts = [0; 3];
    for position in positions(tables.variant(), &ending.parse().unwrap(), step, 100 - left) {
        if value(tables, &position).plies().is_none_or(|plies| plies <= left) {
            continue;
        }
        let fifty = tables.look_up(&position).unwrap().unwrap().fifty;
        let keeps = || keeps(tables, &position, left);
        match fifty {
            FiftyMoves::InTime => assert!(keeps(), "{} in time", position.to_fen()),
            FiftyMoves::TooLate => assert!(!keeps(), "{} too late", position.to_fen()),
            FiftyMoves::Unclear => {}
        }
        counts[fifty as usize] += 1;
    }
    counts
}

fn tables(variant: &str, endings: &[&str]) -> Tables {
    let variant = Variant::by_id(variant).unwrap();
    let (mut tables, mut solver) = (Tables::built_in(variant).unwrap(), Solver::new(variant).unwrap());
    for ending in endings {
        tables.add_bytes(solver.build(&ending.parse().unwrap()).unwrap().file).unwrap();
    }
    tables
}

#[test]
fn a_win_that_no_capture_or_pawn_move_can_prolong_is_too_late() {
    for variant in Variant::all() {
        let tables = tables(variant.id(), &[]);
        for ending in ["KQK", "KRK"] {
            for left in [0, 1, 3] {
                let [in_time, too_late, unclear] = compare(&tables, ending, 4001, left);
                // By stalemate, it may be that the piece has to be taken, and the game continues with kings alone.
                assert!(
                    too_late > 20 && (unclear == 0 || variant.stalemate_quarters() > 2),
                    "{ending} {left}: {unclear}"
                );
                assert_eq!(in_time, 0, "{} {ending} {left}", variant.id());
            }
        }
    }
    // Many plies are left, and mates take longer.
    let tables = tables("devasa", &["KBNK"]);
    for position in positions(tables.variant(), &"KBNK".parse().unwrap(), 400_009, 60) {
        let known = tables.look_up(&position).unwrap().unwrap();
        let too_late = known.value.plies().is_some_and(|plies| plies > 40);
        assert_eq!(
            known.fifty,
            if too_late { FiftyMoves::TooLate } else { FiftyMoves::InTime },
            "{}",
            position.to_fen()
        );
    }
}

#[test]
fn the_last_two_plies_of_the_count_are_followed() {
    let mut all = [0; 3];
    for (tables, endings) in [
        (tables("shafran", &["KQRK", "KQKR"]), &["KPK", "KQRK", "KQKR"][..]),
        (tables("glinski", &["KRBK"]), &["KPK", "KNK", "KRBK"]),
    ] {
        for ending in endings {
            for left in 0..3 {
                let counts = compare(&tables, ending, if ending.len() > 3 { 60_013 } else { 211 }, left);
                // A loser by stalemate may do worse: be mated, but too late. What is then in time is not followed.
                let by_stalemate = tables.variant().stalemate_quarters() > 2;
                let most = if by_stalemate { counts.iter().sum::<usize>() / 50 } else { 0 };
                assert!(counts[2] <= most, "{ending} {left} {counts:?}");
                all = [0, 1, 2].map(|i| all[i] + counts[i]);
            }
        }
    }
    assert!(all[0] > 100 && all[1] > 100, "{all:?}");
}

#[test]
fn what_may_be_captured_or_pushed_is_unclear_with_more_plies_left() {
    let tables = tables("shafran", &["KQKR"]);
    for ending in ["KPK", "KQKR"] {
        let counts = compare(&tables, ending, 50_021, 4);
        assert!(counts[0] + counts[1] == 0 && counts[2] > 0, "{ending} {counts:?}");
    }
}
