//! Longest wins, mutual zugzwangs, perpetual checks and quiet positions against what follows from single positions and published counts.

use saffron_endings::{Details, best_line, longest_win, solve_in_detail, zugzwangs};
use saffron_rules::{Color, Piece, Position, Role, Setup, Variant};
use saffron_tables::{Counts, Solver, Value};

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
        let (plies, position) = longest_win(&table, Color::White, stalemate).unwrap();
        let line = best_line(&solver, &position).unwrap();
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
        // A lone king cannot mate, but it can stalemate in a corner.
        assert_eq!(longest_win(&table, Color::Black, stalemate).is_some(), stalemate, "{variant} {ending}");
    }
}

#[test]
fn each_side_of_a_mutual_zugzwang_would_rather_pass() {
    let mut solver = solver("shafran");
    let table = solver.solve(&"KPK".parse().unwrap()).unwrap();
    let found = zugzwangs(&table);
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
    // A lone king that is not in check can move safely while a queen can wait.
    assert_eq!(zugzwangs(&solver.solve(&"KQK".parse().unwrap()).unwrap()).count, 0);
}

#[test]
fn rook_against_knight_is_held_by_perpetual_check_only() {
    let mut glinski = solver("glinski");
    let ending = "KRKN".parse().unwrap();
    let Details { table, held, .. } = solve_in_detail(&mut glinski, &ending, Some(Color::Black)).unwrap();
    let held = held.unwrap();
    assert!(std::ptr::eq(&raw const *table, glinski.solved(&ending).unwrap()));
    assert!(held.all.iter().sum::<u64>() > 0);
    // Published: perpetual checks, and no fortress.
    assert_eq!(held.perpetual, held.all);
    // A stalemate that is a draw ends the game.
    let mut shafran = solver("shafran");
    let queens = solve_in_detail(&mut shafran, &"KQQK".parse().unwrap(), Some(Color::Black)).unwrap();
    assert_eq!(queens.held.unwrap().all, [0, 0]);
    // No piece: a lone king has no check to give.
    let bare = solve_in_detail(&mut glinski, &"KBK".parse().unwrap(), Some(Color::Black)).unwrap().held.unwrap();
    assert!(bare.all[0] > 0);
    assert_eq!(bare.perpetual, [0, 0]);
}

/// Counts the positions of an ending of three pieces, and the quiet ones by the rules' own moves, by result to White.
fn counted_by_moves(solver: &Solver, role: Role, turn: Color) -> (u64, [u64; 5]) {
    let variant = solver.variant();
    let (mut legal, mut results) = (0, [0; 5]);
    for white in variant.board().cells() {
        for black in variant.board().cells() {
            for cell in variant.board().cells() {
                if white == black || white == cell || black == cell {
                    continue;
                }
                let mut setup = Setup::new();
                setup.turn = turn;
                setup.put(Piece { color: Color::White, role: Role::King }, white);
                setup.put(Piece { color: Color::Black, role: Role::King }, black);
                setup.put(Piece { color: Color::White, role }, cell);
                let Ok(position) = Position::from_setup(variant, &setup) else { continue };
                let Some(value) = solver.value(&position) else { continue };
                if position.legal_moves().iter().any(|mv| position.piece_at(mv.to).is_some()) {
                    continue;
                }
                legal += 1;
                results[if turn == Color::White { value.result() } else { 4 - value.result() }] += 1;
            }
        }
    }
    (legal, results)
}

#[test]
fn quiet_positions_are_those_without_a_legal_capture() {
    for (variant, ending, role) in
        [("shafran", "KRK", Role::Rook), ("glinski", "KBK", Role::Bishop), ("devasa", "KPK", Role::Pawn)]
    {
        let mut solver = solver(variant);
        let Details { table, quiet, held } = solve_in_detail(&mut solver, &ending.parse().unwrap(), None).unwrap();
        assert!(held.is_none());
        for turn in Color::ALL {
            let counts = table.counts_in(turn, &quiet[turn.index()], |_| true);
            assert_eq!((counts.legal, counts.results), counted_by_moves(&solver, role, turn), "{variant} {ending}");
            let all = table.counts(turn);
            // White has no capture, and Black can take the piece next to its king.
            assert_eq!(counts.legal == all.legal, turn == Color::White, "{variant} {ending}");
        }
    }
}

#[test]
fn without_a_capture_at_hand_equal_pieces_hardly_ever_win() {
    let mut solver = solver("shafran");
    let mut won = |ending: &str, turn: Color| {
        let Details { table, quiet, .. } = solve_in_detail(&mut solver, &ending.parse().unwrap(), None).unwrap();
        let share = |counts: Counts| (counts.results[4] * 1000 + counts.legal / 2) / counts.legal;
        [table.counts_in(turn, &quiet[turn.index()], |_| true), table.counts(turn)].map(share)
    };
    assert_eq!(won("KRKR", Color::White), [15, 343]);
    assert_eq!(won("KQKQ", Color::White)[0], 60);
    assert_eq!(won("KQKR", Color::White)[0], 448);
    assert_eq!(won("KRKB", Color::Black), [977, 726]);
}

#[test]
fn fortresses_and_perpetual_checks_are_as_many_as_was_published() {
    let mut solver = solver("glinski");
    let mut share = |ending: &str, stalemates: bool| {
        let Details { table, held, .. } =
            solve_in_detail(&mut solver, &ending.parse().unwrap(), Some(Color::Black)).unwrap();
        let counts = Color::ALL.map(|color| table.counts(color));
        let mut held: u64 = held.unwrap().all.iter().sum();
        if stalemates {
            held += counts.iter().map(|counts| counts.results[1] + counts.results[3]).sum::<u64>();
        }
        // In ten-thousandths of a percent, rounded.
        let all: u64 = counts.iter().map(|counts| counts.legal).sum();
        (held * 1_000_000 + all / 2) / all
    };
    // K+R v K+N 0.0019 %, K+R v K+B none; K+Q v K+R 41.5 % with stalemates counted as draws.
    assert_eq!(share("KRKN", false), 19);
    assert_eq!(share("KRKB", false), 0);
    assert_eq!(share("KQKR", true) / 1000, 415);
}
