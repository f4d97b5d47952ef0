//! Libraries of accounts.

use saffron_store::library::{self, Entry, Usage};
use saffron_store::{AccountId, Database, StoreError, erasure};

use crate::support::{account_id, on_every_database};

async fn write(
    database: &dyn Database,
    account: AccountId,
    (id, over): (&str, i64),
    body: Option<&str>,
    now: i64,
) -> Result<i64, StoreError> {
    let statement = library::write(account, id, over, body.map(str::to_owned), now);
    library::written(database.transact(vec![statement]).await?.pop().unwrap())
}

fn entry(id: &str, version: i64, body: Option<&str>) -> Entry {
    Entry { id: id.into(), version, body: body.map(str::to_owned) }
}

#[test]
fn entries_are_written_over_the_version_that_is_known_and_read_by_version() {
    on_every_database(|database| async move {
        let (database, one, two) = (&*database, account_id(1), account_id(2));
        assert_eq!(write(database, one, ("Aaaaaaaaaa", 0), Some("first"), 100).await, Ok(100));
        // Two in one millisecond, and one of a clock that stood still.
        assert_eq!(write(database, one, ("Baaaaaaaaa", 0), Some("other"), 100).await, Ok(101));
        assert_eq!(write(database, two, ("Aaaaaaaaaa", 0), Some("of another account"), 100).await, Ok(100));
        assert_eq!(write(database, one, ("Aaaaaaaaaa", 100), Some("second"), 101).await, Ok(102));
        for over in [0, 100, 103] {
            let stale = write(database, one, ("Aaaaaaaaaa", over), Some("stale"), 200).await;
            assert!(matches!(stale, Err(StoreError::Conflict { .. })), "{over}: {stale:?}");
        }
        let all = [entry("Baaaaaaaaa", 101, Some("other")), entry("Aaaaaaaaaa", 102, Some("second"))];
        assert_eq!(library::after(database, one, 0, 10).await.unwrap(), all);
        assert_eq!(library::after(database, one, 101, 10).await.unwrap(), all[1..]);
        assert_eq!(library::after(database, one, 0, 1).await.unwrap(), all[..1]);
        let usage = |id| library::usage_without(database, one, id);
        assert_eq!(usage("").await, Ok(Usage { entries: 2, bytes: 11 }));
        assert_eq!(usage("Aaaaaaaaaa").await, Ok(Usage { entries: 1, bytes: 5 }));

        // A deleted entry is still listed, takes no room, and may come back.
        assert_eq!(write(database, one, ("Aaaaaaaaaa", 102), None, 300).await, Ok(300));
        assert_eq!(library::after(database, one, 101, 10).await.unwrap(), [entry("Aaaaaaaaaa", 300, None)]);
        assert_eq!(usage("").await, Ok(Usage { entries: 1, bytes: 5 }));
        assert_eq!(write(database, one, ("Aaaaaaaaaa", 300), Some("again"), 301).await, Ok(301));
        assert_eq!(write(database, one, ("Aaaaaaaaaa", 301), None, 302).await, Ok(302));
        database.transact(vec![library::forget_deleted(302)]).await.unwrap();
        assert_eq!(library::after(database, one, 0, 10).await.unwrap().len(), 2);
        database.transact(vec![library::forget_deleted(303)]).await.unwrap();
        assert_eq!(library::after(database, one, 0, 10).await.unwrap(), all[..1]);
        // An entry that is no longer known is new.
        assert_eq!(write(database, one, ("Aaaaaaaaaa", 302), Some("back"), 400).await, Ok(400));

        database.transact(vec![library::remove(one)]).await.unwrap();
        assert_eq!(library::after(database, one, 0, 10).await.unwrap(), []);
        assert_eq!(library::after(database, two, 0, 10).await.unwrap().len(), 1);
    });
}

#[test]
fn a_closed_account_leaves_no_library() {
    on_every_database(|database| async move {
        use saffron_store::accounts::{self, Account, Kind};
        let one = account_id(1);
        database.transact(vec![accounts::insert(&Account::new(one, Kind::Person, 5))]).await.unwrap();
        write(&*database, one, ("Aaaaaaaaaa", 0), Some("first"), 100).await.unwrap();
        database.transact(erasure::close(one)).await.unwrap();
        assert_eq!(library::after(&*database, one, 0, 10).await.unwrap(), []);
    });
}
