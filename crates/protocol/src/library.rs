//! Library of an account: games and analyses that browsers keep on the server.

use serde::{Deserialize, Serialize};

/// Entry of a library.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LibraryEntry {
    /// The id of the entry.
    pub id: String,
    /// The version of its last write, higher than that of every earlier write in this library.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub version: i64,
    /// The entry as its browser wrote it, at most 262,144 bytes; `None` if it was deleted.
    pub body: Option<String>,
}

/// Part of a library: what was written after a version.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LibraryEntries {
    /// The entries by version.
    pub entries: Vec<LibraryEntry>,
    /// True if there are more: ask for those after the last version of these.
    pub more: bool,
}

/// Request to write an entry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LibraryWrite {
    /// The version that is written over; 0 for a new entry.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub over: i64,
    /// The entry, at most 262,144 bytes; `None` to delete it.
    pub body: Option<String>,
}

/// Reply to [`LibraryWrite`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LibraryWritten {
    /// The new version of the entry.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub version: i64,
}
