//! Tournaments, kept as their events.
//!
//! The events are the state: the caller reads them all and applies them. A row has what lists show, and the number of events.
//! Every write checks in its own transaction that no other one came in between, and that the server still owns the database.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::games::{IDS_PER_STATEMENT, PLACEHOLDERS, padded};
use crate::id::{AccountId, ArenaSeriesId, TeamId, TournamentId};
use crate::statement::Statement;
use crate::text_enum::text_enum;
use crate::value::{Row, Value};

/// Events that one statement inserts, if there are as many.
const ROWS: usize = 64;

text_enum!(
    /// Kind of a tournament, by which its events are read.
    TournamentKind {
        /// Over the board, run by its organiser.
        Board = "board",
        /// Arena.
        Arena = "arena",
        /// Round robin by correspondence.
        Correspondence = "correspondence",
        /// Simultaneous display.
        Simul = "simul",
        /// Of teams over the board, run by its organiser.
        Team = "team",
    }
);

/// Tournament without its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    pub id: TournamentId,
    pub kind: TournamentKind,
    pub organiser: AccountId,
    /// Empty once the organiser's account was erased.
    pub name: String,
    pub created_at: Millis,
    /// Time of the last event.
    pub updated_at: Millis,
    pub over: bool,
    /// Text for lists, in the caller's form.
    pub summary: String,
    /// Number of its events.
    pub version: u32,
    /// Team whose members may take part; `None` for all.
    pub team: Option<TeamId>,
    /// Series that it was created for.
    pub series: Option<ArenaSeriesId>,
}

/// Event of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentEvent {
    /// Index of the event in its tournament: 0, 1, 2, ... without gaps.
    pub seq: u32,
    pub at: Millis,
    /// Account that gave the command.
    pub author: AccountId,
    /// Encoded event, in the caller's form.
    pub data: String,
}

const COLUMNS: &str = "id, organiser, name, created_at, updated_at, over, summary, version, kind, team, series";

fn tournament(row: Row) -> Result<Tournament, StoreError> {
    let mut columns = row.columns();
    Ok(Tournament {
        id: columns.take()?,
        organiser: columns.take()?,
        name: columns.take()?,
        created_at: columns.take()?,
        updated_at: columns.take()?,
        over: columns.take()?,
        summary: columns.take()?,
        version: columns.take()?,
        kind: columns.take()?,
        team: columns.take()?,
        series: columns.take()?,
    })
}

/// Statement that adds a tournament with version 0: its first events are appended in the same transaction. It conflicts if the
/// epoch is not the current one.
pub fn insert(tournament: &Tournament, epoch: i64) -> Statement {
    let sql = "INSERT INTO tournaments \
               (id, organiser, name, created_at, updated_at, over, summary, version, kind, team, series) \
               SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS BIGINT), CAST($5 AS BIGINT), \
               CAST($6 AS BIGINT), CAST($7 AS TEXT), 0, CAST($8 AS TEXT), CAST($9 AS TEXT), CAST($10 AS TEXT) \
               FROM server WHERE id = 1 AND epoch = $11";
    Statement::new(sql)
        .with(tournament.id)
        .with(tournament.organiser)
        .with(tournament.name.as_str())
        .with(tournament.created_at)
        .with(tournament.updated_at)
        .with(tournament.over)
        .with(tournament.summary.as_str())
        .with(tournament.kind)
        .with(tournament.team)
        .with(tournament.series)
        .with(epoch)
        .expecting(1)
}

/// Statements that append events, which follow on version `before`, and store the tournament as it is after them. They conflict
/// if the stored version is another one, if there is no such tournament, or if the epoch is not the current one. A name that was
/// erased stays empty.
pub fn append(tournament: &Tournament, before: u32, events: &[TournamentEvent], epoch: i64) -> Vec<Statement> {
    debug_assert!(
        events.iter().map(|event| event.seq).eq(before..tournament.version),
        "the events lead from the version before to the one after"
    );
    let sql = "UPDATE tournaments SET name = CASE WHEN name = '' THEN name ELSE $1 END, updated_at = $2, over = $3, \
               summary = $4, version = $5, team = $6 WHERE id = $7 AND version = $8 \
               AND EXISTS (SELECT 1 FROM server WHERE id = 1 AND epoch = $9)";
    let update = Statement::new(sql)
        .with(tournament.name.as_str())
        .with(tournament.updated_at)
        .with(tournament.over)
        .with(tournament.summary.as_str())
        .with(tournament.version)
        .with(tournament.team)
        .with(tournament.id)
        .with(before)
        .with(epoch)
        .expecting(1);
    let mut statements = vec![update];
    // Two numbers of rows only, since each makes a statement of its own, which connections keep prepared.
    let (many, rest) = events.as_chunks::<ROWS>();
    statements.extend(many.iter().map(|events| insert_events(tournament.id, events)));
    statements.extend(rest.iter().map(|event| insert_events(tournament.id, std::slice::from_ref(event))));
    statements
}

/// Statement that inserts events. There must be one at least.
fn insert_events(id: TournamentId, events: &[TournamentEvent]) -> Statement {
    let row = |row: usize| {
        let numbers: Vec<_> = (2..=5).map(|column| format!("${}", row * 4 + column)).collect();
        format!("($1, {})", numbers.join(", "))
    };
    let rows: Vec<_> = (0..events.len()).map(row).collect();
    let sql = format!("INSERT INTO tournament_events (tournament, seq, at, author, data) VALUES {}", rows.join(", "));
    let insert = events.iter().fold(Statement::new(sql).with(id), |statement, event| {
        statement.with(event.seq).with(event.at).with(event.author).with(event.data.as_str())
    });
    insert.expecting(events.len() as u64)
}

/// Statements that remove a tournament with its events and players. They conflict if there is none.
pub fn remove(id: TournamentId) -> Vec<Statement> {
    vec![
        Statement::new("DELETE FROM tournaments WHERE id = $1").with(id).expecting(1),
        Statement::new("DELETE FROM tournament_events WHERE tournament = $1").with(id),
        Statement::new("DELETE FROM tournament_players WHERE tournament = $1").with(id),
    ]
}

async fn read(database: &dyn Database, statement: Statement) -> Result<Vec<Tournament>, StoreError> {
    database.read(statement).await?.into_iter().map(tournament).collect()
}

/// Tournament by its id.
///
/// # Errors
///
/// Failures of the database.
pub async fn find(database: &dyn Database, id: TournamentId) -> Result<Option<Tournament>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM tournaments WHERE id = $1");
    Ok(read(database, Statement::new(sql).with(id)).await?.pop())
}

/// Several tournaments, in any order. Ids without a tournament are left out.
///
/// # Errors
///
/// Failures of the database.
pub async fn by_ids(database: &dyn Database, ids: &[TournamentId]) -> Result<Vec<Tournament>, StoreError> {
    let mut found = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(IDS_PER_STATEMENT) {
        let sql = format!("SELECT {COLUMNS} FROM tournaments WHERE id IN ({PLACEHOLDERS})");
        let parameters = padded(chunk.iter().map(|id| Value::from(*id)));
        found.extend(read(database, Statement { parameters, ..Statement::new(sql) }).await?);
    }
    Ok(found)
}

/// Tournaments of a kind that are not over, the last updated first.
///
/// # Errors
///
/// Failures of the database.
pub async fn current(database: &dyn Database, kind: TournamentKind, limit: u32) -> Result<Vec<Tournament>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM tournaments WHERE kind = $1 AND over = 0 ORDER BY updated_at DESC, id DESC LIMIT $2"
    );
    read(database, Statement::new(sql).with(kind).with(limit)).await
}

/// Tournaments of a kind that are over, the last updated first.
///
/// # Errors
///
/// Failures of the database.
pub async fn past(database: &dyn Database, kind: TournamentKind, limit: u32) -> Result<Vec<Tournament>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM tournaments WHERE kind = $1 AND over = 1 ORDER BY updated_at DESC, id DESC LIMIT $2"
    );
    read(database, Statement::new(sql).with(kind).with(limit)).await
}

/// Tournaments of an organiser, the last updated first.
///
/// # Errors
///
/// Failures of the database.
pub async fn of_organiser(
    database: &dyn Database,
    organiser: AccountId,
    limit: u32,
) -> Result<Vec<Tournament>, StoreError> {
    let sql =
        format!("SELECT {COLUMNS} FROM tournaments WHERE organiser = $1 ORDER BY updated_at DESC, id DESC LIMIT $2");
    read(database, Statement::new(sql).with(organiser).with(limit)).await
}

/// Number of tournaments of an organiser that are not over, without those of series; at most `limit`.
///
/// # Errors
///
/// Failures of the database.
pub async fn count_open(database: &dyn Database, organiser: AccountId, limit: u32) -> Result<usize, StoreError> {
    let sql = "SELECT id FROM tournaments WHERE organiser = $1 AND over = 0 AND series IS NULL LIMIT $2";
    Ok(database.read(Statement::new(sql).with(organiser).with(limit)).await?.len())
}

/// Tournaments of a kind of a team, the last updated first.
///
/// # Errors
///
/// Failures of the database.
pub async fn of_team(
    database: &dyn Database,
    team: TeamId,
    kind: TournamentKind,
    limit: u32,
) -> Result<Vec<Tournament>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM tournaments WHERE team = $1 AND kind = $2 ORDER BY updated_at DESC, id DESC LIMIT $3"
    );
    read(database, Statement::new(sql).with(team).with(kind).with(limit)).await
}

/// Events of a tournament from a sequence number on, in their order.
///
/// # Errors
///
/// Failures of the database.
pub async fn events(database: &dyn Database, id: TournamentId, from: u32) -> Result<Vec<TournamentEvent>, StoreError> {
    let sql = "SELECT seq, at, author, data FROM tournament_events WHERE tournament = $1 AND seq >= $2 ORDER BY seq";
    let event = |row: Row| {
        let mut columns = row.columns();
        Ok(TournamentEvent {
            seq: columns.take()?,
            at: columns.take()?,
            author: columns.take()?,
            data: columns.take()?,
        })
    };
    database.read(Statement::new(sql).with(id).with(from)).await?.into_iter().map(event).collect()
}
