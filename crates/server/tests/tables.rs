//! Tests of endgame tables over HTTP: look-ups, exercises, the list and the files.

use std::path::{Path, PathBuf};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use saffron_rules::{Position, Variant};
use saffron_server::{Page, router};
use saffron_service::config::{AnalysisLimits, ServerConfig};
use saffron_tables::Tables;
use serde_json::Value;
use tower::ServiceExt;

/// Longest K+Q v K of Shafran's chess: Black is mated in 16 plies.
const LOST: &str = "5/6/7/8/9/9/8/k6/6/K2Q1 b - - 0 1";
/// Gliński's chess: a king that can stalemate at once.
const STALEMATES: &str = "1/3/5/7/9/11/11/1k9/2B8/11/K10 b - - 0 1";

fn config(folder: Option<PathBuf>) -> ServerConfig {
    ServerConfig { analysis: AnalysisLimits::none(), tables: folder, ..ServerConfig::default() }
}

fn site(folder: Option<&Path>) -> Router {
    router(Page::default(), &config(folder.map(Path::to_owned)))
}

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
}

impl Answer {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("a header in ASCII"))
    }

    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }

    /// Status and error code of a refusal.
    fn refusal(&self) -> (u16, String) {
        (self.status.as_u16(), self.json()["error"]["code"].as_str().unwrap_or_default().to_owned())
    }
}

async fn send(site: &Router, method: Method, path: &str, headers: &[(header::HeaderName, &str)]) -> Answer {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(name, *value);
    }
    let response = site.clone().oneshot(request.body(Body::empty()).expect("a request")).await.expect("an answer");
    let (parts, body) = response.into_parts();
    let body = body.collect().await.expect("a body").to_bytes();
    Answer { status: parts.status, headers: parts.headers, body }
}

async fn get(site: &Router, path: &str) -> Answer {
    send(site, Method::GET, path, &[]).await
}

/// Address of a look-up.
fn question(variant: &str, fen: &str) -> String {
    let query: String = form_urlencoded::Serializer::new(String::new()).append_pair("fen", fen).finish();
    format!("/api/tables/{variant}?{query}")
}

/// File of an embedded table.
fn built_in(variant: &str, name: &str) -> Vec<u8> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tables/data").join(variant).join(name);
    std::fs::read(data).expect("a table")
}

/// Temporary folder, removed on drop.
struct Folder(PathBuf);

impl Folder {
    /// Folder with one file of Shafran's chess.
    fn with(name: &str, file: &str, bytes: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("saffron-server-tables-{name}-{}", std::process::id()));
        std::fs::create_dir_all(path.join("shafran")).expect("a folder");
        std::fs::write(path.join("shafran").join(file), bytes).expect("a file");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[tokio::test]
async fn a_position_has_its_result_and_that_of_each_move_the_best_first() {
    let site = site(None);
    let answer = get(&site, &question("shafran", LOST)).await;
    assert_eq!((answer.status, answer.header("cache-control")), (StatusCode::OK, "no-store"));
    let json = answer.json();
    assert_eq!((json["result"].as_str(), json["plies"].as_u64()), (Some("loss"), Some(16)));
    let variant = Variant::by_id("shafran").expect("a variant");
    let position = Position::from_fen(variant, LOST).expect("a position");
    let moves = json["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), position.legal_moves().len());
    assert_eq!((moves[0]["uci"].as_str(), moves[0]["san"].as_str()), (Some("a3b4"), Some("Kb4")));
    let plies: Vec<u64> = moves.iter().map(|one| one["plies"].as_u64().expect("plies")).collect();
    assert!(plies.is_sorted_by(|a, b| a >= b) && plies[0] == 16, "{plies:?}");
    // Compared with a probe of the position after each move.
    let tables = Tables::built_in(variant).expect("tables");
    for one in moves {
        let mut after = position;
        let uci = one["uci"].as_str().expect("a move");
        let mv = position.legal_moves().into_iter().find(|mv| position.uci(*mv) == uci).expect("a legal move");
        after.play_unchecked(mv);
        let value = tables.value(&after).expect("readable").expect("known").before_move();
        assert_eq!((one["result"].as_str(), one["plies"].as_u64()), (Some("loss"), value.plies().map(u64::from)));
    }
}

#[tokio::test]
async fn stalemate_is_a_result_of_its_own_and_draws_have_no_plies() {
    let site = site(None);
    let json = get(&site, &question("glinski", STALEMATES)).await.json();
    assert_eq!((json["result"].as_str(), json["plies"].as_u64()), (Some("stalemate-win"), Some(1)));
    assert_eq!((json["moves"][0]["uci"].as_str(), json["moves"][0]["plies"].as_u64()), (Some("b4c3"), Some(1)));
    let drawn = json["moves"].as_array().expect("moves").iter().find(|one| one["result"] == "draw");
    assert!(drawn.expect("a move that draws")["plies"].is_null());
    // The game is over by stalemate, so there are no moves.
    let json = get(&site, &question("glinski", "1/3/5/7/9/11/11/11/2k8/11/K10 w - - 0 1")).await.json();
    assert_eq!((json["result"].as_str(), json["plies"].as_u64()), (Some("stalemate-loss"), Some(0)));
    assert_eq!(json["moves"].as_array().map(Vec::len), Some(0));
}

#[tokio::test]
async fn what_no_table_knows_and_what_is_no_position_are_told_apart() {
    let site = site(None);
    let start = Variant::by_id("shafran").expect("a variant").start().to_fen();
    let without_castling = start.replace(" QBqb ", " - ");
    let long = "1".repeat(600);
    let cases = [
        (question("shafran", &without_castling), 404, "not_in_tables"),
        (question("shafran", "5/6/7/8/9/9/8/k5r/6/K2Q1 b - - 0 1"), 404, "not_in_tables"),
        (question("shafran", &start), 422, "castling_rights"),
        (question("shafran", "rubbish"), 400, "invalid_position"),
        (question("shafran", ""), 400, "invalid_position"),
        (question("shafran", &long), 400, "too_long"),
        (question("chess", LOST), 400, "unknown_variant"),
        ("/api/tables/shafran".to_owned(), 400, "invalid_field"),
        ("/api/tables/shafran?fen=1&fen=2".to_owned(), 400, "invalid_field"),
        ("/api/tables/%ff".to_owned(), 404, "not_found"),
        ("/api/tables/shafran/files/KQKR.saftable".to_owned(), 404, "not_found"),
        ("/api/tables/shafran/files/..%2fKQK.saftable".to_owned(), 404, "not_found"),
        ("/api/tables/chess/files/KQK.saftable".to_owned(), 400, "unknown_variant"),
        ("/api/tables/shafran/endings/KQKR/exercise".to_owned(), 404, "not_in_tables"),
        ("/api/tables/shafran/endings/KQK/exercise?winner=black".to_owned(), 404, "not_in_tables"),
        ("/api/tables/shafran/endings/KQK/exercise?winner=me".to_owned(), 400, "invalid_field"),
        ("/api/tables/shafran/endings/KKQ/exercise".to_owned(), 404, "not_found"),
        ("/api/tables/shafran/endings/queen/exercise".to_owned(), 404, "not_found"),
    ];
    for (path, status, code) in cases {
        assert_eq!(get(&site, &path).await.refusal(), (status, code.to_owned()), "{path}");
    }
}

#[tokio::test]
async fn an_exercise_is_a_won_position_of_its_ending() {
    let site = site(None);
    let answer = get(&site, "/api/tables/glinski/endings/KRK/exercise").await;
    assert_eq!(answer.header("cache-control"), "no-store");
    let exercise = answer.json();
    let known = get(&site, &question("glinski", exercise["fen"].as_str().expect("a position"))).await.json();
    assert_eq!((known["result"].as_str(), &known["plies"]), (Some("win"), &exercise["plies"]));
}

#[tokio::test]
async fn the_list_has_every_table_and_leads_to_its_file() {
    let site = site(None);
    let answer = get(&site, "/api/tables").await;
    assert_eq!(answer.header("cache-control"), "no-cache");
    let again = send(&site, Method::GET, "/api/tables", &[(header::IF_NONE_MATCH, answer.header("etag"))]).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    let list = answer.json();
    let variants = list["variants"].as_array().expect("variants");
    assert_eq!(variants.len(), Variant::all().len());
    for variant in variants {
        assert_eq!(variant["mostPieces"], 3);
        let endings = variant["endings"].as_array().expect("endings");
        let names: Vec<&str> = endings.iter().filter_map(|one| one["ending"].as_str()).collect();
        assert_eq!(names, ["KBK", "KNK", "KPK", "KQK", "KRK"]);
        for ending in endings {
            let file = get(&site, ending["file"].as_str().expect("an address")).await;
            assert_eq!(file.status, StatusCode::OK);
            assert_eq!(file.body.len() as u64, ending["bytes"].as_u64().expect("bytes"));
            assert!(file.header("cache-control").contains("immutable"), "{}", file.header("cache-control"));
        }
    }
    // Same numbers as in docs/endgames.md.
    let queen = &variants.iter().find(|one| one["variant"] == "glinski").expect("a variant")["endings"][3];
    assert_eq!((queen["white"]["wins"].as_u64(), queen["black"]["draws"].as_u64()), (Some(403_224), Some(66_996)));
    assert_eq!((queen["black"]["stalemateWins"].as_u64(), queen["black"]["longest"].as_u64()), (Some(1170), Some(18)));
}

#[tokio::test]
async fn a_file_is_read_in_parts() {
    const PATH: &str = "/api/tables/shafran/files/KQK.saftable";
    let site = site(None);
    let bytes = built_in("shafran", "KQK.saftable");
    let whole = get(&site, PATH).await;
    assert_eq!((whole.status, &whole.body[..]), (StatusCode::OK, &bytes[..]));
    assert_eq!((whole.header("accept-ranges"), whole.header("cache-control")), ("bytes", "no-cache"));
    assert_eq!(whole.header("content-length"), bytes.len().to_string());
    let tag = whole.header("etag");
    let head = send(&site, Method::HEAD, PATH, &[]).await;
    assert_eq!((head.header("content-length"), head.body.len()), (bytes.len().to_string().as_str(), 0));
    let part = async |headers: &[(header::HeaderName, &str)]| send(&site, Method::GET, PATH, headers).await;
    let found = part(&[(header::RANGE, "bytes=100-199")]).await;
    assert_eq!((found.status, &found.body[..]), (StatusCode::PARTIAL_CONTENT, &bytes[100..200]));
    assert_eq!(found.header("content-range"), format!("bytes 100-199/{}", bytes.len()));
    assert_eq!(found.header("content-length"), "100");
    let found = part(&[(header::RANGE, "bytes=-7"), (header::IF_RANGE, tag)]).await;
    assert_eq!((found.status, &found.body[..]), (StatusCode::PARTIAL_CONTENT, &bytes[bytes.len() - 7..]));
    // The client's parts are of another file, so it gets the whole.
    let found = part(&[(header::RANGE, "bytes=0-1"), (header::IF_RANGE, "\"other\"")]).await;
    assert_eq!((found.status, found.body.len()), (StatusCode::OK, bytes.len()));
    let found = part(&[(header::RANGE, "bytes=99999999-")]).await;
    assert_eq!((found.status, found.body.len()), (StatusCode::RANGE_NOT_SATISFIABLE, 0));
    assert_eq!(found.header("content-range"), format!("bytes */{}", bytes.len()));
    let found = part(&[(header::IF_NONE_MATCH, tag), (header::RANGE, "bytes=0-1")]).await;
    assert_eq!((found.status, found.body.len()), (StatusCode::NOT_MODIFIED, 0));
}

#[tokio::test]
async fn a_damaged_table_is_refused_with_a_code_and_the_others_go_on() {
    let mut bytes = built_in("shafran", "KQK.saftable");
    // Flips one bit in every frame of the second half.
    let half = bytes.len() / 2;
    bytes[half..].iter_mut().step_by(4096).for_each(|byte| *byte ^= 1);
    let folder = Folder::with("bits", "KQK.saftable", &bytes);
    let site = site(Some(&folder.0));
    let mut damaged = 0;
    for row in ["k6", "1k5", "2k4", "3k3", "4k2", "5k1", "6k"] {
        for turn in ["w", "b"] {
            let answer = get(&site, &question("shafran", &format!("5/6/7/8/9/9/8/{row}/6/K2Q1 {turn} - - 0 1"))).await;
            if answer.status == StatusCode::INTERNAL_SERVER_ERROR {
                assert_eq!(answer.json()["error"]["params"]["ending"], "KQK");
                assert_eq!(answer.refusal().1, "damaged_table");
                damaged += 1;
            }
        }
    }
    assert!(damaged > 0, "no position needs the damaged part");
    let rook = get(&site, &question("shafran", "5/6/7/8/9/9/8/7/6/R1k1K b - - 0 1")).await;
    assert_eq!(rook.json()["plies"], 32);
}

/// Changes the file of K+Q v K while a server has it open. Returns the responses to a look-up that needs it, to one
/// that does not, and to a request for the file.
async fn changed_under_the_server(name: &str, change: impl Fn(&Path)) -> [(u16, String); 3] {
    let folder = Folder::with(name, "KQK.saftable", &built_in("shafran", "KQK.saftable"));
    let site = site(Some(&folder.0));
    let address = "/api/tables/shafran/files/KQK.saftable";
    assert_eq!(get(&site, address).await.status, StatusCode::OK);
    change(&folder.0.join("shafran/KQK.saftable"));
    let outcome = async |path: String| {
        let answer = get(&site, &path).await;
        if answer.status == StatusCode::OK { (200, String::new()) } else { answer.refusal() }
    };
    [
        outcome(question("shafran", LOST)).await,
        outcome(question("shafran", "5/6/7/8/9/9/8/7/6/R1k1K b - - 0 1")).await,
        outcome(address.to_owned()).await,
    ]
}

#[tokio::test]
async fn a_table_that_changes_under_the_server_is_refused_with_a_code_and_nothing_else_is() {
    let damaged = || (500, "damaged_table".to_owned());
    let fine = || (200, String::new());
    let write = |path: &Path, bytes: &[u8]| std::fs::write(path, bytes).expect("a file");
    let shorter = |length: u64| {
        move |path: &Path| {
            std::fs::File::options().write(true).open(path).and_then(|file| file.set_len(length)).expect("a file");
        }
    };
    assert_eq!(changed_under_the_server("empty", shorter(0)).await, [damaged(), fine(), damaged()]);
    // Truncated among the frames; the look-up may need none of the missing ones.
    let length = built_in("shafran", "KQK.saftable").len() as u64;
    for (name, length) in [("middle", length / 2), ("last", length - 1)] {
        assert_eq!(changed_under_the_server(name, shorter(length)).await[1..], [fine(), damaged()], "{name}");
    }
    // As `cp` of another table over it does.
    let other = built_in("shafran", "KRK.saftable");
    assert_eq!(changed_under_the_server("over", |path| write(path, &other)).await, [damaged(), fine(), damaged()]);
    // Writing or renaming an identical table over it changes nothing.
    let same = built_in("shafran", "KQK.saftable");
    assert_eq!(changed_under_the_server("same", |path| write(path, &same)).await, [fine(), fine(), fine()]);
    let renamed = |path: &Path| {
        write(&path.with_extension("new"), &other);
        std::fs::rename(path.with_extension("new"), path).expect("a file");
    };
    assert_eq!(changed_under_the_server("renamed", renamed).await, [fine(), fine(), fine()]);
    let removed = |path: &Path| std::fs::remove_file(path).expect("a file");
    assert_eq!(changed_under_the_server("removed", removed).await, [fine(), fine(), fine()]);
}

#[tokio::test]
async fn a_file_that_is_no_table_leaves_the_one_of_the_program() {
    let folder = Folder::with("rubbish", "KQK.saftable", b"rubbish");
    let json = get(&site(Some(&folder.0)), &question("shafran", LOST)).await.json();
    assert_eq!(json["plies"], 16);
}

#[tokio::test]
async fn a_folder_adds_tables() {
    // The file may have any ending's name; its header says which ending it holds.
    let folder = Folder::with("more", "KRK.saftable", &built_in("shafran", "KRK.saftable"));
    let list = get(&site(Some(&folder.0)), "/api/tables").await.json();
    assert_eq!(list["variants"][0]["endings"].as_array().map(Vec::len), Some(5));
    let missing = folder.0.join("nothing");
    assert_eq!(get(&site(Some(&missing)), "/api/tables").await.status, StatusCode::OK);
}
