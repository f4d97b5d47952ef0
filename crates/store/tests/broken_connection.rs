//! PostgreSQL, when connections break and servers compete.

#[path = "shared/postgres.rs"]
mod postgres;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use saffron_store::games::{self, NewGame};
use saffron_store::{Database, Event, GameId, LogEntry, Postgres, PostgresOptions, StoreError};

fn new_game(id: GameId) -> NewGame {
    NewGame::new(id, "", "")
}

fn data(seq: u32) -> Vec<u8> {
    seq.to_le_bytes().to_vec()
}

/// Runs a test with a database, if a server is available.
fn with_postgres<F: Future<Output = ()>>(test: impl FnOnce(String) -> F) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        match postgres::database().await {
            Ok(url) => {
                test(url.clone()).await;
                postgres::remove(&url).await;
            }
            Err(reason) => println!("left out: {reason}"),
        }
    });
}

#[test]
fn what_was_acknowledged_survives_broken_connections() {
    with_postgres(|url| async move {
        let options = PostgresOptions::default();
        let database: Arc<dyn Database> = Arc::new(Postgres::open(&url, &options).await.unwrap());
        let epoch = database.take_epoch().await.unwrap().number;
        let game = GameId::from_random(1);
        database.transact(vec![games::insert(&new_game(game))]).await.unwrap();

        let (killer, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        let killing = tokio::spawn(async move {
            let (mut killed, mut round) = (0, 0);
            // A busy machine takes more rounds until there is a connection to break again.
            while round < 40 || killed < 20 && round < 4000 {
                round += 1;
                tokio::time::sleep(Duration::from_millis(7 + round % 13)).await;
                let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                           WHERE application_name = 'saffron' AND datname = current_database()";
                killed += killer.query(sql, &[]).await.unwrap().len();
            }
            killed
        });
        let mut next = 0_u32;
        let mut acknowledged = 0;
        let mut failures = 0;
        // On a busy machine few are acknowledged while connections break; the others follow on the last connection.
        while !killing.is_finished() || acknowledged <= 50 {
            // Several at once, as players move.
            let answers = Arc::new(Mutex::new(Vec::new()));
            for seq in next..next + 5 {
                let answers = Arc::clone(&answers);
                let entry = LogEntry { game, seq, at: 0, epoch, data: data(seq) };
                database.append(
                    vec![entry],
                    vec![],
                    Box::new(move |result| answers.lock().unwrap().push((seq, result))),
                );
            }
            drop(database.flush().await);
            for (seq, result) in answers.lock().unwrap().drain(..) {
                match result {
                    Ok(()) => acknowledged = seq + 1,
                    Err(StoreError::Io(_) | StoreError::Unknown(_) | StoreError::Sequence { .. }) => failures += 1,
                    Err(error) => panic!("{error}"),
                }
            }
            // After an error the game is read again.
            let events = loop {
                match games::events(&*database, game).await {
                    Ok(events) => break events,
                    Err(error) => assert!(error.is_failure(), "{error}"),
                }
            };
            let expected: Vec<_> = (0..).take(events.len()).map(|seq| Event { at: 0, data: data(seq) }).collect();
            assert_eq!(events, expected);
            next = u32::try_from(events.len()).unwrap();
            assert!(next >= acknowledged, "{acknowledged} were acknowledged, {next} are there");
        }
        let killed = killing.await.unwrap();
        println!("{acknowledged} acknowledged, {failures} failed, {killed} connections broken");
        assert!(killed >= 20 && acknowledged > 50 && failures > 0);
        database.close().await.unwrap();
    });
}

#[test]
fn only_one_server_writes() {
    with_postgres(|url| async move {
        let options = PostgresOptions { patience: Duration::from_millis(300), ..PostgresOptions::default() };
        let first = Postgres::open(&url, &options).await.unwrap();
        let refused = Postgres::open(&url, &options).await.map(|_| ());
        assert!(matches!(refused, Err(StoreError::InUse(_))), "{refused:?}");
        first.close().await.unwrap();
        Postgres::open(&url, &options).await.unwrap().close().await.unwrap();
        let nobody = Postgres::open("postgres://nobody@%2Fnowhere/none", &options).await.map(|_| ());
        assert!(matches!(nobody, Err(StoreError::Io(_))), "{nobody:?}");
        let no_address = Postgres::open("postgres//", &options).await.map(|_| ());
        assert!(matches!(no_address, Err(StoreError::Statement(_))), "{no_address:?}");
    });
}
