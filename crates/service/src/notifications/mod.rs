//! Notifications: what calls an account back, in a list on the page, by Web Push and by e-mail.
//!
//! A notification is written in the transaction of what it is about, if one is at hand, together with the jobs that deliver it. A
//! job looks at what is unread then: so several turns are one message, what was seen meanwhile is not sent, and in quiet hours the
//! job waits.

mod games;
mod jobs;
mod kind;
pub mod push;
mod settings;
mod text;
mod tournaments;
mod view;

use std::collections::BTreeMap;

use saffron_live::Millis;
use saffron_protocol::notifications::{
    Notification, NotificationChoices, NotificationSettings, Notifications, NotificationsRead,
};
use saffron_protocol::socket::ServerMessage;
use saffron_store::accounts::{self, Account};
use saffron_store::notifications::{self, Notification as Row};
use saffron_store::{AccountId, Statement, StoreError};

use crate::app::App;
use crate::clock::millis;
use crate::config::limits::{MAIL_NOTIFICATION_WINDOW, MAX_NOTIFICATIONS, NOTIFICATION_PAGE, PUSH_WINDOW};
use crate::error::Error;
use crate::mail::Language;
use crate::mail::jobs::Mail;
use crate::session::Viewer;

pub(crate) use jobs::enqueued;
pub use jobs::{arena_soon, keep};
pub use kind::NotificationKind;
pub use settings::{StoredSettings, quiet_until, settings_of};
pub use text::{letter, message};
pub use view::shown;

/// A notification to be written.
#[derive(Clone, Debug)]
pub struct NewNotification {
    pub account: AccountId,
    pub kind: NotificationKind,
    /// Id of what it is about.
    pub subject: String,
    /// What makes it news: one with the same state as before changes nothing.
    pub state: String,
    /// True if the account sees it as it happens.
    pub seen: bool,
}

/// Statements that write a notification and enqueue its deliveries. [`announce`] follows when they are durable.
///
/// # Errors
/// Failures of the store.
pub async fn statements(app: &App, new: NewNotification) -> Result<Vec<Statement>, StoreError> {
    let now = app.clock.now();
    let row = Row {
        kind: new.kind.code().to_owned(),
        subject: new.subject,
        created_at: now,
        read_at: new.seen.then_some(now),
        data: new.state,
    };
    let mut statements =
        vec![notifications::set(new.account, &row), notifications::trim(new.account, MAX_NOTIFICATIONS)];
    if new.seen {
        return Ok(statements);
    }
    let stored = settings_of(app, new.account).await?;
    let ways = new.kind.ways(&stored.settings);
    if ways.push {
        statements.extend(push::deliveries(app, new.account, end_of_window(now, millis(PUSH_WINDOW))).await?);
    }
    if ways.mail {
        let at = end_of_window(now, millis(MAIL_NOTIFICATION_WINDOW));
        statements.push(Mail::Notifications { account: new.account }.enqueue_at(now, at));
    }
    Ok(statements)
}

/// End of the window in which a moment lies. What falls into a window is sent together, and nothing is put off for ever by what
/// comes later.
fn end_of_window(now: Millis, length: Millis) -> Millis {
    (now.div_euclid(length) + 1) * length
}

/// Sends an account's connections the number of unread notifications, and has what is enqueued delivered.
pub async fn announce(app: &App, account: AccountId) {
    app.jobs.push.wake();
    app.jobs.mail.wake();
    if !app.online.is_online(account) {
        return;
    }
    match unread(app, account).await {
        Ok(unread) => app.online.tell(account, &ServerMessage::Notifications { unread }),
        Err(error) => tracing::error!(%error, "the notifications could not be counted"),
    }
}

/// Writes notifications, and delivers them.
///
/// # Errors
/// Failures of the store.
pub async fn notify(app: &App, new: Vec<NewNotification>) -> Result<(), StoreError> {
    let mut accounts = BTreeMap::new();
    for each in new {
        let account = each.account;
        accounts.entry(account).or_insert_with(Vec::new).extend(statements(app, each).await?);
    }
    for (account, statements) in accounts {
        app.database.transact(statements).await?;
        announce(app, account).await;
    }
    Ok(())
}

/// Rows that an account wants to get by a way, and that are unread after a time, the newest first.
async fn unread_rows(
    app: &App,
    account: AccountId,
    after: Millis,
    wants: impl Fn(NotificationKind) -> bool + Send,
) -> Result<Vec<Row>, StoreError> {
    let now = app.clock.now();
    let mut rows = notifications::unread_after(&*app.database, account, after, MAX_NOTIFICATIONS).await?;
    rows.retain(|row| {
        NotificationKind::by_code(&row.kind).is_some_and(|kind| wants(kind) && !is_expired(kind, row, now))
    });
    Ok(rows)
}

/// Returns whether it is too late for what a notification asks.
fn is_expired(kind: NotificationKind, row: &Row, now: Millis) -> bool {
    kind == NotificationKind::Challenge && row.data.parse().is_ok_and(|expires_at: Millis| expires_at <= now)
}

/// Number of unread notifications in the list of an account.
///
/// # Errors
/// Failures of the store.
pub async fn unread(app: &App, account: AccountId) -> Result<u32, StoreError> {
    if notifications::count_unread(&*app.database, account).await? == 0 {
        return Ok(0);
    }
    let StoredSettings { settings, .. } = settings_of(app, account).await?;
    let rows = unread_rows(app, account, Millis::MIN, |kind| kind.ways(&settings).bell).await?;
    Ok(u32::try_from(rows.len()).unwrap_or(u32::MAX))
}

/// Unread notifications after a time that an account wants by a way, as they are shown, and the time of the newest row. What was
/// done meanwhile is left out.
///
/// # Errors
/// Failures of the store.
pub(crate) async fn to_send(
    app: &App,
    account: AccountId,
    after: Millis,
    wants: impl Fn(NotificationKind) -> bool + Send,
) -> Result<(Vec<Notification>, Option<Millis>), Error> {
    let rows = unread_rows(app, account, after, wants).await?;
    let newest = rows.iter().map(|row| row.created_at).max();
    let mut entries = shown(app, account, &rows).await?;
    entries.retain(|entry| !entry.read);
    Ok((entries, newest))
}

/// Notifications of the viewer.
///
/// # Errors
/// Failures of the store.
pub async fn list(app: &App, viewer: &Viewer) -> Result<Notifications, Error> {
    let account = viewer.account;
    let StoredSettings { settings, .. } = settings_of(app, account).await?;
    let mut rows = notifications::newest(&*app.database, account, MAX_NOTIFICATIONS).await?;
    rows.retain(|row| NotificationKind::by_code(&row.kind).is_some_and(|kind| kind.ways(&settings).bell));
    rows.truncate(NOTIFICATION_PAGE);
    let entries = shown(app, account, &rows).await?;
    Ok(Notifications { entries, unread: unread(app, account).await? })
}

/// Marks the viewer's notifications as read that were created until a time.
///
/// # Errors
/// Failures of the store.
pub async fn read(app: &App, viewer: &Viewer, request: NotificationsRead) -> Result<(), Error> {
    let statement = notifications::read_until(viewer.account, request.until, app.clock.now());
    app.database.transact(vec![statement]).await?;
    announce(app, viewer.account).await;
    Ok(())
}

/// Statement that marks a kind of notifications about a subject as read: what it asks for was done. Of one account, or of all.
pub fn done(app: &App, account: Option<AccountId>, kind: NotificationKind, subject: &str) -> Statement {
    notifications::read_about(account, kind.code(), subject, app.clock.now())
}

/// Settings of the viewer, and what the server can do.
///
/// # Errors
/// Failures of the store.
pub async fn choices(app: &App, viewer: &Viewer) -> Result<NotificationChoices, Error> {
    let account = accounts::by_id(&*app.database, viewer.account).await?;
    Ok(NotificationChoices {
        settings: settings_of(app, viewer.account).await?.settings,
        mailable: app.config.accounts.mail.is_some()
            && account.as_ref().is_some_and(|account| address(account).is_some()),
        push_key: app.push.public_key(),
        browsers: push::count(app, viewer.account).await?,
    })
}

/// Address to which an account gets notifications, if it has confirmed one.
pub(crate) fn address(account: &Account) -> Option<&str> {
    account.email.as_deref().filter(|_| account.email_confirmed)
}

/// Changes the settings of the viewer.
///
/// # Errors
/// `InvalidField` for quiet hours that cannot be, `RateLimited` after too many changes.
pub async fn set_choices(
    app: &App,
    viewer: &Viewer,
    settings: NotificationSettings,
    language: Language,
) -> Result<NotificationChoices, Error> {
    if let Some(quiet) = &settings.quiet {
        settings::check_quiet(quiet)?;
    }
    app.accounts.limits.changes.take(&viewer.account)?;
    let stored = StoredSettings { settings, language, mailed_at: 0 };
    let statement = notifications::set_settings(viewer.account, &stored.text(), app.clock.now());
    app.database.transact(vec![statement]).await?;
    announce(app, viewer.account).await;
    choices(app, viewer).await
}
