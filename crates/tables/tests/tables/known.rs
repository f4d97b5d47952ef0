//! Endings of three and four pieces against published counts and against one ply of the rules' move generator.

use saffron_rules::{Cell, Color, Position, Variant};
use saffron_tables::{Ending, SolveError, Solver, Table, Value, verify};

const VARIANTS: [&str; 6] = ["shafran", "glinski", "mccooey", "hexofen", "devasa", "brusky"];

fn solver(variant: &str) -> Solver {
    Solver::new(Variant::by_id(variant).unwrap()).unwrap()
}

fn solve(solver: &mut Solver, ending: &str) -> std::sync::Arc<Table> {
    solver.solve(&ending.parse().unwrap()).unwrap()
}

/// Positions, mates and stalemates with a lone king to move.
fn ends(solver: &mut Solver, ending: &str) -> [u64; 3] {
    let counts = solve(solver, ending).counts(Color::Black);
    [counts.legal, counts.mates, counts.stalemates]
}

#[test]
fn mates_and_stalemates_of_a_lone_king_are_those_that_were_published() {
    let mut glinski = solver("glinski");
    let found = ["KNK", "KBK", "KRK", "KQK"].map(|ending| ends(&mut glinski, ending));
    assert_eq!(found, [[648_810, 24, 510], [648_810, 60, 474], [648_810, 186, 840], [648_810, 1392, 1020]]);
    let mut shafran = solver("shafran");
    let found = ["KNK", "KBK", "KRK", "KQK"].map(|ending| ends(&mut shafran, ending));
    assert_eq!(found, [[282_744, 24, 0], [282_744, 48, 0], [282_744, 162, 0], [282_744, 1138, 0]]);
}

#[test]
fn every_value_of_three_pieces_follows_from_one_ply() {
    for variant in VARIANTS {
        let mut solver = solver(variant);
        for ending in [Ending::all(2), Ending::all(3)].concat() {
            let table = solver.solve(&ending).unwrap();
            let verified = verify(&solver, &table, 1);
            assert_eq!((verified.wrong, verified.first), (0, None), "{variant} {ending}");
            assert_eq!((verified.indices, verified.legal), (table.indices(), table.legal_indices()));
        }
    }
}

#[test]
fn values_of_four_pieces_follow_from_one_ply() {
    for (variant, ending, step) in [("shafran", "KQKR", 97), ("glinski", "KNNK", 97)] {
        let mut solver = solver(variant);
        let table = solve(&mut solver, ending);
        let verified = verify(&solver, &table, step);
        assert_eq!((verified.wrong, verified.first), (0, None), "{variant} {ending}");
        assert!(verified.legal > 10_000, "{variant} {ending}: {}", verified.legal);
    }
}

#[test]
fn a_king_stalemates_another_in_a_corner_of_glinskis_board() {
    let mut solver = solver("glinski");
    let counts = solve(&mut solver, "KK").counts(Color::White);
    assert_eq!((counts.legal, counts.stalemates, counts.results), (7290, 6, [0, 6, 7242, 42, 0]));
}

#[test]
fn two_knights_win_and_two_bishops_hardly_ever_in_glinskis_game() {
    let mut solver = solver("glinski");
    let board = Variant::by_id("glinski").unwrap().board();
    let mut won = |ending: &str, wanted: &(dyn Fn(&[Cell]) -> bool + Sync)| {
        let table = solve(&mut solver, ending);
        let counts = Color::ALL.map(|color| table.counts_where(color, wanted));
        let (won, all) =
            (counts.iter().map(|c| c.results[4]).sum::<u64>(), counts.iter().map(|c| c.legal).sum::<u64>());
        // In hundredths of a percent, rounded.
        (won * 10_000 + all / 2) / all
    };
    assert!(won("KNNK", &|_| true) > 5000);
    assert_eq!(won("KBNK", &|_| true), 50);
    assert_eq!(won("KBBK", &|cells| board.cell_color(cells[0]) != board.cell_color(cells[1])), 17);
}

#[test]
fn captures_en_passant_count() {
    let variant = Variant::by_id("shafran").unwrap();
    let mut solver = Solver::new(variant).unwrap();
    let table = solve(&mut solver, "KPKP");
    let verified = verify(&solver, &table, 499);
    assert_eq!((verified.wrong, verified.first), (0, None));
    // Every position after a triple step past a pawn has the value of its best move, the capture included.
    let mut looked_at = 0;
    let board = variant.board();
    for white in board.cells() {
        for black in board.cells() {
            for taker in board.cells() {
                let mut setup = saffron_rules::Setup::new();
                let cell = |name| board.cell(name).unwrap();
                for (letter, at) in [('K', white), ('k', black), ('P', cell("e2")), ('p', taker)] {
                    setup.put(saffron_rules::Piece::from_letter(letter).unwrap(), at);
                }
                let Ok(position) = Position::from_setup(variant, &setup) else { continue };
                let Ok(mv) = position.parse_uci("e2e5") else { continue };
                let Ok(after) = position.play(mv) else { continue };
                if after.en_passant_cells().is_empty() || position.occupied().len() != 4 {
                    continue;
                }
                assert_eq!(solver.value(&after), solver.value_by_moves(&after), "{}", after.to_fen());
                looked_at += usize::from(solver.value(&after) != table.value(&after));
            }
        }
    }
    assert!(looked_at > 1000, "only {looked_at} positions where the capture matters");
}

#[test]
fn positions_are_looked_up_from_either_side() {
    let variant = Variant::by_id("shafran").unwrap();
    let mut solver = Solver::new(variant).unwrap();
    solve(&mut solver, "KRK");
    let value = |fen: &str| solver.value(&Position::from_fen(variant, fen).unwrap());
    // The second is the first with the sides exchanged and the board turned.
    assert_eq!(value("5/6/7/8/9/9/8/7/1R4/K3k w - - 0 1"), value("K3k/4r1/7/8/9/9/8/7/6/5 b - - 0 1"));
    assert!(matches!(value("5/6/7/8/9/9/8/7/1R4/K3k w - - 0 1"), Some(Value::Win(_))));
    // That ending is not solved.
    assert_eq!(value("5/6/7/8/9/9/8/7/1Q4/K3k w - - 0 1"), None);
}

#[test]
fn what_does_not_fit_is_refused_before_it_is_begun() {
    let mut solver = solver("glinski").with_memory(1 << 20);
    let refused = solver.solve(&"KPK".parse().unwrap()).map(|table| table.ending().to_string());
    assert!(matches!(refused, Err(SolveError::Memory { needed, allowed: 1, .. }) if needed > 1), "{refused:?}");
    // With pawns on 91 cells five pieces need more than the usual limit, too.
    let refused = Solver::new(Variant::by_id("glinski").unwrap()).unwrap().solve(&"KPPKP".parse().unwrap());
    assert!(matches!(refused, Err(SolveError::Memory { .. })));
}
