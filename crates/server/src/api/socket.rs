//! The WebSocket: one connection for all games that a page shows. Its messages come in, its outbox goes out.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::{IntoResponse, Response};
use futures_util::SinkExt;
use saffron_live::{Command, CommandId, RoundTrips};
use saffron_protocol::VERSION;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::{MAX_FAULTS, MAX_MESSAGE, MAX_WATCHED, MESSAGE_BURST, MESSAGES_PER_SECOND};
use saffron_protocol::socket::{ClientMessage, CloseReason, ServerMessage};
use saffron_service::client::Client;
use saffron_service::config::limits::SOCKET_WRITE_TIMEOUT;
use saffron_service::games::ReplyTo;
use saffron_service::games::outbox::{ClientMemory, Frame, Inbox, Outbox, frame};
use saffron_service::lobby::{tv, watch};
use saffron_service::parts::budgets::{Cost, Payer};
use saffron_service::parts::limits::Allowance;
use saffron_service::session::Viewer;
use saffron_service::{App, chat};
use saffron_store::{AccountId, GameId};
use serde::Deserialize;
use tokio::sync::Semaphore;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::AppState;
use crate::http::body::read_json;
use crate::http::client::Caller;
use crate::http::error::ErrorResponse;
use crate::http::origin_check::SameOrigin;
use crate::http::parameters::Query;

/// Bytes that are read at once, which most messages are below. The default of 128 KiB a connection would be gigabytes for
/// thousands of them.
const READ_BUFFER: usize = 1024;
/// Bytes that are gathered before they are written.
const WRITE_BUFFER: usize = 4096;
/// Bytes that may wait for a slow reader in the socket itself; messages wait in the outbox before.
const MAX_WRITE_BUFFER: usize = 512 * 1024;

/// Longest interval between two measurements of the round-trip time.
const PING_INTERVAL: Duration = Duration::from_secs(30);

/// How often the round-trip time to a player is measured at most: with messages to it, since a command bounds the lag of the
/// moves by what was measured of late.
const PLAYER_PING_INTERVAL: Duration = Duration::from_secs(2);

/// For how long after a command a connection is a player's.
const PLAYER_TTL: Duration = Duration::from_secs(120);

/// Maximum number of messages that are gathered before they are written.
const MAX_GATHERED: usize = 32;

/// Milliseconds after which a client should come back when the server stops.
const RETRY_AFTER: u32 = 1500;

#[derive(Debug, Deserialize)]
struct Parameters {
    v: Option<u32>,
}

pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(upgrade))
}

#[utoipa::path(
    get, path = "/api/socket", tag = "games",
    summary = "The WebSocket: docs/protocol.md",
    params(("v" = String, Query, description = "The version of the messages: 1")),
    responses((status = 101, description = "The connection is a WebSocket from now on"))
)]
async fn upgrade(
    State(app): State<Arc<App>>,
    viewer: Option<Viewer>,
    Caller(client): Caller,
    _same_origin: SameOrigin,
    Query(parameters): Query<Parameters>,
    upgrade: WebSocketUpgrade,
) -> Response {
    if parameters.v != Some(VERSION) {
        return ErrorResponse::from(ErrorCode::UnsupportedVersion { version: VERSION }).into_response();
    }
    if *app.stopping.borrow() {
        return ErrorResponse::from(ErrorCode::ShuttingDown).into_response();
    }
    let limits = app.config.sockets;
    let Some(counted) = app.sockets.add(client, limits.total, limits.per_client) else {
        return ErrorResponse::from(ErrorCode::TooMany { limit: limits.per_client }).into_response();
    };
    upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(MAX_WRITE_BUFFER)
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .on_upgrade(async move |socket| {
            Connection::run(app, viewer, client, counted.memory(), socket).await;
            drop(counted);
        })
}

struct Connection {
    app: Arc<App>,
    viewer: Option<Viewer>,
    client: Client,
    outbox: Outbox,
    watched: BTreeSet<GameId>,
    allowance: Allowance,
    faults: u32,
    round_trips: RoundTrips,
    /// The ping whose pong is waited for: its number, and when it was sent.
    ping: Option<(u64, Instant)>,
    /// The number of the last ping.
    pings: u64,
    /// Times of the last ping and of the last command.
    pinged_at: Option<Instant>,
    commanded_at: Option<Instant>,
    /// The page was closed, not only the connection.
    leaving: bool,
}

impl Connection {
    /// Serves a socket until it is closed.
    async fn run(
        app: Arc<App>,
        viewer: Option<Viewer>,
        client: Client,
        memory: Arc<ClientMemory>,
        mut socket: WebSocket,
    ) {
        let (outbox, inbox) = Outbox::of_client(app.next_connection(), app.config.sockets.queue, memory);
        let account = viewer.as_ref().map(|viewer| viewer.account);
        if let Some(account) = account {
            app.online.add(account, outbox.clone());
        }
        let mut connection = Self {
            outbox,
            viewer,
            client,
            watched: BTreeSet::new(),
            allowance: Allowance::new(MESSAGE_BURST, f64::from(MESSAGES_PER_SECOND)),
            faults: 0,
            round_trips: RoundTrips::default(),
            ping: None,
            pings: 0,
            pinged_at: None,
            commanded_at: None,
            leaving: false,
            app,
        };
        connection.outbox.send(frame(&ServerMessage::Welcome {
            version: VERSION,
            account: account.map(|account| account.to_string()),
            now: connection.app.clock.steady(),
        }));
        let reason = connection.exchange(&mut socket, inbox).await;
        connection.end(account);
        if let Some(reason) = reason {
            let text = Utf8Bytes::from_static(reason.text());
            let close = Message::Close(Some(CloseFrame { code: reason.code(), reason: text }));
            let _ = tokio::time::timeout(Duration::from_secs(1), socket.send(close)).await;
        }
    }

    /// Takes messages and sends answers; returns why the server ends it, and `None` where the client did.
    async fn exchange(&mut self, socket: &mut WebSocket, mut inbox: Inbox) -> Option<CloseReason> {
        let stop = Arc::clone(&self.app.stop);
        // The first one at once, so that the moves that a client sends again after a lost connection are measured.
        let mut pings = interval_at(Instant::now(), PING_INTERVAL);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let silence = self.app.config.sockets.silence;
        let mut heard = Instant::now();
        loop {
            tokio::select! {
                biased;
                () = stopped(&stop) => {
                    let closing = frame(&ServerMessage::Closing { retry_after: RETRY_AFTER });
                    let _ = tokio::time::timeout(Duration::from_secs(1), socket.send(text_frame(closing))).await;
                    return Some(CloseReason::Restart);
                }
                message = socket.recv() => {
                    heard = Instant::now();
                    match message? {
                        // Boxed: most of the time a connection waits, and should not hold room for all that a message may need.
                        Ok(Message::Text(text)) => Box::pin(self.receive(&text)).await,
                        Ok(Message::Pong(payload)) => self.pong(&payload),
                        Ok(Message::Ping(_)) => {}
                        Ok(Message::Binary(_)) => self.fault(ErrorCode::InvalidMessage, None),
                        Ok(Message::Close(_)) => return None,
                        Err(error) if is_too_large(&error) => return Some(CloseReason::TooLarge),
                        Err(_) => return None,
                    }
                    if self.faults > MAX_FAULTS {
                        return Some(CloseReason::Faults);
                    }
                }
                next = inbox.next() => {
                    let Some(next) = next else {
                        let signed_out = inbox.is_closed();
                        return Some(if signed_out { CloseReason::SessionChanged } else { CloseReason::SlowReader });
                    };
                    let ping = self.wants_ping().then(|| self.next_ping());
                    written(send_all(socket, next, &mut inbox, ping)).await?;
                }
                _ = pings.tick() => {
                    written(socket.send(self.next_ping())).await?;
                }
                // Every client answers pings, so this one is dead, or has begun a frame that does not end.
                () = sleep_until(heard + silence) => return Some(CloseReason::Silent),
            }
        }
    }

    /// Returns whether a ping goes out with the messages that are written now: to a player, none is under way, and the last one
    /// was some time ago.
    fn wants_ping(&self) -> bool {
        let within = |at: Option<Instant>, time| at.is_some_and(|at| at.elapsed() < time);
        self.ping.is_none() && within(self.commanded_at, PLAYER_TTL) && !within(self.pinged_at, PLAYER_PING_INTERVAL)
    }

    fn next_ping(&mut self) -> Message {
        let now = Instant::now();
        self.pings += 1;
        (self.ping, self.pinged_at) = (Some((self.pings, now)), Some(now));
        Message::Ping(Bytes::copy_from_slice(&self.pings.to_le_bytes()))
    }

    /// Notes the round-trip time by the pong of the last ping. Any other pong says nothing.
    fn pong(&mut self, payload: &[u8]) {
        if let Some((_, sent)) = self.ping.take_if(|(number, _)| number.to_le_bytes() == *payload) {
            let took = sent.elapsed().as_micros().div_ceil(1000);
            self.round_trips.add(u32::try_from(took).unwrap_or(u32::MAX));
        }
    }

    async fn receive(&mut self, text: &str) {
        let message: ClientMessage = match read_json(text.as_bytes()) {
            Ok(message) => message,
            Err(error) => return self.fault(error, None),
        };
        if let Err(error) = self.pay(&message, text.len()) {
            return match message {
                ClientMessage::Do { game, id, .. } => {
                    self.faults += 1;
                    self.refuse(game, id, error);
                }
                _ => self.fault(error, None),
            };
        }
        match message {
            ClientMessage::Ping { n } => {
                self.outbox.send(frame(&ServerMessage::Pong { n, now: self.app.clock.steady() }));
            }
            ClientMessage::Do { game, id, command } => self.command(game, id, &command).await,
            ClientMessage::Watch { game, from } => self.watch(&game, from).await,
            ClientMessage::Unwatch { game } => {
                if let Ok(id) = game.parse()
                    && self.watched.remove(&id)
                {
                    self.app.games.unwatch(id, self.outbox.id(), true);
                }
            }
            ClientMessage::Say { game, room, text } => {
                if let Err(error) = chat::say(&self.app, self.viewer.as_ref(), &game, room, &text).await {
                    self.fault(error.into_code(), Some(game));
                }
            }
            ClientMessage::WatchLobby => watch::watch(&self.app, &self.outbox),
            ClientMessage::UnwatchLobby => self.app.lobby.followers.remove(self.outbox.id()),
            ClientMessage::WatchTv { variant } => tv::watch(&self.app, &self.outbox, variant),
            ClientMessage::UnwatchTv => self.app.lobby.tv_followers.remove(self.outbox.id()),
            ClientMessage::Leave => self.leaving = true,
        }
    }

    /// Takes a message from the allowance of the connection, and its bytes from the budgets of those who pay for what is stored.
    fn pay(&mut self, message: &ClientMessage, bytes: usize) -> Result<(), ErrorCode> {
        if !self.app.config.quotas_off {
            self.allowance.take().map_err(|retry_after| ErrorCode::RateLimited { retry_after })?;
        }
        let (ClientMessage::Do { game, .. } | ClientMessage::Say { game, .. }) = message else { return Ok(()) };
        let account = self.account().map(Payer::Account);
        let game = game.parse().ok().map(Payer::Game);
        let payers: Vec<Payer> = [Some(Payer::Client(self.client)), account, game].into_iter().flatten().collect();
        self.app.budgets.charge(&payers, Cost::of_message(bytes))
    }

    async fn command(&mut self, game: String, id: CommandId, command: &Command) {
        let Some(account) = self.account() else { return self.refuse(game, id, ErrorCode::SignInRequired) };
        self.commanded_at = Some(Instant::now());
        let Ok(key) = game.parse::<GameId>() else { return self.refuse(game, id, ErrorCode::NotFound) };
        let table = match self.app.games.get(key) {
            Some(table) => table,
            None => match self.app.open_game(self.client, key).await {
                Ok(table) => table,
                Err(error) => return self.refuse(game, id, error.into_code()),
            },
        };
        let reply_to = ReplyTo::Connection(self.outbox.clone());
        self.app.games.command(&table, account, id, command, self.round_trips.known(), reply_to);
    }

    async fn watch(&mut self, game: &str, from: Option<u32>) {
        let Ok(id) = game.parse::<GameId>() else { return self.not_found(game) };
        if self.watched.len() >= MAX_WATCHED && !self.watched.contains(&id) && !self.app.config.quotas_off {
            return self.fault(ErrorCode::TooMany { limit: MAX_WATCHED }, Some(game.to_owned()));
        }
        let payer = Payer::Client(self.client);
        if let Err(error) = self.app.budgets.may_use_processor(payer) {
            return self.fault(error, Some(game.to_owned()));
        }
        match self.app.games.watch(id, &self.outbox, self.account(), from).await {
            Ok(table) => {
                self.watched.insert(id);
                let events = table.lock().live.next_seq();
                self.app.budgets.owe(payer, Cost::of_replay(events as usize));
                chat::send_all(&self.app, self.viewer.as_ref(), &table, &self.outbox).await;
            }
            Err(ErrorCode::NotFound) => self.not_found(game),
            Err(ErrorCode::Busy) => {
                // No fault of the client's. It waits for the game, until it unwatches it.
                self.watched.insert(id);
                self.app.metrics.refuse(&ErrorCode::Busy);
                self.outbox.send(frame(&ServerMessage::Error { error: ErrorCode::Busy, game: Some(game.to_owned()) }));
            }
            Err(error) => self.fault(error, Some(game.to_owned())),
        }
    }

    fn account(&self) -> Option<AccountId> {
        self.viewer.as_ref().map(|viewer| viewer.account)
    }

    fn refuse(&self, game: String, id: CommandId, error: ErrorCode) {
        self.app.metrics.refuse(&error);
        self.outbox.send(frame(&ServerMessage::Refused { game, id, error }));
    }

    fn not_found(&self, game: &str) {
        let game = Some(game.chars().take(16).collect());
        self.outbox.send(frame(&ServerMessage::Error { error: ErrorCode::NotFound, game }));
    }

    fn fault(&mut self, error: ErrorCode, game: Option<String>) {
        self.faults += 1;
        self.app.metrics.refuse(&error);
        self.outbox.send(frame(&ServerMessage::Error { error, game }));
    }

    fn end(&mut self, account: Option<AccountId>) {
        let id = self.outbox.id();
        for game in std::mem::take(&mut self.watched) {
            self.app.games.unwatch(game, id, self.leaving);
        }
        self.app.lobby.followers.remove(id);
        self.app.lobby.tv_followers.remove(id);
        if let Some(account) = account {
            self.app.online.remove(account, id);
        }
    }
}

/// Waits until the server is going to stop.
async fn stopped(stop: &Semaphore) {
    // There are no permits: it ends when the semaphore is closed.
    let _ = stop.acquire().await;
}

/// Waits until something is written; `None` where that fails or takes too long.
async fn written(writing: impl Future<Output = Result<(), axum::Error>>) -> Option<()> {
    tokio::time::timeout(SOCKET_WRITE_TIMEOUT, writing).await.ok()?.ok()
}

/// A text frame.
fn text_frame(frame: Frame) -> Message {
    // The text of a frame is UTF-8.
    Message::Text(Utf8Bytes::try_from(Bytes::from(frame)).unwrap_or_default())
}

/// Writes a message and those that wait behind it, with a ping before them.
async fn send_all(
    socket: &mut WebSocket,
    first: Frame,
    inbox: &mut Inbox,
    ping: Option<Message>,
) -> Result<(), axum::Error> {
    // The ping comes first, so that its pong comes before what the messages are answered by.
    if let Some(ping) = ping {
        socket.feed(ping).await?;
    }
    socket.feed(text_frame(first)).await?;
    for _ in 1..MAX_GATHERED {
        match inbox.waiting() {
            Some(next) => socket.feed(text_frame(next)).await?,
            None => break,
        }
    }
    socket.flush().await
}

/// Whether a message was longer than [`MAX_MESSAGE`] bytes.
fn is_too_large(error: &axum::Error) -> bool {
    let text = error.to_string();
    // The type of the error is that of the library below axum.
    text.contains("too long") || text.contains("too large") || text.contains(&MAX_MESSAGE.to_string())
}
