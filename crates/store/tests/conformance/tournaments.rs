//! Tournaments and their events.

use saffron_store::accounts::{self, Account, Kind};
use saffron_store::tournaments::{self, Tournament, TournamentEvent, TournamentKind};
use saffron_store::{ArenaSeriesId, Database, StoreError, TeamId, TournamentId, erasure, tournament_players};

use crate::support::{account_id, on_every_database};

fn tournament(number: u128, updated_at: i64) -> Tournament {
    Tournament {
        id: TournamentId::from_random(number),
        kind: TournamentKind::Board,
        organiser: account_id(1),
        name: "Autumn".into(),
        created_at: 5,
        updated_at,
        over: false,
        summary: "no rounds".into(),
        version: 0,
        team: Some(TeamId::from_random(1)),
        series: Some(ArenaSeriesId::from_random(2)),
    }
}

fn events(from: u32, to: u32) -> Vec<TournamentEvent> {
    let event = |seq: u32| TournamentEvent {
        seq,
        at: 10 + i64::from(seq),
        author: account_id(2 + u128::from(seq % 2)),
        data: format!("event {seq}"),
    };
    (from..to).map(event).collect()
}

/// Stores a tournament as it is after the events from `before` to its version.
async fn append(database: &dyn Database, after: &Tournament, before: u32, epoch: i64) -> Result<(), StoreError> {
    let statements = tournaments::append(after, before, &events(before, after.version), epoch);
    database.transact(statements).await.map(|_| ())
}

async fn create(database: &dyn Database, tournament: &Tournament, epoch: i64) -> Result<(), StoreError> {
    let mut statements = vec![tournaments::insert(tournament, epoch)];
    statements.extend(tournaments::append(tournament, 0, &events(0, tournament.version), epoch));
    database.transact(statements).await.map(|_| ())
}

async fn stored(database: &dyn Database, id: TournamentId) -> (Option<Tournament>, Vec<TournamentEvent>) {
    let events = tournaments::events(database, id, 0).await.unwrap();
    (tournaments::find(database, id).await.unwrap(), events)
}

fn is_conflict(result: &Result<(), StoreError>) -> bool {
    matches!(result, Err(StoreError::Conflict { statement: 0, expected: 1, found: 0 }))
}

#[test]
fn events_come_back_in_their_order() {
    on_every_database(|database| async move {
        let (database, id) = (&*database, TournamentId::from_random(1));
        let epoch = database.take_epoch().await.unwrap().number;
        let new = Tournament { version: 2, ..tournament(1, 11) };
        create(database, &new, epoch).await.unwrap();
        create(database, &Tournament { version: 1, ..tournament(2, 11) }, epoch).await.unwrap();
        assert_eq!(stored(database, id).await, (Some(new.clone()), events(0, 2)));
        // As many as an import has.
        let name = "Autumn 2026".into();
        let after = Tournament { name, updated_at: 90, over: true, summary: "9 rounds".into(), version: 2000, ..new };
        append(database, &after, 2, epoch).await.unwrap();
        assert_eq!(stored(database, id).await, (Some(after.clone()), events(0, 2000)));
        assert_eq!(tournaments::events(database, id, 1998).await.unwrap(), events(1998, 2000));
        assert_eq!(tournaments::events(database, id, 2000).await.unwrap(), []);
        let refreshed = Tournament { summary: "nine rounds".into(), ..after };
        append(database, &refreshed, 2000, epoch).await.unwrap();
        assert_eq!(stored(database, id).await, (Some(refreshed), events(0, 2000)), "without events");
        let other = TournamentId::from_random(2);
        assert_eq!(tournaments::events(database, other, 0).await.unwrap(), events(0, 1));
        let again = create(database, &tournament(1, 11), epoch).await;
        assert!(matches!(again, Err(StoreError::Unique(_))), "{again:?}");
    });
}

#[test]
fn a_command_conflicts_if_another_one_came_in_between() {
    on_every_database(|database| async move {
        let (database, id) = (&*database, TournamentId::from_random(1));
        let epoch = database.take_epoch().await.unwrap().number;
        let new = Tournament { version: 3, ..tournament(1, 11) };
        create(database, &new, epoch).await.unwrap();
        let changed = |version| Tournament { name: "Winter".into(), updated_at: 90, version, ..new.clone() };
        for (before, after) in [(2, 4), (4, 6), (0, 200), (2, 2)] {
            let result = append(database, &changed(after), before, epoch).await;
            assert!(is_conflict(&result), "{before} to {after}: {result:?}");
        }
        let missing = append(database, &Tournament { version: 1, ..tournament(2, 11) }, 0, epoch).await;
        assert!(is_conflict(&missing), "{missing:?}");
        assert_eq!(stored(database, id).await, (Some(new.clone()), events(0, 3)));
        assert_eq!(stored(database, TournamentId::from_random(2)).await, (None, vec![]));
        // Two commands for the same version at the same time.
        let (one, two) = (changed(4), changed(5));
        let (one, two) = tokio::join!(append(database, &one, 3, epoch), append(database, &two, 3, epoch));
        assert_eq!(one, Ok(()));
        assert!(is_conflict(&two), "{two:?}");
        assert_eq!(stored(database, id).await, (Some(changed(4)), events(0, 4)));
    });
}

#[test]
fn a_server_that_was_replaced_writes_no_more() {
    on_every_database(|database| async move {
        let (database, id) = (&*database, TournamentId::from_random(1));
        let old = database.take_epoch().await.unwrap().number;
        let new = Tournament { version: 1, ..tournament(1, 11) };
        create(database, &new, old).await.unwrap();
        let epoch = database.take_epoch().await.unwrap().number;
        let after = Tournament { version: 2, updated_at: 90, ..new.clone() };
        for wrong in [old, epoch + 1] {
            let appended = append(database, &after, 1, wrong).await;
            assert!(is_conflict(&appended), "{appended:?}");
            let inserted = database.transact(vec![tournaments::insert(&tournament(2, 11), wrong)]).await.map(|_| ());
            assert!(is_conflict(&inserted), "{inserted:?}");
        }
        assert_eq!(stored(database, id).await, (Some(new), events(0, 1)));
        assert_eq!(stored(database, TournamentId::from_random(2)).await, (None, vec![]));
        append(database, &after, 1, epoch).await.unwrap();
        assert_eq!(stored(database, id).await, (Some(after), events(0, 2)));
    });
}

#[test]
fn the_last_updated_tournaments_are_listed_first() {
    on_every_database(|database| async move {
        let database = &*database;
        let epoch = database.take_epoch().await.unwrap().number;
        let over = |number, updated_at| Tournament { over: true, ..tournament(number, updated_at) };
        let (a, b, c) = (tournament(1, 20), tournament(2, 40), tournament(3, 30));
        let (d, e) = (over(4, 50), Tournament { organiser: account_id(2), ..over(5, 35) });
        let arena = Tournament { kind: TournamentKind::Arena, organiser: account_id(2), ..tournament(6, 70) };
        for tournament in [&a, &b, &c, &d, &e, &arena] {
            create(database, tournament, epoch).await.unwrap();
        }
        assert_eq!(tournaments::current(database, TournamentKind::Arena, 10).await.unwrap(), [arena]);
        assert_eq!(tournaments::past(database, TournamentKind::Arena, 10).await.unwrap(), []);
        assert_eq!(
            tournaments::current(database, TournamentKind::Board, 10).await.unwrap(),
            [b.clone(), c.clone(), a.clone()]
        );
        assert_eq!(tournaments::current(database, TournamentKind::Board, 1).await.unwrap(), std::slice::from_ref(&b));
        assert_eq!(tournaments::past(database, TournamentKind::Board, 10).await.unwrap(), [d.clone(), e.clone()]);
        assert_eq!(tournaments::past(database, TournamentKind::Board, 1).await.unwrap(), std::slice::from_ref(&d));
        let own = tournaments::of_organiser(database, account_id(1), 10).await.unwrap();
        assert_eq!(own, [d.clone(), b.clone(), c.clone(), a.clone()]);
        assert_eq!(tournaments::of_organiser(database, account_id(1), 2).await.unwrap(), [d.clone(), b.clone()]);
        assert_eq!(tournaments::of_organiser(database, account_id(3), 10).await.unwrap(), []);
        // Those of series do not count.
        let plain = Tournament { series: None, ..tournament(7, 10) };
        create(database, &plain, epoch).await.unwrap();
        create(database, &Tournament { series: None, ..over(8, 10) }, epoch).await.unwrap();
        assert_eq!(tournaments::count_open(database, account_id(1), 10).await, Ok(1));
        create(database, &Tournament { id: TournamentId::from_random(9), ..plain.clone() }, epoch).await.unwrap();
        assert_eq!(tournaments::count_open(database, account_id(1), 10).await, Ok(2));
        assert_eq!(tournaments::count_open(database, account_id(1), 1).await, Ok(1));
        for number in [7, 8, 9] {
            database.transact(tournaments::remove(TournamentId::from_random(number))).await.unwrap();
        }
        let ended = Tournament { over: true, updated_at: 60, version: 1, ..a };
        append(database, &ended, 0, epoch).await.unwrap();
        assert_eq!(tournaments::current(database, TournamentKind::Board, 10).await.unwrap(), [b, c]);
        assert_eq!(tournaments::past(database, TournamentKind::Board, 10).await.unwrap(), [ended, d, e]);
    });
}

#[test]
fn a_removed_tournament_leaves_no_events() {
    on_every_database(|database| async move {
        let database = &*database;
        let epoch = database.take_epoch().await.unwrap().number;
        let (gone, kept) = (tournament(1, 11), Tournament { version: 2, ..tournament(2, 11) });
        create(database, &Tournament { version: 100, ..gone.clone() }, epoch).await.unwrap();
        create(database, &kept, epoch).await.unwrap();
        database.transact(tournaments::remove(gone.id)).await.unwrap();
        assert_eq!(stored(database, gone.id).await, (None, vec![]));
        assert_eq!(stored(database, kept.id).await, (Some(kept), events(0, 2)));
        let again = database.transact(tournaments::remove(gone.id)).await.map(|_| ());
        assert!(is_conflict(&again), "{again:?}");
        let late = append(database, &Tournament { version: 101, ..gone }, 100, epoch).await;
        assert!(is_conflict(&late), "{late:?}");
    });
}

#[test]
fn an_erased_account_leaves_no_name_of_a_tournament() {
    on_every_database(|database| async move {
        let (database, one, two) = (&*database, account_id(1), account_id(2));
        let epoch = database.take_epoch().await.unwrap().number;
        database.transact(vec![accounts::insert(&Account::new(one, Kind::Person, 5))]).await.unwrap();
        let own = Tournament { version: 2, ..tournament(1, 11) };
        let other = Tournament { organiser: two, ..tournament(2, 11) };
        create(database, &own, epoch).await.unwrap();
        create(database, &other, epoch).await.unwrap();
        let export = erasure::export(database, one, 20).await.unwrap().unwrap();
        assert_eq!(export.tournaments, std::slice::from_ref(&own));
        database.transact(erasure::close(one)).await.unwrap();
        assert_eq!(stored(database, own.id).await.0.as_ref(), Some(&own), "it stays visible");
        database.transact(erasure::erase(one, None)).await.unwrap();
        let erased = Tournament { name: String::new(), ..own.clone() };
        assert_eq!(stored(database, own.id).await, (Some(erased.clone()), events(0, 2)));
        assert_eq!(stored(database, other.id).await.0, Some(other));
        // By a server that has read the name before.
        append(database, &Tournament { version: 3, ..own }, 2, epoch).await.unwrap();
        assert_eq!(stored(database, erased.id).await.0, Some(Tournament { version: 3, ..erased }));
    });
}

/// Ranks of an account's tournaments, the last joined first.
async fn ranks(database: &dyn Database, account: u128) -> Vec<(TournamentId, i64, Option<u32>)> {
    let list = tournament_players::of_account(database, account_id(account), None, 99).await.unwrap();
    list.into_iter().map(|one| (one.tournament, one.joined_at, one.rank)).collect()
}

#[test]
fn players_are_recorded_with_their_ranks() {
    on_every_database(|database| async move {
        let database = &*database;
        let epoch = database.take_epoch().await.unwrap().number;
        let ids: Vec<TournamentId> = (1..=3).map(TournamentId::from_random).collect();
        for number in 1..=3 {
            let kind = TournamentKind::Arena;
            create(database, &Tournament { kind, ..tournament(number, 11) }, epoch).await.unwrap();
        }
        // As many as have a statement of many rows, and some more.
        let people: Vec<u128> = (1..=70).collect();
        for number in &people {
            let account = Account::new(account_id(*number), Kind::Person, 1);
            let joined = tournament_players::joined(account.id, ids[0], 20);
            database.transact(vec![accounts::insert(&account), joined]).await.unwrap();
        }
        let join = |account: u128, id: TournamentId, at| tournament_players::joined(account_id(account), id, at);
        let again = vec![join(1, ids[0], 30), join(1, ids[1], 30), join(99, ids[1], 30)];
        database.transact(again).await.unwrap();
        assert_eq!(ranks(database, 1).await, [(ids[1], 30, None), (ids[0], 20, None)]);
        assert_eq!(ranks(database, 99).await, [], "there is no such account");
        let best: Vec<_> = people.iter().rev().map(|number| account_id(*number)).zip(1..).collect();
        database.transact(tournament_players::ranked(ids[0], &best)).await.unwrap();
        for number in &people {
            let rank = u32::try_from(71 - number).unwrap();
            assert!(ranks(database, *number).await.contains(&(ids[0], 20, Some(rank))), "{number}");
        }
        assert!(ranks(database, 1).await.contains(&(ids[1], 30, None)), "another tournament");
        let page = tournament_players::of_account(database, account_id(1), Some((30, ids[1])), 9).await.unwrap();
        assert_eq!(page.iter().map(|one| one.tournament).collect::<Vec<_>>(), [ids[0]]);

        let mut found = tournaments::by_ids(database, &[ids[2], TournamentId::from_random(9), ids[0]]).await.unwrap();
        found.sort_by_key(|tournament| tournament.id);
        let mut expected = vec![ids[0], ids[2]];
        expected.sort_unstable();
        assert_eq!(found.iter().map(|tournament| tournament.id).collect::<Vec<_>>(), expected);
        let without = async |kind, after| tournament_players::without_players(database, kind, after, 9).await.unwrap();
        assert_eq!(without(TournamentKind::Arena, None).await, [ids[2]]);
        assert_eq!(without(TournamentKind::Arena, Some(ids[2])).await, []);
        assert_eq!(without(TournamentKind::Board, None).await, []);

        let export = erasure::export(database, account_id(1), 9).await.unwrap().unwrap();
        assert_eq!(export.participations.len(), 2);
        database.transact(tournaments::remove(ids[1])).await.unwrap();
        assert_eq!(ranks(database, 1).await, [(ids[0], 20, Some(70))]);
        let mut statements = erasure::close(account_id(1));
        statements.extend(erasure::erase(account_id(1), None));
        database.transact(statements).await.unwrap();
        database.transact(vec![join(1, ids[0], 40)]).await.unwrap();
        assert_eq!(ranks(database, 1).await, []);
    });
}
