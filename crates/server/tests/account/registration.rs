//! Tests of registration.

use std::sync::Arc;

use axum::http::header::SET_COOKIE;
use saffron_service::config::ServiceConfig;
use saffron_store::accounts::{self, Account};
use saffron_store::{AccountId, names};
use serde_json::{Value, json};

use crate::browser::{PASSWORD, START, TestServer};

fn registration(name: &str, password: &str) -> Value {
    json!({ "name": name, "password": password })
}

#[tokio::test]
async fn a_guest_becomes_a_person_and_stays_the_same_account() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let mut browser = server.visitor();
    let guest = browser.post("/api/guest", Value::Null).await.ok();
    let before = browser.clone();
    let me = browser.post("/api/account/register", registration("Anna", PASSWORD)).await.ok();
    assert_eq!((&me["account"], &me["name"], &me["guest"]), (&guest["account"], &json!("Anna"), &json!(false)));
    assert_eq!(me["vacationDays"], 21);
    // The guest's token becomes invalid, so that an attacker who planted it is not signed in.
    assert_ne!(browser.cookie, before.cookie);
    assert_eq!(before.clone().me().await["account"], Value::Null);
    assert_eq!(browser.me().await["name"], "Anna");
}

#[tokio::test]
async fn somebody_who_is_signed_in_gets_another_account() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let mut browser = server.person("Anna").await;
    let (anna, old) = (browser.me().await, browser.clone());
    let bob = browser.post("/api/account/register", registration("Bob", PASSWORD)).await.ok();
    assert_ne!(anna["account"], bob["account"]);
    assert_eq!(old.clone().me().await["account"], Value::Null, "the session before has ended");
}

#[tokio::test]
async fn names_are_unique_also_where_they_only_look_alike() {
    let server = TestServer::new(ServiceConfig::default()).await;
    server.person("Alice").await;
    server.person("MARISOL").await;
    server.person("Márta").await;
    server.person("Семён").await;
    let alike = ["Alice", "ALICE", "AIice", "al1ce", "Alicé", "MARISOĹ", "Marisol", "Marta", "семен"];
    let reserved =
        ["admin", "Anna_Admin", "Saffron", "Saffron-7", "Saffr0n_7", "Sáffron", "Guest123", "Módérator", "Гость-5"];
    for name in alike.into_iter().chain(reserved) {
        let answer = server.visitor().post("/api/account/register", registration(name, PASSWORD)).await;
        answer.refused(409, "name_taken");
        assert!(!answer.headers.contains_key(SET_COOKIE), "{name}");
    }
    for name in ["A", "<b>Al</b>", "Al ice", "Alicе", "x".repeat(21).as_str(), "../me"] {
        server.visitor().post("/api/account/register", registration(name, PASSWORD)).await.refused(400, "invalid_name");
    }
}

#[tokio::test]
async fn accounts_from_before_names_without_accents_were_the_same_keep_their_names() {
    let server = TestServer::new(ServiceConfig::default()).await;
    server.person("MARISOL").await;
    server.person("Zoe").await;
    // Keys by earlier rules. By today's, two names share a key, a third has another one, and so does Zoe's.
    let people =
        [("MARISOĹ", "rnarlsol\u{301}"), ("Márta", "rna\u{301}rta"), ("Zoë", "zoe\u{308}"), ("Zóe", "zo\u{301}e")];
    let like = accounts::by_name(&*server.database, "rnarlsol").await.expect("read").expect("an account");
    for (number, (name, key)) in (1..).zip(people) {
        let account = Account {
            id: AccountId::from_random(number),
            name: Some(name.to_owned()),
            name_key: Some(key.to_owned()),
            ..like.clone()
        };
        server.database.transact(vec![accounts::insert(&account)]).await.expect("stored");
    }
    server.database.transact(vec![names::set_rules(0)]).await.expect("stored");
    let disk = Arc::clone(&server.disk);
    drop(server);
    for run in 0..2 {
        let server = TestServer::on(Arc::clone(&disk), ServiceConfig::default(), START + 1000 + run).await;
        for name in ["MARISOL", "Marisol", "MARISOĹ", "Márta", "Zoe", "Zoë", "Zóe"] {
            let mut browser = server.visitor();
            let credentials = json!({ "name": name, "password": PASSWORD });
            let me = browser.post("/api/account/sign-in", credentials).await.ok();
            let expected = if name == "Marisol" { "MARISOL" } else { name };
            assert_eq!(me["name"], expected);
            assert_eq!(server.visitor().get(&format!("/api/users/{name}")).await.ok()["name"], expected);
        }
        // In another spelling, the closest name is found.
        assert_eq!(server.visitor().get("/api/users/MARTA").await.ok()["name"], "Márta");
        assert_eq!(server.visitor().get("/api/users/mårisol").await.ok()["name"], "MARISOL");
        for name in ["MÁRISOL", "Marta", "Zöe"] {
            server
                .visitor()
                .post("/api/account/register", registration(name, PASSWORD))
                .await
                .refused(409, "name_taken");
        }
        assert_eq!(names::rules(&*server.database).await, Ok(1));
    }
}

#[tokio::test]
async fn weak_passwords_and_unknown_fields_are_refused() {
    let server = TestServer::new(ServiceConfig::default()).await;
    for password in ["short", "password123", "Anna-Anna", "qwertyuiop"] {
        let answer = server.visitor().post("/api/account/register", registration("Anna", password)).await;
        answer.refused(400, "weak_password");
    }
    let body = json!({ "name": "Anna", "password": PASSWORD, "moderator": true });
    server.visitor().post("/api/account/register", body).await.refused(400, "invalid_message");
    let body = json!({ "name": "Anna", "password": PASSWORD, "email": "anna@example.org" });
    server.visitor().post("/api/account/register", body).await.refused(404, "email_disabled");
}

#[tokio::test]
async fn two_who_register_one_name_at_once_do_not_both_get_it() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let (mut one, mut other) = (server.visitor(), server.visitor());
    let (one, other) = tokio::join!(
        one.post("/api/account/register", registration("Anna", PASSWORD)),
        other.post("/api/account/register", registration("anna", PASSWORD)),
    );
    let mut statuses = [one.status.as_u16(), other.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
}
