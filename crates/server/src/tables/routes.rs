//! The routes of the tables.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::tables::{TableExercise, TablePosition};
use saffron_rules::Color;
use saffron_tables::Ending;
use serde::Deserialize;

use crate::http::answer::{Answer, answer};
use crate::http::error::ErrorResponse;
use crate::http::parameters::{Path, Query};
use crate::http::reply::{Kind, REVALIDATE, reply};
use crate::tables::exercise::exercise;
use crate::tables::files::Requested;
use crate::tables::lookup::{look_up, position};
use crate::tables::opened::{OpenedTables, apart};

/// The routes, without limits but those of all requests.
pub(crate) fn routes(tables: Arc<OpenedTables>) -> Router {
    Router::new()
        .route("/api/tables", get(list))
        .route("/api/tables/{variant}", get(look_up_position))
        .route("/api/tables/{variant}/endings/{ending}/exercise", get(new_exercise))
        .route("/api/tables/{variant}/files/{file}", get(file))
        .with_state(tables)
}

async fn list(State(tables): State<Arc<OpenedTables>>, headers: HeaderMap) -> Response {
    let kind = Kind { content_type: "application/json", cache_control: REVALIDATE, encoding: None, varies: false };
    reply(&tables.list, &kind, &headers)
}

/// What is asked about a position.
#[derive(Debug, Deserialize)]
struct Question {
    fen: Option<String>,
}

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

/// What exercise is wanted.
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

/// What the address of a file may say.
#[derive(Debug, Deserialize)]
struct Version {
    v: Option<String>,
}

async fn file(
    State(opened): State<Arc<OpenedTables>>,
    Path((variant, file)): Path<(String, String)>,
    Query(version): Query<Version>,
    headers: HeaderMap,
) -> Result<Response, ErrorResponse> {
    let requested = Requested::find(opened.of(&variant)?, &file)?;
    Ok(requested.reply(version.v.as_deref(), &headers).await?)
}
