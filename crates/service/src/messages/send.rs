//! Sending a message: who may, and who gets it.

use std::sync::Arc;

use saffron_protocol::account::MessagesFrom;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::messages::DirectMessage;
use saffron_protocol::socket::ServerMessage;
use saffron_store::accounts::{self, Account, Kind};
use saffron_store::messages::{self, Message};
use saffron_store::relations::{self, Relation};

use super::{correspondent, message_for, shown, unread};
use crate::accounts::preferences_of;
use crate::app::App;
use crate::client::Client;
use crate::config::limits::{MESSAGE_NOTICE_DELAY, NEW_ACCOUNT_TTL};
use crate::error::Error;
use crate::lobby::pairing::{detached, either_has_blocked};
use crate::notifications::{self, NewNotification, NotificationKind};
use crate::parts::budgets::{Cost, Payer};
use crate::session::Viewer;
use crate::text;

/// Sends a message to an account.
///
/// # Errors
/// `AccountRequired` for a guest, `NotFound` if there is no such account, `Oneself` for the sender's own, `Muted` for a muted account,
/// `NotAccepted` if the recipient takes no message from the sender, `RateLimited` for too many messages or new conversations,
/// `TooLong` or `InvalidField` for an unacceptable text.
pub async fn send(
    app: &Arc<App>,
    client: Client,
    viewer: &Viewer,
    address: &str,
    text: &str,
) -> Result<DirectMessage, Error> {
    viewer.require_account()?;
    let text = text::message(text)?;
    // Read again, since a session may be some seconds old.
    let sender = accounts::by_id(&*app.database, viewer.account).await?.ok_or(ErrorCode::SignInRequired)?;
    let recipient = correspondent(app, viewer, address).await?;
    let now = app.clock.now();
    if sender.muted_until.is_some_and(|until| now < until) {
        return Err(ErrorCode::Muted.into());
    }
    match recipient.kind {
        Kind::Person => {}
        Kind::Computer => return Err(ErrorCode::NotAccepted.into()),
        Kind::Guest | Kind::Closed => return Err(ErrorCode::NotFound.into()),
    }
    check_accepted(app, &sender, &recipient).await?;
    let is_first = !messages::are_acquainted(&*app.database, sender.id, recipient.id).await?;
    if !app.config.quotas_off {
        app.chat.count(sender.id, &text, now)?;
        if is_first {
            let is_new = now - sender.created_at < NEW_ACCOUNT_TTL;
            app.contacts.take(sender.id, is_new)?;
        }
    }
    let cost = if is_first { Cost::of_first_message(text.len()) } else { Cost::of_message(text.len()) };
    app.budgets.charge(&[Payer::Client(client), Payer::Account(sender.id)], cost)?;
    detached(store(Arc::clone(app), sender, recipient, text)).await
}

/// Checks that an account takes a message from another one.
///
/// # Errors
/// `NotAccepted` if one has blocked the other, or if the recipient does not want it by its preferences, unless it has written to the
/// sender.
async fn check_accepted(app: &App, sender: &Account, recipient: &Account) -> Result<(), Error> {
    if either_has_blocked(app, recipient.id, sender.id).await? {
        return Err(ErrorCode::NotAccepted.into());
    }
    let database = &*app.database;
    let accepts = match preferences_of(recipient).messages {
        MessagesFrom::Everyone => true,
        MessagesFrom::Followed => {
            relations::between(database, recipient.id, sender.id).await? == Some(Relation::Follow)
        }
        MessagesFrom::None => false,
    };
    if accepts || messages::has_written(database, recipient.id, sender.id).await? {
        Ok(())
    } else {
        Err(ErrorCode::NotAccepted.into())
    }
}

/// Stores a message and sends it to the connections of both accounts.
async fn store(app: Arc<App>, sender: Account, recipient: Account, text: String) -> Result<DirectMessage, Error> {
    let at = app.clock.now();
    let mut statements = messages::send(sender.id, recipient.id, at, &text);
    let new = NewNotification {
        account: recipient.id,
        kind: NotificationKind::Message,
        subject: sender.id.to_string(),
        // Each message is news, also after an earlier one was read.
        state: at.to_string(),
        seen: false,
    };
    statements.extend(notifications::statements(&app, new).await?);
    let answer = app.database.transact(statements).await?;
    let message = Message { position: messages::sent_position(answer, 0)?, sender: sender.id, at, text };
    for (account, other) in [(&recipient, &sender), (&sender, &recipient)] {
        if app.online.is_online(account.id) {
            let message = ServerMessage::Message {
                with: Box::new(shown(&app, other)),
                message: Box::new(message_for(account.id, message.clone())),
                unread: unread(&app, account.id).await?,
            };
            app.online.tell(account.id, &message);
        }
    }
    let notified = Arc::clone(&app);
    // A page that shows the conversation marks the message as read by then.
    drop(tokio::spawn(async move {
        tokio::time::sleep(MESSAGE_NOTICE_DELAY).await;
        notifications::announce(&notified, recipient.id).await;
    }));
    Ok(message_for(sender.id, message))
}
