//! Series of arenas.

use saffron_store::accounts::{self, Account, Kind};
use saffron_store::arena_series::{self, ArenaSeries};
use saffron_store::{ArenaSeriesId, Database, Statement, StoreError, erasure, server};

use crate::support::{account_id, on_every_database};

fn series(number: u128, next_at: i64) -> ArenaSeries {
    ArenaSeries {
        id: ArenaSeriesId::from_random(number),
        organiser: account_id(1),
        name: "Saturday evening".into(),
        created_at: 5,
        version: 1,
        next_at: Some(next_at),
        data: "every Saturday".into(),
    }
}

async fn write(database: &dyn Database, statement: Statement) -> Result<(), StoreError> {
    database.transact(vec![statement]).await.map(|_| ())
}

fn is_conflict(result: &Result<(), StoreError>) -> bool {
    matches!(result, Err(StoreError::Conflict { statement: 0, expected: 1, found: 0 }))
}

#[test]
fn a_series_is_kept_changed_and_removed() {
    on_every_database(|database| async move {
        let database = &*database;
        let epoch = database.take_epoch().await.unwrap().number;
        let new = series(1, 100);
        write(database, arena_series::insert(&new, epoch)).await.unwrap();
        assert_eq!(arena_series::find(database, new.id).await, Ok(Some(new.clone())));
        assert_eq!(arena_series::find(database, ArenaSeriesId::from_random(2)).await, Ok(None));
        let after = ArenaSeries {
            name: "Sunday".into(),
            version: 2,
            next_at: Some(200),
            data: "Sundays".into(),
            ..new.clone()
        };
        write(database, arena_series::update(&after, 1, epoch)).await.unwrap();
        assert_eq!(arena_series::find(database, new.id).await, Ok(Some(after)));
        write(database, arena_series::remove(new.id, epoch)).await.unwrap();
        assert_eq!(arena_series::find(database, new.id).await, Ok(None));
        let again = write(database, arena_series::remove(new.id, epoch)).await;
        assert!(is_conflict(&again), "{again:?}");
    });
}

#[test]
fn a_change_of_a_series_conflicts_if_another_one_came_in_between() {
    on_every_database(|database| async move {
        let database = &*database;
        let epoch = database.take_epoch().await.unwrap().number;
        let new = series(1, 100);
        write(database, arena_series::insert(&new, epoch)).await.unwrap();
        let one = ArenaSeries { version: 2, next_at: Some(200), ..new.clone() };
        let two = ArenaSeries { version: 2, next_at: Some(300), ..new.clone() };
        let (first, second) = tokio::join!(
            write(database, arena_series::update(&one, 1, epoch)),
            write(database, arena_series::update(&two, 1, epoch))
        );
        assert_eq!(first, Ok(()));
        assert!(is_conflict(&second), "{second:?}");
        let missing = write(database, arena_series::update(&series(2, 100), 1, epoch)).await;
        assert!(is_conflict(&missing), "{missing:?}");
        // A server that was replaced writes no more.
        let next = database.take_epoch().await.unwrap().number;
        for wrong in [epoch, next + 1] {
            let late = ArenaSeries { version: 3, ..one.clone() };
            for statement in [
                arena_series::update(&late, 2, wrong),
                arena_series::insert(&series(3, 100), wrong),
                arena_series::remove(new.id, wrong),
            ] {
                let result = write(database, statement).await;
                assert!(is_conflict(&result), "{result:?}");
            }
        }
        assert_eq!(arena_series::find(database, new.id).await, Ok(Some(one)));
    });
}

#[test]
fn series_are_listed_by_organiser_by_time_and_page_by_page() {
    on_every_database(|database| async move {
        let database = &*database;
        let epoch = database.take_epoch().await.unwrap().number;
        let (a, b) = (ArenaSeries { created_at: 9, ..series(1, 100) }, series(2, 50));
        let other = ArenaSeries { organiser: account_id(2), ..series(3, 70) };
        let ended = ArenaSeries { next_at: None, organiser: account_id(3), ..series(4, 0) };
        for series in [&a, &b, &other, &ended] {
            write(database, arena_series::insert(series, epoch)).await.unwrap();
        }
        assert_eq!(arena_series::of_organiser(database, account_id(1), 10).await.unwrap(), [b.clone(), a.clone()]);
        assert_eq!(arena_series::of_organiser(database, account_id(1), 1).await.unwrap(), std::slice::from_ref(&b));
        assert_eq!(arena_series::of_organiser(database, account_id(3), 9).await.unwrap(), [ended]);
        assert_eq!(arena_series::due(database, 49, 10).await.unwrap(), []);
        assert_eq!(arena_series::due(database, 70, 10).await.unwrap(), [b.clone(), other.clone()]);
        assert_eq!(arena_series::due(database, 100, 2).await.unwrap(), [b.clone(), other.clone()]);
        let mut sorted = [a.clone(), b.clone(), other.clone()];
        sorted.sort_by_key(|series| series.id);
        assert_eq!(arena_series::all(database, None, 10).await.unwrap(), sorted);
        assert_eq!(arena_series::all(database, Some(sorted[0].id), 1).await.unwrap(), sorted[1..2]);
        // A clock that was ahead leaves no series for later.
        database.transact(server::accept_time(60)).await.unwrap();
        let next: Vec<_> =
            arena_series::due(database, 60, 10).await.unwrap().into_iter().map(|series| series.next_at).collect();
        assert_eq!(next, [Some(50), Some(60), Some(60)]);
    });
}

#[test]
fn a_closed_account_stops_its_series_and_an_erased_one_has_none() {
    on_every_database(|database| async move {
        let (database, one) = (&*database, account_id(1));
        let epoch = database.take_epoch().await.unwrap().number;
        database.transact(vec![accounts::insert(&Account::new(one, Kind::Person, 5))]).await.unwrap();
        let own = series(1, 100);
        let other = ArenaSeries { organiser: account_id(2), ..series(2, 100) };
        write(database, arena_series::insert(&own, epoch)).await.unwrap();
        write(database, arena_series::insert(&other, epoch)).await.unwrap();
        let export = erasure::export(database, one, 20).await.unwrap().unwrap();
        assert_eq!(export.arena_series, std::slice::from_ref(&own));
        database.transact(erasure::close(one)).await.unwrap();
        let stopped = ArenaSeries { next_at: None, version: 2, ..own.clone() };
        assert_eq!(arena_series::find(database, own.id).await, Ok(Some(stopped)));
        // By a server that has read the series before.
        let late = write(database, arena_series::update(&ArenaSeries { version: 2, ..own.clone() }, 1, epoch)).await;
        assert!(is_conflict(&late), "{late:?}");
        database.transact(erasure::erase(one, None)).await.unwrap();
        assert_eq!(arena_series::find(database, own.id).await, Ok(None));
        assert_eq!(arena_series::find(database, other.id).await, Ok(Some(other)));
    });
}
