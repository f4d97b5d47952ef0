//! Endgame tables: look-ups, exercises, files in whole and in parts.

use std::io;
use std::ops::Range;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::tables::{TableExercise, TableList, TablePosition};
use saffron_rules::Color;
use saffron_service::tables::exercise::exercise;
use saffron_service::tables::{OpenedTables, apart, damaged, look_up, position, tag};
use saffron_tables::{Ending, Tables};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::error::ErrorResponse;
use crate::http::parameters::{Path, Query};
use crate::http::reply::{Answer, IMMUTABLE, Kind, REVALIDATE, answer, knows, reply};

/// Bytes of a file that are read at once: its pages may have to come from the disk.
const CHUNK: u64 = 256 * 1024;

/// The routes, without limits but those of all requests.
pub(crate) fn routes(tables: Arc<OpenedTables>) -> Router {
    Router::from(api()).with_state(tables)
}

/// The routes with their description.
pub(crate) fn api() -> OpenApiRouter<Arc<OpenedTables>> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(look_up_position))
        .routes(routes!(new_exercise))
        .routes(routes!(file))
}

#[utoipa::path(
    get, path = "/api/tables", tag = "tables",
    summary = "The endgame tables of the server",
    responses((status = 200, body = TableList))
)]
async fn list(State(tables): State<Arc<OpenedTables>>, headers: HeaderMap) -> Response {
    let kind = Kind { content_type: "application/json", cache_control: REVALIDATE, encoding: None, varies: false };
    reply(&tables.list, &kind, &headers)
}

/// Query of a look-up.
#[derive(Debug, Deserialize)]
struct Question {
    fen: Option<String>,
}

#[utoipa::path(
    get, path = "/api/tables/{variant}", tag = "tables",
    summary = "The result of a position and of each of its moves, the best first; without the rule of 50 moves",
    params(("fen" = String, Query, description = "The position, without castling rights")),
    responses((status = 200, body = TablePosition))
)]
async fn look_up_position(
    State(opened): State<Arc<OpenedTables>>,
    Path(variant): Path<String>,
    Query(question): Query<Question>,
) -> Answer<TablePosition> {
    let tables = Arc::clone(opened.of(&variant)?);
    let fen = question.fen.ok_or_else(|| ErrorCode::InvalidField { field: "fen".to_owned() })?;
    let position = position(&tables, &fen)?;
    answer(apart(move || look_up(&tables, &position)).await?)
}

/// Query of an exercise.
#[derive(Debug, Deserialize)]
struct Wish {
    #[serde(default)]
    winner: Winner,
}

/// The side that is to move and wins.
#[derive(Clone, Copy, Default, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Winner {
    #[default]
    White,
    Black,
}

#[utoipa::path(
    get, path = "/api/tables/{variant}/endings/{ending}/exercise", tag = "tables",
    summary = "A random position of an ending that a side, to move, wins, but by no capture at once",
    params(("winner" = String, Query, description = "white, the side with more, or black; white without it")),
    responses((status = 200, body = TableExercise))
)]
async fn new_exercise(
    State(opened): State<Arc<OpenedTables>>,
    Path((variant, ending)): Path<(String, String)>,
    Query(wish): Query<Wish>,
) -> Answer<TableExercise> {
    let tables = Arc::clone(opened.of(&variant)?);
    // One name an ending: as it is listed.
    let (ending, _) =
        Ending::parse(&ending).ok().filter(|(parsed, _)| parsed.to_string() == ending).ok_or(ErrorCode::NotFound)?;
    let bits = opened.random.bits().to_le_bytes();
    let seed = u64::from_le_bytes(std::array::from_fn(|index| bits[index]));
    let winner = match wish.winner {
        Winner::White => Color::White,
        Winner::Black => Color::Black,
    };
    answer(apart(move || exercise(&tables, &ending, winner, seed)).await?)
}

/// Query of a file.
#[derive(Debug, Deserialize)]
struct Version {
    v: Option<String>,
}

#[utoipa::path(
    get, path = "/api/tables/{variant}/files/{file}", tag = "tables",
    summary = "The file of a table, ENDING.saftable; in parts for requests with Range",
    responses((status = 200, content_type = "application/octet-stream", body = String))
)]
async fn file(
    State(opened): State<Arc<OpenedTables>>,
    Path((variant, file)): Path<(String, String)>,
    Query(version): Query<Version>,
    headers: HeaderMap,
) -> Result<Response, ErrorResponse> {
    let requested = Requested::find(opened.of(&variant)?, &file)?;
    Ok(requested.reply(version.v.as_deref(), &headers).await?)
}

/// A file for sending.
#[derive(Debug)]
pub(crate) struct Requested {
    tables: Arc<Tables>,
    ending: Ending,
    length: u64,
    tag: String,
}

impl Requested {
    /// Finds a file by its exact name.
    ///
    /// # Errors
    /// `NotFound`.
    pub(crate) fn find(tables: &Arc<Tables>, name: &str) -> Result<Self, ErrorCode> {
        let (ending, length) =
            tables.endings().find(|(ending, _)| Tables::file_name(ending) == name).ok_or(ErrorCode::NotFound)?;
        let tag = tag(tables, ending).ok_or(ErrorCode::NotFound)?;
        Ok(Self { tables: Arc::clone(tables), ending: ending.clone(), length, tag })
    }

    /// The response to a request with these headers. `version` is the tag that the address names.
    ///
    /// # Errors
    /// `DamagedTable` where what is asked for, or its first part, cannot be read or has changed since the file was opened.
    pub(crate) async fn reply(self, version: Option<&str>, request: &HeaderMap) -> Result<Response, ErrorCode> {
        let length = self.length;
        let known = knows(&self.tag, request);
        let range = request.get(header::RANGE).filter(|_| self.is_same(request)).and_then(|range| range.to_str().ok());
        let mut headers = HeaderMap::new();
        let immutable = version == Some(self.tag.trim_matches('"'));
        headers.insert(header::CACHE_CONTROL, if immutable { IMMUTABLE } else { REVALIDATE });
        headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
        if let Ok(tag) = HeaderValue::from_str(&self.tag) {
            headers.insert(header::ETAG, tag);
        }
        if known {
            return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
        }
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
        let mut named = |name, text: String| headers.extend(HeaderValue::try_from(text).map(|value| (name, value)));
        let (status, part) = match range_of(range, length) {
            RangeRequest::Whole => (StatusCode::OK, 0..length),
            RangeRequest::Part(part) => {
                named(header::CONTENT_RANGE, format!("bytes {}-{}/{length}", part.start, part.end - 1));
                (StatusCode::PARTIAL_CONTENT, part)
            }
            RangeRequest::Nothing => {
                named(header::CONTENT_RANGE, format!("bytes */{length}"));
                (StatusCode::RANGE_NOT_SATISFIABLE, 0..0)
            }
        };
        named(header::CONTENT_LENGTH, (part.end - part.start).to_string());
        let body = self.body(part).await?;
        Ok((status, headers, body).into_response())
    }

    /// Whether the parts that a client has are of this file, so that it may ask for another one: the header `If-Range`.
    fn is_same(&self, request: &HeaderMap) -> bool {
        request.get(header::IF_RANGE).is_none_or(|tag| tag.as_bytes() == self.tag.as_bytes())
    }

    /// A part of the file. Its first chunk is read before the status is sent; a later one that cannot be read breaks the answer off.
    async fn body(self, part: Range<u64>) -> Result<Body, ErrorCode> {
        let file = Arc::new(self);
        let end = part.end.min(part.start + CHUNK);
        let first = Arc::clone(&file).read(part.start..end).await?;
        let rest = stream::unfold(end..part.end, move |part| {
            let file = Arc::clone(&file);
            async move {
                if part.is_empty() {
                    return None;
                }
                let end = part.end.min(part.start + CHUNK);
                let read = file.read(part.start..end).await;
                let broken = read.is_err();
                let read = read.map_err(|_| io::Error::other("the table is damaged"));
                Some((read, if broken { part.end..part.end } else { end..part.end }))
            }
        });
        Ok(Body::from_stream(stream::once(async { Ok(first) }).chain(rest)))
    }

    async fn read(self: Arc<Self>, part: Range<u64>) -> Result<Bytes, ErrorCode> {
        apart(move || {
            let read = self.tables.contents(&self.ending, part).map_err(|error| damaged(&error))?;
            Ok(Bytes::from(read.unwrap_or_default()))
        })
        .await
    }
}

/// Part of a file that a request asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RangeRequest {
    /// All of it: there is no range, or one that the server need not understand.
    Whole,
    /// These bytes.
    Part(Range<u64>),
    /// No byte that there is.
    Nothing,
}

/// Reads `bytes=FIRST-LAST`, `bytes=FIRST-` and `bytes=-COUNT`. Several ranges at once are answered with the whole.
pub(crate) fn range_of(header: Option<&str>, length: u64) -> RangeRequest {
    let Some((unit, range)) = header.and_then(|header| header.split_once('=')) else { return RangeRequest::Whole };
    let Some((first, last)) = range.trim().split_once('-') else { return RangeRequest::Whole };
    if !unit.trim().eq_ignore_ascii_case("bytes") {
        return RangeRequest::Whole;
    }
    let number = |text: &str| -> Option<u64> {
        (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().unwrap_or(u64::MAX))
    };
    let range = match (number(first), number(last)) {
        (Some(first), Some(last)) if first > last => return RangeRequest::Whole,
        (Some(first), Some(last)) => first..last.saturating_add(1).min(length),
        (Some(first), None) if last.is_empty() => first..length,
        (None, Some(count)) if first.is_empty() => length.saturating_sub(count)..length,
        _ => return RangeRequest::Whole,
    };
    if range.is_empty() { RangeRequest::Nothing } else { RangeRequest::Part(range) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        let cases = [
            ("bytes=0-3", RangeRequest::Part(0..4)),
            ("bytes=4-", RangeRequest::Part(4..10)),
            ("bytes=-3", RangeRequest::Part(7..10)),
            ("bytes=-30", RangeRequest::Part(0..10)),
            ("Bytes = 9-9", RangeRequest::Part(9..10)),
            ("bytes=5-99999999999999999999999", RangeRequest::Part(5..10)),
            ("bytes=10-", RangeRequest::Nothing),
            ("bytes=10-12", RangeRequest::Nothing),
            ("bytes=-0", RangeRequest::Nothing),
        ];
        for (header, expected) in cases {
            assert_eq!(range_of(Some(header), 10), expected, "{header}");
        }
    }

    #[test]
    fn what_is_no_range_asks_for_all() {
        for header in
            ["", "bytes", "bytes=", "bytes=-", "bytes=3-1", "bytes=a-b", "bytes=+1-2", "lines=0-1", "bytes=0-1,3-4"]
        {
            assert_eq!(range_of(Some(header), 10), RangeRequest::Whole, "{header}");
        }
        assert_eq!(range_of(None, 10), RangeRequest::Whole);
        assert_eq!(range_of(Some("bytes=0-"), 0), RangeRequest::Nothing);
    }
}
