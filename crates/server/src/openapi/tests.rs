//! The document has every route of the server, and no others.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use crate::openapi::document::document;
use crate::openapi::operations::OPERATIONS;
use crate::openapi::page::page;

/// The routes in the sources: methods and paths of every `.route(...)`.
fn written(folder: &Path, found: &mut BTreeSet<(String, String)>) {
    for entry in folder.read_dir().expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            written(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("openapi/tests.rs") {
            let source = std::fs::read_to_string(&path).expect("text");
            let source = source.split("#[cfg(test)]").next().expect("a part").to_owned();
            routes_of(&source, found);
        }
    }
}

fn routes_of(source: &str, found: &mut BTreeSet<(String, String)>) {
    for rest in source.split(".route(").skip(1) {
        let mut depth = 1_i32;
        let end = rest.find(|letter| {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            depth == 0
        });
        let call = &rest[..end.expect("a closed call")];
        let path = if call.trim_start().starts_with('"') {
            call.split('"').nth(1).expect("a path")
        } else {
            let constant = source.split("const PATH: &str = \"").nth(1).expect("the constant PATH");
            constant.split('"').next().expect("a path")
        };
        for method in ["get", "post", "put", "delete", "patch"] {
            let named = call
                .match_indices(&format!("{method}("))
                .any(|(at, _)| !call[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_'));
            if named {
                found.insert((method.to_owned(), path.to_owned()));
            }
        }
    }
}

#[test]
fn every_route_is_in_the_document_and_the_other_way_round() {
    let mut routes = BTreeSet::new();
    written(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut routes);
    let described: BTreeSet<_> = OPERATIONS.iter().map(|one| (one.method.to_owned(), one.path.to_owned())).collect();
    assert_eq!(described.len(), OPERATIONS.len(), "no operation is described twice");
    assert_eq!(described, routes);
}

/// All references in a document.
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
    for operation in OPERATIONS {
        assert!(page.contains(&format!("<code>{} {}</code>", operation.method.to_uppercase(), operation.path)));
    }
    for reference in found.iter().filter_map(|reference| reference.strip_prefix("#/components/schemas/")) {
        assert!(page.contains(&format!("<h3 id=\"{reference}\">")), "{reference}");
    }
    assert!(!page.contains("style=") && !page.contains("<script"), "the policy of the server forbids it");
}
