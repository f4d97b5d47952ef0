//! Tests of signing in and out, sessions and passwords.

use axum::http::header::SET_COOKIE;
use saffron_service::config::{Quota, ServiceConfig};
use saffron_store::Statement;
use saffron_store::Value as Stored;
use serde_json::{Value, json};

use crate::browser::{Browser, PASSWORD, TestServer};

fn credentials(name: &str, password: &str) -> Value {
    json!({ "name": name, "password": password })
}

async fn sign_in(browser: &mut Browser, name: &str) {
    browser.post("/api/account/sign-in", credentials(name, PASSWORD)).await.ok();
}

#[tokio::test]
async fn signing_in_and_out() {
    let server = TestServer::new(ServiceConfig::default()).await;
    server.person("Anna").await;
    let mut browser = server.visitor();
    let me = browser.post("/api/account/sign-in", credentials(" anna ", PASSWORD)).await.ok();
    assert_eq!(me["name"], "Anna");
    let signed_in = browser.clone();
    let answer = browser.post("/api/account/sign-out", Value::Null).await;
    assert_eq!(answer.status, 204);
    assert!(answer.headers[SET_COOKIE].to_str().expect("text").starts_with("saffron=; Path=/; Max-Age=0"));
    assert_eq!(browser.me().await["account"], Value::Null);
    // The cookie is invalid even in a copied browser, although it was cached a moment ago.
    assert_eq!(signed_in.clone().me().await["account"], Value::Null);
}

#[tokio::test]
async fn a_planted_cookie_is_not_signed_in() {
    let server = TestServer::new(ServiceConfig::default()).await;
    server.person("Anna").await;
    let mut attacker = server.visitor();
    attacker.post("/api/guest", Value::Null).await.ok();
    let mut victim = attacker.clone();
    sign_in(&mut victim, "Anna").await;
    assert_ne!(victim.cookie, attacker.cookie);
    assert_eq!(attacker.me().await["account"], Value::Null);
    let mut invented = server.visitor();
    invented.cookie = Some(format!("saffron={}", "0".repeat(64)));
    sign_in(&mut invented, "Anna").await;
    assert!(!invented.cookie.expect("a cookie").contains("0000000000"));
}

#[tokio::test]
async fn a_wrong_name_and_a_wrong_password_have_the_same_answer() {
    let server = TestServer::new(ServiceConfig::default()).await;
    server.person("Anna").await;
    let mut answers = Vec::new();
    for (name, password) in [("Anna", "wrong password"), ("Nobody-1", PASSWORD), ("<script>", PASSWORD), ("Anna", "")] {
        let answer = server.visitor().post("/api/account/sign-in", credentials(name, password)).await;
        answer.refused(403, "wrong_password");
        answers.push((answer.text, answer.headers));
    }
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{answers:?}");
}

#[tokio::test]
async fn an_unknown_name_takes_as_long_as_a_known_one() {
    let server = TestServer::new(ServiceConfig::default()).await;
    server.person("Anna").await;
    let mut times = [Vec::new(), Vec::new()];
    for round in 0..5 {
        for (index, name) in ["Anna", "Nobody"].into_iter().enumerate() {
            let started = std::time::Instant::now();
            let wrong = credentials(name, &format!("wrong password {round}"));
            server.visitor().post("/api/account/sign-in", wrong).await.refused(403, "wrong_password");
            times[index].push(started.elapsed());
        }
    }
    let [known, unknown] = times.map(|mut times| {
        times.sort_unstable();
        times[0]
    });
    // Without hashing, the unknown name would take a hundredth of the time.
    assert!(unknown * 3 > known && known * 3 > unknown, "{known:?} {unknown:?}");
}

#[tokio::test]
async fn tokens_and_passwords_are_stored_as_hashes_only() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let browser = server.person("Anna").await;
    let cookie = browser.cookie.expect("a cookie");
    let token = cookie.strip_prefix("saffron=").expect("a token");
    let mut everything = String::new();
    for table in saffron_store::admin::TABLES {
        for row in table.rows(&*server.database, None, 1000).await.expect("rows") {
            for value in row.0 {
                match value {
                    Stored::Text(text) => everything.push_str(&text),
                    Stored::Bytes(bytes) => everything.push_str(&String::from_utf8_lossy(&bytes)),
                    _ => {}
                }
            }
        }
    }
    assert!(everything.contains("Anna") && everything.contains("$argon2id$v=19$m=19456,t=2,p=1$"));
    assert!(!everything.contains(token) && !everything.contains(PASSWORD));
    let sql = "SELECT COUNT(*) FROM sessions WHERE LENGTH(token_hash) = 32";
    let count = server.database.read(Statement::new(sql)).await.expect("a count");
    assert_eq!(count[0].0[0], Stored::Integer(1));
}

#[tokio::test(start_paused = true)]
async fn guessing_a_password_is_slowed_down() {
    let server = TestServer::new(ServiceConfig::default()).await;
    server.person("Anna").await;
    let mut guesser = server.visitor();
    let mut refused = 0;
    for guess in 0..8 {
        let answer = guesser.post("/api/account/sign-in", credentials("Anna", &format!("guess number {guess}"))).await;
        match answer.code() {
            "wrong_password" => {}
            "rate_limited" => {
                refused += 1;
                let seconds: u64 = answer.headers["retry-after"].to_str().expect("text").parse().expect("seconds");
                tokio::time::advance(std::time::Duration::from_secs(seconds)).await;
            }
            other => panic!("{other}"),
        }
    }
    assert_eq!(refused, 1, "the sixth wrong one makes the next wait");
    tokio::time::advance(std::time::Duration::from_secs(4)).await;
    sign_in(&mut server.visitor(), "Anna").await;
}

#[tokio::test]
async fn a_client_and_a_name_have_limits() {
    let mut config = ServiceConfig::default();
    config.accounts.limits.sign_ins_by_name = Quota { burst: 2, ..config.accounts.limits.sign_ins_by_name };
    let server = TestServer::new(config.clone()).await;
    for expected in ["wrong_password", "wrong_password", "rate_limited"] {
        let answer = server.visitor().post("/api/account/sign-in", credentials("Anna", "wrong")).await;
        assert_eq!(answer.code(), expected);
    }
    let answer = server.visitor().post("/api/account/sign-in", credentials("Bob", "wrong")).await;
    answer.refused(403, "wrong_password");

    config.accounts.limits.sign_ins = Quota { burst: 1, ..config.accounts.limits.sign_ins };
    let server = TestServer::new(config).await;
    server.visitor().post("/api/account/sign-in", credentials("Anna", "wrong")).await.refused(403, "wrong_password");
    server.visitor().post("/api/account/sign-in", credentials("Bob", "wrong")).await.refused(429, "rate_limited");
}

#[tokio::test]
async fn sessions_are_listed_and_ended() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let mut phone = server.person("Anna").await;
    let mut desktop = server.visitor();
    desktop.headers.insert("user-agent", "Desktop 1.0".parse().expect("a header"));
    sign_in(&mut desktop, "Anna").await;
    let mut stranger = server.person("Bob").await;

    let sessions = desktop.get("/api/account/sessions").await.ok()["sessions"].clone();
    let sessions = sessions.as_array().expect("a list");
    assert_eq!(sessions.len(), 2);
    let [current, other] = [true, false]
        .map(|current| sessions.iter().find(|session| session["current"] == current).expect("a session").clone());
    assert_eq!(current["userAgent"], "Desktop 1.0");
    let path = format!("/api/account/sessions/{}", other["id"].as_str().expect("an id"));
    stranger.delete(&path).await.refused(404, "not_found");
    assert_eq!(phone.me().await["name"], "Anna");
    assert_eq!(desktop.delete(&path).await.status, 204);
    assert_eq!(phone.me().await["account"], Value::Null);
    desktop.delete(&path).await.refused(404, "not_found");
    desktop.delete("/api/account/sessions/x").await.refused(404, "not_found");

    sign_in(&mut phone, "Anna").await;
    assert_eq!(desktop.delete("/api/account/sessions").await.status, 204);
    assert_eq!(phone.me().await["account"], Value::Null);
    assert_eq!(desktop.me().await["name"], "Anna");
    assert_eq!(stranger.me().await["name"], "Bob");
}

#[tokio::test]
async fn a_new_password_ends_the_other_sessions() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let mut phone = server.person("Anna").await;
    let mut desktop = server.visitor();
    sign_in(&mut desktop, "Anna").await;
    assert_eq!(phone.me().await["name"], "Anna");
    let change = |old: &str, new: &str| json!({ "oldPassword": old, "newPassword": new });
    desktop.post("/api/account/password", change("wrong", "another 5 good words")).await.refused(403, "wrong_password");
    desktop.post("/api/account/password", change(PASSWORD, "password1")).await.refused(400, "weak_password");
    let answer = desktop.post("/api/account/password", change(PASSWORD, "another 5 good words")).await;
    assert_eq!(answer.status, 204);
    assert_eq!(phone.me().await["account"], Value::Null);
    assert_eq!(desktop.me().await["name"], "Anna");
    phone.post("/api/account/sign-in", credentials("Anna", PASSWORD)).await.refused(403, "wrong_password");
    phone.post("/api/account/sign-in", credentials("Anna", "another 5 good words")).await.ok();
}

#[tokio::test]
async fn the_password_is_asked_for_a_limited_number_of_times() {
    let mut config = ServiceConfig::default();
    config.accounts.limits.confirmations.burst = 2;
    let server = TestServer::new(config).await;
    let mut thief = server.person("Anna").await;
    for (status, code) in [(403, "wrong_password"), (403, "wrong_password"), (429, "rate_limited")] {
        let answer = thief.post("/api/account/password", json!({ "oldPassword": "x", "newPassword": "y" })).await;
        answer.refused(status, code);
    }
}

#[tokio::test]
async fn sessions_last_over_a_restart() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let anna = server.person("Anna").await;
    let again = TestServer::on(server.disk.clone(), ServiceConfig::default(), crate::browser::START + 3_700_000).await;
    let mut later = again.visitor();
    later.cookie = anna.cookie.clone();
    let answer = later.get("/api/me").await;
    // First use in an hour: the browser keeps the cookie for another year.
    assert!(answer.headers.contains_key(SET_COOKIE));
    assert_eq!(answer.ok()["name"], "Anna");
    assert_eq!(later.cookie, anna.cookie);

    let year = 366 * 24 * 3600 * 1000_i64;
    let much_later =
        TestServer::on(again.disk.clone(), ServiceConfig::default(), crate::browser::START + 2 * year).await;
    let mut much_later = much_later.visitor();
    much_later.cookie = later.cookie;
    assert_eq!(much_later.me().await["account"], Value::Null);
}
