//! Solving contests: an organiser sets rounds, the server chooses the puzzles, and each solver begins the rounds in their own time
//! while the contest is open. The server judges every move, so a puzzle is decided by its first wrong one, and no solution leaves the
//! server before the contest is over.

mod choice;
mod set;
mod solving;
mod table;

use saffron_live::Millis;
use saffron_protocol::contests::{Contest, ContestInfo, ContestSolution, Contests, RoundInfo};
use saffron_protocol::error::ErrorCode;
use saffron_puzzles::{Puzzle, text};
use saffron_store::contests::{self, PuzzleCount};
use saffron_store::{AccountId, ContestId};
use serde::de::DeserializeOwned;

pub use set::{create, remove};
pub use solving::{play, start};

use crate::app::App;
use crate::client::Client;
use crate::config::limits::CONTEST_PAGE;
use crate::error::Error;
use crate::games::info::{accounts_of, player};
use crate::parts::budgets::{Cost, Payer};
use crate::puzzles::puzzle_view;
use crate::session::Viewer;

/// Milliseconds of a minute.
const MINUTE: Millis = 60_000;

/// Time that a solver has for a round, in milliseconds.
fn duration(round: &RoundInfo) -> Millis {
    Millis::from(round.minutes) * MINUTE
}

/// Lines of the puzzles of each round.
type Lines = Vec<Vec<String>>;

/// Reads what this module has stored.
fn parsed<T: DeserializeOwned>(contest: ContestId, text: &str) -> Result<T, ErrorCode> {
    serde_json::from_str(text).map_err(|error| {
        tracing::error!(%contest, %error, "a contest cannot be read");
        ErrorCode::Internal
    })
}

/// Contest of a path, with its rounds.
async fn find(app: &App, id: &str) -> Result<(contests::Contest, Vec<RoundInfo>), Error> {
    let id: ContestId = id.parse().map_err(|_| ErrorCode::NotFound)?;
    let contest = contests::find(&*app.database, id).await?.ok_or(ErrorCode::NotFound)?;
    let rounds = parsed(id, &contest.rounds)?;
    Ok((contest, rounds))
}

/// Lines of the puzzles of a contest.
async fn lines_of(app: &App, id: ContestId) -> Result<Lines, Error> {
    let puzzles = contests::puzzles(&*app.database, id).await?.ok_or(ErrorCode::NotFound)?;
    Ok(parsed(id, &puzzles)?)
}

/// Puzzle of a line.
fn puzzle_of(line: &str) -> Result<Puzzle, ErrorCode> {
    text::read_line(line, None).map_err(|error| {
        tracing::error!(line, %error, "a puzzle of a contest cannot be read");
        ErrorCode::Internal
    })
}

/// Contests that are not over, and the latest of those that are.
///
/// # Errors
/// `RateLimited` if the client has used up its processor time.
pub async fn list(app: &App, client: Client) -> Result<Contests, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let now = app.clock.now();
    let current = contests::current(&*app.database, now, CONTEST_PAGE).await?;
    let past = contests::past(&*app.database, now, CONTEST_PAGE).await?;
    app.budgets.owe(Payer::Client(client), Cost::of_rows(current.len() + past.len()));
    Ok(Contests { current: infos(app, &current).await?, past: infos(app, &past).await? })
}

/// Contest with its table, and with what the viewer has solved.
///
/// # Errors
/// `NotFound` if there is no such contest; `RateLimited` if the client has used up its processor time.
pub async fn show(app: &App, client: Client, viewer: Option<&Viewer>, id: &str) -> Result<Contest, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let (contest, rounds) = find(app, id).await?;
    let (database, now) = (&*app.database, app.clock.now());
    let scores = contests::scores(database, contest.id).await?;
    // Each puzzle is read twice at most: of the viewer's rounds, and with its solution.
    let puzzles: u32 = rounds.iter().map(|round| 2 * round.puzzles).sum();
    app.budgets.owe(Payer::Client(client), Cost::of_rows(scores.len() + puzzles as usize));
    let info = infos(app, std::slice::from_ref(&contest)).await?.pop().ok_or(ErrorCode::Internal)?;
    let own = match viewer {
        Some(viewer) => solving::own_rounds(app, &contest, &rounds, viewer.account).await?,
        None => Vec::new(),
    };
    let removable = viewer.is_some_and(|viewer| viewer.account == contest.organiser) && info.solvers == 0;
    let over = now >= contest.closes_at;
    let solutions = if over { solutions(app, contest.id).await? } else { Vec::new() };
    Ok(Contest { info, now, table: table::rows(app, scores).await?, own, removable, solutions })
}

/// Contests as they are listed.
async fn infos(app: &App, contests: &[contests::Contest]) -> Result<Vec<ContestInfo>, Error> {
    let organisers: Vec<AccountId> = contests.iter().map(|contest| contest.organiser).collect();
    let accounts = accounts_of(&*app.database, organisers).await?;
    let mut infos = Vec::new();
    for contest in contests {
        infos.push(ContestInfo {
            id: contest.id.to_string(),
            name: contest.name.clone(),
            variant: contest.variant.clone(),
            organiser: accounts.get(&contest.organiser).and_then(|account| player(account, None, false).name),
            opens_at: contest.opens_at,
            closes_at: contest.closes_at,
            rounds: parsed(contest.id, &contest.rounds)?,
            solvers: contest.solvers,
        });
    }
    Ok(infos)
}

/// The puzzles of a contest that is over.
async fn solutions(app: &App, id: ContestId) -> Result<Vec<Vec<ContestSolution>>, Error> {
    let counts = contests::puzzle_counts(&*app.database, id).await?;
    let solution = |round: usize, place: usize, line: &str| {
        let puzzle = puzzle_of(line)?;
        let is_its = |count: &&PuzzleCount| (count.round as usize, count.puzzle as usize) == (round, place);
        let (tried, solved) = counts.iter().find(is_its).map_or((0, 0), |count| (count.tried, count.solved));
        Ok(ContestSolution { puzzle: puzzle_view(&puzzle, puzzle.rating.unwrap_or_default()), tried, solved })
    };
    let lines = lines_of(app, id).await?;
    let of_round = |(round, lines): (usize, &Vec<String>)| {
        lines.iter().enumerate().map(|(place, line)| solution(round, place, line)).collect()
    };
    Ok(lines.iter().enumerate().map(of_round).collect::<Result<_, ErrorCode>>()?)
}
