//! Setting and removing contests.

use saffron_live::DAY;
use saffron_protocol::contests::{ContestInfo, ContestRequest, RoundInfo, RoundRequest};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::{
    MAX_CONTEST_DAYS, MAX_CONTEST_NAME, MAX_CONTEST_ROUNDS, MAX_CONTESTS, MAX_ROUND_MINUTES, MAX_ROUND_PUZZLES,
};
use saffron_store::ContestId;
use saffron_store::contests::{self, Contest};

use super::choice::choose;
use super::{find, infos};
use crate::app::App;
use crate::client::Client;
use crate::error::Error;
use crate::parts::budgets::{Cost, Payer};
use crate::puzzles::offered;
use crate::session::Viewer;
use crate::text;

/// Sets a contest.
///
/// # Errors
/// `AccountRequired` for guests, `Muted` for a muted account, `UnknownVariant` or `NotFound` if the variant is unknown or has no
/// puzzles, `TooLong` or `InvalidField` for what is outside its limits, also if there are too few puzzles of a kind, `TooMany` if the
/// account has as many contests that are not over, `RateLimited` if the client or the account has used up its budget.
pub async fn create(
    app: &App,
    client: Client,
    viewer: &Viewer,
    request: &ContestRequest,
) -> Result<ContestInfo, Error> {
    viewer.require_account()?;
    let now = app.clock.now();
    if viewer.muted_until.is_some_and(|until| now < until) {
        return Err(ErrorCode::Muted.into());
    }
    let name = text::title(&request.name, "name", MAX_CONTEST_NAME)?;
    let opens_at = request.opens_at.max(now);
    check(request, opens_at, now)?;
    app.budgets.may_use_processor(Payer::Client(client))?;
    let limit = u32::try_from(MAX_CONTESTS).unwrap_or(u32::MAX);
    let open = contests::of_organiser(&*app.database, viewer.account, now, limit).await?.len();
    if open >= MAX_CONTESTS {
        return Err(ErrorCode::TooMany { limit: MAX_CONTESTS }.into());
    }
    let puzzles = offered(app, &request.variant).await?;
    app.budgets.owe(Payer::Client(client), Cost::of_rows(puzzles.len()));
    // Serialising plain data cannot fail.
    let lines = serde_json::to_string(&choose(&puzzles, &request.rounds, &app.random)?).unwrap_or_default();
    let round = |round: &RoundRequest| {
        let RoundRequest { puzzles, minutes, theme, .. } = round.clone();
        RoundInfo { puzzles, minutes, theme }
    };
    let rounds: Vec<_> = request.rounds.iter().map(round).collect();
    let payers = [Payer::Client(client), Payer::Account(viewer.account)];
    app.budgets.charge(&payers, Cost::of_message(lines.len()))?;
    let contest = Contest {
        id: ContestId::from_random(app.random.bits()),
        organiser: viewer.account,
        name: name.to_owned(),
        variant: request.variant.clone(),
        created_at: now,
        opens_at,
        closes_at: request.closes_at,
        rounds: serde_json::to_string(&rounds).unwrap_or_default(),
        solvers: 0,
    };
    app.database.transact(vec![contests::insert(&contest, lines)]).await?;
    Ok(infos(app, &[contest]).await?.pop().ok_or(ErrorCode::Internal)?)
}

/// Refuses times, rounds and numbers outside their limits.
fn check(request: &ContestRequest, opens_at: i64, now: i64) -> Result<(), ErrorCode> {
    let invalid = |field: String| Err(ErrorCode::InvalidField { field });
    let latest = now + i64::from(MAX_CONTEST_DAYS) * DAY;
    if request.closes_at <= opens_at || request.closes_at > latest {
        return invalid("closesAt".to_owned());
    }
    if request.rounds.is_empty() {
        return invalid("rounds".to_owned());
    }
    if request.rounds.len() > MAX_CONTEST_ROUNDS {
        return Err(ErrorCode::TooMany { limit: MAX_CONTEST_ROUNDS });
    }
    for (number, round) in request.rounds.iter().enumerate() {
        if !(1..=MAX_ROUND_PUZZLES).contains(&round.puzzles) {
            return invalid(format!("rounds.{number}.puzzles"));
        }
        if !(1..=MAX_ROUND_MINUTES).contains(&round.minutes) {
            return invalid(format!("rounds.{number}.minutes"));
        }
    }
    Ok(())
}

/// Removes a contest of the viewer in which no one has begun a round.
///
/// # Errors
/// `NotFound` if there is no such contest, `Forbidden` for one of another account or with solvers.
pub async fn remove(app: &App, viewer: &Viewer, id: &str) -> Result<(), Error> {
    let (contest, _) = find(app, id).await?;
    if contest.organiser != viewer.account || contest.solvers > 0 {
        return Err(ErrorCode::Forbidden.into());
    }
    let removed = app.transact_if_unchanged(contests::remove(contest.id)).await?;
    if removed { Ok(()) } else { Err(ErrorCode::NotFound.into()) }
}
