//! Challenges: to one account, or by link to anyone.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::id::{AccountId, ChallengeId, GameId};
use crate::statement::Statement;
use crate::text_enum::text_enum;
use crate::value::Row;

text_enum!(
    /// Status of a challenge.
    Status {
        /// Waiting for an answer until it expires.
        Open = "open",
        /// Accepted: a game was started.
        Accepted = "accepted",
        /// Refused by the challenged account.
        Declined = "declined",
        /// Taken back by the challenger.
        Cancelled = "cancelled",
    }
);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    pub id: ChallengeId,
    pub challenger: AccountId,
    /// Account that may accept it; `None` for anyone with the link. After it was accepted, the account that did.
    pub challenged: Option<AccountId>,
    /// Id of the variant.
    pub variant: String,
    /// Class of the time control.
    pub speed: String,
    /// Time control, in the caller's notation.
    pub control: String,
    pub rated: bool,
    /// Side that the challenger takes, as a code; `None` if it is drawn.
    pub side: Option<String>,
    /// Start position, if it is not that of the variant.
    pub start_fen: Option<String>,
    /// Previous game, if this is an offer of a rematch.
    pub rematch_of: Option<GameId>,
    pub status: Status,
    /// Game that was started by it.
    pub game: Option<GameId>,
    pub created_at: Millis,
    /// Time from which it cannot be accepted.
    pub expires_at: Millis,
    /// Data of the caller.
    pub data: String,
}

const COLUMNS: &str = "id, challenger, challenged, variant, speed, control, rated, side, start_fen, rematch_of, status, game, \
     created_at, expires_at, data";

fn challenge(row: Row) -> Result<Challenge, StoreError> {
    let mut columns = row.columns();
    Ok(Challenge {
        id: columns.take()?,
        challenger: columns.take()?,
        challenged: columns.take()?,
        variant: columns.take()?,
        speed: columns.take()?,
        control: columns.take()?,
        rated: columns.take()?,
        side: columns.take()?,
        start_fen: columns.take()?,
        rematch_of: columns.take()?,
        status: columns.take()?,
        game: columns.take()?,
        created_at: columns.take()?,
        expires_at: columns.take()?,
        data: columns.take()?,
    })
}

async fn many(database: &dyn Database, statement: Statement) -> Result<Vec<Challenge>, StoreError> {
    database.read(statement).await?.into_iter().map(challenge).collect()
}

/// Statement that creates a challenge.
pub fn insert(challenge: &Challenge) -> Statement {
    let sql = format!(
        "INSERT INTO challenges ({COLUMNS}) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)"
    );
    Statement::new(sql)
        .with(challenge.id)
        .with(challenge.challenger)
        .with(challenge.challenged)
        .with(challenge.variant.as_str())
        .with(challenge.speed.as_str())
        .with(challenge.control.as_str())
        .with(challenge.rated)
        .with(challenge.side.clone())
        .with(challenge.start_fen.clone())
        .with(challenge.rematch_of)
        .with(challenge.status)
        .with(challenge.game)
        .with(challenge.created_at)
        .with(challenge.expires_at)
        .with(challenge.data.as_str())
        .expecting(1)
}

/// Statement that accepts a challenge. It conflicts if the challenge is not open, has expired, or is for another
/// account: in one transaction with the game, a challenge is accepted once.
pub fn accept(id: ChallengeId, by: AccountId, game: GameId, now: Millis) -> Statement {
    Statement::new(
        "UPDATE challenges SET status = 'accepted', challenged = $1, game = $2 WHERE id = $3 AND status = 'open' \
         AND expires_at > $4 AND (challenged IS NULL OR challenged = $1) AND challenger <> $1",
    )
    .with(by)
    .with(game)
    .with(id)
    .with(now)
    .expecting(1)
}

/// Statement that declines a challenge for the challenged account. It conflicts if the challenge is not open or is for another
/// account.
pub fn decline(id: ChallengeId, by: AccountId) -> Statement {
    Statement::new("UPDATE challenges SET status = 'declined' WHERE id = $1 AND challenged = $2 AND status = 'open'")
        .with(id)
        .with(by)
        .expecting(1)
}

/// Statement that cancels a challenge for its challenger. It conflicts if the challenge is not open or is by another account.
pub fn cancel(id: ChallengeId, by: AccountId) -> Statement {
    Statement::new("UPDATE challenges SET status = 'cancelled' WHERE id = $1 AND challenger = $2 AND status = 'open'")
        .with(id)
        .with(by)
        .expecting(1)
}

/// Statement that removes challenges of any status that expired before a time.
pub fn remove_expired(before: Millis) -> Statement {
    Statement::new("DELETE FROM challenges WHERE expires_at < $1").with(before)
}

///
/// # Errors
///
/// Failures of the database.
pub async fn by_id(database: &dyn Database, id: ChallengeId) -> Result<Option<Challenge>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM challenges WHERE id = $1");
    Ok(many(database, Statement::new(sql).with(id)).await?.pop())
}

/// Open challenges to an account, the newest first.
///
/// # Errors
///
/// Failures of the database.
pub async fn received(
    database: &dyn Database,
    account: AccountId,
    now: Millis,
    limit: u32,
) -> Result<Vec<Challenge>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM challenges WHERE challenged = $1 AND status = 'open' AND expires_at > $2 \
         ORDER BY created_at DESC, id LIMIT $3"
    );
    many(database, Statement::new(sql).with(account).with(now).with(limit)).await
}

/// Open challenges of an account, the newest first.
///
/// # Errors
///
/// Failures of the database.
pub async fn sent(
    database: &dyn Database,
    account: AccountId,
    now: Millis,
    limit: u32,
) -> Result<Vec<Challenge>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM challenges WHERE challenger = $1 AND status = 'open' AND expires_at > $2 \
         ORDER BY created_at DESC, id LIMIT $3"
    );
    many(database, Statement::new(sql).with(account).with(now).with(limit)).await
}

/// Rematches that were offered after a game, the newest first.
///
/// # Errors
///
/// Failures of the database.
pub async fn rematches(database: &dyn Database, game: GameId) -> Result<Vec<Challenge>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM challenges WHERE rematch_of = $1 ORDER BY created_at DESC, id");
    many(database, Statement::new(sql).with(game)).await
}
