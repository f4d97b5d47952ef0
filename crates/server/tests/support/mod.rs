//! Server in this process, and a client at the level of bytes.
#![allow(dead_code, reason = "each test program uses a part of it")]

pub(crate) mod sockets;

use std::net::SocketAddr;
use std::time::Duration;

use saffron_server::{Page, Server};
use saffron_service::config::{AnalysisLimits, ServerConfig};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub(crate) const START: &str = "kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK w QBqb - 0 1";

/// Generous for a busy machine, and far below the duration of an unlimited search.
pub(crate) const SOON: Duration = Duration::from_secs(20);

/// Starts a server without a page.
pub(crate) async fn serve(config: ServerConfig) -> SocketAddr {
    serve_page(Page::default(), config).await
}

pub(crate) async fn serve_page(page: Page, config: ServerConfig) -> SocketAddr {
    let server = Server::bind("127.0.0.1:0").await.expect("a port").with_config(config).with_page(page);
    let address = server.local_addr();
    tokio::spawn(server.run(std::future::pending()));
    address
}

/// Default settings with a number of concurrent searches.
pub(crate) fn searches(searches: usize) -> ServerConfig {
    ServerConfig { analysis: AnalysisLimits::searches(searches), ..ServerConfig::default() }
}

/// Adds a trusted proxy on this machine, so that requests can name their client with `X-Forwarded-For`.
pub(crate) fn behind_proxy(mut config: ServerConfig) -> ServerConfig {
    config.trusted_proxies.push("127.0.0.1/32".parse().expect("a network"));
    config
}

/// Body of a search from the start position, with moves and limits as JSON.
pub(crate) fn body(moves: &str, limits: &str) -> String {
    named_body("e", moves, limits)
}

/// Body of a search from the start position, with the name of an engine.
pub(crate) fn named_body(engine: &str, moves: &str, limits: &str) -> String {
    format!(
        r#"{{"engine":"{engine}","request":{{"variant":"shafran","fen":"{START}","moves":[{moves}],"limits":{limits}}}}}"#
    )
}

pub(crate) async fn connect(address: SocketAddr) -> TcpStream {
    TcpStream::connect(address).await.expect("a connection")
}

pub(crate) async fn write(stream: &mut TcpStream, text: &str) {
    stream.write_all(text.as_bytes()).await.expect("an open connection");
}

/// Sends a search request with additional headers. The response is left unread.
pub(crate) async fn post_with(address: SocketAddr, headers: &str, body: &str) -> TcpStream {
    let mut stream = connect(address).await;
    let length = body.len();
    let head = format!(
        "POST /api/analysis HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}Content-Length: {length}\r\n\r\n"
    );
    write(&mut stream, &head).await;
    write(&mut stream, body).await;
    stream
}

pub(crate) async fn post(address: SocketAddr, body: &str) -> TcpStream {
    post_with(address, "Content-Type: application/json\r\n", body).await
}

/// Sends a search request as a proxy would for this client. The response is left unread.
pub(crate) async fn post_from(address: SocketAddr, client: &str, body: &str) -> TcpStream {
    post_with(address, &format!("Content-Type: application/json\r\nX-Forwarded-For: {client}\r\n"), body).await
}

/// Complete response to a search.
pub(crate) async fn search(address: SocketAddr, body: &str) -> String {
    rest(post(address, body).await).await
}

pub(crate) async fn get(address: SocketAddr, path: &str) -> String {
    get_with(address, path, "").await
}

pub(crate) async fn get_with(address: SocketAddr, path: &str, headers: &str) -> String {
    let mut stream = connect(address).await;
    write(&mut stream, &format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}\r\n")).await;
    rest(stream).await
}

/// Reads until the server closes the connection; a reset counts as the end.
pub(crate) async fn rest(mut stream: TcpStream) -> String {
    let mut text = Vec::new();
    let reading = stream.read_to_end(&mut text);
    let _ = tokio::time::timeout(SOON, reading).await.expect("the server closes the connection");
    String::from_utf8(text).expect("text")
}

/// Reads until a text has arrived.
pub(crate) async fn read_until(stream: &mut TcpStream, wanted: &str) -> String {
    let mut text = String::new();
    let reading = async {
        let mut part = [0; 4096];
        while !text.contains(wanted) {
            let count = stream.read(&mut part).await.expect("an answer");
            assert!(count > 0, "it ended with {text}");
            // WebSocket frames may follow the text.
            text.push_str(&String::from_utf8_lossy(&part[..count]));
        }
    };
    tokio::time::timeout(SOON, reading).await.expect("in time");
    text
}

/// JSON values of a response with one a line.
pub(crate) fn messages(answer: &str) -> Vec<serde_json::Value> {
    answer.lines().filter(|line| line.starts_with('{')).filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// Asserts the status and error code of a response, and returns the error.
pub(crate) fn error_of(answer: &str, status: u16, code: &str) -> serde_json::Value {
    assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{answer}");
    assert!(answer.contains("content-type: application/json\r\n"), "{answer}");
    let messages = messages(answer);
    assert_eq!(messages.len(), 1, "{answer}");
    assert_eq!(messages[0]["error"]["code"], code, "{answer}");
    messages[0]["error"].clone()
}
