//! Tests of the games of tournaments over the board.

use std::time::Duration;

use axum::http::Method;
use saffron_protocol::limits::{MAX_TOURNAMENT_FILE, MAX_TOURNAMENT_GAME, MAX_TOURNAMENT_GAME_TEXT};
use saffron_rules::{PgnReader, Replayer};
use serde_json::{Value, json};

use crate::tests::games::Site;
use crate::tests::tournaments::{Event, PATH, entrants};

/// Command that enters the game of a board of a tournament, both numbered from 1.
fn set_game(tournament: &Value, round: usize, board: usize, moves: &Value) -> Value {
    let pair = &tournament["rounds"][round - 1]["boards"][board - 1];
    json!({ "kind": "setGame", "round": round, "white": pair["white"], "black": pair["black"], "moves": moves })
}

impl Event<'_> {
    async fn paired(&self, names: &[&str]) -> Value {
        self.command(entrants(names)).await;
        self.command(json!({ "kind": "pair" })).await
    }

    async fn games(&self, query: &str) -> Value {
        self.site.ok(&format!("{}/games{query}", self.path()), None).await["games"].clone()
    }

    async fn pgn(&self, query: &str) -> String {
        self.site.text(&format!("{}/games.pgn{query}", self.path())).await
    }
}

#[tokio::test(start_paused = true)]
async fn games_are_read_in_any_notation() {
    let site = Site::start().await;
    let anna = site.person("Anna").await;
    let event = Event::create(&site, &anna).await;
    let paired = event.paired(&["A", "B", "C", "D"]).await;
    assert_eq!(paired["games"], json!([[]]));
    let record =
        "[Event \"Club\"]\n[Variant \"Gliński\"]\n\n1. e5 {a comment} e6 $1 2. f6! (2. g5 g5) 2... exf6 3. exf6 1-0";
    for (text, moves) in
        [("1.Hdf4 Hdf8 2.Fd4 remi", "Ndf4 Ndf8 Bd4"), ("e4-e5 e7-e6", "e5 e6"), (record, "e5 e6 f6 exf6 exf6")]
    {
        let shown = event.command(set_game(&paired, 1, 2, &json!(text))).await;
        assert_eq!(shown["games"], json!([[2]]), "{text}");
        assert_eq!(event.games("").await, json!([{ "round": 1, "board": 2, "moves": moves }]), "{text}");
    }
    assert_eq!(event.show().await["rounds"], paired["rounds"], "the result of the text is not that of the board");
    let removed = event.command(set_game(&paired, 1, 2, &Value::Null)).await;
    assert_eq!((&removed["games"], event.pgn("").await.as_str()), (&json!([[]]), ""));
    assert_eq!(event.games("?round=1&board=2").await, json!([]));
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_played_is_refused_with_the_move() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let event = Event::create(&site, &anna).await;
    let paired = event.paired(&["A", "B"]).await;
    let refused = async |moves: &str| {
        let answer = event.send(json!({ "command": set_game(&paired, 1, 1, &json!(moves)) })).await;
        answer["error"].clone()
    };
    for (text, number, black, wrong) in [
        ("1. e5 e6 2. Nxe7 f5", 2, false, "Nxe7"),
        ("e5 e6 f6 Kxa1", 2, true, "Kxa1"),
        ("Hdf4 Hdf8 Fz4", 2, false, "Fz4"),
    ] {
        let error = refused(text).await;
        let params = &error["params"];
        assert_eq!(error["code"], json!("wrong_move"), "{text}: {error}");
        let found = (&params["number"], &params["black"], &params["text"]);
        assert_eq!(found, (&json!(number), &json!(black), &json!(wrong)), "{error}");
        assert!(!params["problem"].as_str().unwrap_or_default().is_empty(), "{error}");
    }
    for text in [
        "",
        "{nothing}",
        "1-0",
        "[White \"A\"]\n\n1. e5 *\n\n[White \"B\"]\n\n1. e5 *",
        "[Variant \"Shafran\"]\n\n1. e5 *",
        "[Variant \"Glinski\"]\n[FEN \"1/2k/5/7/9/11/10P/11/11/11/5K5 w - - 0 1\"]\n\n1. l6 *",
        "1. e5 {not closed",
    ] {
        assert_eq!(refused(text).await["code"], json!("wrong_game"), "{text}");
    }
    // A text at its limit, and one above: a comment takes the room.
    let text = |length: usize| format!("e5 {{{}}}", "c".repeat(length - "e5 {}".len()));
    assert_eq!(refused(&text(MAX_TOURNAMENT_GAME_TEXT + 1)).await["params"]["limit"], json!(MAX_TOURNAMENT_GAME_TEXT));
    event.command(set_game(&paired, 1, 1, &json!(text(MAX_TOURNAMENT_GAME_TEXT)))).await;
    // Knights that go to and fro for longer than a game may be.
    let round = "Ndf4 Ndf8 Nd1 Nd9 ";
    let error = refused(&round.repeat(300)).await;
    assert_eq!((&error["code"], &error["params"]["limit"]), (&json!("too_long"), &json!(MAX_TOURNAMENT_GAME)));
    let by_berta = json!({ "command": set_game(&paired, 1, 1, &json!("e5")) });
    let path = format!("{}/commands", event.path());
    assert_eq!(site.refused(Method::POST, &path, Some(&berta), Some(by_berta)).await, "forbidden");
    assert_eq!(event.games("").await, json!([{ "round": 1, "board": 1, "moves": "e5" }]));
}

#[tokio::test(start_paused = true)]
async fn games_are_published_as_pgn() {
    let site = Site::start().await;
    let anna = site.person("Anna").await;
    let event = Event::create(&site, &anna).await;
    let paired = event.paired(&["A \"the Rook\"", "B", "C", "D", "E", "F", "G", "H"]).await;
    for (board, result) in ["1-0", "3/4-1/4", "+/-", "0-0"].into_iter().enumerate() {
        event.result(1, board, result).await;
        event.command(set_game(&paired, 1, board + 1, &json!("e5 e6 0-1"))).await;
    }
    let paired = event.command(json!({ "kind": "pair" })).await;
    event.command(set_game(&paired, 2, 1, &json!("Ndf4 ".to_owned() + &"Ndf8 Nd1 Nd9 Ndf4 ".repeat(20)))).await;
    let text = event.pgn("").await;
    let games = PgnReader::read_all(&text);
    assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    let of = |name: &str| games.iter().map(|game| game.tag(name).unwrap_or("-").to_owned()).collect::<Vec<_>>();
    assert_eq!(of("Round"), ["1.1", "1.2", "1.3", "1.4", "2.1"]);
    assert_eq!(of("Result"), ["1-0", "3/4-1/4", "1-0", "*", "*"], "those of the boards");
    assert_eq!(of("Termination"), ["-", "-", "rules infraction", "-", "-"]);
    assert_eq!((of("White")[0].as_str(), of("WhiteElo")[0].as_str()), ("A \"the Rook\"", "2000"));
    for (name, value) in
        [("Event", "Tavaszi kupa"), ("Site", "Budapest"), ("Date", "????.??.??"), ("Variant", "Glinski")]
    {
        assert!(
            games.iter().all(|game| game.tag(name).is_some_and(|found| found.starts_with(value))),
            "{name}: {text}"
        );
    }
    let mut replayer = Replayer::new();
    let replays: Vec<_> = games.iter().map(|game| replayer.replay(game)).collect();
    assert!(replays.iter().all(|replay| replay.error.is_none() && replay.notes.is_empty()), "{replays:?}");
    assert_eq!(replays.iter().map(|replay| replay.moves.len()).collect::<Vec<_>>(), [2, 2, 2, 2, 81]);
    assert_eq!(PgnReader::read_all(&event.pgn("?round=2").await).len(), 1);
    assert!(text.contains(event.pgn("?round=1&board=3").await.trim_end()));
    let unknown = site.refused(Method::GET, &format!("{}/games.pgn?round=x", event.path()), None, None).await;
    assert_eq!(unknown, "invalid_field");
}

#[tokio::test(start_paused = true)]
async fn a_file_of_events_takes_the_games_along() {
    let site = Site::start().await;
    let anna = site.person("Anna").await;
    let event = Event::create(&site, &anna).await;
    let paired = event.paired(&["A", "B", "C", "D"]).await;
    event.command(set_game(&paired, 1, 1, &json!("Hdf4 Hdf8"))).await;
    let file = site.ok(&format!("{}/events", event.path()), None).await.to_string();
    let import = async |text: &str| {
        let body = json!({ "text": text, "variant": "glinski" });
        site.ask(Method::POST, &format!("{PATH}/import"), Some(&anna), Some(body)).await.1
    };
    let moved = import(&file).await["id"].as_str().expect("an id").to_owned();
    let games = site.ok(&format!("{PATH}/{moved}/games"), None).await;
    assert_eq!(games["games"], json!([{ "round": 1, "board": 1, "moves": "Ndf4 Ndf8" }]));
    // What the server would not have written itself is refused.
    for moves in ["Ndf4 Ndf4", "Hdf4", "d1f4", "Ndf4+"] {
        let answer = import(&file.replace("Ndf4 Ndf8", moves)).await;
        assert_eq!(answer["error"]["code"], json!("wrong_move"), "{moves}: {answer}");
    }
    let answer = import(&file.replace("Ndf4 Ndf8", "Ndf4  Ndf8")).await;
    assert_eq!(answer["error"]["code"], json!("invalid_entry"), "{answer}");
}

#[tokio::test(start_paused = true)]
async fn a_file_has_a_greatest_length() {
    let site = Site::start().await;
    let anna = site.person("Anna").await;
    let event = Event::create(&site, &anna).await;
    event.paired(&["A", "B"]).await;
    let file = site.ok(&format!("{}/events", event.path()), None).await;
    let events = file["events"].as_array().expect("events");
    // The settings once more change nothing, and are as long as the server stores them.
    let (settings, begun): (&Value, usize) =
        (&events[0], events.iter().map(|logged| logged["event"].to_string().len()).sum());
    let fitting = (MAX_TOURNAMENT_FILE - begun) / settings["event"].to_string().len();
    let import = async |count: usize| {
        let longer: Vec<&Value> = events.iter().chain(std::iter::repeat_n(settings, count)).collect();
        let text = json!({ "saffronTournament": 1, "events": longer }).to_string();
        let body = json!({ "text": text, "variant": "glinski" });
        site.ask(Method::POST, &format!("{PATH}/import"), Some(&anna), Some(body)).await.1
    };
    let refused = import(fitting + 1).await["error"].clone();
    assert_eq!(refused, json!({ "code": "too_large", "params": { "limit": MAX_TOURNAMENT_FILE } }));
    // So much is stored on a full budget only.
    tokio::time::advance(Duration::from_secs(60)).await;
    let taken = import(fitting).await;
    assert!(taken["id"].is_string(), "{taken}");
}
