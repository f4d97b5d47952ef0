//! HTML page of the OpenAPI document, readable without scripts.

use std::fmt::Write;

use serde_json::{Map, Value};

use crate::api::openapi::document::{Operation, operations};

/// Style sheet of the page. It is a separate file because the content security policy forbids inline styles.
pub(crate) const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;\
color:#222;background:#fff}code{font-family:ui-monospace,monospace}h3{margin:2rem 0 .3rem}\
table{border-collapse:collapse;margin:.5rem 0}td,th{text-align:left;vertical-align:top;padding:.2rem .8rem .2rem 0;\
border-bottom:1px solid #ccc}@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}a{color:#8bf}\
td,th{border-color:#444}}\n";

/// Renders the document as HTML.
pub(crate) fn page(document: &Value) -> String {
    let mut html = String::from(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>Saffron: the HTTP interface</title>\n<link rel=\"stylesheet\" \
         href=\"/api/docs.css\">\n<h1>The HTTP interface</h1>\n",
    );
    paragraph(&mut html, text(&document["info"]["description"]));
    html.push_str("<p>For programs: <a href=\"/api/openapi.json\">openapi.json</a> (OpenAPI 3.1).</p>\n");
    let mut tag = String::new();
    for Operation { method, path, described: operation } in &operations() {
        let own = text(&operation["tags"][0]);
        if own != tag {
            own.clone_into(&mut tag);
            let _ = writeln!(html, "<h2>{}</h2>", escaped(&tag));
        }
        let _ = writeln!(html, "<h3><code>{} {}</code></h3>", escaped(&method.to_uppercase()), escaped(path));
        paragraph(&mut html, text(&operation["summary"]));
        parameters(&mut html, operation);
        let body = &operation["requestBody"]["content"]["application/json"]["schema"];
        if !body.is_null() {
            let _ = writeln!(html, "<p>Body: {}</p>", type_name(body));
        }
        answers(&mut html, operation);
    }
    html.push_str("<h2>Schemas</h2>\n");
    for (name, schema) in entries(&document["components"]["schemas"]) {
        let _ = writeln!(html, "<h3 id=\"{0}\"><code>{0}</code></h3>", escaped(name));
        full_schema(&mut html, schema);
    }
    html
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}

fn parameters(html: &mut String, operation: &Value) {
    let parameters = operation["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
    if parameters.is_empty() {
        return;
    }
    html.push_str("<table>\n");
    for parameter in parameters {
        let (name, place, about) = (&parameter["name"], &parameter["in"], &parameter["description"]);
        let [name, place, about] = [name, place, about].map(|value| escaped(text(value)));
        let _ = writeln!(html, "<tr><td><code>{name}</code><td>{place}<td>{about}");
    }
    html.push_str("</table>\n");
}

fn answers(html: &mut String, operation: &Value) {
    for (status, answer) in entries(&operation["responses"]).filter(|(status, _)| *status != "default") {
        let _ = write!(html, "<p>Answer: {}", escaped(status));
        for (media, content) in entries(&answer["content"]) {
            let _ = write!(html, ", <code>{}</code> {}", escaped(media), type_name(&content["schema"]));
        }
        html.push_str("</p>\n");
    }
}

/// Appends a schema with all of its fields.
fn full_schema(html: &mut String, schema: &Value) {
    paragraph(html, text(&schema["description"]));
    for part in ["allOf", "oneOf", "anyOf"] {
        let Some(parts) = schema[part].as_array() else { continue };
        html.push_str(if part == "allOf" { "<p>All of:</p>\n<ul>\n" } else { "<p>One of:</p>\n<ul>\n" });
        for part in parts {
            html.push_str("<li>");
            if part["properties"].is_object() {
                full_schema(html, part);
            } else {
                let _ = write!(html, "{} {}", type_name(part), escaped(text(&part["description"])));
            }
        }
        html.push_str("</ul>\n");
    }
    if schema["properties"].is_object() {
        html.push_str("<table>\n");
        for (name, field) in entries(&schema["properties"]) {
            let required = schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
            let optional = if required { "" } else { " (may be absent)" };
            let (name, about) = (escaped(name), escaped(text(&field["description"])));
            let _ = writeln!(html, "<tr><td><code>{name}</code><td>{}{optional}<td>{about}", type_name(field));
        }
        html.push_str("</table>\n");
    } else if schema["enum"].is_array() || schema["type"].is_string() {
        let _ = writeln!(html, "<p>{}</p>", type_name(schema));
    }
}

/// Short HTML name of a value's type: `string`, `list of <a href="#Seek">...</a>`.
fn type_name(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return format!("<a href=\"#{0}\"><code>{0}</code></a>", escaped(name));
    }
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> = values.iter().map(|value| format!("<code>{}</code>", escaped(text(value)))).collect();
        return values.join(", ");
    }
    for part in ["oneOf", "anyOf", "allOf"] {
        if let Some(parts) = schema[part].as_array() {
            return parts.iter().map(type_name).collect::<Vec<_>>().join(" or ");
        }
    }
    if schema["type"] == "array" {
        return format!("list of {}", type_name(&schema["items"]));
    }
    match &schema["type"] {
        Value::Array(types) => types.iter().map(|each| escaped(text(each))).collect::<Vec<_>>().join(" or "),
        single => escaped(single.as_str().unwrap_or("any value")),
    }
}

fn paragraph(html: &mut String, text: &str) {
    if !text.is_empty() {
        let _ = writeln!(html, "<p>{}</p>", escaped(text));
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
