//! Tests of games against computers, through the router.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use saffron_protocol::socket::ServerMessage;
use saffron_rules::{Position, Variant};
use saffron_service::client::Client;
use saffron_service::config::{ComputerLimits, ServiceConfig};
use serde_json::{Value, json};

use crate::tests::site::{Connected, Site, Visitor};

async fn site(games: usize) -> Site {
    Site::with(ServiceConfig { computers: ComputerLimits { threads: 1, games }, ..ServiceConfig::default() }).await
}

fn clock() -> Value {
    json!({ "kind": "clock", "initial": 300, "increment": 2 })
}

fn request(level: u8, side: &str, rated: bool) -> Value {
    let offer = json!({ "variant": "shafran", "control": clock(), "rated": rated, "side": side });
    json!({ "offer": offer, "level": level })
}

/// Game with the connection of a visitor who watches it.
struct Game<'a> {
    visitor: &'a Visitor,
    id: String,
    connected: Connected,
    commands: u32,
}

impl<'a> Game<'a> {
    async fn begin(site: &Site, visitor: &'a Visitor, request: Value) -> Self {
        let started = visitor.posted("/api/computer", request).await;
        Self::of(site, visitor, started["game"].as_str().expect("an id")).await
    }

    async fn of(site: &Site, visitor: &'a Visitor, id: &str) -> Self {
        let connected = site.connect(visitor);
        let key = id.parse().expect("an id");
        site.app.games.watch(key, &connected.outbox, Some(visitor.account), None).await.expect("the game");
        Self { visitor, id: id.to_owned(), connected, commands: 0 }
    }

    async fn view(&self) -> Value {
        self.visitor.got(&format!("/api/games/{}", self.id)).await
    }

    async fn command(&mut self, command: Value) {
        self.commands += 1;
        let body = json!({ "id": { "client": "t", "n": self.commands }, "command": command });
        self.visitor.posted(&format!("/api/games/{}/commands", self.id), body).await;
    }

    /// Waits for an event of this kind.
    async fn event(&mut self, kind: &str) -> Value {
        loop {
            let message = self.connected.next_that(|message| matches!(message, ServerMessage::Events { .. })).await;
            let message = serde_json::to_value(message).expect("JSON");
            let events = message["events"].as_array().expect("events");
            if let Some(event) = events.iter().find(|event| event["event"]["kind"] == kind) {
                return event["event"].clone();
            }
        }
    }

    /// Plays a legal move on the visitor's turn and waits for the reply. Returns whether the game is still running.
    async fn play_on(&mut self) -> bool {
        let view = self.view().await;
        if view["state"]["outcome"] != Value::Null {
            return false;
        }
        let variant = Variant::by_id(view["info"]["variant"].as_str().expect("an id")).expect("a variant");
        let mut position = Position::from_fen(variant, view["info"]["startFen"].as_str().expect("a FEN")).expect("one");
        for uci in view["moves"].as_array().expect("moves") {
            let mv = position.parse_uci(uci.as_str().expect("a move")).expect("a legal move");
            position = position.play(mv).expect("a legal move");
        }
        let mv = *position.legal_moves().first().expect("a move");
        self.command(json!({ "kind": "move", "uci": position.uci(mv), "ply": view["state"]["ply"] })).await;
        tokio::time::sleep(Duration::from_secs(5)).await;
        self.view().await["state"]["outcome"] == Value::Null
    }
}

#[tokio::test(start_paused = true)]
async fn a_computer_plays_and_answers_proposals() {
    let site = site(10).await;
    let guest = site.guest().await;
    let mut game = Game::begin(&site, &guest, request(1, "black", false)).await;
    let first = game.event("moved").await;
    assert!(first["uci"].is_string());
    let view = game.view().await;
    assert_eq!((&view["info"]["white"]["kind"], &view["info"]["white"]["level"]), (&json!("computer"), &json!(1)));
    assert_eq!((&view["info"]["white"]["name"], &view["info"]["white"]["rating"]), (&json!("Saffron-1"), &json!(400)));
    assert_eq!(view["info"]["black"]["rating"], Value::Null);
    assert!(game.play_on().await);
    assert!(game.play_on().await);
    let ply = game.view().await["state"]["ply"].as_u64().expect("a number");
    assert_eq!(game.view().await["presence"]["white"], true);
    game.command(json!({ "kind": "offerDraw" })).await;
    game.event("drawDeclined").await;
    game.command(json!({ "kind": "proposeTakeback" })).await;
    assert_eq!(game.event("takenBack").await["plies"], 2);
    assert_eq!(game.view().await["state"]["ply"], ply - 2);
    assert!(game.play_on().await);
    assert_eq!(
        (site.app.lobby.current.count_that(|game| game.people < 2), site.app.computers.queue().waiting()),
        (1, 0)
    );
    game.command(json!({ "kind": "resign" })).await;
    game.event("ended").await;
    let metrics = &site.app.metrics;
    assert!(metrics.computer_searches_begun.get() >= 4, "{metrics:?}");
    assert_eq!(metrics.computer_searches.get(), 0);
}

#[tokio::test(start_paused = true)]
async fn rated_games_count_in_a_pool_of_their_own_and_moves_stand() {
    let site = site(10).await;
    let (ann, guest) = (site.person("Ann").await, site.guest().await);
    assert_eq!(guest.refused("/api/computer", request(3, "white", true)).await, "cannot_be_rated");
    let mut game = Game::begin(&site, &ann, request(3, "white", true)).await;
    let view = game.view().await;
    let (white, black) = (&view["info"]["white"], &view["info"]["black"]);
    assert_eq!((&white["rating"], &white["provisional"]), (&json!(1500), &json!(true)));
    assert_eq!((&black["rating"], &black["provisional"]), (&json!(saffron_engine::LEVELS[3].elo), &json!(false)));
    assert!(game.play_on().await);
    game.command(json!({ "kind": "proposeTakeback" })).await;
    game.event("takebackDeclined").await;
}

#[tokio::test(start_paused = true)]
async fn a_hopeless_computer_resigns() {
    let site = site(10).await;
    let ann = site.person("Ann").await;
    let mut request = request(6, "white", false);
    request["offer"]["fen"] = json!("k4/6/7/8/8P/7PR/6PB/5PN/PPPPPB/RNBQK w QB - 0 1");
    let mut game = Game::begin(&site, &ann, request).await;
    let mut moves = 0;
    while game.play_on().await {
        moves += 1;
        assert!(moves < 10, "it goes on in a hopeless position");
    }
    let outcome = game.view().await["state"]["outcome"].clone();
    assert_eq!((&outcome["reason"], &outcome["white_quarters"]), (&json!("Resignation"), &json!(4)), "{outcome}");
}

#[tokio::test(start_paused = true)]
async fn a_rematch_and_a_challenge_are_accepted_at_once() {
    let site = site(10).await;
    let ann = site.person("Ann").await;
    let mut game = Game::begin(&site, &ann, request(1, "white", false)).await;
    assert!(game.play_on().await);
    game.command(json!({ "kind": "resign" })).await;
    let offer = json!({ "variant": "shafran", "control": clock(), "rated": false });
    let rematch = ann.posted("/api/challenges", json!({ "offer": offer, "rematchOf": game.id })).await;
    assert_eq!(rematch["status"], "accepted", "{rematch}");
    let mut second = Game::of(&site, &ann, rematch["game"].as_str().expect("an id")).await;
    assert_eq!(second.view().await["you"], "b");
    second.event("moved").await;
    let challenge = ann.posted("/api/challenges", json!({ "offer": offer, "to": "saffron-2" })).await;
    assert_eq!((&challenge["status"], &challenge["to"]["level"]), (&json!("accepted"), &json!(2)));
}

#[tokio::test(start_paused = true)]
async fn there_are_limits() {
    let site = site(2).await;
    let ann = site.person("Ann").await;
    for level in [11, 255] {
        assert_eq!(ann.refused("/api/computer", request(level, "white", false)).await, "invalid_field");
    }
    for level in [0, 1] {
        ann.posted("/api/computer", request(level, "white", false)).await;
    }
    assert_eq!(ann.refused("/api/computer", request(1, "white", false)).await, "busy");
    let mut unlimited = request(1, "black", false);
    unlimited["offer"]["control"] = json!({ "kind": "unlimited" });
    let mut game = Game::begin(&site, &ann, unlimited).await;
    game.event("moved").await;

    let none = Site::new().await;
    assert_eq!(none.person("Ann").await.refused("/api/computer", request(1, "white", false)).await, "busy");
}

#[tokio::test]
async fn games_go_on_after_a_restart_with_the_same_accounts() {
    let folder = std::env::temp_dir().join(format!("saffron-computers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("computers.db");
    let with = |threads| ServiceConfig { computers: ComputerLimits::threads(threads), ..ServiceConfig::default() };
    let site = Site::on_file(&path, with(1)).await;
    let accounts = site.app.computers.accounts.clone();
    let ann = site.person("Ann").await;
    let mut request = request(1, "white", false);
    request["offer"]["control"] = json!({ "kind": "unlimited" });
    let started = ann.posted("/api/computer", request).await;
    let id = started["game"].as_str().expect("an id").to_owned();
    site.stop().await;

    // A server without computers never replies.
    let site = Site::on_file(&path, with(0)).await;
    let bob = site.person("Bob").await;
    let game = Game::of(&site, &bob, &id).await;
    let live_game = site.app.games.get(id.parse().expect("an id")).expect("in memory");
    let (sender, answer) = tokio::sync::oneshot::channel();
    let command = saffron_live::Command::Move { uci: "e2e5".to_owned(), ply: 0, thought: None };
    let name = saffron_live::CommandId { client: "t".to_owned(), n: 1 };
    let reply_to = saffron_service::games::ReplyTo::Request(sender);
    site.app.games.command(&live_game, ann.account, name, &command, saffron_live::RoundTrip::default(), reply_to);
    answer.await.expect("an answer").expect("accepted");
    assert_eq!(game.view().await["state"]["ply"], 1);
    drop(game);
    site.stop().await;

    let site = Site::on_file(&path, with(1)).await;
    assert_eq!(site.app.computers.accounts, accounts);
    let eve = site.person("Eve").await;
    let game = Game::of(&site, &eve, &id).await;
    for _ in 0..200 {
        if game.view().await["state"]["ply"] == 2 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(game.view().await["state"]["ply"], 2, "the computer has moved");
    drop(game);
    site.stop().await;
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[tokio::test(start_paused = true)]
async fn computers_play_for_those_who_watch_when_nobody_else_does() {
    let site = site(10).await;
    tokio::time::sleep(Duration::from_secs(10)).await;
    assert_eq!(site.app.lobby.current.count(), 0, "nobody is there");
    let client = Client::new(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let _socket = site.app.sockets.add(client, 10, 10).expect("below the limit");
    tokio::time::sleep(Duration::from_secs(12)).await;
    assert_eq!(site.app.lobby.current.count(), 1);
    let tv = site.nobody().got("/api/tv").await;
    let game = &tv["games"][0];
    assert_eq!((&game["white"]["kind"], &game["black"]["kind"]), (&json!("computer"), &json!("computer")), "{tv}");
    assert!(game["plies"].as_u64().expect("a number") >= 1);
    assert_eq!(game["rated"], false);

    let ann = site.person("Ann").await;
    let mut other = request(1, "white", false);
    other["offer"]["variant"] = game["variant"].clone();
    let started = ann.posted("/api/computer", other).await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    let tv = site.nobody().got("/api/tv").await;
    assert_eq!(tv["games"][0]["id"], started["game"], "people come first");
}

/// A computer has no connection, but has not left the game.
#[tokio::test(start_paused = true)]
async fn nobody_wins_by_the_absence_of_a_computer() {
    let site = site(10).await;
    let guest = site.guest().await;
    let mut game = Game::begin(&site, &guest, request(1, "white", false)).await;
    assert!(game.play_on().await);
    tokio::time::sleep(Duration::from_secs(120)).await;
    let view = game.view().await;
    let variant = Variant::by_id("shafran").expect("a variant");
    let mut position = variant.start();
    for uci in view["moves"].as_array().expect("moves") {
        position = position.play(position.parse_uci(uci.as_str().expect("a move")).expect("legal")).expect("legal");
    }
    let uci = position.uci(*position.legal_moves().first().expect("a move"));
    game.command(json!({ "kind": "move", "uci": uci, "ply": 2 })).await;
    assert_eq!(game.view().await["state"]["turn"], "b");
    let claim = json!({ "id": { "client": "c", "n": 1 }, "command": { "kind": "claimVictory" } });
    assert_eq!(guest.refused(&format!("/api/games/{}/commands", game.id), claim).await, "not_abandoned");
}

/// Far too many games for one thread: moves become quick, and no computer loses on time.
#[tokio::test]
#[ignore = "a minute of play"]
async fn no_computer_loses_on_time_for_lack_of_a_thread() {
    use saffron_service::games::info::GameData;
    use saffron_service::lobby::pairing::{Pairing, new_id, start};
    use saffron_service::parts::offers::Terms;

    let site = site(1000).await;
    let control = saffron_live::TimeControl::Clock { initial: 10, increment: 1 };
    let mut games = Vec::new();
    for n in 0..60_u8 {
        let settings = saffron_live::Settings::casual("glinski", control);
        let account = |level| site.app.computers.of_level(level).expect("a computer").clone();
        let pairing = Pairing {
            terms: Terms { settings, speed: control.speed(), side: saffron_protocol::lobby::SideChoice::White },
            accounts: [account(10), account(1 + n % 9)],
            data: GameData::default(),
            id: new_id(&site.app),
            also: Vec::new(),
        };
        games.push(start(&site.app, pairing).await.expect("a game"));
    }
    tokio::time::sleep(Duration::from_secs(60)).await;
    let mut plies = 0;
    for id in games {
        let row = saffron_store::games::by_id(&*site.app.database, id).await.expect("a store").expect("a game");
        assert_ne!(row.reason.as_deref(), Some("time_forfeit"), "{id}");
        plies += site.app.games.get(id).map_or(row.plies, |live_game| u32::from(live_game.lock().live.ply()));
    }
    assert!(plies > 600, "{plies} half-moves");
    println!("{plies} half-moves");
}
