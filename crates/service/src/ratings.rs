//! Computes ratings after games.
//!
//! The end of a rated game enqueues its job. The new ratings are written in one transaction with the end of the job, so a game
//! is rated once, and nothing is forgotten when the server stops in between. One game is rated at a time, in the order of their
//! ends; one that cannot be rated now is tried again later, and holds up no other.

use std::sync::Arc;
use std::time::Duration;

use saffron_live::{Millis, Speed};
use saffron_rating::{Rating, rate};
use saffron_store::accounts::{Account, Kind};
use saffron_store::games::{self, Game, Status};
use saffron_store::jobs::Job;
use saffron_store::{AccountId, Statement, StoreError, ratings};

use crate::app::App;
use crate::games::info::{accounts_of, rounded};
use crate::jobs::{Effect, Failure, Queue, Work, run};
use crate::lobby::players::{self, COMPUTER_POOL, first_rating};

/// Games that are to be rated.
static RATINGS: Queue = Queue {
    name: ratings::QUEUE,
    state: |app| &app.jobs.ratings,
    at_once: 1,
    timeout: Duration::from_secs(60),
    first_delay: Duration::from_secs(1),
    longest_delay: Duration::from_secs(10 * 60),
    // Some three hours.
    attempts: 24,
};

/// Rates the games that have ended, those before the start of the server first; for ever.
pub async fn keep(app: &Arc<App>) {
    run(app, &RATINGS, Rate).await;
}

struct Rate;

impl Work for Rate {
    /// The new ratings of both players with their history, and the game's changes, all or nothing.
    async fn work(&self, app: &Arc<App>, job: &Job) -> Result<Effect, Failure> {
        let id = job.key.parse().map_err(|_| Failure::Never("its key is no game".to_owned()))?;
        let game = games::by_id(&*app.database, id).await?;
        let wanted = |game: &Game| game.status == Status::Ended && game.rated && game.white_change.is_none();
        let Some(game) = game.filter(wanted) else { return Ok(Effect::default()) };
        let (mut statements, changes) = match (game.white, game.black) {
            (Some(white), Some(black)) if white != black => computed(app, &game, [white, black]).await?,
            // There is no one to rate.
            _ => (Vec::new(), [0, 0]),
        };
        statements.push(games::set_changes(game.id, f64::from(changes[0]), f64::from(changes[1])));
        let app = Arc::clone(app);
        Ok(Effect { statements, then: Some(Box::new(move || app.games.show_rating_changes(game.id, changes))) })
    }
}

/// The statements that write the ratings after a game, and what they change.
async fn computed(app: &App, game: &Game, players: [AccountId; 2]) -> Result<(Vec<Statement>, [i32; 2]), StoreError> {
    let accounts = accounts_of(&*app.database, players.to_vec()).await?;
    let accounts = players.map(|player| accounts.get(&player));
    let pool = pool_of(game, accounts);
    let ended_at = game.ended_at.unwrap_or(game.created_at);
    let mut sides = Vec::with_capacity(2);
    for (account, player) in accounts.into_iter().zip(players) {
        sides.push(side(app, game, pool, player, account).await?);
    }
    let idle = |stored_rating: &ratings::Rating| stored(stored_rating, ended_at);
    let [(white, white_days), (black, black_days)] = [idle(&sides[0]), idle(&sides[1])];
    let quarters = game.points.and_then(|points| u8::try_from(points).ok()).unwrap_or(u8::MAX);
    let after = match rate(white, black, quarters, white_days, black_days) {
        Ok((white, black)) => [white, black],
        Err(error) => {
            tracing::error!(game = %game.id, %error, "a game cannot be rated, it changes no ratings");
            return Ok((Vec::new(), [0, 0]));
        }
    };
    let mut statements = Vec::new();
    let mut changes = [0, 0];
    for (index, (before, after)) in sides.into_iter().zip(after).enumerate() {
        // The data of an erased account does not come back.
        if accounts[index].is_none_or(is_erased) {
            continue;
        }
        changes[index] = rounded(after.value) - rounded(before.rating);
        statements.extend(ratings::update(&ratings::Rating {
            rating: after.value,
            deviation: after.deviation,
            volatility: after.volatility,
            games: before.games + 1,
            updated_at: ended_at.max(before.updated_at),
            ..before
        }));
    }
    Ok((statements, changes))
}

/// The pool in which a game counts.
fn pool_of(game: &Game, accounts: [Option<&Account>; 2]) -> &'static str {
    let speed = Speed::from_id(&game.speed).unwrap_or(Speed::Correspondence);
    players::pool(speed, accounts.map(|account| account.map_or(Kind::Closed, |account| account.kind)))
}

fn is_erased(account: &Account) -> bool {
    account.kind == Kind::Closed && account.name.is_none()
}

/// The rating of a player before a game: the stored one, or the one that it begins with, which is as old as the game. Of an
/// erased account only what the game shows is known.
async fn side(
    app: &App,
    game: &Game,
    pool: &'static str,
    player: AccountId,
    account: Option<&Account>,
) -> Result<ratings::Rating, StoreError> {
    if let Some(found) = ratings::find(&*app.database, player, &game.variant, pool).await? {
        return Ok(found);
    }
    let mut begins = first(account);
    if account.is_none_or(is_erased) {
        let is_white = game.white == Some(player);
        let shown = if is_white { game.white_rating } else { game.black_rating };
        begins.value = shown.unwrap_or(begins.value);
    }
    let Rating { value, deviation, volatility } = begins;
    Ok(ratings::Rating {
        account: player,
        variant: game.variant.clone(),
        speed: pool.to_owned(),
        rating: value,
        deviation,
        volatility,
        games: 0,
        updated_at: game.ended_at.unwrap_or(game.created_at),
    })
}

/// Milliseconds of a day.
const DAY: f64 = 86_400_000.0;

/// The pool with this name: a speed's, or that of the games against computers.
pub fn pool_id(name: &str) -> Option<&'static str> {
    if name == COMPUTER_POOL { Some(COMPUTER_POOL) } else { Speed::from_id(name).map(Speed::id) }
}

/// A stored rating as it was right after its last game, and the days since then.
pub fn stored(rating: &ratings::Rating, now: Millis) -> (Rating, f64) {
    let value = Rating { value: rating.rating, deviation: rating.deviation, volatility: rating.volatility };
    #[allow(clippy::cast_precision_loss, reason = "some years")]
    let days = now.saturating_sub(rating.updated_at).max(0) as f64 / DAY;
    (value, days)
}

/// A stored rating as it is now: it has become less certain since its last game.
pub fn current(rating: &ratings::Rating, now: Millis) -> Rating {
    let (rating, days) = stored(rating, now);
    rating.after_idle(days)
}

/// First rating of an account.
pub fn first(account: Option<&Account>) -> Rating {
    match account {
        Some(account) if account.kind == Kind::Computer => first_rating(account.level.unwrap_or(1)),
        _ => Rating::provisional(),
    }
}
