//! Tests that texts of users are never interpreted as markup.

use axum::http::header::CONTENT_TYPE;
use saffron_service::config::ServiceConfig;
use serde_json::json;

use crate::browser::TestServer;
use crate::games::{correspondence, play};

const SCRIPT: &str = "<img src=x onerror=alert(1)>&amp;\"'";

#[tokio::test]
async fn a_line_of_a_chat_is_data() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let (mut anna, mut bob) = (server.person("Anna").await, server.person("Bob").await);
    let game = correspondence(&mut anna, &mut bob, 3).await;
    let path = format!("/api/games/{game}/chat/players");
    anna.post(&path, json!({ "text": SCRIPT })).await.ok();
    let answer = bob.get(&path).await;
    assert_eq!(answer.headers[CONTENT_TYPE], "application/json");
    assert!(answer.body.to_string().contains(&serde_json::to_string(SCRIPT).expect("JSON")), "{}", answer.text);
    for hidden in ["a\u{202e}b", "a\nb", "a\u{0}b"] {
        anna.post(&path, json!({ "text": hidden })).await.refused(400, "invalid_field");
    }
}

#[tokio::test]
async fn a_record_is_data() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let (mut anna, mut bob) = (server.person("Anna").await, server.person("Bob").await);
    let game = correspondence(&mut anna, &mut bob, 3).await;
    play(&mut anna, &game, "e2e4", 0).await;
    let answer = bob.get(&format!("/api/games/{game}/pgn")).await;
    let kind = answer.headers[CONTENT_TYPE].to_str().expect("text").to_owned();
    assert!(kind.starts_with("application/x-chess-pgn") || kind.starts_with("application/vnd.chess-pgn"), "{kind}");
    assert!(answer.text.contains("[White \"Anna\"]"), "{}", answer.text);
}
