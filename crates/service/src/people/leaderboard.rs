//! Leaderboards, one for each variant and rating pool.

use std::sync::Arc;

use saffron_protocol::error::ErrorCode;
use saffron_protocol::people::{Leaderboard, LeaderboardRow};
use saffron_rating::PROVISIONAL_DEVIATION;
use saffron_rules::Variant;
use saffron_store::StoreError;
use saffron_store::ratings::{self, Listed, Rating};

use crate::app::{App, Board};
use crate::config::limits::{LEADERBOARD_IDLE_TTL, MAX_LEADERBOARD_ROWS};
use crate::games::info::{accounts_of, kind_of, rounded};
use crate::lobby::players::COMPUTER_POOL;
use crate::ratings::pool_id;

/// Variant and rating pool of a leaderboard's path.
///
/// # Errors
/// `UnknownVariant` if there is no such variant, `NotFound` if there is no such pool.
pub fn board(variant: &str, pool: &str) -> Result<Board, ErrorCode> {
    Ok((variant_id(variant)?, pool_id(pool).ok_or(ErrorCode::NotFound)?))
}

/// Id of a variant of the server.
///
/// # Errors
/// `UnknownVariant` if there is none.
pub fn variant_id(variant: &str) -> Result<&'static str, ErrorCode> {
    Ok(Variant::by_id(variant).ok_or(ErrorCode::UnknownVariant)?.id())
}

/// A leaderboard, from a cache for up to a minute.
///
/// # Errors
/// Fails if the store does.
pub async fn best(app: &App, board: Board) -> Result<Arc<Leaderboard>, StoreError> {
    app.people.leaderboards.get(board, app.clock.now(), read(app, board)).await
}

async fn read(app: &App, (variant, pool): Board) -> Result<Arc<Leaderboard>, StoreError> {
    let now = app.clock.now();
    let who = Listed {
        variant: variant.to_owned(),
        speed: pool.to_owned(),
        deviation: PROVISIONAL_DEVIATION,
        since: now - LEADERBOARD_IDLE_TTL,
    };
    let people = ratings::best(&*app.database, &who, now, MAX_LEADERBOARD_ROWS).await?;
    let computers = ratings::best_computers(&*app.database, variant, COMPUTER_POOL, MAX_LEADERBOARD_ROWS).await?;
    Ok(Arc::new(Leaderboard { people: rows(app, people).await?, computers: rows(app, computers).await? }))
}

async fn rows(app: &App, ratings: Vec<Rating>) -> Result<Vec<LeaderboardRow>, StoreError> {
    let accounts = accounts_of(&*app.database, ratings.iter().map(|rating| rating.account).collect()).await?;
    let named = ratings.into_iter().filter_map(|rating| {
        let account = accounts.get(&rating.account)?;
        Some((account.name.clone()?, kind_of(account.kind), rating))
    });
    let rows = (1..).zip(named).map(|(rank, (name, kind, rating))| LeaderboardRow {
        rank,
        name,
        kind,
        rating: rounded(rating.rating),
        games: rating.games,
    });
    Ok(rows.collect())
}
