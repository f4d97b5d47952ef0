//! The way over data gives the marks that the engine's own review gives.

use saffron_analysis::{
    AnalysisObserver, AnalysisRequest, Assessment, AssessmentData, LimitsData, LineData, Mark, RequestError, Review,
    analyse, review, review_from,
};
use saffron_engine::{Control, Engine, Info, Limits, Observer, Root};
use saffron_rules::{Color, Game, Variant};

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
fn game() -> Game {
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
fn page_and_terminal_give_the_same_marks() {
    let whole = game();
    let wanted = request(&whole);
    let mut engines = [Engine::new(1).expect("memory"), Engine::new(1).expect("memory")];
    let (mut direct, mut sent) = (Vec::new(), Vec::new());
    let mut now = whole.clone();
    for plies in (0..=whole.moves().len()).rev() {
        let result = engines[0].search(&Root::from(&now), &Limits::depth(5), &Control::new(), &mut SilentObserver);
        direct.insert(0, Assessment::searched(now.position(), &result));
        let part = AnalysisRequest { moves: wanted.moves[..plies].to_vec(), ..wanted.clone() };
        let found = analyse(&mut engines[1], &part.game().expect("a game"), &part.limits, &mut SilentObserver);
        let line = &found.lines[0];
        let data = AssessmentData { eval: line.eval.clone(), moves: line.moves.clone() };
        // Through text and back, as on the way to the page and to the rules again.
        let text = serde_json::to_string(&data).expect("plain data");
        sent.insert(0, Some(serde_json::from_str(&text).expect("the same data")));
        now.undo();
    }
    let own = Review::new(Color::White, &direct, whole.moves());
    let page = review(&whole, &sent).expect("a review");
    assert!(own.moves.iter().any(|played| played.mark == Some(Mark::Blunder)), "{own:?}");
    let name = |mark: Mark| format!("{mark:?}").to_lowercase();
    for (own, page) in own.moves.iter().zip(&page.moves) {
        assert_eq!((own.mark.map(name).as_deref(), own.loss, own.accuracy), (page.mark, page.loss, page.accuracy));
        assert_eq!((own.eval.to_string(), own.centipawn_loss), (page.eval.text.clone(), page.centipawn_loss));
        assert_eq!(page.better.is_empty(), own.better.is_none());
        assert_eq!(page.better.len(), page.better_san.len());
    }
    // What is known before the first moves were looked at.
    for first in 1..=whole.moves().len() {
        let part = review_from(&whole, first, &sent[first..]).expect("a review");
        assert_eq!(part.moves, page.moves[first..]);
        let before = page.moves[first - 1].eval.clone();
        assert_eq!((part.start, part.black.is_some()), (before, first < 2), "from {first}");
    }
    let long = review_from(&whole, 4, &[]).expect_err("the game has three moves").to_string();
    assert_eq!(long, "there are 0 assessments for 0 positions");
    let (own, page) = (own.summary(Color::Black).expect("Black moved"), page.black.expect("Black moved"));
    assert_eq!((own.accuracy, own.average_loss, own.marks[2]), (page.accuracy, page.average_loss, page.blunders));
}

#[test]
fn lines_are_from_whites_side_and_say_their_moves_twice() {
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
fn a_position_that_ends_the_game_needs_no_search() {
    let mut bare = request(&game());
    bare.moves.clear();
    // Two kings and nothing else: nobody can win.
    bare.fen = "k4/6/7/8/9/9/8/7/6/4K w - - 0 1".to_owned();
    let game = bare.game().expect("a game");
    let found = analyse(&mut Engine::new(1).expect("memory"), &game, &bare.limits, &mut SilentObserver);
    assert_eq!((found.depth, found.lines.len()), (0, 0));
    let review = review(&game, &[None]).expect("a review of no move");
    assert_eq!((review.start.text.as_str(), review.start.share), ("1/2-1/2", 0.5));
    assert!(review.white.is_none() && review.black.is_none());
}

#[test]
fn request_errors_say_what_is_wrong() {
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
fn review_errors_say_what_is_wrong() {
    let game = game();
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
