//! Forced mates. The positions in `data/mates.tsv` come from random games; the length of each mate was found by the
//! exhaustive solver in `common`, and is checked with it again here.

mod common;

use std::fmt::Write as _;
use std::path::Path;

use common::{fixture, mate_in};
use saffron_engine::{Control, Engine, Limits, Random, Score};
use saffron_rules::{Position, Variant};

const MATES: &str = include_str!("data/mates.tsv");

#[test]
fn the_fixture_is_right() {
    let suite = fixture(MATES);
    for moves in 1..=3 {
        assert!(suite.iter().filter(|(_, columns)| columns[0] == moves.to_string()).count() >= 12);
    }
    for (position, columns) in suite {
        let expected: u32 = columns[0].parse().unwrap();
        // Three moves take the solver long; the shorter ones show that none is mate sooner.
        if expected <= 2 {
            assert_eq!(mate_in(&position, expected), Some(expected), "{position:?}");
        } else {
            assert_eq!(mate_in(&position, 2), None, "{position:?}");
        }
    }
}

#[test]
fn every_mate_is_found_at_its_length() {
    let mut engine = Engine::new(16).unwrap();
    for (position, columns) in fixture(MATES) {
        let expected: u32 = columns[0].parse().unwrap();
        engine.new_game();
        let limits = Limits { mate: Some(expected), nodes: Some(2_000_000), ..Limits::default() };
        let result = engine.search(&position.into(), &limits, &Control::new(), &mut ());
        assert_eq!(result.score, Score::Mate(expected as i32), "{position:?} after {} nodes", result.nodes);
        let best = result.best.unwrap();
        let after = position.play(best).unwrap();
        if expected == 1 {
            assert!(after.in_check() && !after.has_legal_move(), "{position:?}");
        }
    }
}

#[test]
fn no_mate_is_reported_that_is_not_one() {
    let mut random = Random::new(11);
    let mut engine = Engine::new(8).unwrap();
    let mut reported = 0;
    for variant in Variant::all() {
        for round in 0..150 {
            let position = common::random_position(variant, 40 + round, &mut random);
            let result = engine.search(&position.into(), &Limits::nodes(3_000), &Control::new(), &mut ());
            if let Score::Mate(moves @ 1..=2) = result.score {
                reported += 1;
                assert!(mate_in(&position, moves as u32).is_some(), "{position:?} {}", result.score);
            }
        }
    }
    assert!(reported > 10, "only {reported} mates were met");
}

/// Writes a new `data/mates.tsv` from lists of positions: one file a variant, the FEN before the first tab of each line.
///
/// `SAFFRON_POSITIONS=DIR cargo test -p saffron-engine --test mates -- --ignored`
#[test]
#[ignore = "makes the fixture"]
fn make_the_fixture() {
    let folder = std::env::var("SAFFRON_POSITIONS").expect("SAFFRON_POSITIONS names a folder");
    let mut text = String::from("# variant, position, moves to mate\n");
    for variant in Variant::all() {
        let path = Path::new(&folder).join(format!("{}.tsv", variant.id()));
        let lines = std::fs::read_to_string(path).unwrap();
        let mut wanted = [4, 4, 3];
        for line in lines.lines().rev() {
            let fen = line.split('\t').next().unwrap();
            let Ok(position) = Position::from_fen(variant, fen) else { continue };
            let few = position.occupied().len() <= 24;
            let Some(moves) = mate_in(&position, if few && wanted[2] > 0 { 3 } else { 2 }) else { continue };
            if wanted[moves as usize - 1] > 0 {
                wanted[moves as usize - 1] -= 1;
                writeln!(text, "{}\t{fen}\t{moves}", variant.id()).unwrap();
            }
            if wanted == [0; 3] {
                break;
            }
        }
    }
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/mates.tsv");
    std::fs::write(target, text).unwrap();
}
