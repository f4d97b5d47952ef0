//! The database in a file: what only it does.

use std::sync::{Arc, Mutex};

use saffron_store::games::{self, NewGame};
use saffron_store::{Database, GameId, LogEntry, Sqlite, SqliteOptions, Statement, StoreError};
use tokio::sync::oneshot;

fn options() -> SqliteOptions {
    SqliteOptions::default()
}

fn block_on(test: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(test);
}

fn new_game(id: GameId) -> NewGame {
    NewGame::new(id, "glinski", "blitz")
}

async fn append(database: &Sqlite, entries: Vec<LogEntry>) -> Result<(), StoreError> {
    let (sender, receiver) = oneshot::channel();
    database.append(entries, vec![], Box::new(|result| drop(sender.send(result))));
    receiver.await.unwrap()
}

#[test]
fn a_database_in_use_is_not_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    block_on(async {
        let first = Sqlite::open(&path, &options()).unwrap();
        assert!(matches!(Sqlite::open(&path, &options()), Err(StoreError::InUse(_))));
        first.close().await.unwrap();
        let second = Sqlite::open(&path, &options()).unwrap();
        drop(second);
        Sqlite::open(&path, &options()).unwrap();
    });
}

#[test]
fn what_is_no_database_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("other"), [7; 8192]).unwrap();
    assert!(matches!(Sqlite::open(&folder.path().join("other"), &options()), Err(StoreError::Corrupt(_))));
    assert!(matches!(Sqlite::open(&folder.path().join("no/folder"), &options()), Err(StoreError::Io(_))));
    // SQLite takes an empty file for a new database: a copy that failed became a server without accounts.
    std::fs::write(folder.path().join("empty"), "").unwrap();
    let error = Sqlite::open(&folder.path().join("empty"), &options()).err().unwrap().to_string();
    assert!(error.ends_with("empty is empty; remove it to begin with a new database"), "{error}");
    assert_eq!(std::fs::metadata(folder.path().join("empty")).unwrap().len(), 0);
}

#[test]
fn a_backup_is_a_database() {
    let folder = tempfile::tempdir().unwrap();
    block_on(async {
        let first = Sqlite::open(&folder.path().join("db"), &options()).unwrap();
        first.transact(vec![games::insert(&new_game(GameId::from_random(1)))]).await.unwrap();
        let copy = folder.path().join("copy");
        first.backup(&copy).await.unwrap();
        assert!(first.backup(&copy).await.is_err(), "a backup overwrites nothing");
        let copy = Sqlite::open(&copy, &options()).unwrap();
        assert_eq!(games::running_games(&copy).await, games::running_games(&first).await);
        assert_eq!(games::running_games(&copy).await.unwrap().len(), 1);
    });
}

#[test]
fn a_full_disk_is_an_error_after_which_writing_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    block_on(async {
        let database = Sqlite::open(&path, &options()).unwrap();
        let epoch = database.take_epoch().await.unwrap().number;
        let game = GameId::from_random(1);
        database.transact(vec![games::insert(&new_game(game))]).await.unwrap();
        let entry = |seq| LogEntry { game, seq, at: 0, epoch, data: vec![7; 100_000] };
        // The file may grow by less than the entries that follow.
        let pages = Statement::new("PRAGMA page_count");
        let pages: i64 = database.read(pages).await.unwrap().pop().unwrap().first().unwrap();
        let limit = |pages: i64| vec![Statement::new(format!("PRAGMA max_page_count = {pages}"))];
        database.transact(limit(pages + 100)).await.unwrap();
        let mut written = 0;
        let error = loop {
            match append(&database, vec![entry(written)]).await {
                Ok(()) => written += 1,
                Err(error) => break error,
            }
        };
        assert!(matches!(error, StoreError::Full(_)), "{error:?}");
        assert!(written > 0 && written < 5, "{written}");
        // The log is as it was, and so is the order.
        assert!(matches!(append(&database, vec![entry(written)]).await, Err(StoreError::Full(_))));
        database.transact(limit(pages + 1000)).await.unwrap();
        let gap = append(&database, vec![entry(written + 1)]).await;
        assert_eq!(gap, Err(StoreError::Sequence { game, expected: written, found: written + 1 }));
        append(&database, vec![entry(written)]).await.unwrap();
        assert_eq!(games::events(&database, game).await.unwrap().len(), written as usize + 1);
        database.close().await.unwrap();
    });
}

#[test]
fn too_much_at_once_is_refused_in_its_turn() {
    let folder = tempfile::tempdir().unwrap();
    let options = SqliteOptions { waiting_bytes: 100_000, waiting_reads: 0, ..options() };
    block_on(async {
        let database = Sqlite::open(&folder.path().join("db"), &options).unwrap();
        let epoch = database.take_epoch().await.unwrap().number;
        let games: Vec<_> = (0..2000).map(GameId::from_random).collect();
        database.transact(games.iter().map(|game| games::insert(&new_game(*game))).collect()).await.unwrap();
        let answers = Arc::new(Mutex::new(Vec::new()));
        for (number, game) in games.iter().enumerate() {
            let answers = Arc::clone(&answers);
            let entry = LogEntry { game: *game, seq: 0, at: 0, epoch, data: vec![7; 20_000] };
            let done = Box::new(move |result| answers.lock().unwrap().push((number, result)));
            database.append(vec![entry], vec![], done);
        }
        while answers.lock().unwrap().len() < games.len() {
            tokio::task::yield_now().await;
        }
        let answers = std::mem::take(&mut *answers.lock().unwrap());
        assert!(answers.iter().map(|(number, _)| *number).eq(0..games.len()));
        let refused = answers.iter().filter(|(_, result)| *result == Err(StoreError::Overloaded)).count();
        let written = answers.iter().filter(|(_, result)| result.is_ok()).count();
        assert!(refused > 100 && written > 3, "{refused} {written}");
        assert_eq!(refused + written, games.len());
        let read = database.read(Statement::new("SELECT 1")).await;
        assert_eq!(read, Err(StoreError::Overloaded));
        // Afterwards there is room again.
        let rows = database.transact(vec![Statement::new("SELECT COUNT(*) FROM log")]).await.unwrap();
        let count: i64 = rows[0].clone().pop().unwrap().first().unwrap();
        assert_eq!(usize::try_from(count).unwrap(), written);
    });
}
