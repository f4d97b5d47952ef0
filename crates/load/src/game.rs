//! Game under load, with both of its sockets.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::addresses::Addresses;
use crate::error::LoadError;
use crate::measure::Latencies;
use crate::seats::Seats;

/// Timeout after which a missing move is an error.
const MOVE_TIMEOUT: Duration = Duration::from_secs(10);

/// WebSocket of a player.
pub(crate) type Socket = WebSocketStream<TcpStream>;

/// Timing of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timing {
    /// Interval between two moves of the game.
    pub(crate) interval: Duration,
    /// Delay of the first move after the start.
    pub(crate) offset: Duration,
    /// Time from the start in which moves are not counted.
    pub(crate) warm_up: Duration,
}

/// Result of a game.
#[derive(Debug, Default)]
pub(crate) struct GameResult {
    /// Sockets, still open: closing many takes time, which would count as latency of moves in other games.
    pub(crate) sockets: Option<[Socket; 2]>,
    pub(crate) latencies: Latencies,
    pub(crate) errors: u64,
    pub(crate) first_error: Option<String>,
}

impl GameResult {
    fn error(&mut self, error: impl std::fmt::Display) {
        self.errors += 1;
        self.first_error.get_or_insert_with(|| error.to_string());
    }
}

/// Fields of a server message that this test reads.
#[derive(Deserialize)]
struct Head<'a> {
    t: &'a str,
    #[serde(default)]
    state: Option<State>,
}

#[derive(Deserialize)]
struct State {
    ply: u16,
}

/// Opens a player's socket from the source address of connection `number`.
pub(crate) async fn open(addresses: &Addresses, number: usize, path: &str, cookie: &str) -> Result<Socket, LoadError> {
    let socket = if addresses.server.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() };
    let failed = |error| LoadError::Connect(addresses.host.clone(), error);
    let socket = socket.map_err(failed)?;
    if let Some(source) = addresses.source(number) {
        socket.bind(source).map_err(failed)?;
    }
    let stream = socket.connect(addresses.server).await.map_err(failed)?;
    stream.set_nodelay(true).map_err(failed)?;
    let answer = |error: tokio_tungstenite::tungstenite::Error| LoadError::Answer(format!("{path}: {error}"));
    let mut request = format!("ws://{}{path}", addresses.host).into_client_request().map_err(answer)?;
    if let Ok(value) = cookie.parse() {
        request.headers_mut().insert("cookie", value);
    }
    let config =
        WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(4096).max_write_buffer_size(64 * 1024);
    let (socket, _) = client_async_with_config(request, stream, Some(config)).await.map_err(answer)?;
    Ok(socket)
}

/// Subscribes to a game and waits for its first message.
pub(crate) async fn watch_game(socket: &mut Socket, game: &str) -> Result<(), LoadError> {
    let text = format!(r#"{{"t":"watch","game":"{game}"}}"#);
    let failed = |error: tokio_tungstenite::tungstenite::Error| LoadError::Answer(error.to_string());
    socket.send(Message::Text(text.into())).await.map_err(failed)?;
    loop {
        let message =
            timeout(MOVE_TIMEOUT, socket.next()).await.map_err(|_| LoadError::Answer("no game".to_owned()))?;
        let message = message.ok_or_else(|| LoadError::Answer("closed before the game came".to_owned()))?;
        if let Message::Text(text) = message.map_err(failed)?
            && head(&text).is_some_and(|head| head.t == "game")
        {
            return Ok(());
        }
    }
}

fn head(text: &str) -> Option<Head<'_>> {
    serde_json::from_str(text).ok()
}

/// Plays a line until the run or the line ends.
pub(crate) async fn play(
    seats: Seats,
    mut sockets: [Socket; 2],
    line: &[String],
    pace: Timing,
    start: Instant,
    mut end: watch::Receiver<bool>,
) -> GameResult {
    let mut played = GameResult::default();
    let counted_from = start + pace.warm_up;
    let mut due = start + pace.offset;
    for (ply, uci) in line.iter().enumerate() {
        if !idle(&mut sockets, due, &mut end, &mut played).await {
            break;
        }
        let (mover, opponent) = (ply % 2, 1 - ply % 2);
        let text = format!(
            r#"{{"t":"do","game":"{}","id":{{"client":"load","n":{ply}}},"command":{{"kind":"move","uci":"{uci}","ply":{ply}}}}}"#,
            seats.game
        );
        let sent = Instant::now();
        if let Err(error) = sockets[mover].send(Message::Text(text.into())).await {
            played.error(error);
            break;
        }
        match timeout(MOVE_TIMEOUT, arrival(&mut sockets[opponent], ply + 1)).await {
            Ok(Ok(())) => {
                if sent >= counted_from {
                    played.latencies.add(sent.elapsed());
                }
            }
            Ok(Err(error)) => {
                played.error(error);
                break;
            }
            Err(_) => {
                played.error("a move did not arrive");
                break;
            }
        }
        due += pace.interval;
    }
    played.sockets = Some(sockets);
    played
}

/// Closes a game's sockets.
pub(crate) async fn close(mut sockets: [Socket; 2]) {
    for socket in &mut sockets {
        let _ = timeout(Duration::from_secs(1), socket.close(None)).await;
    }
}

/// Waits for the move that brings the game to `plies` plies.
async fn arrival(socket: &mut Socket, plies: usize) -> Result<(), String> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => {
                if check(&text)?.is_some_and(|ply| usize::from(ply) >= plies) {
                    return Ok(());
                }
            }
            Some(Ok(Message::Close(_))) | None => return Err("closed".to_owned()),
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(error.to_string()),
        }
    }
}

/// Returns the number of plies in a message about the game's events; `None` for other messages.
fn check(text: &Utf8Bytes) -> Result<Option<u16>, String> {
    let Some(head) = head(text) else { return Err(format!("unreadable: {text}")) };
    match head.t {
        "events" => Ok(head.state.map(|state| state.ply)),
        "refused" | "error" | "resync" | "closing" => Err(text.to_string()),
        _ => Ok(None),
    }
}

/// Reads messages until the next move is due; returns false at the end of the run or of a socket.
async fn idle(
    sockets: &mut [Socket; 2],
    due: Instant,
    end: &mut watch::Receiver<bool>,
    played: &mut GameResult,
) -> bool {
    let [white, black] = sockets;
    loop {
        let message = tokio::select! {
            biased;
            () = sleep_until(due) => return true,
            _ = end.wait_for(|end| *end) => return false,
            message = white.next() => message,
            message = black.next() => message,
        };
        match message {
            Some(Ok(Message::Text(text))) => {
                if let Err(error) = check(&text) {
                    played.error(error);
                }
            }
            Some(Ok(Message::Close(_))) | None => {
                played.error("closed");
                return false;
            }
            Some(Ok(_)) => {}
            Some(Err(error)) => {
                played.error(error);
                return false;
            }
        }
    }
}
