//! Profiles, leaderboards, relations, reports.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::routing::{get, post, put};
use saffron_protocol::moderation::ReportRequest;
use saffron_protocol::people::{Leaderboard, People, Profile, RatingHistory};
use saffron_service::App;
use saffron_service::moderation::reports;
use saffron_service::people::{leaderboard, profile, relations};
use saffron_service::session::Viewer;
use saffron_store::relations::Relation;

use crate::http::AppState;
use crate::http::body::JsonBody;
use crate::http::origin_check::SameOrigin;
use crate::http::parameters::Path;
use crate::http::reply::{Answer, Done, answer, done};

pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/users/{name}", get(show_profile))
        .route("/api/users/{name}/ratings/{variant}/{speed}", get(rating_history))
        .route("/api/leaderboards/{variant}/{speed}", get(show_leaderboard))
        .route("/api/users/{name}/follow", put(follow).delete(unfollow))
        .route("/api/users/{name}/block", put(block).delete(unblock))
        .route("/api/people/following", get(following))
        .route("/api/people/blocked", get(blocked))
        .route("/api/users/{name}/report", post(report))
}

async fn show_profile(
    State(app): State<Arc<App>>,
    viewer: Option<Viewer>,
    Path(name): Path<String>,
) -> Answer<Profile> {
    answer(profile::profile(&app, viewer.as_ref(), &name).await?)
}

async fn rating_history(
    State(app): State<Arc<App>>,
    Path((name, variant, pool)): Path<(String, String, String)>,
) -> Answer<RatingHistory> {
    answer(profile::rating_history(&app, &name, &variant, &pool).await?)
}

async fn show_leaderboard(
    State(app): State<Arc<App>>,
    Path((variant, pool)): Path<(String, String)>,
) -> Answer<Leaderboard> {
    let best = leaderboard::best(&app, leaderboard::board(&variant, &pool)?).await?;
    answer(Leaderboard::clone(&best))
}

async fn follow(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(name): Path<String>,
) -> Done {
    relations::set(&app, &viewer, &name, Relation::Follow).await?;
    done()
}

async fn unfollow(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(name): Path<String>,
) -> Done {
    relations::end(&app, &viewer, &name, Relation::Follow).await?;
    done()
}

async fn block(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(name): Path<String>,
) -> Done {
    relations::set(&app, &viewer, &name, Relation::Block).await?;
    done()
}

async fn unblock(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(name): Path<String>,
) -> Done {
    relations::end(&app, &viewer, &name, Relation::Block).await?;
    done()
}

async fn following(State(app): State<Arc<App>>, viewer: Viewer) -> Answer<People> {
    answer(relations::list(&app, &viewer, Relation::Follow).await?)
}

async fn blocked(State(app): State<Arc<App>>, viewer: Viewer) -> Answer<People> {
    answer(relations::list(&app, &viewer, Relation::Block).await?)
}

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
