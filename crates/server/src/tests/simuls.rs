//! Tests of simuls: applications, boards, the score, and what is left after a server was killed.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use axum::http::Method;
use saffron_protocol::socket::ServerMessage;
use saffron_service::config::{ComputerLimits, ServiceConfig, StandingSimul};
use saffron_store::{Database, GameId, MemoryDisk, MemoryOptions, games, tournaments};
use saffron_tournament::Points;
use saffron_tournament::simul::{SimulEvent, SimulResult, SimulState};
use serde_json::{Value, json};

use crate::tests::arenas::{Random, command};
use crate::tests::site::{Site, Visitor, code};

pub(super) const PATH: &str = "/api/simuls";
const NAMES: [&str; 5] = ["Host", "Bela", "Cili", "Dora", "Endre"];
/// Number of times that the server is killed.
const KILLS: u32 = 100;

pub(super) fn settings() -> Value {
    json!({
        "name": "Evening of the master", "description": "", "variant": "shafran", "initial": 600, "increment": 5,
        "extra": 1200, "hostColor": "white", "places": 10, "beginsAt": null, "team": null,
    })
}

pub(super) fn changed(field: &str, value: Value) -> Value {
    let mut settings = settings();
    settings[field] = value;
    settings
}

pub(super) async fn create(host: &Visitor, settings: Value) -> String {
    host.posted(PATH, settings).await["id"].as_str().expect("an id").to_owned()
}

pub(super) async fn people(site: &Site) -> Vec<Visitor> {
    let mut people = Vec::new();
    for name in NAMES {
        people.push(site.person(name).await);
    }
    people
}

pub(super) async fn act(visitor: &Visitor, id: &str, action: &str) -> Value {
    visitor.posted(&format!("{PATH}/{id}/{action}"), Value::Null).await
}

pub(super) fn account(visitor: &Visitor) -> Value {
    json!({ "account": visitor.account.to_string() })
}

pub(super) async fn show(site: &Site, id: &str) -> Value {
    site.nobody().got(&format!("{PATH}/{id}")).await
}

/// Simul of the first of the people, who has accepted the others and started.
pub(super) async fn started(people: &[Visitor], settings: Value) -> String {
    let id = create(&people[0], settings).await;
    for person in &people[1..] {
        act(person, &id, "apply").await;
        people[0].posted(&format!("{PATH}/{id}/accept"), account(person)).await;
    }
    act(&people[0], &id, "start").await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    id
}

/// Games that are not over.
pub(super) fn open(shown: &Value) -> Vec<String> {
    let games = shown["games"].as_array().expect("games").iter().filter(|game| game["over"] == json!(false));
    games.map(|game| game["game"].as_str().expect("an id").into()).collect()
}

/// Plays a game until the side that `wins` says wins by a resignation; it may fail.
pub(super) async fn play(site: &Site, people: &[Visitor], game: &str, n: &mut u32, white_wins: bool) {
    let (status, view) = site.nobody().get(&format!("/api/games/{game}")).await;
    if !status.is_success() || !view["state"]["outcome"].is_null() {
        return;
    }
    let side =
        |side: &str| people.iter().find(|player| json!(player.account.to_string()) == view["info"][side]["account"]);
    let (Some(white), Some(black)) = (side("white"), side("black")) else { panic!("strangers play: {view}") };
    let (mut ply, moves) = (view["state"]["ply"].as_u64().unwrap_or(0), ["e2e5", "e9e6"]);
    while let Some(uci) = moves.get(usize::try_from(ply).expect("few")) {
        *n += 1;
        let by = if ply == 0 { white } else { black };
        if !command(by, game, *n, json!({ "kind": "move", "uci": uci, "ply": ply })).await {
            return;
        }
        ply += 1;
    }
    *n += 1;
    command(if white_wins { black } else { white }, game, *n, json!({ "kind": "resign" })).await;
}

#[tokio::test(start_paused = true)]
async fn a_host_plays_all_whom_it_has_accepted_at_the_same_time() {
    let site = Site::new().await;
    let people = people(&site).await;
    let (host, bela, cili, dora) = (&people[0], &people[1], &people[2], &people[3]);
    let id = create(host, settings()).await;
    for person in &people[1..] {
        act(person, &id, "apply").await;
    }
    let accept = format!("{PATH}/{id}/accept");
    for person in [bela, cili, dora] {
        host.posted(&accept, account(person)).await;
    }
    act(dora, &id, "withdraw").await;
    let shown = bela.got(&format!("{PATH}/{id}")).await;
    assert_eq!((&shown["info"]["applicants"], &shown["info"]["accepted"]), (&json!(3), &json!(2)));
    assert_eq!(
        (&shown["you"], &shown["hosting"], &shown["info"]["status"]),
        (&json!(0), &json!(false), &json!("open"))
    );
    let entries: Vec<&Value> = shown["players"].as_array().expect("players").iter().map(|one| &one["entry"]).collect();
    assert_eq!(entries, ["accepted", "accepted", "withdrawn", "applied"]);

    let mut at_bela = site.connect(bela);
    act(host, &id, "start").await;
    let message = at_bela.next_that(|message| matches!(message, ServerMessage::Started { .. })).await;
    let ServerMessage::Started { game, of } = message else { unreachable!("it is one") };
    assert_eq!(of, Some(id.clone()));
    tokio::time::sleep(Duration::from_secs(3)).await;
    let shown = host.got(&format!("{PATH}/{id}")).await;
    assert_eq!((&shown["hosting"], &shown["info"]["status"]), (&json!(true), &json!("running")));
    assert_eq!((&shown["games"][0]["game"], &shown["games"][0]["waits"]), (&json!(game), &json!(true)));
    assert_eq!(open(&shown).len(), 2);
    assert_eq!((&shown["games"][0]["board"]["turn"], &shown["games"][0]["board"]["plies"]), (&json!("w"), &json!(0)));
    let view = site.nobody().got(&format!("/api/games/{game}")).await;
    assert_eq!((&view["info"]["simul"], &view["info"]["rated"]), (&json!(id), &json!(false)));
    assert_eq!(view["state"]["clocks"], json!({ "w": 1_800_000, "b": 600_000 }));
    assert_eq!(view["state"]["strict"], json!(true));

    assert!(command(host, &game, 1, json!({ "kind": "move", "uci": "e2e5", "ply": 0 })).await);
    let shown = show(&site, &id).await;
    let waits: Vec<&Value> = shown["games"].as_array().expect("games").iter().map(|game| &game["waits"]).collect();
    assert_eq!(waits, [&json!(false), &json!(true)]);
    let mut n = 10;
    for (game, host_wins) in open(&shown).iter().zip([true, false]) {
        play(&site, &people, game, &mut n, host_wins).await;
    }
    tokio::time::sleep(Duration::from_secs(5)).await;
    let shown = show(&site, &id).await;
    assert_eq!(shown["info"]["status"], json!("over"));
    assert_eq!(shown["info"]["score"], json!({ "wins": 1, "draws": 0, "losses": 1, "points": 4 }));
    assert_eq!((&shown["games"][0]["points"], &shown["games"][1]["points"]), (&json!([4, 0]), &json!([0, 4])));
    let (outcome, last) = (&shown["games"][1]["board"]["outcome"], &shown["games"][1]["board"]["lastMove"]);
    assert_eq!((&outcome["reason"], last), (&json!("Resignation"), &json!("e9e6")));
    let listed = site.nobody().got(PATH).await;
    assert_eq!((&listed["past"][0]["id"], &listed["past"][0]["host"]["name"]), (&json!(id), &json!("Host")));
    assert_eq!(code(bela.post(&format!("{PATH}/{id}/apply"), Value::Null).await), "simul_over");
}

#[tokio::test(start_paused = true)]
async fn the_absence_of_the_host_gives_no_claim() {
    let site = Site::new().await;
    let people = people(&site).await;
    let id = started(&people[..3], changed("hostColor", json!("black"))).await;
    let shown = show(&site, &id).await;
    let game = open(&shown).swap_remove(0);
    let opponent = &people[1];
    for (n, by, uci) in [(0, opponent, "e2e5"), (1, &people[0], "e9e6"), (2, opponent, "b1a3")] {
        assert!(command(by, &game, n, json!({ "kind": "move", "uci": uci, "ply": n })).await);
    }
    tokio::time::sleep(Duration::from_secs(300)).await;
    let claim = json!({ "id": { "client": "t", "n": 9 }, "command": { "kind": "claimVictory" } });
    let refused = opponent.post(&format!("/api/games/{game}/commands"), claim).await;
    assert_eq!(
        (refused.1["error"]["code"].as_str(), &refused.1["error"]["params"]["from"]),
        (Some("not_abandoned"), &Value::Null)
    );
    // The clock of the host runs: half an hour, and five seconds after the first move at most.
    tokio::time::sleep(Duration::from_secs(1800)).await;
    let view = site.nobody().got(&format!("/api/games/{game}")).await;
    assert_eq!(view["state"]["outcome"]["reason"], json!("TimeForfeit"));
}

#[tokio::test(start_paused = true)]
async fn games_that_never_begin_count_for_no_one() {
    let site = Site::new().await;
    let people = people(&site).await;
    let id = create(&people[0], settings()).await;
    for person in &people[1..] {
        act(person, &id, "apply").await;
        people[0].posted(&format!("{PATH}/{id}/accept"), account(person)).await;
    }
    let leaves = format!("UPDATE accounts SET kind = 'closed' WHERE id = '{}'", people[4].account);
    site.transact(saffron_store::Statement::new(leaves)).await;
    act(&people[0], &id, "start").await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    let games = open(&show(&site, &id).await);
    assert_eq!(games.len(), 3, "not that of the closed account");
    let mut n = 0;
    play(&site, &people, &games[0], &mut n, true).await;
    assert!(command(&people[2], &games[1], 90, json!({ "kind": "abort" })).await);
    // The host does not come to the third board.
    tokio::time::sleep(Duration::from_secs(20 * 60)).await;
    let shown = show(&site, &id).await;
    assert_eq!(shown["info"]["status"], json!("over"));
    assert_eq!(shown["info"]["score"], json!({ "wins": 1, "draws": 0, "losses": 0, "points": 4 }));
    let points: Vec<&Value> = shown["games"].as_array().expect("games").iter().map(|game| &game["points"]).collect();
    assert_eq!(points, [&json!([4, 0]), &Value::Null, &Value::Null, &Value::Null]);
}

#[tokio::test(start_paused = true)]
async fn who_may_do_what() {
    let site = Site::new().await;
    let people = people(&site).await;
    let (host, bela, cili, guest) = (&people[0], &people[1], &people[2], site.guest().await);
    assert_eq!(guest.refused(PATH, settings()).await, "account_required");
    for (field, value, code) in [
        ("variant", json!("checkers"), "unknown_variant"),
        ("beginsAt", json!(1), "invalid_field"),
        ("places", json!(51), "invalid_simul"),
        ("initial", json!(30), "invalid_simul"),
        ("name", json!("\u{202e}abc"), "invalid_field"),
        ("team", json!("aaaaaaaaaa"), "forbidden"),
    ] {
        assert_eq!(host.refused(PATH, changed(field, value)).await, code, "{field}");
    }
    let id = create(host, settings()).await;
    let path = |action: &str| format!("{PATH}/{id}/{action}");
    assert_eq!(host.refused(&path("apply"), Value::Null).await, "oneself");
    assert_eq!(host.refused(&path("start"), Value::Null).await, "no_opponents");
    act(&guest, &id, "apply").await;
    act(bela, &id, "apply").await;
    for action in ["accept", "remove"] {
        assert_eq!(bela.refused(&path(action), account(bela)).await, "forbidden");
        assert_eq!(host.refused(&path(action), account(cili)).await, "not_in_simul");
    }
    assert_eq!(bela.refused(&path("start"), Value::Null).await, "forbidden");
    assert_eq!(cili.refused(&path("withdraw"), Value::Null).await, "not_in_simul");
    host.posted(&path("remove"), account(bela)).await;
    assert_eq!(bela.refused(&path("apply"), Value::Null).await, "removed_from_simul");
    assert_eq!(code(bela.delete(&format!("{PATH}/{id}")).await), "forbidden");
    assert!(host.delete(&format!("{PATH}/{id}")).await.0.is_success());
    assert_eq!(show(&site, &id).await["info"]["status"], json!("cancelled"));
    assert_eq!(site.nobody().get(&format!("{PATH}/aaaaaaaaaa")).await.0, 404);
    assert_eq!(site.nobody().get(&format!("/api/arenas/{id}")).await.0, 404);

    // Who has blocked the host does not play against it.
    let id = create(host, settings()).await;
    let (status, _) = host.send(Method::PUT, "/api/users/Cili/block", None).await;
    assert!(status.is_success());
    assert_eq!(cili.refused(&format!("{PATH}/{id}/apply"), Value::Null).await, "not_accepted");
}

#[tokio::test(start_paused = true)]
async fn the_host_changes_the_settings_before_the_start() {
    let site = Site::new().await;
    let people = people(&site).await;
    let (host, bela) = (&people[0], &people[1]);
    let hour = 3_600_000;
    let id = create(host, changed("beginsAt", json!(site.app.clock.now() + 20 * hour))).await;
    act(bela, &id, "apply").await;
    let path = format!("{PATH}/{id}");
    let put = async |by: &Visitor, settings: Value| by.send(Method::PUT, &path, Some(settings)).await;
    assert_eq!(code(put(bela, settings()).await), "forbidden");
    assert_eq!(code(put(host, changed("variant", json!("glinski"))).await), "invalid_simul");
    assert_eq!(code(put(host, changed("beginsAt", json!(1))).await), "invalid_field");
    let planned = site.app.clock.now() + hour;
    let mut new = changed("beginsAt", json!(planned));
    (new["name"], new["extra"], new["initial"]) = (json!("Morning"), json!(60), json!(300));
    let (status, answer) = put(host, new.clone()).await;
    assert!(status.is_success(), "{answer}");
    assert_eq!((&answer["info"]["settings"], &answer["hosting"], &answer["version"]), (&new, &json!(true), &json!(3)));
    assert_eq!(site.nobody().got(PATH).await["current"][0]["settings"]["name"], json!("Morning"));

    // The plan has passed, and stays as it is.
    tokio::time::sleep(Duration::from_secs(3 * 3600)).await;
    new["name"] = json!("Noon");
    assert!(put(host, new).await.0.is_success());
    // It is cancelled by the new plan.
    tokio::time::sleep(Duration::from_secs(10 * 3600 + 60)).await;
    assert_eq!(show(&site, &id).await["info"]["status"], json!("cancelled"));
    assert_eq!(code(put(host, settings()).await), "simul_over");
}

#[tokio::test(start_paused = true)]
async fn games_that_are_refused_are_tried_again_after_longer_and_longer() {
    let computers = ComputerLimits { threads: 1, games: 0 };
    let site = Site::with(ServiceConfig { computers, ..with_standing() }).await;
    let guest = site.guest().await;
    let id = guest.got(PATH).await["current"][0]["id"].as_str().expect("an id").to_owned();
    act(&guest, &id, "apply").await;
    let begins_at = show(&site, &id).await["info"]["settings"]["beginsAt"].as_i64().expect("a start");
    let until = u64::try_from(begins_at - site.app.clock.now()).expect("later");
    tokio::time::sleep(Duration::from_millis(until) + Duration::from_secs(10 * 60)).await;
    assert_eq!(show(&site, &id).await["games"][0]["board"], Value::Null, "the server has no place for it");
    let jobs = saffron_store::jobs::list(&*site.app.database, 99).await.expect("jobs");
    let attempts = jobs.iter().find(|job| job.key == id).map(|job| job.attempts);
    // Delays of 1, 4, 16, 64, 256 and 600 seconds, and up to a quarter more.
    assert!(attempts.is_some_and(|attempts| (5..=7).contains(&attempts)), "{attempts:?}");
}

#[tokio::test(start_paused = true)]
async fn a_simul_that_no_one_starts_is_cancelled() {
    let site = Site::new().await;
    let host = site.person("Host").await;
    let planned = site.app.clock.now() + 3 * 3_600_000;
    let (unplanned, planned) =
        (create(&host, settings()).await, create(&host, changed("beginsAt", json!(planned))).await);
    tokio::time::sleep(Duration::from_secs(12 * 3600 + 60)).await;
    assert_eq!(show(&site, &unplanned).await["info"]["status"], json!("cancelled"));
    assert_eq!(show(&site, &planned).await["info"]["status"], json!("open"));
    tokio::time::sleep(Duration::from_secs(3 * 3600)).await;
    assert_eq!(show(&site, &planned).await["info"]["status"], json!("cancelled"));
}

fn with_standing() -> ServiceConfig {
    let standing_simul = StandingSimul::parse("18:00 Europe/Budapest").ok();
    ServiceConfig { standing_simul, computers: ComputerLimits::threads(1), ..ServiceConfig::default() }
}

async fn stored(site: &Site) -> usize {
    site.app.database.read(saffron_store::Statement::new("SELECT id FROM tournaments")).await.expect("rows").len()
}

#[tokio::test(start_paused = true)]
async fn a_computer_gives_a_simul_every_day_to_those_who_come() {
    let site = Site::with(with_standing()).await;
    let (guest, other) = (site.guest().await, site.guest().await);
    let listed = guest.got(PATH).await;
    let info = &listed["current"][0];
    assert_eq!(
        (&info["host"]["kind"], &info["status"], &info["accepted"]),
        (&json!("computer"), &json!("open"), &json!(0))
    );
    // It is 22:13 in London on 14 November 2023: the next day at 17:00.
    assert_eq!(info["settings"]["beginsAt"], json!(1_700_067_600_000_i64));
    let id = info["id"].as_str().expect("an id").to_owned();
    assert_eq!((&show(&site, &id).await["hosting"], stored(&site).await), (&json!(false), 0), "no one has come");
    let path = format!("{PATH}/{id}/apply");
    let (one, two) = tokio::join!(guest.posted(&path, Value::Null), other.posted(&path, Value::Null));
    assert_eq!((&one["you"], &two["you"]), (&json!(0), &json!(1)));
    assert_eq!(one["players"][0]["entry"], json!("accepted"), "a computer accepts everyone");
    assert_eq!((stored(&site).await, guest.got(PATH).await["current"].as_array().map(Vec::len)), (1, Some(1)));
    act(&other, &id, "withdraw").await;

    let mut at_guest = site.connect(&guest);
    tokio::time::sleep(Duration::from_secs(19 * 3600)).await;
    let message = at_guest.next_that(|message| matches!(message, ServerMessage::Started { .. })).await;
    let ServerMessage::Started { game, of } = message else { unreachable!("it is one") };
    assert_eq!(of.as_deref(), Some(id.as_str()));
    let shown = show(&site, &id).await;
    assert_eq!(shown["games"].as_array().map(Vec::len), Some(1), "not against the one who left");
    let side = if shown["games"][0]["host"] == json!("w") { "black" } else { "white" };
    let view = guest.got(&format!("/api/games/{game}")).await;
    assert_eq!(view["info"][side]["account"], json!(guest.account.to_string()));
    // The guest does not play: the game counts for no one.
    tokio::time::sleep(Duration::from_secs(3600)).await;
    let listed = guest.got(PATH).await;
    assert_eq!((&listed["past"][0]["id"], &listed["past"][0]["status"]), (&json!(id), &json!("over")));
    assert_ne!(listed["current"][0]["id"], json!(id), "that of the next day");
}

#[tokio::test(start_paused = true)]
async fn a_simul_of_a_computer_that_all_have_left_leaves_nothing() {
    let site = Site::with(with_standing()).await;
    let guest = site.guest().await;
    let id = guest.got(PATH).await["current"][0]["id"].as_str().expect("an id").to_owned();
    act(&guest, &id, "apply").await;
    act(&guest, &id, "withdraw").await;
    assert_eq!(stored(&site).await, 1);
    tokio::time::sleep(Duration::from_secs(19 * 3600)).await;
    assert_eq!(stored(&site).await, 0);
}

/// Compares the events of a simul with the games in the store.
async fn check(database: &dyn Database, id: &str, seed: u64) -> SimulState {
    let stored = tournaments::events(database, id.parse().expect("an id"), 0).await.expect("events");
    let events: Vec<SimulEvent> =
        stored.iter().map(|event| serde_json::from_str(&event.data).expect("an event")).collect();
    let state = SimulState::replay(&events).expect("events that fit");
    let mut known = BTreeSet::new();
    for game in state.games() {
        let key: GameId = game.pair.game.parse().expect("an id");
        assert!(known.insert(key), "seed {seed}: {key} was paired twice");
        let row = games::by_id(database, key).await.expect("a row").expect("a game");
        let white = row.points.map(|points| Points::from_quarters(i32::try_from(points).expect("few")));
        match game.result {
            Some(SimulResult::Played { host, opponent }) => {
                let points = if game.pair.host_is_white { host } else { opponent };
                assert_eq!(Some(points), white, "seed {seed}: {key}");
            }
            Some(SimulResult::Void) => assert_eq!(white, None, "seed {seed}: {key}"),
            None => panic!("seed {seed}: {key} has no result"),
        }
    }
    let rows = database.read(saffron_store::Statement::new("SELECT id FROM games")).await.expect("rows");
    for row in rows {
        let key: GameId = row.columns().take().expect("an id");
        assert!(known.contains(&key), "seed {seed}: {key} was never paired");
    }
    state
}

#[tokio::test(start_paused = true)]
async fn a_killed_server_loses_and_doubles_no_game_or_result() {
    let (mut kills, mut results) = (0, 0);
    for seed in 0_u64.. {
        if kills >= KILLS {
            break;
        }
        let sync = (Duration::from_millis(1), Duration::from_millis(60));
        let healthy = MemoryOptions { seed, ..MemoryOptions::default() };
        let faulty = MemoryOptions { sync, failing: 20, unknown: 50, ..healthy.clone() };
        let disk = MemoryDisk::new(healthy.clone()).expect("a database");
        let mut site = Site::on_disk(&disk).await;
        let mut people = people(&site).await;
        let id = create(&people[0], changed("hostColor", json!("random"))).await;
        for person in &people[1..] {
            act(person, &id, "apply").await;
            people[0].posted(&format!("{PATH}/{id}/accept"), account(person)).await;
        }
        disk.set_options(faulty.clone());
        let (mut random, mut n) = (Random(seed), 0);
        for _ in 0..60 {
            tokio::time::sleep(Duration::from_millis(random.below(3000))).await;
            let (status, shown) = site.nobody().get(&format!("{PATH}/{id}")).await;
            if status.is_success() {
                if shown["info"]["status"] == json!("over") {
                    break;
                }
                let patience = Duration::from_millis(1 + random.below(300));
                if shown["info"]["status"] == json!("open") {
                    let path = format!("{PATH}/{id}/start");
                    let start = people[0].post(&path, Value::Null);
                    let _ = tokio::time::timeout(patience, start).await;
                }
                for game in open(&shown) {
                    if random.below(3) == 0 {
                        let white_wins = random.below(2) == 0;
                        let played = play(&site, &people, &game, &mut n, white_wins);
                        let _ = tokio::time::timeout(patience, played).await;
                    }
                }
            }
            if kills < KILLS && random.below(3) == 0 {
                kills += 1;
                disk.crash();
                disk.set_options(healthy.clone());
                site = Site::on_disk(&disk).await;
                people = people.iter().map(|person| site.again(person)).collect();
                disk.set_options(faulty.clone());
            }
        }
        disk.set_options(healthy);
        disk.crash();
        let site = Site::on_disk(&disk).await;
        let people: Vec<Visitor> = people.iter().map(|person| site.again(person)).collect();
        for _ in 0..20 {
            let shown = show(&site, &id).await;
            match shown["info"]["status"].as_str() {
                Some("over") => break,
                Some("open") => drop(act(&people[0], &id, "start").await),
                _ => {}
            }
            for game in open(&shown) {
                play(&site, &people, &game, &mut n, true).await;
            }
            tokio::time::sleep(Duration::from_secs(60)).await;
        }
        assert_eq!(show(&site, &id).await["info"]["status"], json!("over"), "seed {seed}");
        let database: Arc<dyn Database> = Arc::new(disk.open());
        let state = check(&*database, &id, seed).await;
        assert_eq!(state.games().len(), 4);
        let recorded = saffron_store::Statement::new("SELECT account FROM tournament_players");
        assert_eq!(database.read(recorded).await.expect("rows").len(), 5, "seed {seed}: the host and the opponents");
        results += state.games().len();
    }
    println!("{kills} kills, {results} results");
    assert!(results > 20, "only {results} results");
}
