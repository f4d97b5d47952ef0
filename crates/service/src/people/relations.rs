//! Followed and blocked accounts.

use saffron_protocol::error::ErrorCode;
use saffron_protocol::people::{People, PersonRow};
use saffron_store::relations::{self, Relation};

use crate::app::App;
use crate::config::limits::MAX_RELATED;
use crate::error::Error;
use crate::games::info::accounts_of;
use crate::people::named;
use crate::session::Viewer;

/// Sets a relation, which replaces the other one. A blocked user also stops following.
pub async fn set(app: &App, viewer: &Viewer, name: &str, relation: Relation) -> Result<(), Error> {
    viewer.require_account()?;
    let other = named(app, name).await?;
    if other.id == viewer.account {
        return Err(ErrorCode::Oneself.into());
    }
    let database = &*app.database;
    let before = relations::between(database, viewer.account, other.id).await?;
    if before == Some(relation) {
        return Ok(());
    }
    let limit = u32::try_from(MAX_RELATED).unwrap_or(u32::MAX);
    let count = relations::of_account(database, viewer.account, relation, limit).await?.len();
    if count >= MAX_RELATED {
        return Err(ErrorCode::TooMany { limit: MAX_RELATED }.into());
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

/// Ends a relation if it is this one.
pub async fn end(app: &App, viewer: &Viewer, name: &str, relation: Relation) -> Result<(), Error> {
    let other = named(app, name).await?;
    let before = relations::between(&*app.database, viewer.account, other.id).await?;
    if before == Some(relation) {
        let remove = relations::remove(viewer.account, other.id);
        app.database.transact(vec![remove]).await?;
    }
    Ok(())
}

/// Accounts in a relation, by name.
///
/// # Errors
/// Fails if the store does.
pub async fn list(app: &App, viewer: &Viewer, relation: Relation) -> Result<People, Error> {
    let limit = u32::try_from(MAX_RELATED).unwrap_or(u32::MAX);
    let ids = relations::of_account(&*app.database, viewer.account, relation, limit).await?;
    let accounts = accounts_of(&*app.database, ids).await?;
    let mut people: Vec<PersonRow> = accounts
        .into_values()
        .filter_map(|account| Some(PersonRow { name: account.name?, online: app.online.is_online(account.id) }))
        .collect();
    people.sort_by_cached_key(|person| (person.name.to_lowercase(), person.name.clone()));
    Ok(People { people })
}
