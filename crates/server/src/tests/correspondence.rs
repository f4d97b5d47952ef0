//! Tests of round robins by correspondence: stages, withdrawals, and what is left after a server was killed.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use saffron_store::{Database, GameId, MemoryDisk, MemoryOptions, games, tournaments};
use saffron_tournament::Points;
use saffron_tournament::correspondence::{CorrespondenceEvent, CorrespondenceResult, CorrespondenceState};
use serde_json::{Value, json};

use crate::tests::arenas::{Random, command};
use crate::tests::site::{Site, Visitor, code};

pub(super) const PATH: &str = "/api/correspondence-tournaments";
pub(super) const NAMES: [&str; 6] = ["Anna", "Bela", "Cili", "Dora", "Endre", "Fanni"];
/// Number of times that the server is killed.
const KILLS: u32 = 100;

pub(super) fn settings(site: &Site) -> Value {
    json!({
        "name": "Winter tournament", "description": "", "variant": "shafran", "days": 3, "rated": true,
        "startsAt": site.app.clock.now() + 60_000, "places": 20, "beginsWhenFull": false, "groupSize": 3,
        "promoted": 1, "double": false,
    })
}

pub(super) async fn create(organiser: &Visitor, settings: Value) -> String {
    organiser.posted(PATH, settings).await["id"].as_str().expect("an id").to_owned()
}

pub(super) async fn people(site: &Site) -> Vec<Visitor> {
    let mut people = Vec::new();
    for name in NAMES {
        people.push(site.person(name).await);
    }
    people
}

pub(super) async fn join(visitor: &Visitor, id: &str) -> Value {
    visitor.posted(&format!("{PATH}/{id}/join"), Value::Null).await
}

pub(super) async fn show(site: &Site, id: &str) -> Value {
    site.nobody().got(&format!("{PATH}/{id}")).await
}

/// Games of the last stage that are not over.
pub(super) fn open(shown: &Value) -> Vec<String> {
    let stages = shown["stages"].as_array().expect("stages");
    let groups = stages.last().and_then(Value::as_array).into_iter().flatten();
    let games = groups.flat_map(|group| group["games"].as_array().expect("games").clone());
    games.filter(|game| game["over"] == json!(false)).map(|game| game["game"].as_str().expect("an id").into()).collect()
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
async fn groups_are_played_and_their_winners_play_the_final() {
    let site = Site::new().await;
    let people = people(&site).await;
    let id = create(&people[0], settings(&site)).await;
    for person in &people {
        join(person, &id).await;
    }
    let listed = site.nobody().got(PATH).await;
    let info = &listed["current"][0];
    assert_eq!((&info["status"], &info["players"], &info["organiser"]), (&json!("open"), &json!(6), &json!("Anna")));
    tokio::time::sleep(Duration::from_secs(70)).await;
    let shown = show(&site, &id).await;
    assert_eq!((&shown["info"]["status"], &shown["info"]["stage"]), (&json!("running"), &json!(1)));
    assert_eq!(shown["stages"][0].as_array().map(Vec::len), Some(2));
    let games = open(&shown);
    assert_eq!(games.len(), 6);
    let view = site.nobody().got(&format!("/api/games/{}", games[0])).await;
    assert_eq!((&view["info"]["tournament"], &view["info"]["rated"]), (&json!(id), &json!(true)));
    assert_eq!(view["state"]["strict"], json!(true));
    assert_eq!(join(&people[0], &id).await["you"], json!(0), "a player has entered already");
    let late = site.person("Late").await;
    assert_eq!(code(late.post(&format!("{PATH}/{id}/join"), Value::Null).await), "correspondence_begun");

    let mut n = 0;
    for game in games {
        play(&site, &people, &game, &mut n, true).await;
    }
    tokio::time::sleep(Duration::from_secs(5)).await;
    let shown = people[1].got(&format!("{PATH}/{id}")).await;
    assert_eq!((&shown["info"]["stage"], &shown["you"]), (&json!(2), &json!(1)));
    for group in shown["stages"][0].as_array().expect("groups") {
        let rows = group["rows"].as_array().expect("rows");
        let promoted: Vec<&Value> = rows.iter().map(|row| &row["promoted"]).collect();
        assert_eq!(promoted, [&json!(true), &json!(false), &json!(false)]);
        let total: i64 = rows.iter().filter_map(|row| row["points"].as_i64()).sum();
        assert_eq!(total, 12);
    }
    let last = open(&shown);
    assert_eq!(last.len(), 1, "the final of two");
    play(&site, &people, &last[0], &mut n, false).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    let shown = show(&site, &id).await;
    assert_eq!(shown["info"]["status"], json!("over"));
    assert_eq!(shown["stages"][1][0]["rows"][0]["points"], json!(4));
    assert_eq!(site.nobody().got(PATH).await["past"][0]["id"], json!(id));
}

#[tokio::test(start_paused = true)]
async fn it_begins_when_it_is_full_and_withdrawals_resign() {
    let site = Site::new().await;
    let people = people(&site).await;
    let mut full = settings(&site);
    (full["places"], full["beginsWhenFull"], full["groupSize"]) = (json!(3), json!(true), json!(4));
    full["startsAt"] = json!(site.app.clock.now() + 3_600_000);
    let id = create(&people[0], full).await;
    for person in &people[..3] {
        join(person, &id).await;
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let shown = show(&site, &id).await;
    assert_eq!(shown["info"]["status"], json!("running"));
    assert_eq!(open(&shown).len(), 3);
    let path = format!("{PATH}/{id}/withdraw");
    assert_eq!(people[3].refused(&path, Value::Null).await, "not_in_correspondence");
    people[0].posted(&path, Value::Null).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    let shown = show(&site, &id).await;
    assert_eq!(shown["players"][0]["withdrawn"], json!(true));
    assert_eq!(open(&shown).len(), 1, "both games of the player are over");
    let rows = shown["stages"][0][0]["rows"].as_array().expect("rows");
    assert_eq!((&rows[2]["rank"], &rows[2]["player"]), (&Value::Null, &json!(0)), "they count for no one");

    // The organiser takes the last one but one out: the game is lost, and the tournament over.
    let account = people[1].account.to_string();
    let out = json!({ "account": account });
    let path = format!("{PATH}/{id}/withdraw-player");
    assert_eq!(people[2].refused(&path, out.clone()).await, "forbidden");
    people[0].posted(&path, out).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    let shown = show(&site, &id).await;
    assert_eq!(shown["info"]["status"], json!("over"));
}

#[tokio::test(start_paused = true)]
async fn an_account_that_is_closed_loses_its_games() {
    let site = Site::new().await;
    let people = people(&site).await;
    let mut four = settings(&site);
    four["groupSize"] = json!(4);
    let id = create(&people[0], four).await;
    for person in &people[..4] {
        join(person, &id).await;
    }
    let leaves = format!("UPDATE accounts SET kind = 'closed' WHERE id = '{}'", people[3].account);
    site.transact(saffron_store::Statement::new(leaves)).await;
    tokio::time::sleep(Duration::from_secs(70)).await;
    let shown = show(&site, &id).await;
    assert_eq!(open(&shown).len(), 3, "those of the others");
    let games = shown["stages"][0][0]["games"].as_array().expect("games");
    let lost = games.iter().filter(|game| game["over"] == json!(true));
    for game in lost {
        let white = game["white"] == json!(3);
        assert_eq!(game["points"], if white { json!([0, 4]) } else { json!([4, 0]) });
    }
}

#[tokio::test(start_paused = true)]
async fn what_an_organiser_may_do() {
    let site = Site::new().await;
    let (anna, bela, guest) = (site.person("Anna").await, site.person("Bela").await, site.guest().await);
    assert_eq!(guest.refused(PATH, settings(&site)).await, "account_required");
    for (field, value, code) in [
        ("days", json!(4), "invalid_control"),
        ("variant", json!("checkers"), "unknown_variant"),
        ("startsAt", json!(1), "invalid_field"),
        ("promoted", json!(3), "invalid_correspondence"),
        ("name", json!("\u{202e}abc"), "invalid_field"),
    ] {
        let mut wrong = settings(&site);
        wrong[field] = value;
        assert_eq!(anna.refused(PATH, wrong).await, code, "{field}");
    }
    let id = create(&anna, settings(&site)).await;
    let path = format!("{PATH}/{id}");
    assert_eq!(guest.refused(&format!("{path}/join"), Value::Null).await, "cannot_be_rated");
    let mut other = settings(&site);
    other["promoted"] = json!(2);
    assert_eq!(code(bela.send(axum::http::Method::PUT, &path, Some(other.clone())).await), "forbidden");
    let (status, shown) = anna.send(axum::http::Method::PUT, &path, Some(other)).await;
    assert!(status.is_success());
    assert_eq!(shown["info"]["settings"]["promoted"], json!(2));
    assert_eq!(code(bela.delete(&path).await), "forbidden");
    assert!(anna.delete(&path).await.0.is_success());
    assert_eq!(show(&site, &id).await["info"]["status"], json!("cancelled"));
    // Too few at the start.
    let id = create(&anna, settings(&site)).await;
    join(&anna, &id).await;
    tokio::time::sleep(Duration::from_secs(70)).await;
    assert_eq!(show(&site, &id).await["info"]["status"], json!("cancelled"));
    assert_eq!(site.nobody().get(&format!("{PATH}/aaaaaaaaaa")).await.0, 404);
}

/// Compares the events of a tournament with the games in the store.
async fn check(database: &dyn Database, id: &str, seed: u64) -> CorrespondenceState {
    let stored = tournaments::events(database, id.parse().expect("an id"), 0).await.expect("events");
    let events: Vec<CorrespondenceEvent> =
        stored.iter().map(|event| serde_json::from_str(&event.data).expect("an event")).collect();
    let state = CorrespondenceState::replay(&events).expect("events that fit");
    let mut known = BTreeSet::new();
    for game in state.stages().iter().flatten().flat_map(|group| &group.games) {
        let key: GameId = game.pair.game.parse().expect("an id");
        assert!(known.insert(key), "seed {seed}: {key} was paired twice");
        let row = games::by_id(database, key).await.expect("a row").expect("a game");
        let white = row.points.map(|points| Points::from_quarters(i32::try_from(points).expect("few")));
        match game.result {
            Some(CorrespondenceResult::Played { white: points, .. }) => {
                assert_eq!(Some(points), white, "seed {seed}: {key}");
            }
            Some(CorrespondenceResult::NotBegun { .. }) => assert_eq!(white, None, "seed {seed}: {key}"),
            Some(CorrespondenceResult::Void) | None => panic!("seed {seed}: {key} has no result"),
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
async fn a_killed_server_loses_and_doubles_no_pairing_result_or_stage() {
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
        let id = create(&people[0], settings(&site)).await;
        for person in &people {
            join(person, &id).await;
        }
        disk.set_options(faulty.clone());
        let (mut random, mut n) = (Random(seed), 0);
        for step in 0..400 {
            tokio::time::sleep(Duration::from_millis(random.below(3000))).await;
            let (status, shown) = site.nobody().get(&format!("{PATH}/{id}")).await;
            if status.is_success() {
                if shown["info"]["status"] == json!("over") {
                    break;
                }
                for game in open(&shown) {
                    if random.below(4) == 0 {
                        let patience = Duration::from_millis(1 + random.below(300));
                        let white_wins = random.below(2) == 0;
                        let played = play(&site, &people, &game, &mut n, white_wins);
                        let _ = tokio::time::timeout(patience, played).await;
                    }
                }
                if step > 30 && random.below(60) == 0 {
                    let person = &people[usize::try_from(random.below(6)).expect("few")];
                    let _ = person.post(&format!("{PATH}/{id}/withdraw"), Value::Null).await;
                }
            }
            if kills < KILLS && random.below(4) == 0 {
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
        for _ in 0..100 {
            tokio::time::sleep(Duration::from_secs(700)).await;
            let shown = show(&site, &id).await;
            if shown["info"]["status"] == json!("over") {
                break;
            }
            for game in open(&shown) {
                play(&site, &people, &game, &mut n, true).await;
            }
        }
        assert_eq!(show(&site, &id).await["info"]["status"], json!("over"), "seed {seed}");
        let database: Arc<dyn Database> = Arc::new(disk.open());
        let state = check(&*database, &id, seed).await;
        results += state.stages().iter().flatten().map(|group| group.games.len()).sum::<usize>();
    }
    println!("{kills} kills, {results} results");
    assert!(results > 20, "only {results} results");
}
