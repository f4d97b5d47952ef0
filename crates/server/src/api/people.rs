//! Profiles, leaderboards, relations, reports.

use std::sync::Arc;

use axum::extract::State;
use saffron_protocol::moderation::ReportRequest;
use saffron_protocol::people::{Leaderboard, Participations, People, PlayerSummary, Profile, RatingHistory};
use saffron_service::App;
use saffron_service::moderation::reports;
use saffron_service::people::{leaderboard, participations, profile, relations, search, summary};
use saffron_service::session::Viewer;
use saffron_store::relations::Relation;
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
        .routes(routes!(show_profile))
        .routes(routes!(show_summary))
        .routes(routes!(show_participations))
        .routes(routes!(search_people))
        .routes(routes!(rating_history))
        .routes(routes!(follow, unfollow))
        .routes(routes!(block, unblock))
        .routes(routes!(report))
        .routes(routes!(following))
        .routes(routes!(blocked))
        .routes(routes!(show_leaderboard))
}

#[utoipa::path(
    get, path = "/api/users/{name}", tag = "people",
    summary = "A profile",
    responses((status = 200, body = Profile))
)]
async fn show_profile(
    State(app): State<Arc<App>>,
    viewer: Option<Viewer>,
    Path(name): Path<String>,
) -> Answer<Profile> {
    answer(profile::profile(&app, viewer.as_ref(), &name).await?)
}

#[utoipa::path(
    get, path = "/api/users/{name}/summary", tag = "people",
    summary = "What a user has played in the last half year, and the best win",
    responses((status = 200, body = PlayerSummary))
)]
async fn show_summary(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    Path(name): Path<String>,
) -> Answer<PlayerSummary> {
    answer(PlayerSummary::clone(&*summary::summary(&app, client, &name).await?))
}

/// Query of a list of tournaments.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
struct BeforeQuery {
    /// The value of `next` of the page before.
    before: Option<String>,
}

#[utoipa::path(
    get, path = "/api/users/{name}/tournaments", tag = "people",
    summary = "Arenas that a user has joined, with the ranks, the last joined first",
    params(BeforeQuery),
    responses((status = 200, body = Participations))
)]
async fn show_participations(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    Path(name): Path<String>,
    Query(query): Query<BeforeQuery>,
) -> Answer<Participations> {
    answer(participations::of(&app, client, &name, query.before.as_deref()).await?)
}

/// Query of a search.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
struct SearchQuery {
    /// The beginning of the name, at least two letters.
    prefix: String,
}

#[utoipa::path(
    get, path = "/api/people/search", tag = "people",
    summary = "At most ten users whose names begin with a text, the best match first",
    params(SearchQuery),
    responses((status = 200, body = People))
)]
async fn search_people(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    Query(query): Query<SearchQuery>,
) -> Answer<People> {
    answer(search::by_prefix(&app, client, &query.prefix).await?)
}

#[utoipa::path(
    get, path = "/api/users/{name}/ratings/{variant}/{speed}", tag = "people",
    summary = "History of a rating",
    responses((status = 200, body = RatingHistory))
)]
async fn rating_history(
    State(app): State<Arc<App>>,
    Path((name, variant, pool)): Path<(String, String, String)>,
) -> Answer<RatingHistory> {
    answer(profile::rating_history(&app, &name, &variant, &pool).await?)
}

#[utoipa::path(
    get, path = "/api/leaderboards/{variant}/{speed}", tag = "people",
    summary = "Leaderboard of a variant and speed",
    responses((status = 200, body = Leaderboard))
)]
async fn show_leaderboard(
    State(app): State<Arc<App>>,
    Path((variant, pool)): Path<(String, String)>,
) -> Answer<Leaderboard> {
    let best = leaderboard::best(&app, leaderboard::board(&variant, &pool)?).await?;
    answer(Leaderboard::clone(&best))
}

#[utoipa::path(
    put, path = "/api/users/{name}/follow", tag = "people",
    summary = "Follows a user",
    responses((status = 204))
)]
async fn follow(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(name): Path<String>,
) -> Done {
    relations::set(&app, &viewer, &name, Relation::Follow).await?;
    done()
}

#[utoipa::path(
    delete, path = "/api/users/{name}/follow", tag = "people",
    summary = "Stops following a user",
    responses((status = 204))
)]
async fn unfollow(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(name): Path<String>,
) -> Done {
    relations::end(&app, &viewer, &name, Relation::Follow).await?;
    done()
}

#[utoipa::path(
    put, path = "/api/users/{name}/block", tag = "people",
    summary = "Blocks a user",
    responses((status = 204))
)]
async fn block(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(name): Path<String>,
) -> Done {
    relations::set(&app, &viewer, &name, Relation::Block).await?;
    done()
}

#[utoipa::path(
    delete, path = "/api/users/{name}/block", tag = "people",
    summary = "Unblocks a user",
    responses((status = 204))
)]
async fn unblock(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(name): Path<String>,
) -> Done {
    relations::end(&app, &viewer, &name, Relation::Block).await?;
    done()
}

#[utoipa::path(
    get, path = "/api/people/following", tag = "people",
    summary = "Users that the account follows",
    responses((status = 200, body = People))
)]
async fn following(State(app): State<Arc<App>>, viewer: Viewer) -> Answer<People> {
    answer(relations::list(&app, &viewer, Relation::Follow).await?)
}

#[utoipa::path(
    get, path = "/api/people/blocked", tag = "people",
    summary = "Users that the account has blocked",
    responses((status = 200, body = People))
)]
async fn blocked(State(app): State<Arc<App>>, viewer: Viewer) -> Answer<People> {
    answer(relations::list(&app, &viewer, Relation::Block).await?)
}

#[utoipa::path(
    post, path = "/api/users/{name}/report", tag = "people",
    summary = "Reports a user to the moderators",
    request_body = ReportRequest,
    responses((status = 204))
)]
async fn report(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(name): Path<String>,
    JsonBody(request): JsonBody<ReportRequest>,
) -> Done {
    reports::report(&app, &viewer, &name, &request).await?;
    done()
}
