//! Tests of the promises in docs/security.md, through a server's port.

mod support;

use std::net::SocketAddr;

use saffron_service::config::{ServerConfig, ServiceConfig};
use support::{behind_proxy, connect, get, get_with, rest, serve, write};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// Sends a request with a JSON body and returns the response.
async fn send(address: SocketAddr, method: &str, path: &str, headers: &str, body: &str) -> String {
    let mut stream = connect(address).await;
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}Content-Length: {length}\r\n\r\n"
    );
    write(&mut stream, &head).await;
    write(&mut stream, body).await;
    rest(stream).await
}

const JSON: &str = "Content-Type: application/json\r\n";

#[tokio::test]
async fn requests_of_other_sites_change_nothing() {
    let address = serve(ServerConfig::default()).await;
    let routes = [
        ("POST", "/api/guest"),
        ("POST", "/api/account/register"),
        ("POST", "/api/account/sign-in"),
        ("POST", "/api/account/sign-out"),
        ("DELETE", "/api/account/sessions"),
        ("DELETE", "/api/account/sessions/abcdefghij"),
        ("POST", "/api/account/password"),
        ("POST", "/api/account/reset"),
        ("POST", "/api/account/reset/confirm"),
        ("POST", "/api/account/email"),
        ("POST", "/api/account/email/confirm"),
        ("PUT", "/api/account/preferences"),
        ("POST", "/api/account/vacation"),
        ("POST", "/api/account/close"),
        ("POST", "/api/account/erase"),
        ("POST", "/api/account/feed"),
        ("DELETE", "/api/account/feed"),
        ("POST", "/api/seeks"),
        ("DELETE", "/api/seeks/abcdefghij"),
        ("POST", "/api/seeks/abcdefghij/accept"),
        ("POST", "/api/challenges"),
        ("DELETE", "/api/challenges/abcdefghij"),
        ("POST", "/api/challenges/abcdefghij/accept"),
        ("POST", "/api/challenges/abcdefghij/decline"),
        ("POST", "/api/computer"),
        ("POST", "/api/games/abcdefghij/commands"),
        ("POST", "/api/games/abcdefghij/chat/players"),
        ("PUT", "/api/users/anna/follow"),
        ("DELETE", "/api/users/anna/follow"),
        ("PUT", "/api/users/anna/block"),
        ("DELETE", "/api/users/anna/block"),
        ("POST", "/api/users/anna/report"),
        ("POST", "/api/moderation/actions"),
    ];
    let foreign = ["Origin: https://evil.example\r\n", "Origin: null\r\n", "Sec-Fetch-Site: cross-site\r\n"];
    for (method, path) in routes {
        for header in foreign {
            let answer = send(address, method, path, &format!("{JSON}{header}"), "{}").await;
            assert!(
                answer.starts_with("HTTP/1.1 403 ") && answer.contains("wrong_origin"),
                "{method} {path}: {answer}"
            );
            assert!(!answer.to_lowercase().contains("set-cookie"), "{method} {path}");
        }
    }
    // A WebSocket starts as a GET, but can change state.
    let upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nOrigin: https://evil.example\r\n";
    let answer = get_with(address, "/api/socket?v=1", upgrade).await;
    assert!(answer.contains("wrong_origin"), "{answer}");
}

#[tokio::test]
async fn forms_are_not_taken_for_json() {
    let address = serve(ServerConfig::default()).await;
    let body = r#"{"name":"Anna","password":"a kitchen with 7 lamps"}"#;
    for kind in ["", "Content-Type: text/plain\r\n", "Content-Type: application/x-www-form-urlencoded\r\n"] {
        let answer = send(address, "POST", "/api/account/register", kind, body).await;
        assert!(answer.starts_with("HTTP/1.1 400 ") && answer.contains("Content-Type"), "{kind}: {answer}");
    }
}

#[tokio::test]
async fn the_cookie_is_secure_where_the_visitor_uses_https() {
    let cookie = |answer: &str| {
        let line = answer.lines().find(|line| line.to_lowercase().starts_with("set-cookie:")).expect("a cookie");
        line.to_owned()
    };
    let https = format!("{JSON}X-Forwarded-Proto: https\r\n");
    let direct = serve(ServerConfig::default()).await;
    let answer = send(direct, "POST", "/api/guest", &https, "").await;
    let line = cookie(&answer);
    assert!(
        line.contains("; HttpOnly; SameSite=Lax") && !line.contains("Secure"),
        "not by a proxy that is trusted: {line}"
    );
    let proxied = serve(behind_proxy(ServerConfig::default())).await;
    assert!(
        cookie(&send(proxied, "POST", "/api/guest", &https, "").await).ends_with("; HttpOnly; SameSite=Lax; Secure")
    );
    assert!(!cookie(&send(proxied, "POST", "/api/guest", JSON, "").await).contains("Secure"));
    let public_url = Some("https://chess.example".parse().expect("a URL"));
    let public = serve(ServerConfig { public_url, ..ServerConfig::default() }).await;
    assert!(cookie(&send(public, "POST", "/api/guest", JSON, "").await).ends_with("; Secure"));
}

#[tokio::test]
async fn the_address_of_a_client_is_believed_of_trusted_proxies_only() {
    let mut service = ServiceConfig::default();
    service.accounts.limits.guests.burst = 1;
    let config = ServerConfig { service, ..ServerConfig::default() };
    let guest = async |address, client: &str| {
        send(address, "POST", "/api/guest", &format!("{JSON}X-Forwarded-For: {client}\r\n"), "").await
    };
    let direct = serve(config.clone()).await;
    assert!(guest(direct, "192.0.2.1").await.starts_with("HTTP/1.1 200 "));
    assert!(guest(direct, "192.0.2.2").await.starts_with("HTTP/1.1 429 "), "still the same client");
    let proxied = serve(behind_proxy(config)).await;
    assert!(guest(proxied, "192.0.2.1").await.starts_with("HTTP/1.1 200 "));
    assert!(guest(proxied, "192.0.2.2").await.starts_with("HTTP/1.1 200 "));
    assert!(guest(proxied, "192.0.2.9, 192.0.2.2").await.starts_with("HTTP/1.1 429 "), "what the client claims before");
}

#[tokio::test]
async fn long_bodies_and_deep_ones_are_refused() {
    let address = serve(ServerConfig::default()).await;
    let long = format!(r#"{{"name":"{}","password":"x"}}"#, "a".repeat(20_000));
    let answer = send(address, "POST", "/api/account/sign-in", JSON, &long).await;
    assert!(answer.starts_with("HTTP/1.1 413 ") && answer.contains("too_large"), "{answer}");
    let deep = "[".repeat(10_000);
    let answer = send(address, "POST", "/api/account/sign-in", JSON, &deep).await;
    assert!(answer.starts_with("HTTP/1.1 400 ") && answer.contains("invalid_message"), "{answer}");
}

#[tokio::test]
async fn a_long_message_closes_the_socket() {
    let address = serve(ServerConfig::default()).await;
    let mut stream = connect(address).await;
    let head = format!(
        "GET /api/socket?v=1 HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    );
    write(&mut stream, &head).await;
    let mut part = [0; 4096];
    let mut begun = Vec::new();
    while !String::from_utf8_lossy(&begun).contains("\"welcome\"") {
        let count = stream.read(&mut part).await.expect("an answer");
        assert!(count > 0, "it ended with {begun:?}");
        begun.extend(&part[..count]);
    }
    // A text of 5,000 bytes, masked with zeros.
    let mut frame = vec![0x81, 0x80 | 126];
    frame.extend(5000_u16.to_be_bytes());
    frame.extend([0; 4]);
    frame.extend([b' '; 5000]);
    // The server may close the connection during the write.
    let _ = stream.write_all(&frame).await;
    let mut end = Vec::new();
    let reading = stream.read_to_end(&mut end);
    let _ = tokio::time::timeout(support::SOON, reading).await.expect("it is closed");
    // Close frame with the code for a message that is too big.
    assert!(end.windows(2).any(|pair| pair == 1009_u16.to_be_bytes()), "{end:?}");
}

#[tokio::test]
async fn what_users_write_is_never_a_document() {
    let address = serve(ServerConfig::default()).await;
    for path in
        ["/api/users/%3Cscript%3E", "/api/games/%3Cscript%3E", "/feed/%3Cscript%3E.atom", "/api/challenges/%3Cb%3E"]
    {
        let answer = get(address, path).await;
        assert!(answer.contains("content-type: application/json\r\n"), "{path}: {answer}");
        assert!(answer.contains("x-content-type-options: nosniff\r\n"), "{path}: {answer}");
        assert!(!answer.contains("<script") && !answer.contains("<b>"), "{path}: {answer}");
    }
}
