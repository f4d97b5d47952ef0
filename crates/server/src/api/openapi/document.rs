//! The OpenAPI document.

use serde_json::{Map, Value, json};

use crate::api::openapi::operations::{Answer, OPERATIONS, Operation};
use crate::api::openapi::schemas::components;

const ABOUT: &str = "Everything that the page does. The session is the cookie `saffron`. Unsafe requests need an `Origin` of the \
     server's own where they have one, and `application/json` where they have a body. A refusal is a code with parameters. \
     Times are milliseconds since the Unix epoch.";

/// The whole document.
pub(crate) fn document() -> Value {
    let mut paths = Map::new();
    for operation in OPERATIONS {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method] = described(operation);
    }
    let mut components = components();
    components["schemas"]["AnalysisSearch"] = json!({
        "type": "object",
        "description": "A search: docs/analysis.md has its fields.",
        "properties": { "engine": { "type": "string" }, "newGame": { "type": "boolean" }, "request": { "type": "object" } },
        "required": ["engine", "request"]
    });
    components["responses"] = json!({ "Refused": {
        "description": "Refused: the status says why in general, the code in particular. 429 and 503 say in Retry-After when to \
            ask again.",
        "content": { "application/json": { "schema": reference("ErrorBody") } }
    } });
    components["securitySchemes"] = json!({ "session": { "type": "apiKey", "in": "cookie", "name": "saffron" } });
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Saffron", "version": env!("CARGO_PKG_VERSION"), "description": ABOUT },
        "paths": paths,
        "components": components
    })
}

fn reference(schema: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{schema}") })
}

fn described(operation: &Operation) -> Value {
    let mut parameters: Vec<Value> = path_parameters(operation.path)
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": path_schema(name) }))
        .collect();
    parameters.extend(operation.query.iter().map(|(name, description)| {
        json!({ "name": name, "in": "query", "description": description, "schema": { "type": "string" } })
    }));
    let content =
        |media: &str, schema: Value| json!({ "description": "Done", "content": { media: { "schema": schema } } });
    let (status, answer) = match operation.answer {
        Answer::Json(schema) => ("200", content("application/json", reference(schema))),
        Answer::Object(about) => {
            ("200", content("application/json", json!({ "type": "object", "description": about })))
        }
        Answer::Other(media) => ("200", content(media, json!({ "type": "string" }))),
        Answer::Empty => ("204", json!({ "description": "Done" })),
        Answer::Socket => ("101", json!({ "description": "The connection is a WebSocket from now on" })),
    };
    let mut described = json!({
        "operationId": operation_id(operation),
        "tags": [operation.tag],
        "summary": operation.summary,
        "parameters": parameters,
        "responses": { status: answer, "default": { "$ref": "#/components/responses/Refused" } }
    });
    if let Some(body) = operation.body {
        described["requestBody"] =
            json!({ "required": true, "content": { "application/json": { "schema": reference(body) } } });
    }
    described
}

/// The schema of a parameter of the path.
fn path_schema(name: &str) -> Value {
    match name {
        "room" => reference("Room"),
        _ => json!({ "type": "string" }),
    }
}

/// The names in braces.
fn path_parameters(path: &str) -> impl Iterator<Item = &str> {
    path.split('{').skip(1).filter_map(|rest| rest.split('}').next())
}

/// A name of its own for each operation.
fn operation_id(operation: &Operation) -> String {
    let words = operation.path.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    std::iter::once(operation.method).chain(words).collect::<Vec<_>>().join("_")
}
