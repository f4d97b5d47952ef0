//! Search of people and computers by the beginnings of their names.

use saffron_protocol::people::{People, PersonRow};
use saffron_store::accounts::{self, Account};

use crate::app::App;
use crate::client::Client;
use crate::config::limits::{MAX_FOUND_PEOPLE, MAX_NAME, SEARCH_PAGE};
use crate::error::Error;
use crate::names::key::key;
use crate::parts::budgets::{Cost, Payer};

/// People and computers whose names begin with a text, in any spelling with the same key: the one of this name first, then names that
/// begin with these letters before those that look alike, each the last seen first. A text of fewer than two letters finds none.
///
/// # Errors
/// `RateLimited` if the client has used up its processor time.
pub async fn by_prefix(app: &App, client: Client, prefix: &str) -> Result<People, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let prefix = prefix.trim();
    if prefix.len() > MAX_NAME || prefix.chars().nth(1).is_none() {
        return Ok(People { people: Vec::new() });
    }
    let wanted = key(prefix);
    let mut found = accounts::search(&*app.database, &wanted, SEARCH_PAGE).await?;
    app.budgets.owe(Payer::Client(client), Cost::of_rows(found.len()));
    let letters = prefix.to_lowercase();
    let order = |account: &Account| {
        let is_exact = account.name_key.as_deref() == Some(wanted.as_str());
        let begins = account.name.as_ref().is_some_and(|name| name.to_lowercase().starts_with(&letters));
        (!is_exact, !begins, -account.seen_at)
    };
    found.sort_by_cached_key(|account| (order(account), account.name.clone()));
    found.truncate(MAX_FOUND_PEOPLE);
    let rows = found
        .into_iter()
        .filter_map(|account| Some(PersonRow { online: app.online.is_online(account.id), name: account.name? }));
    Ok(People { people: rows.collect() })
}
