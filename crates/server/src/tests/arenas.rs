//! Tests of arenas: pairing, points, and what is left after a server was killed.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::http::Method;
use saffron_protocol::socket::ServerMessage;
use saffron_service::config::{ComputerLimits, ServiceConfig};
use saffron_service::parts::arenas::ArenaWatch;
use saffron_store::{
    Database, GameId, MemoryDisk, MemoryOptions, TournamentId, games, tournament_players, tournaments,
};
use saffron_tournament::arena::{ArenaEvent, ArenaResult, ArenaState};
use serde_json::{Value, json};

use crate::tests::site::{Connected, STARTED_AT, Site, Visitor, code};

const PATH: &str = "/api/arenas";
/// Number of times that the server is killed.
const KILLS: u32 = 300;

fn settings(site: &Site) -> Value {
    json!({
        "name": "Evening arena", "description": "", "variant": "shafran", "initial": 180, "increment": 0, "rated": true,
        "startsAt": site.app.clock.now() + 10_000, "minutes": 5, "berserk": true, "streaks": true, "computers": 0,
    })
}

fn changed(mut settings: Value, field: &str, value: Value) -> Value {
    settings[field] = value;
    settings
}

async fn create(site: &Site, organiser: &Visitor) -> String {
    let info = organiser.posted(PATH, settings(site)).await;
    info["id"].as_str().expect("an id").to_owned()
}

/// Connection that has the page of an arena open.
fn watch(site: &Site, visitor: &Visitor, arena: &str) -> Connected {
    let connected = site.connect(visitor);
    let arena: TournamentId = arena.parse().expect("an id");
    site.app.arenas.followers.add(&connected.outbox, ArenaWatch { arena, account: Some(visitor.account) });
    connected
}

async fn join(visitor: &Visitor, arena: &str) -> Value {
    visitor.posted(&format!("{PATH}/{arena}/join"), Value::Null).await
}

/// Next game that begins for a connection.
async fn started(connected: &mut Connected, arena: &str) -> String {
    let message = connected.next_that(|message| matches!(message, ServerMessage::Started { .. })).await;
    let ServerMessage::Started { game, of } = message else { unreachable!("it is one") };
    assert_eq!(of.as_deref(), Some(arena));
    game
}

pub(super) async fn command(visitor: &Visitor, game: &str, n: u32, command: Value) -> bool {
    let body = json!({ "id": { "client": "t", "n": n }, "command": command });
    visitor.post(&format!("/api/games/{game}/commands"), body).await.0.is_success()
}

/// First moves of both sides.
async fn begin_game(white: &Visitor, black: &Visitor, game: &str) {
    assert!(command(white, game, 1, json!({ "kind": "move", "uci": "e2e5", "ply": 0 })).await);
    assert!(command(black, game, 2, json!({ "kind": "move", "uci": "e9e6", "ply": 1 })).await);
}

#[tokio::test(start_paused = true)]
async fn players_who_wait_are_paired_and_get_their_points() {
    let site = Site::new().await;
    let (anna, bela) = (site.person("Anna").await, site.person("Bela").await);
    let id = create(&site, &anna).await;
    let path = format!("{PATH}/{id}");
    let (mut at_anna, mut at_bela) = (watch(&site, &anna, &id), watch(&site, &bela, &id));
    join(&anna, &id).await;
    assert_eq!(join(&bela, &id).await["rank"], json!(2));
    assert_eq!(site.nobody().got(&path).await["info"]["stage"], json!("upcoming"));
    let game = started(&mut at_anna, &id).await;
    assert_eq!(started(&mut at_bela, &id).await, game);
    let view = site.nobody().got(&format!("/api/games/{game}")).await;
    assert_eq!((&view["info"]["arena"], &view["info"]["rated"]), (&json!(id), &json!(true)));
    assert_eq!(
        (&view["state"]["strict"], &view["state"]["berserk"]),
        (&json!(true), &json!({ "w": false, "b": false }))
    );
    let is_white = view["info"]["white"]["name"] == json!("Anna");
    let (white, black) = if is_white { (&anna, &bela) } else { (&bela, &anna) };
    begin_game(white, black, &game).await;
    let shown = white.got(&path).await;
    assert_eq!((&shown["you"]["game"], &shown["games"][0]["id"]), (&json!(game), &json!(game)));
    assert!(command(black, &game, 3, json!({ "kind": "resign" })).await);
    tokio::time::sleep(Duration::from_secs(3)).await;
    let shown = white.got(&path).await;
    assert_eq!((&shown["you"]["score"], &shown["you"]["rank"]), (&json!(2), &json!(1)));
    assert_eq!(shown["standings"][0]["sheet"], json!([{ "points": 2, "double": false }]));
    assert_eq!(shown["standings"][1]["sheet"], json!([{ "points": 0, "double": false }]));
    let games = site.nobody().got(&format!("{path}/players/{}", white.account)).await;
    assert_eq!((&games["games"][0]["game"], &games["games"][0]["white"]), (&json!(game), &json!(true)));

    // They have just met, so they wait some seconds before they meet again, with other colours.
    let again = started(&mut at_anna, &id).await;
    assert_ne!(again, game);
    let view = site.nobody().got(&format!("/api/games/{again}")).await;
    assert_eq!(view["info"]["white"]["name"] == json!("Anna"), !is_white);
    // No one begins: White is absent, and pauses.
    tokio::time::sleep(Duration::from_secs(30)).await;
    let shown = site.nobody().got(&path).await;
    assert_eq!(shown["standings"][0]["score"], json!(4), "the winner of the first game has Black and wins again");
    assert_eq!((&shown["standings"][1]["paused"], &shown["standings"][0]["streak"]), (&json!(true), &json!(true)));

    tokio::time::sleep(Duration::from_secs(300)).await;
    let shown = site.nobody().got(&path).await;
    assert_eq!(shown["info"]["stage"], json!("over"));
    assert_eq!(site.nobody().got(PATH).await["past"][0]["id"], json!(id));
    assert_eq!(code(anna.post(&format!("{path}/join"), Value::Null).await), "arena_over");
}

#[tokio::test(start_paused = true)]
async fn only_those_whose_page_is_open_are_paired() {
    let site = Site::new().await;
    let (anna, bela, cili) = (site.person("Anna").await, site.person("Bela").await, site.person("Cili").await);
    let id = create(&site, &anna).await;
    let mut at_anna = watch(&site, &anna, &id);
    for player in [&anna, &bela, &cili] {
        join(player, &id).await;
    }
    tokio::time::sleep(Duration::from_secs(20)).await;
    assert!(!at_anna.waiting().iter().any(|message| matches!(message, ServerMessage::Started { .. })));
    let mut at_cili = watch(&site, &cili, &id);
    assert_eq!(started(&mut at_cili, &id).await, started(&mut at_anna, &id).await);
    // Who pauses finishes the game, and is not paired again.
    bela.posted(&format!("{PATH}/{id}/pause"), Value::Null).await;
    let _at_bela = watch(&site, &bela, &id);
    tokio::time::sleep(Duration::from_secs(10)).await;
    assert_eq!(bela.got(&format!("{PATH}/{id}")).await["you"]["game"], Value::Null);
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_done_is_refused() {
    let site = Site::new().await;
    let (anna, bela, guest) = (site.person("Anna").await, site.person("Bela").await, site.guest().await);
    let settings = settings(&site);
    assert_eq!(code(guest.post(PATH, settings.clone()).await), "account_required");
    let wrong = [
        ("variant", json!("x"), "unknown_variant"),
        ("startsAt", json!(STARTED_AT - 120_000), "invalid_field"),
        ("minutes", json!(1), "invalid_arena"),
        ("name", json!("a\u{202e}b"), "invalid_field"),
    ];
    for (field, value, expected) in wrong {
        assert_eq!(code(anna.post(PATH, changed(settings.clone(), field, value)).await), expected, "{field}");
    }
    let id = create(&site, &anna).await;
    let path = format!("{PATH}/{id}");
    assert_eq!(code(guest.post(&format!("{path}/join"), Value::Null).await), "cannot_be_rated");
    assert_eq!(code(bela.post(&format!("{path}/pause"), Value::Null).await), "not_in_arena");
    assert_eq!(code(bela.send(Method::PUT, &path, Some(settings.clone())).await), "forbidden");
    assert_eq!(code(bela.delete(&path).await), "forbidden");
    let longer = changed(settings.clone(), "minutes", json!(60));
    assert!(anna.send(Method::PUT, &path, Some(longer.clone())).await.0.is_success());
    assert_eq!(site.nobody().got(&path).await["info"]["settings"]["minutes"], json!(60));
    join(&bela, &id).await;
    let out = json!({ "account": bela.account.to_string() });
    assert!(anna.post(&format!("{path}/disqualify"), out).await.0.is_success());
    assert_eq!(code(bela.post(&format!("{path}/join"), Value::Null).await), "not_in_arena");
    tokio::time::sleep(Duration::from_secs(11)).await;
    assert_eq!(code(anna.send(Method::PUT, &path, Some(longer)).await), "arena_begun");
    assert_eq!(code(anna.delete(&path).await), "arena_begun");
    let other = create(&site, &anna).await;
    let mut at_bela = watch(&site, &bela, &other);
    assert!(anna.delete(&format!("{PATH}/{other}")).await.0.is_success());
    assert_eq!(site.nobody().got(&format!("{PATH}/{other}")).await["info"]["stage"], json!("cancelled"));
    let is_change = |message: &ServerMessage| matches!(message, ServerMessage::Arena { arena, .. } if *arena == other);
    at_bela.next_that(is_change).await;
    // An arena is no tournament over the board.
    assert_eq!(code(site.nobody().get(&format!("/api/tournaments/{id}")).await), "not_found");
}

#[tokio::test(start_paused = true)]
async fn computers_fill_an_arena_up() {
    let site = Site::with(ServiceConfig::default()).await;
    let (anna, guest) = (site.person("Anna").await, site.guest().await);
    let casual = changed(changed(settings(&site), "rated", json!(false)), "computers", json!(3));
    let info = anna.posted(PATH, casual).await;
    let id = info["id"].as_str().expect("an id");
    join(&guest, id).await;
    let mut at_guest = watch(&site, &guest, id);
    let game = started(&mut at_guest, id).await;
    let view = site.nobody().got(&format!("/api/games/{game}")).await;
    let kinds = [&view["info"]["white"]["kind"], &view["info"]["black"]["kind"]];
    assert!(kinds.contains(&&json!("computer")) && kinds.contains(&&json!("guest")), "{view}");
    tokio::time::sleep(Duration::from_secs(5)).await;
    let playing = async || {
        let shown = site.nobody().got(&format!("{PATH}/{id}")).await;
        let rows = shown["standings"].as_array().expect("rows").clone();
        rows.iter().filter(|row| row["paused"] == json!(false)).count()
    };
    assert_eq!(playing().await, 3);
    // Each person takes the place of a computer.
    join(&anna, id).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(playing().await, 3);
}

#[tokio::test(start_paused = true)]
async fn no_game_is_paired_with_a_computer_that_cannot_play() {
    let computers = ComputerLimits { threads: 1, games: 0 };
    let site = Site::with(ServiceConfig { computers, ..ServiceConfig::default() }).await;
    let (anna, guest) = (site.person("Anna").await, site.guest().await);
    let casual = changed(changed(settings(&site), "rated", json!(false)), "computers", json!(2));
    let info = anna.posted(PATH, casual).await;
    let id = info["id"].as_str().expect("an id");
    join(&guest, id).await;
    let _at_guest = watch(&site, &guest, id);
    tokio::time::sleep(Duration::from_secs(60)).await;
    // Its settings, and two who have joined.
    assert_eq!(site.nobody().got(&format!("{PATH}/{id}")).await["version"], json!(3));
}

/// Steps of a pseudorandom sequence.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Does the next thing in a game: first moves, then one side resigns. It may fail.
async fn act(site: &Site, players: &[Visitor], game: &str, random: &mut Random, n: &mut u32) {
    let (status, view) = site.nobody().get(&format!("/api/games/{game}")).await;
    if !status.is_success() || !view["state"]["outcome"].is_null() {
        return;
    }
    let side =
        |side: &str| players.iter().find(|player| json!(player.account.to_string()) == view["info"][side]["account"]);
    let (Some(white), Some(black)) = (side("white"), side("black")) else { panic!("strangers play: {view}") };
    *n += 1;
    let plies = view["state"]["ply"].as_u64().unwrap_or(0);
    let (by, what) = match plies {
        0 if random.below(4) == 0 => (black, json!({ "kind": "berserk" })),
        0 => (white, json!({ "kind": "move", "uci": "e2e5", "ply": 0 })),
        1 => (black, json!({ "kind": "move", "uci": "e9e6", "ply": 1 })),
        _ => (if random.below(2) == 0 { white } else { black }, json!({ "kind": "resign" })),
    };
    command(by, game, *n, what).await;
}

/// Games of an arena that are played.
fn open_games(site: &Site, arena: &str) -> Vec<String> {
    let arena = site.app.arenas.get(arena.parse().expect("an id"));
    arena.map_or_else(Vec::new, |arena| arena.lock().state.open_games().map(|pair| pair.game.clone()).collect())
}

/// Compares the events of an arena with the games in the store.
async fn check(database: &dyn Database, id: TournamentId, seed: u64) -> ArenaState {
    let stored = tournaments::events(database, id, 0).await.expect("events");
    let events: Vec<ArenaEvent> =
        stored.iter().map(|event| serde_json::from_str(&event.data).expect("an event")).collect();
    let state = ArenaState::replay(&events).expect("events that fit");
    let mut known = BTreeMap::new();
    for game in state.games() {
        let key: GameId = game.pair.game.parse().expect("an id");
        assert!(known.insert(key, game).is_none(), "seed {seed}: {key} was paired twice");
        let row = games::by_id(database, key).await.expect("a row");
        let points = row.as_ref().and_then(|row| row.points);
        match (&game.result, points) {
            (Some(ArenaResult::Won { winner, .. }), Some(points)) => {
                assert_eq!((points > 2), *winner == game.pair.white, "seed {seed}: {key}");
            }
            (Some(ArenaResult::Drawn { .. }), Some(2)) => {}
            (Some(ArenaResult::NotBegun { .. } | ArenaResult::Void), None) | (None, _) => {}
            (result, points) => panic!("seed {seed}: {key} is {result:?}, but {points:?}"),
        }
    }
    let rows = database.read(saffron_store::Statement::new("SELECT id FROM games")).await.expect("rows");
    for row in rows {
        let key: GameId = row.columns().take().expect("an id");
        assert!(known.contains_key(&key), "seed {seed}: {key} was never paired");
    }
    state
}

#[tokio::test(start_paused = true)]
async fn a_commit_of_unknown_outcome_is_looked_for() {
    let disk = MemoryDisk::new(MemoryOptions::default()).expect("a database");
    let site = Site::on_disk(&disk).await;
    let (anna, bela) = (site.person("Anna").await, site.person("Bela").await);
    let id = create(&site, &anna).await;
    disk.set_options(MemoryOptions { unknown: 1000, ..MemoryOptions::default() });
    let (status, _) = bela.post(&format!("{PATH}/{id}/join"), Value::Null).await;
    assert!(!status.is_success());
    disk.set_options(MemoryOptions::default());
    join(&anna, &id).await;
    assert_eq!(site.nobody().got(&format!("{PATH}/{id}")).await["info"]["players"], json!(2), "it took effect");
}

#[tokio::test(start_paused = true)]
async fn a_killed_server_loses_and_doubles_no_pairing_result_or_point() {
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
        let mut players = Vec::new();
        for name in ["Anna", "Bela", "Cili", "Dora", "Endre", "Fanni", "Gabi"] {
            players.push(site.person(name).await);
        }
        let id = create(&site, &players[0]).await;
        for player in &players {
            join(player, &id).await;
        }
        disk.set_options(faulty.clone());
        let mut random = Random(seed);
        let mut n = 0;
        let mut _open: Vec<Connected> = players.iter().map(|player| watch(&site, player, &id)).collect();
        let ends_at = site.app.clock.now() + 320_000;
        while site.app.clock.now() < ends_at {
            tokio::time::sleep(Duration::from_millis(random.below(1500))).await;
            for game in open_games(&site, &id) {
                let patience = Duration::from_millis(1 + random.below(200));
                let acted = act(&site, &players, &game, &mut random, &mut n);
                let _ = tokio::time::timeout(patience, acted).await;
            }
            // Those who were absent come back.
            let player = &players[usize::try_from(random.below(7)).expect("a small number")];
            let _ = player.post(&format!("{PATH}/{id}/join"), Value::Null).await;
            if kills < KILLS && random.below(3) == 0 {
                kills += 1;
                disk.crash();
                disk.set_options(healthy.clone());
                site = Site::on_disk(&disk).await;
                players = players.iter().map(|player| site.again(player)).collect();
                _open = players.iter().map(|player| watch(&site, player, &id)).collect();
                disk.set_options(faulty.clone());
            }
        }
        disk.set_options(healthy);
        disk.crash();
        let site = Site::on_disk(&disk).await;
        tokio::time::sleep(Duration::from_secs(5)).await;
        let shown = site.nobody().got(&format!("{PATH}/{id}")).await;
        assert_eq!(shown["info"]["stage"], json!("over"), "seed {seed}");
        let database: Arc<dyn Database> = Arc::new(disk.open());
        let state = check(&*database, id.parse().expect("an id"), seed).await;
        results += state.games().iter().filter(|game| game.result.is_some()).count();
        let scores: Vec<Value> =
            state.ranking().iter().map(|id| json!(state.players()[*id as usize].score.total)).collect();
        let shown: Vec<Value> =
            shown["standings"].as_array().expect("rows").iter().map(|row| row["score"].clone()).collect();
        assert_eq!(shown, scores, "seed {seed}");
        for (rank, player) in (1..).zip(state.ranking()) {
            let account = state.players()[player as usize].account.parse().expect("an account");
            let taken = tournament_players::of_account(&*database, account, None, 9).await.expect("a store");
            assert_eq!(taken.iter().map(|one| one.rank).collect::<Vec<_>>(), [Some(rank)], "seed {seed}");
        }
    }
    println!("{kills} kills, {results} results");
    assert!(results > 100, "only {results} results");
}
