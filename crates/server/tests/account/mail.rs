//! E-mail: confirmation of addresses, resets of passwords.

use std::time::Duration;

use axum::http::header::ACCEPT_LANGUAGE;
use saffron_server::{MailConfig, PlayConfig};
use serde_json::{Value, json};

use crate::browser::{Browser, PASSWORD, TestServer};
use crate::smtp::{Letter, MailServer};

async fn server() -> (TestServer, MailServer) {
    let mails = MailServer::start().await;
    let mut config = PlayConfig { public_origin: Some("https://chess.example".to_owned()), ..PlayConfig::default() };
    config.accounts.mail = Some(MailConfig { server: mails.url(), from: "Saffron <noreply@chess.example>".to_owned() });
    (TestServer::new(config).await, mails)
}

async fn register(server: &TestServer, name: &str, email: &str) -> Browser {
    let mut browser = server.visitor();
    browser.headers.insert("origin", "https://chess.example".parse().expect("a header"));
    let body = json!({ "name": name, "password": PASSWORD, "email": email });
    browser.post("/api/account/register", body).await.ok();
    browser
}

async fn confirm(browser: &mut Browser, letter: &Letter) -> u16 {
    browser.post("/api/account/email/confirm", json!({ "token": letter.token() })).await.status.as_u16()
}

#[tokio::test]
async fn an_address_is_confirmed_by_a_link() {
    let (server, mut mails) = server().await;
    let mut anna = register(&server, "Anna", "anna@example.org").await;
    let me = anna.me().await;
    assert_eq!(me["server"]["email"], true);
    assert_eq!(me["email"], json!({ "address": "anna@example.org", "confirmed": false }));
    let letter = mails.next().await;
    assert_eq!(letter.to, "anna@example.org");
    assert!(letter.text.contains("Hello Anna,"), "{}", letter.text);
    assert!(letter.text.contains("https://chess.example/account/confirm?token="), "{}", letter.text);
    // Another browser may have opened the link.
    let mut other = server.visitor();
    other.post("/api/account/email/confirm", json!({ "token": "0".repeat(64) })).await.refused(400, "invalid_token");
    assert_eq!(confirm(&mut other, &letter).await, 204);
    assert_eq!(confirm(&mut other, &letter).await, 400, "only once");
    assert_eq!(anna.me().await["email"]["confirmed"], true);
}

#[tokio::test]
async fn a_forgotten_password_is_replaced_and_all_sessions_end() {
    let (server, mut mails) = server().await;
    let mut anna = register(&server, "Anna", "Anna@Example.org").await;
    let letter = mails.next().await;
    confirm(&mut anna, &letter).await;
    let mut forgetful = server.visitor();
    forgetful.headers.insert(ACCEPT_LANGUAGE, "ru-RU,ru;q=0.9".parse().expect("a header"));
    let answer = forgetful.post("/api/account/reset", json!({ "email": "anna@example.org" })).await;
    assert_eq!(answer.status, 204);
    let letter = mails.next().await;
    assert!(letter.text.contains("https://chess.example/ru/account/reset?token="), "{}", letter.text);
    assert!(letter.subject.starts_with("=?utf-8?"), "{}", letter.subject);
    let reset = |token: &str, password: &str| json!({ "token": token, "password": password });
    // A link for one thing is not good for another, and a weak password does not use it up.
    forgetful
        .post("/api/account/email/confirm", json!({ "token": letter.token() }))
        .await
        .refused(400, "invalid_token");
    let weak = forgetful.post("/api/account/reset/confirm", reset(letter.token(), "password")).await;
    weak.refused(400, "weak_password");
    let answer = forgetful.post("/api/account/reset/confirm", reset(letter.token(), "another 5 good words")).await;
    assert_eq!(answer.status, 204);
    let again = forgetful.post("/api/account/reset/confirm", reset(letter.token(), "another 6 good words")).await;
    again.refused(400, "invalid_token");
    assert_eq!(anna.me().await["account"], Value::Null);
    let credentials = json!({ "name": "Anna", "password": "another 5 good words" });
    forgetful.post("/api/account/sign-in", credentials).await.ok();
}

#[tokio::test]
async fn the_answer_to_a_reset_says_nothing_about_the_address() {
    let (server, mut mails) = server().await;
    let mut anna = register(&server, "Anna", "anna@example.org").await;
    let letter = mails.next().await;
    confirm(&mut anna, &letter).await;
    register(&server, "Bob", "bob@example.org").await;
    mails.next().await;
    let mut answers = Vec::new();
    // Known, unknown, and not confirmed.
    for email in ["nobody@example.org", "bob@example.org", "anna@example.org"] {
        let answer = server.visitor().post("/api/account/reset", json!({ "email": email })).await;
        answers.push((answer.status, answer.text, answer.headers));
    }
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{answers:?}");
    assert_eq!(mails.next().await.to, "anna@example.org", "only the confirmed one gets an e-mail");
    mails.nothing_more().await;
    server
        .visitor()
        .post("/api/account/reset", json!({ "email": "not an address" }))
        .await
        .refused(400, "invalid_email");
}

#[tokio::test]
async fn one_address_gets_a_limited_number_of_mails() {
    let (server, _mails) = server().await;
    for status in [204, 204, 204, 429] {
        let answer = server.visitor().post("/api/account/reset", json!({ "email": "anna@example.org" })).await;
        assert_eq!(answer.status, status);
    }
    // Written in another way it is the same one.
    let answer = server.visitor().post("/api/account/reset", json!({ "email": "ANNA@example.ORG" })).await;
    answer.refused(429, "rate_limited");
}

#[tokio::test]
async fn a_confirmed_address_stays_until_the_new_one_is_confirmed() {
    let (server, mut mails) = server().await;
    let mut anna = register(&server, "Anna", "old@example.org").await;
    let letter = mails.next().await;
    confirm(&mut anna, &letter).await;
    let change = |email: Option<&str>, password: &str| json!({ "email": email, "password": password });
    anna.post("/api/account/email", change(Some("new@example.org"), "wrong")).await.refused(403, "wrong_password");
    anna.post("/api/account/email", change(Some("a@b\r\nBcc: c@d"), PASSWORD)).await.refused(400, "invalid_email");
    assert_eq!(anna.post("/api/account/email", change(Some("new@example.org"), PASSWORD)).await.status, 204);
    assert_eq!(anna.me().await["email"], json!({ "address": "old@example.org", "confirmed": true }));
    let letter = mails.next().await;
    assert_eq!(letter.to, "new@example.org");
    assert_eq!(confirm(&mut anna, &letter).await, 204);
    assert_eq!(anna.me().await["email"], json!({ "address": "new@example.org", "confirmed": true }));
    let warning = mails.next().await;
    assert_eq!(warning.to, "old@example.org");
    assert!(!warning.text.contains("new@example.org") && !warning.text.contains("token="), "{}", warning.text);
    assert_eq!(anna.post("/api/account/email", change(None, PASSWORD)).await.status, 204);
    assert_eq!(anna.me().await["email"], Value::Null);
}

#[tokio::test]
async fn two_accounts_cannot_confirm_one_address() {
    let (server, mut mails) = server().await;
    let mut anna = register(&server, "Anna", "both@example.org").await;
    let first = mails.next().await;
    let mut bob = register(&server, "Bob", "Both@example.org").await;
    let second = mails.next().await;
    assert_eq!(confirm(&mut bob, &second).await, 204);
    assert_eq!(confirm(&mut anna, &first).await, 400);
    assert_eq!(anna.me().await["email"]["confirmed"], false);
}

#[tokio::test(start_paused = true)]
async fn links_are_valid_for_a_while_only() {
    let (server, mut mails) = server().await;
    let mut anna = register(&server, "Anna", "anna@example.org").await;
    let letter = mails.next().await;
    tokio::time::advance(Duration::from_secs(3 * 24 * 3600 + 1)).await;
    assert_eq!(confirm(&mut anna, &letter).await, 400);
}
