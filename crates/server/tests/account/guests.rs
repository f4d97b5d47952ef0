//! Tests of visitors without an account.

use axum::http::header::SET_COOKIE;
use saffron_service::config::ServiceConfig;
use serde_json::{Value, json};

use crate::browser::TestServer;

#[tokio::test]
async fn a_visitor_has_no_session_until_one_is_needed() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let mut visitor = server.visitor();
    let answer = visitor.get("/api/me").await;
    assert!(!answer.headers.contains_key(SET_COOKIE));
    assert_eq!(answer.headers["cache-control"], "no-store");
    assert_eq!(answer.body["account"], Value::Null);
    assert_eq!(answer.body["guest"], true);
    assert_eq!(answer.body["server"]["email"], false);

    let answer = visitor.post("/api/guest", Value::Null).await;
    let cookie = answer.headers[SET_COOKIE].to_str().expect("text").to_owned();
    assert!(cookie.ends_with("; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"), "{cookie}");
    let account = answer.ok()["account"].as_str().expect("an account").to_owned();
    assert_eq!(visitor.me().await["account"], account);

    let again = visitor.post("/api/guest", Value::Null).await;
    assert!(!again.headers.contains_key(SET_COOKIE));
    assert_eq!(again.ok()["account"], account);
}

#[tokio::test]
async fn an_unsafe_request_that_needs_an_identity_makes_a_guest() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let mut visitor = server.visitor();
    let me = visitor.put("/api/account/preferences", json!({ "hideChat": true })).await.ok();
    assert_eq!(me["preferences"]["hideChat"], true);
    assert!(visitor.cookie.is_some());
    assert_eq!(visitor.me().await["account"], me["account"]);
    assert_eq!(visitor.me().await["preferences"]["hideChat"], true);
}

#[tokio::test]
async fn visitors_without_a_session_play_as_guests() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let body = |rated: bool, control: Value| json!({ "offer": { "variant": "shafran", "control": control, "rated": rated, "side": "random" } });
    let clock = || json!({ "kind": "clock", "initial": 180, "increment": 2 });
    let days = || json!({ "kind": "correspondence", "days": 3 });
    let with = |mut body: Value, field: &str, value: Value| {
        body[field] = value;
        body
    };
    let post = async |path: &str, body: Value| {
        let mut visitor = server.visitor();
        let answer = visitor.post(path, body).await.ok();
        assert_eq!(visitor.me().await["guest"], true, "{path}");
        assert!(visitor.cookie.is_some(), "{path}");
        answer
    };
    assert_eq!(post("/api/seeks", with(body(false, clock()), "quick", json!(true))).await["kind"], "waiting");
    let seek = post("/api/seeks", body(false, days())).await;
    let seek = seek["seek"]["id"].as_str().expect("an id").to_owned();
    assert!(post(&format!("/api/seeks/{seek}/accept"), Value::Null).await["game"].is_string());
    let challenge = post("/api/challenges", body(false, clock())).await;
    let challenge = challenge["id"].as_str().expect("an id").to_owned();
    assert!(post(&format!("/api/challenges/{challenge}/accept"), Value::Null).await["game"].is_string());
    assert!(post("/api/computer", with(body(false, clock()), "level", json!(1))).await["game"].is_string());
    for path in ["/api/seeks", "/api/challenges"] {
        server.visitor().post(path, body(true, clock())).await.refused(400, "cannot_be_rated");
    }
}

#[tokio::test]
async fn guests_cannot_do_what_needs_a_password() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let mut guest = server.visitor();
    guest
        .post("/api/account/password", json!({ "oldPassword": "a", "newPassword": "b" }))
        .await
        .refused(401, "sign_in_required");
    guest.post("/api/guest", Value::Null).await.ok();
    guest
        .post("/api/account/password", json!({ "oldPassword": "a", "newPassword": "b" }))
        .await
        .refused(403, "account_required");
}

#[tokio::test]
async fn one_client_makes_a_limited_number_of_guests() {
    let mut config = ServiceConfig::default();
    config.accounts.limits.guests.burst = 2;
    let server = TestServer::new(config).await;
    for _ in 0..2 {
        server.visitor().post("/api/guest", Value::Null).await.ok();
    }
    let answer = server.visitor().post("/api/guest", Value::Null).await;
    answer.refused(429, "rate_limited");
    assert!(answer.headers["retry-after"].to_str().expect("text").parse::<u32>().expect("seconds") >= 1);
}
