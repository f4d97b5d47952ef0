//! Notifications of the requesting account.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use saffron_protocol::notifications::{
    NotificationChoices, NotificationSettings, Notifications, NotificationsRead, PushSubscription, PushUnsubscription,
};
use saffron_service::App;
use saffron_service::notifications::{self, push};
use saffron_service::session::Viewer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::AppState;
use crate::http::body::JsonBody;
use crate::http::origin_check::SameOrigin;
use crate::http::parameters::language_of;
use crate::http::reply::{Answer, Done, answer, done};

pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_notifications))
        .routes(routes!(read_notifications))
        .routes(routes!(show_notification_settings, change_notification_settings))
        .routes(routes!(subscribe_to_push, unsubscribe_from_push))
}

#[utoipa::path(
    get, path = "/api/notifications", tag = "notifications",
    summary = "The newest notifications of the account",
    responses((status = 200, body = Notifications))
)]
async fn list_notifications(State(app): State<Arc<App>>, viewer: Viewer) -> Answer<Notifications> {
    answer(notifications::list(&app, &viewer).await?)
}

#[utoipa::path(
    put, path = "/api/notifications/read", tag = "notifications",
    summary = "Marks notifications as read",
    request_body = NotificationsRead,
    responses((status = 204))
)]
async fn read_notifications(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<NotificationsRead>,
) -> Done {
    notifications::read(&app, &viewer, request).await?;
    done()
}

#[utoipa::path(
    get, path = "/api/notifications/settings", tag = "notifications",
    summary = "How the account gets notifications",
    responses((status = 200, body = NotificationChoices))
)]
async fn show_notification_settings(State(app): State<Arc<App>>, viewer: Viewer) -> Answer<NotificationChoices> {
    answer(notifications::choices(&app, &viewer).await?)
}

#[utoipa::path(
    put, path = "/api/notifications/settings", tag = "notifications",
    summary = "Changes how the account gets notifications; e-mails are in the language of Accept-Language",
    request_body = NotificationSettings,
    responses((status = 200, body = NotificationChoices))
)]
async fn change_notification_settings(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    viewer: Viewer,
    _same_origin: SameOrigin,
    JsonBody(settings): JsonBody<NotificationSettings>,
) -> Answer<NotificationChoices> {
    answer(notifications::set_choices(&app, &viewer, settings, language_of(&headers)).await?)
}

#[utoipa::path(
    put, path = "/api/notifications/push", tag = "notifications",
    summary = "Subscribes the browser to Web Push, as long as its session lasts",
    request_body = PushSubscription,
    responses((status = 204))
)]
async fn subscribe_to_push(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<PushSubscription>,
) -> Done {
    push::subscribe(&app, &viewer, request).await?;
    done()
}

#[utoipa::path(
    delete, path = "/api/notifications/push", tag = "notifications",
    summary = "Ends a subscription to Web Push",
    request_body = PushUnsubscription,
    responses((status = 204))
)]
async fn unsubscribe_from_push(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<PushUnsubscription>,
) -> Done {
    push::unsubscribe(&app, &viewer, request).await?;
    done()
}
