//! Ratings after games, their history, and what moderators decide.

use saffron_store::accounts::{self, Account, Kind};
use saffron_store::games::{self, Filter, NewGame};
use saffron_store::moderation::{self, Report};
use saffron_store::ratings::{self, Point, Rating};
use saffron_store::relations::{self, Relation};
use saffron_store::{ReportId, StoreError};

use crate::support::{account_id, append, entry, event, game_id, new_game, on_every_database, won};

const DAY: i64 = 86_400_000;

#[test]
fn a_game_is_rated_once() {
    on_every_database(|database| async move {
        let epoch = database.take_epoch().await.unwrap().number;
        for (number, rated, ended_at) in [(1, true, 30), (2, true, 20), (3, false, 10), (4, true, 40)] {
            let id = game_id(number);
            let begin = games::insert(&NewGame { rated, ..new_game(id) });
            append(&*database, vec![entry(id, 0, epoch)], vec![begin]).await.unwrap();
            let finish = games::Finish {
                ended_at,
                aborted: number == 4,
                white_change: None,
                black_change: None,
                ..won(id, vec![event(0)])
            };
            append(&*database, vec![], vec![games::finish(&finish).unwrap()]).await.unwrap();
        }
        database.transact(vec![games::set_changes(game_id(2), 0.0, -7.0)]).await.unwrap();
        for id in [game_id(2), game_id(3), game_id(4)] {
            let twice = database.transact(vec![games::set_changes(id, 1.0, 1.0)]).await;
            assert!(matches!(twice, Err(StoreError::Conflict { .. })), "{id} {twice:?}");
        }
        let game = games::by_id(&*database, game_id(2)).await.unwrap().unwrap();
        assert_eq!((game.white_change, game.black_change), (Some(0.0), Some(-7.0)));

        let account = Some(account_id(1));
        for filter in [Filter::default(), Filter { account, ..Filter::default() }] {
            let list = games::list_with_events(&*database, &filter, None, 9).await.unwrap();
            assert_eq!(list.len(), 4);
            assert!(list.iter().all(|(_, events)| *events == [event(0)]));
        }
    });
}

#[test]
fn a_history_has_the_last_point_of_each_day() {
    on_every_database(|database| async move {
        let mut rating = Rating {
            account: account_id(1),
            variant: "glinski".into(),
            speed: "blitz".into(),
            rating: 0.0,
            deviation: 100.0,
            volatility: 0.06,
            games: 0,
            updated_at: 0,
        };
        for at in [5, DAY - 1, DAY, DAY + 7, 3 * DAY] {
            rating = Rating { rating: rating.rating + 1.0, games: rating.games + 1, updated_at: at, ..rating };
            database.transact(ratings::update(&rating)).await.unwrap();
        }
        let of = |from, limit| {
            let database = database.clone();
            async move {
                let key = ("glinski", "blitz");
                let points = ratings::daily_history(&*database, account_id(1), key, from, limit).await.unwrap();
                points.into_iter().map(|Point { at, rating, .. }| (at, rating)).collect::<Vec<_>>()
            }
        };
        assert_eq!(of(0, 9).await, [(DAY - 1, 2.0), (DAY + 7, 4.0), (3 * DAY, 5.0)]);
        assert_eq!(of(DAY, 9).await, [(DAY + 7, 4.0), (3 * DAY, 5.0)]);
        assert_eq!(of(0, 1).await, [(3 * DAY, 5.0)]);
        let (one, two) = (Account::new(account_id(1), Kind::Computer, 1), Account::new(account_id(2), Kind::Guest, 1));
        database.transact(vec![accounts::insert(&one), accounts::insert(&two)]).await.unwrap();
        database.transact(vec![ratings::set(&Rating { account: account_id(2), ..rating.clone() })]).await.unwrap();
        assert_eq!(ratings::best_computers(&*database, "glinski", "blitz", 9).await, Ok(vec![rating]));
        assert_eq!(ratings::best_computers(&*database, "glinski", "rapid", 9).await, Ok(vec![]));
    });
}

#[test]
fn a_block_is_seen_from_both_sides() {
    on_every_database(|database| async move {
        let [one, two, three, four] = [1, 2, 3, 4].map(account_id);
        let set = |from, to, relation| relations::set(from, to, relation, 1);
        database
            .transact(vec![
                set(one, two, Relation::Block),
                set(two, one, Relation::Block),
                set(three, one, Relation::Block),
                set(one, four, Relation::Follow),
            ])
            .await
            .unwrap();
        let mut around = relations::blocks_around(&*database, one).await.unwrap();
        around.sort_unstable();
        let mut expected = vec![two, three];
        expected.sort_unstable();
        assert_eq!(around, expected);
        assert_eq!(relations::blocks_around(&*database, four).await, Ok(vec![]));
    });
}

#[test]
fn a_mute_is_no_ban() {
    on_every_database(|database| async move {
        let id = account_id(1);
        database.transact(vec![accounts::insert(&Account::new(id, Kind::Person, 1))]).await.unwrap();
        database.transact(vec![accounts::mute(id, Some(7)), accounts::ban(id, Some(9))]).await.unwrap();
        let account = accounts::by_id(&*database, id).await.unwrap().unwrap();
        assert_eq!((account.muted_until, account.banned_until), (Some(7), Some(9)));
        database.transact(vec![accounts::mute(id, None)]).await.unwrap();
        let account = accounts::by_id(&*database, id).await.unwrap().unwrap();
        assert_eq!((account.muted_until, account.banned_until), (None, Some(9)));
        assert!(database.transact(vec![accounts::ban(account_id(2), None)]).await.is_err());
    });
}

#[test]
fn handled_reports_are_listed_apart() {
    on_every_database(|database| async move {
        let report = |number: u128| Report {
            id: ReportId::from_random(number),
            reporter: account_id(1),
            about: account_id(2),
            reason: "abuse".into(),
            details: String::new(),
            game: None,
            at: 1,
            handled_at: None,
            handled_by: None,
            outcome: None,
        };
        for number in 1..=3 {
            database.transact(vec![moderation::insert_report(&report(number))]).await.unwrap();
        }
        for (number, at) in [(3, 5), (1, 6)] {
            database
                .transact(vec![moderation::handle_report(report(number).id, account_id(9), at, "closed")])
                .await
                .unwrap();
        }
        let ids = |reports: Vec<Report>| reports.into_iter().map(|report| report.id).collect::<Vec<_>>();
        assert_eq!(ids(moderation::handled_reports(&*database, 9).await.unwrap()), [report(1).id, report(3).id]);
        assert_eq!(ids(moderation::open_reports(&*database, 9).await.unwrap()), [report(2).id]);
    });
}
