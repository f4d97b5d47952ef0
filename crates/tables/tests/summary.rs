//! Longest wins, mutual zugzwangs and perpetual checks against what follows from single positions and published counts.

use saffron_rules::{Color, Variant};
use saffron_tables::{Solver, Value};

fn solver(variant: &str) -> Solver {
    Solver::new(Variant::by_id(variant).unwrap()).unwrap()
}

#[test]
fn the_longest_win_is_as_long_as_its_line() {
    for (variant, ending, stalemate) in
        [("shafran", "KRK", false), ("glinski", "KQK", false), ("glinski", "KBK", true), ("shafran", "KPK", false)]
    {
        let mut solver = solver(variant);
        let table = solver.solve(&ending.parse().unwrap()).unwrap();
        let (plies, position) = table.longest(Color::White, stalemate).unwrap();
        let line = solver.best_line(&position).unwrap();
        assert_eq!(line.len(), usize::from(plies), "{variant} {ending}");
        let mut after = position;
        for mv in line {
            after = after.play(mv).unwrap();
        }
        assert!(after.legal_moves().is_empty(), "{variant} {ending}");
        assert_eq!(after.in_check(), !stalemate);
        if !stalemate {
            let longest = Color::ALL.map(|turn| table.counts(turn).longest).into_iter().max();
            assert_eq!(Some(plies), longest, "{variant} {ending}");
        }
        // A lone king mates nobody, but it can stalemate in a corner.
        assert_eq!(table.longest(Color::Black, stalemate).is_some(), stalemate, "{variant} {ending}");
    }
}

#[test]
fn each_side_of_a_mutual_zugzwang_would_rather_pass() {
    let mut solver = solver("shafran");
    let table = solver.solve(&"KPK".parse().unwrap()).unwrap();
    let found = table.zugzwangs();
    assert!(found.count > 0 && !found.examples.is_empty());
    for example in &found.examples {
        let mut setup = example.position.to_setup();
        setup.turn = Color::Black;
        let other = saffron_rules::Position::from_setup(solver.variant(), &setup).unwrap();
        let values = [&example.position, &other].map(|position| solver.value_by_moves(position).unwrap());
        assert_eq!(values, example.values);
        // Values are to the side to move: White's with White to move must be worse than what it has with Black to move.
        assert!(values[0].result() < 4 - values[1].result(), "{}", example.position.to_fen());
    }
    assert!(matches!(found.examples[0].values, [Value::Draw, Value::Loss(_)]));
    // A lone king that is not in check has nothing to fear of a move while a queen can wait.
    assert_eq!(solver.solve(&"KQK".parse().unwrap()).unwrap().zugzwangs().count, 0);
}

#[test]
fn rook_against_knight_is_held_by_perpetual_check_only() {
    let mut glinski = solver("glinski");
    let ending = "KRKN".parse().unwrap();
    let (table, held) = glinski.solve_with_held(&ending, Color::Black).unwrap();
    assert!(std::ptr::eq(&raw const *table, glinski.solved(&ending).unwrap()));
    assert!(held.all.iter().sum::<u64>() > 0);
    // Published: perpetual checks, and no fortress.
    assert_eq!(held.perpetual, held.all);
    // A stalemate that is a draw ends the game.
    let mut shafran = solver("shafran");
    assert_eq!(shafran.solve_with_held(&"KQQK".parse().unwrap(), Color::Black).unwrap().1.all, [0, 0]);
    // No piece: a lone king has no check to give.
    let (_, bare) = glinski.solve_with_held(&"KBK".parse().unwrap(), Color::Black).unwrap();
    assert!(bare.all[0] > 0);
    assert_eq!(bare.perpetual, [0, 0]);
}
