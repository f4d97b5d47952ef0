//! Limits of connections, times and requests, over real connections on this machine.

mod support;

use std::time::{Duration, Instant};

use saffron_server::{ConnectionLimits, Page, Quota, Quotas, Server, ServerConfig};
use support::*;

const SHORT: Duration = Duration::from_millis(300);

const HEALTH: &str = "GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n";

fn config(connections: ConnectionLimits) -> ServerConfig {
    ServerConfig { connections, ..searches(1) }
}

#[tokio::test]
async fn a_head_that_does_not_end_closes_the_connection() {
    let address = serve(config(ConnectionLimits { head_timeout: SHORT, ..ConnectionLimits::default() })).await;
    let begin = Instant::now();
    let (mut reading, mut writing) = connect(address).await.into_split();
    let dripping = tokio::spawn(async move {
        let mut next: &[u8] = b"GET / HTTP/1.1\r\nX-Long: ";
        while tokio::io::AsyncWriteExt::write_all(&mut writing, next).await.is_ok() {
            next = b"x";
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    let mut answer = Vec::new();
    let reading = tokio::io::AsyncReadExt::read_to_end(&mut reading, &mut answer);
    let _ = tokio::time::timeout(SOON, reading).await.expect("the server closes the connection");
    dripping.abort();
    assert!(begin.elapsed() >= SHORT);
}

#[tokio::test]
async fn a_connection_without_a_request_is_closed() {
    let address = serve(config(ConnectionLimits { head_timeout: SHORT, ..ConnectionLimits::default() })).await;
    assert_eq!(rest(connect(address).await).await, "");
}

#[tokio::test]
async fn an_idle_connection_is_closed() {
    let address = serve(config(ConnectionLimits { head_timeout: SHORT, ..ConnectionLimits::default() })).await;
    let mut stream = connect(address).await;
    for _ in 0..2 {
        write(&mut stream, HEALTH).await;
        read_until(&mut stream, "ok\n").await;
    }
    assert_eq!(rest(stream).await, "");
}

#[tokio::test]
async fn a_search_may_take_longer_than_the_timeouts() {
    let limits = ConnectionLimits {
        head_timeout: SHORT,
        request_timeout: SHORT * 3,
        write_timeout: SHORT,
        ..ConnectionLimits::default()
    };
    let address = serve(config(limits)).await;
    let answer = search(address, &body("", r#"{"movetime":2000}"#)).await;
    assert!(answer.contains(r#"{"found""#), "{answer}");
}

#[tokio::test]
async fn connections_of_one_client_are_limited() {
    // The third is not closed by a timeout.
    let head_timeout = Duration::from_secs(600);
    let limits = ConnectionLimits { per_client: 2, head_timeout, ..ConnectionLimits::default() };
    let address = serve(config(limits)).await;
    let mut held = [connect(address).await, connect(address).await];
    for stream in &mut held {
        write(stream, HEALTH).await;
        read_until(stream, "ok\n").await;
    }
    assert_eq!(rest(connect(address).await).await, "", "a third is closed at once");
    drop(held);
    for _ in 0..200 {
        if get(address, "/healthz").await.ends_with("ok\n") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the places of closed connections are not free again");
}

#[tokio::test]
async fn a_trusted_proxy_may_have_more_connections_than_a_client() {
    let limits = ConnectionLimits { per_client: 1, ..ConnectionLimits::default() };
    let address = serve(behind_proxy(config(limits))).await;
    let mut held = [connect(address).await, connect(address).await];
    for stream in &mut held {
        write(stream, HEALTH).await;
        read_until(stream, "ok\n").await;
    }
}

#[tokio::test]
async fn connections_above_the_total_wait_for_a_place() {
    let limits = ConnectionLimits { total: 1, ..ConnectionLimits::default() };
    let address = serve(config(limits)).await;
    let mut first = connect(address).await;
    write(&mut first, HEALTH).await;
    read_until(&mut first, "ok\n").await;
    let mut second = connect(address).await;
    write(&mut second, HEALTH).await;
    let waiting = tokio::time::timeout(SHORT, read_until(&mut second, "ok\n")).await;
    assert!(waiting.is_err(), "there is one place only");
    drop(first);
    read_until(&mut second, "ok\n").await;
}

#[tokio::test]
async fn a_client_that_does_not_read_is_dropped() {
    // Larger than what the system buffers for a connection.
    let file = ("large.bin".to_owned(), vec![0; 64 << 20].into());
    let limits = ConnectionLimits { total: 1, write_timeout: SHORT, ..ConnectionLimits::default() };
    let address = serve_page(Page::from_files([file]), config(limits)).await;
    let mut stalled = connect(address).await;
    write(&mut stalled, "GET /large.bin HTTP/1.1\r\nHost: test\r\n\r\n").await;
    let mut second = connect(address).await;
    write(&mut second, HEALTH).await;
    read_until(&mut second, "ok\n").await;
}

#[tokio::test]
async fn the_stop_does_not_wait_for_ever() {
    let limits = ConnectionLimits {
        request_timeout: Duration::from_secs(600),
        shutdown_timeout: SHORT,
        ..ConnectionLimits::default()
    };
    let server = Server::bind("127.0.0.1:0").await.expect("a port").with_config(config(limits));
    let address = server.local_addr();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(server.run(async {
        let _ = stopped.await;
    }));
    let mut stream = connect(address).await;
    write(&mut stream, "POST /api/analysis HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n").await;
    write(&mut stream, "Expect: 100-continue\r\nContent-Length: 1000\r\n\r\n").await;
    // The server waits for the body.
    read_until(&mut stream, "100 Continue").await;
    let begin = Instant::now();
    drop(stop);
    tokio::time::timeout(SOON, running).await.expect("it stops in time").expect("no panic").expect("it ran");
    assert!(begin.elapsed() >= SHORT, "the request had its time");
    assert_eq!(rest(stream).await, "");
    assert!(tokio::net::TcpStream::connect(address).await.is_err(), "the port is free");
}

#[tokio::test]
async fn an_open_request_is_answered_before_the_stop() {
    let server = Server::bind("127.0.0.1:0").await.expect("a port").with_config(searches(1));
    let address = server.local_addr();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(server.run(async {
        let _ = stopped.await;
    }));
    let mut stream = post(address, &body("", "{}")).await;
    read_until(&mut stream, r#"{"line""#).await;
    drop(stop);
    assert!(rest(stream).await.contains(r#"{"found""#), "the search ends early, with its result");
    tokio::time::timeout(SOON, running).await.expect("it stops in time").expect("no panic").expect("it ran");
}

#[tokio::test]
async fn a_client_above_its_quota_is_refused_for_a_while() {
    let quotas = Quotas { requests: Quota { burst: 3, refill: Duration::from_secs(60) }, ..Quotas::default() };
    let address = serve(behind_proxy(ServerConfig { quotas, ..searches(1) })).await;
    let health = async |client: &str| get_with(address, "/healthz", &format!("X-Forwarded-For: {client}\r\n")).await;
    for _ in 0..3 {
        assert!(health("192.0.2.1").await.ends_with("ok\n"));
    }
    let refused = health("192.0.2.1").await;
    error_of(&refused, 429, "too_many_requests");
    assert!(refused.contains("retry-after: "), "{refused}");
    // The entries before the proxy's are claims of the client.
    error_of(&health("203.0.113.5, 192.0.2.1").await, 429, "too_many_requests");
    assert!(health("192.0.2.2").await.ends_with("ok\n"));
}

#[tokio::test]
async fn a_quota_is_refilled() {
    let quotas = Quotas { requests: Quota { burst: 1, refill: SHORT }, ..Quotas::default() };
    let address = serve(ServerConfig { quotas, ..searches(1) }).await;
    for _ in 0..3 {
        while !get(address, "/healthz").await.ends_with("ok\n") {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

#[tokio::test]
async fn a_forwarded_address_is_not_believed_without_a_trusted_proxy() {
    let quotas = Quotas { requests: Quota { burst: 1, refill: Duration::from_secs(60) }, ..Quotas::default() };
    let address = serve(ServerConfig { quotas, ..searches(1) }).await;
    assert!(get_with(address, "/healthz", "X-Forwarded-For: 192.0.2.1\r\n").await.ends_with("ok\n"));
    let refused = get_with(address, "/healthz", "X-Forwarded-For: 192.0.2.2\r\n").await;
    error_of(&refused, 429, "too_many_requests");
}

#[tokio::test]
async fn a_large_head_is_refused() {
    let address = serve(searches(1)).await;
    let answer = get_with(address, "/healthz", &format!("X-Long: {}\r\n", "x".repeat(60_000))).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
}
