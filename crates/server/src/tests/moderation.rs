//! Tests of moderators' actions and the audit log.

use axum::http::{Method, StatusCode};
use saffron_protocol::game::Room;
use saffron_service::chat;
use saffron_store::{MemoryDisk, MemoryOptions, accounts, erasure};
use serde_json::{Value, json};

use crate::tests::games::{Site, blitz};
use crate::tests::site::Visitor;

const ACTIONS: &str = "/api/moderation/actions";
const AUDIT: &str = "/api/moderation/audit";
const REPORTS: &str = "/api/moderation/reports";

async fn moderator(site: &Site, name: &str) -> Visitor {
    site.account_with(accounts::Kind::Person, Some(name), |account| account.moderator = true).await
}

fn mute(name: &str, hours: u32) -> Value {
    json!({ "kind": "mute", "name": name, "hours": hours })
}

async fn act(site: &Site, by: &Visitor, action: Value, note: &str) -> (StatusCode, Value) {
    let (status, answer) =
        site.ask(Method::POST, ACTIONS, Some(by), Some(json!({ "action": action, "note": note }))).await;
    (status, answer["error"]["code"].clone())
}

#[tokio::test(start_paused = true)]
async fn others_see_and_do_nothing() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    for path in [REPORTS, AUDIT] {
        assert_eq!(site.refused(Method::GET, path, Some(&anna), None).await, "forbidden");
        assert_eq!(site.refused(Method::GET, path, None, None).await, "sign_in_required");
    }
    assert_eq!(act(&site, &anna, mute("Berta", 1), "why not").await.1, "forbidden");
    let account = accounts::by_id(&*site.app.database, berta.account).await.expect("a store").expect("an account");
    assert_eq!(account.muted_until, None);
}

#[tokio::test(start_paused = true)]
async fn mutes_and_suspensions_end() {
    let site = Site::start().await;
    let (maria, anna) = (moderator(&site, "Maria").await, site.person("Anna").await);
    let other = moderator(&site, "Olga").await;
    let computer = site.account(accounts::Kind::Computer, Some("Saffron 1")).await;
    let mut connected = site.connect(&anna);
    assert_eq!(act(&site, &maria, mute("anna", 2), " insults ").await.0, StatusCode::NO_CONTENT);
    // The closed connection makes her page reconnect, which reads the new state.
    connected.closed().await;
    let suspend = json!({ "kind": "suspend", "name": "Anna", "hours": 48 });
    assert_eq!(act(&site, &maria, suspend, "engine").await.0, StatusCode::NO_CONTENT);
    let now = site.app.clock.now();
    let account =
        async || accounts::by_id(&*site.app.database, anna.account).await.expect("a store").expect("an account");
    let hours = |until: Option<i64>| (until.expect("an end") - now + 1_800_000) / 3_600_000;
    assert_eq!((hours(account().await.muted_until), hours(account().await.banned_until)), (2, 48));
    let game = site.game(blitz(false), &anna, &other).await;
    let viewer = site.viewer(&anna).await;
    let said = chat::say(&site.app, Some(&viewer), game.as_str(), Room::Players, "hello").await;
    assert_eq!(said, Err(saffron_protocol::error::ErrorCode::Muted.into()));
    assert_eq!(act(&site, &maria, mute("anna", 0), "apologised").await.0, StatusCode::NO_CONTENT);
    assert_eq!((account().await.muted_until, hours(account().await.banned_until)), (None, 48));

    for (action, note, code) in [
        (mute("anna", 100_000), "long", "invalid_field"),
        (mute("nobody", 1), "who", "not_found"),
        (mute("Maria", 1), "oops", "oneself"),
        (mute("Olga", 1), "a colleague", "forbidden"),
        (mute("Saffron 1", 1), "a machine", "forbidden"),
        (mute("anna", 1), "  ", "invalid_field"),
        (json!({ "kind": "erase", "name": "anna" }), "x", "invalid_message"),
    ] {
        assert_eq!(act(&site, &maria, action, note).await.1, code, "{note}");
    }
    assert_eq!(act(&site, &maria, mute("anna", 1), &"x".repeat(1001)).await.1, "too_long");
    drop(computer);

    let log = site.ok(AUDIT, Some(&other)).await;
    let lines = log["lines"].as_array().expect("lines");
    let told: Vec<(&Value, &Value)> = lines.iter().map(|line| (&line["action"], &line["note"])).collect();
    assert_eq!(
        told,
        [
            (&mute("Anna", 0), &json!("apologised")),
            (&json!({ "kind": "suspend", "name": "Anna", "hours": 48 }), &json!("engine")),
            (&mute("Anna", 2), &json!("insults")),
        ]
    );
    assert!(lines.iter().all(|line| line["by"] == "Maria"));
    assert_eq!(site.ok(&format!("{AUDIT}?name=anna"), Some(&other)).await["lines"].as_array().map(Vec::len), Some(3));
    assert_eq!(site.ok(&format!("{AUDIT}?name=olga"), Some(&other)).await["lines"], json!([]));

    // The log names an erased account by its id.
    site.app.database.transact(erasure::close(anna.account)).await.expect("closed");
    site.app.database.transact(erasure::erase(anna.account, None)).await.expect("erased");
    let log = site.ok(AUDIT, Some(&other)).await;
    assert_eq!(log["lines"][0]["action"]["name"], anna.account.to_string());
    assert!(!log.to_string().contains("Anna"), "{log}");
}

#[tokio::test(start_paused = true)]
async fn who_is_suspended_offers_no_games_and_finishes_those_that_run() {
    let site = Site::start().await;
    let (maria, anna, berta) = (moderator(&site, "Maria").await, site.person("Anna").await, site.person("Berta").await);
    let game = site.game(blitz(false), &anna, &berta).await;
    let control = json!({ "kind": "correspondence", "days": 3 });
    let seek = json!({ "offer": { "variant": "shafran", "control": control, "rated": false } });
    assert_eq!(site.ask(Method::POST, "/api/seeks", Some(&anna), Some(seek.clone())).await.0, StatusCode::OK);
    let seeks = async || site.ok("/api/lobby", None).await["seeks"].as_array().map(Vec::len);
    assert_eq!(seeks().await, Some(1));
    let suspend = json!({ "kind": "suspend", "name": "Anna", "hours": 1 });
    assert_eq!(act(&site, &maria, suspend, "engine").await.0, StatusCode::NO_CONTENT);
    assert_eq!(seeks().await, Some(0));
    assert_eq!(site.refused(Method::POST, "/api/seeks", Some(&anna), Some(seek)).await, "suspended");
    site.moves(game, [&anna, &berta], "e2e5 e9e6").await;
}

#[tokio::test(start_paused = true)]
async fn a_forfeit_ends_a_running_game() {
    let site = Site::start().await;
    let (maria, anna, berta) = (moderator(&site, "Maria").await, site.person("Anna").await, site.person("Berta").await);
    let game = site.game(blitz(true), &anna, &berta).await;
    site.moves(game, [&anna, &berta], "e2e5 e9e6").await;
    let forfeit = |game: &str, side: &str| json!({ "kind": "forfeit", "game": game, "side": side });
    assert_eq!(act(&site, &maria, forfeit(game.as_str(), "x"), "cheats").await.1, "invalid_field");
    assert_eq!(act(&site, &maria, forfeit("aaaaaaaaaa", "w"), "cheats").await.1, "not_found");
    assert_eq!(act(&site, &maria, forfeit(game.as_str(), "w"), "cheats").await.0, StatusCode::NO_CONTENT);
    site.settle().await;
    let view = site.ok(&format!("/api/games/{game}"), None).await;
    assert_eq!(view["info"]["outcome"], json!({ "reason": "Forfeit", "white_quarters": 0 }));
    assert!(view["info"]["white"]["ratingChange"].as_i64() < Some(0));
    assert_eq!(act(&site, &maria, forfeit(game.as_str(), "w"), "again").await.1, "gone");
    let lines = site.ok(&format!("{AUDIT}?name=anna"), Some(&maria)).await["lines"].clone();
    assert_eq!(lines.as_array().map(Vec::len), Some(1), "what did not happen is not noted: {lines}");
    assert_eq!(lines[0]["action"], forfeit(game.as_str(), "w"));
}

#[tokio::test(start_paused = true)]
async fn reports_are_closed_once() {
    let site = Site::start().await;
    let (maria, anna, berta) = (moderator(&site, "Maria").await, site.person("Anna").await, site.person("Berta").await);
    let guest = site.account(accounts::Kind::Guest, None).await;
    for (by, text) in [(&anna, "first"), (&guest, "second")] {
        let body = json!({ "reason": "abuse", "text": text });
        assert_eq!(
            site.ask(Method::POST, "/api/users/berta/report", Some(by), Some(body)).await.0,
            StatusCode::NO_CONTENT
        );
        site.settle().await;
    }
    drop(berta);
    let reports = site.ok(REPORTS, Some(&maria)).await;
    let open = reports["open"].as_array().expect("reports");
    let told = |report: &Value| {
        [report["by"].clone(), report["about"].clone(), report["reason"].clone(), report["text"].clone()]
    };
    assert_eq!(
        open.iter().map(told).collect::<Vec<_>>(),
        [
            [json!("Anna"), json!("Berta"), json!("abuse"), json!("first")],
            [Value::Null, json!("Berta"), json!("abuse"), json!("second")],
        ]
    );
    let close = |id: &Value| json!({ "kind": "closeReport", "id": id });
    assert_eq!(act(&site, &maria, close(&open[0]["id"]), "").await.0, StatusCode::NO_CONTENT);
    assert_eq!(act(&site, &maria, close(&open[0]["id"]), "").await.1, "gone");
    assert_eq!(act(&site, &maria, close(&json!("aaaaaaaaaa")), "").await.1, "not_found");
    let reports = site.ok(REPORTS, Some(&maria)).await;
    assert_eq!(
        (reports["open"].as_array().map(Vec::len), reports["closed"][0]["text"].as_str()),
        (Some(1), Some("first"))
    );
    assert_eq!(reports["closed"][0]["closedBy"], "Maria");
    assert_eq!(site.ok(AUDIT, Some(&maria)).await["lines"].as_array().map(Vec::len), Some(1));
}

#[tokio::test(start_paused = true)]
async fn the_audit_log_comes_in_pages() {
    let site = Site::start().await;
    let maria = moderator(&site, "Maria").await;
    site.person("Anna").await;
    for hours in 1..=60 {
        assert_eq!(act(&site, &maria, mute("anna", hours), "x").await.0, StatusCode::NO_CONTENT);
    }
    let first = site.ok(AUDIT, Some(&maria)).await;
    assert_eq!(
        (first["lines"].as_array().map(Vec::len), &first["lines"][0]["action"]["hours"]),
        (Some(50), &json!(60))
    );
    let next = first["next"].as_str().expect("another page");
    let second = site.ok(&format!("{AUDIT}?before={next}"), Some(&maria)).await;
    assert_eq!(
        (second["lines"].as_array().map(Vec::len), &second["lines"][0]["action"]["hours"]),
        (Some(10), &json!(10))
    );
    assert_eq!(second["next"], Value::Null);
    assert_eq!(site.refused(Method::GET, &format!("{AUDIT}?before=x"), Some(&maria), None).await, "invalid_field");
}

#[tokio::test(start_paused = true)]
async fn moderators_see_the_lag_of_a_game() {
    let site = Site::start().await;
    let (maria, anna, berta) = (moderator(&site, "Maria").await, site.person("Anna").await, site.person("Berta").await);
    let game = site.game(blitz(false), &anna, &berta).await;
    site.moves(game, [&anna, &berta], "e2e5 e9e6 d1f5").await;
    let path = format!("/api/moderation/games/{game}/lag");
    let lag = site.ok(&path, Some(&maria)).await;
    assert_eq!((&lag["white"]["moves"], &lag["black"]["moves"]), (&json!(1), &json!(0)), "{lag}");
    assert_eq!(lag["moves"][0]["seq"], 3);
    assert_eq!(site.refused(Method::GET, &path, Some(&anna), None).await, "forbidden");
    let unknown = "/api/moderation/games/aaaaaaaaaa/lag";
    assert_eq!(site.refused(Method::GET, unknown, Some(&maria), None).await, "not_found");
}

#[tokio::test(start_paused = true)]
async fn a_forfeit_that_cannot_be_stored_is_refused_and_not_noted() {
    let disk = MemoryDisk::new(MemoryOptions::default()).expect("a disk");
    let site = crate::tests::site::Site::on_disk(&disk).await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let mut account = accounts::Account::new(saffron_store::AccountId::from_random(77), accounts::Kind::Person, 0);
    (account.name, account.name_key, account.moderator) = (Some("Maria".into()), Some("maria".into()), true);
    let maria = site.visitor(account).await;
    let control = json!({ "kind": "clock", "initial": 180, "increment": 2 });
    let offer = json!({ "variant": "shafran", "control": control, "rated": false, "side": "white" });
    let challenge = anna.posted("/api/challenges", json!({ "offer": offer })).await;
    let accept = format!("/api/challenges/{}/accept", challenge["id"].as_str().expect("an id"));
    let game = berta.posted(&accept, json!({})).await["game"].as_str().expect("a game").to_owned();
    let forfeit = json!({ "action": { "kind": "forfeit", "game": game, "side": "w" }, "note": "cheats" });
    disk.set_options(MemoryOptions { failing: 1000, ..MemoryOptions::default() });
    let (status, _) = maria.post("/api/moderation/actions", forfeit.clone()).await;
    assert!(status.is_server_error(), "{status}");
    disk.set_options(MemoryOptions::default());
    assert_eq!(maria.got(AUDIT).await["lines"], json!([]));
    maria.posted("/api/moderation/actions", forfeit).await;
    // Acknowledged actions survive a crash of the machine.
    disk.crash();
    let after = crate::tests::site::Site::on_disk(&disk).await;
    let view = after.nobody().got(&format!("/api/games/{game}")).await;
    assert_eq!(view["info"]["outcome"]["reason"], "Forfeit");
}

#[tokio::test(start_paused = true)]
async fn a_seek_that_cannot_be_withdrawn_stands_still() {
    let disk = MemoryDisk::new(MemoryOptions::default()).expect("a disk");
    let site = crate::tests::site::Site::on_disk(&disk).await;
    let anna = site.person("Anna").await;
    let control = json!({ "kind": "correspondence", "days": 3 });
    let offer = json!({ "variant": "shafran", "control": control, "rated": false, "side": "white" });
    let seek = anna.posted("/api/seeks", json!({ "offer": offer })).await["seek"]["id"].clone();
    let path = format!("/api/seeks/{}", seek.as_str().expect("an id"));
    disk.set_options(MemoryOptions { failing: 1000, ..MemoryOptions::default() });
    assert!(anna.delete(&path).await.0.is_server_error());
    disk.set_options(MemoryOptions::default());
    assert_eq!(anna.got("/api/lobby").await["seeks"][0]["id"], seek);
    assert_eq!(anna.delete(&path).await.0, StatusCode::NO_CONTENT);
}
