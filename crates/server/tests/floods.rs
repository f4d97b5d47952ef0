//! Floods the server with every operation at its limits, from two addresses, while another visitor uses it, and
//! measures what remains.
//!
//! The short run is part of the tests. The long one takes two minutes and checks the goals of docs/server.md:
//!
//!     cargo test --release -p saffron-server --test floods -- --ignored --nocapture
#![cfg(target_os = "linux")]

mod support;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use saffron_rules::{Game, Variant};
use saffron_server::Server;
use saffron_service::config::{AnalysisLimits, ComputerLimits, ServerConfig, Storage};
use serde_json::{Value, json};
use support::messages;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// Last bytes of the flooding addresses.
const FLOODERS: [u8; 2] = [2, 3];

/// Concurrent requests of one kind from one address.
const AT_A_TIME: usize = 3;

/// Numbers of responses by kind of request and status.
type Statuses = Arc<Mutex<BTreeMap<(&'static str, u16), u32>>>;

async fn connect_from(number: u8, address: SocketAddr) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().ok()?;
    socket.bind(([127, 0, 0, number], 0).into()).ok()?;
    socket.connect(address).await.ok()
}

/// Status, cookie and JSON of a response; status 0 if the server closed the connection.
async fn ask(
    from: u8,
    address: SocketAddr,
    method: &str,
    path: &str,
    cookie: &str,
    body: &str,
) -> (u16, String, Value) {
    let nothing = (0, String::new(), Value::Null);
    let Some(mut stream) = connect_from(from, address).await else { return nothing };
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nCookie: {cookie}\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    if stream.write_all(request.as_bytes()).await.is_err() {
        return nothing;
    }
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")?.split(';').next());
    let value = messages(&answer).into_iter().next().unwrap_or(Value::Null);
    (status, cookie.unwrap_or_default().to_owned(), value)
}

/// Two guests at one address, with a correspondence game between them and conditional moves for it.
struct Seats {
    white: String,
    black: String,
    game: String,
    conditional: Vec<Value>,
}

async fn seats(from: u8, address: SocketAddr) -> Seats {
    let (_, white, _) = ask(from, address, "POST", "/api/guest", "", "{}").await;
    let (_, black, _) = ask(from, address, "POST", "/api/guest", "", "{}").await;
    let control = json!({ "kind": "correspondence", "days": 14 });
    let offer = json!({ "variant": "shafran", "control": control, "rated": false, "side": "white" });
    let body = json!({ "offer": offer }).to_string();
    let (_, _, challenge) = ask(from, address, "POST", "/api/challenges", &white, &body).await;
    let accept = format!("/api/challenges/{}/accept", challenge["id"].as_str().expect("an id"));
    let (_, _, started) = ask(from, address, "POST", &accept, &black, "{}").await;
    let mut random = StdRng::seed_from_u64(from.into());
    let conditional = (0..8).map(|_| conditional_moves(&mut random)).collect();
    Seats { white, black, game: started["game"].as_str().expect("a game").to_owned(), conditional }
}

/// Black's largest possible set of conditional moves: long lines for different moves of White, 512 moves in total.
fn conditional_moves(random: &mut StdRng) -> Value {
    let variant = Variant::by_id("shafran").expect("a variant");
    let first = variant.start().legal_moves();
    let lines = first.into_iter().take(25).map(|first| {
        let mut game = Game::new(variant.start());
        let mut line = vec![game.position().uci(first)];
        game.play(first).expect("a legal move");
        while line.len() < 20 && game.outcome().is_none() {
            let legal = game.position().legal_moves();
            let next = legal[random.random_range(0..legal.len())];
            line.push(game.position().uci(next));
            game.play(next).expect("a legal move");
        }
        line
    });
    json!({ "kind": "setConditionalMoves", "lines": lines.collect::<Vec<_>>() })
}

/// A request of a kind: method, path, cookie, body.
fn request(kind: &str, number: u64, seats: &Seats) -> (&'static str, String, String, String) {
    let Seats { white, black, game, conditional } = seats;
    let offer = json!({ "variant": "glinski", "control": { "kind": "correspondence", "days": 3 }, "rated": false,
        "side": "black" });
    let command =
        |command: &Value| json!({ "id": { "client": format!("c{number}"), "n": 1 }, "command": command }).to_string();
    let post = |path: &str, cookie: &str, body: String| ("POST", path.to_owned(), cookie.to_owned(), body);
    let get = |path: String| ("GET", path, white.clone(), String::new());
    match kind {
        "conditional moves" => post(
            &format!("/api/games/{game}/commands"),
            black,
            command(&conditional[number as usize % conditional.len()]),
        ),
        "illegal moves" => {
            let body = command(&json!({ "kind": "move", "uci": "a1a9", "ply": 0 }));
            post(&format!("/api/games/{game}/commands"), white, body)
        }
        "chat" => {
            let body = json!({ "text": format!("line {number}") }).to_string();
            post(&format!("/api/games/{game}/chat/players"), white, body)
        }
        "view" => get(format!("/api/games/{game}")),
        "pgn" => get(format!("/api/games/{game}/pgn")),
        "archive" => get("/api/games.pgn".to_owned()),
        "lists" => get("/api/games?variant=shafran".to_owned()),
        "picture" => get(format!("/picture/shafran.png?fen=k4/6/7/8/9/9/8/7/6/4K%20w%20-%20-%200%20{number}")),
        "guests" => post("/api/guest", "", "{}".to_owned()),
        "registrations" => {
            let body = json!({ "name": format!("Flood{number}"), "password": "a kitchen with 7 lamps" }).to_string();
            post("/api/account/register", "", body)
        }
        "sign-ins" => {
            let body = json!({ "name": format!("nobody{number}"), "password": "a kitchen with 7 lamps" }).to_string();
            post("/api/account/sign-in", "", body)
        }
        "seeks" => post("/api/seeks", white, json!({ "offer": offer }).to_string()),
        "challenges" => post("/api/challenges", white, json!({ "offer": offer }).to_string()),
        "analysis" => post("/api/analysis", "", support::named_body(&format!("e{number}"), "", r#"{"movetime":500}"#)),
        "large bodies" => {
            post("/api/challenges", white, format!("{{\"offer\":{}1{}}}", "[".repeat(7000), "]".repeat(7000)))
        }
        other => panic!("{other}"),
    }
}

const KINDS: [&str; 15] = [
    "conditional moves",
    "illegal moves",
    "chat",
    "view",
    "pgn",
    "archive",
    "lists",
    "picture",
    "guests",
    "registrations",
    "sign-ins",
    "seeks",
    "challenges",
    "analysis",
    "large bodies",
];

/// Sends requests of one kind one after the other. Never returns.
async fn repeat(kind: &'static str, from: u8, address: SocketAddr, seats: Arc<Seats>, statuses: Statuses, first: u64) {
    let mut number = first;
    loop {
        number += 1;
        let (method, path, cookie, body) = request(kind, number, &seats);
        let (status, ..) = ask(from, address, method, &path, &cookie, &body).await;
        *statuses.lock().expect("no panic").entry((kind, status)).or_default() += 1;
        // Refused requests come as fast as others, up to what two processors can handle together with the server.
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// WebSocket that watches a game repeatedly, sends conditional moves, and reads nothing.
async fn flood_socket(from: u8, address: SocketAddr, seats: Arc<Seats>) {
    loop {
        let Some(stream) = connect_from(from, address).await else { continue };
        let mut request = format!("ws://{address}/api/socket?v=1").into_client_request().expect("a request");
        request.headers_mut().insert("cookie", seats.black.parse().expect("a header"));
        if let Ok((socket, _)) = client_async(request, stream).await {
            let (mut sink, _unread) = socket.split();
            let mut n = 0;
            loop {
                n += 1;
                let game = &seats.game;
                let message = if n % 2 == 0 {
                    json!({ "t": "watch", "game": game })
                } else {
                    let id = json!({ "client": "flood", "n": n });
                    json!({ "t": "do", "game": game, "id": id, "command": &seats.conditional[n % seats.conditional.len()] })
                };
                if sink.send(Message::text(message.to_string())).await.is_err() {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(60)).await;
            }
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Opens one connection after the other. Each sends the first of nine bytes of a request body, and waits until the server
/// closes it.
async fn hold(from: u8, address: SocketAddr) {
    loop {
        if let Some(mut stream) = connect_from(from, address).await {
            let head =
                "POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{";
            let _ = stream.write_all(head.as_bytes()).await;
            let _ = stream.read_to_end(&mut Vec::new()).await;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Resident memory of this process in bytes, which includes the server and the flooding clients.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/statm").expect("the memory of this process");
    let pages: u64 = status.split(' ').nth(1).and_then(|pages| pages.parse().ok()).expect("a number");
    pages * 4096
}

fn size_of(folder: &Path) -> u64 {
    folder
        .read_dir()
        .expect("a folder")
        .map(|entry| entry.and_then(|entry| entry.metadata()).map_or(0, |data| data.len()))
        .sum()
}

/// Returns whether each kind of request succeeded at least once.
fn all_carried_out(statuses: &BTreeMap<(&'static str, u16), u32>) -> bool {
    let done = |kind| statuses.iter().any(|((each, status), _)| *each == kind && (200..300).contains(status));
    ["conditional moves", "chat", "view", "guests", "registrations", "seeks", "challenges"].into_iter().all(done)
}

struct Outcome {
    statuses: BTreeMap<(&'static str, u16), u32>,
    /// Response times of the other visitor, sorted.
    latencies: Vec<Duration>,
    stored: u64,
    before: u64,
    most: u64,
    after: u64,
    start: Duration,
}

/// Floods a server for some time, lets it rest, and restarts it.
async fn flood(time: Duration, rest: Duration) -> Outcome {
    let folder = std::env::temp_dir().join(format!("saffron-floods-{}-{}", std::process::id(), time.as_secs()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut config = ServerConfig { analysis: AnalysisLimits::searches(1), ..ServerConfig::default() };
    config.service.computers = ComputerLimits::none();
    config.storage = Storage::File(folder.join("saffron.db"));
    let server = Server::bind("127.0.0.1:0").await.expect("a port").with_config(config.clone());
    let address = server.local_addr();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    // On its own threads, so that the flood does not delay its tasks.
    let running = std::thread::spawn(move || {
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        runtime.block_on(server.run(async {
            let _ = stopped.await;
        }))
    });
    let statuses = Statuses::default();
    let mut floods = Vec::new();
    let before = (size_of(&folder), resident());
    for from in FLOODERS {
        let seats = Arc::new(seats(from, address).await);
        for (at, kind) in (0..).zip(KINDS) {
            for each in 0..AT_A_TIME as u64 {
                let first = u64::from(from) * 1_000_000_000 + at * 10_000_000 + each * 1_000_000;
                floods.push(tokio::spawn(repeat(
                    kind,
                    from,
                    address,
                    Arc::clone(&seats),
                    Arc::clone(&statuses),
                    first,
                )));
            }
        }
        floods.extend((0..8).map(|_| tokio::spawn(flood_socket(from, address, Arc::clone(&seats)))));
        floods.extend((0..40).map(|_| tokio::spawn(hold(from, address))));
    }
    let (mut latencies, mut most) = (Vec::new(), before.1);
    let begin = Instant::now();
    // A busy machine needs longer before each kind of request has succeeded.
    while begin.elapsed() < time || !all_carried_out(&statuses.lock().expect("no panic")) && begin.elapsed() < 6 * time
    {
        for path in ["/api/lobby", "/healthz", "/api/me", "/api/tv"] {
            let asked = Instant::now();
            let (status, ..) = ask(1, address, "GET", path, "", "").await;
            assert_eq!(status, 200, "{path} for somebody else");
            latencies.push(asked.elapsed());
        }
        most = most.max(resident());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    floods.iter().for_each(tokio::task::JoinHandle::abort);
    tokio::time::sleep(rest).await;
    let after = resident();
    drop(stop);
    tokio::task::spawn_blocking(|| running.join()).await.expect("a thread").expect("no panic").expect("it ran");
    let stored = size_of(&folder).saturating_sub(before.0);
    let begin = Instant::now();
    let server = Server::bind("127.0.0.1:0").await.expect("a port").with_config(config);
    let started = server.start().await.expect("it starts again");
    let start = begin.elapsed();
    started.run(std::future::ready(())).await;
    std::fs::remove_dir_all(&folder).expect("removed");
    latencies.sort();
    let statuses = statuses.lock().expect("no panic").clone();
    Outcome { statuses, latencies, stored, before: before.1, most, after, start }
}

impl Outcome {
    fn percentile(&self, percent: usize) -> Duration {
        self.latencies[(self.latencies.len() * percent / 100).min(self.latencies.len() - 1)]
    }

    fn print(&self) {
        let mib = |bytes: u64| bytes >> 20;
        println!(
            "{} answers for somebody else: median {:?}, 99 % {:?}, longest {:?}",
            self.latencies.len(),
            self.percentile(50),
            self.percentile(99),
            self.percentile(100)
        );
        println!("stored {} MiB, start {:?}", mib(self.stored), self.start);
        println!("memory {} MiB, at most {}, afterwards {}", mib(self.before), mib(self.most), mib(self.after));
        for ((kind, status), count) in &self.statuses {
            println!("{kind} {status}: {count}");
        }
    }

    /// Checks what must hold however busy the machine is.
    fn check(&self) {
        self.print();
        for ((kind, status), count) in &self.statuses {
            assert!(matches!(status, 0 | 200..500 | 503), "{kind}: {count} answers with {status}");
        }
        for kind in KINDS {
            assert!(self.statuses.keys().any(|(each, _)| *each == kind), "no {kind}");
        }
        assert!(all_carried_out(&self.statuses), "not all were carried out");
        assert!(self.start < Duration::from_secs(5), "start {:?}", self.start);
        // 4 MiB for each of the two clients, with the database's indexes and its log.
        assert!(self.stored < 48 << 20, "{} bytes stored", self.stored);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_short_flood_is_bounded() {
    flood(Duration::from_secs(5), Duration::ZERO).await.check();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "two minutes, with goals for an optimised program on a machine that does nothing else"]
async fn a_long_flood_leaves_nothing_behind() {
    let outcome = flood(Duration::from_secs(60), Duration::from_secs(50)).await;
    outcome.check();
    assert!(outcome.percentile(99) < Duration::from_millis(50), "{:?}", outcome.percentile(99));
    // Includes the database's cache of 32 MiB.
    assert!(outcome.after < outcome.before + (64 << 20), "{} bytes stay", outcome.after - outcome.before);
}
