//! Best scores of accounts in exercises and runs of puzzles. The page names them; the server keeps the higher one of each.

use std::collections::BTreeMap;

use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::MAX_SCORES;
use saffron_protocol::puzzles::Scores;
use saffron_store::scores;

use crate::app::App;
use crate::client::Client;
use crate::config::limits::MAX_SCORE_NAME;
use crate::error::Error;
use crate::parts::budgets::{Cost, Payer};
use crate::session::Viewer;

/// Best scores of the viewer.
///
/// # Errors
/// `AccountRequired` for guests.
pub async fn best(app: &App, viewer: &Viewer) -> Result<Scores, Error> {
    viewer.require_account()?;
    let stored = scores::of_account(&*app.database, viewer.account).await?;
    let scores = stored.into_iter().map(|(name, score)| (name, u32::try_from(score).unwrap_or_default()));
    Ok(Scores { scores: scores.collect() })
}

/// Keeps those scores of the viewer that are better than the stored ones, and returns the best ones of all names.
///
/// # Errors
/// `AccountRequired` for guests; `InvalidField` for a name of another form; `TooMany` for more than 2,000 names; `RateLimited`
/// if the client or the account has used up its budget.
pub async fn keep(app: &App, client: Client, viewer: &Viewer, new: &Scores) -> Result<Scores, Error> {
    let mut best: BTreeMap<String, u32> = best(app, viewer).await?.scores;
    let allowed = |letter: u8| letter.is_ascii_alphanumeric() || matches!(letter, b'/' | b'-');
    if new.scores.keys().any(|name| name.is_empty() || name.len() > MAX_SCORE_NAME || !name.bytes().all(allowed)) {
        return Err(ErrorCode::InvalidField { field: "scores".to_owned() }.into());
    }
    let better: Vec<_> =
        new.scores.iter().filter(|(name, score)| best.get(*name).is_none_or(|old| old < score)).collect();
    if best.len() + better.iter().filter(|(name, _)| !best.contains_key(*name)).count() > MAX_SCORES {
        return Err(ErrorCode::TooMany { limit: MAX_SCORES }.into());
    }
    let cost = Cost::of_message(better.iter().map(|(name, _)| name.len() + 64).sum());
    app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], cost)?;
    let statements = better.iter().map(|(name, score)| scores::keep(viewer.account, name, i64::from(**score)));
    app.database.transact(statements.collect()).await?;
    best.extend(better.into_iter().map(|(name, score)| (name.clone(), *score)));
    Ok(Scores { scores: best })
}
