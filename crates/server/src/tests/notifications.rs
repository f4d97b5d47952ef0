//! Tests of notifications: the list, Web Push to a receiver on this machine, e-mail, the calendar.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use saffron_live::Millis;
use saffron_protocol::socket::ServerMessage;
use saffron_service::config::limits::PUSH_WINDOW;
use saffron_service::config::{AccountConfig, ComputerLimits, MailConfig, ServiceConfig};
use saffron_store::accounts::{Account, Kind};
use saffron_store::{AccountId, MemoryDisk, MemoryOptions, Row, Statement, jobs};
use serde_json::{Value, json};
use web_push_native::p256::SecretKey;
use web_push_native::{Auth, decrypt};

use crate::tests::site::{STARTED_AT, Site, Visitor, code};

#[allow(dead_code, reason = "the tests of accounts use all of it")]
#[path = "../../tests/account/smtp.rs"]
mod smtp;

const PATH: &str = "/api/notifications";

/// Message that a push service got.
#[derive(Clone, Debug)]
struct Received {
    path: String,
    headers: HeaderMap,
    body: Vec<u8>,
}

/// Push service on this machine. The first part of an endpoint's path selects its reply: `gone` gets 410, `busy` 503 until
/// [`recover`](Self::recover), `hang` none, all others 201.
#[derive(Clone, Default)]
struct PushService {
    origin: String,
    received: Arc<Mutex<Vec<Received>>>,
    recovered: Arc<Mutex<bool>>,
}

impl PushService {
    async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let origin = format!("http://{}", listener.local_addr().expect("an address"));
        let service = Self { origin, ..Self::default() };
        let router = Router::new().fallback(Self::receive).with_state(service.clone());
        drop(tokio::spawn(async move { axum::serve(listener, router).await }));
        service
    }

    async fn receive(State(service): State<Self>, uri: Uri, headers: HeaderMap, body: Bytes) -> StatusCode {
        let path = uri.path().to_owned();
        let kind = path.split('/').nth(1).unwrap_or_default().to_owned();
        service.received.lock().expect("no panic").push(Received { path, headers, body: body.to_vec() });
        match kind.as_str() {
            "gone" => StatusCode::GONE,
            "busy" if !*service.recovered.lock().expect("no panic") => StatusCode::SERVICE_UNAVAILABLE,
            "hang" => std::future::pending().await,
            _ => StatusCode::CREATED,
        }
    }

    fn recover(&self) {
        *self.recovered.lock().expect("no panic") = true;
    }

    fn at(&self, path: &str) -> Vec<Received> {
        let received = self.received.lock().expect("no panic");
        received.iter().filter(|one| one.path == path).cloned().collect()
    }

    /// Waits for a number of messages to an endpoint, at most as long as a window and a little more.
    async fn wait(&self, path: &str, count: usize) -> Vec<Received> {
        for _ in 0..180 {
            let found = self.at(path);
            if found.len() >= count {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{} messages at {path}", self.at(path).len());
    }

    async fn site(&self) -> Site {
        let push_services = vec![self.origin.clone()];
        Site::with(ServiceConfig { computers: ComputerLimits::none(), push_services, ..ServiceConfig::default() }).await
    }
}

/// Browser with keys for Web Push.
struct Browser {
    secret: SecretKey,
    auth: Auth,
}

impl Browser {
    fn new() -> Self {
        Self { secret: SecretKey::from_slice(&[9; 32]).expect("a key"), auth: [3; 16].into() }
    }

    fn subscription(&self, endpoint: &str) -> Value {
        let public = self.secret.public_key().to_sec1_bytes();
        // Compressed and uncompressed points are both points; browsers send the latter.
        let keys = json!({ "p256dh": BASE64.encode(public), "auth": BASE64.encode(self.auth) });
        json!({ "endpoint": endpoint, "keys": keys, "language": "de" })
    }

    async fn subscribe(&self, visitor: &Visitor, endpoint: &str) {
        let (status, answer) = subscribe(visitor, self.subscription(endpoint)).await;
        assert!(status.is_success(), "{answer}");
    }

    fn read(&self, message: &Received) -> Value {
        let text = decrypt(message.body.clone(), &self.secret, &self.auth).expect("a message for this browser");
        serde_json::from_slice(&text).expect("JSON")
    }
}

async fn subscribe(visitor: &Visitor, body: Value) -> (StatusCode, Value) {
    visitor.send(Method::PUT, &format!("{PATH}/push"), Some(body)).await
}

async fn challenge(from: &Visitor, to: &str, control: Value) -> String {
    let offer = json!({ "variant": "glinski", "control": control, "rated": false, "side": "white" });
    let challenge = from.posted("/api/challenges", json!({ "offer": offer, "to": to })).await;
    challenge["id"].as_str().expect("an id").to_owned()
}

fn days() -> Value {
    json!({ "kind": "correspondence", "days": 1 })
}

/// Game by correspondence of two players, the first of whom has White.
async fn begun(white: &Visitor, black: (&Visitor, &str)) -> String {
    let id = challenge(white, black.1, days()).await;
    let game = black.0.posted(&format!("/api/challenges/{id}/accept"), Value::Null).await;
    game["game"].as_str().expect("an id").to_owned()
}

async fn play(visitor: &Visitor, game: &str, n: u32, command: Value) {
    let body = json!({ "id": { "client": "t", "n": n }, "command": command });
    visitor.posted(&format!("/api/games/{game}/commands"), body).await;
}

async fn first_move(visitor: &Visitor, game: &str) {
    play(visitor, game, 1, json!({ "kind": "move", "uci": "e4e5", "ply": 0 })).await;
}

/// Kinds and states of a visitor's notifications, the newest first.
async fn listed(visitor: &Visitor) -> Vec<(String, bool)> {
    let list = visitor.got(PATH).await;
    let entries = list["entries"].as_array().expect("a list").iter();
    entries.map(|one| (one["about"]["kind"].as_str().expect("a kind").to_owned(), one["read"] == json!(true))).collect()
}

async fn change_settings(visitor: &Visitor, change: impl FnOnce(&mut Value)) -> Value {
    let path = format!("{PATH}/settings");
    let mut settings = visitor.got(&path).await["settings"].clone();
    change(&mut settings);
    let (status, answer) = visitor.send(Method::PUT, &path, Some(settings)).await;
    assert!(status.is_success(), "{answer}");
    answer
}

/// Times at which the jobs of a kind run, and the number of their attempts.
async fn waiting(site: &Site, kind: &str) -> Vec<(Millis, u32)> {
    let listed = jobs::list(&*site.app.database, 999).await.expect("a store");
    listed.into_iter().filter(|job| job.kind == kind).map(|job| (job.run_at, job.attempts)).collect()
}

/// Waits for the beginning of a window of messages: what follows at once is sent together, however slow the machine was before.
async fn next_window(site: &Site) {
    let length = Millis::try_from(PUSH_WINDOW.as_millis()).expect("seconds");
    let rest = length - site.app.clock.now().rem_euclid(length);
    tokio::time::sleep(Duration::from_millis(rest.unsigned_abs())).await;
}

/// Has all jobs run now.
async fn hurry(site: &Site) {
    site.transact(Statement::new("UPDATE jobs SET run_at = $1").with(site.app.clock.now())).await;
    site.app.jobs.push.wake();
    site.app.jobs.mail.wake();
    site.app.jobs.notifications.wake();
}

#[tokio::test(start_paused = true)]
async fn a_challenge_is_notified_and_done_with_its_answer() {
    let site = Site::new().await;
    let (ann, bob) = (site.person("Ann").await, site.person("Bob").await);
    let mut at_bob = site.connect(&bob);
    let is_count = |message: &ServerMessage| matches!(message, ServerMessage::Notifications { .. });
    let id = challenge(&ann, "Bob", days()).await;
    assert_eq!(at_bob.next_that(is_count).await, ServerMessage::Notifications { unread: 1 });
    assert_eq!(bob.got("/api/me").await["notifications"], json!(1));
    let list = bob.got(PATH).await;
    let about = &list["entries"][0]["about"];
    assert_eq!((&about["challenge"], &about["open"], &list["unread"]), (&json!(id), &json!(true), &json!(1)));
    assert_eq!(about["challenger"]["name"], json!("Ann"));
    assert!(listed(&ann).await.is_empty());
    bob.posted(&format!("/api/challenges/{id}/decline"), Value::Null).await;
    assert_eq!(at_bob.next_that(is_count).await, ServerMessage::Notifications { unread: 0 });
    assert_eq!(listed(&bob).await, [("challenge".to_owned(), true)]);

    challenge(&ann, "Bob", json!({ "kind": "clock", "initial": 60, "increment": 0 })).await;
    assert_eq!(bob.got("/api/me").await["notifications"], json!(1));
    tokio::time::sleep(Duration::from_secs(25 * 60 * 60)).await;
    assert_eq!(bob.got("/api/me").await["notifications"], json!(0), "it has expired");
}

#[tokio::test(start_paused = true)]
async fn turns_and_ends_of_games_by_correspondence_are_notified() {
    let site = Site::new().await;
    let (ann, bob) = (site.person("Ann").await, site.person("Bob").await);
    let pause = || tokio::time::sleep(Duration::from_millis(50));
    let game = begun(&ann, (&bob, "Bob")).await;
    pause().await;
    assert_eq!(listed(&ann).await, [("turn".to_owned(), false)]);
    first_move(&ann, &game).await;
    pause().await;
    assert_eq!(listed(&ann).await, [("turn".to_owned(), true)]);
    let list = bob.got(PATH).await;
    let about = &list["entries"][0]["about"];
    assert_eq!((&about["kind"], &about["game"]), (&json!("turn"), &json!(game)));
    assert_eq!(about["opponent"]["name"], json!("Ann"));
    let until = list["entries"][0]["createdAt"].clone();
    let read = bob.send(Method::PUT, &format!("{PATH}/read"), Some(json!({ "until": until }))).await;
    assert!(read.0.is_success());
    assert_eq!(bob.got(PATH).await["unread"], json!(0));

    // A day for a move: little time is left after four fifths of it.
    tokio::time::sleep(Duration::from_secs(19 * 3600)).await;
    assert_eq!(bob.got(PATH).await["unread"], json!(0));
    tokio::time::sleep(Duration::from_secs(900)).await;
    assert_eq!(listed(&bob).await[0], ("timeLow".to_owned(), false));
    assert!(!listed(&ann).await.contains(&("timeLow".to_owned(), false)));
    play(&bob, &game, 2, json!({ "kind": "move", "uci": "e7e6", "ply": 1 })).await;
    play(&bob, &game, 3, json!({ "kind": "resign" })).await;
    pause().await;
    assert_eq!(listed(&bob).await[0], ("gameEnded".to_owned(), false));
    assert!(listed(&bob).await.contains(&("timeLow".to_owned(), true)));
    let end = &ann.got(PATH).await["entries"][0]["about"];
    assert_eq!((&end["kind"], &end["result"]), (&json!("gameEnded"), &json!("1-0")));

    // Kinds that are not wanted in the list are not in it.
    change_settings(&ann, |settings| settings["gameEnded"]["bell"] = json!(false)).await;
    assert_eq!(listed(&ann).await, [("turn".to_owned(), true)]);
    assert_eq!(ann.got(PATH).await["unread"], json!(0));
}

#[tokio::test(start_paused = true)]
async fn the_players_of_an_arena_are_notified_before_its_start() {
    let site = Site::new().await;
    let (ann, bob) = (site.person("Ann").await, site.person("Bob").await);
    let settings = json!({
        "name": "Evening arena", "description": "", "variant": "shafran", "initial": 180, "increment": 0, "rated": true,
        "startsAt": site.app.clock.now() + 3_600_000, "minutes": 5, "berserk": true, "streaks": true, "computers": 0,
    });
    let arena = ann.posted("/api/arenas", settings.clone()).await["id"].as_str().expect("an id").to_owned();
    bob.posted(&format!("/api/arenas/{arena}/join"), Value::Null).await;
    let later = json!(site.app.clock.now() + 7_200_000);
    let mut changed = settings;
    changed["startsAt"] = later;
    let (status, _) = ann.send(Method::PUT, &format!("/api/arenas/{arena}"), Some(changed)).await;
    assert!(status.is_success());
    tokio::time::sleep(Duration::from_secs(6200)).await;
    assert!(listed(&bob).await.is_empty());
    tokio::time::sleep(Duration::from_secs(200)).await;
    let about = &bob.got(PATH).await["entries"][0]["about"];
    assert_eq!((&about["kind"], &about["name"]), (&json!("arenaSoon"), &json!("Evening arena")));
    assert!(listed(&ann).await.is_empty(), "the organiser has not joined");

    let feed = bob.posted("/api/account/feed", Value::Null).await;
    let path = feed["path"].as_str().expect("a path").replace(".atom", ".ics");
    let (status, calendar) = bob.bytes(Method::GET, &path, None).await;
    let calendar = String::from_utf8(calendar).expect("a text");
    assert!(status.is_success() && calendar.starts_with("BEGIN:VCALENDAR\r\n"), "{calendar}");
    let game = begun(&bob, (&ann, "Ann")).await;
    let (_, with_game) = bob.bytes(Method::GET, &path, None).await;
    let with_game = String::from_utf8(with_game).expect("a text");
    assert!(with_game.contains(&format!("UID:game-{game}@saffron\r\n")), "{with_game}");
    // 2023-11-14 22:13:20 and two hours.
    for line in ["SUMMARY:Evening arena", "DTSTART:20231115T001320Z", "DTEND:20231115T001820Z"] {
        assert!(calendar.contains(&format!("{line}\r\n")), "{line}: {calendar}");
    }
}

#[tokio::test]
async fn several_turns_are_pushed_as_one_message_that_only_the_browser_reads() {
    let service = PushService::start().await;
    let site = service.site().await;
    let (ann, bob) = (site.person("Ann").await, site.person("Bob").await);
    let browser = Browser::new();
    browser.subscribe(&bob, &format!("{}/bob", service.origin)).await;
    let games = [begun(&ann, (&bob, "Bob")).await, begun(&ann, (&bob, "Bob")).await];
    next_window(&site).await;
    for game in &games {
        first_move(&ann, game).await;
    }
    let received = service.wait("/bob", 1).await;
    let message = browser.read(&received[0]);
    assert_eq!(message["body"], json!("Du bist in 2 Partien am Zug"));
    assert_eq!((&message["path"], &message["unread"]), (&json!("/de/notifications"), &json!(2)));
    let header = |name: &str| received[0].headers[name].to_str().expect("a text").to_owned();
    assert_eq!(
        (header("content-encoding"), header("ttl"), header("urgency")),
        ("aes128gcm".into(), "86400".into(), "normal".into())
    );
    let key = bob.got(&format!("{PATH}/settings")).await["pushKey"].as_str().expect("a key").to_owned();
    let authorization = header("authorization");
    let (token, sent_key) =
        authorization.strip_prefix("vapid t=").and_then(|rest| rest.split_once(", k=")).expect("two parts");
    assert_eq!(sent_key, key);
    let claims = BASE64.decode(token.split('.').nth(1).expect("claims")).expect("base64");
    let claims: Value = serde_json::from_slice(&claims).expect("JSON");
    assert_eq!(claims["aud"], json!(service.origin));

    // What was sent is not sent again; what is read is not sent.
    let game = begun(&ann, (&bob, "Bob")).await;
    next_window(&site).await;
    first_move(&ann, &game).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    let list = bob.got(PATH).await;
    let until = list["entries"][0]["createdAt"].clone();
    bob.send(Method::PUT, &format!("{PATH}/read"), Some(json!({ "until": until }))).await;
    tokio::time::sleep(Duration::from_secs(6)).await;
    assert_eq!(service.at("/bob").len(), 1);
    assert!(waiting(&site, "push").await.is_empty());

    // The session ends, and the messages to its browser with it.
    bob.posted("/api/account/sign-out", Value::Null).await;
    challenge(&ann, "Bob", days()).await;
    assert!(waiting(&site, "push").await.is_empty());
}

#[tokio::test]
async fn expired_subscriptions_are_removed_and_busy_services_get_another_attempt() {
    let service = PushService::start().await;
    let site = service.site().await;
    let (ann, bob) = (site.person("Ann").await, site.person("Bob").await);
    let browser = Browser::new();
    for path in ["gone/1", "busy/1"] {
        browser.subscribe(&bob, &format!("{}/{path}", service.origin)).await;
    }
    assert_eq!(bob.got(&format!("{PATH}/settings")).await["browsers"], json!(2));
    challenge(&ann, "Bob", days()).await;
    hurry(&site).await;
    service.wait("/gone/1", 1).await;
    service.wait("/busy/1", 1).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(bob.got(&format!("{PATH}/settings")).await["browsers"], json!(1));
    let [(run_at, attempts)] = waiting(&site, "push").await.try_into().expect("one waits");
    assert!(run_at > site.app.clock.now() + 10_000);
    assert_eq!(attempts, 1);
    service.recover();
    hurry(&site).await;
    let received = service.wait("/busy/1", 2).await;
    assert_eq!(browser.read(&received[1])["body"], json!("Ann fordert dich heraus"));
    assert_eq!(received[1].headers["urgency"], "high");
}

#[tokio::test]
async fn services_that_do_not_answer_delay_no_one() {
    let service = PushService::start().await;
    let site = service.site().await;
    let browser = Browser::new();
    let mut names = Vec::new();
    for number in 0..20 {
        let name = format!("Slow{number}");
        let slow = site.person(&name).await;
        for place in 0..10 {
            let (status, answer) =
                subscribe(&slow, browser.subscription(&format!("{}/hang/{number}-{place}", service.origin))).await;
            assert!(status.is_success() || answer["error"]["code"] == json!("rate_limited"), "{answer}");
        }
        names.push(name);
    }
    let bob = site.person("Bob").await;
    browser.subscribe(&bob, &format!("{}/bob", service.origin)).await;
    for name in names.iter().map(String::as_str).chain(["Bob"]) {
        let challenger = site.person(&format!("For{name}")).await;
        challenge(&challenger, name, days()).await;
    }
    hurry(&site).await;
    let asked = std::time::Instant::now();
    service.wait("/bob", 1).await;
    // Before the first of the others gives up.
    assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
    assert!(!service.received.lock().expect("no panic").iter().all(|one| one.path == "/bob"), "others hang");
}

#[tokio::test(start_paused = true)]
async fn in_quiet_hours_messages_wait_for_their_end() {
    let service = PushService { origin: "http://127.0.0.1:9".to_owned(), ..PushService::default() };
    let site = service.site().await;
    let (ann, bob) = (site.person("Ann").await, site.person("Bob").await);
    Browser::new().subscribe(&bob, "http://127.0.0.1:9/bob").await;
    // It is 23:13 in Budapest.
    let quiet = json!({ "from": 22 * 60, "until": 7 * 60 + 30, "zone": "Europe/Budapest" });
    let answer = change_settings(&bob, |settings| settings["quiet"] = quiet.clone()).await;
    assert_eq!(answer["settings"]["quiet"], quiet);
    challenge(&ann, "Bob", days()).await;
    assert_eq!(bob.got(PATH).await["unread"], json!(1), "the list has it at once");
    tokio::time::sleep(Duration::from_secs(10)).await;
    // 2023-11-15 06:30 UTC, some eight hours after the start.
    assert_eq!(waiting(&site, "push").await, [(STARTED_AT + 29_800_000, 0)]);

    for (field, value) in [("from", json!(1440)), ("until", json!(22 * 60)), ("zone", json!("Atlantis"))] {
        let mut settings = answer["settings"].clone();
        settings["quiet"][field] = value;
        let refused = bob.send(Method::PUT, &format!("{PATH}/settings"), Some(settings)).await;
        assert_eq!(refused.1["error"]["params"]["field"], json!(field), "{}", refused.1);
    }
}

#[tokio::test]
async fn what_cannot_be_pushed_to_is_refused() {
    let site = Site::new().await;
    let bob = site.person("Bob").await;
    let browser = Browser::new();
    let good = browser.subscription("https://push.example/a");
    assert!(subscribe(&bob, good.clone()).await.0.is_success());
    for endpoint in ["http://push.example/a", "https://10.0.0.1/a", "https://localhost/a", "nonsense"] {
        let refused = subscribe(&bob, browser.subscription(endpoint)).await;
        assert_eq!(refused.1["error"]["params"]["field"], json!("endpoint"), "{endpoint}");
    }
    assert_eq!(
        code(subscribe(&bob, browser.subscription(&format!("https://push.example/{}", "a".repeat(1024)))).await),
        "too_long"
    );
    for (field, key, value) in [("keys", "p256dh", "AAAA"), ("keys", "auth", "AAAA")] {
        let mut wrong = good.clone();
        wrong["keys"][key] = json!(value);
        assert_eq!(subscribe(&bob, wrong).await.1["error"]["params"]["field"], json!(field));
    }
    let mut wrong = good.clone();
    wrong["language"] = json!("tlh");
    assert_eq!(subscribe(&bob, wrong).await.1["error"]["params"]["field"], json!("language"));
    assert_eq!(code(subscribe(&site.nobody(), good).await), "sign_in_required");
    let end = json!({ "endpoint": "https://push.example/a" });
    let ended = bob.send(Method::DELETE, &format!("{PATH}/push"), Some(end)).await;
    assert!(ended.0.is_success());
    assert_eq!(bob.got(&format!("{PATH}/settings")).await["browsers"], json!(0));
}

#[tokio::test]
async fn what_is_unread_comes_by_e_mail_if_the_account_wants_it() {
    let mut server = smtp::MailServer::start().await;
    let mail = Some(MailConfig { server: server.url(), from: "Saffron <noreply@chess.example>".to_owned() });
    let config = ServiceConfig {
        computers: ComputerLimits::none(),
        public_origin: Some("https://chess.example".to_owned()),
        accounts: AccountConfig { mail, ..AccountConfig::default() },
        ..ServiceConfig::default()
    };
    let site = Site::with(config).await;
    let ann = site.person("Ann").await;
    let account = Account {
        name: Some("Bob".to_owned()),
        name_key: Some("bob".to_owned()),
        email: Some("bob@mail.example".to_owned()),
        email_key: Some("bob@mail.example".to_owned()),
        email_confirmed: true,
        ..Account::new(AccountId::from_random(77), Kind::Person, site.app.clock.now())
    };
    let bob = site.visitor(account).await;
    assert_eq!(bob.got(&format!("{PATH}/settings")).await["mailable"], json!(true));
    assert_eq!(ann.got(&format!("{PATH}/settings")).await["mailable"], json!(false));
    challenge(&ann, "Bob", days()).await;
    assert!(waiting(&site, "mail-notifications").await.is_empty(), "no one gets e-mails unasked");
    change_settings(&bob, |settings| settings["challenge"]["mail"] = json!(true)).await;
    let id = challenge(&ann, "Bob", days()).await;
    hurry(&site).await;
    let letter = server.next().await;
    assert_eq!((letter.to.as_str(), letter.subject.as_str()), ("bob@mail.example", "Ann challenges you"));
    assert!(letter.text.contains(&format!("https://chess.example/challenge/{id}")), "{}", letter.text);
    assert!(letter.text.contains("https://chess.example/account"), "{}", letter.text);
    tokio::time::sleep(Duration::from_millis(100)).await;
    // What was sent is not sent again.
    challenge(&ann, "Bob", days()).await;
    hurry(&site).await;
    let next = server.next().await;
    assert_eq!(next.subject, "Ann challenges you");
    assert!(!next.text.contains(&id), "{}", next.text);
    hurry(&site).await;
    server.nothing_more().await;
}

#[tokio::test(start_paused = true)]
async fn a_turn_is_notified_by_the_next_server_if_the_first_one_was_killed() {
    let disk = MemoryDisk::new(MemoryOptions::default()).expect("a disk");
    let site = Site::on_disk(&disk).await;
    let (ann, bob) = (site.person("Ann").await, site.person("Bob").await);
    let game = begun(&ann, (&bob, "Bob")).await;
    first_move(&ann, &game).await;
    site.stop().await;
    let listed_jobs = jobs::list(&disk.open(), 9).await.expect("a store");
    assert!(listed_jobs.iter().any(|job| job.kind == "game-changed"), "{listed_jobs:?}");
    let next = Site::on_disk(&disk).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let bob = next.again(&bob);
    assert!(listed(&bob).await.contains(&("turn".to_owned(), false)));
    assert!(!listed(&next.again(&ann)).await.contains(&("turn".to_owned(), false)));
}

#[tokio::test(start_paused = true)]
async fn the_key_of_the_server_stays() {
    let disk = MemoryDisk::new(MemoryOptions::default()).expect("a disk");
    let site = Site::on_disk(&disk).await;
    let key = site.app.push.public_key();
    let rows = site.app.database.read(Statement::new("SELECT private_key FROM push_key")).await.expect("a store");
    let [row] = <[Row; 1]>::try_from(rows).expect("one key");
    let stored: [u8; 32] = Row::first(row).expect("bytes");
    assert_ne!(BASE64.encode(stored), key);
    site.stop().await;
    assert_eq!(Site::on_disk(&disk).await.app.push.public_key(), key);
    let other = MemoryDisk::new(MemoryOptions::default()).expect("a disk");
    assert_ne!(Site::on_disk(&other).await.app.push.public_key(), key);
}
