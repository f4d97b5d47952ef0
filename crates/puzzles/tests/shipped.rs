//! The puzzles of the page: complete, without duplicates, with the themes that the rules find, and with mates that are proved.

use saffron_mates::Solver;
use saffron_puzzles::{Puzzle, Theme, find_themes, remove_duplicates, shipped, text};
use saffron_rules::Variant;

/// Least number of puzzles of a game, and of those that have more.
const LEAST: usize = 500;
const LEAST_OF: [(&str, usize); 3] = [("shafran", 3000), ("glinski", 2000), ("mccooey", 1000)];

/// Longest mates that are proved here, in moves; longer ones were proved when they were mined, and take minutes together.
const MAX_MATE: u32 = 3;

#[test]
fn every_game_has_its_puzzles() {
    for &variant in Variant::all() {
        let (id, all) = (variant.id(), shipped(variant));
        let least = LEAST_OF.iter().find(|(variant, _)| *variant == id).map_or(LEAST, |(_, least)| *least);
        assert!(all.len() >= least, "{id} has {}", all.len());
        let mut different = all.clone();
        remove_duplicates(&mut different);
        assert_eq!(different.len(), all.len(), "{id} has duplicates");
        for puzzle in &all {
            let line = text::write_line(puzzle);
            assert!(std::ptr::eq(puzzle.start.variant(), variant) && !puzzle.solver_turns().is_empty(), "{line}");
            assert!(puzzle.rating.is_some_and(|rating| (300..=3000).contains(&rating)), "{line}");
            let by_rules = puzzle.themes.iter().filter(|&theme| theme != Theme::Zugzwang).collect();
            assert_eq!(find_themes(puzzle), by_rules, "{line}");
        }
    }
}

#[test]
fn files_survive_a_round_trip() {
    for &variant in Variant::all() {
        let all = shipped(variant);
        let again: Vec<Puzzle> =
            text::read(&text::write(&all), None).into_iter().map(|(_, line)| line.unwrap()).collect();
        assert_eq!(again, all, "{}", variant.id());
    }
}

#[test]
fn mates_are_proved() {
    let mut proved = 0;
    for &variant in Variant::all() {
        let mut solver = Solver::new();
        for puzzle in shipped(variant).iter().filter(|puzzle| puzzle.ends_in_mate()) {
            let turns = puzzle.solver_turns();
            let moves = turns.len() as u32;
            assert!(puzzle.themes.contains(Theme::Mate));
            if moves <= MAX_MATE {
                let line = text::write_line(puzzle);
                assert_eq!(solver.mate_in(&puzzle.question(), moves), Ok(Some(moves)), "{line}");
                for (turn, left) in turns.iter().zip((1..=moves).rev()) {
                    assert_eq!(solver.keys(&turn.position, left), Ok(vec![turn.mv]), "{line}");
                }
                proved += 1;
            }
        }
    }
    assert!(proved >= 100, "only {proved} mates");
}
