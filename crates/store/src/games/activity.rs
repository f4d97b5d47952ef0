//! Games of one account, and of two with each other, for the figures of profiles.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::games::list::Outcome;
use crate::games::record::{COLUMNS, Game, games};
use crate::id::AccountId;
use crate::statement::Statement;
use crate::value::Row;

/// Ended game from the view of one of its players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    pub created_at: Millis,
    /// Id of the variant.
    pub variant: String,
    /// True if the account had White.
    pub white: bool,
    /// Opponent, if it has an account.
    pub opponent: Option<AccountId>,
    pub outcome: Outcome,
    /// First move of the game; `None` if it has none or began from another position than the variant's.
    pub first_move: Option<String>,
}

/// Ended games of an account that were created at a time or later, the latest first; at most `limit`, each of which is one row of
/// an index.
///
/// # Errors
///
/// Failures of the database.
pub async fn played_since(
    database: &dyn Database,
    account: AccountId,
    from: Millis,
    limit: u32,
) -> Result<Vec<PlayedGame>, StoreError> {
    // The first move has at most seven letters, with a space after it.
    let half = |side: &str, other: &str, is_white: u8, once: &str| {
        format!(
            "SELECT * FROM (SELECT created_at, id, variant, \
             CAST({is_white} AS BIGINT) AS is_white, {other} AS opponent, points, \
             CASE WHEN start_fen IS NULL THEN substr(opening, 1, 8) ELSE '' END AS first_move FROM games WHERE {side} = $1 \
             AND created_at >= $2 AND status = 'ended' AND points IS NOT NULL{once} \
             ORDER BY created_at DESC, id DESC LIMIT $3) AS {side}_games"
        )
    };
    let white = half("white", "black", 1, "");
    // A game against oneself counts once.
    let black = half("black", "white", 0, " AND (white IS NULL OR white <> black)");
    let sql = format!("{white} UNION ALL {black} ORDER BY created_at DESC, id DESC LIMIT $3");
    let rows = database.read(Statement::new(sql).with(account).with(from).with(limit)).await?;
    rows.into_iter().map(played).collect()
}

fn played(row: Row) -> Result<PlayedGame, StoreError> {
    let mut columns = row.columns();
    let created_at = columns.take()?;
    let _id: String = columns.take()?;
    let (variant, white, opponent) = (columns.take()?, columns.take()?, columns.take()?);
    let (points, first): (u32, String) = (columns.take()?, columns.take()?);
    let outcome = match (points, white) {
        (4, true) | (0, false) => Outcome::Won,
        (4, false) | (0, true) => Outcome::Lost,
        _ => Outcome::Drawn,
    };
    let first_move = first.split(' ').next().filter(|uci| !uci.is_empty()).map(str::to_owned);
    Ok(PlayedGame { created_at, variant, white, opponent, outcome, first_move })
}

/// Games that an account has won with all points against opponents with a rating, the best opponent first; at most `limit`.
///
/// # Errors
///
/// Failures of the database.
pub async fn best_wins(
    database: &dyn Database,
    account: AccountId,
    rated: bool,
    limit: u32,
) -> Result<Vec<Game>, StoreError> {
    // The points are constants, since the indices of wins are used only with them.
    let half = |side: &str, other: &str, points: u8| {
        format!(
            "SELECT * FROM (SELECT {COLUMNS} FROM games WHERE {side} = $1 AND rated = $2 AND points = {points} \
             AND {other}_rating IS NOT NULL AND ({other} IS NULL OR {other} <> $1) \
             ORDER BY {other}_rating DESC, created_at DESC LIMIT $3) AS {side}_games"
        )
    };
    let sql = format!("{} UNION ALL {}", half("white", "black", 4), half("black", "white", 0));
    let mut found = games(database.read(Statement::new(sql).with(account).with(rated).with(limit)).await?)?;
    let strength = |game: &Game| if game.points == Some(4) { game.black_rating } else { game.white_rating };
    found.sort_by(|one, other| {
        let order = strength(other).unwrap_or(0.0).total_cmp(&strength(one).unwrap_or(0.0));
        order.then(other.created_at.cmp(&one.created_at)).then(other.id.cmp(&one.id))
    });
    found.truncate(limit as usize);
    Ok(found)
}

/// Score of an account against another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Number of ended games of the two with each other.
    pub games: u32,
    /// Points of the account in quarters.
    pub points: u32,
}

/// Score of an account in its games with another one.
///
/// # Errors
///
/// Failures of the database.
pub async fn score_against(database: &dyn Database, account: AccountId, other: AccountId) -> Result<Score, StoreError> {
    let half = |points: &str, white: u8, black: u8| {
        format!(
            "SELECT COUNT(*) AS games, COALESCE(SUM({points}), 0) AS points FROM games \
             WHERE white = ${white} AND black = ${black} AND points IS NOT NULL"
        )
    };
    let sql = format!(
        "SELECT CAST(SUM(games) AS BIGINT), CAST(SUM(points) AS BIGINT) FROM ({} UNION ALL {}) AS halves",
        half("points", 1, 2),
        half("4 - points", 2, 1)
    );
    let rows = database.read(Statement::new(sql).with(account).with(other)).await?;
    let score = |row: Row| {
        let mut columns = row.columns();
        Ok(Score { games: columns.take()?, points: columns.take()? })
    };
    rows.into_iter().next().map_or(Ok(Score::default()), score)
}
