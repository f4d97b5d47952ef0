//! Tables in Markdown: of types, codes, requests, limits.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::socket::CloseReason;
use saffron_rules::Variant;
use saffron_server::reference::{self, Request};

use crate::described::{Field, Kind, Shape, Value, constants, read};
use crate::shown::ShownTypes;

/// Requests that a player needs.
const PLAY: [&str; 23] = [
    "post /api/guest",
    "post /api/account/register",
    "post /api/account/sign-in",
    "post /api/account/sign-out",
    "get /api/me",
    "get /api/lobby",
    "post /api/seeks",
    "delete /api/seeks/{id}",
    "post /api/seeks/{id}/accept",
    "get /api/challenges",
    "post /api/challenges",
    "get /api/challenges/{id}",
    "delete /api/challenges/{id}",
    "post /api/challenges/{id}/accept",
    "post /api/challenges/{id}/decline",
    "post /api/computer",
    "get /api/games/mine",
    "get /api/games/{id}",
    "get /api/games/{id}/events",
    "get /api/games/{id}/pgn",
    "post /api/games/{id}/commands",
    "get /api/games/{id}/chat/{room}",
    "post /api/games/{id}/chat/{room}",
];

/// Codes of the server's outermost layer, which any request may get.
const ANY_REQUEST: [&str; 2] = ["too_many_requests", "request_timeout"];

/// Sources of the tables.
pub(crate) struct Tables<'a> {
    pub(crate) types: ShownTypes,
    /// Headings of the tables of types, by the names of the types in Rust.
    pub(crate) headings: BTreeMap<String, String>,
    pub(crate) root: &'a Path,
}

impl Tables<'_> {
    /// Returns a table by its name in the document.
    pub(crate) fn table(&self, name: &str) -> Result<String> {
        match name {
            "requests to play" => self.requests(|request| {
                let name = format!("{} {}", request.method, request.path);
                PLAY.contains(&name.as_str()).then_some(PLAY.len())
            }),
            "requests for endgame tables" => {
                self.requests(|request| request.path.starts_with("/api/tables").then_some(4))
            }
            "close codes" => self.close_codes(),
            "codes of any request" => self.codes_of_any_request(),
            "limits" => self.limits(),
            "variants" => Ok(variants()),
            "ErrorCode"
            | "Refusal"
            | "TournamentRefusal"
            | "ArenaRefusal"
            | "CorrespondenceRefusal"
            | "SimulRefusal" => self.codes(name),
            _ => self.of_type(name),
        }
    }

    fn of_type(&self, name: &str) -> Result<String> {
        Ok(match &self.types.get(name)?.described.shape {
            Shape::Object(fields) => {
                let mut rows = vec![row(&["field", "type", ""]), row(&["---"; 3])];
                for field in fields {
                    rows.push(row(&self.field(field).with_context(|| format!("in {name}"))?));
                }
                rows.concat()
            }
            Shape::Values(values) => {
                let values = values.iter().map(|(value, doc)| row(&[format!("`\"{value}\"`"), doc.clone()]));
                [row(&["value", ""]), row(&["---"; 2])].into_iter().chain(values).collect()
            }
            Shape::Kinds { tag, kinds, .. } => {
                let mut rows = vec![row(&[&format!("`{tag}`"), "field", "type", ""]), row(&["---"; 4])];
                for kind in kinds {
                    rows.push(row(&[&format!("`{}`", kind.name), "", "", &kind.doc]));
                    for field in &kind.fields {
                        let [field, value, doc] = self.field(field).with_context(|| format!("in {name}"))?;
                        rows.push(row(&[String::new(), field, value, doc]));
                    }
                }
                rows.concat()
            }
        })
    }

    /// Codes with their status over HTTP.
    fn codes(&self, name: &str) -> Result<String> {
        let Shape::Kinds { kinds, .. } = &self.types.get(name)?.described.shape else { bail!("{name} has no codes") };
        let mut rows = vec![row(&["`code`", "HTTP", "parameter", "type", ""]), row(&["---"; 5])];
        for (kind, example) in kinds.iter().zip(self.types.examples(name)?) {
            let code: ErrorCode =
                serde_json::from_value(example).with_context(|| format!("{} is no code", kind.name))?;
            let (status, retry_after) = reference::status(&code);
            let says_itself = kind.fields.iter().any(|field| field.name == "retryAfter");
            let status = match retry_after.filter(|_| !says_itself) {
                Some(seconds) => format!("{status}, {seconds} s"),
                None => status.to_string(),
            };
            self.code(&mut rows, kind, &status)?;
        }
        Ok(rows.concat())
    }

    fn code(&self, rows: &mut Vec<String>, kind: &Kind, status: &str) -> Result<()> {
        rows.push(row(&[&format!("`{}`", kind.name), status, "", "", &kind.doc]));
        if let Some(whole) = &kind.whole {
            rows.push(row(&["", "", "", &self.words(whole)?, ""]));
        }
        for field in &kind.fields {
            let [field, value, doc] = self.field(field).with_context(|| format!("in {}", kind.name))?;
            rows.push(row(&[String::new(), String::new(), field, value, doc]));
        }
        Ok(())
    }

    fn codes_of_any_request(&self) -> Result<String> {
        let described = read(&self.root.join("crates/service/src/analysis/protocol.rs"), "ApiError")?;
        let Shape::Kinds { kinds, .. } = described.shape else { bail!("ApiError has no codes") };
        let mut rows = vec![row(&["`code`", "HTTP", "parameter", "type", ""]), row(&["---"; 5])];
        for name in ANY_REQUEST {
            let kind =
                kinds.iter().find(|kind| kind.name == name).with_context(|| format!("there is no code {name}"))?;
            let status = if name == "request_timeout" { "408" } else { "429" };
            self.code(&mut rows, kind, status)?;
        }
        Ok(rows.concat())
    }

    fn close_codes(&self) -> Result<String> {
        let described = read(&self.root.join("crates/protocol/src/socket.rs"), "CloseReason")?;
        let Shape::Values(values) = described.shape else { bail!("CloseReason has more than reasons") };
        let rows = CloseReason::ALL.into_iter().map(|reason| {
            let (_, doc) =
                values.iter().find(|(name, _)| *name == format!("{reason:?}")).context("a reason without a comment")?;
            Ok(row(&[reason.code().to_string(), reason.text().to_owned(), doc.clone()]))
        });
        let rows: Result<Vec<String>> = rows.collect();
        Ok([row(&["close code", "reason", ""]), row(&["---"; 3])].into_iter().chain(rows?).collect())
    }

    fn requests(&self, wanted: impl Fn(&Request) -> Option<usize>) -> Result<String> {
        let mut rows = vec![row(&["request", "body", "answer", ""]), row(&["---"; 4])];
        let mut expected = 0;
        for request in reference::requests() {
            let Some(count) = wanted(&request) else { continue };
            expected = count;
            let query: Vec<&str> = request.query.iter().map(|(name, _)| name.as_str()).collect();
            let query = if query.is_empty() { String::new() } else { format!("?{}=", query.join("=&")) };
            let meaning = request.query.iter().map(|(name, meaning)| format!(". `{name}`: {meaning}"));
            let of_type = |name: &str| {
                if self.headings.contains_key(name) { self.link(name) } else { Ok(name.to_owned()) }
            };
            rows.push(row(&[
                format!("`{} {}{query}`", request.method.to_uppercase(), request.path),
                request.body.as_deref().map_or(Ok(String::new()), of_type)?,
                request.answer.as_deref().map_or(Ok(String::new()), of_type)?,
                request.summary.clone() + &meaning.collect::<String>(),
            ]));
        }
        if rows.len() != expected + 2 {
            bail!("{} requests are shown, not {expected}: one has another name now", rows.len() - 2);
        }
        Ok(rows.concat())
    }

    fn limits(&self) -> Result<String> {
        let limits = constants(&self.root.join("crates/protocol/src/limits.rs"))?;
        let rows = limits.into_iter().map(|(doc, value)| row(&[&grouped(value), &doc]));
        Ok([row(&["limit", "of"]), row(&["---"; 2])].into_iter().chain(rows).collect())
    }

    /// Name, type and meaning of a field.
    fn field(&self, field: &Field) -> Result<[String; 3]> {
        let words = self.words(&field.value).with_context(|| format!("in the field {}", field.name))?;
        if field.flat {
            return Ok(["…".to_owned(), words, format!("{} Its fields are part of this object.", field.doc)]);
        }
        let name = format!("`{}{}`", field.name, if field.optional { "?" } else { "" });
        let words = if field.nullable { format!("{words} or `null`") } else { words };
        let doc = match &field.value {
            Value::Named(name) if field.doc.is_empty() => &self.types.get(name)?.described.doc,
            _ => &field.doc,
        };
        let mut doc = doc.replace("`None`", if field.nullable { "`null`" } else { "absent" });
        if let Some(left_out) = field.left_out {
            doc.push_str(&format!(" Absent for {left_out}."));
        }
        Ok([name, words, doc])
    }

    /// A type in words.
    fn words(&self, value: &Value) -> Result<String> {
        Ok(match value {
            Value::Text => "text".to_owned(),
            Value::Boolean => "boolean".to_owned(),
            Value::Integer(name) => name.clone(),
            Value::Time => "time".to_owned(),
            Value::Side => "side".to_owned(),
            Value::List(inner) => format!("list of {}", self.words(inner)?),
            Value::Named(name) => self.link(name)?,
        })
    }

    /// A link to the table of a type.
    fn link(&self, name: &str) -> Result<String> {
        let heading = self.headings.get(name).with_context(|| format!("docs/protocol.md has no table of {name}"))?;
        let anchor = heading.to_lowercase().replace(' ', "-");
        Ok(format!("[{}](#{anchor})", spaced(name)))
    }
}

/// The name of a type as words: `game view` for `GameView`.
fn spaced(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

fn variants() -> String {
    let rows = Variant::all().iter().map(|variant| {
        row(&[format!("`{}`", variant.id()), variant.name().to_owned(), format!("`{}`", variant.start().to_fen())])
    });
    [row(&["id", "name", "start position"]), row(&["---"; 3])].into_iter().chain(rows).collect()
}

/// A row of a table.
fn row(cells: &[impl AsRef<str>]) -> String {
    let cells: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
    if cells.iter().all(|cell| *cell == "---") {
        return format!("|{}\n", "---|".repeat(cells.len()));
    }
    format!("| {} |\n", cells.join(" | ")).replace("|  |", "| |").replace("|  |", "| |")
}

/// A number with a comma before every third digit from the end.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_named_in_words() {
        assert_eq!(["Me", "GameView", "TableRule"].map(spaced), ["me", "game view", "table rule"]);
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!(
            [0, 64, 200, 4096, 16_384, 1_000_000].map(grouped),
            ["0", "64", "200", "4,096", "16,384", "1,000,000"]
        );
    }
}
