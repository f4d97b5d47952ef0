//! Connection of a client.

use std::time::Duration;

use anyhow::anyhow;
use futures_util::{SinkExt, StreamExt};
use saffron_live::{Command, CommandId, Recorded};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::game::{GameState, GameView};
use saffron_protocol::socket::{ClientMessage, ServerMessage};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};
use turmoil::net::TcpStream;

use crate::client::followed::PendingCommand;
use crate::client::state::Client;
use crate::history::Stretch;
use crate::world::{PORT, Phase, SERVER, World, now};

pub(crate) type Socket = WebSocketStream<TcpStream>;

/// Timeout of connecting and of a write.
const IO_TIMEOUT: Duration = Duration::from_secs(3);
/// Interval of the pings, and silence after which a connection is given up, in milliseconds.
const PING_INTERVAL: u64 = 2000;
const SILENCE_TIMEOUT: u64 = 7000;
/// Delay in milliseconds before a temporarily refused command is sent again.
const RETRY_DELAY: u64 = 700;
/// Time in milliseconds after the arrival of a command from which the answer to a new ping must come after that of the command.
const ANSWER_TIMEOUT: u64 = 4000;

/// Reason why a connection ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// The server is shutting down and asks to reconnect after this number of milliseconds.
    Closing(u64),
    /// The connection broke, or the server closed it.
    Broken,
    /// No message was received for too long.
    Silent,
    /// The client closed the connection.
    Own,
}

/// Opens a socket.
pub(crate) async fn connect(world: &World, person: usize) -> anyhow::Result<Socket> {
    let attempt = async {
        let stream = TcpStream::connect((SERVER, PORT)).await?;
        let mut request = format!("ws://{SERVER}/api/socket?v=1").into_client_request()?;
        if world.plan.people[person].session {
            let cookie = format!("saffron={}", world.accounts[person].token);
            request.headers_mut().insert("cookie", cookie.parse()?);
        }
        anyhow::Ok(client_async(request, stream).await?.0)
    };
    tokio::time::timeout(IO_TIMEOUT, attempt).await.map_err(|_| anyhow!("no connection in time"))?
}

/// Connection of a client.
pub(crate) struct Session<'a> {
    pub(crate) client: &'a mut Client,
    socket: Socket,
    heard: u64,
    /// Unanswered pings: their numbers and the times at which they were sent.
    pings: Vec<(u32, u64)>,
    next_ping: u32,
    /// Time until which no message is read.
    pub(crate) slow_until: u64,
    /// True if the client wants to close the connection.
    pub(crate) leaving: bool,
}

impl<'a> Session<'a> {
    pub(crate) fn new(client: &'a mut Client, socket: Socket) -> Self {
        for game in &mut client.games {
            game.watched = false;
            game.following = false;
            for pending in &mut game.pending {
                pending.sent = None;
            }
        }
        client.world.note(&client.name, "connected");
        Self { client, socket, heard: now(), pings: Vec::new(), next_ping: 0, slow_until: 0, leaving: false }
    }

    /// Follows the games and plays until the connection ends.
    pub(crate) async fn run(mut self) -> End {
        match self.exchange().await {
            Ok(end) => {
                if end == End::Own {
                    let _ = tokio::time::timeout(IO_TIMEOUT, self.socket.close(None)).await;
                }
                end
            }
            Err(error) => {
                self.client.world.note(&self.client.name, &format!("{error}"));
                End::Broken
            }
        }
    }

    async fn exchange(&mut self) -> anyhow::Result<End> {
        self.watch_all().await?;
        self.resend_all().await?;
        let mut next_action = Instant::now();
        let mut next_ping = Instant::now() + Duration::from_millis(PING_INTERVAL);
        loop {
            let slow = self.slow_until > now();
            self.heard = self.heard.max(self.slow_until.min(now()));
            tokio::select! {
                biased;
                message = self.socket.next(), if !slow => {
                    let Some(message) = message else { return Ok(End::Broken) };
                    self.heard = now();
                    match message? {
                        Message::Text(text) => {
                            if let Some(end) = self.receive(&text).await? {
                                return Ok(end);
                            }
                        }
                        Message::Close(frame) => {
                            let code = frame.map(|frame| u16::from(frame.code));
                            self.client.world.note(&self.client.name, &format!("closed with {code:?}"));
                            if code == Some(1008) {
                                self.client.world.history().totals.behind += 1;
                            }
                            return Ok(End::Broken);
                        }
                        _ => {}
                    }
                }
                () = tokio::time::sleep_until(next_ping) => {
                    next_ping = Instant::now() + Duration::from_millis(PING_INTERVAL);
                    if !slow && now() > self.heard + SILENCE_TIMEOUT {
                        return Ok(End::Silent);
                    }
                    self.ping().await?;
                }
                () = tokio::time::sleep_until(next_action) => {
                    self.act().await?;
                    if self.leaving {
                        return Ok(End::Own);
                    }
                    next_action = Instant::now() + Duration::from_millis(self.pause());
                }
            }
        }
    }

    /// Sends a ping.
    pub(crate) async fn ping(&mut self) -> anyhow::Result<()> {
        let n = self.next_ping;
        self.next_ping += 1;
        self.pings.push((n, now()));
        self.send(&ClientMessage::Ping { n }).await
    }

    fn pause(&mut self) -> u64 {
        if self.client.world.phase.get() == Phase::Play {
            let (least, most) = self.client.world.plan.people[self.client.person].pause;
            self.client.random.range(least..most)
        } else {
            self.client.report();
            150
        }
    }

    pub(crate) async fn send(&mut self, message: &ClientMessage) -> anyhow::Result<()> {
        let text = serde_json::to_string(message)?;
        self.client.world.note(&self.client.name, &format!("> {text}"));
        let sent = tokio::time::timeout(IO_TIMEOUT, self.socket.send(Message::text(text))).await;
        Ok(sent.map_err(|_| anyhow!("a message could not be written in time"))??)
    }

    async fn watch_all(&mut self) -> anyhow::Result<()> {
        for index in 0..self.client.games.len() {
            self.watch(index).await?;
        }
        Ok(())
    }

    /// Follows a game from its next event, or from the beginning.
    pub(crate) async fn watch(&mut self, index: usize) -> anyhow::Result<()> {
        let forgetful = self.client.random.chance(150);
        let game = &mut self.client.games[index];
        game.watched = true;
        let from = (game.next > 0 && !forgetful).then_some(game.next);
        let id = self.client.world.games[game.game].to_string();
        self.send(&ClientMessage::Watch { game: id, from }).await
    }

    /// Sends unanswered commands again, sometimes in another order.
    async fn resend_all(&mut self) -> anyhow::Result<()> {
        for index in 0..self.client.games.len() {
            let mut ids: Vec<CommandId> =
                self.client.games[index].pending.iter().map(|pending| pending.id.clone()).collect();
            if self.client.random.chance(300) {
                self.client.random.shuffle(&mut ids);
            }
            for id in ids {
                self.send_pending(index, &id).await?;
            }
        }
        Ok(())
    }

    /// Sends a copy of an unanswered command.
    pub(crate) async fn send_pending(&mut self, index: usize, id: &CommandId) -> anyhow::Result<()> {
        let ping = self.next_ping;
        let pending = self.client.games[index].pending.iter_mut().find(|pending| pending.id == *id);
        let Some(PendingCommand { command, .. }) = pending.map(|pending| {
            pending.sent = Some(now());
            pending.ping = ping;
            pending.arrived = None;
            pending.clone()
        }) else {
            return Ok(());
        };
        self.send_copy(index, id.clone(), command).await
    }

    /// Sends a copy of a command.
    pub(crate) async fn send_copy(&mut self, index: usize, id: CommandId, command: Command) -> anyhow::Result<()> {
        let game = &self.client.games[index];
        if let Some(side) = game.side {
            self.client.world.history().sent(now(), &id, game.game, side, &command);
        }
        let game = self.client.world.games[game.game].to_string();
        self.send(&ClientMessage::Do { game, id, command }).await
    }

    /// Sends temporarily refused commands again.
    pub(crate) async fn resend_late(&mut self) -> anyhow::Result<()> {
        for index in 0..self.client.games.len() {
            let late = |pending: &&PendingCommand| pending.sent.is_none() && pending.again <= now();
            let ids: Vec<CommandId> =
                self.client.games[index].pending.iter().filter(late).map(|pending| pending.id.clone()).collect();
            for id in ids {
                self.send_pending(index, &id).await?;
            }
        }
        Ok(())
    }

    async fn receive(&mut self, text: &str) -> anyhow::Result<Option<End>> {
        let name = self.client.name.clone();
        self.client.world.note(&name, &format!("< {text}"));
        let message: ServerMessage = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => {
                self.wrong(&format!("an unknown message, {error}: {text}"));
                return Ok(None);
            }
        };
        match message {
            ServerMessage::Welcome { account, .. } => {
                let world = &self.client.world;
                let expected = world.plan.people[self.client.person]
                    .session
                    .then(|| world.accounts[self.client.person].id.to_string());
                if account != expected {
                    self.wrong(&format!("welcomed as {account:?} instead of {expected:?}"));
                }
            }
            ServerMessage::Game { view } => self.whole_game(&view),
            ServerMessage::Events { game, events, state } => self.events(&game, &events, &state),
            ServerMessage::Ack { game, id, seq } => {
                self.client.world.history().acknowledged(now(), &id, seq);
                if let Some(index) = self.index(&game) {
                    self.client.games[index].answered(&id, true);
                }
            }
            ServerMessage::Refused { game, id, error } => self.refused(&game, &id, &error),
            ServerMessage::Resync { game } => {
                self.client.world.history().totals.behind += 1;
                if let Some(index) = self.index(&game) {
                    self.client.games[index].following = false;
                    self.watch(index).await?;
                }
            }
            ServerMessage::Closing { retry_after } => return Ok(Some(End::Closing(retry_after.into()))),
            ServerMessage::Pong { n, .. } => self.pong(n),
            ServerMessage::Error { error, game } => {
                self.check_error(&error);
                if let Some(index) = game.and_then(|game| self.index(&game)) {
                    // The refusal may be about a watch, which is requested again; some clients wait for the server first.
                    let waits = error == ErrorCode::Busy && self.client.person.is_multiple_of(2);
                    self.client.games[index].watched &= waits;
                    self.client.games[index].following = false;
                }
            }
            _ => {}
        }
        Ok(None)
    }

    /// Records a violation in the server's messages.
    pub(crate) fn wrong(&self, what: &str) {
        self.client.world.violation(format!("{}: {what}", self.client.name));
    }

    pub(crate) fn index(&self, id: &str) -> Option<usize> {
        let game = self.client.world.game_index(id);
        let index = game.and_then(|game| self.client.games.iter().position(|followed| followed.game == game));
        if index.is_none() {
            self.wrong(&format!("a message about game {id}, which is not followed"));
        }
        index
    }

    fn whole_game(&mut self, view: &GameView) {
        let Some(index) = self.index(&view.info.id) else { return };
        let replaced = self.client.games[index].replace(view);
        if let Err(problem) = replaced {
            self.wrong(&format!("game {}: {problem}", view.info.id));
        }
        let game = &mut self.client.games[index];
        game.following = game.watched;
        let mut history = self.client.world.history();
        game.stretch = Some(history.stretches.len());
        history.stretches.push(Stretch {
            person: self.client.person,
            game: game.game,
            side: game.side,
            from: view.state.seq,
            next: view.state.seq,
            shown: std::collections::BTreeSet::new(),
        });
    }

    fn events(&mut self, id: &str, events: &[Recorded], state: &GameState) {
        let Some(index) = self.index(id) else { return };
        let Some(stretch) = self.client.games[index].stretch else {
            return self.wrong(&format!("events of game {id} before the game"));
        };
        let mut wrong = Vec::new();
        for recorded in events {
            let game = &mut self.client.games[index];
            let mut history = self.client.world.history();
            history.show(now(), game.game, recorded);
            if recorded.seq >= game.next {
                history.stretches[stretch].shown.insert(recorded.seq);
                if let Err(problem) = game.apply(recorded) {
                    wrong.push(problem);
                }
            }
            // The sender learns from the event that the command was carried out.
            if let Some(id) = &recorded.command {
                if game.pending.iter().any(|pending| pending.id == *id) {
                    history.acknowledged(now(), id, recorded.seq);
                }
                game.answered(id, true);
            }
        }
        let game = &mut self.client.games[index];
        game.following = game.watched;
        // An answer to a watch may be older than events that came in the meantime.
        if state.seq >= game.next {
            game.next = state.seq;
            if let Err(problem) = game.check(state) {
                wrong.push(problem);
            }
        }
        self.client.world.history().stretches[stretch].next = game.next;
        for problem in wrong {
            self.wrong(&format!("game {id}: {problem}"));
        }
    }

    pub(crate) fn refused(&mut self, game: &str, id: &CommandId, error: &ErrorCode) {
        self.check_error(error);
        let Some(index) = self.index(game) else { return };
        let for_now = matches!(
            error,
            ErrorCode::Internal | ErrorCode::Busy | ErrorCode::ShuttingDown | ErrorCode::RateLimited { .. }
        );
        if for_now {
            // Send the same command again a little later.
            if let Some(pending) = self.client.games[index].pending.iter_mut().find(|pending| pending.id == *id) {
                pending.sent = None;
                pending.again = now() + RETRY_DELAY;
            }
            return;
        }
        if matches!(error, ErrorCode::Forbidden | ErrorCode::NotFound | ErrorCode::SignInRequired) {
            self.wrong(&format!("a player's command was refused: {error:?}"));
        }
        self.client.world.history().refused(now(), id, error);
        self.client.games[index].answered(id, false);
    }

    /// Checks that the server reports internal errors only if the disk fails.
    fn check_error(&self, error: &ErrorCode) {
        let world = &self.client.world;
        match error {
            ErrorCode::Internal | ErrorCode::Busy if world.plan.store_fails => {
                world.history().totals.store_failures += 1;
            }
            ErrorCode::Internal
            | ErrorCode::Busy
            | ErrorCode::NotFound
            | ErrorCode::InvalidMessage
            | ErrorCode::UnsupportedVersion { .. } => self.wrong(&format!("refused: {error:?}")),
            _ => {}
        }
    }

    /// Checks that a ping is answered after all commands that arrived long before it.
    fn pong(&mut self, n: u32) {
        let Some(position) = self.pings.iter().position(|(ping, _)| *ping == n) else {
            return self.wrong(&format!("an answer to no ping: {n}"));
        };
        let (_, sent) = self.pings.remove(position);
        self.client.answered_ping = sent;
        let mut wrong = Vec::new();
        for pending in self.client.games.iter_mut().flat_map(|game| &mut game.pending) {
            if pending.sent.is_none() || pending.ping > n {
                continue;
            }
            let arrived = *pending.arrived.get_or_insert(now());
            if arrived + ANSWER_TIMEOUT <= sent {
                wrong.push(format!("command {:?} has no answer", pending.id));
            }
        }
        for problem in wrong {
            self.wrong(&problem);
        }
    }
}
