//! Ratings as they are now.

use saffron_live::{Millis, Speed};
use saffron_rating::Rating;
use saffron_store::accounts::{Account, Kind};
use saffron_store::ratings;

use crate::lobby::players::{COMPUTER_POOL, first_rating};

/// Milliseconds of a day.
const DAY: f64 = 86_400_000.0;

/// The pool with this name: a speed's, or that of the games against computers.
pub(crate) fn pool_id(name: &str) -> Option<&'static str> {
    if name == COMPUTER_POOL { Some(COMPUTER_POOL) } else { Speed::from_id(name).map(Speed::id) }
}

/// A stored rating as it was right after its last game, and the days since then.
pub(crate) fn stored(rating: &ratings::Rating, now: Millis) -> (Rating, f64) {
    let value = Rating { value: rating.rating, deviation: rating.deviation, volatility: rating.volatility };
    #[allow(clippy::cast_precision_loss, reason = "some years")]
    let days = now.saturating_sub(rating.updated_at).max(0) as f64 / DAY;
    (value, days)
}

/// A stored rating as it is now: it has become less certain since its last game.
pub(crate) fn current(rating: &ratings::Rating, now: Millis) -> Rating {
    let (rating, days) = stored(rating, now);
    rating.after_idle(days)
}

/// What an account begins with.
pub(crate) fn first(account: Option<&Account>) -> Rating {
    match account {
        Some(account) if account.kind == Kind::Computer => first_rating(account.level.unwrap_or(1)),
        _ => Rating::provisional(),
    }
}
