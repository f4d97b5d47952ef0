//! Guests with WebSockets, and games between them.

use std::net::SocketAddr;

use serde_json::Value;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

use super::{connect, messages, rest, write};

pub(crate) type Socket = WebSocketStream<TcpStream>;

pub(crate) async fn open(address: SocketAddr, cookie: Option<&str>) -> Socket {
    let mut request = format!("ws://{address}/api/socket?v=1").into_client_request().expect("a request");
    if let Some(cookie) = cookie {
        request.headers_mut().insert("cookie", cookie.parse().expect("a header"));
    }
    client_async(request, connect(address).await).await.expect("a socket").0
}

/// JSON of a response, and the cookie that it sets.
pub(crate) async fn post(address: SocketAddr, path: &str, cookie: Option<&str>, body: &str) -> (Value, Option<String>) {
    let mut stream = connect(address).await;
    let cookie = cookie.map(|cookie| format!("Cookie: {cookie}\r\n")).unwrap_or_default();
    let length = body.len();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\n{cookie}\
         Content-Length: {length}\r\n\r\n{body}"
    );
    write(&mut stream, &head).await;
    let answer = rest(stream).await;
    let set = answer.lines().find_map(|line| line.strip_prefix("set-cookie: "));
    let set = set.and_then(|set| set.split(';').next()).map(str::to_owned);
    (messages(&answer).into_iter().next().unwrap_or_else(|| panic!("{path}: {answer}")), set)
}

/// Starts a game between two guests.
pub(crate) async fn game(address: SocketAddr, offer: &str, cookies: &[String]) -> String {
    let (challenge, _) = post(address, "/api/challenges", Some(&cookies[0]), offer).await;
    let accept = format!("/api/challenges/{}/accept", challenge["id"].as_str().expect("an id"));
    let (started, _) = post(address, &accept, Some(&cookies[1]), "{}").await;
    started["game"].as_str().expect("a game").to_owned()
}
