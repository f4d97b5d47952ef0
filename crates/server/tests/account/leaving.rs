//! Tests of closing and erasing an account, its export and its feed.

use std::sync::Arc;

use axum::http::Method;
use saffron_service::config::ServiceConfig;
use serde_json::{Value, json};

use crate::browser::{PASSWORD, START, TestServer};
use crate::games::{correspondence, play, view};

fn password(password: &str) -> Value {
    json!({ "password": password })
}

#[tokio::test]
async fn a_closed_account_cannot_be_signed_in_to_and_has_given_up_its_games() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let (mut anna, mut bob) = (server.person("Anna").await, server.person("Bob").await);
    let begun = correspondence(&mut anna, &mut bob, 3).await;
    let new = correspondence(&mut bob, &mut anna, 3).await;
    play(&mut anna, &begun, "e2e4", 0).await;
    play(&mut bob, &begun, "e9e7", 1).await;
    anna.post("/api/account/close", password("wrong")).await.refused(403, "wrong_password");
    let old = anna.clone();
    assert_eq!(anna.post("/api/account/close", password(PASSWORD)).await.status, 204);
    assert_eq!(anna.cookie, None);
    assert_eq!(old.clone().me().await["account"], Value::Null);
    let credentials = json!({ "name": "Anna", "password": PASSWORD });
    anna.post("/api/account/sign-in", credentials).await.refused(403, "wrong_password");
    assert_eq!(view(&mut bob, &begun).await["state"]["outcome"]["reason"], "Resignation");
    assert_eq!(view(&mut bob, &begun).await["info"]["white"]["name"], Value::Null);
    assert_eq!(view(&mut bob, &new).await["state"]["outcome"]["reason"], "Abort");
    // The name stays taken.
    let again = json!({ "name": "Anna", "password": PASSWORD });
    server.visitor().post("/api/account/register", again).await.refused(409, "name_taken");
}

#[tokio::test]
async fn the_seeks_of_a_closed_account_are_gone_at_once() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let mut anna = server.person("Anna").await;
    let offer = json!({
        "variant": "shafran",
        "control": { "kind": "correspondence", "days": 3 },
        "rated": false,
        "side": "white",
    });
    anna.post("/api/seeks", json!({ "offer": offer })).await.ok();
    let mut visitor = server.visitor();
    assert_eq!(visitor.get("/api/lobby").await.ok()["seeks"].as_array().map(Vec::len), Some(1));
    assert_eq!(anna.post("/api/account/close", password(PASSWORD)).await.status, 204);
    assert_eq!(visitor.get("/api/lobby").await.ok()["seeks"], json!([]));
}

#[tokio::test]
async fn the_games_of_an_account_that_was_closed_while_no_server_ran_are_given_up_at_the_start() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let (mut anna, mut bob) = (server.person("Anna").await, server.person("Bob").await);
    let begun = correspondence(&mut anna, &mut bob, 3).await;
    let new = correspondence(&mut bob, &mut anna, 3).await;
    play(&mut anna, &begun, "e2e4", 0).await;
    play(&mut bob, &begun, "e9e7", 1).await;
    let account = anna.me().await["account"].as_str().expect("an id").parse().expect("an id");
    server.database.transact(saffron_store::erasure::close(account)).await.expect("closed");
    let disk = Arc::clone(&server.disk);
    drop(server);
    let server = TestServer::on(disk, ServiceConfig::default(), START + 1000).await;
    let mut visitor = server.visitor();
    // Games are given up concurrently with the first requests.
    let mut resigned = view(&mut visitor, &begun).await;
    for _ in 0..1000 {
        if !resigned["state"]["outcome"].is_null() {
            break;
        }
        tokio::task::yield_now().await;
        resigned = view(&mut visitor, &begun).await;
    }
    server.database.flush().await.expect("stored");
    assert_eq!(
        (&resigned["state"]["outcome"]["reason"], &resigned["info"]["white"]["kind"]),
        (&json!("Resignation"), &json!("closed"))
    );
    assert_eq!(view(&mut visitor, &new).await["state"]["outcome"]["reason"], "Abort");
}

#[tokio::test]
async fn an_erased_account_leaves_its_games_without_a_name() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let (mut anna, mut bob) = (server.person("Zarathustra").await, server.person("Bob").await);
    let game = correspondence(&mut anna, &mut bob, 3).await;
    play(&mut anna, &game, "e2e4", 0).await;
    play(&mut bob, &game, "e9e7", 1).await;
    assert_eq!(anna.post("/api/account/erase", password(PASSWORD)).await.status, 204);
    let seen = view(&mut bob, &game).await;
    assert_eq!(seen["state"]["outcome"]["reason"], "Resignation");
    assert!(!seen.to_string().contains("Zarathustra"), "{seen}");
    for table in saffron_store::admin::TABLES {
        let rows = table.rows(&*server.database, None, 1000).await.expect("rows");
        assert!(!format!("{rows:?}").to_lowercase().contains("zarathustra"), "{}", table.name);
    }
}

#[tokio::test]
async fn nobody_takes_the_name_of_an_erased_account() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let mut anna = server.person("Márisol").await;
    let mut guest = server.visitor();
    guest.post("/api/guest", Value::Null).await.ok();
    assert_eq!(anna.post("/api/account/erase", password(PASSWORD)).await.status, 204);
    let disk = Arc::clone(&server.disk);
    let names = ["Márisol", "marisol", "MARISOĹ", "mari\u{301}sol", "Mar1s0l"];
    for name in names {
        let again = json!({ "name": name, "password": PASSWORD });
        server.visitor().post("/api/account/register", again.clone()).await.refused(409, "name_taken");
        guest.post("/api/account/register", again.clone()).await.refused(409, "name_taken");
        anna.post("/api/account/sign-in", again).await.refused(403, "wrong_password");
        server.visitor().get(&format!("/api/users/{}", name.replace(' ', "%20"))).await.refused(404, "not_found");
    }
    drop(server);
    let server = TestServer::on(disk, ServiceConfig::default(), START + 1000).await;
    for name in names {
        let again = json!({ "name": name, "password": PASSWORD });
        server.visitor().post("/api/account/register", again).await.refused(409, "name_taken");
    }
    server.person("Marisa").await;
}

#[tokio::test]
async fn a_name_that_is_erased_while_somebody_registers_with_it_is_not_free_for_a_moment() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let mut anna = server.person("Anna").await;
    let (mut one, mut other) = (server.visitor(), server.visitor());
    let again = || json!({ "name": "Ánna", "password": PASSWORD });
    let (erased, before, after) = tokio::join!(
        anna.post("/api/account/erase", password(PASSWORD)),
        one.post("/api/account/register", again()),
        other.post("/api/account/register", again()),
    );
    assert_eq!(erased.status, 204);
    before.refused(409, "name_taken");
    after.refused(409, "name_taken");
}

#[tokio::test]
async fn the_export_has_everything_but_secrets() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let (mut anna, mut bob) = (server.person("Anna").await, server.person("Bob").await);
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(correspondence(&mut anna, &mut bob, 3).await);
    }
    anna.put("/api/account/preferences", json!({ "hideChat": true })).await.ok();
    let answer = anna.get("/api/account/export").await;
    assert!(
        answer.headers["content-disposition"].to_str().expect("text").starts_with("attachment; filename=\"saffron-")
    );
    assert!(!answer.text.contains("argon2"), "{}", answer.text);
    let export = answer.ok();
    assert_eq!(export["account"]["name"], "Anna");
    assert_eq!(export["account"]["preferences"]["hideChat"], true);
    assert_eq!(export["sessions"].as_array().map(Vec::len), Some(1));
    let mut found: Vec<_> =
        export["games"].as_array().expect("games").iter().map(|game| game["id"].as_str().expect("an id")).collect();
    found.sort_unstable();
    games.sort_unstable();
    assert_eq!(found, games);
    server.visitor().get("/api/account/export").await.refused(401, "sign_in_required");
}

#[tokio::test]
async fn an_export_of_many_games_is_whole() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let (mut anna, mut bob) = (server.person("Anna").await, server.person("Bob").await);
    let account = anna.me().await["account"].as_str().expect("an id").parse().expect("an id");
    let game = correspondence(&mut anna, &mut bob, 3).await;
    let row = saffron_store::games::by_id(&*server.database, game.parse().expect("an id")).await;
    let row = row.expect("read").expect("a game");
    let insert = |number: u128| {
        saffron_store::games::insert(&saffron_store::games::NewGame {
            id: saffron_store::GameId::from_random(number),
            variant: row.variant.clone(),
            speed: row.speed.clone(),
            control: row.control.clone(),
            rated: false,
            white: Some(account),
            black: None,
            white_rating: None,
            white_provisional: false,
            black_rating: None,
            black_provisional: false,
            created_at: i64::try_from(number / 3).expect("a small number"),
            start_fen: None,
            to_move: None,
            deadline: None,
            data: String::new(),
        })
    };
    for count in [99, 100, 150] {
        let before = if count == 99 { 0 } else { if count == 100 { 99 } else { 100 } };
        // Together with the earlier game: one page exactly, and some games more than a page.
        server.database.transact((before..count).map(insert).collect()).await.expect("stored");
        let export = anna.get("/api/account/export").await.ok();
        assert_eq!(export["games"].as_array().map(Vec::len), usize::try_from(count + 1).ok());
    }
}

#[tokio::test]
async fn the_feed_is_read_without_a_session_by_its_secret_address() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let (mut anna, mut bob) = (server.person("Anna").await, server.person("Bob").await);
    assert_eq!(anna.get("/api/account/feed").await.ok(), json!({ "active": false, "path": null }));
    let feed = anna.post("/api/account/feed", Value::Null).await.ok();
    let path = feed["path"].as_str().expect("a path").to_owned();
    assert_eq!(anna.get("/api/account/feed").await.ok(), json!({ "active": true, "path": null }));

    let game = correspondence(&mut anna, &mut bob, 3).await;
    let mut reader = server.visitor();
    let answer = reader.get(&path).await;
    assert_eq!(answer.headers["content-type"], "application/atom+xml; charset=utf-8");
    assert!(answer.text.contains(&format!("<id>urn:saffron:game:{game}:0</id>")), "{}", answer.text);
    assert!(answer.text.contains("<title>Anna – Bob</title>"), "{}", answer.text);
    assert_eq!(answer.text.matches("<entry>").count(), 1);
    assert_eq!(answer.text.matches("</entry>").count(), 1);
    play(&mut anna, &game, "e2e4", 0).await;
    assert!(!reader.get(&path).await.text.contains("<entry>"));

    for wrong in ["/feed/x.atom", &path.replace(".atom", ""), "/feed/.atom", "/feed/%00.atom"] {
        assert_eq!(reader.get(wrong).await.status, 404, "{wrong}");
    }
    let renewed = anna.post("/api/account/feed", Value::Null).await.ok();
    assert_eq!(reader.get(&path).await.status, 404);
    let path = renewed["path"].as_str().expect("a path");
    assert_eq!(reader.get(path).await.status, 200);
    assert_eq!(anna.request(Method::DELETE, "/api/account/feed", None).await.status, 204);
    assert_eq!(reader.get(path).await.status, 404);
}
