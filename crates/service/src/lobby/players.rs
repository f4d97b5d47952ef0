//! Players of a game, with their ratings in its pool.

use saffron_engine::Level;
use saffron_live::{Millis, Speed};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::game::Player;
use saffron_rating::Rating;
use saffron_store::accounts::{self, Account, Kind};
use saffron_store::{AccountId, ratings};

use crate::app::App;
use crate::error::Error;
use crate::games::info::player;

/// Rating pool of games against computers, used in place of a speed. It contains people and computers; the pools of the
/// speeds contain people only.
pub const COMPUTER_POOL: &str = "computer";

/// Milliseconds in a day.
const DAY: f64 = 86_400_000.0;

/// Rating pool of a game between accounts of these kinds; also the pool whose ratings an unrated game shows.
pub fn pool(speed: Speed, kinds: [Kind; 2]) -> &'static str {
    if kinds.contains(&Kind::Computer) { COMPUTER_POOL } else { speed.id() }
}

/// An account that can play.
///
/// # Errors
/// `NotFound` if there is none or it is closed.
pub async fn account(app: &App, id: AccountId) -> Result<Account, Error> {
    let account = accounts::by_id(&*app.database, id).await?;
    Ok(account.filter(|account| account.kind != Kind::Closed).ok_or(ErrorCode::NotFound)?)
}

/// Player of a game, with the account's current or initial rating in the pool. Guests have no rating.
///
/// # Errors
/// `Internal` if the store fails.
pub async fn seat(app: &App, account: &Account, variant: &str, pool: &str) -> Result<Player, Error> {
    let first = match account.kind {
        Kind::Guest | Kind::Closed => return Ok(player(account, None, false)),
        Kind::Person => Rating::provisional(),
        Kind::Computer => first_rating(account.level.unwrap_or(1)),
    };
    let stored = ratings::find(&*app.database, account.id, variant, pool).await?;
    let rating = stored.map_or(first, |stored| now(&stored, app.clock.now()));
    Ok(player(account, Some(rating.value), rating.is_provisional()))
}

/// Initial rating of a computer: the Elo rating of its level among computers.
pub fn first_rating(level: u32) -> Rating {
    Rating { value: f64::from(Level::by_number(level).elo), deviation: 100.0, volatility: 0.06 }
}

/// A stored rating as of now: its deviation has grown since the last game.
fn now(stored: &ratings::Rating, now: Millis) -> Rating {
    let rating = Rating { value: stored.rating, deviation: stored.deviation, volatility: stored.volatility };
    #[allow(clippy::cast_precision_loss, reason = "days")]
    let days = now.saturating_sub(stored.updated_at) as f64 / DAY;
    rating.after_idle(days)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_against_computers_are_a_pool_of_their_own() {
        assert_eq!(pool(Speed::Blitz, [Kind::Person, Kind::Person]), "blitz");
        assert_eq!(pool(Speed::Blitz, [Kind::Person, Kind::Computer]), COMPUTER_POOL);
        assert!(Speed::ALL.iter().all(|speed| speed.id() != COMPUTER_POOL));
        assert!(first_rating(1).value < first_rating(10).value && !first_rating(1).is_provisional());
    }
}
