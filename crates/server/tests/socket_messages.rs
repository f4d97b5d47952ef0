//! Fuzzes the WebSocket of a running server with random and mutated messages. The server must answer each with a
//! message or a code, log no error, and continue.

mod support;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::{FutureExt, SinkExt, StreamExt};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use saffron_protocol::socket::ServerMessage;
use saffron_service::config::ServerConfig;
use support::sockets::{Socket, game, open, post};
use support::{SOON, get, serve};
use tokio_tungstenite::tungstenite::Message;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// Number of messages sent.
const MESSAGES: usize = 6000;

/// Number of errors logged.
static ERRORS: AtomicUsize = AtomicUsize::new(0);

/// Log layer that counts errors.
struct Errors;

impl Subscriber for Errors {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() == Level::ERROR
    }

    fn event(&self, event: &Event<'_>) {
        ERRORS.fetch_add(1, Ordering::Relaxed);
        // Shown if the test fails.
        println!("{event:?}");
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

fn one<'a, T>(random: &mut StdRng, from: &'a [T]) -> &'a T {
    &from[random.random_range(0..from.len())]
}

/// Random message of the protocol, mostly with sensible values.
fn message(random: &mut StdRng, games: &[String]) -> String {
    let game = one(random, games);
    let number = *one(random, &[0, 1, 2, 3, 40, 70_000, u32::MAX]);
    let ply = *one(random, &[0_u16, 1, 2, 3, 65_535]);
    let uci =
        *one(random, &["e2e4", "e4e5", "e7e6", "d3d5", "a1l11", "e10e11q", "", "\\u0000", "e2e4e2e4e2e4e2e4e2e4"]);
    let plain = "offerDraw declineDraw claimDraw proposeTakeback declineTakeback addTime abort resign claimVictory \
                 claimAbandonedDraw";
    let plain: Vec<&str> = plain.split(' ').collect();
    let command = match random.random_range(0..5) {
        0 | 1 => format!(r#"{{"kind":"move","uci":"{uci}","ply":{ply},"thought":{number}}}"#),
        2 => format!(r#"{{"kind":"setConditionalMoves","lines":[["{uci}","e7e6"],[],["{uci}"]]}}"#),
        _ => format!(r#"{{"kind":"{}"}}"#, one(random, &plain)),
    };
    let id = format!(r#"{{"client":"c{}","n":{number}}}"#, random.random_range(0..2000));
    match random.random_range(0..14) {
        0..6 => format!(r#"{{"t":"do","game":"{game}","id":{id},"command":{command}}}"#),
        6 => format!(r#"{{"t":"watch","game":"{game}","from":{number}}}"#),
        7 => format!(r#"{{"t":"watch","game":"{game}"}}"#),
        8 => format!(r#"{{"t":"unwatch","game":"{game}"}}"#),
        9 => {
            let (room, text) = (*one(random, &["players", "spectators"]), "\u{202e}a<b>\\n".repeat(ply.min(30).into()));
            format!(r#"{{"t":"say","game":"{game}","room":"{room}","text":"{text}"}}"#)
        }
        10 => format!(r#"{{"t":"watchTv","variant":"{}"}}"#, one(random, &["glinski", "x", ""])),
        11 => format!(r#"{{"t":"{}"}}"#, one(random, &["watchLobby", "unwatchLobby", "watchTv", "unwatchTv", "leave"])),
        _ => format!(r#"{{"t":"ping","n":{number}}}"#),
    }
}

/// A message with random mutations.
fn changed(random: &mut StdRng, message: String) -> String {
    let mut bytes = message.into_bytes();
    for _ in 0..random.random_range(1..4) {
        let at = random.random_range(0..bytes.len().max(1)).min(bytes.len());
        match random.random_range(0..6) {
            0 if at < bytes.len() => bytes[at] = random.random(),
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 => bytes.truncate(at),
            3 => bytes
                .splice(at..at, one(random, &["null", "-1", "1e400", "{", "[[[[", "\"", "\u{e9}"]).bytes())
                .for_each(drop),
            4 => bytes.extend_from_within(at..),
            _ => bytes.splice(at..at, (0..random.random_range(0..40)).map(|_| b'[')).for_each(drop),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Checks the messages received. Returns whether the connection is still open.
fn read(socket: &mut Socket) -> bool {
    while let Some(next) = socket.next().now_or_never() {
        match next {
            Some(Ok(Message::Text(text))) => check(&text),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return false,
            Some(Ok(_)) => {}
        }
    }
    true
}

/// Checks that a message of the server belongs to the protocol and reports no internal error.
fn check(text: &str) {
    let message: ServerMessage = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert!(!text.contains(r#""code":"internal""#), "{message:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_at_random_are_answered_and_the_server_goes_on() {
    tracing::subscriber::set_global_default(Errors).expect("the only one");
    let address = serve(ServerConfig::default().without_quotas()).await;
    let mut cookies = Vec::new();
    for _ in 0..2 {
        cookies.push(post(address, "/api/guest", None, "{}").await.1.expect("a cookie"));
    }
    let offers = [r#"{"kind":"clock","initial":600,"increment":5}"#, r#"{"kind":"correspondence","days":3}"#];
    let offers = offers.map(|control| {
        format!(r#"{{"offer":{{"variant":"glinski","control":{control},"rated":false,"side":"white"}}}}"#)
    });
    let mut random = StdRng::seed_from_u64(20);
    let mut games = Vec::new();
    let who = [Some(cookies[0].as_str()), Some(&cookies[1]), None];
    let mut sockets = Vec::new();
    for cookie in who {
        sockets.push(open(address, cookie).await);
    }
    for sent in 0..MESSAGES {
        // The commands end earlier games.
        if sent % 200 == 0 {
            games = vec!["abcdefghij".to_owned(), "?".to_owned()];
            for offer in &offers {
                games.push(game(address, offer, &cookies).await);
            }
        }
        let mut text = message(&mut random, &games);
        if random.random_range(0..3) == 0 {
            text = changed(&mut random, text);
        }
        let place = random.random_range(0..who.len());
        let message = if random.random_range(0..200) == 0 { Message::Binary(text.into()) } else { Message::text(text) };
        let open_still = sockets[place].send(message).await.is_ok() && read(&mut sockets[place]);
        if !open_still {
            sockets[place] = open(address, who[place]).await;
        }
        if sent % 20 == 0 {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    // The server still answers each of the three visitors on a new connection, and the games can be read.
    for cookie in who {
        let mut socket = open(address, cookie).await;
        socket.send(Message::text(r#"{"t":"ping","n":77}"#)).await.expect("an open socket");
        let pong = async {
            while let Some(Ok(message)) = socket.next().await {
                if message.to_text().is_ok_and(|text| text.contains(r#""t":"pong","n":77"#)) {
                    return true;
                }
            }
            false
        };
        assert!(tokio::time::timeout(SOON, pong).await.expect("in time"), "no pong");
    }
    for game in &games[2..] {
        assert!(get(address, &format!("/api/games/{game}")).await.starts_with("HTTP/1.1 200 "));
    }
    let metrics = get(address, "/metrics").await;
    assert!(metrics.contains("saffron_refused_total") && !metrics.contains("saffron_moves_total 0\n"), "{metrics}");
    for code in ["internal", "rate_limited", "too_many"] {
        assert!(!metrics.contains(&format!("code=\"{code}\"")), "{metrics}");
    }
    assert_eq!(ERRORS.load(Ordering::Relaxed), 0, "errors were logged");
}
