//! Elo lists.

use saffron_store::accounts::{self, Account, Kind};
use saffron_store::elo_lists::{self, EloList, MAX_SUMMARY};
use saffron_store::{Database, EloListId, Statement, StoreError, erasure};

use crate::support::{account_id, on_every_database};

fn list(number: u128, updated_at: i64) -> EloList {
    EloList {
        id: EloListId::from_random(number),
        organiser: account_id(1),
        name: "Kispest".into(),
        created_at: 5,
        updated_at,
        version: 1,
        summary: "ő".repeat(MAX_SUMMARY),
    }
}

async fn write(database: &dyn Database, statement: Statement) -> Result<(), StoreError> {
    database.transact(vec![statement]).await.map(|_| ())
}

fn is_conflict(result: &Result<(), StoreError>) -> bool {
    matches!(result, Err(StoreError::Conflict { statement: 0, expected: 1, found: 0 }))
}

#[test]
fn an_elo_list_is_kept_with_its_document() {
    on_every_database(|database| async move {
        let database = &*database;
        let epoch = database.take_epoch().await.unwrap().number;
        let new = list(1, 11);
        write(database, elo_lists::insert(&new, "one\ntwo", epoch)).await.unwrap();
        assert_eq!(elo_lists::find(database, new.id).await.unwrap(), Some((new.clone(), "one\ntwo".into())));
        assert_eq!(elo_lists::find_head(database, new.id).await.unwrap(), Some(new.clone()));
        assert_eq!(elo_lists::find(database, EloListId::from_random(2)).await.unwrap(), None);
        let document = "x".repeat(3 << 20);
        let after = EloList { name: "Pest".into(), updated_at: 20, version: 2, summary: "short".into(), ..new };
        write(database, elo_lists::update(&after, &document, 1, epoch)).await.unwrap();
        assert_eq!(elo_lists::find(database, after.id).await.unwrap(), Some((after.clone(), document)));
        assert_eq!(elo_lists::find_head(database, after.id).await.unwrap(), Some(after.clone()));
        write(database, elo_lists::remove(after.id, epoch)).await.unwrap();
        assert_eq!(elo_lists::find(database, after.id).await.unwrap(), None);
        let again = write(database, elo_lists::remove(after.id, epoch)).await;
        assert!(is_conflict(&again), "{again:?}");
    });
}

#[test]
fn a_change_of_an_elo_list_conflicts_if_another_one_came_in_between() {
    on_every_database(|database| async move {
        let database = &*database;
        let epoch = database.take_epoch().await.unwrap().number;
        let new = list(1, 11);
        write(database, elo_lists::insert(&new, "", epoch)).await.unwrap();
        let after = EloList { version: 2, ..new.clone() };
        let (one, two) = tokio::join!(
            write(database, elo_lists::update(&after, "one", 1, epoch)),
            write(database, elo_lists::update(&after, "two", 1, epoch))
        );
        assert_eq!(one, Ok(()));
        assert!(is_conflict(&two), "{two:?}");
        assert_eq!(elo_lists::find(database, new.id).await.unwrap(), Some((after.clone(), "one".into())));
        let missing = write(database, elo_lists::update(&list(2, 11), "", 1, epoch)).await;
        assert!(is_conflict(&missing), "{missing:?}");
        // A server that was replaced writes no more.
        let next = database.take_epoch().await.unwrap().number;
        for wrong in [epoch, next + 1] {
            let late = EloList { version: 3, ..after.clone() };
            for statement in [
                elo_lists::update(&late, "late", 2, wrong),
                elo_lists::insert(&list(3, 11), "", wrong),
                elo_lists::remove(new.id, wrong),
            ] {
                let result = write(database, statement).await;
                assert!(is_conflict(&result), "{result:?}");
            }
        }
        assert_eq!(elo_lists::find(database, new.id).await.unwrap(), Some((after, "one".into())));
    });
}

#[test]
fn the_last_changed_elo_lists_come_first_page_by_page() {
    on_every_database(|database| async move {
        let database = &*database;
        let epoch = database.take_epoch().await.unwrap().number;
        let (a, b, c) = (list(1, 20), list(2, 40), EloList { organiser: account_id(2), ..list(3, 40) });
        for list in [&a, &b, &c] {
            write(database, elo_lists::insert(list, "document", epoch)).await.unwrap();
        }
        let mut sorted = [b.clone(), c.clone(), a.clone()];
        sorted.sort_by_key(|list| std::cmp::Reverse((list.updated_at, list.id)));
        assert_eq!(elo_lists::newest(database, None, 10).await.unwrap(), sorted);
        let first = elo_lists::newest(database, None, 1).await.unwrap();
        assert_eq!(first, sorted[..1]);
        let after = first.last().map(|list| (list.updated_at, list.id));
        assert_eq!(elo_lists::newest(database, after, 10).await.unwrap(), sorted[1..]);
        assert_eq!(elo_lists::of_organiser(database, account_id(1), 10).await.unwrap(), [b.clone(), a]);
        assert_eq!(elo_lists::of_organiser(database, account_id(1), 1).await.unwrap(), [b]);
        assert_eq!(elo_lists::of_organiser(database, account_id(3), 10).await.unwrap(), []);
    });
}

#[test]
fn an_erased_account_leaves_no_name_of_an_elo_list() {
    on_every_database(|database| async move {
        let (database, one) = (&*database, account_id(1));
        let epoch = database.take_epoch().await.unwrap().number;
        database.transact(vec![accounts::insert(&Account::new(one, Kind::Person, 5))]).await.unwrap();
        let own = list(1, 11);
        write(database, elo_lists::insert(&own, "document", epoch)).await.unwrap();
        let export = erasure::export(database, one, 20).await.unwrap().unwrap();
        assert_eq!(export.elo_lists, std::slice::from_ref(&own));
        database.transact(erasure::close(one)).await.unwrap();
        database.transact(erasure::erase(one, None)).await.unwrap();
        let erased = EloList { name: String::new(), ..own.clone() };
        assert_eq!(elo_lists::find_head(database, own.id).await.unwrap(), Some(erased.clone()));
        // By a server that has read the name before.
        let late = EloList { version: 2, ..own };
        write(database, elo_lists::update(&late, "document", 1, epoch)).await.unwrap();
        assert_eq!(elo_lists::find_head(database, erased.id).await.unwrap(), Some(EloList { version: 2, ..erased }));
    });
}
