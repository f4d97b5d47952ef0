//! Checks that the review of data agrees with the review of the engine's own results.

use saffron_analysis::{
    AnalysisObserver, AnalysisRequest, Assessment, AssessmentData, LimitsData, LineData, Mark, RequestError, Review,
    TableValue, analyse, review, review_from, table_position,
};
use saffron_engine::{Control, Engine, Info, Limits, Observer, Root};
use saffron_rules::{Color, Game, Position, Variant};
use saffron_tables::Tables;

struct SilentObserver;

impl AnalysisObserver for SilentObserver {
    fn line(&mut self, _: &LineData) {}
    fn should_stop(&mut self) -> bool {
        false
    }
}

impl Observer for SilentObserver {
    fn info(&mut self, _: &Info<'_>) {}
}

/// A game of Shafran's in which White hangs the queen at once and Black does not take it.
fn example_game() -> Game {
    let mut game = Game::new(Variant::by_id("shafran").expect("it is built in").start());
    for text in ["Qxh9", "e6", "e3"] {
        let mv = game.position().parse_san(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.play(mv).expect("a legal move");
    }
    game
}

fn request(game: &Game) -> AnalysisRequest {
    let positions = game.positions().iter().zip(game.moves());
    AnalysisRequest {
        variant: game.start().variant().id().to_owned(),
        fen: game.start().to_fen(),
        moves: positions.map(|(position, &mv)| position.uci(mv)).collect(),
        limits: LimitsData { depth: Some(5), lines: 1, ..LimitsData::default() },
    }
}

#[test]
fn the_review_of_data_agrees_with_the_review_of_results() {
    let game = example_game();
    let full_request = request(&game);
    let mut engines = [Engine::new(1).expect("memory"), Engine::new(1).expect("memory")];
    let (mut direct, mut data) = (Vec::new(), Vec::new());
    let mut current = game.clone();
    for plies in (0..=game.moves().len()).rev() {
        let result = engines[0].search(&Root::from(&current), &Limits::depth(5), &Control::new(), &mut SilentObserver);
        direct.insert(0, Assessment::searched(current.position(), &result));
        let part = AnalysisRequest { moves: full_request.moves[..plies].to_vec(), ..full_request.clone() };
        let result = analyse(&mut engines[1], &part.game().expect("a game"), &part.limits, &mut SilentObserver);
        let line = &result.lines[0];
        let assessment = AssessmentData { eval: Some(line.eval.clone()), table: None, moves: line.moves.clone() };
        // Through JSON and back, as between the page and the rules.
        let text = serde_json::to_string(&assessment).expect("plain data");
        data.insert(0, Some(serde_json::from_str(&text).expect("the same data")));
        current.undo();
    }
    let expected = Review::new(Color::White, &direct, game.moves());
    let actual = review(&game, &data).expect("a review");
    assert!(expected.moves.iter().any(|played| played.mark == Some(Mark::Blunder)), "{expected:?}");
    for (expected, actual) in expected.moves.iter().zip(&actual.moves) {
        assert_eq!((expected.mark, expected.loss, expected.accuracy), (actual.mark, actual.loss, actual.accuracy));
        assert_eq!(
            (expected.eval.to_string(), expected.centipawn_loss),
            (actual.eval.text.clone(), actual.centipawn_loss)
        );
        assert_eq!(actual.better.is_empty(), expected.better.is_none());
        assert_eq!(actual.better.len(), actual.better_san.len());
    }
    // Reviews of the last moves only.
    for first in 1..=game.moves().len() {
        let part = review_from(&game, first, &data[first..]).expect("a review");
        assert_eq!(part.moves, actual.moves[first..]);
        let before = actual.moves[first - 1].eval.clone();
        assert_eq!((part.start, part.black.is_some()), (before, first < 2), "from {first}");
    }
    let long = review_from(&game, 4, &[]).expect_err("the game has three moves").to_string();
    assert_eq!(long, "there are 0 assessments for 0 positions");
    let (expected, actual) = (expected.summary(Color::Black).expect("Black moved"), actual.black.expect("Black moved"));
    assert_eq!(
        (expected.accuracy, expected.average_loss, expected.marks[2]),
        (actual.accuracy, actual.average_loss, actual.blunders)
    );
}

#[test]
fn lines_have_whites_evaluation_and_moves_in_uci_and_san() {
    // Black is to move and mates at once.
    let request = AnalysisRequest {
        variant: "shafran".to_owned(),
        fen: "k4/1p1b2/2n1p2/1pBp1q2/9/7P1/8/3P3/1P1r2/1bB1K b - - 0 1".to_owned(),
        limits: LimitsData { depth: Some(3), lines: 2, ..LimitsData::default() },
        ..AnalysisRequest::default()
    };
    let game = request.game().expect("a game");
    let found = analyse(&mut Engine::new(1).expect("memory"), &game, &request.limits, &mut SilentObserver);
    let best = &found.lines[0];
    assert_eq!((best.eval.mate, best.eval.share, best.eval.text.as_str()), (Some(-1), 0.0, "#-1"));
    assert_eq!((best.moves.len(), best.san[0].ends_with('#')), (1, true), "{best:?}");
    assert_eq!(game.position().parse_san(&best.san[0]).ok(), game.position().parse_uci(&best.moves[0]).ok());
    assert_eq!(found.lines.iter().map(|line| line.number).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn a_finished_game_has_an_empty_result() {
    let mut bare = request(&example_game());
    bare.moves.clear();
    // Two bare kings: a draw by insufficient material.
    bare.fen = "k4/6/7/8/9/9/8/7/6/4K w - - 0 1".to_owned();
    let game = bare.game().expect("a game");
    let found = analyse(&mut Engine::new(1).expect("memory"), &game, &bare.limits, &mut SilentObserver);
    assert_eq!((found.depth, found.lines.len()), (0, 0));
    let review = review(&game, &[None]).expect("a review of no move");
    assert_eq!((review.start.text.as_str(), review.start.share), ("1/2-1/2", 0.5));
    assert!(review.white.is_none() && review.black.is_none());
}

#[test]
fn request_errors_name_the_fault() {
    let fen = Variant::by_id("shafran").expect("it is built in").start().to_fen();
    let error = |variant: &str, fen: &str, moves: &[&str]| {
        let moves = moves.iter().map(|&text| text.to_owned()).collect();
        let request =
            AnalysisRequest { variant: variant.to_owned(), fen: fen.to_owned(), moves, limits: LimitsData::default() };
        request.game().expect_err("a mistake")
    };
    assert_eq!(error("hopscotch", &fen, &[]), RequestError::UnknownVariant("hopscotch".to_owned()));
    assert!(matches!(error("shafran", "nonsense", &[]), RequestError::InvalidFen(_)));
    let illegal = error("shafran", &fen, &["e2e5", "e9e2"]);
    assert_eq!(illegal, RequestError::IllegalMove { number: 2, text: "e9e2".to_owned() });
    assert_eq!(illegal.to_string(), "move 2: e9e2 is not legal");
    let malformed = error("shafran", &fen, &["x"]);
    assert_eq!(malformed, RequestError::MalformedMove { number: 1, text: "x".to_owned() });
    let json = serde_json::to_value(&malformed).expect("JSON");
    assert_eq!(json, serde_json::json!({ "code": "malformed_move", "params": { "number": 1, "text": "x" } }));
}

#[test]
fn review_errors_name_the_fault() {
    let game = example_game();
    assert_eq!(review(&game, &[None]).expect_err("too few").to_string(), "there are 1 assessments for 4 positions");
    let none = vec![None; 4];
    assert_eq!(review(&game, &none).expect_err("nothing").to_string(), "position 0 has no evaluation");
    let data = |text: &str| Some(serde_json::from_str::<AssessmentData>(text).expect("data"));
    let zero = vec![data(r#"{"eval":{"mate":0},"moves":[]}"#); 4];
    assert_eq!(review(&game, &zero).expect_err("no mate").to_string(), "position 0 has no evaluation");
    let odd = vec![data(r#"{"eval":{"cp":0},"moves":["e2e5","e2e5"]}"#); 4];
    let error = review(&game, &odd).expect_err("an illegal line").to_string();
    assert_eq!(error, "position 0: the move \"e2e5\" of its line cannot be played");
}

/// Assesses each position of a game by the tables; `None` if the game is over.
fn from_tables(game: &Game) -> Vec<Option<AssessmentData>> {
    let tables = Tables::built_in(game.start().variant()).expect("tables");
    let known = |position: &Position| {
        let known = table_position(position, &tables.look_up(position).expect("readable").expect("three pieces"));
        let moves = known.moves.first().map(|best| vec![best.uci.clone()])?;
        let table = Some(TableValue { result: known.result, plies: known.plies });
        Some(AssessmentData { eval: None, table, moves })
    };
    game.positions().iter().map(known).collect()
}

/// A game of K+Q v K in Shafran's chess, in which White has a mate in one.
fn mate_in_one(moves: &[&str]) -> Game {
    let variant = Variant::by_id("shafran").expect("it is built in");
    let mut game = Game::new(Position::from_fen(variant, "5/6/7/8/4Q4/9/8/7/3K2/k4 w - - 0 1").expect("a position"));
    for text in moves {
        let mv = game.position().parse_uci(text).expect("a move");
        game.play(mv).expect("a legal move");
    }
    game
}

#[test]
fn a_move_that_keeps_the_result_of_the_tables_is_no_mistake_and_one_that_does_not_is() {
    // Two moves slower than the mate, but still won.
    let slow = mate_in_one(&["d2e4"]);
    let found = review(&slow, &from_tables(&slow)).expect("a review");
    assert_eq!((found.start.text.as_str(), found.start_table.and_then(|table| table.plies)), ("#1", Some(1)));
    let played = &found.moves[0];
    assert!(played.eval.mate > Some(1), "{played:?}");
    assert_eq!((played.mark, played.loss, played.table.is_some()), (None, 0.0, true));
    // The win is gone.
    let spoilt = mate_in_one(&["e6a2"]);
    let found = review(&spoilt, &from_tables(&spoilt)).expect("a review");
    let played = &found.moves[0];
    assert_eq!((played.mark, played.loss, played.eval.text.as_str()), (Some(Mark::Blunder), 0.5, "0.00"));
    assert_eq!(played.better, ["e6c2"]);
    assert_eq!(played.table.map(|table| table.plies), Some(None));
    // An evaluation by a search does not count if there is a table value.
    let mut both = from_tables(&spoilt);
    for data in both.iter_mut().flatten() {
        data.eval = serde_json::from_str(r#"{"cp":500}"#).expect("an evaluation");
    }
    assert_eq!(review(&spoilt, &both).expect("a review"), found);
    // The end of the game is the result itself.
    let mate = mate_in_one(&["e6c2"]);
    let found = review(&mate, &from_tables(&mate)).expect("a review");
    assert_eq!((found.moves[0].eval.text.as_str(), found.moves[0].table, found.moves[0].mark), ("1-0", None, None));
}

#[test]
fn impossible_table_values_are_refused() {
    let game = mate_in_one(&[]);
    for text in [r#"{"result":"win","plies":null}"#, r#"{"result":"loss","plies":0}"#, r#"{"result":"draw","plies":3}"#]
    {
        let data = serde_json::from_str(&format!(r#"{{"table":{text},"moves":[]}}"#)).expect("data");
        assert_eq!(review(&game, &[Some(data)]).expect_err("no value").to_string(), "position 0 has no evaluation");
    }
}
