//! Depths to zeroing against one ply of the rules' move generator, in files, and in endings of known figures.

use saffron_rules::Variant;
use saffron_tables::{Ending, LongMates, Solver, Tables, verify_file, verify_file_zeroing, verify_zeroing};

fn solver(variant: &str) -> Solver {
    Solver::new(Variant::by_id(variant).unwrap()).unwrap()
}

/// Solves an ending with its depths to zeroing, and checks each `step`th of them.
fn check(solver: &mut Solver, ending: &str, step: usize) {
    let ending: Ending = ending.parse().unwrap();
    let table = solver.solve(&ending).unwrap();
    assert!(solver.solve_zeroing(&ending).unwrap(), "{ending} has no depths");
    let verified = verify_zeroing(solver, &table, step);
    assert_eq!((verified.wrong, verified.first), (0, None), "{ending}");
    assert!(verified.legal > 1000, "{ending}");
}

#[test]
fn every_depth_follows_from_one_ply() {
    // As if the rule were one of so few plies that it matters in endings of three pieces.
    for (variant, ending, rule) in [
        ("shafran", "KRK", 12),
        ("shafran", "KPK", 9),
        ("glinski", "KPK", 8),
        ("mccooey", "KPK", 14),
        ("devasa", "KQK", 7),
    ] {
        check(&mut solver(variant).with_rule(rule), ending, 1);
    }
}

#[test]
fn depths_of_pawns_that_can_take_each_other_follow_from_one_ply() {
    check(&mut solver("shafran").with_rule(12), "KPKP", 997);
}

#[test]
fn only_endings_with_long_wins_have_depths() {
    let mut solver = solver("shafran");
    assert_eq!(solver.solve_zeroing(&"KRK".parse().unwrap()), Ok(false));
    assert!(solver.build(&"KRK".parse().unwrap()).unwrap().streams.iter().all(|stream| !stream.zeroing));
}

#[test]
fn a_file_has_the_depths_that_were_solved() {
    for (variant, ending, rule) in [("shafran", "KRK", 12), ("mccooey", "KPK", 14)] {
        let mut solver = solver(variant).with_rule(rule);
        let ending: Ending = ending.parse().unwrap();
        let built = solver.build(&ending).unwrap();
        assert_eq!(built.streams.iter().filter(|stream| stream.zeroing).count(), 2);
        let mut tables = Tables::built_in(Variant::by_id(variant).unwrap()).unwrap();
        let table = solver.solve(&ending).unwrap();
        // The table in the program has none.
        assert!(verify_file_zeroing(&tables, &solver, &table).is_some());
        tables.add_bytes(built.file).unwrap();
        assert_eq!(verify_file_zeroing(&tables, &solver, &table), None);
        assert_eq!(verify_file(&tables, &table), None);
        let [white, black] = solver.long_mates(&ending).unwrap();
        assert!(white.beyond > 1000 && black.beyond > 1000 && white.deepest <= rule && black.deepest <= rule);
    }
}

#[test]
#[ignore = "half a minute in a release build"]
fn no_rook_loses_its_win_against_a_knight_to_the_rule() {
    let mut solver = solver("hexofen");
    check(&mut solver, "KRKN", 7);
    let found = solver.long_mates(&"KRKN".parse().unwrap()).unwrap();
    let expected = [(41_280, 81), (295_320, 80)].map(|(long, deepest)| LongMates { long, beyond: 0, deepest });
    assert_eq!(found, expected);
}
