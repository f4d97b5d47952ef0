//! Tests that the OpenAPI document is complete, and that the server behaves as it says.

use std::collections::BTreeSet;

use axum::http::{Method, StatusCode};
use saffron_service::config::ServerConfig;
use serde_json::{Map, Value, json};

use crate::api::openapi::document::{document, operations};
use crate::api::openapi::page::page;
use crate::tests::site::Site;

/// Regression: the end of a game was an untyped object, so generated clients could not tell who had won.
#[test]
fn the_document_has_the_form_of_an_outcome() {
    let schemas = &document()["components"]["schemas"];
    let outcome = serde_json::to_value(saffron_rules::Outcome::win(
        saffron_rules::Color::White,
        saffron_rules::Reason::Checkmate,
    ));
    let sent: BTreeSet<String> = outcome.expect("JSON").as_object().expect("an object").keys().cloned().collect();
    let properties = schemas["Outcome"]["properties"].as_object().expect("a schema with properties");
    assert_eq!(properties.keys().cloned().collect::<BTreeSet<_>>(), sent);
    for user in ["GameInfo", "GameState", "Event"] {
        assert!(schemas[user].to_string().contains("#/components/schemas/Outcome"), "{user}");
    }
}

/// Collects all `$ref`s of a document.
fn references<'a>(value: &'a Value, found: &mut BTreeSet<&'a str>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get("$ref").and_then(Value::as_str));
            fields.values().for_each(|value| references(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}

#[test]
fn every_reference_leads_somewhere_and_the_page_shows_it() {
    let document = document();
    let mut found = BTreeSet::new();
    references(&document, &mut found);
    assert!(found.len() > 40, "{found:?}");
    for reference in &found {
        assert!(document.pointer(&reference[1..]).is_some(), "{reference}");
    }
    let page = page(&document);
    for operation in operations() {
        assert!(page.contains(&format!("<code>{} {}</code>", operation.method.to_uppercase(), operation.path)));
    }
    for reference in found.iter().filter_map(|reference| reference.strip_prefix("#/components/schemas/")) {
        assert!(page.contains(&format!("<h3 id=\"{reference}\">")), "{reference}");
    }
    assert!(!page.contains("style=") && !page.contains("<script"), "the policy of the server forbids it");
}

/// Collects the paths of the schemas that say nothing about their values.
fn open_schemas(schema: &Value, path: &str, found: &mut Vec<String>) {
    let Some(fields) = schema.as_object() else { return };
    let parts = ["oneOf", "anyOf", "allOf"].iter().filter_map(|part| schema[part].as_array()).flatten();
    let mut inner: Vec<(String, &Value)> = parts.enumerate().map(|(at, part)| (at.to_string(), part)).collect();
    inner.extend(schema["properties"].as_object().into_iter().flatten().map(|(name, part)| (name.clone(), part)));
    for name in ["items", "additionalProperties"] {
        inner.extend(schema[name].as_object().map(|_| (name.to_owned(), &schema[name])));
    }
    let is_object =
        schema["type"] == "object" || schema["type"].as_array().is_some_and(|types| types.contains(&json!("object")));
    let is_array = schema["type"] == "array";
    let says_nothing = !["type", "$ref", "enum", "const"].iter().any(|name| fields.contains_key(*name));
    if inner.is_empty() && (is_object || is_array || says_nothing) {
        found.push(path.to_owned());
    }
    for (name, part) in inner {
        open_schemas(part, &format!("{path}/{name}"), found);
    }
}

/// Collects the open schemas of all contents in a part of the document.
fn open_contents(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                if name == "schema" {
                    open_schemas(value, path, found);
                } else {
                    open_contents(value, &format!("{path}/{name}"), found);
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| open_contents(value, path, found)),
        _ => {}
    }
}

/// Regression: the analysis and the parameters of errors were untyped objects.
#[test]
fn no_schema_is_open() {
    let document = document();
    let mut found = Vec::new();
    open_contents(&document["paths"], "", &mut found);
    // The one follows a standard of its own; the other is for the person whose data it is, and has no stable form.
    let exceptions = ["/api/openapi.json", "/api/account/export"];
    found.retain(|path| !exceptions.iter().any(|exception| path.starts_with(&format!("/{exception}/"))));
    for (name, schema) in document["components"]["schemas"].as_object().expect("schemas") {
        open_schemas(schema, name, &mut found);
    }
    assert_eq!(found, Vec::<String>::new());
    let codes = document["components"]["schemas"]["ErrorCode"].to_string();
    assert!(codes.contains("#/components/schemas/Refusal") && !codes.contains("\"refused\""), "{codes}");
    for (name, field) in [("ErrorCode", "retryAfter"), ("SearchRequest", "newGame"), ("AnalysisRequest", "limits")] {
        assert!(
            document["components"]["schemas"][name].to_string().contains(&format!("\"{field}\"")),
            "{name}.{field}"
        );
    }
}

/// Example value of a schema, with every field present.
fn example(document: &Value, schema: &Value) -> Value {
    if let Some(reference) = schema["$ref"].as_str() {
        return example(document, document.pointer(&reference[1..]).expect("a schema"));
    }
    if let Some(parts) = schema["allOf"].as_array() {
        let mut fields = Map::new();
        for part in parts {
            fields.extend(example(document, part).as_object().expect("an object").clone());
        }
        return Value::Object(fields);
    }
    for choice in ["oneOf", "anyOf"] {
        if let Some(choices) = schema[choice].as_array() {
            let some = choices.iter().find(|each| each["type"] != "null").expect("a choice");
            return example(document, some);
        }
    }
    if let Some(value) = schema["enum"].as_array().and_then(|values| values.first()) {
        return value.clone();
    }
    let kind = schema["type"].as_str().or_else(|| schema["type"][0].as_str());
    match kind {
        Some("string") => json!("xxxx"),
        Some("integer" | "number") => json!(1),
        Some("boolean") => json!(true),
        Some("array") => json!([example(document, &schema["items"])]),
        _ => {
            let fields = schema["properties"].as_object().into_iter().flatten();
            fields.map(|(name, schema)| (name.clone(), example(document, schema))).collect()
        }
    }
}

/// Copies of a value, each with NUL in a different text.
fn with_nul(value: &Value) -> Vec<Value> {
    match value {
        Value::String(_) => vec![json!("xx\0xx")],
        Value::Array(values) => values
            .iter()
            .enumerate()
            .flat_map(|(at, each)| {
                with_nul(each).into_iter().map(move |changed| {
                    let mut copy = values.clone();
                    copy[at] = changed;
                    Value::Array(copy)
                })
            })
            .collect(),
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, each)| {
                with_nul(each).into_iter().map(move |changed| {
                    let mut copy = fields.clone();
                    copy.insert(name.clone(), changed);
                    Value::Object(copy)
                })
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// Regression: random requests rarely contain NUL (none of 16,300 did where it mattered), so each text of each
/// operation gets it here. PostgreSQL does not store NUL, so the store refuses it for every database.
#[tokio::test]
async fn nul_in_any_text_of_any_operation_is_refused() {
    let site = Site::with(ServerConfig::default().without_quotas().service).await;
    let document = document();
    let visitors = [site.nobody(), site.guest().await, site.person("Anna").await];
    let mut sent = 0;
    for operation in operations().iter().filter(|operation| !operation.is_socket()) {
        let parts: Vec<&str> = operation.path.split(['{', '}']).collect();
        let path = |nul_at: Option<usize>| -> String {
            let part = |(at, part): (usize, &&str)| match (at % 2 == 1, nul_at == Some(at)) {
                (false, _) => (*part).to_owned(),
                (true, true) => "xx%00xx".to_owned(),
                (true, false) if *part == "room" => "players".to_owned(),
                (true, false) => "xxxx".to_owned(),
            };
            parts.iter().enumerate().map(part).collect()
        };
        let body = operation.body().map(|name| example(&document, &document["components"]["schemas"][name]));
        let mut requests: Vec<(String, Option<Value>)> =
            (1..parts.len()).step_by(2).map(|at| (path(Some(at)), body.clone())).collect();
        for (name, _) in operation.query() {
            requests.push((format!("{}?{name}=xx%00xx", path(None)), body.clone()));
        }
        let bodies = body.iter().flat_map(with_nul);
        requests.extend(bodies.map(|body| (path(None), Some(body))));
        let method: Method = operation.method.to_uppercase().parse().expect("a method");
        for (path, body) in requests {
            for visitor in &visitors {
                let (status, _) = visitor.bytes(method.clone(), &path, body.clone()).await;
                assert!(status.is_client_error(), "{method} {path} {body:?}: {status}");
                sent += 1;
            }
        }
    }
    assert!(sent > 200, "{sent}");
    // A refusal of a named field says which field it is.
    let (status, answer) =
        visitors[0].post("/api/account/sign-in", json!({ "name": "a\0b", "password": "xxxx" })).await;
    assert_eq!((status, &answer["error"]["params"]["field"]), (StatusCode::BAD_REQUEST, &json!("name")));
    let (_, answer) = visitors[2].post("/api/challenges", json!({ "offer": {}, "to": "a\0b" })).await;
    assert_eq!(answer["error"]["params"]["field"], "to");
}
