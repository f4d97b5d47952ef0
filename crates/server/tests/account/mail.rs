//! Tests of e-mail: confirming addresses and resetting passwords.

use std::time::Duration;

use axum::http::header::ACCEPT_LANGUAGE;
use saffron_service::config::{AccountLimits, BudgetLimits, MailConfig, Quota, ServiceConfig};
use saffron_store::jobs;
use serde_json::{Value, json};

use crate::browser::{Browser, PASSWORD, START, TestServer};
use crate::smtp::{Letter, MailServer};

async fn server() -> (TestServer, MailServer) {
    let mails = MailServer::start().await;
    (TestServer::new(config(&mails)).await, mails)
}

fn config(mails: &MailServer) -> ServiceConfig {
    let mut config =
        ServiceConfig { public_origin: Some("https://chess.example".to_owned()), ..ServiceConfig::default() };
    config.accounts.mail = Some(MailConfig { server: mails.url(), from: "Saffron <noreply@chess.example>".to_owned() });
    config
}

/// Numbers of pending and failed e-mails of a kind.
async fn queued(server: &TestServer, kind: &str) -> (u32, u32) {
    let counts = jobs::counts(&*server.database).await.expect("a store");
    counts.iter().find(|count| count.kind == kind).map_or((0, 0), |count| (count.waiting, count.failed))
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
    // Another browser may open the link.
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
    // A token is valid for one purpose only, and a refused password does not use it up.
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
    // Unknown, unconfirmed, confirmed.
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
    // The account is created, and its e-mail counts.
    register(&server, "Anna", "anna@example.org").await;
    for status in [204, 204, 429] {
        let answer = server.visitor().post("/api/account/reset", json!({ "email": "anna@example.org" })).await;
        assert_eq!(answer.status, status);
    }
    // Another spelling of the same address counts as the same.
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

/// Regression: one refused address stopped all e-mail for 35 s.
#[tokio::test]
async fn addresses_that_are_refused_put_off_or_stalled_hold_up_no_other() {
    let mails = MailServer::start().await;
    let mut config = config(&mails);
    config.accounts.limits = AccountLimits::all(Quota { burst: 1000, refill: Duration::from_secs(1) });
    let (server, mut mails) = (TestServer::new(config).await, mails);
    for (name, email) in [("Anna", "refused@example.org"), ("Bob", "later@example.org")] {
        register(&server, name, email).await;
    }
    for number in 0..20 {
        register(&server, &format!("Slow{number}"), &format!("stalled{number}@example.org")).await;
    }
    mails.attempted("stalled19@example.org", 1).await;
    let started = std::time::Instant::now();
    register(&server, "Clara", "clara@example.org").await;
    assert_eq!(mails.next().await.to, "clara@example.org");
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    // A refused e-mail is not retried, a deferred one is.
    tokio::time::pause();
    mails.accept_all();
    tokio::time::advance(Duration::from_secs(20)).await;
    let mut came = Vec::new();
    while came.last().is_none_or(|to: &String| to != "later@example.org") {
        came.push(mails.next().await.to);
    }
    assert_eq!(mails.attempts("refused@example.org"), 1);
    let listed = jobs::list(&*server.database, 99).await.expect("a store");
    let refused: Vec<_> = listed.iter().filter(|job| job.failed_at.is_some()).collect();
    assert_eq!(refused.len(), 1);
    assert_eq!(refused[0].error.as_deref(), Some("the mail server refused it (550)"));
}

/// Regression: one account could queue 20 e-mails.
#[tokio::test]
async fn one_account_has_one_confirmation_in_the_queue_and_only_its_last_link_is_sent() {
    let mails = MailServer::start().await;
    let mut config = config(&mails);
    config.budgets = BudgetLimits::none();
    let (server, mut mails) = (TestServer::new(config).await, mails);
    let mut anna = register(&server, "Anna", "later0@example.org").await;
    for number in 1..15 {
        let body = json!({ "email": format!("later{number}@example.org"), "password": PASSWORD });
        assert_eq!(anna.post("/api/account/email", body).await.status, 204);
    }
    mails.attempted("later14@example.org", 1).await;
    assert_eq!(queued(&server, "mail-confirm").await, (1, 0));
    mails.accept_all();
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(20)).await;
    let letter = mails.next().await;
    assert_eq!(letter.to, "later14@example.org");
    assert_eq!(confirm(&mut anna, &letter).await, 204);
    mails.nothing_more().await;
    // Removing the address cancels its e-mail.
    let change = |email: Option<&str>| json!({ "email": email, "password": PASSWORD });
    anna.post("/api/account/email", change(Some("stalled@example.org"))).await;
    anna.post("/api/account/email", change(None)).await;
    assert_eq!(queued(&server, "mail-confirm").await, (0, 0));
}

#[tokio::test]
async fn e_mails_outlast_the_server_and_are_not_sent_twice() {
    let mails = MailServer::start().await;
    let server = TestServer::new(config(&mails)).await;
    register(&server, "Anna", "later@example.org").await;
    register(&server, "Bob", "bob@example.org").await;
    let mut mails = mails;
    assert_eq!(mails.next().await.to, "bob@example.org");
    mails.attempted("later@example.org", 1).await;
    for _ in 0..400 {
        if jobs::leased(&*server.database, "mail", 1).await.expect("a store").is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(queued(&server, "mail-confirm").await, (1, 0));
    mails.accept_all();
    let server = TestServer::on(server.disk, config(&mails), START + 60_000).await;
    assert_eq!(mails.next().await.to, "later@example.org");
    for _ in 0..400 {
        if queued(&server, "mail-confirm").await == (0, 0) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let _third = TestServer::on(server.disk, config(&mails), START + 4 * 3_600_000).await;
    mails.nothing_more().await;
}

#[tokio::test]
async fn an_e_mail_whose_link_has_lost_its_meaning_is_dropped() {
    let mails = MailServer::start().await;
    let server = TestServer::new(config(&mails)).await;
    let mut mails = mails;
    register(&server, "Anna", "later@example.org").await;
    let anna = register(&server, "Bob", "bob@example.org").await;
    let letter = mails.next().await;
    confirm(&mut anna.clone(), &letter).await;
    mails.attempted("later@example.org", 1).await;
    mails.accept_all();
    // No server ran for a day.
    let server = TestServer::on(server.disk, config(&mails), START + 25 * 3_600_000).await;
    mails.nothing_more().await;
    assert_eq!(queued(&server, "mail-confirm").await, (0, 0));
}
