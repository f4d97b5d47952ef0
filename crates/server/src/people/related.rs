//! Whom an account follows and has blocked.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::routing::{get, put};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::people::{People, PersonRow};
use saffron_store::relations::{self, Relation};

use crate::account::viewer::Viewer;
use crate::app::App;
use crate::error::Error;
use crate::http::answer::{Answer, Done, answer, done};
use crate::http::origin_check::SameOrigin;
use crate::http::parameters::Path;
use crate::live::info::accounts_of;
use crate::people::names::named;

/// Accounts that one may follow, and that one may have blocked.
const MOST: usize = 500;

/// The routes of relations.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/users/{name}/follow", put(follow).delete(unfollow))
        .route("/api/users/{name}/block", put(block).delete(unblock))
        .route("/api/people/following", get(following))
        .route("/api/people/blocked", get(blocked))
}

async fn follow(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(name): Path<String>,
) -> Done {
    set(&app, &viewer, &name, Relation::Follow).await?;
    done()
}

async fn unfollow(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(name): Path<String>,
) -> Done {
    end(&app, &viewer, &name, Relation::Follow).await?;
    done()
}

async fn block(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(name): Path<String>,
) -> Done {
    set(&app, &viewer, &name, Relation::Block).await?;
    done()
}

async fn unblock(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(name): Path<String>,
) -> Done {
    end(&app, &viewer, &name, Relation::Block).await?;
    done()
}

/// Sets a relation in place of the other one. Whoever is blocked follows no longer.
async fn set(app: &App, viewer: &Viewer, name: &str, relation: Relation) -> Result<(), Error> {
    if viewer.is_guest() {
        return Err(ErrorCode::AccountRequired.into());
    }
    let other = named(app, name).await?;
    if other.id == viewer.account {
        return Err(ErrorCode::Oneself.into());
    }
    let database = &*app.database;
    let before = relations::between(database, viewer.account, other.id).await?;
    if before == Some(relation) {
        return Ok(());
    }
    let limit = u32::try_from(MOST).unwrap_or(u32::MAX);
    let count = relations::of_account(database, viewer.account, relation, limit).await?.len();
    if count >= MOST {
        return Err(ErrorCode::TooMany { limit: MOST }.into());
    }
    let mut statements = vec![relations::set(viewer.account, other.id, relation, app.clock.now())];
    if relation == Relation::Block
        && relations::between(database, other.id, viewer.account).await? == Some(Relation::Follow)
    {
        statements.push(relations::remove(other.id, viewer.account));
    }
    database.transact(statements).await?;
    Ok(())
}

/// Ends a relation where it is this one.
async fn end(app: &App, viewer: &Viewer, name: &str, relation: Relation) -> Result<(), Error> {
    let other = named(app, name).await?;
    let before = relations::between(&*app.database, viewer.account, other.id).await?;
    if before == Some(relation) {
        let remove = relations::remove(viewer.account, other.id);
        app.database.transact(vec![remove]).await?;
    }
    Ok(())
}

async fn following(State(app): State<Arc<App>>, viewer: Viewer) -> Answer<People> {
    answer(list(&app, &viewer, Relation::Follow).await?)
}

async fn blocked(State(app): State<Arc<App>>, viewer: Viewer) -> Answer<People> {
    answer(list(&app, &viewer, Relation::Block).await?)
}

async fn list(app: &App, viewer: &Viewer, relation: Relation) -> Result<People, Error> {
    let limit = u32::try_from(MOST).unwrap_or(u32::MAX);
    let ids = relations::of_account(&*app.database, viewer.account, relation, limit).await?;
    let accounts = accounts_of(&*app.database, ids).await?;
    let mut people: Vec<PersonRow> = accounts
        .into_values()
        .filter_map(|account| Some(PersonRow { name: account.name?, online: app.online.is_online(account.id) }))
        .collect();
    people.sort_by_cached_key(|person| (person.name.to_lowercase(), person.name.clone()));
    Ok(People { people })
}
