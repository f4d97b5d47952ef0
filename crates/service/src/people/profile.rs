//! Profiles, and the history of ratings.

use saffron_live::{Millis, Speed};
use saffron_protocol::people::{
    Profile, RatingHistory, RatingPoint, RatingView, Relation, ScoreAgainst, VariantRating,
};
use saffron_store::accounts::Account;
use saffron_store::games::{self, Score};
use saffron_store::{ratings, relations};

use crate::app::App;
use crate::config::limits::MAX_HISTORY_DAYS;
use crate::error::Error;
use crate::games::info::{kind_of, rounded};
use crate::lobby::players::COMPUTER_POOL;
use crate::people::leaderboard::{best, board, variant_id};
use crate::people::named;
use crate::puzzles::PUZZLE_POOL;
use crate::ratings::current;
use crate::session::Viewer;
use crate::teams;

/// Profile of an account, as a visitor sees it.
///
/// # Errors
/// `NotFound` if there is no such account, or it is closed.
pub async fn profile(app: &App, viewer: Option<&Viewer>, name: &str) -> Result<Profile, Error> {
    let account = named(app, name).await?;
    let now = app.clock.now();
    let counted = games::totals(&*app.database, account.id);
    let totals = app.people.totals.get(account.id, now, counted).await?;
    let Ratings { people, computers, puzzles } = ratings_of(app, &account, now).await?;
    let relation = match viewer.filter(|viewer| !viewer.is_guest() && viewer.account != account.id) {
        Some(viewer) => {
            let between = relations::between(&*app.database, viewer.account, account.id).await?;
            let following = between == Some(relations::Relation::Follow);
            Some(Relation { following, blocked: between == Some(relations::Relation::Block) })
        }
        None => None,
    };
    let score = match viewer.filter(|viewer| viewer.account != account.id) {
        Some(viewer) => {
            let Score { games, points } = games::score_against(&*app.database, viewer.account, account.id).await?;
            (games > 0).then_some(ScoreAgainst { games, points })
        }
        None => None,
    };
    let teams = teams::of_account(app, account.id).await?;
    Ok(Profile {
        teams,
        account: account.id.to_string(),
        name: account.name.unwrap_or_default(),
        kind: kind_of(account.kind),
        level: account.level.and_then(|level| u8::try_from(level).ok()),
        created_at: account.created_at,
        online: app.online.is_online(account.id),
        ratings: people,
        computer_ratings: computers,
        puzzle_ratings: puzzles,
        games: totals.won + totals.drawn + totals.lost,
        wins: totals.won,
        draws: totals.drawn,
        losses: totals.lost,
        relation,
        score,
        vacation_until: account.vacation_until.filter(|until| now < *until),
    })
}

/// Ratings of an account by what they come from, those with the most games first.
#[derive(Default)]
struct Ratings {
    people: Vec<RatingView>,
    computers: Vec<VariantRating>,
    puzzles: Vec<VariantRating>,
}

async fn ratings_of(app: &App, account: &Account, now: Millis) -> Result<Ratings, Error> {
    let mut stored = ratings::of_account(&*app.database, account.id).await?;
    stored.retain(|rating| rating.games > 0);
    stored.sort_by(|one, other| {
        let order = other.games.cmp(&one.games).then(other.updated_at.cmp(&one.updated_at));
        order.then_with(|| one.variant.cmp(&other.variant)).then_with(|| one.speed.cmp(&other.speed))
    });
    let mut ratings = Ratings::default();
    for rating in stored {
        let value = current(&rating, now);
        let (whole, deviation) = (rounded(value.value), rounded(value.deviation));
        let (variant, provisional, games) = (rating.variant.clone(), value.is_provisional(), rating.games);
        let in_variant = VariantRating { variant: variant.clone(), rating: whole, deviation, provisional, games };
        if rating.speed == COMPUTER_POOL {
            ratings.computers.push(in_variant);
        } else if rating.speed == PUZZLE_POOL {
            ratings.puzzles.push(in_variant);
        } else if let Some(speed) = Speed::from_id(&rating.speed) {
            let rank = rank(app, account, &rating).await?;
            ratings.people.push(RatingView { variant, speed, rating: whole, deviation, provisional, games, rank });
        }
    }
    Ok(ratings)
}

/// Rank in the leaderboard, up to a minute old; `None` if the account is not listed.
async fn rank(app: &App, account: &Account, rating: &ratings::Rating) -> Result<Option<u32>, Error> {
    // The server may lack a variant that it had earlier.
    let Ok(board) = board(&rating.variant, &rating.speed) else { return Ok(None) };
    let best = best(app, board).await?;
    let row = best.people.iter().find(|row| Some(&row.name) == account.name.as_ref());
    Ok(row.map(|row| row.rank))
}

/// History of a rating, one point a day.
///
/// # Errors
/// `UnknownVariant` if there is no such variant, `NotFound` if there is no such account or pool.
pub async fn rating_history(app: &App, name: &str, variant: &str, pool: &str) -> Result<RatingHistory, Error> {
    let board = if pool == PUZZLE_POOL { (variant_id(variant)?, PUZZLE_POOL) } else { board(variant, pool)? };
    let account = named(app, name).await?;
    let points = ratings::daily_history(&*app.database, account.id, board, 0, MAX_HISTORY_DAYS).await?;
    let points = points.into_iter().map(|point| RatingPoint { at: point.at, rating: rounded(point.rating) });
    Ok(RatingHistory { points: points.collect() })
}
