//! The databases under test, and things to put into them.

use std::sync::Arc;
use std::time::Duration;

use saffron_store::games::{self, Finish, NewGame};
use saffron_store::{
    AccountId, Database, Event, GameId, LogEntry, MemoryDisk, MemoryOptions, Postgres, PostgresOptions, Sqlite,
    SqliteOptions, Statement, StoreError,
};
use tokio::sync::oneshot;

use crate::postgres;

/// Runs a test on every database that there is.
pub(crate) fn on_every_database<F: Future<Output = ()>>(test: impl Fn(Arc<dyn Database>) -> F) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let sync = (Duration::from_micros(10), Duration::from_micros(200));
        let disk = MemoryDisk::new(MemoryOptions { seed: 1, sync, ..MemoryOptions::default() }).unwrap();
        println!("in memory");
        test(Arc::new(disk.open())).await;
        println!("SQLite");
        let folder = tempfile::tempdir().unwrap();
        test(Arc::new(Sqlite::open(&folder.path().join("db"), &SqliteOptions::default()).unwrap())).await;
        match postgres::database().await {
            Ok(url) => {
                println!("PostgreSQL");
                let database = Arc::new(Postgres::open(&url, &PostgresOptions::default()).await.unwrap());
                test(database.clone()).await;
                database.close().await.unwrap();
                postgres::remove(&url).await;
            }
            Err(reason) => println!("without PostgreSQL: {reason}"),
        }
    });
}

pub(crate) fn game_id(number: u128) -> GameId {
    GameId::from_random(number)
}

pub(crate) fn account_id(number: u128) -> AccountId {
    AccountId::from_random(number)
}

pub(crate) fn new_game(id: GameId) -> NewGame {
    NewGame {
        control: "300+3".into(),
        rated: true,
        white: Some(account_id(1)),
        black: Some(account_id(2)),
        white_rating: Some(1500.0),
        white_provisional: true,
        created_at: 1000,
        data: "{}".into(),
        ..NewGame::new(id, "glinski", "blitz")
    }
}

/// End of a game of two moves that White has won.
pub(crate) fn won(game: GameId, events: Vec<Event>) -> Finish {
    Finish {
        game,
        ended_at: 2000,
        aborted: false,
        result: Some("1-0".into()),
        points: Some(4),
        reason: "resign".into(),
        plies: 2,
        opening: "e4e5".into(),
        moves: "e4e5 e7e6".into(),
        white_change: Some(6.5),
        black_change: Some(-6.5),
        events,
    }
}

pub(crate) fn finish(game: GameId, events: Vec<Event>) -> Statement {
    games::finish(&won(game, events)).unwrap()
}

pub(crate) fn event(seq: u32) -> Event {
    Event { at: 1000 + i64::from(seq), data: format!("event {seq}").into_bytes() }
}

pub(crate) fn entry(game: GameId, seq: u32, epoch: i64) -> LogEntry {
    let Event { at, data } = event(seq);
    LogEntry { game, seq, at, epoch, data }
}

/// Appends and waits for the completion.
pub(crate) async fn append(
    database: &dyn Database,
    entries: Vec<LogEntry>,
    and: Vec<Statement>,
) -> Result<(), StoreError> {
    let (sender, receiver) = oneshot::channel();
    database.append(entries, and, Box::new(move |result| drop(sender.send(result))));
    receiver.await.expect("the completion is called")
}
