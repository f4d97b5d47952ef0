//! Test server for games that start without the lobby.

use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{Method, Request, StatusCode};
use saffron_live::{Command, CommandId, Settings, TimeControl};
use saffron_protocol::error::ErrorCode;
use saffron_service::config::{ComputerLimits, ServiceConfig};
use saffron_service::games::info::GameData;
use saffron_service::games::info::player;
use saffron_service::games::outbox::{Inbox, Outbox};
use saffron_service::games::{Opening, ReplyTo};
use saffron_service::names::key::key;
use saffron_service::session::Viewer;
use saffron_service::{Clock, StartError};
use saffron_store::accounts::{self, Account, Kind};
use saffron_store::{AccountId, GameId, MemoryDisk};
use serde_json::Value;
use tokio::sync::oneshot;

use crate::http::viewer::viewer_of;
use crate::tests::site::{self, Visitor};

/// Server without computer players.
pub(crate) struct Site(site::Site);

impl Deref for Site {
    type Target = site::Site;

    fn deref(&self) -> &site::Site {
        &self.0
    }
}

/// Settings of most games: blitz.
pub(crate) fn blitz(rated: bool) -> Settings {
    let control = TimeControl::Clock { initial: 180, increment: 2 };
    Settings { rated, ..Settings::casual("shafran", control) }
}

impl Site {
    pub(crate) async fn start() -> Self {
        Self(site::Site::new().await)
    }

    /// Server without quotas.
    pub(crate) async fn without_quotas() -> Self {
        let config = ServiceConfig { computers: ComputerLimits::none(), quotas_off: true, ..ServiceConfig::default() };
        Self(site::Site::with(config).await)
    }

    /// Server on a disk that another one has used.
    pub(crate) async fn start_on(disk: &Arc<MemoryDisk>) -> Self {
        Self(site::Site::on_disk(disk).await)
    }

    /// Server on a disk that another one has used, with its own clock.
    pub(crate) async fn by_clock(disk: &Arc<MemoryDisk>, clock: Clock) -> Result<Self, StartError> {
        let config = ServiceConfig { computers: ComputerLimits::none(), ..ServiceConfig::default() };
        Ok(Self(site::Site::by_clock(Arc::new(disk.open()), clock, None, config).await?))
    }

    /// Server on an SQLite file.
    pub(crate) async fn start_on_file(path: &Path) -> Self {
        let config = ServiceConfig { computers: ComputerLimits::none(), ..ServiceConfig::default() };
        Self(site::Site::on_file(path, config).await)
    }

    /// Stops the server.
    pub(crate) async fn stop(self) {
        self.0.stop().await;
    }

    /// Creates an account with a session.
    pub(crate) async fn account(&self, kind: Kind, name: Option<&str>) -> Visitor {
        self.account_with(kind, name, |_| {}).await
    }

    pub(crate) async fn account_with(
        &self,
        kind: Kind,
        name: Option<&str>,
        change: impl FnOnce(&mut Account),
    ) -> Visitor {
        let id = AccountId::from_random(self.app.random.bits());
        let mut account = Account::new(id, kind, self.app.clock.now());
        account.name = name.map(str::to_owned);
        account.name_key = name.map(key);
        change(&mut account);
        self.visitor(account).await
    }

    /// Starts a game.
    pub(crate) async fn game(&self, settings: Settings, white: &Visitor, black: &Visitor) -> GameId {
        let mut players = Vec::new();
        for visitor in [white, black] {
            let account = accounts::by_id(&*self.app.database, visitor.account).await.expect("a store");
            players.push((visitor.account, player(&account.expect("an account"), Some(1500.0), true)));
        }
        let players = players.try_into().expect("two players");
        let id = GameId::from_random(self.app.random.bits());
        let opening = Opening { settings, players, data: GameData::default() };
        self.app.games.begin(id, opening, Vec::new()).await.expect("a game")
    }

    /// Carries out a player's command.
    pub(crate) async fn command(&self, game: GameId, by: &Visitor, command: Command) -> Result<u32, ErrorCode> {
        let live_game = self.app.games.open(game).await?;
        let (answer, answered) = oneshot::channel();
        let n = u32::try_from(self.app.random.bits() % 1_000_000_000).unwrap_or(0);
        let id = CommandId { client: "test".to_owned(), n };
        self.app.games.command(
            &live_game,
            by.account,
            id,
            &command,
            saffron_live::RoundTrip::default(),
            ReplyTo::Request(answer),
        );
        answered.await.expect("an answer")
    }

    /// Plays moves for both sides.
    pub(crate) async fn moves(&self, game: GameId, players: [&Visitor; 2], moves: &str) {
        for uci in moves.split(' ') {
            let ply = self.app.games.open(game).await.expect("a game").lock().live.ply();
            let by = players[usize::from(ply % 2)];
            let command = Command::Move { uci: uci.to_owned(), ply, thought: None };
            self.command(game, by, command).await.expect("a legal move");
        }
    }

    /// Plays a game of two plies that Black resigns, and waits for its ratings.
    pub(crate) async fn won_game(&self, settings: Settings, white: &Visitor, black: &Visitor) -> GameId {
        let game = self.game(settings, white, black).await;
        self.moves(game, [white, black], "e2e5 e9e6").await;
        self.command(game, black, Command::Resign).await.expect("it can be resigned");
        self.settle().await;
        game
    }

    /// Waits until all background work is done.
    pub(crate) async fn settle(&self) {
        tokio::time::sleep(Duration::from_millis(200)).await;
    }

    /// Connection of an account, or of a visitor without one, that watches a game.
    pub(crate) async fn watch(&self, game: GameId, by: Option<&Visitor>) -> (Outbox, Inbox) {
        let (outbox, inbox) = Outbox::new(self.app.next_connection(), self.app.config.sockets.queue);
        let viewer = match by {
            Some(visitor) => Some(self.viewer(visitor).await),
            None => None,
        };
        let account = viewer.as_ref().map(|viewer| viewer.account);
        let live_game = self.app.games.watch(game, &outbox, account, None).await.expect("a game");
        saffron_service::chat::send_all(&self.app, viewer.as_ref(), &live_game, &outbox).await;
        (outbox, inbox)
    }

    /// Session of a visitor.
    pub(crate) async fn viewer(&self, visitor: &Visitor) -> Viewer {
        let mut parts = Request::new(()).into_parts().0;
        parts.headers = visitor.headers();
        viewer_of(&self.app, &parts).await.expect("a store").expect("a session")
    }

    /// Sends a request and returns the JSON response.
    pub(crate) async fn ask(
        &self,
        method: Method,
        path: &str,
        by: Option<&Visitor>,
        body: Option<Value>,
    ) -> (StatusCode, Value) {
        match by {
            Some(visitor) => visitor.send(method, path, body).await,
            None => self.nobody().send(method, path, body).await,
        }
    }

    /// Text of a response to a visitor without a session.
    pub(crate) async fn text(&self, path: &str) -> String {
        let (status, bytes) = self.nobody().bytes(Method::GET, path, None).await;
        assert_eq!(status, StatusCode::OK, "{path}");
        String::from_utf8(bytes).expect("text")
    }

    /// JSON of a response with status 200.
    pub(crate) async fn ok(&self, path: &str, by: Option<&Visitor>) -> Value {
        let (status, value) = self.ask(Method::GET, path, by, None).await;
        assert_eq!(status, StatusCode::OK, "{path} {value}");
        value
    }

    /// Error code of a refused request.
    pub(crate) async fn refused(
        &self,
        method: Method,
        path: &str,
        by: Option<&Visitor>,
        body: Option<Value>,
    ) -> String {
        site::code(self.ask(method, path, by, body).await)
    }
}

/// Messages of one kind in an inbox; others are dropped.
pub(crate) fn messages(inbox: &mut Inbox, kind: &str) -> Vec<Value> {
    let all = std::iter::from_fn(|| inbox.waiting());
    let all = all.map(|text| serde_json::from_str::<Value>(&text).expect("JSON"));
    all.filter(|message| message["t"] == kind).collect()
}
