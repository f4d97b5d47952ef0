//! Tests of watching games, and of the counts of games in which an account is to move.

use std::time::Duration;

use saffron_protocol::socket::ServerMessage;
use serde_json::{Value, json};

use crate::tests::site::{Site, Visitor, code};

async fn started(one: &Visitor, other: &Visitor, variant: &str, control: Value) -> String {
    let offer = json!({ "variant": variant, "control": control, "rated": false, "side": "white" });
    let challenge = one.posted("/api/challenges", json!({ "offer": offer })).await;
    let accept = format!("/api/challenges/{}/accept", challenge["id"].as_str().expect("an id"));
    other.posted(&accept, Value::Null).await["game"].as_str().expect("an id").to_owned()
}

fn clock() -> Value {
    json!({ "kind": "clock", "initial": 600, "increment": 5 })
}

async fn play(visitor: &Visitor, game: &str, command: Value, n: u32) {
    let body = json!({ "id": { "client": "t", "n": n }, "command": command });
    visitor.posted(&format!("/api/games/{game}/commands"), body).await;
}

#[tokio::test(start_paused = true)]
async fn the_best_game_is_shown_until_it_ends() {
    let site = Site::new().await;
    let (ann, bob, guest) = (site.person("Ann").await, site.person("Bob").await, site.guest().await);
    let mut follower = site.connect(&site.nobody());
    saffron_service::lobby::tv::watch(&site.app, &follower.outbox, Some("shafran".to_owned()));
    let tv = |game: Option<&String>| ServerMessage::Tv { variant: Some("shafran".to_owned()), game: game.cloned() };
    assert_eq!(follower.next().await, tv(None));
    let first = started(&ann, &guest, "shafran", clock()).await;
    let is_tv = |message: &ServerMessage| matches!(message, ServerMessage::Tv { .. });
    assert_eq!(follower.next_that(is_tv).await, tv(Some(&first)));
    let second = started(&ann, &bob, "shafran", clock()).await;
    let other = started(&ann, &bob, "glinski", clock()).await;
    started(&ann, &bob, "mccooey", json!({ "kind": "correspondence", "days": 1 })).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert!(!follower.waiting().iter().any(is_tv), "it stays while it goes on");
    let games = site.nobody().got("/api/tv").await;
    let ids: Vec<&Value> = games["games"].as_array().expect("games").iter().map(|game| &game["id"]).collect();
    assert_eq!(ids, [&json!(other), &json!(first)]);
    assert_eq!((&games["games"][1]["plies"], &games["games"][1]["turn"]), (&json!(0), &json!("w")));

    let current = site.nobody().got("/api/games/current?variant=shafran").await;
    let ids: Vec<&Value> = current["games"].as_array().expect("games").iter().map(|game| &game["id"]).collect();
    assert_eq!(ids, [&json!(second), &json!(first)], "better players first");
    assert_eq!(site.nobody().got("/api/games/current").await["games"].as_array().map(Vec::len), Some(4));
    assert_eq!(code(site.nobody().get("/api/games/current?variant=x").await), "unknown_variant");

    play(&ann, &first, json!({ "kind": "abort" }), 1).await;
    assert_eq!(follower.next_that(is_tv).await, tv(Some(&second)));
    saffron_service::lobby::tv::watch(&site.app, &follower.outbox, Some("no such variant".to_owned()));
    assert_eq!(follower.next_that(is_tv).await, ServerMessage::Tv { variant: None, game: None });
}

#[tokio::test(start_paused = true)]
async fn players_by_correspondence_are_told_of_their_turns() {
    let site = Site::new().await;
    let (ann, bob) = (site.person("Ann").await, site.person("Bob").await);
    let (mut at_ann, mut at_bob) = (site.connect(&ann), site.connect(&bob));
    let is_turn = |message: &ServerMessage| matches!(message, ServerMessage::YourTurn { .. });
    let game = started(&ann, &bob, "shafran", json!({ "kind": "correspondence", "days": 1 })).await;
    started(&ann, &bob, "shafran", clock()).await;
    assert_eq!(at_ann.next_that(is_turn).await, ServerMessage::YourTurn { count: 1 });
    assert_eq!(at_bob.next_that(is_turn).await, ServerMessage::YourTurn { count: 0 });
    play(&ann, &game, json!({ "kind": "move", "uci": "e2e5", "ply": 0 }), 1).await;
    assert_eq!(at_ann.next_that(is_turn).await, ServerMessage::YourTurn { count: 0 });
    assert_eq!(at_bob.next_that(is_turn).await, ServerMessage::YourTurn { count: 1 });
    play(&bob, &game, json!({ "kind": "abort" }), 1).await;
    assert_eq!(at_bob.next_that(is_turn).await, ServerMessage::YourTurn { count: 0 });
}

#[tokio::test(start_paused = true)]
async fn counts_come_at_most_once_in_two_seconds() {
    let site = Site::new().await;
    let (ann, bob) = (site.person("Ann").await, site.person("Bob").await);
    let mut follower = site.connect(&ann);
    saffron_service::lobby::watch::watch(&site.app, &follower.outbox);
    tokio::time::sleep(Duration::from_secs(3)).await;
    follower.waiting();
    for _ in 0..5 {
        let _at_bob = site.connect(&bob);
        started(&ann, &bob, "shafran", clock()).await;
    }
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let counts = follower.waiting().into_iter().filter(|message| matches!(message, ServerMessage::Counts { .. }));
    assert_eq!(counts.collect::<Vec<_>>(), [ServerMessage::Counts { players: 2, games: 5 }]);
}
