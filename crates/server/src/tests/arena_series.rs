//! Tests of series of arenas, arenas of the server itself, and the calendar.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use axum::http::Method;
use saffron_live::{DAY, Millis};
use saffron_protocol::arena_series::ArenaSeriesSettings;
use saffron_protocol::limits::MAX_ARENA_SERIES;
use saffron_protocol::socket::ServerMessage;
use saffron_service::arenas::series::schedule;
use saffron_service::config::{ComputerLimits, ServiceConfig};
use saffron_service::parts::arenas::ArenaWatch;
use saffron_store::tournaments::{self, TournamentKind};
use saffron_store::{Database, MemoryDisk, MemoryOptions, Statement, TournamentId, arena_series};
use serde_json::{Value, json};

use crate::tests::site::{Connected, STARTED_AT, Site, Visitor, code};

const PATH: &str = "/api/arena-series";
const HOUR: Millis = 60 * 60 * 1000;

/// 14 November 2023, a Tuesday, at 22:13:20 UTC.
const _: () = assert!(STARTED_AT == 1_700_000_000_000);
/// Wednesday, 15 November 2023, 18:00 in Budapest.
const WEDNESDAY: Millis = 1_700_067_600_000;

fn settings(repeats: &Value) -> Value {
    json!({
        "name": "Club evening", "description": "", "variant": "shafran", "initial": 180, "increment": 2,
        "rated": false, "minutes": 30, "berserk": true, "streaks": true, "computers": 0,
        "schedule": { "repeats": repeats, "minute": 18 * 60, "zone": "Europe/Budapest" },
    })
}

fn weekly(days: &[u8]) -> Value {
    settings(&json!({ "kind": "weekly", "days": days }))
}

fn hourly(every: u8) -> Value {
    settings(&json!({ "kind": "hours", "every": every }))
}

fn changed(mut settings: Value, field: &str, value: Value) -> Value {
    settings[field] = value;
    settings
}

/// Starts of the arenas that are not over.
async fn starts(site: &Site) -> Vec<Millis> {
    let arenas = site.nobody().got("/api/arenas").await;
    let arenas = arenas["current"].as_array().expect("arenas").clone();
    arenas.iter().map(|arena| arena["settings"]["startsAt"].as_i64().expect("a time")).collect()
}

#[tokio::test(start_paused = true)]
async fn arenas_of_a_series_are_created_ahead() {
    let site = Site::new().await;
    let anna = site.person("Anna").await;
    let info = anna.posted(PATH, weekly(&[3])).await;
    assert_eq!(
        (&info["nextAt"], &info["editable"], &info["organiser"]),
        (&json!(WEDNESDAY), &json!(true), &json!("Anna"))
    );
    assert_eq!(starts(&site).await, [WEDNESDAY, WEDNESDAY + 7 * DAY]);
    let arenas = site.nobody().got("/api/arenas").await;
    assert_eq!((&arenas["current"][0]["series"], &arenas["current"][0]["official"]), (&info["id"], &json!(false)));
    let own = anna.got(&format!("{PATH}?own=true")).await;
    assert_eq!((&own["series"][0], &own["next"]), (&info, &Value::Null));
    let all = site.nobody().got(PATH).await;
    assert_eq!((&all["series"][0]["id"], &all["series"][0]["editable"]), (&info["id"], &json!(false)));

    // Changing or ending it leaves the arenas that exist.
    let path = format!("{PATH}/{}", info["id"].as_str().expect("an id"));
    let (status, after) = anna.send(Method::PUT, &path, Some(changed(weekly(&[4]), "minutes", json!(60)))).await;
    assert!(status.is_success(), "{after}");
    assert_eq!(after["nextAt"], json!(WEDNESDAY + DAY));
    assert_eq!(starts(&site).await, [WEDNESDAY, WEDNESDAY + 7 * DAY]);
    // What is created later follows the new settings.
    let row = arena_series::find(&*site.app.database, info["id"].as_str().expect("an id").parse().expect("one")).await;
    assert_eq!(row.expect("a read").expect("a series").next_at, Some(WEDNESDAY + 8 * DAY));
    let arena = arenas["current"][1]["id"].as_str().expect("an id");
    assert!(anna.delete(&format!("/api/arenas/{arena}")).await.0.is_success());
    assert!(anna.delete(&path).await.0.is_success());
    assert_eq!(starts(&site).await, [WEDNESDAY]);
    assert_eq!(anna.got(&format!("{PATH}?own=true")).await["series"], json!([]));
    assert_eq!(code(anna.delete(&path).await), "not_found");
}

#[tokio::test(start_paused = true)]
async fn the_next_arena_of_a_series_by_hours_exists_always_and_one_without_players_leaves_nothing() {
    let site = Site::new().await;
    let anna = site.person("Anna").await;
    anna.posted(PATH, changed(hourly(1), "minutes", json!(5))).await;
    // Begun at 22:13.
    let first = STARTED_AT / HOUR * HOUR + HOUR;
    assert_eq!(starts(&site).await, [first, first + HOUR]);
    tokio::time::sleep(Duration::from_secs(50 * 60)).await;
    assert_eq!(starts(&site).await, [first, first + HOUR, first + 2 * HOUR]);
    tokio::time::sleep(Duration::from_secs(5 * 60)).await;
    assert_eq!(starts(&site).await, [first + HOUR, first + 2 * HOUR]);
    assert_eq!(site.nobody().got("/api/arenas").await["past"], json!([]));
    let rows = site.app.database.read(Statement::new("SELECT id FROM tournaments")).await.expect("rows");
    assert_eq!(rows.len(), 2);
}

#[tokio::test(start_paused = true)]
async fn what_a_series_cannot_be_is_refused() {
    let site = Site::new().await;
    let (anna, bela, guest) = (site.person("Anna").await, site.person("Bela").await, site.guest().await);
    assert_eq!(code(guest.post(PATH, weekly(&[1])).await), "account_required");
    assert_eq!(code(site.nobody().get(&format!("{PATH}?own=true")).await), "sign_in_required");
    let schedule = |minute: i64, zone: &str| json!({ "repeats": { "kind": "weekly", "days": [1] }, "minute": minute, "zone": zone });
    for (settings, expected) in [
        (weekly(&[]), "invalid_field"),
        (weekly(&[8]), "invalid_field"),
        (hourly(5), "invalid_field"),
        (changed(hourly(1), "minutes", json!(61)), "invalid_field"),
        (changed(weekly(&[1]), "schedule", schedule(1440, "UTC")), "invalid_field"),
        (changed(weekly(&[1]), "schedule", schedule(0, "Mars/Olympus")), "invalid_field"),
        (changed(weekly(&[1]), "variant", json!("x")), "unknown_variant"),
        (changed(weekly(&[1]), "name", json!("a\u{202e}b")), "invalid_field"),
        (changed(weekly(&[1]), "minutes", json!(1)), "invalid_arena"),
        (changed(weekly(&[1]), "initial", json!(5000)), "invalid_arena"),
    ] {
        assert_eq!(code(anna.post(PATH, settings.clone()).await), expected, "{settings}");
    }
    let id = anna.posted(PATH, weekly(&[1])).await["id"].as_str().expect("an id").to_owned();
    let path = format!("{PATH}/{id}");
    assert_eq!(code(bela.send(Method::PUT, &path, Some(weekly(&[2]))).await), "forbidden");
    assert_eq!(code(bela.delete(&path).await), "forbidden");
    for _ in 1..MAX_ARENA_SERIES {
        anna.posted(PATH, weekly(&[1])).await;
    }
    assert_eq!(code(anna.post(PATH, weekly(&[1])).await), "too_many");
    assert_eq!(code(site.nobody().get(&format!("{PATH}?after=x")).await), "invalid_field");
    // Their arenas do not count among the open tournaments of the account.
    for _ in 0..20 {
        let once = json!({
            "name": "Once", "description": "", "variant": "shafran", "initial": 180, "increment": 0, "rated": true,
            "startsAt": STARTED_AT + DAY, "minutes": 30, "berserk": true, "streaks": true, "computers": 0,
        });
        anna.posted("/api/arenas", once).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_muted_or_closed_organiser_holds_none() {
    let site = Site::new().await;
    let (anna, bela) = (site.person("Anna").await, site.person("Bela").await);
    for (visitor, field) in [(&anna, "muted_until"), (&bela, "banned_until")] {
        visitor.posted(PATH, changed(hourly(1), "minutes", json!(5))).await;
        let sql = format!("UPDATE accounts SET {field} = $1 WHERE id = $2");
        let until = STARTED_AT + 3 * HOUR + HOUR / 4;
        site.transact(Statement::new(sql).with(until).with(visitor.account)).await;
    }
    let first = STARTED_AT / HOUR * HOUR + HOUR;
    assert_eq!(starts(&site).await, [first, first, first + HOUR, first + HOUR]);
    assert_eq!(site.nobody().got(PATH).await["series"], json!([]));
    tokio::time::sleep(Duration::from_secs(2 * 60 * 60)).await;
    assert!(starts(&site).await.is_empty(), "no further ones");
    tokio::time::sleep(Duration::from_secs(75 * 60 + 40)).await;
    assert_eq!(starts(&site).await, [first + 3 * HOUR, first + 3 * HOUR, first + 4 * HOUR, first + 4 * HOUR]);
    for statement in saffron_store::erasure::close(anna.account) {
        site.transact(statement).await;
    }
    tokio::time::sleep(Duration::from_secs(60 * 60)).await;
    let arenas = site.nobody().got("/api/arenas").await;
    let organisers = arenas["current"].as_array().expect("arenas").iter().map(|arena| arena["organiser"].clone());
    assert_eq!(organisers.collect::<Vec<_>>(), [Value::Null, json!("Bela"), json!("Bela")]);
}

/// Compares the arenas in the store and in memory with the schedules of the series in the store. Returns how many series there are.
async fn check(site: &Site, database: &dyn Database, round: u32) -> usize {
    let rows = tournaments::current(database, TournamentKind::Arena, u32::MAX).await.expect("arenas");
    let live: BTreeSet<TournamentId> = site.app.arenas.all().iter().map(|arena| arena.id).collect();
    assert_eq!(rows.iter().map(|row| row.id).collect::<BTreeSet<_>>(), live, "round {round}: memory is the store");
    let all = arena_series::all(database, None, u32::MAX).await.expect("series");
    for series in &all {
        let settings: ArenaSeriesSettings = serde_json::from_str(&series.data).expect("settings");
        let next = |after: &Millis| schedule::next_after(&settings.schedule, *after);
        let until = series.next_at.expect("it continues");
        let expected: Vec<Millis> =
            std::iter::successors(next(&series.created_at), next).take_while(|start| *start < until).collect();
        let of_series = rows.iter().filter(|row| row.series == Some(series.id));
        let mut found: Vec<Millis> = of_series
            .map(|row| serde_json::from_str::<Value>(&row.summary).expect("a summary"))
            .map(|summary| summary["settings"]["startsAt"].as_i64().expect("a start"))
            .collect();
        found.sort_unstable();
        assert_eq!(found, expected, "round {round}");
        assert!(until - site.app.clock.now() > 7 * DAY, "round {round}: all are created");
    }
    all.len()
}

#[tokio::test(start_paused = true)]
async fn a_killed_server_loses_and_doubles_no_arena_of_a_series() {
    let sync = (Duration::from_millis(1), Duration::from_millis(60));
    let disk = MemoryDisk::new(MemoryOptions { sync, ..MemoryOptions::default() }).expect("a database");
    let healthy = MemoryOptions { sync, ..MemoryOptions::default() };
    let faulty = MemoryOptions { failing: 60, unknown: 120, ..healthy.clone() };
    let mut site = Site::on_disk(&disk).await;
    let mut anna = site.person("Anna").await;
    let mut checked = 0;
    for round in 0..60_u32 {
        disk.set_options(faulty.clone());
        let patience = Duration::from_millis(u64::from(round * 37 % 400));
        let _ = tokio::time::timeout(patience, anna.post(PATH, weekly(&[1, 2, 3, 4, 5, 6, 7]))).await;
        if round % 3 == 0 {
            // Without a stop: what failed is found.
            tokio::time::sleep(Duration::from_secs(1)).await;
            disk.set_options(healthy.clone());
        } else {
            disk.crash();
            disk.set_options(healthy.clone());
            site = Site::on_disk(&disk).await;
            anna = site.again(&anna);
        }
        tokio::time::sleep(Duration::from_secs(70)).await;
        checked += check(&site, &*site.app.database, round).await;
        for series in arena_series::of_organiser(&*site.app.database, anna.account, 9).await.expect("series") {
            assert!(anna.delete(&format!("{PATH}/{}", series.id)).await.0.is_success());
        }
        for row in tournaments::current(&*site.app.database, TournamentKind::Arena, u32::MAX).await.expect("arenas") {
            assert!(anna.delete(&format!("/api/arenas/{}", row.id)).await.0.is_success());
        }
    }
    println!("{checked} series");
    assert!(checked > 20, "{checked}");
}

fn with_standing(an_hour: u8, computers: ComputerLimits) -> ServiceConfig {
    ServiceConfig { standing_arenas: an_hour, computers, ..ServiceConfig::default() }
}

async fn current(visitor: &Visitor) -> Vec<Value> {
    visitor.got("/api/arenas").await["current"].as_array().expect("arenas").clone()
}

async fn stored(site: &Site) -> usize {
    site.app.database.read(Statement::new("SELECT id FROM tournaments")).await.expect("rows").len()
}

fn watch(site: &Site, visitor: &Visitor, arena: &str) -> Connected {
    let connected = site.connect(visitor);
    let arena = arena.parse().expect("an id");
    site.app.arenas.followers.add(&connected.outbox, ArenaWatch { arena, account: Some(visitor.account) });
    connected
}

#[tokio::test(start_paused = true)]
async fn the_server_holds_an_arena_every_hour_and_a_newcomer_plays_a_computer() {
    let site = Site::with(with_standing(1, ComputerLimits::threads(1))).await;
    let guest = site.guest().await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let arenas = current(&guest).await;
    // Begun at 22:13: that of this hour is played, the next one comes.
    let hour = STARTED_AT / HOUR * HOUR;
    assert_eq!(arenas.len(), 2, "{arenas:?}");
    let at = |arena: &Value| arena["settings"]["startsAt"].as_i64();
    assert_eq!((at(&arenas[0]), at(&arenas[1])), (Some(hour), Some(hour + HOUR)));
    assert_eq!(
        (&arenas[0]["official"], &arenas[0]["organiser"], &arenas[0]["stage"]),
        (&json!(true), &Value::Null, &json!("running"))
    );
    let id = arenas[0]["id"].as_str().expect("an id").to_owned();
    assert_eq!(guest.got(&format!("/api/arenas/{id}")).await["editable"], json!(false));
    assert_eq!(stored(&site).await, 0, "no one has come");
    let joined = guest.posted(&format!("/api/arenas/{id}/join"), Value::Null).await;
    assert_eq!(joined["rank"], json!(1));
    assert_eq!(stored(&site).await, 1);
    let mut at_guest = watch(&site, &guest, &id);
    let message = at_guest.next_that(|message| matches!(message, ServerMessage::Started { .. })).await;
    let ServerMessage::Started { game, of } = message else { unreachable!("it is one") };
    assert_eq!(of.as_deref(), Some(id.as_str()));
    let view = guest.got(&format!("/api/games/{game}")).await;
    let kinds = [&view["info"]["white"]["kind"], &view["info"]["black"]["kind"]];
    assert!(kinds.contains(&&json!("computer")), "{view}");
    tokio::time::sleep(Duration::from_secs(18 * 60)).await;
    let arenas = guest.got("/api/arenas").await;
    assert_eq!((&arenas["past"][0]["id"], &arenas["past"][0]["official"]), (&json!(id), &json!(true)));
}

#[tokio::test(start_paused = true)]
async fn an_arena_of_the_server_to_which_no_one_comes_leaves_nothing() {
    let disk = MemoryDisk::new(MemoryOptions::default()).expect("a database");
    let open = async || {
        let config = with_standing(2, ComputerLimits::none());
        Site::by_clock(Arc::new(disk.open()), saffron_service::Clock::starting_at(STARTED_AT), None, config).await
    };
    let site = open().await.expect("a server");
    let anna = site.person("Anna").await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let before = current(&anna).await;
    let half = STARTED_AT / (HOUR / 2) * (HOUR / 2);
    let starts = |arenas: &[Value]| -> Vec<Option<i64>> {
        arenas.iter().map(|arena| arena["settings"]["startsAt"].as_i64()).collect()
    };
    assert_eq!(starts(&before), [Some(half), Some(half + HOUR / 2)]);
    // That of a server that is killed is the same one.
    let id = before[1]["id"].as_str().expect("an id").to_owned();
    anna.posted(&format!("/api/arenas/{id}/join"), Value::Null).await;
    disk.crash();
    let site = open().await.expect("a server");
    let anna = site.again(&anna);
    tokio::time::sleep(Duration::from_secs(2)).await;
    let after = current(&anna).await;
    assert_eq!((&after[0]["id"], &after[1]["id"]), (&before[0]["id"], &before[1]["id"]));
    assert_eq!((&after[1]["players"], stored(&site).await), (&json!(1), 1));
    tokio::time::sleep(Duration::from_secs(17 * 60)).await;
    assert_eq!(starts(&current(&anna).await), [Some(half + HOUR / 2), Some(half + HOUR)]);
    assert_eq!((anna.got("/api/arenas").await["past"].clone(), stored(&site).await), (json!([]), 1));
    let first = before[0]["id"].as_str().expect("an id");
    assert_eq!(code(anna.get(&format!("/api/arenas/{first}")).await), "not_found");
    // One to which a person came stays.
    tokio::time::sleep(Duration::from_secs(30 * 60)).await;
    assert_eq!((&anna.got("/api/arenas").await["past"][0]["id"], stored(&site).await), (&json!(id), 1));
}

#[tokio::test(start_paused = true)]
async fn the_first_player_of_an_arena_of_the_server_is_stored_once() {
    let disk = MemoryDisk::new(MemoryOptions::default()).expect("a database");
    let config = with_standing(1, ComputerLimits::none());
    let clock = saffron_service::Clock::starting_at(STARTED_AT);
    let site = Site::by_clock(Arc::new(disk.open()), clock, None, config).await.expect("a server");
    let (anna, bela) = (site.person("Anna").await, site.person("Bela").await);
    tokio::time::sleep(Duration::from_secs(2)).await;
    let id = current(&anna).await[1]["id"].as_str().expect("an id").to_owned();
    let path = format!("/api/arenas/{id}/join");
    for options in [
        MemoryOptions { failing: 1000, ..MemoryOptions::default() },
        MemoryOptions { unknown: 1000, ..MemoryOptions::default() },
    ] {
        disk.set_options(options);
        assert!(!anna.post(&path, Value::Null).await.0.is_success());
        disk.set_options(MemoryOptions::default());
    }
    bela.posted(&path, Value::Null).await;
    assert_eq!(anna.got(&format!("/api/arenas/{id}")).await["info"]["players"], json!(2), "the second took effect");
    assert_eq!(stored(&site).await, 1);
}

#[tokio::test(start_paused = true)]
async fn the_calendar_has_arenas_series_and_tournaments() {
    let site = Site::with(with_standing(1, ComputerLimits::none())).await;
    let anna = site.person("Anna").await;
    let tournament = |name: &str, dates: &str| {
        json!({
            "name": name, "variant": "glinski",
            "system": { "kind": "swiss", "rounds": 5, "initial": "w", "accelerated": false }, "tieBreaks": [],
            "bye": 4, "quarters": true, "place": "Győr, Fő utca", "dates": dates, "timeControl": "", "arbiter": "",
        })
    };
    for (name, dates) in
        [("Cup", "2023. 11. 25–26."), ("Old", "2023-11-01"), ("Far", "2024-03-01"), ("Sometime", "Fridays")]
    {
        let (status, answer) = anna.post("/api/tournaments", tournament(name, dates)).await;
        assert!(status.is_success(), "{answer}");
    }
    let series = anna.posted(PATH, weekly(&[3])).await["id"].clone();
    anna.posted(PATH, hourly(12)).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let calendar = site.nobody().got("/api/calendar").await;
    let of_series = |calendar: &Value| -> Vec<(Millis, bool)> {
        let arenas = calendar["arenas"].as_array().expect("arenas").iter();
        let arenas = arenas.filter(|arena| arena["series"] == series);
        arenas.map(|arena| (arena["startsAt"].as_i64().expect("a start"), arena["id"].is_null())).collect()
    };
    let weeks = [(0, false), (1, false), (2, true), (3, true)];
    assert_eq!(of_series(&calendar), weeks.map(|(week, is_later)| (WEDNESDAY + week * 7 * DAY, is_later)));
    assert_eq!(calendar["arenas"].as_array().map(Vec::len), Some(5), "and the next one of the other series");
    assert_eq!(calendar["tournaments"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        (&calendar["tournaments"][0]["day"], &calendar["tournaments"][0]["name"]),
        (&json!("2023-11-25"), &json!("Cup"))
    );
    assert_eq!(calendar["standing"]["official"], json!(true));

    let (status, file) = site.nobody().bytes(Method::GET, "/calendar.ics", None).await;
    let file = String::from_utf8(file).expect("a text").replace("\r\n ", "");
    assert!(status.is_success() && file.starts_with("BEGIN:VCALENDAR\r\n"), "{file}");
    assert_eq!(file.matches("BEGIN:VEVENT").count(), 6);
    for line in [
        "DTSTART:20231115T170000Z",
        "DTEND:20231115T173000Z",
        "DTSTART;VALUE=DATE:20231125",
        "LOCATION:Győr\\, Fő utca",
        "SUMMARY:Club evening",
    ] {
        assert!(file.contains(&format!("{line}\r\n")), "{line} in {file}");
    }
    let id = series.as_str().expect("an id");
    assert!(file.contains(&format!("UID:series-{id}-{WEDNESDAY}@saffron\r\n")));
}
