//! Notifications, their settings, and the browsers that get them.

use saffron_store::accounts::{self, Account, Kind};
use saffron_store::notifications::{self, Notification};
use saffron_store::push::{self, Subscription};
use saffron_store::sessions::{self, Session};
use saffron_store::{AccountId, Database, SessionId, Statement, StoreError, erasure, server};

use crate::support::{account_id, on_every_database};

fn turn(subject: &str, created_at: i64, data: &str) -> Notification {
    Notification { kind: "turn".into(), subject: subject.into(), created_at, read_at: None, data: data.into() }
}

async fn write(database: &dyn Database, statement: Statement) {
    database.transact(vec![statement]).await.unwrap();
}

async fn subjects(database: &dyn Database, account: AccountId) -> Vec<(String, bool)> {
    let newest = notifications::newest(database, account, 10).await.unwrap();
    newest.into_iter().map(|one| (one.subject, one.read_at.is_some())).collect()
}

#[test]
fn a_newer_notification_replaces_the_one_about_its_subject() {
    on_every_database(|database| async move {
        let (database, one) = (&*database, account_id(1));
        for (account, new) in [(one, turn("a", 5, "1")), (one, turn("b", 6, "1")), (account_id(2), turn("a", 7, "1"))] {
            write(database, notifications::set(account, &new)).await;
        }
        assert_eq!(notifications::count_unread(database, one).await, Ok(2));
        write(database, notifications::read_until(one, 5, 8)).await;
        assert_eq!(subjects(database, one).await, [("b".into(), false), ("a".into(), true)]);
        // The same one again is not news.
        write(database, notifications::set(one, &turn("a", 9, "1"))).await;
        assert_eq!(subjects(database, one).await, [("b".into(), false), ("a".into(), true)]);
        write(database, notifications::set(one, &turn("a", 9, "2"))).await;
        assert_eq!(subjects(database, one).await, [("a".into(), false), ("b".into(), false)]);
        let unread = notifications::unread_after(database, one, 6, 10).await.unwrap();
        assert_eq!(unread, [turn("a", 9, "2")]);

        write(database, notifications::read_about(Some(one), "turn", "a", 10)).await;
        assert_eq!(notifications::count_unread(database, one).await, Ok(1));
        assert_eq!(notifications::count_unread(database, account_id(2)).await, Ok(1));
        write(database, notifications::read_about(None, "turn", "a", 10)).await;
        assert_eq!(notifications::count_unread(database, account_id(2)).await, Ok(0));

        write(database, notifications::trim(one, 5)).await;
        assert_eq!(subjects(database, one).await.len(), 2);
        write(database, notifications::trim(one, 1)).await;
        assert_eq!(subjects(database, one).await, [("a".into(), true)]);
        write(database, notifications::remove_before(9)).await;
        assert!(subjects(database, account_id(2)).await.is_empty());
        assert_eq!(subjects(database, one).await.len(), 1);
    });
}

#[test]
fn settings_keep_what_was_mailed() {
    on_every_database(|database| async move {
        let (database, one) = (&*database, account_id(1));
        assert_eq!(notifications::settings(database, one).await, Ok(None));
        write(database, notifications::set_settings(one, "a", 5)).await;
        write(database, notifications::set_mailed(one, 9)).await;
        write(database, notifications::set_mailed(one, 7)).await;
        write(database, notifications::set_settings(one, "b", 11)).await;
        assert_eq!(notifications::settings(database, one).await, Ok(Some(("b".into(), 9))));
        // The wall clock was ahead, and was set back to 8.
        write(database, notifications::set(one, &turn("a", 9, "1"))).await;
        database.transact(server::accept_time(8)).await.unwrap();
        assert_eq!(notifications::settings(database, one).await, Ok(Some(("b".into(), 8))));
        assert_eq!(notifications::unread_after(database, one, 7, 9).await, Ok(vec![turn("a", 8, "1")]));
    });
}

fn session(number: u128, account: AccountId) -> Session {
    Session {
        id: SessionId::from_random(number),
        account,
        created_at: 1,
        used_at: 1,
        expires_at: 100,
        user_agent: String::new(),
        address: String::new(),
    }
}

fn subscription(id: &str, account: AccountId, session: u128, created_at: i64) -> Subscription {
    Subscription {
        id: id.into(),
        account,
        session: SessionId::from_random(session),
        endpoint: format!("https://push.example/{id}"),
        public_key: "key".into(),
        auth_secret: "secret".into(),
        language: "hu".into(),
        created_at,
        pushed_at: created_at,
    }
}

async fn pushed(database: &dyn Database, account: AccountId, now: i64) -> Vec<String> {
    push::of_account(database, account, now).await.unwrap().into_iter().map(|one| one.id).collect()
}

#[test]
fn a_browser_gets_notifications_as_long_as_its_session_lasts() {
    on_every_database(|database| async move {
        let (database, one, two) = (&*database, account_id(1), account_id(2));
        for id in [one, two] {
            write(database, accounts::insert(&Account::new(id, Kind::Guest, 1))).await;
        }
        for (number, account) in [(1, one), (2, one), (3, two)] {
            write(database, sessions::insert(&[number; 32], &session(u128::from(number), account))).await;
        }
        let first = subscription("a", one, 1, 5);
        database.transact(push::set(&first, 2)).await.unwrap();
        assert_eq!(push::find(database, "a", 6).await, Ok(Some(first.clone())));
        write(database, push::set_pushed("a", 8)).await;
        write(database, push::set_pushed("a", 7)).await;
        // What it has got stays known, unless another account takes the browser over.
        database.transact(push::set(&Subscription { created_at: 9, pushed_at: 9, ..first.clone() }, 2)).await.unwrap();
        assert_eq!(push::find(database, "a", 10).await.unwrap().map(|found| found.pushed_at), Some(8));
        database.transact(push::set(&subscription("b", one, 2, 10), 2)).await.unwrap();
        database.transact(push::set(&subscription("c", one, 2, 11), 2)).await.unwrap();
        assert_eq!(pushed(database, one, 12).await, ["c", "b"]);
        database.transact(server::accept_time(10)).await.unwrap();
        assert_eq!(push::find(database, "c", 12).await.unwrap().map(|found| found.pushed_at), Some(10));
        assert!(pushed(database, one, 100).await.is_empty(), "the session is over");

        database.transact(push::set(&subscription("b", two, 3, 13), 2)).await.unwrap();
        assert_eq!(pushed(database, one, 14).await, ["c"]);
        write(database, push::remove(one, "b")).await;
        assert_eq!(pushed(database, two, 14).await, ["b"]);
        write(database, Statement::new("DELETE FROM sessions WHERE account = $1").with(one)).await;
        assert!(pushed(database, one, 14).await.is_empty());
        write(database, push::remove_without_session()).await;
        let rows = database.read(Statement::new("SELECT id FROM push_subscriptions")).await.unwrap();
        assert_eq!(rows.len(), 1);
    });
}

#[test]
fn the_key_is_set_once() {
    on_every_database(|database| async move {
        assert_eq!(push::key(&*database).await, Ok(None));
        write(&*database, push::set_key(&[7; 32])).await;
        assert_eq!(push::key(&*database).await, Ok(Some([7; 32])));
        let again = database.transact(vec![push::set_key(&[8; 32])]).await;
        assert!(matches!(again, Err(StoreError::Unique(_))), "{again:?}");
    });
}

#[test]
fn closing_an_account_ends_its_notifications() {
    on_every_database(|database| async move {
        let (database, one) = (&*database, account_id(1));
        write(database, accounts::insert(&Account::new(one, Kind::Guest, 1))).await;
        write(database, sessions::insert(&[1; 32], &session(1, one))).await;
        write(database, notifications::set(one, &turn("a", 5, "1"))).await;
        write(database, notifications::set_settings(one, "a", 5)).await;
        database.transact(push::set(&subscription("a", one, 1, 5), 2)).await.unwrap();
        let export = erasure::export(database, one, 6).await.unwrap().unwrap();
        assert_eq!(export.notifications, [turn("a", 5, "1")]);
        assert_eq!(export.notification_settings.as_deref(), Some("a"));
        assert_eq!(export.push_subscriptions.len(), 1);
        database.transact(erasure::close(one)).await.unwrap();
        let export = erasure::export(database, one, 6).await.unwrap().unwrap();
        assert!(export.notifications.is_empty() && export.push_subscriptions.is_empty());
        assert_eq!(export.notification_settings, None);
    });
}
