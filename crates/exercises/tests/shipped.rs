//! The exercises of the page: complete, proved, and solved by the hints of an attempt.

use std::path::PathBuf;

use saffron_exercises::{Attempt, Board, Exercise, Goal, Progress, Topic, prove, text};
use saffron_mates::Solver;
use saffron_rules::Variant;

/// Least number of exercises of a game, and of Shafran's, the first.
const LEAST: usize = 40;
const LEAST_OF_FIRST: usize = 60;

fn exercises(variant: &'static Variant) -> Vec<Exercise> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("exercises/{}.tsv", variant.id()));
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text::read(&text, variant).into_iter();
    lines.map(|(line, exercise)| exercise.unwrap_or_else(|error| panic!("{}:{line}: {error}", variant.id()))).collect()
}

#[test]
fn every_game_has_its_exercises() {
    for (index, &variant) in Variant::all().iter().enumerate() {
        let (id, all) = (variant.id(), exercises(variant));
        assert!(all.len() >= if index == 0 { LEAST_OF_FIRST } else { LEAST }, "{id} has {}", all.len());
        for topic in Topic::ALL {
            let numbers: Vec<u32> = all.iter().filter(|exercise| exercise.topic == topic).map(|e| e.number).collect();
            let expected: Vec<u32> = (1..=numbers.len() as u32).collect();
            assert_eq!(numbers, expected, "{topic} of {id}");
            let is_absent = topic == Topic::Castling && variant.castling_moves().is_empty();
            assert_eq!(numbers.is_empty(), is_absent, "{topic} of {id}");
        }
        assert!(all.is_sorted_by_key(|exercise| (exercise.topic, exercise.number)), "{id} is not in order");
        let mut lines: Vec<String> = all.iter().map(without_id).collect();
        lines.sort();
        lines.dedup();
        assert_eq!(lines.len(), all.len(), "{id} has an exercise twice");
    }
}

fn without_id(exercise: &Exercise) -> String {
    text::write_line(exercise).split_once('\t').unwrap().1.to_owned()
}

#[test]
fn files_survive_a_round_trip() {
    for &variant in Variant::all() {
        let written = text::write(&exercises(variant));
        let again: Vec<Exercise> = text::read(&written, variant).into_iter().map(|(_, line)| line.unwrap()).collect();
        assert_eq!(text::write(&again), written, "{}", variant.id());
    }
}

#[test]
fn every_exercise_takes_as_many_moves_as_it_says() {
    for &variant in Variant::all() {
        for exercise in exercises(variant) {
            assert_eq!(prove(&exercise), None, "{} of {}", exercise.id(), variant.id());
        }
    }
}

#[test]
fn hints_solve_every_exercise() {
    for &variant in Variant::all() {
        for exercise in exercises(variant) {
            let (id, moves) = (exercise.id(), exercise.moves);
            let mut attempt = Attempt::new(exercise);
            while let Some(mv) = attempt.hint() {
                attempt.play(mv).unwrap();
            }
            assert_eq!((attempt.progress(), attempt.made()), (Progress::Solved, moves), "{id} of {}", variant.id());
        }
    }
}

/// The proof of the crate and a solver of its own agree on mates.
#[test]
fn mates_are_those_of_the_solver() {
    let mut solver = Solver::new();
    for &variant in Variant::all() {
        for exercise in exercises(variant).into_iter().filter(|exercise| exercise.goal == Goal::Mate) {
            let (id, moves) = (exercise.id(), exercise.moves);
            let attempt = Attempt::new(exercise);
            let Board::Game(position) = attempt.board() else { panic!("{id} has no kings") };
            assert_eq!(solver.mate_in(position, moves), Ok(Some(moves)), "{id} of {}", variant.id());
        }
    }
}
