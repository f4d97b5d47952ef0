//! The engine behind the server, over real connections on this machine.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use saffron_server::{AnalysisLimits, Page, router};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const START: &str = "kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK w QBqb - 0 1";

/// Long enough on a machine that is busy, and far below what a search without limits takes.
const SOON: Duration = Duration::from_secs(20);

async fn serve(limits: AnalysisLimits) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move { axum::serve(listener, router(Page::default(), limits)).await });
    address
}

fn limits(searches: usize) -> AnalysisLimits {
    AnalysisLimits { searches, longest: Duration::from_secs(60) }
}

fn asked(moves: &str, limits: &str) -> String {
    format!(r#"{{"engine":"e","request":{{"variant":"shafran","fen":"{START}","moves":[{moves}],"limits":{limits}}}}}"#)
}

/// Sends a request and leaves the answer to be read.
async fn post(address: SocketAddr, body: &str, content_type: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let head = format!(
        "POST /api/analysis HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: {content_type}\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.expect("a head");
    stream.write_all(body.as_bytes()).await.expect("a body");
    stream
}

/// Everything that comes until the connection ends.
async fn rest(mut stream: TcpStream) -> String {
    let mut text = Vec::new();
    let reading = stream.read_to_end(&mut text);
    tokio::time::timeout(SOON, reading).await.expect("an end").expect("an answer");
    String::from_utf8(text).expect("text")
}

/// Reads until so much of a text has come.
async fn read_until(stream: &mut TcpStream, wanted: &str) -> String {
    let mut text = String::new();
    let reading = async {
        let mut part = [0; 4096];
        while !text.contains(wanted) {
            let count = stream.read(&mut part).await.expect("an answer");
            assert!(count > 0, "it ended with {text}");
            text.push_str(std::str::from_utf8(&part[..count]).expect("text"));
        }
    };
    tokio::time::timeout(SOON, reading).await.expect("in time");
    text
}

async fn search(address: SocketAddr, body: &str) -> String {
    rest(post(address, body, "application/json").await).await
}

async fn get(address: SocketAddr) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let head = format!("GET /api/analysis HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await.expect("a head");
    rest(stream).await
}

/// The JSON values of an answer, one a line, whatever pieces it came in.
fn messages(answer: &str) -> Vec<serde_json::Value> {
    answer.lines().filter(|line| line.starts_with('{')).filter_map(|line| serde_json::from_str(line).ok()).collect()
}

#[tokio::test]
async fn what_is_lent_is_said() {
    let answer = get(serve(limits(3)).await).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("cache-control: no-store") && answer.contains("content-security-policy: "), "{answer}");
    assert!(answer.ends_with(r#"{"searches":3,"seconds":60}"#), "{answer}");
    let none = serve(AnalysisLimits::none()).await;
    assert!(get(none).await.ends_with(r#"{"searches":0,"seconds":0}"#));
    let refused = search(none, &asked("", "{}")).await;
    assert!(refused.starts_with("HTTP/1.1 404") && refused.contains("does not lend its engine"), "{refused}");
}

#[tokio::test]
async fn a_search_is_told_line_by_line() {
    let address = serve(limits(1)).await;
    let answer = search(address, &asked(r#""e2e5""#, r#"{"depth":4,"lines":3}"#)).await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("application/x-ndjson"), "{answer}");
    let messages = messages(&answer);
    let (last, lines) = messages.split_last().expect("messages");
    assert_eq!(lines.len(), 12, "{answer}");
    for line in lines {
        let line = &line["line"];
        assert!(line["eval"]["cp"].is_i64() && line["san"][0].is_string() && line["moves"][0].is_string(), "{line}");
    }
    assert_eq!((&last["found"]["depth"], last["found"]["lines"].as_array().map(Vec::len)), (&4.into(), Some(3)));
}

#[tokio::test]
async fn a_limit_of_the_server_ends_a_search_that_has_none() {
    let address = serve(AnalysisLimits { searches: 1, longest: Duration::from_millis(200) }).await;
    let messages = messages(&search(address, &asked("", "{}")).await);
    let last = &messages.last().expect("an end")["found"];
    assert!(last["timeMs"].as_u64().is_some_and(|time| time < 10_000), "{last}");
}

#[tokio::test]
async fn no_more_searches_than_are_lent() {
    let address = serve(limits(1)).await;
    let mut first = post(address, &asked("", "{}"), "application/json").await;
    read_until(&mut first, r#"{"line""#).await;
    let by_another = asked("", "{}").replacen(r#""e""#, r#""another""#, 1);
    let refused = search(address, &by_another).await;
    assert!(refused.starts_with("HTTP/1.1 503"), "{refused}");
    assert!(refused.ends_with("{\"error\":\"all 1 engines of this server are busy\"}\n"), "{refused}");
}

#[tokio::test]
async fn another_search_of_the_same_page_ends_the_one_before() {
    let address = serve(limits(1)).await;
    let mut first = post(address, &asked("", "{}"), "application/json").await;
    read_until(&mut first, r#"{"line""#).await;
    // The first connection is still open.
    let answer = search(address, &asked("", r#"{"depth":1}"#)).await;
    assert!(answer.contains(r#"{"found""#), "{answer}");
    assert!(rest(first).await.contains(r#"{"found""#), "the first one is told its end, too");
}

#[tokio::test]
async fn letting_go_ends_a_search_at_once() {
    let address = serve(limits(1)).await;
    for _ in 0..3 {
        let mut stream = post(address, &asked("", "{}"), "application/json").await;
        read_until(&mut stream, r#"{"line""#).await;
        drop(stream);
        // The only engine is free again, although nothing but the connection has ended the search of up to a minute.
        let begin = Instant::now();
        let answer = search(address, &asked("", r#"{"depth":1}"#)).await;
        assert!(answer.contains(r#"{"found""#), "{answer}");
        assert!(begin.elapsed() < SOON);
    }
}

#[tokio::test]
async fn what_is_wrong_is_said() {
    let address = serve(limits(1)).await;
    let with = |engine: &str, variant: &str, fen: &str| {
        format!(r#"{{"engine":"{engine}","request":{{"variant":"{variant}","fen":"{fen}"}}}}"#)
    };
    let long = "x".repeat(600);
    let cases = [
        ("nonsense".to_owned(), "expected ident at line 1 column 2"),
        (r#"{"engine":"e"}"#.to_owned(), "missing field `request` at line 1 column 14"),
        (with("e", "hopscotch", START), "there is no variant \\\"hopscotch\\\""),
        (with("e", "shafran", "x"), "fen: "),
        (with(&long, "shafran", START), "engine: longer than 512 bytes"),
        (with("e", "shafran", &long), "fen: longer than 512 bytes"),
        (asked(r#""e2e5","e2e5""#, "{}"), "move 2, \\\"e2e5\\\": "),
        (asked("", r#"{"depth":-1}"#), "invalid value: integer `-1`"),
        (asked("", r#"{"threads":64}"#), "unknown field `threads`"),
        (asked(&vec![r#""e2e5""#; 2001].join(","), "{}"), "2001 moves; 2000 at most"),
    ];
    for (body, reason) in cases {
        let answer = search(address, &body).await;
        assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
        assert!(answer.contains(&format!("{{\"error\":\"{reason}")), "{reason}: {answer}");
        assert!(answer.ends_with("\"}\n"), "{answer}");
    }
    let large = search(address, &" ".repeat(40_000)).await;
    assert!(large.starts_with("HTTP/1.1 413"), "{large}");
    let form = rest(post(address, &asked("", "{}"), "text/plain").await).await;
    assert!(form.starts_with("HTTP/1.1 415"), "{form}");
    // Nothing of all that has cost an engine.
    assert!(search(address, &asked("", r#"{"depth":1}"#)).await.contains(r#"{"found""#));
}

#[tokio::test]
async fn a_game_that_is_over_has_no_lines() {
    let address = serve(limits(1)).await;
    let fen = "k4/6/7/8/9/9/8/7/6/4K w - - 0 1";
    let body = format!(r#"{{"engine":"e","request":{{"variant":"shafran","fen":"{fen}"}}}}"#);
    let messages = messages(&search(address, &body).await);
    assert_eq!(messages.len(), 1);
    assert_eq!(messages[0]["found"]["lines"], serde_json::json!([]));
}
