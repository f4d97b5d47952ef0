//! Tests of what people see of simuls and round robins by correspondence elsewhere: notifications, the calendar, the page of a team,
//! their profiles.

use std::sync::Arc;
use std::time::Duration;

use axum::http::Method;
use saffron_service::Clock;
use saffron_service::config::{ComputerLimits, ServiceConfig, StandingSimul};
use saffron_store::{MemoryDisk, MemoryOptions, Statement};
use serde_json::{Value, json};

use crate::tests::site::{Site, Visitor};
use crate::tests::{correspondence, simuls};

/// Kinds and states of a visitor's notifications, the newest first.
async fn listed(visitor: &Visitor) -> Vec<(String, bool)> {
    let list = visitor.got("/api/notifications").await;
    let entries = list["entries"].as_array().expect("a list").iter();
    entries.map(|one| (one["about"]["kind"].as_str().expect("a kind").to_owned(), one["read"] == json!(true))).collect()
}

fn unread(kind: &str) -> (String, bool) {
    (kind.to_owned(), false)
}

fn read(kind: &str) -> (String, bool) {
    (kind.to_owned(), true)
}

async fn pause() {
    tokio::time::sleep(Duration::from_secs(3)).await;
}

async fn accept(host: &Visitor, id: &str, player: &Visitor) {
    host.posted(&format!("{}/{id}/accept", simuls::PATH), simuls::account(player)).await;
}

#[tokio::test(start_paused = true)]
async fn who_takes_part_in_a_simul_is_notified() {
    let site = Site::new().await;
    let people = simuls::people(&site).await;
    let (host, bela, cili, dora) = (&people[0], &people[1], &people[2], &people[3]);
    let planned = |hours: i64| simuls::changed("beginsAt", json!(site.app.clock.now() + hours * 3_600_000));
    let id = simuls::create(host, planned(1)).await;
    for person in [bela, cili, dora] {
        simuls::act(person, &id, "apply").await;
    }
    for person in [bela, cili] {
        accept(host, &id, person).await;
    }
    let about = bela.got("/api/notifications").await["entries"][0]["about"].clone();
    assert_eq!(
        (&about["kind"], &about["simul"], &about["variant"]),
        (&json!("simulAccepted"), &json!(id), &json!("shafran"))
    );
    host.posted(&format!("{}/{id}/remove", simuls::PATH), simuls::account(cili)).await;
    assert_eq!((listed(cili).await, listed(dora).await), (vec![read("simulAccepted")], vec![]));

    // It is put off by two hours.
    let (status, answer) = host.send(Method::PUT, &format!("{}/{id}", simuls::PATH), Some(planned(3))).await;
    assert!(status.is_success(), "{answer}");
    tokio::time::sleep(Duration::from_secs(3 * 3600 - 16 * 60)).await;
    assert!(listed(dora).await.is_empty());
    tokio::time::sleep(Duration::from_secs(120)).await;
    assert_eq!(listed(bela).await, [unread("simulSoon"), unread("simulAccepted")]);
    assert_eq!((listed(dora).await, listed(host).await), (vec![unread("simulSoon")], vec![unread("simulSoon")]));
    assert_eq!(listed(cili).await, [read("simulAccepted")], "the host has removed the player");

    simuls::act(host, &id, "start").await;
    pause().await;
    assert_eq!(listed(bela).await, [unread("simulBegun"), read("simulSoon"), read("simulAccepted")]);
    assert_eq!((listed(dora).await, listed(host).await), (vec![read("simulSoon")], vec![read("simulSoon")]));
    let game = simuls::show(&site, &id).await["games"][0]["game"].clone();
    assert_eq!(bela.got("/api/notifications").await["entries"][0]["about"]["game"], game);
    simuls::play(&site, &people, game.as_str().expect("an id"), &mut 0, true).await;
    pause().await;
    assert_eq!(listed(bela).await[0], read("simulBegun"), "it is over");
    assert_eq!(bela.got("/api/notifications").await["unread"], json!(0));
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_simul_notifies_no_one() {
    let site = Site::new().await;
    let people = simuls::people(&site).await;
    let id = simuls::create(&people[0], simuls::changed("beginsAt", json!(site.app.clock.now() + 3_600_000))).await;
    simuls::act(&people[1], &id, "apply").await;
    assert!(people[0].delete(&format!("{}/{id}", simuls::PATH)).await.0.is_success());
    tokio::time::sleep(Duration::from_secs(3600)).await;
    assert!(listed(&people[0]).await.is_empty() && listed(&people[1]).await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_simul_of_a_computer_notifies_those_who_play() {
    let standing_simul = StandingSimul::parse("18:00 Europe/Budapest").ok();
    let config = ServiceConfig { standing_simul, computers: ComputerLimits::threads(1), ..ServiceConfig::default() };
    let site = Site::with(config).await;
    let anna = site.person("Anna").await;
    let calendar = site.nobody().got("/api/calendar").await;
    let next = &calendar["simuls"][0];
    assert_eq!((&next["host"]["kind"], calendar["simuls"].as_array().map(Vec::len)), (&json!("computer"), Some(1)));
    let (_, file) = site.nobody().bytes(Method::GET, "/calendar.ics", None).await;
    assert!(!String::from_utf8(file).expect("a text").contains("BEGIN:VEVENT"), "nothing of the server itself");
    let id = next["id"].as_str().expect("an id");
    simuls::act(&anna, id, "apply").await;
    assert!(listed(&anna).await.is_empty(), "a computer accepts at once");
    let begins_at = next["settings"]["beginsAt"].as_i64().expect("a start");
    let rest = Duration::from_millis(u64::try_from(begins_at - site.app.clock.now()).expect("later"));
    tokio::time::sleep(rest - Duration::from_secs(60)).await;
    assert_eq!(listed(&anna).await, [unread("simulSoon")]);
    tokio::time::sleep(Duration::from_secs(65)).await;
    assert_eq!(listed(&anna).await, [unread("simulBegun"), read("simulSoon")]);
}

#[tokio::test(start_paused = true)]
async fn the_players_of_a_stage_are_notified() {
    let site = Site::new().await;
    let people = correspondence::people(&site).await;
    let id = correspondence::create(&people[0], correspondence::settings(&site)).await;
    for person in &people {
        correspondence::join(person, &id).await;
    }
    let late = site.person("Late").await;
    tokio::time::sleep(Duration::from_secs(70)).await;
    let stages = async |person: &Visitor| {
        let list = person.got("/api/notifications").await["entries"].clone();
        let list = list.as_array().expect("a list").iter().filter(|one| one["about"]["kind"] == json!("stageBegun"));
        list.map(|one| (one["about"]["stage"].as_u64().expect("a stage"), one["read"] == json!(true)))
            .collect::<Vec<_>>()
    };
    for person in &people {
        assert_eq!(stages(person).await, [(1, false)]);
    }
    assert!(stages(&late).await.is_empty());
    let mut n = 0;
    for game in correspondence::open(&correspondence::show(&site, &id).await) {
        correspondence::play(&site, &people, &game, &mut n, true).await;
    }
    tokio::time::sleep(Duration::from_secs(5)).await;
    let shown = correspondence::show(&site, &id).await;
    let finalists: Vec<usize> = (0..people.len())
        .filter(|place| {
            let rows = shown["stages"][1][0]["rows"].as_array().expect("rows");
            rows.iter().any(|row| row["player"] == json!(place))
        })
        .collect();
    assert_eq!(finalists.len(), 2);
    for (place, person) in people.iter().enumerate() {
        let stage = if finalists.contains(&place) { 2 } else { 1 };
        assert_eq!(stages(person).await, [(stage, false)]);
    }
    let last = correspondence::open(&shown).swap_remove(0);
    correspondence::play(&site, &people, &last, &mut n, true).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    for (place, person) in people.iter().enumerate() {
        let stage = if finalists.contains(&place) { 2 } else { 1 };
        assert_eq!(stages(person).await, [(stage, true)], "it is over");
        let page = site.nobody().got(&format!("/api/users/{}/tournaments", correspondence::NAMES[place])).await;
        let one = &page["participations"][0];
        assert_eq!((&one["kind"], &one["tournament"]["id"]), (&json!("correspondence"), &json!(id)));
        assert_eq!(one["rank"].is_null(), stage == 1, "{one}");
        assert_eq!(one["score"]["games"], json!(1 + stage), "{one}");
    }
    let score = async |place: usize| {
        let page = site.nobody().got(&format!("/api/users/{}/tournaments", correspondence::NAMES[place])).await;
        let one = &page["participations"][0];
        (one["rank"].as_u64(), one["score"]["points"].as_i64())
    };
    let mut scores = Vec::new();
    for place in finalists {
        scores.push(score(place).await);
    }
    scores.sort_unstable();
    assert_eq!((scores[0].0, scores[1].0), (Some(1), Some(2)));
}

#[tokio::test(start_paused = true)]
async fn a_planned_simul_is_in_the_calendars_and_on_the_page_of_its_team() {
    let site = Site::new().await;
    let people = simuls::people(&site).await;
    let (host, bela) = (&people[0], &people[1]);
    let info = host.posted("/api/teams", json!({ "name": "Club", "description": "", "open": true })).await;
    let team = info["id"].as_str().expect("an id").to_owned();
    bela.posted(&format!("/api/teams/{team}/join"), json!({ "text": "" })).await;
    let day = 24 * 3_600_000;
    let mut settings = simuls::changed("beginsAt", json!(site.app.clock.now() + day));
    settings["team"] = json!(team);
    let id = simuls::create(host, settings).await;
    let later = simuls::create(host, simuls::changed("beginsAt", json!(site.app.clock.now() + 29 * day))).await;
    let unplanned = simuls::create(host, simuls::settings()).await;
    let calendar = site.nobody().got("/api/calendar").await;
    let ids = |simuls: &Value| -> Vec<String> {
        let simuls = simuls.as_array().expect("simuls").iter();
        simuls.map(|simul| simul["id"].as_str().expect("an id").to_owned()).collect()
    };
    assert_eq!(ids(&calendar["simuls"]), [id.as_str()], "not {later} and {unplanned}");
    let (_, file) = site.nobody().bytes(Method::GET, "/calendar.ics", None).await;
    let file = String::from_utf8(file).expect("a text").replace("\r\n ", "");
    // 2023-11-14 22:13:20 and a day.
    for line in
        [format!("UID:simul-{id}@saffron"), "DTSTART:20231115T221320Z".into(), "SUMMARY:Evening of the master".into()]
    {
        assert!(file.contains(&format!("{line}\r\n")), "{line} in {file}");
    }
    assert_eq!(file.matches("BEGIN:VEVENT").count(), 1);

    // The calendar of an account has those that it hosts or has applied for.
    simuls::act(bela, &id, "apply").await;
    for (person, count) in [(host, 2), (bela, 1), (&people[2], 0)] {
        let feed = person.posted("/api/account/feed", Value::Null).await;
        let path = feed["path"].as_str().expect("a path").replace(".atom", ".ics");
        let (_, file) = person.bytes(Method::GET, &path, None).await;
        assert_eq!(String::from_utf8(file).expect("a text").matches("UID:simul-").count(), count);
    }
    let page = site.nobody().got(&format!("/api/teams/{team}")).await;
    assert_eq!(ids(&page["simuls"]), [id.as_str()]);

    accept(host, &id, bela).await;
    simuls::act(host, &id, "start").await;
    assert_eq!(site.nobody().got("/api/calendar").await["simuls"], json!([]));
    let page = site.nobody().got(&format!("/api/teams/{team}")).await;
    assert_eq!(page["simuls"][0]["status"], json!("running"));
}

/// Tournaments of a user: kind, id, whether it is the host, and the points.
async fn simuls_of(site: &Site, name: &str) -> Vec<(String, bool, Value)> {
    let page = site.nobody().got(&format!("/api/users/{name}/tournaments")).await;
    let list = page["participations"].as_array().expect("a list").iter();
    list.map(|one| {
        assert_eq!(one["kind"], json!("simul"));
        (one["simul"]["id"].as_str().expect("an id").to_owned(), one["hosting"] == json!(true), one["points"].clone())
    })
    .collect()
}

#[tokio::test(start_paused = true)]
async fn a_simul_is_on_the_profiles_of_those_who_play() {
    let disk = MemoryDisk::new(MemoryOptions::default()).expect("a database");
    let site = Site::on_disk(&disk).await;
    let people = simuls::people(&site).await;
    let id = simuls::create(&people[0], simuls::settings()).await;
    for person in &people[1..4] {
        simuls::act(person, &id, "apply").await;
    }
    for person in &people[1..3] {
        accept(&people[0], &id, person).await;
    }
    assert!(simuls_of(&site, "Bela").await.is_empty(), "it has not begun");
    simuls::act(&people[0], &id, "start").await;
    pause().await;
    let games = simuls::open(&simuls::show(&site, &id).await);
    simuls::play(&site, &people, &games[0], &mut 0, false).await;
    pause().await;
    let expected = [
        ("Host", vec![(id.clone(), true, Value::Null)]),
        ("Bela", vec![(id.clone(), false, json!([4, 0]))]),
        ("Cili", vec![(id.clone(), false, Value::Null)]),
        ("Dora", vec![]),
    ];
    for (name, list) in &expected {
        assert_eq!(simuls_of(&site, name).await, *list, "{name}");
    }

    // A server that recorded no players of simuls was updated.
    site.transact(Statement::new("DELETE FROM tournament_players")).await;
    let now = site.app.clock.now();
    site.stop().await;
    let config = ServiceConfig { computers: ComputerLimits::none(), ..ServiceConfig::default() };
    let site = Site::by_clock(Arc::new(disk.open()), Clock::starting_at(now), None, config).await.expect("a server");
    pause().await;
    for (name, list) in &expected {
        assert_eq!(simuls_of(&site, name).await, *list, "{name}");
    }
}
