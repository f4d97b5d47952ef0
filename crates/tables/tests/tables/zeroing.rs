//! Depths to zeroing against one ply of the rules' move generator, in files, and in endings of known figures.

use saffron_rules::{Color, Move, Position, Variant};
use saffron_tables::{
    Ending, FiftyMoves, LongMates, Solver, Table, Tables, Value, Zeroing, verify_file, verify_file_zeroing,
    verify_zeroing,
};

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

/// The longest win of White, which is to move, and its plies.
fn longest_win(table: &Table) -> (u16, Position) {
    let plies = |index: usize| match table.value_at(Color::White, index) {
        Some(Value::Win(plies)) => plies,
        _ => 0,
    };
    let index = (0..table.indices_of(Color::White)).max_by_key(|index| plies(*index)).unwrap();
    (plies(index), table.position_at(Color::White, index).unwrap())
}

/// A move with the best value; `None` at the end of the game.
fn best_move(solver: &Solver, position: &Position) -> Option<Move> {
    let value = |mv: &Move| solver.value(&position.play(*mv).unwrap()).unwrap().before_move();
    position.legal_moves().into_iter().max_by_key(value)
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
        assert_eq!(verify_file(&tables, &solver, &table), None);
        let [white, black] = solver.long_mates(&ending).unwrap();
        assert!(white.beyond > 1000 && black.beyond > 1000 && white.deepest <= rule && black.deepest <= rule);
    }
}

/// The position with another half-move clock.
fn with_clock(position: &Position, clock: u16) -> Position {
    let fen = position.to_fen();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let clock = clock.to_string();
    fields[4] = &clock;
    Position::from_fen(position.variant(), &fields.join(" ")).unwrap()
}

#[test]
fn a_look_up_tells_what_the_rule_makes_of_a_win() {
    let mut solver = solver("mccooey").with_rule(14);
    let ending: Ending = "KPK".parse().unwrap();
    let file = solver.build(&ending).unwrap().file;
    let without = Tables::built_in(solver.variant()).unwrap();
    let mut with = Tables::built_in(solver.variant()).unwrap();
    with.add_bytes(file).unwrap();
    let fifty = |tables: &Tables, position: &Position, clock: u16| {
        let known = tables.look_up(&with_clock(position, clock)).unwrap().unwrap();
        assert_eq!(known.moves.len(), position.legal_moves().len());
        known.fifty
    };
    let (plies, longest) = longest_win(solver.solved(&ending).unwrap());
    assert_eq!(fifty(&without, &longest, 100 - plies), FiftyMoves::InTime);
    assert_eq!(fifty(&without, &longest, 101 - plies), FiftyMoves::Unclear);
    // On the way to the mate the pawn moves, and the count begins again.
    let mut position = longest;
    let mut found = 0;
    while let Some(mv) = best_move(&solver, &position) {
        if let Some(Zeroing::Within(depth)) = with.zeroing(&position).unwrap()
            && with.value(&position).unwrap().unwrap().plies().unwrap() > depth
        {
            assert_eq!(fifty(&with, &position, 100 - depth), FiftyMoves::InTime);
            assert_eq!(fifty(&with, &position, 101 - depth), FiftyMoves::TooLate);
            found += 1;
        }
        position.play_unchecked(mv);
    }
    assert!(found > 0);
    // A move that draws is not touched by the rule, and one that keeps the win in time neither.
    let known = with.look_up(&with_clock(&longest, 100)).unwrap().unwrap();
    assert!(
        known.moves.iter().filter(|known| known.value == Value::Draw).all(|known| known.fifty == FiftyMoves::InTime)
    );
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
