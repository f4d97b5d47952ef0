//! Puzzles, results and scores.

use saffron_store::accounts::{self, Account, Kind};
use saffron_store::puzzles::{self, Puzzle, PuzzleResult};
use saffron_store::{GameId, StoreError, erasure, games, scores};

use crate::support::{account_id, on_every_database, won};

fn puzzle(id: &str) -> Puzzle {
    Puzzle {
        variant: "shafran".into(),
        id: id.into(),
        rating: 1200.0,
        deviation: 200.0,
        volatility: 0.09,
        results: 0,
        votes: 0,
        line: None,
    }
}

fn result(puzzle: &str, solved: bool, day: i64) -> PuzzleResult {
    PuzzleResult { puzzle: puzzle.into(), solved, day, vote: 0 }
}

#[test]
fn a_puzzle_is_rated_once_for_each_result() {
    on_every_database(|database| async move {
        let database = &*database;
        let mined = Puzzle { line: Some("a line".into()), ..puzzle("b") };
        database.transact(vec![puzzles::add(&puzzle("a"), 5), puzzles::add(&mined, 5)]).await.unwrap();
        database.transact(vec![puzzles::add(&Puzzle { rating: 1.0, ..puzzle("a") }, 6)]).await.unwrap();
        assert_eq!(puzzles::find(database, "shafran", "a").await.unwrap(), Some(puzzle("a")), "the first one stands");
        let rated = Puzzle { rating: 1190.5, deviation: 180.0, results: 1, ..puzzle("a") };
        database.transact(vec![puzzles::update(&rated, 7)]).await.unwrap();
        let again = database.transact(vec![puzzles::update(&rated, 8)]).await;
        assert!(matches!(again, Err(StoreError::Conflict { .. })), "{again:?}");
        assert_eq!(puzzles::of_variant(database, "shafran").await.unwrap(), [rated, mined]);
        assert_eq!(puzzles::of_variant(database, "glinski").await.unwrap(), []);
        assert_eq!(puzzles::find(database, "glinski", "a").await.unwrap(), None);
    });
}

#[test]
fn results_votes_and_days_belong_to_an_account() {
    on_every_database(|database| async move {
        let (database, one) = (&*database, account_id(1));
        let account = Account::new(one, Kind::Person, 5);
        let add = |id, solved, day| puzzles::add_result(one, "shafran", &result(id, solved, day));
        let set = |id, solved, day| puzzles::set_result(one, "shafran", &result(id, solved, day));
        let start =
            vec![accounts::insert(&account), puzzles::add(&puzzle("a"), 5), add("a", false, 10), add("b", true, 9)];
        database.transact(start).await.unwrap();
        assert!(matches!(database.transact(vec![add("a", true, 11)]).await, Err(StoreError::Conflict { .. })));
        database.transact(vec![set("a", true, 11), set("b", false, 8)]).await.unwrap();
        let all = [result("a", true, 11), result("b", true, 9)];
        assert_eq!(
            puzzles::results(database, one, "shafran", 10).await.unwrap(),
            all,
            "an older result changes nothing"
        );
        assert_eq!(puzzles::results(database, one, "shafran", 1).await.unwrap(), all[..1]);
        assert_eq!(puzzles::find_result(database, one, ("shafran", "b")).await.unwrap(), Some(all[1].clone()));
        assert_eq!(puzzles::find_result(database, account_id(2), ("shafran", "b")).await.unwrap(), None);

        let vote = |from, to| puzzles::vote(one, ("shafran", "a"), (from, to), 9).to_vec();
        database.transact(vote(0, 1)).await.unwrap();
        assert!(database.transact(vote(0, 1)).await.is_err(), "a vote counts once");
        database.transact(vote(1, -1)).await.unwrap();
        database.transact(vec![set("a", false, 12)]).await.unwrap();
        assert_eq!(puzzles::find(database, "shafran", "a").await.unwrap().unwrap().votes, -1);
        let kept = puzzles::find_result(database, one, ("shafran", "a")).await.unwrap().unwrap();
        assert_eq!((kept.vote, kept.solved), (-1, false));
        assert!(database.transact(puzzles::vote(one, ("shafran", "b"), (0, 1), 9).to_vec()).await.is_err(), "no row");

        let day = |day, solved| puzzles::add_day(one, "shafran", day, solved);
        database.transact(vec![day(10, false), day(10, true), day(12, true)]).await.unwrap();
        assert_eq!(puzzles::days(database, one, "shafran", 10).await.unwrap(), [(12, true), (10, false)]);
        assert_eq!(puzzles::variants(database, one).await.unwrap(), ["shafran"]);

        database.transact(vec![scores::keep(one, "a/storm", 5), scores::keep(one, "a/storm", 4)]).await.unwrap();
        assert_eq!(scores::of_account(database, one).await.unwrap(), [("a/storm".to_owned(), 5)]);
        let export = erasure::export(database, one, 20).await.unwrap().unwrap();
        assert_eq!((export.puzzles.len(), export.scores.len()), (1, 1));

        database.transact(erasure::close(one)).await.unwrap();
        assert_eq!(puzzles::variants(database, one).await.unwrap(), [""; 0]);
        assert_eq!(puzzles::days(database, one, "shafran", 10).await.unwrap(), []);
        assert_eq!(scores::of_account(database, one).await.unwrap(), []);
        assert_eq!(puzzles::find(database, "shafran", "a").await.unwrap().unwrap().votes, -1, "its vote still counts");
    });
}

#[test]
fn games_are_mined_in_the_order_of_their_ends() {
    on_every_database(|database| async move {
        let database = &*database;
        let mut statements = Vec::new();
        for (number, ended_at) in [(1, Some(30)), (2, Some(10)), (3, None), (4, Some(20))] {
            let id = GameId::from_random(number);
            statements.push(games::insert(&games::NewGame {
                control: "300+3".into(),
                created_at: 6,
                data: "{}".into(),
                ..games::NewGame::new(id, "shafran", "blitz")
            }));
            statements.extend(
                ended_at.map(|ended_at| games::finish(&games::Finish { ended_at, ..won(id, vec![]) }).unwrap()),
            );
        }
        database.transact(statements).await.unwrap();
        assert_eq!(puzzles::mined(database).await.unwrap(), None);
        let all = games::ended_after(database, None, 10).await.unwrap();
        let ids: Vec<_> = all.iter().map(|game| game.id).collect();
        assert_eq!(ids, [2, 4, 1].map(GameId::from_random));
        for game in [&all[0], &all[1]] {
            let mined = (game.ended_at.unwrap(), game.id);
            database.transact(vec![puzzles::set_mined(mined)]).await.unwrap();
            assert_eq!(puzzles::mined(database).await.unwrap(), Some(mined));
        }
        let rest = games::ended_after(database, Some((20, ids[1])), 10).await.unwrap();
        assert_eq!(rest, all[2..]);
    });
}
