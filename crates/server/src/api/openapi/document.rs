//! The OpenAPI document: the descriptions at the handlers, completed by what they have in common.

use saffron_protocol::error::ErrorBody;
use saffron_protocol::game::Room;
use saffron_protocol::tables::TableList;
use serde_json::{Value, json};
use utoipa::OpenApi;

use crate::api::described;

const ABOUT: &str = "Everything that the page does. The session is the cookie `saffron`. Unsafe requests need an `Origin` of the \
     server's own where they have one, and `application/json` where they have a body. A refusal is a code with parameters. \
     Times are milliseconds since the Unix epoch.";

/// Schemas that no handler refers to: the messages of the WebSocket.
#[derive(OpenApi)]
#[openapi(components(schemas(ErrorBody, Room, TableList)))]
struct Schemas;

/// One operation of the API: a method of a path.
#[derive(Clone, Debug)]
pub(crate) struct Operation {
    /// HTTP method in lower case.
    pub(crate) method: &'static str,
    /// Path with its parameters in braces: `/api/games/{id}`.
    pub(crate) path: String,
    /// Operation object of the OpenAPI document.
    pub(crate) described: Value,
}

impl Operation {
    /// Query parameters with their descriptions.
    pub(crate) fn query(&self) -> impl Iterator<Item = (&str, &str)> {
        let parameters = self.described["parameters"].as_array().into_iter().flatten();
        let query = parameters.filter(|parameter| parameter["in"] == "query");
        query.map(|parameter| {
            [&parameter["name"], &parameter["description"]].map(|value| value.as_str().unwrap_or_default()).into()
        })
    }

    /// Type name of the request body; `None` without a body.
    pub(crate) fn body(&self) -> Option<&str> {
        name_of(&self.described["requestBody"]["content"]["application/json"]["schema"])
    }

    /// Content of the successful response: a type name, the description of an untyped object, or a media type. `None`
    /// if the response has no body.
    pub(crate) fn answer(&self) -> Option<&str> {
        let answer = &self.described["responses"]["200"];
        let (media, content) = answer["content"].as_object()?.iter().next()?;
        match (media.as_str(), name_of(&content["schema"])) {
            ("application/json", Some(name)) => Some(name),
            ("application/json", None) => content["schema"]["description"].as_str(),
            (media, _) => Some(media),
        }
    }

    /// Returns whether the operation upgrades the connection to a WebSocket.
    #[cfg(test)]
    pub(crate) fn is_socket(&self) -> bool {
        self.described["responses"]["101"].is_object()
    }
}

/// Type name that a schema's `$ref` refers to.
fn name_of(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.rsplit('/').next()
}

/// All operations by tag, in the order of their routes.
pub(crate) fn operations() -> Vec<Operation> {
    let described = described();
    let mut operations: Vec<Operation> = Vec::new();
    for (path, item) in &described.paths.paths {
        let methods = [("get", &item.get), ("post", &item.post), ("put", &item.put), ("delete", &item.delete)];
        for (method, operation) in methods {
            if let Some(operation) = operation {
                let described = serde_json::to_value(operation).unwrap_or_default();
                operations.push(Operation {
                    method,
                    path: path.clone(),
                    described: completed(method, path, &described),
                });
            }
        }
    }
    let mut tags: Vec<Value> = Vec::new();
    for operation in &operations {
        let tag = &operation.described["tags"][0];
        if !tags.contains(tag) {
            tags.push(tag.clone());
        }
    }
    operations.sort_by_key(|operation| tags.iter().position(|tag| *tag == operation.described["tags"][0]));
    operations
}

/// The complete OpenAPI 3.1 document.
pub(crate) fn document() -> Value {
    let mut paths = json!({});
    for Operation { method, path, described } in operations() {
        paths[path][method] = described;
    }
    let mut described = described();
    described.merge(Schemas::openapi());
    let mut components = serde_json::to_value(described.components).unwrap_or_default();
    close_error_code(&mut components["schemas"]["ErrorCode"]);
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

/// Refers to the game's own codes, which utoipa, unlike serde, would nest in a code `refused`.
fn close_error_code(schema: &mut Value) {
    for code in schema["oneOf"].as_array_mut().into_iter().flatten() {
        if code["properties"]["code"]["enum"] == json!(["refused"]) {
            *code = reference("Refusal");
        }
    }
}

fn reference(schema: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{schema}") })
}

/// Adds what handlers leave out: path parameters, the refusals, an operation id.
fn completed(method: &str, path: &str, described: &Value) -> Value {
    let mut parameters: Vec<Value> = path_parameters(path)
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": path_schema(name) }))
        .collect();
    let query = described["parameters"].as_array().into_iter().flatten();
    parameters.extend(query.filter(|parameter| parameter["in"] == "query").map(|parameter| {
        let (name, description) = (&parameter["name"], &parameter["description"]);
        json!({ "name": name, "in": "query", "description": description, "schema": { "type": "string" } })
    }));
    let mut responses = described["responses"].clone();
    for (status, response) in responses.as_object_mut().into_iter().flatten() {
        let text = response["description"].as_str().unwrap_or_default().to_owned();
        let schema = &mut response["content"]["application/json"]["schema"];
        match status.as_str() {
            "101" => response["content"] = Value::Null,
            // An untyped object is described in words instead.
            _ if !text.is_empty() => {
                *schema = json!({ "type": "object", "description": text });
                response["description"] = json!("Done");
            }
            _ => response["description"] = json!("Done"),
        }
        prune(response);
    }
    responses["default"] = json!({ "$ref": "#/components/responses/Refused" });
    let mut completed = json!({
        "operationId": operation_id(method, path),
        "tags": described["tags"],
        "summary": described["summary"],
        "parameters": parameters,
        "responses": responses
    });
    if described["requestBody"].is_object() {
        completed["requestBody"] = json!({ "required": true, "content": described["requestBody"]["content"] });
    }
    completed
}

/// Removes the empty contents that `completed` creates by indexing.
fn prune(response: &mut Value) {
    if let Some(content) = response["content"].as_object_mut() {
        content.retain(|_, media| !media["schema"].is_null());
    }
    let empty = response["content"].as_object().is_none_or(serde_json::Map::is_empty);
    if empty && let Some(response) = response.as_object_mut() {
        response.remove("content");
    }
}

/// Schema of a path parameter, by its name.
fn path_schema(name: &str) -> Value {
    match name {
        "room" => reference("Room"),
        _ => json!({ "type": "string" }),
    }
}

/// Names of the parameters in a path.
fn path_parameters(path: &str) -> impl Iterator<Item = &str> {
    path.split('{').skip(1).filter_map(|rest| rest.split('}').next())
}

/// Unique id of an operation, made from its method and path.
fn operation_id(method: &str, path: &str) -> String {
    let words = path.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    std::iter::once(method).chain(words).collect::<Vec<_>>().join("_")
}
