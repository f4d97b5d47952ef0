//! Tests of puzzles: results, votes, mining; and of best scores.

use std::time::Duration;

use axum::http::Method;
use saffron_protocol::limits::{MAX_PUZZLE_RESULTS, MAX_SCORES};
use saffron_service::puzzles::mining::{Night, mine};
use saffron_store::accounts::Kind;
use saffron_store::games::{self, Finish, NewGame};
use saffron_store::{GameId, puzzles};
use serde_json::{Value, json};

use crate::tests::games::Site;
use crate::tests::site::{STARTED_AT, Visitor};

const PATH: &str = "/api/puzzles/shafran";
const RESULTS: &str = "/api/puzzles/shafran/results";
const RECORD: &str = "/api/puzzles/shafran/record";

/// Today in days since 1970.
fn today() -> i64 {
    STARTED_AT / 86_400_000
}

/// Ids of two puzzles of the page, with their ratings.
fn shipped() -> [(&'static str, u32); 2] {
    let mut all = saffron_puzzles::shipped_ratings("shafran").filter(|(_, rating)| *rating > 900);
    [all.next().expect("a puzzle"), all.next().expect("another one")]
}

fn result(id: &str, solved: bool) -> Value {
    json!({ "id": id, "solved": solved, "counts": true, "day": today(), "daily": false })
}

async fn send(site: &Site, by: &Visitor, results: &[Value]) -> Value {
    let (status, value) = site.ask(Method::POST, RESULTS, Some(by), Some(json!({ "results": results }))).await;
    assert!(status.is_success(), "{value}");
    value
}

async fn vote(site: &Site, by: &Visitor, id: &str, vote: i8) -> Value {
    site.ask(Method::PUT, &format!("{PATH}/{id}/vote"), Some(by), Some(json!({ "vote": vote }))).await.1
}

#[tokio::test(start_paused = true)]
async fn the_first_result_rates_the_solver_and_the_puzzle() {
    let site = Site::start().await;
    let anna = site.person("Anna").await;
    let [(first, rating), (second, _)] = shipped();
    assert_eq!(site.ok(PATH, None).await, json!({ "mined": [], "ratings": {}, "withdrawn": [] }));
    let begin = site.ok(RECORD, Some(&anna)).await;
    let unrated = json!({ "rating": 1000, "deviation": 500, "results": 0 });
    assert_eq!(begin, json!({ "rating": unrated, "results": [], "days": [] }));

    let solved = send(&site, &anna, &[result(first, true)]).await;
    assert!(solved["rating"].as_u64() > Some(1000) && solved["deviation"].as_u64() < Some(500), "{solved}");
    assert_eq!(solved["results"], 1);
    // Sent again, for example because the answer was lost, it changes nothing; nor does another try.
    assert_eq!(send(&site, &anna, &[result(first, true)]).await, solved);
    assert_eq!(send(&site, &anna, &[result(first, false)]).await, solved);
    let hinted = json!({ "id": second, "solved": true, "counts": false, "day": today(), "daily": true });
    let unknown = result("nosuchpuzz", true);
    assert_eq!(send(&site, &anna, &[hinted, unknown]).await, solved, "with a hint, and an unknown puzzle");

    let record = site.ok(RECORD, Some(&anna)).await;
    assert_eq!(record["rating"], solved);
    let mut ids: Vec<_> = record["results"].as_array().expect("results").iter().map(|one| &one["id"]).collect();
    ids.sort_by_key(|id| *id != first);
    assert_eq!(ids, [first, second]);
    let of_first = record["results"].as_array().expect("results").iter().find(|one| one["id"] == first);
    assert_eq!(of_first, Some(&json!({ "id": first, "solved": false, "day": today(), "vote": 0 })));
    assert_eq!(record["days"], json!([{ "day": today(), "solved": true }]));
    site.settle().await;
    tokio::time::sleep(Duration::from_secs(61)).await;
    let news = site.ok(PATH, None).await;
    let after = news["ratings"][first].as_u64().expect("a rating");
    assert!(after < u64::from(rating) && news["ratings"].get(second).is_none(), "{news}");

    let profile = site.ok("/api/users/Anna", None).await;
    assert_eq!(profile["puzzleRatings"][0]["rating"], solved["rating"]);
    assert_eq!(profile["ratings"], json!([]));
    let history = site.ok("/api/users/Anna/ratings/shafran/puzzles", None).await;
    assert_eq!(history["points"].as_array().map(Vec::len), Some(1));
    let export = site.ok("/api/account/export", Some(&anna)).await;
    assert_eq!(export["puzzles"][0]["results"].as_array().map(Vec::len), Some(2));
}

#[tokio::test(start_paused = true)]
async fn many_results_at_once_are_as_many_games() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let ids: Vec<_> = saffron_puzzles::shipped_ratings("shafran").map(|(id, _)| id).take(MAX_PUZZLE_RESULTS).collect();
    let results: Vec<_> = ids.iter().enumerate().map(|(number, id)| result(id, number % 3 != 0)).collect();
    let together = send(&site, &anna, &results).await;
    assert_eq!(together["results"], MAX_PUZZLE_RESULTS);
    // Results of two browsers of an account that arrive at once are all counted.
    let parts: Vec<_> = results.chunks(25).map(<[Value]>::to_vec).collect();
    let sent = parts.iter().map(|part| send(&site, &berta, part));
    futures_util::future::join_all(sent).await;
    let record = site.ok(RECORD, Some(&berta)).await;
    assert_eq!(record["rating"]["results"], MAX_PUZZLE_RESULTS);
    assert_eq!(record["results"].as_array().map(Vec::len), Some(MAX_PUZZLE_RESULTS));
    let stored = puzzles::find(&*site.app.database, "shafran", ids[0]).await.expect("a store").expect("a puzzle");
    assert_eq!(stored.results, 2);
}

#[tokio::test(start_paused = true)]
async fn results_are_for_accounts_and_have_limits() {
    let site = Site::start().await;
    let anna = site.person("Anna").await;
    let guest = site.account(Kind::Guest, None).await;
    let [(id, _), _] = shipped();
    let one = json!({ "results": [result(id, true)] });
    let post = |path: &'static str, by: Option<Visitor>, body: Value| {
        let site = &site;
        async move { site.refused(Method::POST, path, by.as_ref(), Some(body)).await }
    };
    assert_eq!(post(RESULTS, None, one.clone()).await, "sign_in_required");
    assert_eq!(site.refused(Method::POST, RESULTS, Some(&guest), Some(one.clone())).await, "account_required");
    assert_eq!(site.refused(Method::GET, RECORD, Some(&guest), None).await, "account_required");
    let refused = |path: &'static str, body: Value| site.refused(Method::POST, path, Some(&anna), Some(body));
    assert_eq!(refused("/api/puzzles/chess/results", one.clone()).await, "unknown_variant");
    let many = json!({ "results": vec![result(id, true); MAX_PUZZLE_RESULTS + 1] });
    assert_eq!(refused(RESULTS, many).await, "too_many");
    let later = json!({ "id": id, "solved": true, "counts": true, "day": today() + 2, "daily": false });
    assert_eq!(refused(RESULTS, json!({ "results": [later] })).await, "invalid_field");
    assert_eq!(refused(RESULTS, json!({ "results": [{ "id": id }] })).await, "invalid_message");
    assert_eq!(site.refused(Method::GET, "/api/puzzles/chess", None, None).await, "unknown_variant");
}

#[tokio::test(start_paused = true)]
async fn a_puzzle_that_too_many_vote_against_is_withdrawn() {
    let site = Site::start().await;
    let [(id, _), (other, _)] = shipped();
    for (number, name) in ["Anna", "Berta", "Clara", "Dora", "Emma"].into_iter().enumerate() {
        tokio::time::sleep(Duration::from_secs(61)).await;
        assert_eq!(site.ok(PATH, None).await["withdrawn"], json!([]), "{number} votes");
        let solver = site.person(name).await;
        assert_eq!(vote(&site, &solver, id, -1).await["error"]["code"], "not_found", "it was not tried");
        send(&site, &solver, &[result(id, false)]).await;
        assert_eq!(vote(&site, &solver, id, 2).await["error"]["code"], "invalid_field");
        for each in [1, -1, -1] {
            assert_eq!(vote(&site, &solver, id, each).await, Value::Null);
        }
        assert_eq!(site.ok(RECORD, Some(&solver)).await["results"][0]["vote"], -1);
        assert_eq!(vote(&site, &solver, other, -1).await["error"]["code"], "not_found");
    }
    tokio::time::sleep(Duration::from_secs(61)).await;
    assert_eq!(site.ok(PATH, None).await["withdrawn"], json!([id]));
}

/// A game that ended at a time, with a missed mate in it.
async fn ended_game(site: &Site, number: u128, start_fen: &str, moves: &str) {
    let id = GameId::from_random(number);
    let new = NewGame {
        control: "\"unlimited\"".to_owned(),
        created_at: STARTED_AT,
        data: "{}".to_owned(),
        start_fen: Some(start_fen.to_owned()),
        ..NewGame::new(id, "shafran", "correspondence")
    };
    let finish = Finish {
        game: id,
        ended_at: STARTED_AT + i64::try_from(number).expect("a small number"),
        aborted: false,
        result: Some("1-0".to_owned()),
        points: Some(4),
        reason: "resignation".to_owned(),
        plies: 2,
        opening: String::new(),
        moves: moves.to_owned(),
        white_change: None,
        black_change: None,
        events: Vec::new(),
    };
    let statements = vec![games::insert(&new), games::finish(&finish).expect("a statement")];
    site.app.database.transact(statements).await.expect("a game");
}

/// Position and moves of a game in which a mate could be given.
const MISSED: (&str, &str) = ("2k2/q1ppp1/3p1n1/6P1/9/6P2/r7/4QP1/PP4/RK3 b - - 1 31", "d9e10 e3e10");

#[tokio::test]
async fn the_games_of_a_server_become_puzzles() {
    let site = Site::start().await;
    ended_game(&site, 1, MISSED.0, "no move").await;
    ended_game(&site, 2, MISSED.0, MISSED.1).await;
    // Without time nothing is mined, and nothing is left out.
    assert_eq!(mine(&site.app, Duration::ZERO).await.expect("a store"), Night::default());
    let minute = Duration::from_secs(60);
    assert_eq!(mine(&site.app, minute).await.expect("a store"), Night { games: 1, puzzles: 1 });
    assert_eq!(mine(&site.app, minute).await.expect("a store"), Night::default(), "each game is mined once");
    ended_game(&site, 3, MISSED.0, MISSED.1).await;
    assert_eq!(mine(&site.app, minute).await.expect("a store"), Night { games: 1, puzzles: 0 }, "it is known");

    let news = site.ok(PATH, None).await;
    let mined = &news["mined"][0];
    assert_eq!((&mined["id"], &mined["fen"]), (&json!("5f43krxprh"), &json!(MISSED.0)));
    assert_eq!(mined["moves"], json!(["d9e10", "e3e10"]));
    assert!(mined["themes"].as_array().expect("themes").contains(&json!("mateIn1")));
    let anna = site.person("Anna").await;
    assert_eq!(send(&site, &anna, &[result("5f43krxprh", true)]).await["results"], 1);
}

#[tokio::test(start_paused = true)]
async fn the_better_score_of_each_name_is_kept() {
    let site = Site::start().await;
    let anna = site.person("Anna").await;
    let guest = site.account(Kind::Guest, None).await;
    assert_eq!(site.ok("/api/scores", Some(&anna)).await, json!({ "scores": {} }));
    let put = |scores: Value| site.ask(Method::PUT, "/api/scores", Some(&anna), Some(json!({ "scores": scores })));
    assert_eq!(put(json!({ "storm/shafran": 5, "exercises/shafran/x": 3 })).await.1["scores"]["storm/shafran"], 5);
    let best = json!({ "storm/shafran": 7, "exercises/shafran/x": 3 });
    assert_eq!(put(json!({ "storm/shafran": 7, "exercises/shafran/x": 2 })).await.1["scores"], best);
    assert_eq!(site.ok("/api/scores", Some(&anna)).await["scores"], best);
    for name in ["", "a b", &"a".repeat(65)] {
        assert_eq!(put(json!({ name: 1 })).await.1["error"]["code"], "invalid_field", "{name}");
    }
    let names = |from: usize| (from..from + MAX_SCORES - 2).map(|number| (format!("n{number}"), 1)).collect::<Vec<_>>();
    let all: serde_json::Map<_, _> = names(0).into_iter().map(|(name, score)| (name, json!(score))).collect();
    assert_eq!(put(json!(all)).await.1["scores"].as_object().map(serde_json::Map::len), Some(MAX_SCORES));
    assert_eq!(put(json!({ "one-more": 1 })).await.1["error"]["code"], "too_many");
    assert_eq!(put(json!({ "n1": 2 })).await.1["scores"]["n1"], 2);
    assert_eq!(site.refused(Method::GET, "/api/scores", Some(&guest), None).await, "account_required");
}
