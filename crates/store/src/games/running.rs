//! The events of running games: those in their rows, and those that are still in the log.

use std::collections::HashMap;

use crate::accounts::Kind;
use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::events::{self, Event};
use crate::games::record::{COLUMNS, Game, MANY, PLACES, game, padded};
use crate::id::GameId;
use crate::statement::Statement;
use crate::value::{Row, Value};

/// A running game with all of its events.
#[derive(Clone, Debug, PartialEq)]
pub struct RunningGame {
    /// Its row.
    pub game: Game,
    /// Its events, from the first one.
    pub events: Vec<Event>,
}

/// Rows that are read at once.
const GAMES: u32 = 500;
const ENTRIES: u32 = 10_000;

/// A running game as a server knows it that has not read its events.
#[derive(Clone, Debug, PartialEq)]
pub struct Asleep {
    /// Its row.
    pub game: Game,
    /// The kinds of the accounts of White and Black; none where there is no such account.
    pub kinds: [Option<Kind>; 2],
    /// How many bytes of events its row has.
    pub size: u64,
}

/// All running games without their events, in any order. The time that it takes depends on their number only.
///
/// # Errors
///
/// Failures of the database.
pub async fn asleep(database: &dyn Database) -> Result<Vec<Asleep>, StoreError> {
    let columns = COLUMNS.split(',').map(|column| format!("g.{}", column.trim())).collect::<Vec<_>>().join(", ");
    let sql = format!(
        "SELECT {columns}, w.kind, b.kind, CAST(LENGTH(g.events) AS BIGINT) FROM games g LEFT JOIN accounts w ON w.id = g.white \
         LEFT JOIN accounts b ON b.id = g.black \
         WHERE g.status = 'running' AND (g.speed, g.created_at, g.id) > ($1, $2, $3) \
         ORDER BY g.speed, g.created_at, g.id LIMIT $4"
    );
    let mut all: Vec<Asleep> = Vec::new();
    loop {
        let (speed, created_at, id) = all.last().map_or((String::new(), Millis::MIN, String::new()), |last| {
            (last.game.speed.clone(), last.game.created_at, last.game.id.to_string())
        });
        let statement = Statement::new(sql.clone()).with(speed).with(created_at).with(id).with(GAMES);
        let rows = database.read(statement).await?;
        let full = rows.len() == GAMES as usize;
        for row in rows {
            let (game, mut columns) = game(row)?;
            let kinds = [columns.take()?, columns.take()?];
            all.push(Asleep { game, kinds, size: u64::try_from(columns.take::<i64>()?).unwrap_or(0) });
        }
        if !full {
            return Ok(all);
        }
    }
}

/// The log as a server needs it at its start: where the entries of each game are, and when the last of all was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogIndex {
    /// For each game the positions of its entries, and how many bytes these have. There may be games that have ended, and
    /// entries that are in the row of their game already.
    pub games: HashMap<GameId, Tail>,
    /// When the last entry was written.
    pub last_at: Option<Millis>,
}

/// The entries of a game in the log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tail {
    /// Their positions, in order.
    pub positions: Vec<i64>,
    /// How many bytes their events have.
    pub size: u64,
}

/// Where in the log the entries of games are. Nobody may write meanwhile.
///
/// # Errors
///
/// Failures of the database.
pub async fn log_index(database: &dyn Database) -> Result<LogIndex, StoreError> {
    let sql = "SELECT position, game, at, CAST(LENGTH(data) AS BIGINT) FROM log WHERE position > $1 ORDER BY position LIMIT $2";
    let mut index = LogIndex::default();
    let mut last = 0_i64;
    loop {
        let rows = database.read(Statement::new(sql).with(last).with(ENTRIES)).await?;
        let full = rows.len() == ENTRIES as usize;
        for row in rows {
            let mut columns = row.columns();
            last = columns.take()?;
            let tail = index.games.entry(columns.take()?).or_default();
            tail.positions.push(last);
            index.last_at = index.last_at.max(Some(columns.take()?));
            tail.size += u64::try_from(columns.take::<i64>()?).unwrap_or(0);
        }
        if !full {
            return Ok(index);
        }
    }
}

/// The events of a running game whose entries in the log are at these positions, where they were not moved into its row since.
///
/// # Errors
///
/// [`StoreError::NoGame`]; [`StoreError::Corrupt`] where the events have a gap; failures of the database.
pub async fn events_at(database: &dyn Database, id: GameId, positions: &[i64]) -> Result<Vec<Event>, StoreError> {
    let mut found = Vec::with_capacity(positions.len());
    for chunk in positions.chunks(MANY) {
        let sql = format!("SELECT game, seq, at, data FROM log WHERE position IN ({PLACES}) ORDER BY position");
        let parameters = padded(chunk.iter().map(|position| Value::from(*position)));
        found.extend(database.read(Statement { parameters, ..Statement::new(sql) }).await?);
    }
    // Only now the row: what is not in the log any more is there.
    let (_, mut events) = stored(database, id).await?;
    for row in found {
        let mut columns = row.columns();
        // In place of a removed entry there may be a later one of another game.
        if columns.take::<GameId>()? == id {
            let (seq, at) = (columns.take()?, columns.take()?);
            add(&mut events, id, seq, Event { at, data: columns.take()? })?;
        }
    }
    Ok(events)
}

/// All running games with their events, as a server needs them at its start. Nobody may write meanwhile.
///
/// # Errors
///
/// [`StoreError::Corrupt`] where the events of a game have a gap; failures of the database.
pub async fn running_games(database: &dyn Database) -> Result<Vec<RunningGame>, StoreError> {
    let mut running: Vec<RunningGame> = Vec::new();
    let sql = format!("SELECT {COLUMNS}, events FROM games WHERE status = 'running' AND id > $1 ORDER BY id LIMIT $2");
    loop {
        let last = running.last().map_or(String::new(), |last| last.game.id.to_string());
        let rows = database.read(Statement::new(sql.clone()).with(last).with(GAMES)).await?;
        let full = rows.len() == GAMES as usize;
        for row in rows {
            running.push(running_game(row)?);
        }
        if !full {
            break;
        }
    }
    let index: HashMap<GameId, usize> = running.iter().enumerate().map(|(at, game)| (game.game.id, at)).collect();
    let mut position = 0;
    loop {
        let (_, rows, last) = log_page(database, position, ENTRIES).await?;
        for row in rows {
            if let Some(game) = index.get(&row.game).and_then(|at| running.get_mut(*at)) {
                add(&mut game.events, row.game, row.seq, row.event)?;
            }
        }
        match last {
            Some(last) => position = last,
            None => return Ok(running),
        }
    }
}

fn running_game(row: Row) -> Result<RunningGame, StoreError> {
    let (game, mut columns) = game(row)?;
    let bytes: Vec<u8> = columns.take()?;
    let events = events::read(&bytes)?;
    if events.len() != game.events_count as usize {
        return Err(StoreError::Corrupt(format!("game {} has {} events", game.id, events.len())));
    }
    Ok(RunningGame { game, events })
}

/// Adds an event of the log, where the game does not have it yet.
fn add(events: &mut Vec<Event>, game: GameId, seq: u32, event: Event) -> Result<(), StoreError> {
    let next = events.len();
    match (seq as usize).cmp(&next) {
        std::cmp::Ordering::Less => {}
        std::cmp::Ordering::Equal => events.push(event),
        std::cmp::Ordering::Greater => {
            return Err(StoreError::Corrupt(format!("game {game} has no event {next}, but event {seq}")));
        }
    }
    Ok(())
}

/// An entry of the log.
pub(crate) struct LogRow {
    pub(crate) game: GameId,
    pub(crate) seq: u32,
    pub(crate) event: Event,
}

/// A part of the log in order: of the `limit` entries after a position, those that the rows of their games lack. Before
/// them the number of all entries that were read, after them the position of the last one; nothing at the end.
pub(crate) async fn log_page(
    database: &dyn Database,
    after: i64,
    limit: u32,
) -> Result<(u64, Vec<LogRow>, Option<i64>), StoreError> {
    let sql = "SELECT l.position, l.game, l.seq, l.at, l.data, g.events_count \
               FROM (SELECT position, game, seq, at, data FROM log WHERE position > $1 \
               ORDER BY position LIMIT $2) AS l LEFT JOIN games AS g ON g.id = l.game ORDER BY l.position";
    let rows = database.read(Statement::new(sql).with(after).with(limit)).await?;
    let read = rows.len() as u64;
    let mut entries = Vec::with_capacity(rows.len());
    let mut last = None;
    for row in rows {
        let mut columns = row.columns();
        last = Some(columns.take()?);
        let (game, seq): (GameId, u32) = (columns.take()?, columns.take()?);
        let event = Event { at: columns.take()?, data: columns.take()? };
        let count: Option<u32> = columns.take()?;
        if count.is_none_or(|count| seq >= count) {
            entries.push(LogRow { game, seq, event });
        }
    }
    Ok((read, entries, last))
}

/// The events of one game. For a running game this reads the whole log where it has no index (SQLite), so it is meant
/// for ended games, and for a running one after an error.
///
/// # Errors
///
/// [`StoreError::NoGame`]; [`StoreError::Corrupt`] where the events have a gap; failures of the database.
pub async fn events(database: &dyn Database, id: GameId) -> Result<Vec<Event>, StoreError> {
    // First the row: where it is complete, that is all. Events only move from the log to the row: so that none is
    // missed, the row is read again after the log.
    let (status, events) = stored(database, id).await?;
    if status != "running" {
        return Ok(events);
    }
    let sql = "SELECT seq, at, data FROM log WHERE game = $1 ORDER BY seq";
    let rows = database.read(Statement::new(sql).with(id)).await?;
    let (_, mut events) = stored(database, id).await?;
    for row in rows {
        let mut columns = row.columns();
        let seq = columns.take()?;
        let at: Millis = columns.take()?;
        add(&mut events, id, seq, Event { at, data: columns.take()? })?;
    }
    Ok(events)
}

async fn stored(database: &dyn Database, id: GameId) -> Result<(String, Vec<Event>), StoreError> {
    let rows = database.read(Statement::new("SELECT status, events FROM games WHERE id = $1").with(id)).await?;
    let mut columns = rows.into_iter().next().ok_or(StoreError::NoGame(id))?.columns();
    let status = columns.take()?;
    let bytes: Vec<u8> = columns.take()?;
    Ok((status, events::read(&bytes)?))
}
