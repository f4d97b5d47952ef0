//! Tests of tournaments over the board.

use std::time::Duration;

use axum::http::Method;
use saffron_protocol::limits::MAX_TOURNAMENTS;
use saffron_store::accounts::{self, Kind};
use saffron_store::{MemoryDisk, MemoryOptions};
use serde_json::{Value, json};

use crate::tests::games::Site;
use crate::tests::site::Visitor;

pub(super) const PATH: &str = "/api/tournaments";

fn settings() -> Value {
    json!({
        "name": "Tavaszi kupa",
        "variant": "glinski",
        "system": { "kind": "swiss", "rounds": 3, "initial": "w", "accelerated": false },
        "tieBreaks": ["BH-C1", "SB"],
        "bye": 4,
        "quarters": true,
        "place": "Budapest",
        "dates": "",
        "timeControl": "15+10",
        "arbiter": "",
    })
}

pub(super) fn entrants(names: &[&str]) -> Value {
    let entrant = |(at, name): (usize, &&str)| json!({ "name": name, "rating": 2000 - 10 * at });
    json!({ "kind": "enter", "entrants": names.iter().enumerate().map(entrant).collect::<Vec<_>>() })
}

/// Tournament of an organiser.
pub(super) struct Event<'a> {
    pub(super) site: &'a Site,
    organiser: &'a Visitor,
    pub(super) id: String,
}

impl<'a> Event<'a> {
    pub(super) async fn create(site: &'a Site, organiser: &'a Visitor) -> Event<'a> {
        let (status, info) = site.ask(Method::POST, PATH, Some(organiser), Some(settings())).await;
        assert!(status.is_success(), "{info}");
        Event { site, organiser, id: info["id"].as_str().expect("an id").to_owned() }
    }

    pub(super) fn path(&self) -> String {
        format!("{PATH}/{}", self.id)
    }

    pub(super) async fn show(&self) -> Value {
        self.site.ok(&self.path(), None).await
    }

    pub(super) async fn send(&self, body: Value) -> Value {
        let path = format!("{}/commands", self.path());
        self.site.ask(Method::POST, &path, Some(self.organiser), Some(body)).await.1
    }

    /// Carries out a command, and returns the tournament.
    pub(super) async fn command(&self, command: Value) -> Value {
        let answer = self.send(json!({ "command": command })).await;
        assert!(answer["error"].is_null(), "{command}: {answer}");
        answer
    }

    /// Code of a refused command.
    pub(super) async fn refused(&self, command: Value) -> String {
        let answer = self.send(json!({ "command": command })).await;
        answer["error"]["code"].as_str().unwrap_or_else(|| panic!("{command}: {answer}")).to_owned()
    }

    /// Enters a result on a board of a round, from 1.
    pub(super) async fn result(&self, round: usize, board: usize, result: &str) -> Value {
        let pair = self.show().await["rounds"][round - 1]["boards"][board].clone();
        let (white, black) = (&pair["white"], &pair["black"]);
        self.command(json!({ "kind": "setResult", "round": round, "white": white, "black": black, "result": result }))
            .await
    }
}

#[tokio::test(start_paused = true)]
async fn an_organiser_runs_a_tournament_and_everyone_reads_it() {
    let site = Site::start().await;
    let anna = site.person("Anna").await;
    let event = Event::create(&site, &anna).await;
    event.command(entrants(&["A", "B", "C", "D", "E"])).await;
    assert_eq!(event.refused(entrants(&["A"])).await, "same_name");
    let paired = event.command(json!({ "kind": "pair" })).await;
    assert_eq!(paired["rounds"][0]["byes"], json!([{ "player": 4, "bye": "allocated" }]));
    assert_eq!((&paired["editable"], &paired["version"]), (&json!(true), &json!(8)));
    assert_eq!(event.refused(json!({ "kind": "pair" })).await, "results_missing");
    event.result(1, 0, "3/4-1/4").await;
    let after = event.result(1, 1, "0-1").await;
    let points: Vec<i64> =
        after["standings"].as_array().expect("rows").iter().filter_map(|row| row["points"].as_i64()).collect();
    assert_eq!(points, [4, 4, 3, 1, 0], "quarters of a point, best first");
    // The same result once more changes nothing.
    assert_eq!(event.result(1, 1, "0-1").await["version"], after["version"]);

    let seen = event.show().await;
    assert_eq!(seen["editable"], json!(false));
    assert_eq!(seen["standings"], after["standings"]);
    let info = &site.ok(PATH, None).await["current"][0];
    assert_eq!(
        (&info["name"], &info["organiser"], &info["players"], &info["rounds"], &info["paired"]),
        (&json!("Tavaszi kupa"), &json!("Anna"), &json!(5), &json!(3), &json!(1))
    );
    let log = site.ok(&format!("{}/events", event.path()), None).await;
    assert_eq!(log["events"].as_array().map(Vec::len), after["version"].as_u64().map(|count| count as usize));
    assert_eq!((&log["events"][0]["author"], &log["events"][0]["event"]["kind"]), (&json!("Anna"), &json!("settings")));
    let leader = &seen["standings"][0]["player"];
    let explained = site.ok(&format!("{}/players/{leader}/tie-breaks", event.path()), None).await;
    assert_eq!(explained["tieBreaks"][1]["code"], json!("SB"));
    assert_eq!(explained["tieBreaks"][1]["value"], seen["standings"][0]["values"][1]);
    assert!(!explained["tieBreaks"][0]["parts"].as_array().expect("parts").is_empty());

    event.command(json!({ "kind": "pair" })).await;
    for board in 0..2 {
        event.result(2, board, "1/2-1/2").await;
    }
    let settings = &mut settings();
    settings["system"]["rounds"] = json!(2);
    event.command(json!({ "kind": "changeSettings", "settings": settings })).await;
    event.command(json!({ "kind": "finish" })).await;
    assert_eq!(event.refused(json!({ "kind": "unpair" })).await, "tournament_over");
    let lists = site.ok(PATH, None).await;
    assert_eq!((lists["current"].as_array().map(Vec::len), lists["past"].as_array().map(Vec::len)), (Some(0), Some(1)));
}

#[tokio::test(start_paused = true)]
async fn commands_are_for_the_organiser_and_for_their_version() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let guest = site.account(Kind::Guest, None).await;
    let create = async |by: Option<&Visitor>, body: Value| site.refused(Method::POST, PATH, by, Some(body)).await;
    assert_eq!(create(None, settings()).await, "sign_in_required");
    assert_eq!(create(Some(&guest), settings()).await, "account_required");
    let with = |field: &str, value: Value| {
        let mut settings = settings();
        settings[field] = value;
        settings
    };
    assert_eq!(create(Some(&anna), with("variant", json!("chess"))).await, "unknown_variant");
    assert_eq!(create(Some(&anna), with("name", json!(""))).await, "invalid_entry");
    assert_eq!(create(Some(&anna), with("name", json!("a\u{202e}b"))).await, "invalid_field");
    assert_eq!(create(Some(&anna), with("tieBreaks", json!(["XY"]))).await, "invalid_message");
    assert_eq!(create(Some(&anna), with("bye", json!(5))).await, "invalid_entry");

    let event = Event::create(&site, &anna).await;
    let commands = format!("{}/commands", event.path());
    let command = json!({ "command": { "kind": "pair" } });
    assert_eq!(site.refused(Method::POST, &commands, Some(&berta), Some(command.clone())).await, "forbidden");
    assert_eq!(site.refused(Method::POST, &commands, None, Some(command.clone())).await, "sign_in_required");
    assert_eq!(event.refused(json!({ "kind": "pair" })).await, "too_few_players");
    let change = json!({ "kind": "changeSettings", "settings": with("variant", json!("chess")) });
    assert_eq!(event.refused(change).await, "unknown_variant");
    let enter = |name: &str| json!({ "version": 1, "command": entrants(&[name]) });
    assert!(event.send(enter("A")).await["error"].is_null());
    assert_eq!(event.send(enter("B")).await["error"]["code"], json!("changed"));
    assert_eq!(event.refused(entrants(&["C\u{202e}"])).await, "invalid_field");

    assert_eq!(site.refused(Method::DELETE, &event.path(), Some(&berta), None).await, "forbidden");
    event.command(entrants(&["B"])).await;
    event.command(json!({ "kind": "pair" })).await;
    assert_eq!(site.refused(Method::DELETE, &event.path(), Some(&anna), None).await, "tournament_begun");
    event.command(json!({ "kind": "unpair" })).await;
    assert!(site.ask(Method::DELETE, &event.path(), Some(&anna), None).await.0.is_success());
    for path in [event.path(), format!("{PATH}/none"), format!("{}/report.trf", event.path())] {
        assert_eq!(site.refused(Method::GET, &path, None, None).await, "not_found");
    }
    for _ in 0..MAX_TOURNAMENTS {
        Event::create(&site, &anna).await;
    }
    assert_eq!(create(Some(&anna), settings()).await, "too_many");
    site.app.database.transact(vec![accounts::mute(berta.account, Some(i64::MAX))]).await.expect("a store");
    saffron_service::session::changed(&site.app, berta.account);
    assert_eq!(create(Some(&berta), settings()).await, "muted");
}

#[tokio::test(start_paused = true)]
async fn arbiters_give_commands_and_the_organiser_appoints_them() {
    let site = Site::start().await;
    let (anna, berta, cili) = (site.person("Anna").await, site.person("Berta").await, site.person("Cili").await);
    let guest = site.account(Kind::Guest, None).await;
    let event = Event::create(&site, &anna).await;
    let path = format!("{}/commands", event.path());
    let by = async |by: &Visitor, command: Value| {
        site.ask(Method::POST, &path, Some(by), Some(json!({ "command": command }))).await.1
    };
    let set = |who: &Visitor, appointed: bool| json!({ "kind": "setArbiter", "account": who.account.to_string(), "appointed": appointed });
    assert_eq!(by(&berta, set(&berta, true)).await["error"]["code"], json!("forbidden"));
    assert_eq!(by(&anna, set(&guest, true)).await["error"]["code"], json!("not_found"));
    let appointed = by(&anna, set(&berta, true)).await;
    let arbiter = json!([{ "account": berta.account.to_string(), "name": "Berta" }]);
    assert_eq!((&appointed["arbiters"], &appointed["organised"]), (&arbiter, &json!(true)));

    // All but who is an arbiter, and whether there is a tournament.
    let entered = by(&berta, entrants(&["A", "B"])).await;
    assert_eq!((&entered["editable"], &entered["organised"]), (&json!(true), &json!(false)), "{entered}");
    assert_eq!(by(&berta, set(&cili, true)).await["error"]["code"], json!("forbidden"));
    assert_eq!(by(&berta, set(&anna, false)).await["error"]["code"], json!("forbidden"));
    assert_eq!(site.refused(Method::DELETE, &event.path(), Some(&berta), None).await, "forbidden");
    let log = site.ok(&format!("{}/events", event.path()), None).await;
    let last = |back: usize| {
        let events = log["events"].as_array().expect("events");
        events[events.len() - back].clone()
    };
    assert_eq!((&last(1)["author"], &last(3)["arbiter"]), (&json!("Berta"), &json!("Berta")));

    // Elsewhere the account means no one, or someone else.
    let body = json!({ "text": log.to_string(), "variant": "glinski" });
    let moved = site.ask(Method::POST, &format!("{PATH}/import"), Some(&anna), Some(body)).await.1;
    let moved = site.ok(&format!("{PATH}/{}", moved["id"].as_str().expect("an id")), None).await;
    assert_eq!(moved["arbiters"], json!([]));

    let resigned = by(&berta, set(&berta, false)).await;
    assert_eq!((&resigned["arbiters"], &resigned["editable"]), (&json!([]), &json!(false)));
    assert_eq!(by(&berta, json!({ "kind": "pair" })).await["error"]["code"], json!("forbidden"));
}

#[tokio::test(start_paused = true)]
async fn a_file_moves_a_tournament() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let event = Event::create(&site, &anna).await;
    event.command(entrants(&["A", "B, \"Bé\"", "C", "=D"])).await;
    event.command(json!({ "kind": "pair" })).await;
    event.result(1, 0, "1-0").await;
    let before = event.show().await;
    let import = |text: &str| {
        let body = json!({ "text": text, "variant": "glinski" });
        let site = &site;
        let berta = &berta;
        async move { site.ask(Method::POST, &format!("{PATH}/import"), Some(berta), Some(body)).await.1 }
    };
    let file = site.ok(&format!("{}/events", event.path()), None).await.to_string();
    let moved = import(&file).await;
    let moved = site.ok(&format!("{PATH}/{}", moved["id"].as_str().expect("an id")), Some(&berta)).await;
    for field in ["settings", "players", "rounds", "standings", "version"] {
        assert_eq!(moved[field], before[field], "{field}");
    }
    assert_eq!((&moved["info"]["organiser"], &moved["editable"]), (&json!("Berta"), &json!(true)));

    // A report has the tournament without its log.
    let report = site.text(&format!("{}/report.trf", event.path())).await;
    let from_report = import(&report).await;
    let from_report = site.ok(&format!("{PATH}/{}", from_report["id"].as_str().expect("an id")), None).await;
    assert_eq!((&from_report["rounds"], &from_report["standings"][0]["points"]), (&before["rounds"], &json!(0)));
    let csv = site.text(&format!("{}/standings.csv", event.path())).await;
    assert!(csv.starts_with("rank,number,title,name,rating,federation,club,points,BH-C1,SB\r\n"), "{csv}");
    assert!(csv.contains(",\"B, \"\"Bé\"\"\",1990,") && csv.contains(",'=D,"), "{csv}");

    for (text, problem) in [
        ("", "no players"),
        ("{}", "missing field"),
        (r#"{"saffronTournament":1,"events":[]}"#, "event 0"),
        (&file.replace("\"white\":0", "\"white\":9"), "does not fit"),
    ] {
        let answer = import(text).await;
        let found = answer["error"]["params"]["problem"].as_str().unwrap_or_default();
        assert!(found.contains(problem), "{text:.40}: {answer}");
    }
    let long = file.replace("Tavaszi kupa", &"k".repeat(81));
    assert_eq!(import(&long).await["error"]["code"], json!("too_long"));
}

#[tokio::test(start_paused = true)]
async fn a_moderator_removes_a_tournament() {
    let site = Site::start().await;
    let anna = site.person("Anna").await;
    let event = Event::create(&site, &anna).await;
    event.command(entrants(&["A", "B"])).await;
    event.command(json!({ "kind": "pair" })).await;
    let action = json!({ "action": { "kind": "removeTournament", "tournament": event.id }, "note": "insults" });
    let refused = site.refused(Method::POST, "/api/moderation/actions", Some(&anna), Some(action.clone())).await;
    assert_eq!(refused, "forbidden");
    let moderator = |account: &mut accounts::Account| account.moderator = true;
    let olga = site.account_with(Kind::Person, Some("Olga"), moderator).await;
    let (status, answer) = site.ask(Method::POST, "/api/moderation/actions", Some(&olga), Some(action.clone())).await;
    assert!(status.is_success(), "{answer}");
    assert_eq!(site.refused(Method::GET, &event.path(), None, None).await, "not_found");
    assert_eq!(event.send(json!({ "command": { "kind": "unpair" } })).await["error"]["code"], json!("not_found"));
    assert_eq!(site.ok("/api/moderation/audit", Some(&olga)).await["lines"][0]["action"], action["action"]);
}

#[tokio::test(start_paused = true)]
async fn a_name_goes_with_its_organiser() {
    let site = Site::start().await;
    let anna = site.person("Anna").await;
    let event = Event::create(&site, &anna).await;
    let mut statements = saffron_store::erasure::close(anna.account);
    statements.extend(saffron_store::erasure::erase(anna.account, None));
    site.app.database.transact(statements).await.expect("a store");
    let shown = event.show().await;
    assert_eq!((&shown["info"]["name"], &shown["settings"]["name"]), (&json!(""), &json!("")));
    assert!(!site.text(&format!("{}/report.trf", event.path())).await.contains("Tavaszi"));
}

/// Commands of a whole tournament of seven players and three rounds, with a correction of an earlier round.
fn script(rounds: &[Value]) -> Vec<Value> {
    let mut commands = vec![entrants(&["A", "B", "C", "D", "E", "F", "G"])];
    for (at, round) in (1..).zip(rounds) {
        commands.push(json!({ "kind": "pair" }));
        let results = ["1-0", "3/4-1/4", "1/2-1/2"];
        for (board, result) in round["boards"].as_array().expect("boards").iter().zip(results) {
            let (white, black) = (&board["white"], &board["black"]);
            commands
                .push(json!({ "kind": "setResult", "round": at, "white": white, "black": black, "result": result }));
        }
    }
    let board = &rounds[0]["boards"][2];
    let (white, black) = (&board["white"], &board["black"]);
    commands.push(json!({ "kind": "setResult", "round": 1, "white": white, "black": black, "result": "0-1" }));
    commands.push(json!({ "kind": "finish" }));
    // Of a replaced game the later one stays, however often they are sent.
    for moves in ["1. e5 e6", "Hdf4"] {
        commands.push(json!({ "kind": "setGame", "round": 1, "white": white, "black": black, "moves": moves }));
    }
    commands
}

/// What a tournament is after all commands, without its times.
fn outcome(tournament: &Value) -> Vec<Value> {
    ["players", "rounds", "games", "standings", "version"].map(|field| tournament[field].clone()).to_vec()
}

/// A server that is killed at random moments, 300 times: no command that was acknowledged is lost, and none that is sent again counts
/// twice.
#[tokio::test(start_paused = true)]
async fn a_killed_server_loses_and_doubles_nothing() {
    let site = Site::start().await;
    let anna = site.person("Anna").await;
    let event = Event::create(&site, &anna).await;
    event.command(entrants(&["A", "B", "C", "D", "E", "F", "G"])).await;
    for round in 1..=3 {
        event.command(json!({ "kind": "pair" })).await;
        for (board, result) in ["1-0", "3/4-1/4", "1/2-1/2"].into_iter().enumerate() {
            event.result(round, board, result).await;
        }
    }
    let commands = script(event.show().await["rounds"].as_array().expect("rounds"));
    let plain = Event::create(&site, &anna).await;
    for command in &commands {
        plain.command(command.clone()).await;
    }
    let expected = outcome(&plain.show().await);

    let mut kills = 0;
    for seed in 0_u64.. {
        if kills >= 300 {
            break;
        }
        let sync = (Duration::from_millis(1), Duration::from_millis(20));
        let healthy = MemoryOptions { seed, ..MemoryOptions::default() };
        let faulty = MemoryOptions { sync, failing: 20, unknown: 50, ..healthy.clone() };
        let disk = MemoryDisk::new(healthy.clone()).expect("a database");
        let mut site = Site::start_on(&disk).await;
        let mut anna = site.person("Anna").await;
        let id = Event::create(&site, &anna).await.id;
        disk.set_options(faulty.clone());
        let mut random = seed;
        for command in &commands {
            for attempt in 0.. {
                assert!(attempt < 100, "seed {seed}: {command}");
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let patience = Duration::from_millis(1 + (random >> 33) % 40);
                let event = Event { site: &site, organiser: &anna, id: id.clone() };
                let answer = tokio::time::timeout(patience, event.send(json!({ "command": command }))).await;
                match answer.as_ref().map(|answer| answer["error"]["code"].as_str()) {
                    // It was carried out, now or when it was sent before.
                    Ok(None | Some("results_missing" | "same_name")) => break,
                    Ok(Some("busy" | "internal")) => continue,
                    // A server that does not know whether a commit took effect gives up.
                    Ok(Some("shutting_down")) => {}
                    Ok(Some(other)) => panic!("seed {seed}, {command}: {other}"),
                    Err(_) => kills += 1,
                }
                disk.crash();
                disk.set_options(healthy.clone());
                site = Site::start_on(&disk).await;
                anna = site.again(&anna);
                disk.set_options(faulty.clone());
            }
        }
        disk.set_options(healthy);
        let shown = Event { site: &site, organiser: &anna, id }.show().await;
        assert_eq!(outcome(&shown), expected, "seed {seed}");
    }
}
