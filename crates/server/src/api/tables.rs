//! Endgame tables: position look-ups, exercises, and the files themselves, whole or by byte range.

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
use saffron_service::tables::{OpenedTables, damaged, look_up, on_blocking_thread, position, tag};
use saffron_tables::{Ending, Tables};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::error::ErrorResponse;
use crate::http::parameters::{Path, Query};
use crate::http::reply::{Answer, IMMUTABLE, REVALIDATE, answer, is_current, json};

/// Bytes of a file that are read at a time; each read may have to wait for the disk.
const CHUNK: u64 = 256 * 1024;

/// Routes of the tables. Only the limits that hold for all requests apply.
pub(crate) fn routes(tables: Arc<OpenedTables>) -> Router {
    Router::from(api()).with_state(tables)
}

/// Routes of the tables with their OpenAPI descriptions.
pub(crate) fn api() -> OpenApiRouter<Arc<OpenedTables>> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(look_up_position))
        .routes(routes!(new_exercise))
        .routes(routes!(file))
}

#[utoipa::path(
    get, path = "/api/tables", tag = "tables",
    summary = "Endgame tables of the server",
    responses((status = 200, body = TableList))
)]
async fn list(State(tables): State<Arc<OpenedTables>>, headers: HeaderMap) -> Response {
    json(&tables.list, &headers)
}

/// Query of a position look-up.
#[derive(Debug, Deserialize)]
struct LookUpQuery {
    fen: Option<String>,
}

#[utoipa::path(
    get, path = "/api/tables/{variant}", tag = "tables",
    summary = "Result of a position and of each of its moves, the best first; ignores the 50-move rule",
    params(("fen" = String, Query, description = "The position, without castling rights")),
    responses((status = 200, body = TablePosition))
)]
async fn look_up_position(
    State(opened): State<Arc<OpenedTables>>,
    Path(variant): Path<String>,
    Query(query): Query<LookUpQuery>,
) -> Answer<TablePosition> {
    let tables = Arc::clone(opened.of(&variant)?);
    let fen = query.fen.ok_or_else(|| ErrorCode::InvalidField { field: "fen".to_owned() })?;
    let position = position(&tables, &fen)?;
    answer(on_blocking_thread(move || look_up(&tables, &position)).await?)
}

/// Query of an exercise.
#[derive(Debug, Deserialize)]
struct ExerciseQuery {
    #[serde(default)]
    winner: Winner,
}

/// Side to move, which wins the exercise.
#[derive(Clone, Copy, Default, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Winner {
    #[default]
    White,
    Black,
}

#[utoipa::path(
    get, path = "/api/tables/{variant}/endings/{ending}/exercise", tag = "tables",
    summary = "Random position of an ending which the side to move wins without capturing at once",
    params(("winner" = String, Query, description = "white, the side with more material, or black; white by default")),
    responses((status = 200, body = TableExercise))
)]
async fn new_exercise(
    State(opened): State<Arc<OpenedTables>>,
    Path((variant, ending)): Path<(String, String)>,
    Query(query): Query<ExerciseQuery>,
) -> Answer<TableExercise> {
    let tables = Arc::clone(opened.of(&variant)?);
    // Each ending has one address: its name as the list spells it.
    let (ending, _) =
        Ending::parse(&ending).ok().filter(|(parsed, _)| parsed.to_string() == ending).ok_or(ErrorCode::NotFound)?;
    let bits = opened.random.bits().to_le_bytes();
    let seed = u64::from_le_bytes(std::array::from_fn(|index| bits[index]));
    let winner = match query.winner {
        Winner::White => Color::White,
        Winner::Black => Color::Black,
    };
    answer(on_blocking_thread(move || exercise(&tables, &ending, winner, seed)).await?)
}

/// Query of a table's file; `v` is the version that makes the response cacheable for ever.
#[derive(Debug, Deserialize)]
struct FileQuery {
    v: Option<String>,
}

#[utoipa::path(
    get, path = "/api/tables/{variant}/files/{file}", tag = "tables",
    summary = "File of a table, ENDING.saftable; supports Range",
    responses((status = 200, content_type = "application/octet-stream", body = String))
)]
async fn file(
    State(opened): State<Arc<OpenedTables>>,
    Path((variant, file)): Path<(String, String)>,
    Query(version): Query<FileQuery>,
    headers: HeaderMap,
) -> Result<Response, ErrorResponse> {
    let requested = RequestedFile::find(opened.of(&variant)?, &file)?;
    Ok(requested.reply(version.v.as_deref(), &headers).await?)
}

/// A table's file that a request names.
#[derive(Debug)]
pub(crate) struct RequestedFile {
    tables: Arc<Tables>,
    ending: Ending,
    length: u64,
    tag: String,
}

impl RequestedFile {
    /// Looks a file up by its exact name.
    ///
    /// # Errors
    /// `NotFound` if no open table has this file name.
    pub(crate) fn find(tables: &Arc<Tables>, name: &str) -> Result<Self, ErrorCode> {
        let (ending, length) =
            tables.endings().find(|(ending, _)| Tables::file_name(ending) == name).ok_or(ErrorCode::NotFound)?;
        let tag = tag(tables, ending).ok_or(ErrorCode::NotFound)?;
        Ok(Self { tables: Arc::clone(tables), ending: ending.clone(), length, tag })
    }

    /// Response to a request with these headers. `version` is the tag in the request's address.
    ///
    /// # Errors
    /// `DamagedTable` if the first chunk cannot be read, or the file has changed since it was opened.
    pub(crate) async fn reply(self, version: Option<&str>, request: &HeaderMap) -> Result<Response, ErrorCode> {
        let length = self.length;
        let known = is_current(&self.tag, request);
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

    /// Returns whether the client's partial copy is of this file by `If-Range`, so that a range may continue it.
    fn is_same(&self, request: &HeaderMap) -> bool {
        request.get(header::IF_RANGE).is_none_or(|tag| tag.as_bytes() == self.tag.as_bytes())
    }

    /// Body with a range of the file. The first chunk is read before the status is sent; a later read error aborts the
    /// response.
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
        on_blocking_thread(move || {
            let read = self.tables.contents(&self.ending, part).map_err(|error| damaged(&error))?;
            Ok(Bytes::from(read.unwrap_or_default()))
        })
        .await
    }
}

/// Part of a file that the header `Range` asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RangeRequest {
    /// The whole file: there is no range, or one in a form that the server may ignore.
    Whole,
    /// This byte range.
    Part(Range<u64>),
    /// A range outside the file.
    Nothing,
}

/// Parses `bytes=FIRST-LAST`, `bytes=FIRST-` and `bytes=-COUNT`. Several ranges in one header are answered with the
/// whole file.
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
