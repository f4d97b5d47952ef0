//! Bare relay as a baseline for the load test. It connects pairs of sockets (`/GAME/0` and `/GAME/1`), appends every message to
//! the same durable log as the server, acknowledges it to its sender and passes it to the other socket. It has no rules, clocks
//! or accounts.
//!
//! `bare-relay ADDRESS FILE` listens on a loopback address and keeps the log in a new SQLite file.

use std::collections::HashMap;
use std::path::Path as FilePath;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use saffron_store::games::{self, NewGame};
use saffron_store::{Database, GameId, LogEntry, Sqlite, SqliteOptions};
use tokio::sync::mpsc;

type Outbox = mpsc::Sender<Utf8Bytes>;

#[derive(Default)]
struct Pair {
    outboxes: [Option<Outbox>; 2],
    seq: u32,
}

struct Relay {
    database: Arc<dyn Database>,
    epoch: i64,
    pairs: Mutex<HashMap<GameId, Arc<Mutex<Pair>>>>,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, file] = &arguments[..] else { return Err("usage: bare-relay ADDRESS FILE".into()) };
    let database: Arc<dyn Database> = Arc::new(Sqlite::open(FilePath::new(file), &SqliteOptions::default())?);
    let epoch = database.take_epoch().await?.number;
    let relay = Arc::new(Relay { database, epoch, pairs: Mutex::default() });
    let router = Router::new().route("/{game}/{side}", get(upgrade)).with_state(relay);
    let listener = tokio::net::TcpListener::bind(address).await?;
    println!("bare relay on {}", listener.local_addr()?);
    use axum::serve::ListenerExt;
    let listener = listener.tap_io(|stream| {
        // Without this, moves wait for TCP acknowledgements.
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, router).await?;
    Ok(())
}

async fn upgrade(
    State(relay): State<Arc<Relay>>,
    Path((game, side)): Path<(GameName, usize)>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade
        .read_buffer_size(4096)
        .write_buffer_size(4096)
        .max_message_size(4096)
        .on_upgrade(async move |socket| serve(relay, game.0, side.min(1), socket).await)
}

struct GameName(GameId);

impl<'de> serde::Deserialize<'de> for GameName {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <String as serde::Deserialize>::deserialize(deserializer)?;
        text.parse().map(Self).map_err(serde::de::Error::custom)
    }
}

async fn serve(relay: Arc<Relay>, game: GameId, side: usize, mut socket: WebSocket) {
    let (sender, mut inbox) = mpsc::channel(64);
    let pair = {
        let mut pairs = relay.pairs.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(pairs.entry(game).or_default())
    };
    pair.lock().unwrap_or_else(PoisonError::into_inner).outboxes[side] = Some(sender);
    loop {
        tokio::select! {
            biased;
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => append(&relay, &pair, game, side, text),
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_))) => {}
                _ => break,
            },
            Some(next) = inbox.recv() => {
                if socket.send(Message::Text(next)).await.is_err() {
                    break;
                }
            }
        }
    }
}

fn append(relay: &Relay, pair: &Arc<Mutex<Pair>>, game: GameId, side: usize, text: Utf8Bytes) {
    let mut locked = pair.lock().unwrap_or_else(PoisonError::into_inner);
    let (seq, first) = (locked.seq, locked.seq == 0);
    locked.seq += 1;
    let entry = LogEntry { game, seq, at: 0, epoch: relay.epoch, data: text.as_bytes().to_vec() };
    let row = first.then(|| games::insert(&row(game)));
    let pair = Arc::clone(pair);
    relay.database.append(
        vec![entry],
        row.into_iter().collect(),
        Box::new(move |result| {
            if result.is_err() {
                return;
            }
            let pair = pair.lock().unwrap_or_else(PoisonError::into_inner);
            let message: Utf8Bytes = format!(r#"{{"t":"events","state":{{"ply":{}}},"move":{text}}}"#, seq + 1).into();
            let ack: Utf8Bytes = format!(r#"{{"t":"ack","seq":{seq}}}"#).into();
            for (to, message) in [(1 - side, message), (side, ack)] {
                if let Some(outbox) = &pair.outboxes[to] {
                    let _ = outbox.try_send(message);
                }
            }
        }),
    );
}

fn row(id: GameId) -> NewGame {
    NewGame::new(id, "relay", "rapid")
}
