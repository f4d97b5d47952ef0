//! Solving contests.

use saffron_store::accounts::{self, Account, Kind};
use saffron_store::contests::{self, Answer, Contest, PuzzleCount, RoundScore, StartedRound};
use saffron_store::{ContestId, Database, Statement, StoreError, erasure};

use crate::support::{account_id, on_every_database};

fn contest(number: u128, closes_at: i64) -> Contest {
    Contest {
        id: ContestId::from_random(number),
        organiser: account_id(1),
        name: "Autumn".into(),
        variant: "shafran".into(),
        created_at: 5,
        opens_at: 10,
        closes_at,
        rounds: "[]".into(),
        solvers: 0,
    }
}

fn insert(contest: &Contest) -> Statement {
    contests::insert(contest, "some puzzles".into())
}

fn open(round: u32, puzzle: u32, found: u32) -> Answer {
    Answer { round, puzzle, found, solved: None, points: 0, took: 3 }
}

async fn store(database: &dyn Database, solver: u128, answer: Answer, before: u32) -> Result<(), StoreError> {
    let id = ContestId::from_random(1);
    database.transact(vec![contests::answer(id, account_id(solver), &answer, before)]).await.map(|_| ())
}

#[test]
fn contests_are_listed_by_their_ends() {
    on_every_database(|database| async move {
        let database = &*database;
        let (a, b, c) = (contest(1, 100), contest(2, 50), contest(3, 70));
        database.transact([&a, &b, &c].map(insert).to_vec()).await.unwrap();
        assert_eq!(contests::current(database, 50, 10).await.unwrap(), [c.clone(), a.clone()]);
        assert_eq!(contests::past(database, 70, 10).await.unwrap(), [c.clone(), b.clone()]);
        assert_eq!(contests::past(database, 70, 1).await.unwrap(), std::slice::from_ref(&c));
        assert_eq!(contests::of_organiser(database, account_id(1), 60, 10).await.unwrap(), [c, a.clone()]);
        assert_eq!(contests::of_organiser(database, account_id(2), 0, 10).await.unwrap(), []);
        assert_eq!(contests::find(database, b.id).await.unwrap(), Some(b.clone()));
        assert_eq!(contests::puzzles(database, b.id).await.unwrap().as_deref(), Some("some puzzles"));
        database.transact(contests::remove(b.id)).await.unwrap();
        assert_eq!(contests::find(database, b.id).await.unwrap(), None);
        assert_eq!(contests::puzzles(database, b.id).await.unwrap(), None);
        assert!(matches!(database.transact(contests::remove(b.id)).await, Err(StoreError::Conflict { .. })));
        let again = database.transact(vec![insert(&a)]).await;
        assert!(matches!(again, Err(StoreError::Unique(_))), "{again:?}");
    });
}

#[test]
fn a_round_begins_once_and_an_answer_follows_on_the_one_before() {
    on_every_database(|database| async move {
        let (database, id, one) = (&*database, ContestId::from_random(1), account_id(1));
        let start = |round, now| contests::start(id, one, round, now);
        database.transact(vec![start(0, 20)]).await.unwrap();
        assert_eq!(contests::started(database, id, one).await.unwrap(), [], "there is no such contest");
        database.transact(vec![insert(&contest(1, 100)), start(0, 20), start(0, 30)]).await.unwrap();
        assert_eq!(contests::started(database, id, one).await.unwrap(), [StartedRound { round: 0, started_at: 20 }]);

        store(database, 1, open(0, 2, 1), 0).await.unwrap();
        assert!(matches!(store(database, 1, open(0, 2, 1), 0).await, Err(StoreError::Conflict { .. })), "sent twice");
        let solved = Answer { found: 2, solved: Some(true), points: 80, took: 9, ..open(0, 2, 2) };
        store(database, 1, solved, 1).await.unwrap();
        assert!(store(database, 1, open(0, 2, 3), 2).await.is_err(), "it is decided");
        let failed = Answer { solved: Some(false), ..open(0, 1, 0) };
        store(database, 1, failed, 0).await.unwrap();
        assert!(store(database, 1, open(0, 1, 1), 0).await.is_err(), "a wrong first move decides, too");
        assert_eq!(contests::answers(database, id, one).await.unwrap(), [failed, solved]);
    });
}

#[test]
fn the_table_sums_the_answers_of_every_round() {
    on_every_database(|database| async move {
        let (database, id) = (&*database, ContestId::from_random(1));
        let mut statements = vec![insert(&contest(1, 100))];
        for (solver, round) in [(1, 0), (1, 1), (2, 0)] {
            statements.push(contests::start(id, account_id(solver), round, 20));
        }
        database.transact(statements).await.unwrap();
        let solved = |round, puzzle, points, took| Answer {
            found: 1,
            solved: Some(true),
            points,
            took,
            ..open(round, puzzle, 1)
        };
        store(database, 1, solved(0, 0, 90, 10), 0).await.unwrap();
        store(database, 1, solved(0, 1, 70, 40), 0).await.unwrap();
        store(database, 1, Answer { solved: Some(false), ..open(0, 2, 1) }, 0).await.unwrap();
        store(database, 2, open(0, 1, 1), 0).await.unwrap();
        let score = |solver, round, points, solved, took| RoundScore {
            account: account_id(solver),
            round,
            points,
            solved,
            took,
        };
        let mut expected = vec![score(1, 0, 160, 2, 50), score(1, 1, 0, 0, 0), score(2, 0, 0, 0, 0)];
        expected.sort_by_key(|row| (row.account, row.round));
        assert_eq!(contests::scores(database, id).await.unwrap(), expected);
        assert_eq!(contests::find(database, id).await.unwrap().unwrap().solvers, 2);
        let count = |puzzle, tried, solved| PuzzleCount { round: 0, puzzle, tried, solved };
        let counts = [count(0, 1, 1), count(1, 2, 1), count(2, 1, 0)];
        assert_eq!(contests::puzzle_counts(database, id).await.unwrap(), counts);
        assert_eq!(contests::scores(database, ContestId::from_random(2)).await.unwrap(), []);
    });
}

#[test]
fn an_erased_account_leaves_no_results_and_no_name_of_a_contest() {
    on_every_database(|database| async move {
        let (database, id, one) = (&*database, ContestId::from_random(1), account_id(1));
        let statements = vec![
            accounts::insert(&Account::new(one, Kind::Person, 5)),
            insert(&contest(1, 100)),
            contests::start(id, one, 0, 20),
        ];
        database.transact(statements).await.unwrap();
        store(database, 1, open(0, 0, 1), 0).await.unwrap();
        let export = erasure::export(database, one, 20).await.unwrap().unwrap();
        assert_eq!((export.contests.len(), export.solved_contests.len()), (1, 1));
        assert_eq!(export.solved_contests[0].answers, [open(0, 0, 1)]);
        database.transact(erasure::close(one)).await.unwrap();
        let solvers = async || contests::find(database, id).await.unwrap().unwrap().solvers;
        assert_eq!(solvers().await, 1, "as its games, they stay visible");
        database.transact(erasure::erase(one, None)).await.unwrap();
        assert_eq!(solvers().await, 0);
        assert_eq!(contests::answers(database, id, one).await.unwrap(), []);
        assert_eq!(contests::find(database, id).await.unwrap().unwrap().name, "");
    });
}
