//! Tests of vacation in correspondence games.

use std::time::Duration;

use saffron_service::config::ServiceConfig;
use serde_json::json;

use crate::browser::{Browser, START, TestServer};
use crate::games::{correspondence, deadline, play};

const DAY: i64 = 24 * 60 * 60 * 1000;

async fn take(browser: &mut Browser, days: u8) -> serde_json::Value {
    browser.post("/api/account/vacation", json!({ "days": days })).await.ok()
}

async fn advance(days: i64) {
    tokio::time::advance(Duration::from_millis(u64::try_from(days * DAY).expect("a positive number"))).await;
}

#[tokio::test(start_paused = true)]
async fn the_own_turn_waits_for_the_end_of_the_vacation() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let (mut anna, mut bob) = (server.person("Anna").await, server.person("Bob").await);
    let game = correspondence(&mut anna, &mut bob, 3).await;
    let before = deadline(&mut anna, &game).await;
    let me = take(&mut anna, 5).await;
    assert_eq!(me["vacationDays"], 16);
    let until = me["vacationUntil"].as_i64().expect("a time");
    assert_eq!(deadline(&mut anna, &game).await, before + 5 * DAY);
    // Reading the game again, or a restart, extends nothing.
    assert_eq!(deadline(&mut bob, &game).await, before + 5 * DAY);

    // Her move gives the opponent the usual days and no more.
    advance(1).await;
    play(&mut anna, &game, "e2e4", 0).await;
    let bobs = deadline(&mut bob, &game).await;
    assert!((bobs - (until - 4 * DAY + 3 * DAY)).abs() < 60_000, "{bobs}");

    // Her turn begins during the vacation: her three days start at its end.
    advance(1).await;
    play(&mut bob, &game, "e9e7", 1).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let hers = deadline(&mut anna, &game).await;
    assert!((hers - (until + 3 * DAY)).abs() < 60_000, "{hers} {until}");

    // After the vacation, deadlines are as usual.
    advance(4).await;
    play(&mut anna, &game, "d2d4", 2).await;
    play(&mut bob, &game, "d8d6", 3).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let now = anna.get(&format!("/api/games/{game}")).await.ok()["state"]["now"].as_i64().expect("a time");
    assert!((deadline(&mut anna, &game).await - (now + 3 * DAY)).abs() < 60_000);
}

#[tokio::test(start_paused = true)]
async fn games_that_begin_during_it_wait_too() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let (mut anna, mut bob) = (server.person("Anna").await, server.person("Bob").await);
    let until = take(&mut anna, 4).await["vacationUntil"].as_i64().expect("a time");
    let game = correspondence(&mut anna, &mut bob, 2).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!((deadline(&mut anna, &game).await - (until + 2 * DAY)).abs() < 60_000);
    // The vacation is still running five days later.
    advance(5).await;
    play(&mut anna, &game, "e2e4", 0).await;
}

#[tokio::test(start_paused = true)]
async fn a_vacation_is_prolonged_and_days_run_out() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let (mut anna, mut bob) = (server.person("Anna").await, server.person("Bob").await);
    let game = correspondence(&mut anna, &mut bob, 3).await;
    let before = deadline(&mut anna, &game).await;
    let first = take(&mut anna, 5).await;
    let second = take(&mut anna, 16).await;
    let until = |me: &serde_json::Value| me["vacationUntil"].as_i64().expect("a time");
    assert_eq!(until(&second), until(&first) + 16 * DAY);
    assert_eq!(second["vacationDays"], 0);
    assert_eq!(deadline(&mut anna, &game).await, before + 21 * DAY);
    anna.post("/api/account/vacation", json!({ "days": 1 })).await.refused(429, "too_many");
    anna.post("/api/account/vacation", json!({ "days": 0 })).await.refused(400, "invalid_field");
    anna.post("/api/account/vacation", json!({ "days": 256 })).await.refused(400, "invalid_message");

    let mut guest = server.visitor();
    guest.post("/api/guest", serde_json::Value::Null).await.ok();
    guest.post("/api/account/vacation", json!({ "days": 1 })).await.refused(403, "account_required");
}

#[tokio::test(start_paused = true)]
async fn what_a_crash_has_prevented_is_made_up_for_once() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let (mut anna, mut bob) = (server.person("Anna").await, server.person("Bob").await);
    let game = correspondence(&mut anna, &mut bob, 3).await;
    let before = deadline(&mut anna, &game).await;
    // The server stops after the vacation is stored and before the games are extended.
    let account = anna.me().await["account"].as_str().expect("an id").parse().expect("an id");
    let until = START + 7 * DAY;
    let statement = saffron_store::accounts::set_vacation(account, Some(until), (2027, 7), (0, 0));
    server.database.transact(vec![statement]).await.expect("stored");
    let mut disk = server.disk.clone();
    for _ in 0..2 {
        let again = TestServer::on(disk, ServiceConfig::default(), START + 60_000).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        let mut anna_again = again.visitor();
        anna_again.cookie = anna.cookie.clone();
        let after = deadline(&mut anna_again, &game).await;
        // The minute of downtime does not count either.
        assert!((after - before - 7 * DAY).abs() < 3 * 60_000, "{after} {before}");
        assert_eq!(anna_again.me().await["vacationUntil"], until);
        disk = again.disk.clone();
    }
}

#[tokio::test(start_paused = true)]
async fn every_year_has_its_own_days() {
    let server = TestServer::new(ServiceConfig::default()).await;
    let mut anna = server.person("Anna").await;
    take(&mut anna, 21).await;
    advance(355).await;
    assert_eq!(anna.me().await["vacationDays"], 21);
    take(&mut anna, 2).await;
    assert_eq!(anna.me().await["vacationDays"], 19);
}
