use super::*;
use crate::random::Random;
use crate::sources;
use saffron_rules::{Color, Piece, Role, Variant};

fn glinski(fen: &str) -> Position {
    Position::from_fen(Variant::by_id("glinski").unwrap(), fen).unwrap()
}

/// Returns whether the side to move mates within this many moves, by the plain definition.
fn mates(position: &Position, moves: u32) -> bool {
    moves > 0 && position.legal_moves().into_iter().any(|mv| is_lost(&after(position, mv), moves - 1))
}

fn is_lost(position: &Position, moves: u32) -> bool {
    let replies = position.legal_moves();
    if replies.is_empty() {
        return position.in_check();
    }
    moves > 0 && replies.into_iter().all(|reply| mates(&after(position, reply), moves))
}

#[test]
fn it_finds_what_the_definition_says() {
    let (mut random, mut solver) = (Random::new(5), Solver::new());
    let mut found = [0; 4];
    for variant in Variant::all() {
        let mut positions: Vec<(Position, u32)> = Vec::new();
        for _ in 0..25 {
            let game = sources::game(variant, &mut random);
            positions.extend(random.choose(&game).map(|position| (position, 1)));
            positions.extend(game.iter().rev().skip(1).take(1).map(|&position| (position, 1)));
            let few = game.into_iter().rev().skip(2).find(|position| position.occupied().len() < 22);
            positions.extend(few.map(|position| (position, 2)));
        }
        positions.extend((0..40).map(|_| (sources::few_pieces(variant, &mut random), 2)));
        let small = (0..400).map(|_| sources::few_pieces(variant, &mut random));
        positions.extend(small.filter(|position| position.occupied().len() <= 4).take(2).map(|position| (position, 3)));
        for (position, most) in positions {
            let expected = (1..=most).find(|&moves| mates(&position, moves));
            assert_eq!(solver.mate_in(&position, most), Ok(expected), "{position:?}");
            found[expected.unwrap_or(0) as usize] += 1;
            // The other side's question after each move.
            for mv in position.legal_moves().into_iter().take(if most > 2 { 0 } else { 5 }) {
                let child = after(&position, mv);
                assert_eq!(solver.is_mated_within(&child, most - 1), Ok(is_lost(&child, most - 1)), "{child:?}");
            }
        }
    }
    assert!(found[0] > 100 && found[1] > 25 && found[2] > 20 && found[3] > 0, "{found:?}");
}

#[test]
fn a_queen_that_her_king_guards_mates_in_the_corner() {
    let position = glinski("k/3/5/5Q1/2K6/11/11/11/11/11/11 w - - 0 1");
    let mut solver = Solver::new();
    assert_eq!(solver.mate_in(&position, 5), Ok(Some(1)));
    let keys = solver.keys(&position, 1).unwrap();
    assert!(!keys.is_empty());
    for mv in keys {
        let mated = position.play(mv).unwrap();
        assert_eq!(mated.outcome().unwrap().result(), "1-0");
        assert_eq!(solver.is_mated_within(&mated, 0), Ok(true));
        assert_eq!(solver.mate_in(&mated, 5), Ok(None));
    }
}

/// Gliński's stalemate scores three quarters, but is not a mate.
#[test]
fn stalemate_is_no_mate() {
    let stalemate = glinski("k/3/5/5Q1/2K6/11/11/11/11/11/11 b - - 0 1");
    let mut solver = Solver::new();
    assert!(!stalemate.has_legal_move() && !stalemate.in_check());
    for moves in 0..5 {
        assert_eq!(solver.is_mated_within(&stalemate, moves), Ok(false));
    }
    // From every cell the queen can have come from, the stalemating move is not among the mating moves.
    let queen = stalemate.by_role(Role::Queen).first().unwrap();
    let mut seen = 0;
    for from in stalemate.variant().board().cells() - stalemate.occupied() {
        let mut setup = stalemate.to_setup();
        setup.turn = Color::White;
        setup.clear(queen);
        setup.put(Piece { color: Color::White, role: Role::Queen }, from);
        let Ok(before) = Position::from_setup(stalemate.variant(), &setup) else { continue };
        let mv = Move { from, to: queen, promotion: None };
        if before.is_legal(mv) {
            seen += 1;
            for moves in 1..=3 {
                assert!(!solver.keys(&before, moves).unwrap().contains(&mv), "{before:?}");
            }
        }
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn the_table_tells_variants_apart() {
    // One cell layout, three sets of pawn moves: the results must not leak from one variant to the next.
    let mut solver = Solver::new();
    let mut random = Random::new(12);
    let variants = ["glinski", "mccooey", "hexofen"].map(|id| Variant::by_id(id).unwrap());
    for _ in 0..150 {
        let position = sources::few_pieces(variants[0], &mut random);
        for variant in variants {
            let Ok(twin) = Position::from_setup(variant, &position.to_setup()) else { continue };
            assert_eq!(solver.mate_in(&twin, 2), Solver::new().mate_in(&twin, 2), "{twin:?}");
        }
    }
}

#[test]
fn an_exhausted_budget_is_reported() {
    let variant = Variant::by_id("shafran").unwrap();
    let mut solver = Solver::with_budget(500);
    assert_eq!(solver.mate_in(&variant.start(), 3), Err(Exhausted));
    assert!(solver.played() <= 600);
    // The next question has its own budget, and no half-proved results are left in the table.
    assert_eq!(solver.mate_in(&variant.start(), 1), Ok(None));
    assert_eq!(solver.is_mated_within(&variant.start(), 3), Err(Exhausted));
}
