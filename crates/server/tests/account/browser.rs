//! Test server without a network, and visitors with cookies.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, COOKIE, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::BodyExt;
use saffron_service::config::ServiceConfig;
use saffron_service::{Clock, Service};
use saffron_store::{Database, MemoryDisk, MemoryOptions};
use serde_json::Value;
use tokio::sync::watch;
use tower::ServiceExt;

/// Server with its open database.
pub(crate) struct TestServer {
    pub(crate) router: Router,
    pub(crate) database: Arc<dyn Database>,
    pub(crate) disk: Arc<MemoryDisk>,
    _stopping: watch::Sender<bool>,
}

/// 15 January 2027, noon, in milliseconds since the Unix epoch.
pub(crate) const START: i64 = 1_800_014_400_000;

impl TestServer {
    pub(crate) async fn new(config: ServiceConfig) -> Self {
        Self::on(MemoryDisk::new(MemoryOptions::default()).expect("a disk"), config, START).await
    }

    /// Server on a disk that another one has used, starting at another time, so that its tokens and ids differ.
    pub(crate) async fn on(disk: Arc<MemoryDisk>, config: ServiceConfig, now: i64) -> Self {
        let database: Arc<dyn Database> = Arc::new(disk.open());
        let (stop, stopping) = watch::channel(false);
        let seed = u64::try_from(now).ok();
        let service = Service::start(Arc::clone(&database), Clock::starting_at(now), seed, config, stopping).await;
        let service = service.expect("a server");
        let router = saffron_server::api_routes(&service);
        tokio::spawn(service.run());
        Self { router, database, disk, _stopping: stop }
    }

    pub(crate) fn visitor(&self) -> Browser {
        Browser { router: self.router.clone(), cookie: None, headers: HeaderMap::new() }
    }

    /// Registers a visitor with the password [`PASSWORD`].
    pub(crate) async fn person(&self, name: &str) -> Browser {
        let mut browser = self.visitor();
        let body = serde_json::json!({ "name": name, "password": PASSWORD });
        let answer = browser.post("/api/account/register", body).await;
        assert_eq!(answer.status, StatusCode::OK, "{:?}", answer.body);
        browser
    }
}

pub(crate) const PASSWORD: &str = "a kitchen with 7 lamps";

#[derive(Clone)]
pub(crate) struct Browser {
    router: Router,
    /// Cookie as it is sent: `saffron=TOKEN`.
    pub(crate) cookie: Option<String>,
    /// Headers of all requests.
    pub(crate) headers: HeaderMap,
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
    pub(crate) body: Value,
}

impl Answer {
    /// Error code of a refusal.
    pub(crate) fn code(&self) -> &str {
        self.body["error"]["code"].as_str().unwrap_or("none")
    }

    #[track_caller]
    pub(crate) fn refused(&self, status: u16, code: &str) {
        assert_eq!((self.status.as_u16(), self.code()), (status, code), "{}", self.text);
    }

    #[track_caller]
    pub(crate) fn ok(self) -> Value {
        assert!(self.status.is_success(), "{} {}", self.status, self.text);
        self.body
    }
}

impl Browser {
    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.request(Method::GET, path, None).await
    }

    pub(crate) async fn post(&mut self, path: &str, body: Value) -> Answer {
        self.request(Method::POST, path, Some(body)).await
    }

    pub(crate) async fn put(&mut self, path: &str, body: Value) -> Answer {
        self.request(Method::PUT, path, Some(body)).await
    }

    pub(crate) async fn delete(&mut self, path: &str) -> Answer {
        self.request(Method::DELETE, path, None).await
    }

    pub(crate) async fn me(&mut self) -> Value {
        self.get("/api/me").await.ok()
    }

    pub(crate) async fn request(&mut self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let mut request = Request::builder().method(&method).uri(path).header("host", "saffron.test");
        if method != Method::GET && !self.headers.contains_key(ORIGIN) {
            request = request.header(ORIGIN, "http://saffron.test");
        }
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        if let Some(cookie) = &self.cookie {
            request = request.header(COOKIE, cookie);
        }
        let body = match body {
            Some(Value::String(text)) => Body::from(text),
            Some(body) => {
                if !self.headers.contains_key(CONTENT_TYPE) {
                    request = request.header(CONTENT_TYPE, "application/json");
                }
                Body::from(body.to_string())
            }
            None => Body::empty(),
        };
        let response = self.router.clone().oneshot(request.body(body).expect("a request")).await.expect("an answer");
        let (head, body) = response.into_parts();
        for value in head.headers.get_all(SET_COOKIE) {
            let value = value.to_str().expect("text");
            assert_eq!(head.headers[CACHE_CONTROL], "no-store");
            let pair = value.split(';').next().expect("a pair");
            self.cookie = (!pair.ends_with('=')).then(|| pair.to_owned());
        }
        let bytes = body.collect().await.expect("a body").to_bytes();
        let text = String::from_utf8(bytes.to_vec()).expect("text");
        let body = serde_json::from_str(&text).unwrap_or(Value::Null);
        Answer { status: head.status, headers: head.headers, text, body }
    }
}
