//! The WebSocket: one connection for everything a page watches. Messages come in, the connection's outbox goes out.

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
use saffron_service::config::Quota;
use saffron_service::config::limits::{
    MAX_GATHERED, MAX_SOCKET_WRITE_BUFFER, PING_INTERVAL, PLAYER_PING_INTERVAL, PLAYER_TTL, RECONNECT_DELAY,
    SOCKET_CLOSE_TIMEOUT, SOCKET_READ_BUFFER, SOCKET_WRITE_BUFFER, SOCKET_WRITE_TIMEOUT,
};
use saffron_service::games::ReplyTo;
use saffron_service::games::outbox::{ClientMemory, Frame, Inbox, Outbox, frame};
use saffron_service::lobby::{tv, watch};
use saffron_service::parts::budgets::{Cost, Payer};
use saffron_service::parts::limits::Allowance;
use saffron_service::session::Viewer;
use saffron_service::{App, arenas, chat};
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

#[derive(Debug, Deserialize)]
struct Parameters {
    v: Option<u32>,
}

pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(upgrade))
}

#[utoipa::path(
    get, path = "/api/socket", tag = "games",
    summary = "Opens the WebSocket that docs/protocol.md describes",
    params(("v" = String, Query, description = "Version of the messages: 1")),
    responses((status = 101, description = "The connection becomes a WebSocket"))
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
        .read_buffer_size(SOCKET_READ_BUFFER)
        .write_buffer_size(SOCKET_WRITE_BUFFER)
        .max_write_buffer_size(MAX_SOCKET_WRITE_BUFFER)
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
    /// Number and send time of the ping whose pong is awaited.
    ping: Option<(u64, Instant)>,
    /// Number of the last ping.
    pings: u64,
    /// Time of the last ping.
    pinged_at: Option<Instant>,
    /// Time of the last command.
    commanded_at: Option<Instant>,
    /// True once the page was closed, rather than only its connection.
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
            allowance: Allowance::new(Quota {
                burst: MESSAGE_BURST,
                refill: Duration::from_secs(1) / MESSAGES_PER_SECOND,
            }),
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
            let _ = tokio::time::timeout(SOCKET_CLOSE_TIMEOUT, socket.send(close)).await;
        }
    }

    /// Handles messages until the connection ends. Returns the reason if the server ends it, `None` if the client did.
    async fn exchange(&mut self, socket: &mut WebSocket, mut inbox: Inbox) -> Option<CloseReason> {
        let stop = Arc::clone(&self.app.stop);
        // The first ping goes out at once, so that moves resent after a lost connection have a measured round trip.
        let mut pings = interval_at(Instant::now(), PING_INTERVAL);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let silence = self.app.config.sockets.silence;
        let mut last_received = Instant::now();
        loop {
            tokio::select! {
                biased;
                () = stopped(&stop) => {
                    let closing = frame(&ServerMessage::Closing { retry_after: RECONNECT_DELAY });
                    let _ = tokio::time::timeout(SOCKET_CLOSE_TIMEOUT, socket.send(text_frame(closing))).await;
                    return Some(CloseReason::Restart);
                }
                message = socket.recv() => {
                    last_received = Instant::now();
                    match message? {
                        // Boxed, since an idle connection should not reserve the memory that handling a message needs.
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
                // Every client answers pings: this one is dead, or has begun a frame that does not end.
                () = sleep_until(last_received + silence) => return Some(CloseReason::Silent),
            }
        }
    }

    /// Returns whether to send a ping with the messages about to be written: the client is a player, no pong is
    /// awaited, and the last ping is old enough.
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

    /// Records the round-trip time if the payload is that of the awaited ping; other pongs are ignored.
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
        if let Err(error) = self.charge(&message, text.len()) {
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
            ClientMessage::WatchArena { arena } => {
                if let Err(error) = arenas::watch(&self.app, &self.outbox, self.viewer.as_ref(), &arena) {
                    self.fault(error, None);
                }
            }
            ClientMessage::UnwatchArena => self.app.arenas.followers.remove(self.outbox.id()),
            ClientMessage::Leave => self.leaving = true,
        }
    }

    /// Charges a message to the connection's allowance, and its bytes to the budgets of the client, the account and the
    /// game.
    fn charge(&mut self, message: &ClientMessage, bytes: usize) -> Result<(), ErrorCode> {
        if !self.app.config.quotas_off {
            self.allowance.take()?;
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
        let live_game = match self.app.games.get(key) {
            Some(live_game) => live_game,
            None => match self.app.open_game(self.client, key).await {
                Ok(live_game) => live_game,
                Err(error) => return self.refuse(game, id, error.into_code()),
            },
        };
        let reply_to = ReplyTo::Connection(self.outbox.clone());
        self.app.games.command(&live_game, account, id, command, self.round_trips.known(), reply_to);
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
            Ok(live_game) => {
                self.watched.insert(id);
                let events = live_game.lock().live.next_seq();
                self.app.budgets.owe(payer, Cost::of_replay(events as usize));
                chat::send_all(&self.app, self.viewer.as_ref(), &live_game, &self.outbox).await;
            }
            Err(ErrorCode::NotFound) => self.not_found(game),
            Err(ErrorCode::Busy) => {
                // The server is at fault, not the client. The client stays subscribed, and gets the game once it can be
                // read.
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
        self.app.arenas.followers.remove(id);
        if let Some(account) = account {
            self.app.online.remove(account, id);
        }
    }
}

/// Completes when the server is about to stop.
async fn stopped(stop: &Semaphore) {
    // The semaphore never has permits; closing it ends the wait.
    let _ = stop.acquire().await;
}

/// Awaits a write; `None` if it fails or exceeds [`SOCKET_WRITE_TIMEOUT`].
async fn written(writing: impl Future<Output = Result<(), axum::Error>>) -> Option<()> {
    tokio::time::timeout(SOCKET_WRITE_TIMEOUT, writing).await.ok()?.ok()
}

fn text_frame(frame: Frame) -> Message {
    // Frames are made from JSON, which is UTF-8.
    Message::Text(Utf8Bytes::try_from(Bytes::from(frame)).unwrap_or_default())
}

/// Writes a message together with those queued after it, preceded by a ping if there is one.
async fn send_all(
    socket: &mut WebSocket,
    first: Frame,
    inbox: &mut Inbox,
    ping: Option<Message>,
) -> Result<(), axum::Error> {
    // First, so that the client's pong precedes its answer to the messages.
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

/// Returns whether an error means that a message was longer than [`MAX_MESSAGE`] bytes.
fn is_too_large(error: &axum::Error) -> bool {
    let text = error.to_string();
    // axum does not expose the error type of the WebSocket library below it.
    text.contains("too long") || text.contains("too large") || text.contains(&MAX_MESSAGE.to_string())
}
