//! Libraries of accounts: games and analyses that browsers keep here, so that they are on every device of the account.
//!
//! The server does not read them. It orders the writes by version and refuses one over a version that its writer does not know,
//! so that the browser decides what becomes of both.

use saffron_protocol::error::ErrorCode;
use saffron_protocol::library::{LibraryEntries, LibraryEntry, LibraryWrite, LibraryWritten};
use saffron_protocol::limits::{MAX_LIBRARY, MAX_LIBRARY_ENTRIES, MAX_LIBRARY_ENTRY};
use saffron_store::{StoreError, library};

use crate::app::App;
use crate::client::Client;
use crate::config::limits::{LIBRARY_PAGE, LIBRARY_PAGE_BYTES};
use crate::error::Error;
use crate::parts::budgets::{Cost, Payer};
use crate::session::Viewer;

/// Valid lengths of an entry's id, in letters and digits.
const ID_LENGTH: std::ops::RangeInclusive<usize> = 10..=32;

/// Entries of the viewer's library that were written after a version, as many as fit into an answer.
///
/// # Errors
/// `AccountRequired` for guests; `RateLimited` if the client has used up its processor time.
pub async fn after(app: &App, client: Client, viewer: &Viewer, version: i64) -> Result<LibraryEntries, Error> {
    viewer.require_account()?;
    app.budgets.may_use_processor(Payer::Client(client))?;
    let found = library::after(&*app.database, viewer.account, version, LIBRARY_PAGE).await?;
    let read: usize = found.iter().filter_map(|entry| entry.body.as_ref()).map(String::len).sum();
    app.budgets.owe(Payer::Client(client), Cost::of_library(found.len(), read));
    let full = found.len() == LIBRARY_PAGE as usize;
    let (mut entries, mut bytes) = (Vec::new(), 0);
    for entry in found {
        if bytes > LIBRARY_PAGE_BYTES {
            return Ok(LibraryEntries { entries, more: true });
        }
        bytes += entry.body.as_ref().map_or(0, String::len);
        entries.push(LibraryEntry { id: entry.id, version: entry.version, body: entry.body });
    }
    Ok(LibraryEntries { entries, more: full })
}

/// Writes or deletes an entry of the viewer's library.
///
/// # Errors
/// `AccountRequired` for guests; `InvalidField` for an id or version of another form; `TooLong` for an entry, `TooMany` for
/// a library beyond its limits; `RateLimited` if the client or the account has used up its budget; `Changed` if the entry has another
/// version.
pub async fn write(
    app: &App,
    client: Client,
    viewer: &Viewer,
    id: &str,
    request: LibraryWrite,
) -> Result<LibraryWritten, Error> {
    viewer.require_account()?;
    let field = |field: &str| Error::from(ErrorCode::InvalidField { field: field.to_owned() });
    if !ID_LENGTH.contains(&id.len()) || !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Err(field("id"));
    }
    if request.over < 0 {
        return Err(field("over"));
    }
    let length = request.body.as_ref().map_or(0, String::len);
    if length > MAX_LIBRARY_ENTRY {
        return Err(ErrorCode::TooLong { field: "body".to_owned(), limit: MAX_LIBRARY_ENTRY }.into());
    }
    app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], Cost::of_entry(length))?;
    if request.body.is_some() {
        let others = library::usage_without(&*app.database, viewer.account, id).await?;
        if others.entries as usize >= MAX_LIBRARY_ENTRIES {
            return Err(ErrorCode::TooMany { limit: MAX_LIBRARY_ENTRIES }.into());
        }
        if usize::try_from(others.bytes).unwrap_or(usize::MAX).saturating_add(length) > MAX_LIBRARY {
            return Err(ErrorCode::TooMany { limit: MAX_LIBRARY }.into());
        }
    }
    let statement = library::write(viewer.account, id, request.over, request.body, app.clock.now());
    match app.database.transact(vec![statement]).await {
        Ok(mut rows) => Ok(LibraryWritten { version: library::written(rows.pop().unwrap_or_default())? }),
        Err(StoreError::Conflict { .. } | StoreError::Unique(_)) => Err(ErrorCode::Changed.into()),
        Err(error) => Err(error.into()),
    }
}

/// Removes the viewer's whole library.
///
/// # Errors
/// `AccountRequired` for guests.
pub async fn remove(app: &App, viewer: &Viewer) -> Result<(), Error> {
    viewer.require_account()?;
    app.database.transact(vec![library::remove(viewer.account)]).await?;
    Ok(())
}
