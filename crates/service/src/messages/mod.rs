//! Messages between two accounts: conversations, what is read, and deleting.
//!
//! Each of the two accounts has the conversation as it left it: one deletes it for itself only. Moderators see no messages but those
//! that were copied for a report.

mod send;

use std::collections::HashMap;

use saffron_protocol::error::ErrorCode;
use saffron_protocol::messages::{
    Conversation, ConversationRow, Conversations, Correspondent, DirectMessage, MessagesRead,
};
use saffron_protocol::socket::ServerMessage;
use saffron_store::accounts::{self, Account, Kind};
use saffron_store::messages::{self, Before, Message};
use saffron_store::relations::{self, Relation};
use saffron_store::{AccountId, StoreError};

use crate::app::App;
use crate::client::Client;
use crate::config::limits::{CONVERSATION_PAGE, MAX_NAME, MESSAGE_PAGE};
use crate::error::Error;
use crate::games::info::accounts_of;
use crate::names;
use crate::notifications::{self, NotificationKind};
use crate::parts::budgets::{Cost, Payer};
use crate::session::Viewer;

pub use send::send;

/// Account of an address: by its name, or by `-` and its id. Closed ones are found, too.
///
/// # Errors
/// `NotFound` if there is none, `Oneself` for the viewer's own account.
async fn correspondent(app: &App, viewer: &Viewer, address: &str) -> Result<Account, Error> {
    let found = match address.strip_prefix('-').and_then(|id| id.parse::<AccountId>().ok()) {
        Some(id) => accounts::by_id(&*app.database, id).await?,
        None if address.len() > MAX_NAME => None,
        None => names::find(&*app.database, address).await?,
    };
    let account = found.ok_or(ErrorCode::NotFound)?;
    if account.id == viewer.account { Err(ErrorCode::Oneself.into()) } else { Ok(account) }
}

fn shown(app: &App, account: &Account) -> Correspondent {
    Correspondent {
        account: account.id.to_string(),
        name: account.name.clone(),
        online: app.online.is_online(account.id),
        open: account.kind == Kind::Person,
    }
}

/// Account as others see it whose row may be missing.
fn shown_by_id(app: &App, accounts: &HashMap<AccountId, Account>, id: AccountId) -> Correspondent {
    accounts.get(&id).map_or_else(
        || Correspondent { account: id.to_string(), name: None, online: false, open: false },
        |account| shown(app, account),
    )
}

fn message_for(account: AccountId, message: Message) -> DirectMessage {
    let Message { position, sender, at, text } = message;
    DirectMessage { position, mine: sender == account, at, text }
}

/// Conversations of the viewer, the newest first.
///
/// # Errors
/// `AccountRequired` for a guest, `InvalidField` for a page that no list has named, `RateLimited` if the client has used up its
/// processor time.
pub async fn list(app: &App, client: Client, viewer: &Viewer, before: Option<&str>) -> Result<Conversations, Error> {
    viewer.require_account()?;
    app.budgets.may_use_processor(Payer::Client(client))?;
    let before = before.map(cursor).transpose()?;
    let database = &*app.database;
    let mut rows = messages::conversations(database, viewer.account, before, CONVERSATION_PAGE + 1).await?;
    app.budgets.owe(Payer::Client(client), Cost::of_rows(rows.len()));
    let more = rows.len() > CONVERSATION_PAGE as usize;
    rows.truncate(CONVERSATION_PAGE as usize);
    let next = rows.last().filter(|_| more).map(|row| format!("{}_{}", row.last_at, row.other));
    let accounts = accounts_of(database, rows.iter().map(|row| row.other).collect()).await?;
    let conversations = rows.into_iter().map(|row| ConversationRow {
        with: shown_by_id(app, &accounts, row.other),
        unread: row.unread,
        last_at: row.last_at,
        last: row.last.map(|last| message_for(viewer.account, last)),
    });
    Ok(Conversations {
        conversations: conversations.collect(),
        unread: messages::count_unread(database, viewer.account).await?,
        next,
    })
}

/// Place of a page in the list of conversations.
fn cursor(text: &str) -> Result<Before, ErrorCode> {
    let invalid = || ErrorCode::InvalidField { field: "before".to_owned() };
    let (at, other) = text.split_once('_').ok_or_else(invalid)?;
    Ok(Before { last_at: at.parse().map_err(|_| invalid())?, other: other.parse().map_err(|_| invalid())? })
}

/// Page of a conversation, the newest by default. It is empty if there is none.
///
/// # Errors
/// `AccountRequired` for a guest, `NotFound` if there is no such account, or a closed one without a conversation, `Oneself` for the
/// viewer's own, `RateLimited` if the client has used up its processor time.
pub async fn show(
    app: &App,
    client: Client,
    viewer: &Viewer,
    address: &str,
    before: Option<i64>,
) -> Result<Conversation, Error> {
    viewer.require_account()?;
    app.budgets.may_use_processor(Payer::Client(client))?;
    let other = correspondent(app, viewer, address).await?;
    let database = &*app.database;
    let mut list = messages::between(database, viewer.account, other.id, before, MESSAGE_PAGE + 1).await?;
    app.budgets.owe(Payer::Client(client), Cost::of_rows(list.len()));
    if list.is_empty() && before.is_none() && !matches!(other.kind, Kind::Person | Kind::Computer) {
        return Err(ErrorCode::NotFound.into());
    }
    let more = list.len() > MESSAGE_PAGE as usize;
    list.truncate(MESSAGE_PAGE as usize);
    let next = list.last().filter(|_| more).map(|message| message.position);
    let blocked = relations::between(database, viewer.account, other.id).await? == Some(Relation::Block);
    let messages = list.into_iter().rev().map(|message| message_for(viewer.account, message));
    Ok(Conversation { with: shown(app, &other), blocked, messages: messages.collect(), next })
}

/// Marks messages of a conversation as read, and their notification once none is unread.
///
/// # Errors
/// `NotFound` if there is no such account.
pub async fn read(app: &App, viewer: &Viewer, address: &str, request: MessagesRead) -> Result<(), Error> {
    let other = correspondent(app, viewer, address).await?.id;
    if messages::unread_from(&*app.database, viewer.account, other).await? == 0 {
        return Ok(());
    }
    let now = app.clock.now();
    let statements = vec![
        messages::read_to(viewer.account, other, request.position),
        messages::notification_read(viewer.account, other, NotificationKind::Message.code(), now),
    ];
    app.database.transact(statements).await?;
    announce(app, viewer.account).await
}

/// Deletes a conversation for the viewer; the other account keeps it.
///
/// # Errors
/// `NotFound` if there is no such account or conversation.
pub async fn delete(app: &App, viewer: &Viewer, address: &str) -> Result<(), Error> {
    let other = correspondent(app, viewer, address).await?.id;
    let mut statements = messages::delete(viewer.account, other);
    let kind = NotificationKind::Message.code();
    statements.push(messages::notification_read(viewer.account, other, kind, app.clock.now()));
    if !app.transact_if_unchanged(statements).await? {
        return Err(ErrorCode::NotFound.into());
    }
    announce(app, viewer.account).await
}

/// Sends all connections of an account the numbers of what is unread.
async fn announce(app: &App, account: AccountId) -> Result<(), Error> {
    let unread = unread(app, account).await?;
    app.online.tell(account, &ServerMessage::Messages { unread });
    notifications::announce(app, account).await;
    Ok(())
}

/// Number of an account's conversations with unread messages.
///
/// # Errors
/// Failures of the store.
pub async fn unread(app: &App, account: AccountId) -> Result<u32, StoreError> {
    messages::count_unread(&*app.database, account).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_read_back() {
        let before = Before { last_at: 5, other: AccountId::from_random(7) };
        assert_eq!(cursor(&format!("5_{}", before.other)), Ok(before));
        for text in ["", "5", "5_", "_abcdefghij", "x_abcdefghij", "5_abc"] {
            assert_eq!(cursor(text), Err(ErrorCode::InvalidField { field: "before".to_owned() }), "{text}");
        }
    }
}
