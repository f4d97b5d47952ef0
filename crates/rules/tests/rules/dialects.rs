//! Records of Game Courier and Zillions of Games: `data/dialects.txt`.

use std::path::Path;

use saffron_rules::{Notation, PgnReader, RawGame, Replay, Replayer, Termination, Variant};

/// A record and what a person has found in it.
struct Case {
    variant: &'static Variant,
    games: usize,
    plies: usize,
    result: String,
    verdict: String,
    text: String,
}

fn cases() -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/dialects.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let mut parts = text.split("==== ");
    assert!(parts.next().is_some_and(|head| !head.is_empty()));
    let case = |part: &str| {
        let (head, text) = part.split_once('\n').unwrap();
        let [variant, games, plies, result, verdict] = head.splitn(5, " | ").collect::<Vec<_>>()[..] else {
            panic!("{head}")
        };
        Case {
            variant: Variant::by_id(variant).unwrap(),
            games: games.parse().unwrap(),
            plies: plies.parse().unwrap(),
            result: result.to_owned(),
            verdict: verdict.to_owned(),
            text: text.to_owned(),
        }
    };
    parts.map(case).collect()
}

fn read(case: &Case) -> (Vec<RawGame>, Replay) {
    let games = PgnReader::read_all(&case.text);
    assert_eq!(games.len(), case.games, "{}\n{games:?}", case.text);
    let replay = Replayer::new().with_variant(case.variant).replay(&games[0]);
    (games, replay)
}

#[test]
fn every_record_is_read_whole_or_refused_with_its_reason() {
    let cases = cases();
    assert!(cases.len() > 50, "{}", cases.len());
    let mut wrong = Vec::new();
    for case in &cases {
        let (games, replay) = read(case);
        let verdict = replay.error.as_ref().map_or_else(|| "legal".to_owned(), ToString::to_string);
        let result = match games[0].result {
            Some(Termination::Score(score)) => score,
            _ => "*",
        };
        let found = (replay.moves.len(), verdict.as_str(), result);
        if found != (case.plies, case.verdict.as_str(), case.result.as_str()) {
            wrong.push(format!("{}is read as {found:?}\n", case.text));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_written_of_a_record_is_the_same_game() {
    for case in &cases() {
        let (games, replay) = read(case);
        let written = replay.write(&games[0], Notation::ENGLISH);
        let again = PgnReader::read_all(&written);
        assert_eq!(again.len(), 1, "{written}");
        let second = Replayer::new().replay(&again[0]);
        if replay.start.is_none() {
            assert!(second.error.is_some(), "{written}");
            continue;
        }
        assert_eq!((second.error.as_ref(), &second.moves), (None, &replay.moves), "{written}");
        assert_eq!(second.write(&again[0], Notation::ENGLISH), written);
    }
}

#[test]
fn both_dialects_say_the_same_of_a_game() {
    let courier = "1. P b2-b4\n1... p h9-h7\n2. P b4-b5\n2... n h10-f7\n3. P b5-a6; Q-a6\n";
    let zillions = "1. Pawn b2 - b4\n1. Pawn h9 - h7\n2. Pawn b4 - b5\n2. Knight h10 - f7\n3. Pawn b5 x a6 = Queen\n";
    let pgn = "1. b4 h7 2. b5 Nf7 3. bxa6=Q *";
    let moves = |text: &str| {
        let replay =
            Replayer::new().with_variant(Variant::by_id("shafran").unwrap()).replay(&PgnReader::read_all(text)[0]);
        assert_eq!(replay.error, None, "{text}");
        replay.moves
    };
    assert_eq!(moves(courier), moves(pgn));
    assert_eq!(moves(zillions), moves(pgn));
}

#[test]
fn comments_of_game_courier_are_kept() {
    let games = PgnReader::read_all("1. P e2-e4 // from home // too\n1... p e9-e7 //x\n");
    let replay = Replayer::new().with_variant(Variant::by_id("shafran").unwrap()).replay(&games[0]);
    let written = replay.write(&games[0], Notation::ENGLISH);
    assert!(written.ends_with("1. e4 {from home // too} 1... e7 {x} *\n"), "{written}");
}

/// Records with signs lost, changed and put in: nothing panics, and what is read is written as the same legal game.
#[test]
fn damaged_records_are_read_as_what_is_written_of_them() {
    let signs: Vec<char> = "PpKRr-;*@=x/.123 \n()ae{}".chars().collect();
    let mut state = 1_u64;
    let mut below = move |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    for case in cases() {
        for _ in 0..60 {
            let mut text: Vec<char> = case.text.chars().collect();
            for _ in 0..=below(2) {
                let at = below(text.len());
                match below(3) {
                    0 => drop(text.remove(at)),
                    1 => text[at] = signs[below(signs.len())],
                    _ => text.insert(at, signs[below(signs.len())]),
                }
            }
            let text: String = text.into_iter().collect();
            for raw in PgnReader::read_all(&text) {
                let replay = Replayer::new().with_variant(case.variant).replay(&raw);
                let written = replay.write(&raw, Notation::ENGLISH);
                if replay.start.is_none() {
                    continue;
                }
                let again = PgnReader::read_all(&written);
                assert_eq!(again.len(), 1, "{text}\n{written}");
                let second = Replayer::new().replay(&again[0]);
                assert_eq!((second.error.as_ref(), &second.moves), (None, &replay.moves), "{text}\n{written}");
            }
        }
    }
}
