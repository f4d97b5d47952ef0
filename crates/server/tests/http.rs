//! Tests of the responses for the page and its files.

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use saffron_server::{Page, router};
use saffron_service::config::{AnalysisLimits, ServerConfig};
use tower::ServiceExt;

const INDEX: &str = "<!doctype html><title>Saffron</title>";
const MISSING: &str = "<!doctype html><title>No such page</title>";
const ANALYSIS: &str = "<!doctype html><link rel=\"canonical\" href=\"https://saffron.invalid/analysis/shafran\">\
     <meta property=\"og:image\" content=\"https://saffron.invalid/picture/shafran.png\">";
const ADDRESSES: &str = r#"{
    "documents": {
        "/": { "file": "documents/en/index.html" },
        "/learn": { "file": "documents/en/index.html" },
        "/play/glinski": { "file": "documents/en/index.html" },
        "/analysis/shafran": { "file": "documents/en/analysis.html", "variant": "shafran" }
    },
    "kept": { "/game": { "file": "documents/en/index.html" } },
    "redirects": { "/rules": "/learn", "/index.html": "/" },
    "missing": { "/": { "file": "documents/en/missing.html" } }
}"#;
const SCRIPT: &str = "export const pieces = ['king', 'queen'];";

fn page() -> Page {
    let files = [
        ("addresses.json", ADDRESSES),
        ("documents/en/index.html", INDEX),
        ("documents/en/analysis.html", ANALYSIS),
        ("documents/en/missing.html", MISSING),
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
async fn an_address_of_the_page_gets_its_document() {
    for path in ["/learn", "/play/glinski", "/play/glinski?level=3", "/game/0f3a77c2d1"] {
        let answer = get(path).await;
        assert_eq!((answer.status, answer.body.as_str()), (StatusCode::OK, INDEX), "{path}");
    }
}

#[tokio::test]
async fn an_unknown_address_gets_a_document_that_says_so() {
    for path in ["/hopscotch", "/play/hopscotch", "/learn/x", "//learn", "/game/x", "/documents/en/index"] {
        let answer = get(path).await;
        assert_eq!((answer.status, answer.body.as_str()), (StatusCode::NOT_FOUND, MISSING), "{path}");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8", "{path}");
        assert_eq!(answer.header("cache-control"), "no-store", "{path}");
    }
    // A file that a browser navigates to is treated as an address, too.
    let answer = send(page(), Method::GET, "/old.html", &[("accept", "text/html,*/*;q=0.8")]).await;
    assert_eq!((answer.status, answer.body.as_str()), (StatusCode::NOT_FOUND, MISSING));
}

#[tokio::test]
async fn former_addresses_are_redirected_with_their_query() {
    let cases = [("/rules", "/learn"), ("/rules?x=1", "/learn?x=1"), ("/learn/", "/learn"), ("/index.html", "/")];
    for (path, target) in cases {
        let answer = get(path).await;
        assert_eq!(answer.status, StatusCode::MOVED_PERMANENTLY, "{path}");
        assert_eq!(answer.header("location"), target, "{path}");
    }
    assert_eq!(get("//evil.example/").await.header("location"), "");
}

#[tokio::test]
async fn documents_and_their_list_have_no_address_of_their_own() {
    for path in ["/addresses.json", "/documents/en/index.html", "/documents/en/analysis.html"] {
        let answer = get(path).await;
        assert_eq!((answer.status, answer.body.as_str()), (StatusCode::NOT_FOUND, "not found\n"), "{path}");
    }
}

#[tokio::test]
async fn documents_name_the_host_that_was_asked_for_or_the_public_url() {
    let answer = send(page(), Method::GET, "/analysis/shafran", &[("host", "chess.example:8070")]).await;
    assert!(answer.body.contains("href=\"http://chess.example:8070/analysis/shafran\""), "{}", answer.body);
    assert!(answer.body.contains("content=\"http://chess.example:8070/picture/shafran.png\""), "{}", answer.body);

    let request = Request::builder().uri("/analysis/shafran").header("host", "other").body(Body::empty());
    let public_url = Some("https://chess.example".parse().expect("a URL"));
    let config = ServerConfig { analysis: AnalysisLimits::none(), public_url, ..ServerConfig::default() };
    let response = router(page(), &config).oneshot(request.expect("a request")).await.expect("an answer");
    let body = response.into_body().collect().await.expect("a body").to_bytes();
    let body = String::from_utf8(body.to_vec()).expect("text");
    assert!(body.contains("href=\"https://chess.example/analysis/shafran\""), "{body}");
    assert!(!body.contains("saffron.invalid"), "{body}");
}

#[tokio::test]
async fn a_position_in_the_address_is_the_picture_of_the_preview() {
    let fen = "3k1%2F6%2F7%2F8%2F9%2F4R4%2F8%2F7%2F6%2F1K3%20w%20-%20-%200%201";
    let headers = [("host", "h")];
    let answer = send(page(), Method::GET, &format!("/analysis/shafran?fen={fen}"), &headers).await;
    let picture = answer.body.split("content=\"http://h").nth(1).and_then(|rest| rest.split('"').next());
    let picture = picture.expect("a picture").to_owned();
    assert!(picture.starts_with("/picture/shafran.png?fen=3k1%2F6%2F7"), "{picture}");
    assert_eq!(picture_of(&picture).await.status, StatusCode::OK);
    let wrong = send(page(), Method::GET, "/analysis/shafran?fen=%22%3E%3Cscript%3E", &headers).await;
    assert_eq!(wrong.status, StatusCode::OK);
    assert!(wrong.body.contains("content=\"http://h/picture/shafran.png\"") && !wrong.body.contains("script"));
}

struct Picture {
    status: StatusCode,
    headers: HeaderMap,
    bytes: Bytes,
}

async fn picture_of(path: &str) -> Picture {
    let config = ServerConfig { analysis: AnalysisLimits::none(), ..ServerConfig::default() };
    let request = Request::builder().uri(path).body(Body::empty()).expect("a request");
    let response = router(Page::default(), &config).oneshot(request).await.expect("an answer");
    let (parts, body) = response.into_parts();
    Picture { status: parts.status, headers: parts.headers, bytes: body.collect().await.expect("a body").to_bytes() }
}

/// Width and height of a PNG, from its header.
fn png_size(bytes: &[u8]) -> (u32, u32) {
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

#[tokio::test]
async fn pictures_are_cards_or_boards_of_a_width() {
    let card = picture_of("/picture/devasa.png").await;
    assert_eq!(card.status, StatusCode::OK);
    assert_eq!(card.headers["content-type"], "image/png");
    assert_eq!(card.headers["cache-control"], "public, max-age=86400");
    assert_eq!(card.headers["cross-origin-resource-policy"], "cross-origin");
    assert!(card.headers.contains_key("etag"));
    assert_eq!(png_size(&card.bytes), (1200, 630));

    let board = picture_of("/picture/shafran.png?width=300&orientation=black").await;
    assert_eq!(png_size(&board.bytes).0, 300);
    let white = picture_of("/picture/shafran.png?width=300&orientation=white").await;
    assert_ne!(board.bytes, white.bytes);
    let drawing = picture_of("/picture/shafran.svg?width=300").await;
    assert_eq!(drawing.headers["content-type"], "image/svg+xml");
    assert!(drawing.bytes.starts_with(b"<svg "));
}

#[tokio::test]
async fn a_picture_that_cannot_be_made_has_one_code() {
    let long = format!("/picture/shafran.png?fen={}", "1".repeat(600));
    for (path, field) in [
        ("/picture/shafran.png?fen=nonsense", "fen"),
        ("/picture/shafran.png?fen=", "fen"),
        (&long, "fen"),
        ("/picture/shafran.png?orientation=up", "orientation"),
        ("/picture/shafran.png?width=63", "width"),
        ("/picture/shafran.png?width=2001", "width"),
        ("/picture/shafran.svg?width=x", "width"),
    ] {
        let answer = picture_of(path).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{path}");
        let text = String::from_utf8(answer.bytes.to_vec()).expect("text");
        let start = format!("{{\"error\":{{\"code\":\"invalid_picture\",\"params\":{{\"field\":\"{field}\"");
        assert!(text.starts_with(&start), "{path}: {text}");
    }
    for path in ["/picture/hopscotch.png", "/picture/shafran.gif", "/picture/shafran", "/picture/.png"] {
        assert_eq!(picture_of(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn a_picture_that_the_client_has_is_answered_with_304() {
    let first = picture_of("/picture/shafran.png?width=200").await;
    let etag = first.headers["etag"].to_str().expect("a tag").to_owned();
    let path = "/picture/shafran.png?width=200";
    let answer = send(page(), Method::GET, path, &[("if-none-match", &etag)]).await;
    assert_eq!((answer.status, answer.body.as_str()), (StatusCode::NOT_MODIFIED, ""));
    assert_ne!(picture_of("/picture/shafran.png?width=201").await.headers["etag"], etag);
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
    // A path without a dot may be an address of the page, so it gets a document, but never a file of the machine.
    assert_eq!(get("//etc/passwd").await.body, MISSING);
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
