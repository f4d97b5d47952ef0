//! Moves events from the log into the rows of their games, and trims the log.

use std::collections::HashMap;

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::events::{self, Event};
use crate::games::{IDS_PER_STATEMENT, PLACEHOLDERS, log_page, padded};
use crate::id::GameId;
use crate::statement::Statement;
use crate::value::Value;

/// Result of a compaction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compacted {
    /// Entries that were read; fewer than the limit at the end of the log.
    pub read: u64,
    /// Games into whose rows events were moved.
    pub games: u64,
    /// Entries that were removed from the log.
    pub removed: u64,
}

/// Entries that one transaction removes.
const REMOVED: i64 = 1000;

/// Shortens the log by its oldest entries, at most `limit`: events that the rows of their games lack are moved there, then the
/// entries are removed. Transactions are short, so other writes continue meanwhile. A crash at any moment loses no event, since
/// an entry is removed only if the row has its event.
///
/// # Errors
///
/// [`StoreError::Corrupt`] if the events of a game have a gap; failures of the database.
pub async fn compact(database: &dyn Database, limit: u32) -> Result<Compacted, StoreError> {
    let first = database.read(Statement::new("SELECT MIN(position) FROM log")).await?;
    let first: Option<i64> = first.into_iter().next().map_or(Ok(None), crate::value::Row::first)?;
    let Some(first) = first else { return Ok(Compacted::default()) };
    let (read, rows, last) = log_page(database, first - 1, limit).await?;
    let mut compacted = Compacted { read, ..Compacted::default() };

    // By game, in the order of the first entry.
    let mut index: HashMap<GameId, usize> = HashMap::new();
    let mut games: Vec<(GameId, Vec<(u32, Event)>)> = Vec::new();
    for row in rows {
        let at = *index.entry(row.game).or_insert(games.len());
        if at == games.len() {
            games.push((row.game, Vec::new()));
        }
        if let Some((_, events)) = games.get_mut(at) {
            events.push((row.seq, row.event));
        }
    }
    drop(index);
    for games in games.chunks(IDS_PER_STATEMENT) {
        compacted.games += move_events(database, games).await?;
    }

    let Some(last) = last else { return Ok(compacted) };
    // The next server learns from the log when this one was alive: what is removed is noted.
    let alive = "UPDATE server SET alive_at = (SELECT MAX(at) FROM log WHERE position <= $1) \
                 WHERE id = 1 AND (alive_at IS NULL OR alive_at < (SELECT MAX(at) FROM log WHERE position <= $1))";
    database.transact(vec![Statement::new(alive).with(last)]).await?;
    let mut through = first - 1;
    while through < last {
        through = through.saturating_add(REMOVED).min(last);
        compacted.removed += database.trim(through).await?;
    }
    Ok(compacted)
}

async fn move_events(database: &dyn Database, games: &[(GameId, Vec<(u32, Event)>)]) -> Result<u64, StoreError> {
    let sql = format!("SELECT id, events_count, events FROM games WHERE id IN ({PLACEHOLDERS})");
    let parameters = padded(games.iter().map(|(game, _)| Value::from(*game)));
    let rows = database.read(Statement { parameters, ..Statement::new(sql) }).await?;
    let mut updates = Vec::new();
    for row in rows {
        let mut columns = row.columns();
        let game: GameId = columns.take()?;
        let count: u32 = columns.take()?;
        let mut bytes: Vec<u8> = columns.take()?;
        let Some((_, new)) = games.iter().find(|(id, _)| *id == game) else { continue };
        let mut next = count;
        for (seq, event) in new.iter().filter(|(seq, _)| *seq >= count) {
            if *seq != next {
                return Err(StoreError::Corrupt(format!("game {game} has no event {next}, but event {seq}")));
            }
            events::write(&mut bytes, event)?;
            next += 1;
        }
        if next > count {
            // A game that ended meanwhile has got all of its events by that.
            let sql = "UPDATE games SET events = $1, events_count = $2 WHERE id = $3 AND events_count = $4";
            updates.push(Statement::new(sql).with(bytes).with(next).with(game).with(count));
        }
    }
    if updates.is_empty() {
        return Ok(0);
    }
    let moved = updates.len() as u64;
    database.transact(updates).await?;
    Ok(moved)
}

/// Upper bound of the length of the log, from the positions of its first and last entries, and the time of the oldest one. The
/// time that this takes does not depend on the length. There are fewer entries if some were removed or never written.
///
/// # Errors
///
/// Failures of the database.
pub async fn log_length(database: &dyn Database) -> Result<(u64, Option<Millis>), StoreError> {
    let sql = "SELECT COALESCE((SELECT MAX(position) FROM log) - (SELECT MIN(position) FROM log) + 1, 0), \
               (SELECT at FROM log ORDER BY position LIMIT 1)";
    let rows = database.read(Statement::new(sql)).await?;
    let mut columns = rows.into_iter().next().ok_or(StoreError::Closed)?.columns();
    let length: i64 = columns.take()?;
    Ok((length.try_into().unwrap_or(0), columns.take()?))
}

/// Number of bytes of the events in the log. The time grows with the log.
///
/// # Errors
///
/// Failures of the database.
pub async fn log_size(database: &dyn Database) -> Result<u64, StoreError> {
    let sql = "SELECT CAST(COALESCE(SUM(LENGTH(data)), 0) AS BIGINT) FROM log";
    let size: i64 = database.read(Statement::new(sql)).await?.pop().map_or(Ok(0), crate::value::Row::first)?;
    Ok(size.try_into().unwrap_or(0))
}
