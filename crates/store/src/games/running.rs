//! Events of running games, in their rows and in the log.

use std::collections::HashMap;

use crate::accounts::Kind;
use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::events::{self, Event};
use crate::games::record::{COLUMNS, Game, IDS_PER_STATEMENT, PLACEHOLDERS, game, padded};
use crate::id::GameId;
use crate::statement::Statement;
use crate::value::{Row, Value};

/// Running game with all of its events.
#[derive(Clone, Debug, PartialEq)]
pub struct RunningGame {
    pub game: Game,
    /// Events from the first one.
    pub events: Vec<Event>,
}

/// Number of rows that are read at once.
const GAMES: u32 = 500;
const ENTRIES: u32 = 10_000;

/// Running game without its events.
#[derive(Clone, Debug, PartialEq)]
pub struct Asleep {
    pub game: Game,
    /// Kinds of the accounts of White and Black, if they have accounts.
    pub kinds: [Option<Kind>; 2],
    /// Size of the events in its row, in bytes.
    pub size: u64,
}

/// All running games without their events, in any order. The time depends only on the number of games.
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

/// Index of the log, which a server reads at its start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogIndex {
    /// Entries by game. Ended games may be among them, and entries that are in the row of their game already.
    pub games: HashMap<GameId, Tail>,
    /// Time of the latest entry.
    pub last_at: Option<Millis>,
}

/// Entries of a game in the log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tail {
    /// Positions in order.
    pub positions: Vec<i64>,
    /// Size of their events in bytes.
    pub size: u64,
}

/// Reads the index of the log. There must be no writes meanwhile.
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

/// Events of a running game with entries at these positions of the log, some of which may have been moved into its row.
///
/// # Errors
///
/// [`StoreError::NoGame`]; [`StoreError::Corrupt`] if the events have a gap; failures of the database.
pub async fn events_at(database: &dyn Database, id: GameId, positions: &[i64]) -> Result<Vec<Event>, StoreError> {
    let mut found = Vec::with_capacity(positions.len());
    for chunk in positions.chunks(IDS_PER_STATEMENT) {
        let sql = format!("SELECT game, seq, at, data FROM log WHERE position IN ({PLACEHOLDERS}) ORDER BY position");
        let parameters = padded(chunk.iter().map(|position| Value::from(*position)));
        found.extend(database.read(Statement { parameters, ..Statement::new(sql) }).await?);
    }
    // The row is read after the log, so that events that were moved in between are not missed.
    let (_, mut events) = stored(database, id).await?;
    for row in found {
        let mut columns = row.columns();
        // The position of a removed entry may have been used for another game.
        if columns.take::<GameId>()? == id {
            let (seq, at) = (columns.take()?, columns.take()?);
            add(&mut events, id, seq, Event { at, data: columns.take()? })?;
        }
    }
    Ok(events)
}

/// All running games with their events. There must be no writes meanwhile.
///
/// # Errors
///
/// [`StoreError::Corrupt`] if the events of a game have a gap; failures of the database.
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

/// Adds an event of the log, unless the game has it already.
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

/// Entry of the log.
pub(crate) struct LogRow {
    pub(crate) game: GameId,
    pub(crate) seq: u32,
    pub(crate) event: Event,
}

/// Reads the next `limit` entries of the log after a position, in order. Returns the number of entries that were read, those
/// that the rows of their games lack, and the position of the last one that was read, or `None` at the end of the log.
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

/// Events of one game. For a running game SQLite has no index and reads the whole log, so this is for ended games, and for
/// a running one after an error.
///
/// # Errors
///
/// [`StoreError::NoGame`]; [`StoreError::Corrupt`] if the events have a gap; failures of the database.
pub async fn events(database: &dyn Database, id: GameId) -> Result<Vec<Event>, StoreError> {
    // The row of an ended game is complete. For a running game the row is read again after the log, so that events that
    // moved from the log to the row in between are not missed.
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
