//! The API: one file a resource, with its handlers, their OpenAPI descriptions and its routes.

pub(crate) mod account;
pub(crate) mod analysis;
pub(crate) mod archive;
pub(crate) mod arena_series;
pub(crate) mod arenas;
pub(crate) mod contests;
pub(crate) mod correspondence;
pub(crate) mod elo_lists;
pub(crate) mod games;
pub(crate) mod health;
pub(crate) mod library;
pub(crate) mod lobby;
pub(crate) mod messages;
pub(crate) mod moderation;
pub(crate) mod notifications;
pub(crate) mod openapi;
pub(crate) mod people;
pub(crate) mod puzzles;
pub(crate) mod simuls;
pub(crate) mod socket;
pub(crate) mod tables;
pub(crate) mod team_tournaments;
pub(crate) mod teams;
pub(crate) mod tournaments;

use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::http::AppState;
use crate::site::picture;

/// Routes that need the service. The OpenAPI document lists them in this order.
pub(crate) fn service_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(account::routes())
        .merge(library::routes())
        .merge(lobby::routes())
        .merge(archive::routes())
        .merge(games::routes())
        .merge(socket::routes())
        .merge(people::routes())
        .merge(puzzles::routes())
        .merge(contests::routes())
        .merge(tournaments::routes())
        .merge(team_tournaments::routes())
        .merge(arenas::routes())
        .merge(correspondence::routes())
        .merge(simuls::routes())
        .merge(arena_series::routes())
        .merge(teams::routes())
        .merge(notifications::routes())
        .merge(messages::routes())
        .merge(elo_lists::routes())
        .merge(moderation::routes())
        .merge(health::ready_route())
}

/// OpenAPI descriptions of all routes, collected from the handlers.
fn described() -> OpenApi {
    let mut described = service_routes().into_openapi();
    for other in [
        analysis::api().into_openapi(),
        picture::api().into_openapi(),
        tables::api().into_openapi(),
        openapi::routes().into_openapi(),
        health::health_route().into_openapi(),
        health::local_metrics_api().into_openapi(),
    ] {
        described.merge(other);
    }
    described
}
