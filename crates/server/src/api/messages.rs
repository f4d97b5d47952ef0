//! Messages between two accounts.

use std::sync::Arc;

use axum::extract::State;
use saffron_protocol::messages::{Conversation, Conversations, DirectMessage, MessageRequest, MessagesRead};
use saffron_service::session::Viewer;
use saffron_service::{App, messages};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::AppState;
use crate::http::body::JsonBody;
use crate::http::client::Caller;
use crate::http::origin_check::SameOrigin;
use crate::http::parameters::{Path, Query};
use crate::http::reply::{Answer, Done, answer, done};

pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_conversations))
        .routes(routes!(show_conversation, send_message, delete_conversation))
        .routes(routes!(read_conversation))
}

/// Query of the list of conversations.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
struct ListQuery {
    /// The value of `next` of the page before.
    before: Option<String>,
}

/// Query of a conversation.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
struct PageQuery {
    /// The value of `next` of the page before.
    before: Option<i64>,
}

#[utoipa::path(
    get, path = "/api/messages", tag = "messages",
    summary = "Conversations of the account, the newest first",
    params(ListQuery),
    responses((status = 200, body = Conversations))
)]
async fn list_conversations(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    Query(query): Query<ListQuery>,
) -> Answer<Conversations> {
    answer(messages::list(&app, client, &viewer, query.before.as_deref()).await?)
}

#[utoipa::path(
    get, path = "/api/messages/{name}", tag = "messages",
    summary = "A page of the conversation with a user, by name or by `-` and the id",
    params(PageQuery),
    responses((status = 200, body = Conversation))
)]
async fn show_conversation(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    Path(name): Path<String>,
    Query(query): Query<PageQuery>,
) -> Answer<Conversation> {
    answer(messages::show(&app, client, &viewer, &name, query.before).await?)
}

#[utoipa::path(
    post, path = "/api/messages/{name}", tag = "messages",
    summary = "Sends a message to a user",
    request_body = MessageRequest,
    responses((status = 200, body = DirectMessage))
)]
async fn send_message(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(name): Path<String>,
    JsonBody(request): JsonBody<MessageRequest>,
) -> Answer<DirectMessage> {
    answer(messages::send(&app, client, &viewer, &name, &request.text).await?)
}

#[utoipa::path(
    delete, path = "/api/messages/{name}", tag = "messages",
    summary = "Deletes the conversation with a user for the account; the other account keeps it",
    responses((status = 204))
)]
async fn delete_conversation(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(name): Path<String>,
) -> Done {
    messages::delete(&app, &viewer, &name).await?;
    done()
}

#[utoipa::path(
    put, path = "/api/messages/{name}/read", tag = "messages",
    summary = "Marks messages of the conversation with a user as read",
    request_body = MessagesRead,
    responses((status = 204))
)]
async fn read_conversation(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(name): Path<String>,
    JsonBody(request): JsonBody<MessagesRead>,
) -> Done {
    messages::read(&app, &viewer, &name, request).await?;
    done()
}
