//! Tests of the limits of connections, times and requests, over real connections on this machine.

mod support;

use std::time::{Duration, Instant};

use saffron_server::{Page, Server};
use saffron_service::config::{ConnectionLimits, Quota, Quotas, ServerConfig};
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
        request_timeout: SHORT * 10,
        write_timeout: SHORT,
        ..ConnectionLimits::default()
    };
    let address = serve(config(limits)).await;
    let answer = search(address, &body("", r#"{"movetime":4000}"#)).await;
    assert!(answer.contains(r#"{"found""#), "{answer}");
}

#[tokio::test]
async fn connections_of_one_client_are_limited() {
    // No timeout closes these.
    let head_timeout = Duration::from_secs(600);
    let limits = ConnectionLimits { per_client: 2, head_timeout, ..ConnectionLimits::default() };
    let address = serve(config(limits)).await;
    let mut held = [connect(address).await, connect(address).await];
    for stream in &mut held {
        write(stream, HEALTH).await;
        read_until(stream, "ok\n").await;
    }
    // Clients on this machine get one more connection, for health checks only.
    error_of(&get(address, "/api/analysis").await, 503, "busy");
    assert!(get(address, "/healthz").await.ends_with("ok\n"));
    drop(held);
    for _ in 0..200 {
        if get(address, "/api/analysis").await.starts_with("HTTP/1.1 200") {
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
async fn a_visitor_behind_a_proxy_may_have_so_many_requests_at_a_time() {
    let limits =
        ConnectionLimits { per_client: 2, body_grace: Duration::from_secs(600), ..ConnectionLimits::default() };
    let address = serve(behind_proxy(config(limits))).await;
    let visitor = "X-Forwarded-For: 192.0.2.1\r\n";
    let mut held = [connect(address).await, connect(address).await];
    for stream in &mut held {
        write(stream, &unfinished("/api/analysis", &format!("{visitor}Expect: 100-continue\r\n"))).await;
        read_until(stream, "100 Continue").await;
    }
    error_of(&get_with(address, "/api/analysis", visitor).await, 429, "too_many");
    assert!(get_with(address, "/api/analysis", "X-Forwarded-For: 192.0.2.2\r\n").await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn the_reserve_answers_health_checks_while_all_others_are_busy() {
    let limits = ConnectionLimits { total: 1, ..ConnectionLimits::default() };
    let address = serve(config(limits)).await;
    let mut busy = post(address, &body("", r#"{"movetime":4000}"#)).await;
    read_until(&mut busy, r#"{"line""#).await;
    // Longer than a waiting connection is safe from eviction.
    tokio::time::sleep(SHORT).await;
    assert!(get(address, "/healthz").await.ends_with("ok\n"));
    assert!(get(address, "/readyz").await.ends_with("ready\n"));
    assert!(get(address, "/metrics").await.ends_with("# EOF\n"));
    let refused = get(address, "/api/analysis").await;
    error_of(&refused, 503, "busy");
    assert!(refused.contains("retry-after: "), "{refused}");
    assert!(rest(busy).await.contains(r#"{"found""#), "the search goes on");
    assert!(get(address, "/api/analysis").await.starts_with("HTTP/1.1 200"));
}

/// Connects from a loopback address.
#[cfg(target_os = "linux")]
async fn connect_from(number: u8, address: std::net::SocketAddr) -> tokio::net::TcpStream {
    let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
    socket.bind(([127, 0, 0, number], 0).into()).expect("an address of this machine");
    socket.connect(address).await.expect("a connection")
}

/// Every kind of client that occupies a place by making the server wait. Timeouts are too long to matter, so that only
/// eviction helps others.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_that_let_the_server_wait_hold_no_place() {
    const ADDRESSES: u8 = 8;
    const EACH: usize = 8;
    let long = Duration::from_secs(600);
    let limits = ConnectionLimits {
        total: EACH * usize::from(ADDRESSES),
        per_client: EACH,
        head_timeout: long,
        request_timeout: long,
        body_grace: long,
        write_timeout: long,
        ..ConnectionLimits::default()
    };
    let large = ("large.bin".to_owned(), vec![0; 16 << 20].into());
    let kinds = [
        String::new(),
        "GET / HTTP/1.1\r\nX-Long: ".to_owned(),
        unfinished("/api/analysis", ""),
        unfinished("/api/account/sign-in", ""),
        "POST /api/account/sign-in HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n\
         Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"
            .to_owned(),
        "GET /large.bin HTTP/1.1\r\nHost: test\r\n\r\n".to_owned(),
        "GET /large.bin HTTP/1.1\r\nHost: test\r\n\r\n".repeat(20),
        HEALTH.to_owned(),
    ];
    let address = serve_page(Page::from_files([large]), config(limits)).await;
    for kind in kinds {
        let floods: Vec<_> = (2..2 + ADDRESSES)
            .flat_map(|number| (0..EACH).map(move |_| number))
            .map(|number| {
                let kind = kind.clone();
                tokio::spawn(async move {
                    // An evicted client reconnects at once.
                    loop {
                        let mut stream = connect_from(number, address).await;
                        let _ = tokio::io::AsyncWriteExt::write_all(&mut stream, kind.as_bytes()).await;
                        let _ = stream.readable().await;
                        // Responses are not read, so that the client notices only the eviction.
                        while stream.ready(tokio::io::Interest::ERROR).await.is_ok_and(|ready| !ready.is_error())
                            && !matches!(stream.peek(&mut [0]).await, Ok(0) | Err(_))
                        {
                            tokio::time::sleep(Duration::from_millis(20)).await;
                        }
                    }
                })
            })
            .collect();
        tokio::time::sleep(Duration::from_secs(1)).await;
        for path in ["/healthz", "/readyz", "/metrics", "/api/analysis"] {
            for _ in 0..3 {
                let begin = Instant::now();
                let answer = get(address, path).await;
                assert!(answer.starts_with("HTTP/1.1 200"), "{kind:?} {path}: {answer}");
                assert!(begin.elapsed() < Duration::from_secs(2), "{kind:?} {path}: {:?}", begin.elapsed());
            }
        }
        for flood in floods {
            flood.abort();
        }
    }
}

#[tokio::test]
async fn an_idle_connection_gives_its_place_to_another() {
    let limits = ConnectionLimits { total: 1, head_timeout: Duration::from_secs(600), ..ConnectionLimits::default() };
    let address = serve(config(limits)).await;
    let mut first = connect(address).await;
    write(&mut first, HEALTH).await;
    read_until(&mut first, "ok\n").await;
    let mut second = connect(address).await;
    write(&mut second, "GET /api/analysis HTTP/1.1\r\nHost: test\r\n\r\n").await;
    tokio::time::sleep(SHORT).await;
    let third = get(address, "/api/analysis").await;
    assert!(third.starts_with("HTTP/1.1 200"), "{third}");
    assert_eq!(rest(first).await, "");
}

/// Head of a request, and one byte of its body.
fn unfinished(path: &str, headers: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n{headers}Content-Length: 1000\r\n\r\n{{"
    )
}

/// Sends bytes at a rate until the server closes the connection. Returns the response.
async fn drip(address: std::net::SocketAddr, head: &str, bytes: &'static [u8], times: usize) -> String {
    let (mut reading, mut writing) = connect(address).await.into_split();
    tokio::io::AsyncWriteExt::write_all(&mut writing, head.as_bytes()).await.expect("an open connection");
    let dripping = tokio::spawn(async move {
        for _ in 0..times {
            if tokio::io::AsyncWriteExt::write_all(&mut writing, bytes).await.is_err() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        // Open and silent.
        std::future::pending::<()>().await;
    });
    let mut answer = Vec::new();
    let reading = tokio::io::AsyncReadExt::read_to_end(&mut reading, &mut answer);
    let _ = tokio::time::timeout(SOON, reading).await.expect("the server closes the connection");
    dripping.abort();
    String::from_utf8(answer).expect("text")
}

#[tokio::test]
async fn a_body_that_comes_too_slowly_is_cut_off() {
    let limits = ConnectionLimits {
        body_grace: SHORT,
        request_timeout: Duration::from_secs(600),
        ..ConnectionLimits::default()
    };
    let address = serve(config(limits)).await;
    for path in ["/api/analysis", "/api/account/sign-in", "/api/seeks"] {
        let head = unfinished(path, "");
        for times in [0, 500] {
            error_of(&drip(address, &head, b" ", times).await, 408, "request_timeout");
        }
    }
    let head = "POST /api/account/sign-in HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n\
                Transfer-Encoding: chunked\r\n\r\n";
    error_of(&drip(address, head, b"1;a=b\r\n \r\n", 500).await, 408, "request_timeout");
}

#[tokio::test]
async fn a_body_may_take_its_time_at_the_least_rate() {
    let limits = ConnectionLimits { body_grace: SHORT, body_rate: 1000, ..ConnectionLimits::default() };
    let address = serve(config(limits)).await;
    let begin = Instant::now();
    let head = "POST /api/account/sign-in HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\
                Content-Type: application/json\r\nContent-Length: 8000\r\n\r\n";
    // At most 5,000 bytes a second.
    error_of(&drip(address, head, &[b' '; 100], 80).await, 400, "invalid_message");
    assert!(begin.elapsed() > SHORT * 4);
}

#[tokio::test]
async fn a_body_that_nobody_wants_holds_nothing() {
    let mut config = config(ConnectionLimits { head_timeout: SHORT, ..ConnectionLimits::default() });
    config.service.sockets.silence = SHORT;
    let address = serve(config).await;
    let mut stream = connect(address).await;
    write(&mut stream, "GET /healthz HTTP/1.1\r\nHost: test\r\nContent-Length: 1000\r\n\r\nx").await;
    assert!(rest(stream).await.ends_with("ok\n"));
    // A WebSocket handshake with a body opens an ordinary WebSocket.
    let mut stream = connect(address).await;
    let handshake = "GET /api/socket?v=1 HTTP/1.1\r\nHost: test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                     Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nContent-Length: 9\r\n\r\nx";
    write(&mut stream, handshake).await;
    read_until(&mut stream, "101 Switching Protocols").await;
    wait_for_metric(address, "saffron_connections 1").await;
    wait_for_metric(address, "saffron_sockets 0").await;
}

#[tokio::test]
async fn a_socket_from_which_no_whole_message_comes_is_closed() {
    let mut config = searches(1);
    config.service.sockets.silence = SHORT;
    let address = serve(config).await;
    // Nothing, an unfinished frame, and an unfinished message.
    for frame in [&[][..], &[0x81, 0xfe, 0x03, 0xe8, 1, 2, 3, 4, 5], &[0x01, 0x81, 0, 0, 0, 0, b'{']] {
        let mut stream = connect(address).await;
        let handshake = "GET /api/socket?v=1 HTTP/1.1\r\nHost: test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        write(&mut stream, handshake).await;
        read_until(&mut stream, "101 Switching Protocols").await;
        wait_for_metric(address, "saffron_sockets 1").await;
        let (mut reading, mut writing) = stream.into_split();
        tokio::io::AsyncWriteExt::write_all(&mut writing, frame).await.expect("an open connection");
        let dripping = tokio::spawn(async move {
            while tokio::io::AsyncWriteExt::write_all(&mut writing, b" ").await.is_ok() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        });
        let mut said = Vec::new();
        let reading = tokio::io::AsyncReadExt::read_to_end(&mut reading, &mut said);
        let _ = tokio::time::timeout(SOON, reading).await.expect("the server closes the socket");
        dripping.abort();
        wait_for_metric(address, "saffron_sockets 0").await;
    }
}

/// Waits until the metrics contain a line.
async fn wait_for_metric(address: std::net::SocketAddr, line: &str) {
    let mut metrics = String::new();
    for _ in 0..400 {
        metrics = get(address, "/metrics").await;
        if metrics.lines().any(|each| each == line) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{line} is not among {metrics}");
}

#[tokio::test]
async fn a_client_that_does_not_read_is_dropped() {
    // Larger than the system's buffers for a connection.
    let file = ("large.bin".to_owned(), vec![0; 64 << 20].into());
    let limits = ConnectionLimits { write_timeout: SHORT, ..ConnectionLimits::default() };
    let address = serve_page(Page::from_files([file]), config(limits)).await;
    for requests in [1, 50] {
        let mut stalled = connect(address).await;
        write(&mut stalled, &"GET /large.bin HTTP/1.1\r\nHost: test\r\n\r\n".repeat(requests)).await;
        wait_for_metric(address, "saffron_connections 2").await;
        wait_for_metric(address, "saffron_connections 1").await;
        drop(stalled);
    }
}

#[tokio::test]
async fn a_client_that_reads_too_slowly_is_dropped() {
    let file = ("large.bin".to_owned(), vec![0; 64 << 20].into());
    let write_timeout = Duration::from_secs(1);
    let limits = ConnectionLimits { write_timeout, answer_rate: 100 << 20, ..ConnectionLimits::default() };
    let address = serve_page(Page::from_files([file]), config(limits)).await;
    let mut slow = connect(address).await;
    write(&mut slow, "GET /large.bin HTTP/1.1\r\nHost: test\r\n\r\n").await;
    let begin = Instant::now();
    let mut total = 0;
    let mut part = vec![0; 64 << 10];
    // A tenth of a megabyte every tenth of a second: never silent for long, but a minute in total.
    while let Ok(count) = tokio::io::AsyncReadExt::read(&mut slow, &mut part).await
        && count > 0
    {
        total += count;
        assert!(begin.elapsed() < SOON);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(total < 64 << 20, "it was cut off");
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
    // The server is waiting for the body.
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
    // Entries before the proxy's are the client's claims.
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
