//! Tests of the libraries of accounts.

use axum::http::Method;
use saffron_protocol::limits::{MAX_LIBRARY_BODY, MAX_LIBRARY_ENTRIES, MAX_LIBRARY_ENTRY};
use saffron_store::accounts::Kind;
use saffron_store::library;
use serde_json::{Value, json};

use crate::tests::games::{Site, blitz};
use crate::tests::site::{STARTED_AT, Visitor};

/// Sends a request that must succeed, and returns its JSON.
async fn done(site: &Site, method: Method, path: &str, by: Option<&Visitor>, body: Value) -> Value {
    let (status, value) = site.ask(method, path, by, Some(body)).await;
    assert!(status.is_success(), "{path} {value}");
    value
}

const ID: &str = "/api/library/Aaaaaaaaaaaa";

#[tokio::test(start_paused = true)]
async fn a_library_is_read_and_written_by_version() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    assert_eq!(site.ok("/api/library", Some(&anna)).await, json!({ "entries": [], "more": false }));
    let body = json!({ "kind": "analysis", "name": "Éva, 1. e2e5" }).to_string();
    let first = done(&site, Method::PUT, ID, Some(&anna), json!({ "over": 0, "body": body })).await;
    let first = first["version"].as_i64().expect("a version");
    assert!(first >= STARTED_AT);
    let write = |over: i64, body: Value| json!({ "over": over, "body": body });
    assert_eq!(site.refused(Method::PUT, ID, Some(&anna), Some(write(0, json!("{}")))).await, "changed");
    let second = done(&site, Method::PUT, ID, Some(&anna), write(first, json!("{}"))).await["version"].clone();
    assert_eq!(site.refused(Method::PUT, ID, Some(&anna), Some(write(first, json!("{}")))).await, "changed");
    let entries = site.ok(&format!("/api/library?after={first}"), Some(&anna)).await;
    assert_eq!(
        entries,
        json!({ "entries": [{ "id": "Aaaaaaaaaaaa", "version": second, "body": "{}" }], "more": false })
    );
    assert_eq!(site.ok("/api/library", Some(&berta)).await["entries"], json!([]));

    let second = second.as_i64().expect("a version");
    done(&site, Method::PUT, ID, Some(&anna), write(second, Value::Null)).await;
    assert_eq!(site.ok("/api/library", Some(&anna)).await["entries"][0]["body"], Value::Null);
    done(&site, Method::PUT, "/api/library/Baaaaaaaaaaa", Some(&anna), write(0, json!("{\"a\":1}"))).await;
    let export = site.ok("/api/account/export", Some(&anna)).await;
    assert_eq!(export["library"][1]["body"], json!({ "a": 1 }));
    assert_eq!(export["games"], json!([]));
    done(&site, Method::DELETE, "/api/library", Some(&anna), Value::Null).await;
    assert_eq!(site.ok("/api/library", Some(&anna)).await["entries"], json!([]));
}

#[tokio::test(start_paused = true)]
async fn a_library_has_limits_and_is_for_accounts() {
    let site = Site::start().await;
    let anna = site.person("Anna").await;
    let guest = site.account(Kind::Guest, None).await;
    let refused = |path: &'static str, body: Value| site.refused(Method::PUT, path, Some(&anna), Some(body));
    let entry = json!({ "over": 0, "body": "{}" });
    assert_eq!(site.refused(Method::GET, "/api/library", None, None).await, "sign_in_required");
    assert_eq!(site.refused(Method::GET, "/api/library", Some(&guest), None).await, "account_required");
    assert_eq!(site.refused(Method::PUT, ID, Some(&guest), Some(entry.clone())).await, "account_required");
    assert_eq!(site.refused(Method::DELETE, "/api/library", Some(&guest), None).await, "account_required");
    assert_eq!(site.refused(Method::GET, "/api/library?after=x", Some(&anna), None).await, "invalid_field");
    assert_eq!(refused("/api/library/short", entry.clone()).await, "invalid_field");
    assert_eq!(refused("/api/library/A-aaaaaaaaaa", entry.clone()).await, "invalid_field");
    assert_eq!(refused(ID, json!({ "over": -1, "body": "{}" })).await, "invalid_field");
    assert_eq!(refused(ID, json!({ "over": 0, "body": "a\0b" })).await, "invalid_field");
    assert_eq!(refused(ID, json!({ "over": 0, "body": "{}", "more": 1 })).await, "invalid_message");
    assert_eq!(refused(ID, json!({ "over": 0, "body": "a".repeat(MAX_LIBRARY_ENTRY + 1) })).await, "too_long");
    assert_eq!(refused(ID, json!({ "over": 0, "body": "a".repeat(MAX_LIBRARY_BODY) })).await, "too_large");
    // The longest entry, each character of which needs an escape.
    let longest = json!({ "over": 0, "body": "\"".repeat(MAX_LIBRARY_ENTRY) });
    done(&site, Method::PUT, ID, Some(&anna), longest).await;

    // A full library: one more is refused, a change and a deletion are not.
    for number in 1..MAX_LIBRARY_ENTRIES {
        let write = library::write(anna.account, &format!("B{number:09}"), 0, Some("{}".to_owned()), STARTED_AT);
        site.app.database.transact(vec![write]).await.expect("an entry");
    }
    assert_eq!(refused("/api/library/Caaaaaaaaaaa", entry.clone()).await, "too_many");
    let (mut after, mut count) = (0, 0);
    loop {
        let page = site.ok(&format!("/api/library?after={after}"), Some(&anna)).await;
        let entries = page["entries"].as_array().expect("entries");
        count += entries.len();
        after = entries.last().map_or(after, |entry| entry["version"].as_i64().expect("a version"));
        if page["more"] == json!(false) {
            break;
        }
    }
    assert_eq!(count, MAX_LIBRARY_ENTRIES);
    let whole = site.ok("/api/library", Some(&anna)).await;
    let known = whole["entries"][1]["version"].as_i64().expect("a version");
    let path = format!("/api/library/{}", whole["entries"][1]["id"].as_str().expect("an id"));
    let changed = done(&site, Method::PUT, &path, Some(&anna), json!({ "over": known, "body": "{ }" })).await;
    let delete = json!({ "over": changed["version"], "body": null });
    done(&site, Method::PUT, &path, Some(&anna), delete).await;
    done(&site, Method::PUT, "/api/library/Caaaaaaaaaaa", Some(&anna), entry).await;
}

#[tokio::test(start_paused = true)]
async fn a_whole_library_takes_nothing_from_the_budget_of_moves() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let game = site.game(blitz(false), &anna, &berta).await;
    for number in 0..60 {
        let entry = json!({ "over": 0, "body": "a".repeat(MAX_LIBRARY_ENTRY) });
        done(&site, Method::PUT, &format!("/api/library/B{number:09}"), Some(&anna), entry).await;
    }
    let command =
        json!({ "id": { "client": "phone", "n": 1 }, "command": { "kind": "move", "uci": "e2e5", "ply": 0 } });
    done(&site, Method::POST, &format!("/api/games/{game}/commands"), Some(&anna), command).await;
    // Written again and again, it is used up.
    let again = json!({ "over": 0, "body": "a".repeat(MAX_LIBRARY_ENTRY) });
    let mut refusals = Vec::new();
    for _ in 0..8 {
        refusals.push(site.refused(Method::PUT, "/api/library/B000000000", Some(&anna), Some(again.clone())).await);
    }
    assert_eq!(refusals.last().map(String::as_str), Some("rate_limited"), "{refusals:?}");
}
