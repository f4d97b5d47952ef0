//! Databases of released schemas are brought up to date.
//!
//! `data/schema-N.sql` is a dump of a SQLite database of schema N with a few rows. When a schema is released, its dump is
//! kept: `SAFFRON_STORE_DUMP=1 cargo test -p saffron-store --test schemas` writes the one of the current schema.

use std::path::{Path, PathBuf};

use rusqlite::Connection;
use rusqlite::types::ValueRef;
use saffron_store::accounts::{self, Account, Kind};
use saffron_store::{AccountId, Database, GameId, Sqlite, SqliteOptions, StoreError, admin, games, jobs, ratings};

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

fn open(path: &Path) -> Result<Sqlite, StoreError> {
    Sqlite::open(path, &SqliteOptions::default())
}

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// Schema of a database, sorted: the order of creation does not matter.
fn schema(connection: &Connection) -> Vec<String> {
    let sql = "SELECT type || ' ' || name || ' ' || COALESCE(sql, '') FROM sqlite_master ORDER BY 1";
    let mut statement = connection.prepare(sql).unwrap();
    statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

fn literal(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => "NULL".to_owned(),
        ValueRef::Integer(value) => value.to_string(),
        ValueRef::Real(value) => format!("{value:?}"),
        ValueRef::Text(text) => format!("'{}'", std::str::from_utf8(text).unwrap().replace('\'', "''")),
        ValueRef::Blob(bytes) => {
            let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            format!("x'{digits}'")
        }
    }
}

fn dump(connection: &Connection) -> String {
    let mut dump = String::new();
    let sql = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid";
    let mut statement = connection.prepare(sql).unwrap();
    let items = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    let items: Vec<(String, String)> = items.map(Result::unwrap).collect();
    for (_, sql) in &items {
        dump += &format!("{sql};\n");
    }
    for (table, _) in items.iter().filter(|(_, sql)| sql.starts_with("CREATE TABLE")) {
        let mut statement = connection.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let columns = statement.column_count();
        let mut rows = statement.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let values: Vec<_> = (0..columns).map(|column| literal(row.get_ref(column).unwrap())).collect();
            dump += &format!("INSERT INTO {table} VALUES ({});\n", values.join(", "));
        }
    }
    dump
}

fn game() -> GameId {
    GameId::from_random(1)
}

/// Puts the rows into a database that every later schema must still have.
async fn fill(database: &dyn Database) {
    let account = Account { seen_at: 7, ..Account::new(AccountId::from_random(1), Kind::Guest, 5) };
    let new = games::NewGame {
        control: "300+3".into(),
        rated: true,
        white: Some(account.id),
        white_rating: Some(1500.5),
        white_provisional: true,
        created_at: 6,
        data: "{}".into(),
        ..games::NewGame::new(game(), "glinski", "blitz")
    };
    database.transact(vec![accounts::insert(&account), games::insert(&new)]).await.unwrap();
    let entry = saffron_store::LogEntry {
        game: game(),
        seq: 0,
        at: 8,
        epoch: database.take_epoch().await.unwrap().number,
        data: vec![1, 2, 3],
    };
    let (sender, receiver) = tokio::sync::oneshot::channel();
    database.append(vec![entry], vec![], Box::new(|result| drop(sender.send(result))));
    receiver.await.unwrap().unwrap();
}

#[test]
fn every_released_schema_is_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let fresh = folder.path().join("fresh");
        let database = open(&fresh).unwrap();
        fill(&database).await;
        database.close().await.unwrap();
        let fresh = Connection::open(fresh).unwrap();
        let current = data().join(format!("schema-{}.sql", admin::SCHEMA));
        if std::env::var_os("SAFFRON_STORE_DUMP").is_some() {
            std::fs::write(&current, dump(&fresh)).unwrap();
        }
        assert!(current.exists(), "the current schema has no dump");
        for number in 1..=admin::SCHEMA {
            let old = folder.path().join(format!("schema-{number}"));
            let sql = std::fs::read_to_string(data().join(format!("schema-{number}.sql"))).unwrap();
            Connection::open(&old).unwrap().execute_batch(&sql).unwrap();
            let database = open(&old).unwrap();
            let running = games::running_games(&database).await.unwrap();
            assert_eq!(running.len(), 1);
            assert_eq!((running[0].game.id, running[0].events[0].data.as_slice()), (game(), &[1, 2, 3][..]));
            let account = accounts::by_id(&database, AccountId::from_random(1)).await.unwrap().unwrap();
            assert_eq!((account.kind, account.created_at, account.seen_at), (Kind::Guest, 5, 7));
            database.close().await.unwrap();
            assert_eq!(schema(&Connection::open(&old).unwrap()), schema(&fresh), "schema {number}");
        }
    });
}

#[test]
fn games_that_wait_for_their_ratings_become_jobs() {
    let folder = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let path = folder.path().join("db");
        let sql = std::fs::read_to_string(data().join("schema-4.sql")).unwrap();
        let connection = Connection::open(&path).unwrap();
        connection.execute_batch(&sql).unwrap();
        connection.execute_batch("UPDATE games SET status = 'ended', ended_at = 9, rated = 1").unwrap();
        drop(connection);
        let database = open(&path).unwrap();
        let waiting = jobs::list(&database, 9).await.unwrap();
        assert_eq!(waiting.len(), 1);
        assert_eq!(
            (waiting[0].kind.as_str(), waiting[0].key.as_str(), waiting[0].run_at),
            ("rate", game().as_str(), 9)
        );
        // As the end of a game enqueues it.
        database.transact(vec![ratings::enqueue(game(), 9)]).await.unwrap();
        assert_eq!(jobs::list(&database, 9).await.unwrap(), waiting);
        database.close().await.unwrap();
    });
}

#[test]
fn a_newer_schema_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    drop(open(&path).unwrap());
    let sql = "INSERT INTO schema_version (number) VALUES (99)";
    Connection::open(&path).unwrap().execute(sql, []).unwrap();
    let refused = open(&path).map(|_| ());
    assert_eq!(refused, Err(StoreError::Schema { found: 99, known: admin::SCHEMA }));
}

#[test]
fn a_copy_knows_every_table_and_column() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    drop(open(&path).unwrap());
    let connection = Connection::open(&path).unwrap();
    let names = |sql: &str| -> Vec<String> {
        let mut statement = connection.prepare(sql).unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    let mut known: Vec<_> = admin::TABLES.iter().map(|table| table.name).chain(["schema_version", "server"]).collect();
    known.sort_unstable();
    assert_eq!(names("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"), known);
    for table in admin::TABLES {
        let columns = names(&format!("SELECT name FROM pragma_table_info('{}')", table.name));
        assert_eq!(columns, table.columns, "{}", table.name);
        let keys = names(&format!("SELECT name FROM pragma_table_info('{}') WHERE pk > 0 ORDER BY pk", table.name));
        assert_eq!(keys, table.columns[..table.key], "{}", table.name);
    }
}
