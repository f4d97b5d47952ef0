//! Tests of the analysis API over real connections on this machine.

mod support;

use std::time::{Duration, Instant};

use saffron_service::config::{AnalysisLimits, Quota, Quotas, ServerConfig};
use serde_json::json;
use support::*;

#[tokio::test]
async fn the_offer_names_searches_and_seconds() {
    let answer = get(serve(searches(3)).await, "/api/analysis").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("cache-control: no-store") && answer.contains("content-security-policy: "), "{answer}");
    assert!(answer.ends_with(r#"{"searches":3,"seconds":120}"#), "{answer}");
    let none = serve(ServerConfig { analysis: AnalysisLimits::none(), ..ServerConfig::default() }).await;
    assert!(get(none, "/api/analysis").await.ends_with(r#"{"searches":0,"seconds":0}"#));
    error_of(&search(none, &body("", "{}")).await, 404, "analysis_disabled");
}

#[tokio::test]
async fn a_search_sends_its_lines_and_its_result() {
    let address = serve(searches(1)).await;
    let answer = search(address, &body(r#""e2e5""#, r#"{"depth":4,"lines":3}"#)).await;
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
async fn a_search_without_limits_ends_by_the_limit_of_the_server() {
    let analysis = AnalysisLimits { max_duration: Duration::from_millis(200), ..AnalysisLimits::searches(1) };
    let address = serve(ServerConfig { analysis, ..ServerConfig::default() }).await;
    let messages = messages(&search(address, &body("", "{}")).await);
    let last = &messages.last().expect("an end")["found"];
    assert!(last["timeMs"].as_u64().is_some_and(|time| time < 10_000), "{last}");
}

#[tokio::test]
async fn a_search_is_refused_when_all_engines_are_in_use() {
    let address = serve(behind_proxy(searches(1))).await;
    let mut first = post_from(address, "192.0.2.1", &body("", "{}")).await;
    read_until(&mut first, r#"{"line""#).await;
    let refused = rest(post_from(address, "192.0.2.2", &body("", "{}")).await).await;
    assert_eq!(error_of(&refused, 503, "engines_busy")["params"]["engines"], 1);
    assert!(refused.contains("retry-after: 5\r\n"), "{refused}");
}

#[tokio::test]
async fn one_client_does_not_hold_all_engines_under_changing_names() {
    let address = serve(behind_proxy(searches(3))).await;
    let mut held = Vec::new();
    for (client, name) in [("2001:db8::1", "a"), ("2001:db8::2", "b")] {
        let mut stream = post_from(address, client, &named_body(name, "", "{}")).await;
        read_until(&mut stream, r#"{"line""#).await;
        held.push(stream);
    }
    // The third address is in the network of the first two.
    let refused = rest(post_from(address, "2001:db8::3", &named_body("c", "", "{}")).await).await;
    assert_eq!(error_of(&refused, 429, "too_many_searches")["params"]["limit"], 2);
    let other = rest(post_from(address, "192.0.2.1", &named_body("c", "", r#"{"depth":1}"#)).await).await;
    assert!(other.contains(r#"{"found""#), "{other}");
}

#[tokio::test]
async fn a_client_that_asks_too_often_has_to_wait() {
    let quotas = Quotas { searches: Quota { burst: 2, refill: Duration::from_secs(60) }, ..Quotas::default() };
    let address = serve(behind_proxy(ServerConfig { quotas, ..searches(1) })).await;
    let search_from = async |client: &str| rest(post_from(address, client, &body("", r#"{"depth":1}"#)).await).await;
    let answers = [search_from("192.0.2.1").await, search_from("192.0.2.1").await, search_from("192.0.2.1").await];
    assert!(answers[0].contains(r#"{"found""#) && answers[1].contains(r#"{"found""#), "{answers:?}");
    let error = error_of(&answers[2], 429, "too_many_requests");
    assert!(error["params"]["retryAfter"].as_u64().is_some_and(|seconds| (30..=61).contains(&seconds)), "{error}");
    assert!(answers[2].contains("retry-after: ") && answers[2].contains("content-security-policy: "), "{answers:?}");
    assert!(search_from("192.0.2.2").await.contains(r#"{"found""#), "others are not concerned");
    assert!(get(address, "/api/analysis").await.starts_with("HTTP/1.1 200"), "only searches count");
}

#[tokio::test]
async fn a_search_replaces_the_one_with_the_same_name() {
    let address = serve(searches(1)).await;
    let mut first = post(address, &body("", "{}")).await;
    read_until(&mut first, r#"{"line""#).await;
    // The first connection is still open.
    let answer = search(address, &body("", r#"{"depth":1}"#)).await;
    assert!(answer.contains(r#"{"found""#), "{answer}");
    assert!(rest(first).await.contains(r#"{"found""#), "the first search sends its result, too");
}

#[tokio::test]
async fn a_closed_connection_ends_its_search() {
    let address = serve(searches(1)).await;
    for _ in 0..3 {
        let mut stream = post(address, &body("", "{}")).await;
        read_until(&mut stream, r#"{"line""#).await;
        drop(stream);
        // The only engine is free again, although only closing the connection ended its search of up to two minutes.
        let begin = Instant::now();
        let answer = search(address, &named_body("another", "", r#"{"depth":1}"#)).await;
        assert!(answer.contains(r#"{"found""#), "{answer}");
        assert!(begin.elapsed() < SOON);
    }
}

#[tokio::test]
async fn a_game_is_not_replayed_before_an_engine_is_free() {
    let address = serve(behind_proxy(searches(1))).await;
    let mut first = post_from(address, "192.0.2.1", &body("", "{}")).await;
    read_until(&mut first, r#"{"line""#).await;
    // Replaying this game would refuse its second move, which is illegal.
    let moves = vec![r#""e2e5""#; 2000].join(",");
    let refused = rest(post_from(address, "192.0.2.2", &body(&moves, "{}")).await).await;
    error_of(&refused, 503, "engines_busy");
}

#[test]
fn searches_do_not_wait_for_the_blocking_threads_of_the_runtime() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .max_blocking_threads(1)
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        let address = serve(behind_proxy(searches(3))).await;
        let mut held = Vec::new();
        for client in ["192.0.2.1", "192.0.2.2", "192.0.2.3"] {
            let mut stream = post_from(address, client, &body("", "{}")).await;
            read_until(&mut stream, r#"{"line""#).await;
            held.push(stream);
        }
    });
}

/// Returns whether a value equals another one, or is an object that contains all of its fields.
fn contains(value: &serde_json::Value, expected: &serde_json::Value) -> bool {
    match expected.as_object() {
        Some(fields) => fields.iter().all(|(name, expected)| contains(&value[name], expected)),
        None => value == expected,
    }
}

#[tokio::test]
async fn wrong_requests_are_refused_with_a_code_and_parameters() {
    let address = serve(searches(1)).await;
    let with = |engine: &str, variant: &str, fen: &str| {
        format!(r#"{{"engine":"{engine}","request":{{"variant":"{variant}","fen":"{fen}"}}}}"#)
    };
    let long = "x".repeat(600);
    let cases = [
        ("nonsense".to_owned(), "invalid_json", json!({ "line": 1, "column": 2 })),
        (r#"{"engine":"e"}"#.to_owned(), "invalid_json", json!({ "line": 1, "column": 14 })),
        (body("", r#"{"depth":-1}"#), "invalid_json", json!({ "line": 1 })),
        (body("", r#"{"threads":64}"#), "invalid_json", json!({ "line": 1 })),
        (with("e", "hopscotch", START), "unknown_variant", json!("hopscotch")),
        (with("e", "shafran", "x"), "invalid_fen", json!({ "code": "fields", "params": { "found": 1 } })),
        (with(&long, "shafran", START), "text_too_long", json!({ "field": "engine", "limit": 512 })),
        (with("e", "shafran", &long), "text_too_long", json!({ "field": "fen", "limit": 512 })),
        (body(r#""e2e5","e2e5""#, "{}"), "illegal_move", json!({ "number": 2, "text": "e2e5" })),
        (body(r#""e2e5","x""#, "{}"), "malformed_move", json!({ "number": 2, "text": "x" })),
        (body(&vec![r#""e2e5""#; 2001].join(","), "{}"), "too_many_moves", json!({ "count": 2001, "limit": 2000 })),
    ];
    for (body, code, params) in cases {
        let answer = search(address, &body).await;
        let error = error_of(&answer, 400, code);
        assert!(contains(&error["params"], &params), "{answer}");
    }
    let large = search(address, &" ".repeat(40_000)).await;
    assert_eq!(error_of(&large, 413, "body_too_large")["params"]["limit"], 32 * 1024);
    // None of these requests occupies the only engine.
    assert!(search(address, &body("", r#"{"depth":1}"#)).await.contains(r#"{"found""#));
}

#[tokio::test]
async fn json_with_a_charset_is_accepted_and_other_types_are_refused() {
    let address = serve(searches(1)).await;
    for accepted in ["application/json", "application/json; charset=utf-8", "application/json;charset=UTF-8"] {
        let headers = format!("Content-Type: {accepted}\r\n");
        let answer = rest(post_with(address, &headers, &body("", r#"{"depth":1}"#)).await).await;
        assert!(answer.contains(r#"{"found""#), "{accepted}: {answer}");
    }
    for refused in ["text/plain", "application/json; charset=latin1", "application/x-www-form-urlencoded"] {
        let headers = format!("Content-Type: {refused}\r\n");
        let answer = rest(post_with(address, &headers, &body("", r#"{"depth":1}"#)).await).await;
        error_of(&answer, 415, "unsupported_media_type");
    }
    error_of(&rest(post_with(address, "", &body("", "{}")).await).await, 415, "unsupported_media_type");
}

#[tokio::test]
async fn a_body_that_does_not_arrive_in_time_is_refused() {
    let mut config = searches(1);
    config.connections.request_timeout = Duration::from_millis(300);
    let address = serve(config).await;
    let mut stream = connect(address).await;
    let head =
        "POST /api/analysis HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n";
    write(&mut stream, head).await;
    // Sending a byte from time to time does not help.
    let (mut reading, mut writing) = stream.into_split();
    let dripping = tokio::spawn(async move {
        while tokio::io::AsyncWriteExt::write_all(&mut writing, b" ").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    let mut answer = String::new();
    let reading = tokio::io::AsyncReadExt::read_to_string(&mut reading, &mut answer);
    let _ = tokio::time::timeout(SOON, reading).await.expect("the server closes the connection");
    dripping.abort();
    error_of(&answer, 408, "request_timeout");
}

#[tokio::test]
async fn a_game_that_is_over_has_no_lines() {
    let address = serve(searches(1)).await;
    let fen = "k4/6/7/8/9/9/8/7/6/4K w - - 0 1";
    let body = format!(r#"{{"engine":"e","request":{{"variant":"shafran","fen":"{fen}"}}}}"#);
    let messages = messages(&search(address, &body).await);
    assert_eq!(messages.len(), 1);
    assert_eq!(messages[0]["found"]["lines"], json!([]));
}
