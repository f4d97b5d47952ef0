//! Tests of the lists of games and of PGN.

use axum::http::Method;
use saffron_live::{Command, Settings, TimeControl};
use saffron_rules::{PgnReader, Record, Replayer};
use saffron_store::accounts::Kind;
use saffron_store::games::{self, Finish, NewGame};
use saffron_store::{Event, GameId};
use serde_json::Value;

use crate::tests::games::{Site, blitz};
use crate::tests::site::{STARTED_AT, Visitor};

fn ids(page: &Value) -> Vec<&str> {
    page["games"].as_array().expect("games").iter().filter_map(|game| game["id"].as_str()).collect()
}

/// Stores ended games, one a minute, in which Anna alternates sides and results rotate.
async fn many(site: &Site, count: u32, anna: &Visitor, others: [&Visitor; 2]) -> Vec<GameId> {
    let created = {
        let settings = blitz(false);
        saffron_live::Live::create(settings, STARTED_AT).expect("settings").1
    };
    let mut list = Vec::new();
    for number in 0..count {
        let id = GameId::from_random(u128::from(number) * 7919 + 3);
        let other = others[(number / 2 % 2) as usize];
        let (white, black) = if number % 2 == 0 { (anna, other) } else { (other, anna) };
        let event = Event { at: STARTED_AT, data: saffron_service::games::stored::stored(&created) };
        let row = NewGame {
            id,
            variant: "shafran".to_owned(),
            speed: "blitz".to_owned(),
            control: r#"{"kind":"clock","initial":180,"increment":2}"#.to_owned(),
            rated: false,
            white: Some(white.account),
            black: Some(black.account),
            white_rating: None,
            white_provisional: false,
            black_rating: None,
            black_provisional: false,
            created_at: STARTED_AT + i64::from(number) * 60_000,
            start_fen: None,
            to_move: None,
            deadline: None,
            data: String::new(),
        };
        let (result, points) = [("1-0", 4), ("1/2-1/2", 2), ("0-1", 0)][(number % 3) as usize];
        let moves = ["e2e5 e9e6", "e2e4 e9e6"][(number / 3 % 2) as usize];
        let finish = Finish {
            game: id,
            ended_at: row.created_at + 1,
            aborted: false,
            result: Some(result.to_owned()),
            points: Some(points),
            reason: if points == 2 { "agreement" } else { "resignation" }.to_owned(),
            plies: 2,
            opening: moves.to_owned(),
            moves: moves.to_owned(),
            white_change: None,
            black_change: None,
            events: vec![event.clone()],
        };
        let statements = vec![games::insert(&row), games::finish(&finish).expect("events")];
        site.app.database.transact(statements).await.expect("a game");
        list.push(id);
    }
    list.reverse();
    list
}

#[tokio::test(start_paused = true)]
async fn pages_follow_each_other_without_gap_or_repetition() {
    let site = Site::start().await;
    let (anna, berta, clara) = (site.person("Anna").await, site.person("Berta").await, site.person("Clara").await);
    let all = many(&site, 70, &anna, [&berta, &clara]).await;
    let texts: Vec<String> = all.iter().map(ToString::to_string).collect();
    for query in ["?", "?player=anna&"] {
        let (mut found, mut sizes, mut after) = (Vec::new(), Vec::new(), String::new());
        loop {
            let page = site.ok(&format!("/api/games{query}{after}"), None).await;
            sizes.push(ids(&page).len());
            found.extend(ids(&page).into_iter().map(str::to_owned));
            match page["next"].as_str() {
                Some(next) => after = format!("after={next}"),
                None => break,
            }
        }
        assert_eq!((found, sizes), (texts.clone(), vec![30, 30, 10]));
    }
}

#[tokio::test(start_paused = true)]
async fn filters_find_what_they_say() {
    let site = Site::start().await;
    let (anna, berta, clara) = (site.person("Anna").await, site.person("Berta").await, site.person("Clara").await);
    many(&site, 24, &anna, [&berta, &clara]).await;
    let page = site.ok("/api/games", None).await;
    let games = page["games"].as_array().expect("games");
    let name = |game: &Value, side: &str| game[side]["name"].as_str().expect("a name").to_owned();
    let won = |game: &Value, by: &str| {
        let white = game["outcome"]["white_quarters"].as_u64().expect("a score");
        white == if name(game, "white") == by { 4 } else { 0 }
    };
    let day = STARTED_AT / 86_400_000 * 86_400_000;
    assert_eq!(saffron_service::calendar::day("2023-11-14"), Some(day));
    // Games 3 to 5 have it; number 23 is the first in the list.
    let other_opening = games[23 - 3]["fen"].clone();
    type Wanted<'a> = Box<dyn Fn(&Value) -> bool + 'a>;
    let filters: Vec<(&str, Wanted<'_>)> = vec![
        ("player=BERTA", Box::new(|game| [name(game, "white"), name(game, "black")].contains(&"Berta".to_owned()))),
        ("opponent=berta", Box::new(|game| [name(game, "white"), name(game, "black")].contains(&"Berta".to_owned()))),
        ("player=anna&result=win", Box::new(|game| won(game, "Anna"))),
        ("player=anna&result=draw", Box::new(|game| game["outcome"]["white_quarters"] == 2)),
        (
            "player=anna&opponent=clara&result=loss",
            Box::new(|game| {
                name(game, "white") != "Berta"
                    && name(game, "black") != "Berta"
                    && !won(game, "Anna")
                    && game["outcome"]["white_quarters"] != 2
            }),
        ),
        ("result=1-0", Box::new(|game| game["outcome"]["white_quarters"] == 4)),
        (
            "result=1%2F2-1%2F2&rated=false&variant=shafran&speed=blitz",
            Box::new(|game| game["outcome"]["white_quarters"] == 2),
        ),
        ("from=2023-11-14&to=2023-11-14", Box::new(|_| true)),
        ("to=2023-11-13", Box::new(|_| false)),
        ("from=2023-11-15", Box::new(|_| false)),
        ("variant=glinski", Box::new(|_| false)),
        ("speed=bullet", Box::new(|_| false)),
        ("rated=true", Box::new(|_| false)),
        ("opening=e2e4+e9e6", Box::new(|game| game["fen"] == other_opening)),
        ("opening=e2e4", Box::new(|game| game["fen"] == other_opening)),
        ("opening=e2e5", Box::new(|game| game["fen"] != other_opening)),
        ("opening=e2e4+e9e5", Box::new(|_| false)),
    ];
    for (query, wanted) in filters {
        let found = site.ok(&format!("/api/games?{query}"), None).await;
        let expected: Vec<&str> =
            games.iter().filter(|game| wanted(game)).filter_map(|game| game["id"].as_str()).collect();
        assert_eq!(ids(&found), expected, "{query}");
    }
    assert_eq!((games[0]["plies"].as_u64(), games[0]["lastMove"].as_str()), (Some(2), Some("e9e6")));
    let refusals = [
        ("opening=e2e", "invalid_field"),
        ("result=win", "invalid_field"),
        ("result=2-0", "invalid_field"),
        ("player=nobody", "not_found"),
        ("variant=chess", "unknown_variant"),
        ("speed=slow", "invalid_field"),
        ("rated=maybe", "invalid_field"),
        ("from=2024-02-30", "invalid_field"),
        ("after=1", "invalid_field"),
        ("page=2", "invalid_field"),
        ("rated=true&rated=true", "invalid_field"),
    ];
    for (query, code) in refusals {
        for path in ["/api/games", "/api/games.pgn"] {
            assert_eq!(site.refused(Method::GET, &format!("{path}?{query}"), None, None).await, code, "{query}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn running_games_are_not_in_the_archive_but_in_the_own_list() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let days = |days| Settings { control: TimeControl::Correspondence { days }, ..blitz(false) };
    let slow = site.game(days(14), &anna, &berta).await;
    let fast = site.game(days(1), &anna, &berta).await;
    let theirs = site.game(days(3), &berta, &anna).await;
    let over = site.won_game(days(2), &anna, &berta).await;
    assert_eq!(ids(&site.ok("/api/games", None).await), [over.as_str()]);
    let mine = site.ok("/api/games/mine", Some(&anna)).await;
    assert_eq!(ids(&mine), [fast.as_str(), slow.as_str(), theirs.as_str()]);
    assert_eq!(mine["games"][0]["turn"], "w");
    assert!(mine["games"][0]["deadline"].as_i64() < mine["games"][1]["deadline"].as_i64());
    assert_eq!(ids(&site.ok("/api/games/mine", Some(&berta)).await)[0], theirs.as_str());
    assert_eq!(site.refused(Method::GET, "/api/games/mine", None, None).await, "sign_in_required");
}

#[tokio::test(start_paused = true)]
async fn a_game_as_pgn_reads_back() {
    let site = Site::start().await;
    let anna = site.person("Anna").await;
    let (guest, computer) =
        (site.account(Kind::Guest, None).await, site.account(Kind::Computer, Some("Saffron \"3\"")).await);
    let game = site.game(blitz(false), &anna, &guest).await;
    site.moves(game, [&anna, &guest], "e2e5 e9e6 d2d4").await;
    let running = site.text(&format!("/api/games/{game}/pgn")).await;
    assert!(running.contains("[Result \"*\"]") && running.ends_with("*\n\n"), "{running}");
    tokio::time::sleep(std::time::Duration::from_millis(2500)).await;
    site.moves(game, [&anna, &guest], "a5a4").await;
    site.command(game, &guest, Command::Resign).await.expect("it can be resigned");
    let text = site.text(&format!("/api/games/{game}/pgn")).await;
    for tag in [
        "[Event \"Casual blitz game\"]",
        "[Site \"?\"]",
        "[Date \"2023.11.14\"]",
        "[White \"Anna\"]",
        "[Black \"?\"]",
        "[UTCTime \"22:13:20\"]",
        "[WhiteElo \"1500\"]",
        "[TimeControl \"180+2\"]",
        "[Termination \"normal\"]",
        "[Result \"1-0\"]",
        "[Variant \"Shafran",
        &format!("[GameId \"{game}\"]"),
    ] {
        assert!(text.contains(tag), "{tag} {text}");
    }
    let record = Record::parse(&text).expect("a record");
    assert_eq!(record.game.moves().len(), 4);
    assert_eq!(record.game.outcome().map(|outcome| outcome.to_string()), Some("1-0 resignation".to_owned()));
    let clocks: Vec<Option<u64>> = record.annotations.iter().map(|annotation| annotation.after.clock).collect();
    assert_eq!(clocks[..2], [Some(180_000), Some(180_000)]);
    assert!(clocks[2].is_some() && clocks[3] < Some(180_000), "{clocks:?}");
    let other = site.won_game(blitz(true), &computer, &anna).await;
    let text = site.text(&format!("/api/games/{other}/pgn")).await;
    for tag in [
        "[White \"Saffron \\\"3\\\"\"]",
        "[WhiteType \"program\"]",
        "[BlackRatingDiff \"-",
        "[Event \"Rated blitz game\"]",
    ] {
        assert!(text.contains(tag), "{tag} {text}");
    }
    assert_eq!(site.refused(Method::GET, "/api/games/aaaaaaaaaa/pgn", None, None).await, "not_found");
}

#[tokio::test(start_paused = true)]
async fn all_games_come_as_one_file_of_pgn() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    // Real games, more than two pages of the stream.
    let mut played = Vec::new();
    for number in 0..45 {
        let (white, black) = if number % 2 == 0 { (&anna, &berta) } else { (&berta, &anna) };
        let game = site.game(blitz(false), white, black).await;
        site.moves(game, [white, black], "e2e5 e9e6").await;
        site.command(game, black, Command::Resign).await.expect("it can be resigned");
        played.push(game.to_string());
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    played.reverse();
    let text = site.text("/api/games.pgn?player=anna").await;
    let mut replayer = Replayer::new();
    let found: Vec<String> = PgnReader::read_all(&text)
        .iter()
        .map(|raw| {
            let record = Record::from_raw(raw, &mut replayer).expect("a record");
            assert_eq!(record.game.moves().len(), 2);
            raw.tag("GameId").expect("an id").to_owned()
        })
        .collect();
    assert_eq!(found, played);
    assert_eq!(site.app.archive.streams.available_permits(), 8, "a stream that is read gives its place back");
    let permits = std::sync::Arc::clone(&site.app.archive.streams).acquire_many_owned(8).await.expect("permits");
    assert_eq!(site.refused(Method::GET, "/api/games.pgn", None, None).await, "busy");
    drop(permits);
}

#[tokio::test(start_paused = true)]
async fn a_game_that_cannot_be_read_is_left_out() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let good = site.won_game(blitz(false), &anna, &berta).await;
    let id = GameId::from_random(99);
    let row = NewGame {
        id,
        variant: "gone".to_owned(),
        speed: "blitz".to_owned(),
        control: "?".to_owned(),
        rated: false,
        white: Some(anna.account),
        black: None,
        white_rating: None,
        white_provisional: false,
        black_rating: None,
        black_provisional: false,
        created_at: STARTED_AT,
        start_fen: None,
        to_move: None,
        deadline: None,
        data: String::new(),
    };
    let event = Event { at: STARTED_AT, data: b"damaged".to_vec() };
    let finish = Finish {
        game: id,
        ended_at: STARTED_AT,
        aborted: false,
        result: Some("1-0".to_owned()),
        points: Some(4),
        reason: "resignation".to_owned(),
        plies: 0,
        opening: String::new(),
        moves: String::new(),
        white_change: None,
        black_change: None,
        events: vec![event],
    };
    let statements = vec![games::insert(&row), games::finish(&finish).expect("events")];
    site.app.database.transact(statements).await.expect("a game");
    assert_eq!(ids(&site.ok("/api/games", None).await), [good.as_str()]);
    assert_eq!(PgnReader::read_all(&site.text("/api/games.pgn").await).len(), 1);
    assert_eq!(site.refused(Method::GET, &format!("/api/games/{id}/pgn"), None, None).await, "internal");
}
