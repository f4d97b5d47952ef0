//! Results of puzzles: the first one of an account with a puzzle is a game between the two, rated by Glicko-2.

use std::collections::HashSet;

use saffron_live::{DAY, Millis};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::MAX_PUZZLE_RESULTS;
use saffron_protocol::puzzles::{NewPuzzleResult, PuzzleRating};
use saffron_rating::{Rating, rate};
use saffron_rules::Variant;
use saffron_store::puzzles::{self, Puzzle, PuzzleResult};
use saffron_store::{AccountId, Statement, StoreError, ratings};

use super::{PUZZLE_POOL, find, first_rating, variant_with_puzzles, whole};
use crate::app::App;
use crate::client::Client;
use crate::config::limits::{MAX_RESULT_TRIES, RESULT_BYTES};
use crate::error::Error;
use crate::parts::budgets::{Cost, Payer};
use crate::ratings::stored;
use crate::session::Viewer;

/// Quarters of a point of a solved puzzle, as of a won game.
const SOLVED: u8 = 4;

/// Adds results of the viewer, and returns its rating after them. Those of unknown puzzles are left out: the page may have had
/// other puzzles when they were tried.
///
/// # Errors
/// `AccountRequired` for guests, `UnknownVariant` or `NotFound` if the variant is unknown or has no puzzles, `TooMany` for more
/// than 100, `InvalidField` for a day after tomorrow, `RateLimited` if the client or the account has used up its budget, `Busy`
/// if the account's results arrive from too many places at once.
pub async fn add(
    app: &App,
    client: Client,
    viewer: &Viewer,
    variant: &str,
    results: &[NewPuzzleResult],
) -> Result<PuzzleRating, Error> {
    viewer.require_account()?;
    let variant = variant_with_puzzles(variant)?;
    if results.len() > MAX_PUZZLE_RESULTS {
        return Err(ErrorCode::TooMany { limit: MAX_PUZZLE_RESULTS }.into());
    }
    // Calendars differ by up to a day.
    let tomorrow = app.clock.now() / DAY + 1;
    if results.iter().any(|result| Millis::from(result.day) > tomorrow) {
        return Err(ErrorCode::InvalidField { field: "day".to_owned() }.into());
    }
    let cost = Cost::of_message(RESULT_BYTES * results.len());
    app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], cost)?;
    for _ in 0..MAX_RESULT_TRIES {
        let (statements, rating) = computed(app, viewer.account, variant, results).await?;
        if statements.is_empty() {
            return Ok(rating);
        }
        if app.transact_if_unchanged(statements).await? {
            return Ok(rating);
        }
    }
    Err(ErrorCode::Busy.into())
}

/// The statements that store results, and the rating after them. They conflict if the account or one of the puzzles gets
/// another result meanwhile.
async fn computed(
    app: &App,
    account: AccountId,
    variant: &'static Variant,
    results: &[NewPuzzleResult],
) -> Result<(Vec<Statement>, PuzzleRating), StoreError> {
    let (database, now) = (&*app.database, app.clock.now());
    let known = ratings::find(database, account, variant.id(), PUZZLE_POOL).await?;
    let before = known.as_ref().map_or(0, |known| known.games);
    let (mut solver, mut idle) = known.as_ref().map_or((first_rating(), 0.0), |known| stored(known, now));
    let mut games = before;
    let mut statements = Vec::new();
    let mut tried = tried_before(app, account, variant, results).await?;
    for result in results {
        let Some(puzzle) = find(app, variant, &result.id).await? else { continue };
        let row =
            PuzzleResult { puzzle: result.id.clone(), solved: result.solved, day: i64::from(result.day), vote: 0 };
        if !tried.insert(result.id.clone()) {
            statements.push(puzzles::set_result(account, variant.id(), &row));
        } else {
            statements.push(puzzles::add(&puzzle, now));
            if result.counts {
                let (after, rated) = rated(solver, idle, puzzle, result.solved);
                (solver, idle, games) = (after, 0.0, games + 1);
                statements.push(puzzles::update(&rated, now));
            }
            statements.push(puzzles::add_result(account, variant.id(), &row));
        }
        if result.daily {
            statements.push(puzzles::add_day(account, variant.id(), i64::from(result.day), result.solved));
        }
    }
    let new = ratings::Rating {
        account,
        variant: variant.id().to_owned(),
        speed: PUZZLE_POOL.to_owned(),
        rating: solver.value,
        deviation: solver.deviation,
        volatility: solver.volatility,
        games,
        updated_at: known.as_ref().map_or(now, |known| known.updated_at.max(now)),
    };
    if games == before {
        return Ok((statements, rating_view(known.as_ref())));
    }
    statements.extend(ratings::update_from(&new, before));
    Ok((statements, rating_view(Some(&new))))
}

/// Those of the puzzles that the account had tried before.
async fn tried_before(
    app: &App,
    account: AccountId,
    variant: &'static Variant,
    results: &[NewPuzzleResult],
) -> Result<HashSet<String>, StoreError> {
    let mut tried = HashSet::new();
    for result in results {
        let known = puzzles::find_result(&*app.database, account, (variant.id(), &result.id)).await?;
        tried.extend(known.map(|known| known.puzzle));
    }
    Ok(tried)
}

/// The ratings of a solver and a puzzle after a result. A puzzle does not become less certain with time.
fn rated(solver: Rating, idle_days: f64, puzzle: Puzzle, solved: bool) -> (Rating, Puzzle) {
    let quarters = if solved { SOLVED } else { 0 };
    let Puzzle { rating: value, deviation, volatility, .. } = puzzle;
    match rate(solver, Rating { value, deviation, volatility }, quarters, idle_days, 0.0) {
        Ok((solver, after)) => {
            let Rating { value: rating, deviation, volatility } = after;
            (solver, Puzzle { rating, deviation, volatility, results: puzzle.results + 1, ..puzzle })
        }
        Err(error) => {
            tracing::error!(puzzle = puzzle.id, %error, "a result cannot be rated, it changes no ratings");
            (solver, Puzzle { results: puzzle.results + 1, ..puzzle })
        }
    }
}

/// Rating as it is sent; the first one for an account without results.
pub(super) fn rating_view(rating: Option<&ratings::Rating>) -> PuzzleRating {
    let first = first_rating();
    match rating {
        Some(rating) => {
            PuzzleRating { rating: whole(rating.rating), deviation: whole(rating.deviation), results: rating.games }
        }
        None => PuzzleRating { rating: whole(first.value), deviation: whole(first.deviation), results: 0 },
    }
}
