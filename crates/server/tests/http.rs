//! The responses to requests for the page and its files.

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use saffron_server::{AnalysisLimits, Page, ServerConfig, router};
use tower::ServiceExt;

const INDEX: &str = "<!doctype html><title>Saffron</title>";
const SCRIPT: &str = "export const pieces = ['king', 'queen'];";

fn page() -> Page {
    let files = [
        ("index.html", INDEX),
        ("sw.js", "self"),
        ("assets/app-1a2b3c.js", SCRIPT),
        ("assets/app-1a2b3c.js.br", "brotli bytes"),
        ("assets/app-1a2b3c.js.gz", "gzip bytes"),
        ("assets/saffron_rules_bg-9f.wasm", "\0asm"),
    ];
    Page::from_files(files.map(|(path, text)| (path.to_owned(), Bytes::from_static(text.as_bytes()))))
}

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: String,
}

impl Answer {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("a header in ASCII"))
    }
}

async fn send(page: Page, method: Method, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(Body::empty()).expect("a request");
    let config = ServerConfig { analysis: AnalysisLimits::none(), ..ServerConfig::default() };
    let response = router(page, &config).oneshot(request).await.expect("an answer");
    let (parts, body) = response.into_parts();
    let body = body.collect().await.expect("a body").to_bytes();
    Answer { status: parts.status, headers: parts.headers, body: String::from_utf8(body.to_vec()).expect("text") }
}

async fn get(path: &str) -> Answer {
    send(page(), Method::GET, path, &[]).await
}

#[tokio::test]
async fn the_document_at_the_root_is_revalidated() {
    let answer = get("/").await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.body, INDEX);
    assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
    assert_eq!(answer.header("cache-control"), "no-cache");
    assert!(answer.header("etag").starts_with('"'));
}

#[tokio::test]
async fn an_address_of_the_page_gets_the_document() {
    for path in ["/rules", "/rules/shafran", "/play?variant=glinski", "/index.html", "//rules"] {
        let answer = get(path).await;
        assert_eq!((answer.status, answer.body.as_str()), (StatusCode::OK, INDEX), "{path}");
    }
}

#[tokio::test]
async fn a_missing_file_is_not_found() {
    for path in ["/missing.js", "/assets/app-old.js", "/assets/none", "/favicon.ico", "/a.b/c"] {
        let answer = get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.header("cache-control"), "no-store", "{path}");
        assert_ne!(answer.body, INDEX, "{path}");
    }
}

#[tokio::test]
async fn files_outside_the_page_are_not_served() {
    for path in [
        "/../Cargo.toml",
        "/../../../../etc/passwd",
        "/assets/../../Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "/%2e%2e/%2e%2e/Cargo.toml",
        "/assets/..\u{5c}..\u{5c}Cargo.toml",
        "//etc/passwd.txt",
    ] {
        let Ok(uri) = path.parse::<axum::http::Uri>() else {
            continue; // Not an address at all: no client can send it.
        };
        let answer = get(&uri.to_string()).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.body, "not found\n", "{path}");
    }
    // A path without a dot is an address of the page: it gets the document, never a file of the machine.
    assert_eq!(get("//etc/passwd").await.body, INDEX);
}

#[tokio::test]
async fn files_with_a_hash_in_their_name_are_immutable_and_others_are_not() {
    assert_eq!(get("/assets/app-1a2b3c.js").await.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(get("/sw.js").await.header("cache-control"), "no-cache");
    assert_eq!(get("/assets/saffron_rules_bg-9f.wasm").await.header("content-type"), "application/wasm");
}

#[tokio::test]
async fn the_preferred_compressed_copy_is_sent() {
    let cases = [
        ("gzip, deflate, br", "br", "brotli bytes"),
        ("gzip", "gzip", "gzip bytes"),
        ("br;q=0", "", SCRIPT),
        ("br;q=0.1, gzip", "gzip", "gzip bytes"),
    ];
    for (accepted, encoding, body) in cases {
        let answer = send(page(), Method::GET, "/assets/app-1a2b3c.js", &[("accept-encoding", accepted)]).await;
        assert_eq!(answer.header("content-encoding"), encoding, "{accepted}");
        assert_eq!(answer.body, body, "{accepted}");
        assert_eq!(answer.header("content-type"), "text/javascript; charset=utf-8");
        assert_eq!(answer.header("vary"), "accept-encoding");
    }
    let plain = get("/assets/app-1a2b3c.js").await;
    assert_eq!((plain.body.as_str(), plain.header("content-encoding")), (SCRIPT, ""));
    assert_eq!(get("/assets/app-1a2b3c.js.br").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_matching_entity_tag_is_answered_with_304() {
    let etag = get("/").await.header("etag").to_owned();
    for tags in [etag.clone(), format!("W/{etag}"), format!("\"other\", {etag}"), "*".to_owned()] {
        let answer = send(page(), Method::GET, "/", &[("if-none-match", &tags)]).await;
        assert_eq!((answer.status, answer.body.as_str()), (StatusCode::NOT_MODIFIED, ""), "{tags}");
        assert_eq!(answer.header("etag"), etag);
        assert_eq!(answer.header("cache-control"), "no-cache");
    }
    let answer = send(page(), Method::GET, "/", &[("if-none-match", "\"other\"")]).await;
    assert_eq!(answer.status, StatusCode::OK);
}

#[tokio::test]
async fn every_response_has_the_security_headers() {
    for path in ["/", "/healthz", "/missing.js", "/assets/app-1a2b3c.js"] {
        let answer = get(path).await;
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("default-src 'self'; script-src 'self' 'wasm-unsafe-eval';"), "{path}: {policy}");
        assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"), "{path}: {policy}");
        assert!(!policy.contains("  "), "{path}: {policy}");
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin", "{path}");
        assert_eq!(answer.header("cross-origin-embedder-policy"), "require-corp", "{path}");
        assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin", "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "same-origin", "{path}");
    }
}

#[tokio::test]
async fn head_has_the_headers_and_no_body() {
    let answer = send(page(), Method::HEAD, "/", &[]).await;
    assert_eq!((answer.status, answer.body.as_str()), (StatusCode::OK, ""));
    assert_eq!(answer.header("content-length"), INDEX.len().to_string());
    assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
}

#[tokio::test]
async fn other_methods_are_refused() {
    for path in ["/", "/healthz", "/missing.js"] {
        let answer = send(page(), Method::POST, path, &[]).await;
        assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{path}");
        assert!(answer.headers.get(header::ALLOW).is_some(), "{path}");
    }
}

#[tokio::test]
async fn the_health_check_works_without_the_page() {
    let answer = send(Page::default(), Method::GET, "/healthz", &[]).await;
    assert_eq!((answer.status, answer.body.as_str()), (StatusCode::OK, "ok\n"));
    assert_eq!(answer.header("cache-control"), "no-store");
}

#[tokio::test]
async fn without_the_page_the_server_says_how_to_build_it() {
    let answer = send(Page::default(), Method::GET, "/", &[]).await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(answer.body.contains("cargo saffron"));
    assert_eq!(send(Page::default(), Method::GET, "/app.js", &[]).await.status, StatusCode::NOT_FOUND);
}
