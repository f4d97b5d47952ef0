//! The files of tables, whole or in parts.

use std::io;
use std::ops::Range;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::StatusCode;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use saffron_protocol::error::ErrorCode;
use saffron_tables::{Ending, Tables};

use crate::http::reply::{IMMUTABLE, REVALIDATE, knows};
use crate::tables::list::tag;
use crate::tables::opened::{apart, damaged};
use crate::tables::ranges::{Wanted, wanted};

/// How much of a file is read at once: its pages may have to come from the disk.
const CHUNK: u64 = 256 * 1024;

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
        let (status, part) = match wanted(range, length) {
            Wanted::Whole => (StatusCode::OK, 0..length),
            Wanted::Part(part) => {
                named(header::CONTENT_RANGE, format!("bytes {}-{}/{length}", part.start, part.end - 1));
                (StatusCode::PARTIAL_CONTENT, part)
            }
            Wanted::Nothing => {
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
