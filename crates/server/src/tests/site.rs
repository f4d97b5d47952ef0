//! Test server: a store in memory, a clock with a fixed start, requests through the router.

use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use saffron_live::Millis;
use saffron_protocol::socket::ServerMessage;
use saffron_service::client::Client;
use saffron_service::config::{ComputerLimits, ServiceConfig};
use saffron_service::games::outbox::{Inbox, Outbox};
use saffron_service::names::key::key;
use saffron_service::tokens::hash_of;
use saffron_service::{App, Clock, Service, StartError};
use saffron_store::accounts::{self, Account, Kind};
use saffron_store::sessions::{self, Session};
use saffron_store::{AccountId, Database, MemoryDisk, MemoryOptions, SessionId, Sqlite, SqliteOptions, Statement};
use serde_json::Value;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tower::ServiceExt;

use crate::api_routes;
use crate::http::cookie::COOKIE_NAME;

/// Start time of a test's clock.
pub(crate) const STARTED_AT: Millis = 1_700_000_000_000;

/// Server without a port.
pub(crate) struct Site {
    pub(crate) app: Arc<App>,
    router: Router,
    task: JoinHandle<()>,
    stop: watch::Sender<bool>,
}

impl Site {
    /// Server without computer players, on an empty store in memory.
    pub(crate) async fn new() -> Self {
        Self::with(ServiceConfig { computers: ComputerLimits::none(), ..ServiceConfig::default() }).await
    }

    /// Server with these settings, on an empty store in memory.
    pub(crate) async fn with(config: ServiceConfig) -> Self {
        let disk = MemoryDisk::new(MemoryOptions::default()).expect("a store");
        Self::on(Arc::new(disk.open()), Some(1), config).await
    }

    /// Server on an SQLite file.
    pub(crate) async fn on_file(path: &Path, config: ServiceConfig) -> Self {
        let database = Sqlite::open(path, &SqliteOptions::default()).expect("a store");
        // No seed: ids must not repeat when the file is opened again.
        Self::on(Arc::new(database), None, config).await
    }

    /// Server without computer players, on a disk that another one has used.
    pub(crate) async fn on_disk(disk: &Arc<MemoryDisk>) -> Self {
        // No seed: ids must not repeat when the disk is opened again.
        Self::on(
            Arc::new(disk.open()),
            None,
            ServiceConfig { computers: ComputerLimits::none(), ..ServiceConfig::default() },
        )
        .await
    }

    async fn on(database: Arc<dyn Database>, seed: Option<u64>, config: ServiceConfig) -> Self {
        Self::by_clock(database, Clock::starting_at(STARTED_AT), seed, config).await.expect("a server")
    }

    /// Server on a disk that another one has used, with its own clock.
    pub(crate) async fn by_clock(
        database: Arc<dyn Database>,
        clock: Clock,
        seed: Option<u64>,
        config: ServiceConfig,
    ) -> Result<Self, StartError> {
        let (stop, stopping) = watch::channel(false);
        let service = Service::start(database, clock, seed, config, stopping).await?;
        let (app, router) = (Arc::clone(service.app()), api_routes(&service));
        Ok(Self { app, router, task: tokio::spawn(service.run()), stop })
    }

    /// Stops the server and closes the store.
    pub(crate) async fn stop(self) {
        let _ = self.stop.send(true);
        self.task.abort();
        let _ = self.task.await;
        self.app.database.close().await.expect("closed");
    }

    pub(crate) async fn transact(&self, statement: Statement) {
        self.app.database.transact(vec![statement]).await.expect("a transaction");
    }

    /// Creates a person's account with a session.
    pub(crate) async fn person(&self, name: &str) -> Visitor {
        let mut account = self.account(Kind::Person);
        (account.name, account.name_key) = (Some(name.to_owned()), Some(key(name)));
        self.visitor(account).await
    }

    /// Creates a guest with a session.
    pub(crate) async fn guest(&self) -> Visitor {
        self.visitor(self.account(Kind::Guest)).await
    }

    fn account(&self, kind: Kind) -> Account {
        Account::new(AccountId::from_random(self.app.random.bits()), kind, self.app.clock.now())
    }

    /// Stores an account with a session.
    pub(crate) async fn visitor(&self, account: Account) -> Visitor {
        let token = format!("{:032x}", self.app.random.bits());
        let now = self.app.clock.now();
        let session = Session {
            id: SessionId::from_random(self.app.random.bits()),
            account: account.id,
            created_at: now,
            used_at: now,
            expires_at: now + 1_000_000_000_000,
            user_agent: String::new(),
            address: String::new(),
        };
        self.transact(accounts::insert(&account)).await;
        self.transact(sessions::insert(&hash_of(&token), &session)).await;
        Visitor { account: account.id, router: self.router.clone(), cookie: Some(format!("{COOKIE_NAME}={token}")) }
    }

    /// Visitor of another server on the same store, with the session from there.
    pub(crate) fn again(&self, visitor: &Visitor) -> Visitor {
        Visitor { router: self.router.clone(), ..visitor.clone() }
    }

    /// Visitor without a session.
    pub(crate) fn nobody(&self) -> Visitor {
        let account = AccountId::from_random(0);
        Visitor { account, router: self.router.clone(), cookie: None }
    }

    /// Opens a connection of an account, like a WebSocket.
    pub(crate) fn connect(&self, visitor: &Visitor) -> Connected {
        let (outbox, inbox) = Outbox::new(self.app.next_connection(), self.app.config.sockets.queue);
        self.app.online.add(visitor.account, outbox.clone());
        Connected { outbox, inbox }
    }

    /// Closes a connection.
    pub(crate) fn disconnect(&self, visitor: &Visitor, connected: &Connected) {
        self.app.online.remove(visitor.account, connected.outbox.id());
    }
}

/// Connection without a WebSocket.
pub(crate) struct Connected {
    pub(crate) outbox: Outbox,
    inbox: Inbox,
}

impl Connected {
    /// Next message; panics if none arrives soon.
    pub(crate) async fn next(&mut self) -> ServerMessage {
        let next = tokio::time::timeout(Duration::from_secs(20), self.inbox.next()).await;
        let text = next.expect("a message").expect("an open connection");
        serde_json::from_str(&text).expect("a message of the protocol")
    }

    /// Waits until the server closes the connection; panics if it does not do so soon.
    pub(crate) async fn closed(&mut self) {
        let closed = async { while self.inbox.next().await.is_some() {} };
        tokio::time::timeout(Duration::from_secs(20), closed).await.expect("it is closed");
    }

    /// Next message that satisfies a condition.
    pub(crate) async fn next_that(&mut self, wanted: impl Fn(&ServerMessage) -> bool) -> ServerMessage {
        loop {
            let message = self.next().await;
            if wanted(&message) {
                return message;
            }
        }
    }

    /// Messages that have already arrived.
    pub(crate) fn waiting(&mut self) -> Vec<ServerMessage> {
        std::iter::from_fn(|| self.inbox.waiting())
            .map(|text| serde_json::from_str(&text).expect("a message of the protocol"))
            .collect()
    }
}

/// Visitor with an optional session, who sends requests.
#[derive(Clone)]
pub(crate) struct Visitor {
    pub(crate) account: AccountId,
    router: Router,
    cookie: Option<String>,
}

impl Visitor {
    /// Headers with the session cookie.
    pub(crate) fn headers(&self) -> HeaderMap {
        self.cookie.iter().map(|cookie| (header::COOKIE, cookie.parse().expect("a cookie"))).collect()
    }

    /// Status and body of a response.
    pub(crate) async fn bytes(&self, method: Method, path: &str, body: Option<Value>) -> (StatusCode, Vec<u8>) {
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, "play.example");
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        let body = match body {
            Some(body) => {
                request = request.header(header::CONTENT_TYPE, "application/json");
                Body::from(body.to_string())
            }
            None => Body::empty(),
        };
        let mut request = request.body(body).expect("a request");
        request.extensions_mut().insert(Client::new(IpAddr::V4(Ipv4Addr::LOCALHOST)));
        let Ok(response) = self.router.clone().oneshot(request).await;
        let status = response.status();
        let bytes = response.into_body().collect().await.expect("a body").to_bytes();
        (status, bytes.to_vec())
    }

    /// Status and JSON of a response.
    pub(crate) async fn send(&self, method: Method, path: &str, body: Option<Value>) -> (StatusCode, Value) {
        let (status, bytes) = self.bytes(method, path, body).await;
        (status, if bytes.is_empty() { Value::Null } else { serde_json::from_slice(&bytes).expect("JSON") })
    }

    pub(crate) async fn get(&self, path: &str) -> (StatusCode, Value) {
        self.send(Method::GET, path, None).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        self.send(Method::POST, path, Some(body)).await
    }

    pub(crate) async fn delete(&self, path: &str) -> (StatusCode, Value) {
        self.send(Method::DELETE, path, None).await
    }

    /// JSON of a POST response with status 200.
    pub(crate) async fn posted(&self, path: &str, body: Value) -> Value {
        let (status, answer) = self.post(path, body).await;
        assert!(status.is_success(), "{path}: {status} {answer}");
        answer
    }

    /// JSON of a GET response with status 200.
    pub(crate) async fn got(&self, path: &str) -> Value {
        let (status, answer) = self.get(path).await;
        assert!(status.is_success(), "{path}: {status} {answer}");
        answer
    }

    /// Error code of a refused POST request.
    pub(crate) async fn refused(&self, path: &str, body: Value) -> String {
        code(self.post(path, body).await)
    }
}

/// Error code in a response that refuses a request.
pub(crate) fn code((status, answer): (StatusCode, Value)) -> String {
    assert!(!status.is_success(), "{status} {answer}");
    answer["error"]["code"].as_str().expect("a code").to_owned()
}
