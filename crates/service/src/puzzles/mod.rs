//! Puzzles: what the server knows beyond those of the page, the records of accounts, votes, and mining of the server's games.

pub mod mining;
pub mod results;

use std::collections::HashMap;
use std::sync::LazyLock;

use bytes::Bytes;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::puzzles::{MinedPuzzle, PuzzleDay, PuzzleNews, PuzzleRecord, PuzzleResult};
use saffron_puzzles::{shipped, shipped_ratings, text};
use saffron_rating::Rating;
use saffron_rules::Variant;
use saffron_store::puzzles::{self, Puzzle};
use saffron_store::{StoreError, ratings};

use crate::app::App;
use crate::client::Client;
use crate::config::limits::{
    FIRST_PUZZLE_DEVIATION, FIRST_SOLVER_RATING, MAX_PUZZLE_DAYS, MAX_PUZZLE_RECORD, MAX_RESULT_TRIES, WITHDRAWN_AT,
};
use crate::content::Content;
use crate::error::Error;
use crate::games::info::rounded;
use crate::parts::budgets::{Cost, Payer};
use crate::session::Viewer;

/// Rating pool of puzzles, used in place of a speed.
pub const PUZZLE_POOL: &str = "puzzles";

/// First ratings of the puzzles of the page, by the ids of their variants and their own.
static SHIPPED: LazyLock<HashMap<&'static str, HashMap<&'static str, u32>>> = LazyLock::new(|| {
    let of = |variant: &&'static Variant| (variant.id(), shipped_ratings(variant.id()).collect());
    Variant::all().iter().map(of).collect()
});

/// Variant with puzzles.
fn variant_with_puzzles(id: &str) -> Result<&'static Variant, ErrorCode> {
    let variant = Variant::by_id(id).ok_or(ErrorCode::UnknownVariant)?;
    if SHIPPED.get(variant.id()).is_some_and(|puzzles| !puzzles.is_empty()) {
        Ok(variant)
    } else {
        Err(ErrorCode::NotFound)
    }
}

/// Rating of an account before its first puzzle.
fn first_rating() -> Rating {
    Rating { value: FIRST_SOLVER_RATING, ..Rating::provisional() }
}

/// Puzzle with its stored or its first rating; `None` if there is no such puzzle.
async fn find(app: &App, variant: &'static Variant, id: &str) -> Result<Option<Puzzle>, StoreError> {
    let stored = puzzles::find(&*app.database, variant.id(), id).await?;
    let first = || Some(unrated(variant, id, SHIPPED.get(variant.id())?.get(id).copied()?));
    Ok(stored.or_else(first))
}

/// Puzzle that no account has tried.
fn unrated(variant: &Variant, id: &str, rating: u32) -> Puzzle {
    let Rating { volatility, .. } = Rating::provisional();
    Puzzle {
        variant: variant.id().to_owned(),
        id: id.to_owned(),
        rating: f64::from(rating),
        deviation: FIRST_PUZZLE_DEVIATION,
        volatility,
        results: 0,
        votes: 0,
        line: None,
    }
}

/// JSON of what the server knows of a variant's puzzles ([`PuzzleNews`]), up to a minute old.
///
/// # Errors
/// `UnknownVariant` if there is no such variant, `NotFound` if it has no puzzles.
pub async fn news(app: &App, variant: &str) -> Result<Content, Error> {
    let variant = variant_with_puzzles(variant)?.id();
    let read = async {
        let stored = puzzles::of_variant(&*app.database, variant).await?;
        Ok::<_, StoreError>(Content::new(Bytes::from(serde_json::to_vec(&news_of(&stored)).unwrap_or_default())))
    };
    Ok(app.puzzles.news.get(variant, app.clock.now(), read).await?)
}

fn news_of(stored: &[Puzzle]) -> PuzzleNews {
    let mut news = PuzzleNews::default();
    for puzzle in stored {
        let rating = whole(puzzle.rating);
        if puzzle.votes <= WITHDRAWN_AT {
            news.withdrawn.push(puzzle.id.clone());
        } else if let Some(line) = &puzzle.line {
            news.mined.extend(mined(puzzle.id.clone(), line, rating));
        } else if puzzle.results > 0 {
            news.ratings.insert(puzzle.id.clone(), rating);
        }
    }
    news
}

/// Puzzle of a stored line; `None` if it cannot be read, for example after a change of the rules.
fn mined(id: String, line: &str, rating: u32) -> Option<MinedPuzzle> {
    let puzzle = text::read_line(line, None).ok()?;
    Some(MinedPuzzle { id, ..puzzle_view(&puzzle, rating) })
}

/// Puzzle as it is sent.
pub(crate) fn puzzle_view(puzzle: &saffron_puzzles::Puzzle, rating: u32) -> MinedPuzzle {
    MinedPuzzle {
        id: puzzle.id(),
        fen: puzzle.start.to_fen(),
        moves: puzzle.uci_moves(),
        rating,
        themes: puzzle.themes.iter().map(|theme| theme.id().to_owned()).collect(),
    }
}

/// Puzzles of the page and those that the server has mined, with their ratings, without those that were withdrawn.
///
/// # Errors
/// `UnknownVariant` if there is no such variant, `NotFound` if it has no puzzles.
pub(crate) async fn offered(app: &App, variant: &str) -> Result<Vec<saffron_puzzles::Puzzle>, Error> {
    let variant = variant_with_puzzles(variant)?;
    let stored = puzzles::of_variant(&*app.database, variant.id()).await?;
    let mined = stored.iter().filter_map(|puzzle| text::read_line(puzzle.line.as_ref()?, None).ok());
    let stored: HashMap<&str, &Puzzle> = stored.iter().map(|puzzle| (puzzle.id.as_str(), puzzle)).collect();
    let rated = |puzzle: saffron_puzzles::Puzzle| match stored.get(puzzle.id().as_str()) {
        Some(known) if known.votes <= WITHDRAWN_AT => None,
        Some(known) => Some(saffron_puzzles::Puzzle { rating: Some(whole(known.rating)), ..puzzle }),
        None => Some(puzzle),
    };
    Ok(shipped(variant).into_iter().chain(mined).filter_map(rated).collect())
}

/// Results and rating of the viewer's puzzles of a variant.
///
/// # Errors
/// `AccountRequired` for guests, `UnknownVariant` or `NotFound` as for [`news`], `RateLimited` if the client has used up its
/// processor time.
pub async fn record(app: &App, client: Client, viewer: &Viewer, variant: &str) -> Result<PuzzleRecord, Error> {
    viewer.require_account()?;
    let variant = variant_with_puzzles(variant)?.id();
    app.budgets.may_use_processor(Payer::Client(client))?;
    let results = puzzles::results(&*app.database, viewer.account, variant, MAX_PUZZLE_RECORD).await?;
    let days = puzzles::days(&*app.database, viewer.account, variant, MAX_PUZZLE_DAYS).await?;
    app.budgets.owe(Payer::Client(client), Cost::of_rows(results.len() + days.len()));
    let rating = ratings::find(&*app.database, viewer.account, variant, PUZZLE_POOL).await?;
    let day = |day: i64| u32::try_from(day).unwrap_or_default();
    Ok(PuzzleRecord {
        rating: results::rating_view(rating.as_ref()),
        results: results
            .into_iter()
            .map(|result| PuzzleResult {
                id: result.puzzle,
                solved: result.solved,
                day: day(result.day),
                vote: i8::try_from(result.vote).unwrap_or_default(),
            })
            .collect(),
        days: days.into_iter().map(|(at, solved)| PuzzleDay { day: day(at), solved }).collect(),
    })
}

/// Changes the viewer's vote on a puzzle that it has tried.
///
/// # Errors
/// `AccountRequired` for guests, `UnknownVariant` or `NotFound` if there is no such puzzle or the viewer has not tried it,
/// `InvalidField` for another vote than -1, 0 and 1, `RateLimited` if the client or the account has used up its budget.
pub async fn vote(
    app: &App,
    client: Client,
    viewer: &Viewer,
    (variant, id): (&str, &str),
    vote: i8,
) -> Result<(), Error> {
    viewer.require_account()?;
    let variant = variant_with_puzzles(variant)?;
    if !(-1..=1).contains(&vote) {
        return Err(ErrorCode::InvalidField { field: "vote".to_owned() }.into());
    }
    app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], Cost::of_message(0))?;
    let key = (variant.id(), id);
    for _ in 0..MAX_RESULT_TRIES {
        let puzzle = find(app, variant, id).await?.ok_or(ErrorCode::NotFound)?;
        let known = puzzles::find_result(&*app.database, viewer.account, key).await?.ok_or(ErrorCode::NotFound)?;
        let now = app.clock.now();
        let mut statements = vec![puzzles::add(&puzzle, now)];
        statements.extend(puzzles::vote(viewer.account, key, (known.vote, i64::from(vote)), now));
        if app.transact_if_unchanged(statements).await? {
            return Ok(());
        }
    }
    Err(ErrorCode::Busy.into())
}

/// Rating as it is sent.
fn whole(rating: f64) -> u32 {
    u32::try_from(rounded(rating)).unwrap_or_default()
}
