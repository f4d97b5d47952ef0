//! Tests of seeks over HTTP and by WebSocket messages.

use saffron_protocol::socket::ServerMessage;
use saffron_store::relations::{self, Relation};
use serde_json::{Value, json};

use crate::tests::site::{Site, Visitor, code};

fn offer(side: &str, control: &Value) -> Value {
    json!({ "variant": "shafran", "control": control, "rated": false, "side": side })
}

fn blitz() -> Value {
    json!({ "kind": "clock", "initial": 180, "increment": 2 })
}

fn quick() -> Value {
    json!({ "offer": offer("random", &blitz()), "quick": true })
}

fn standing(side: &str) -> Value {
    json!({ "offer": offer(side, &json!({ "kind": "correspondence", "days": 3 })) })
}

async fn waiting(visitor: &Visitor, request: Value) -> String {
    let answer = visitor.posted("/api/seeks", request).await;
    assert_eq!(answer["kind"], "waiting", "{answer}");
    answer["seek"]["id"].as_str().expect("an id").to_owned()
}

async fn lobby_ids(visitor: &Visitor) -> Vec<String> {
    let lobby = visitor.got("/api/lobby").await;
    let seeks = lobby["seeks"].as_array().expect("seeks");
    seeks.iter().map(|seek| seek["id"].as_str().expect("an id").to_owned()).collect()
}

#[tokio::test(start_paused = true)]
async fn two_who_seek_the_same_get_one_game_and_are_told() {
    let site = Site::new().await;
    let (ann, bob) = (site.person("Ann").await, site.guest().await);
    let mut at_ann = site.connect(&ann);
    let mut follower = site.connect(&site.nobody());
    saffron_service::lobby::watch::watch(&site.app, &follower.outbox);
    assert!(matches!(follower.next().await, ServerMessage::Lobby { players: 2, games: 0, .. }));

    let id = waiting(&ann, quick()).await;
    assert_eq!(waiting(&ann, quick()).await, id, "the same seek again is the same");
    assert_eq!(lobby_ids(&bob).await, std::slice::from_ref(&id));
    let answer = bob.posted("/api/seeks", quick()).await;
    assert_eq!(answer["kind"], "started");
    let game = answer["game"].as_str().expect("an id").to_owned();
    assert_eq!(at_ann.next().await, ServerMessage::Started { game: game.clone(), of: Some(id.clone()) });
    assert!(matches!(follower.next().await, ServerMessage::SeekAdded { seek } if seek.id == id));
    assert_eq!(follower.next().await, ServerMessage::SeekRemoved { id });
    assert!(matches!(follower.next().await, ServerMessage::Counts { games: 1, .. }));
    assert!(lobby_ids(&ann).await.is_empty());

    let view = ann.got(&format!("/api/games/{game}")).await;
    let players = [&view["info"]["white"]["account"], &view["info"]["black"]["account"]];
    assert!(players.contains(&&json!(ann.account.as_str())) && players.contains(&&json!(bob.account.as_str())));
    assert_eq!(view["info"]["speed"], "blitz");
    let (person, guest) = if players[0] == ann.account.as_str() { ("white", "black") } else { ("black", "white") };
    assert_eq!((&view["info"][person]["rating"], &view["info"][person]["provisional"]), (&json!(1500), &json!(true)));
    assert_eq!(view["info"][guest]["rating"], Value::Null);
}

#[tokio::test(start_paused = true)]
async fn a_quick_seek_lives_while_its_owner_is_connected() {
    let site = Site::new().await;
    let (ann, bob) = (site.person("Ann").await, site.person("Bob").await);
    let at_ann = site.connect(&ann);
    let id = waiting(&ann, quick()).await;
    site.disconnect(&ann, &at_ann);
    let accept = format!("/api/seeks/{id}/accept");
    assert_eq!(bob.refused(&accept, Value::Null).await, "gone", "its owner would not come");
    tokio::time::sleep(std::time::Duration::from_secs(5)).await;
    assert_eq!(lobby_ids(&bob).await.len(), 1);
    tokio::time::sleep(std::time::Duration::from_secs(10)).await;
    assert!(lobby_ids(&bob).await.is_empty());
}

/// Of many players who seek at the same time, each gets exactly one game.
#[tokio::test(start_paused = true)]
async fn many_who_seek_at_once_are_paired_off() {
    let site = Site::new().await;
    let mut visitors = Vec::new();
    for n in 0..30 {
        let visitor = if n % 3 == 0 { site.guest().await } else { site.person(&format!("P{n}")).await };
        let connected = site.connect(&visitor);
        visitors.push((visitor, connected));
    }
    let requests = visitors.iter().map(|(visitor, _)| visitor.posted("/api/seeks", quick()));
    futures_util::future::join_all(requests).await;
    assert!(lobby_ids(&site.nobody()).await.is_empty());
    let games = site.app.lobby.current.first(usize::MAX, |_| true);
    assert_eq!(games.len(), 15);
    for (visitor, _) in &visitors {
        let plays = |live_game: &saffron_service::games::live_game::LiveGame| {
            live_game.lock().players.contains(&Some(visitor.account))
        };
        let own = games.iter().filter(|(id, _)| plays(&site.app.games.get(*id).expect("a game"))).count();
        assert_eq!(own, 1);
    }
}

#[tokio::test(start_paused = true)]
async fn seeks_that_were_made_before_their_owners_connected_are_paired_then() {
    let site = Site::new().await;
    let (ann, bob) = (site.person("Ann").await, site.person("Bob").await);
    waiting(&ann, quick()).await;
    let mut at_bob = site.connect(&bob);
    waiting(&bob, quick()).await;
    let mut at_ann = site.connect(&ann);
    let started = |message: &ServerMessage| matches!(message, ServerMessage::Started { .. });
    let (one, other) = (at_ann.next_that(started).await, at_bob.next_that(started).await);
    let game = |message| match message {
        ServerMessage::Started { game, .. } => game,
        _ => String::new(),
    };
    assert_eq!(game(one), game(other));
    assert!(lobby_ids(&ann).await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_seek_is_accepted_once_whoever_is_first() {
    let site = Site::new().await;
    let (ann, bob, eve) = (site.person("Ann").await, site.person("Bob").await, site.person("Eve").await);
    let id = waiting(&ann, standing("white")).await;
    let accept = format!("/api/seeks/{id}/accept");
    assert_eq!(ann.refused(&accept, Value::Null).await, "oneself");
    let (one, other) = tokio::join!(bob.post(&accept, Value::Null), eve.post(&accept, Value::Null));
    let (won, lost) = if one.0.is_success() { (one, other) } else { (other, one) };
    assert!(won.0.is_success(), "{won:?}");
    assert_eq!(code(lost), "gone");
    let view = ann.got(&format!("/api/games/{}", won.1["game"].as_str().expect("an id"))).await;
    assert_eq!((&view["you"], &view["info"]["control"]["days"]), (&json!("w"), &json!(3)));
    assert_eq!(bob.refused(&accept, Value::Null).await, "gone");
}

#[tokio::test]
async fn seeks_for_days_outlive_the_server() {
    let folder = std::env::temp_dir().join(format!("saffron-seeks-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("seeks.db");
    let config = saffron_service::config::ServiceConfig {
        computers: saffron_service::config::ComputerLimits::none(),
        ..Default::default()
    };
    let site = Site::on_file(&path, config.clone()).await;
    let ann = site.person("Ann").await;
    let id = waiting(&ann, standing("black")).await;
    let withdrawn = waiting(&ann, standing("white")).await;
    assert!(ann.delete(&format!("/api/seeks/{withdrawn}")).await.0.is_success());
    site.stop().await;
    let site = Site::on_file(&path, config).await;
    let bob = site.person("Bob").await;
    assert_eq!(lobby_ids(&bob).await, std::slice::from_ref(&id));
    let answer = bob.posted("/api/seeks", standing("random")).await;
    assert_eq!(answer["kind"], "started");
    site.stop().await;
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[tokio::test(start_paused = true)]
async fn who_may_accept_is_checked() {
    let site = Site::new().await;
    let (ann, bob, guest) = (site.person("Ann").await, site.person("Bob").await, site.guest().await);
    let mut request = standing("random");
    request["offer"]["rated"] = json!(true);
    let rated = waiting(&ann, request.clone()).await;
    assert_eq!(guest.refused(&format!("/api/seeks/{rated}/accept"), Value::Null).await, "account_required");
    assert_eq!(guest.refused("/api/seeks", request).await, "cannot_be_rated");
    let strong = waiting(&ann, json!({ "offer": standing("white")["offer"], "ratingFrom": 1600 })).await;
    assert_eq!(bob.refused(&format!("/api/seeks/{strong}/accept"), Value::Null).await, "not_accepted");
    assert_eq!(guest.refused(&format!("/api/seeks/{strong}/accept"), Value::Null).await, "not_accepted");

    let open = waiting(&ann, standing("random")).await;
    site.transact(relations::set(ann.account, bob.account, Relation::Block, 0)).await;
    assert_eq!(bob.refused(&format!("/api/seeks/{open}/accept"), Value::Null).await, "not_accepted");
    waiting(&bob, standing("random")).await;

    assert_eq!(code(bob.delete(&format!("/api/seeks/{open}")).await), "forbidden");
    assert!(ann.delete(&format!("/api/seeks/{open}")).await.0.is_success());
    assert_eq!(code(ann.delete(&format!("/api/seeks/{open}")).await), "gone");
    assert_eq!(bob.refused("/api/seeks/1/accept", Value::Null).await, "not_found");
    waiting(&site.nobody(), quick()).await;
    assert_eq!(code(site.nobody().delete(&format!("/api/seeks/{strong}")).await), "sign_in_required");
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_a_seek_is_refused() {
    let site = Site::new().await;
    let ann = site.person("Ann").await;
    let refused = async |change: Value| {
        let mut request = quick();
        for (key, value) in change.as_object().expect("changes") {
            match key.as_str() {
                "ratingFrom" | "ratingTo" => request[key] = value.clone(),
                _ => request["offer"][key] = value.clone(),
            }
        }
        ann.refused("/api/seeks", request).await
    };
    assert_eq!(refused(json!({ "variant": "chess" })).await, "unknown_variant");
    assert_eq!(refused(json!({ "control": { "kind": "correspondence", "days": 4 } })).await, "invalid_control");
    assert_eq!(refused(json!({ "fen": "8/8 w" })).await, "invalid_field");
    assert_eq!(refused(json!({ "ratingFrom": 1600, "ratingTo": 1500 })).await, "invalid_field");
    assert_eq!(refused(json!({ "ratingTo": 9999 })).await, "invalid_field");
    assert_eq!(refused(json!({ "more": 1 })).await, "invalid_message");
    assert_eq!(refused(json!({ "control": { "kind": "unlimited" }, "rated": true })).await, "cannot_be_rated");
}

#[tokio::test(start_paused = true)]
async fn there_are_limits() {
    let site = Site::new().await;
    let guest = site.guest().await;
    let days = [1, 2, 3, 5, 7, 10];
    let request = |days: u8| json!({ "offer": offer("random", &json!({ "kind": "correspondence", "days": days })) });
    for days in &days[..5] {
        waiting(&guest, request(*days)).await;
    }
    assert_eq!(guest.refused("/api/seeks", request(days[5])).await, "too_many");
    for _ in 0..14 {
        guest.refused("/api/seeks", request(days[5])).await;
    }
    assert_eq!(guest.refused("/api/seeks", request(days[5])).await, "rate_limited");

    let ann = site.person("Ann").await;
    let marks = saffron_store::accounts::Marks {
        moderator: false,
        banned_until: Some(site.app.clock.now() + 1000),
        muted_until: None,
        marks: String::new(),
    };
    site.transact(saffron_store::accounts::set_marks(ann.account, &marks)).await;
    assert_eq!(ann.refused("/api/seeks", quick()).await, "suspended");
}
