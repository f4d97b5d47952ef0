//! Solving: rounds begin one after another, each with a clock of its own, and the server judges each move.

use saffron_live::Millis;
use saffron_protocol::contests::{ContestMove, ContestPuzzle, ContestTask, OwnRound, RoundInfo};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::MAX_CONTEST_SOLVERS;
use saffron_puzzles::{Puzzle, Theme};
use saffron_store::AccountId;
use saffron_store::contests::{self, Answer, Contest, StartedRound};

use super::{duration, find, lines_of, puzzle_of};
use crate::app::App;
use crate::client::Client;
use crate::config::limits::{ANSWER_BYTES, MAX_RESULT_TRIES};
use crate::error::Error;
use crate::parts::budgets::{Cost, Payer};
use crate::session::Viewer;

/// Points of a puzzle that is solved at once, and of one that is solved when the time is up.
const FULL_POINTS: Millis = 100;
const LEAST_POINTS: Millis = 50;

/// Points of a puzzle that was solved after this time of a round.
fn points(took: Millis, duration: Millis) -> u32 {
    let lost = (FULL_POINTS - LEAST_POINTS) * took.clamp(0, duration) / duration.max(1);
    u32::try_from(FULL_POINTS - lost).unwrap_or_default()
}

/// Begins the viewer's next round, or returns it if it has begun.
///
/// # Errors
/// `AccountRequired` for guests, `NotFound` if there is no such round, `NotOpen` before the contest opens, after it closes, and
/// before the round before is over, `TooMany` if the contest has as many solvers as it may have, `RateLimited` if the client or the
/// account has used up its budget.
pub async fn start(app: &App, client: Client, viewer: &Viewer, id: &str, round: u32) -> Result<OwnRound, Error> {
    viewer.require_account()?;
    let (contest, rounds) = find(app, id).await?;
    if round as usize >= rounds.len() {
        return Err(ErrorCode::NotFound.into());
    }
    app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], Cost::of_message(ANSWER_BYTES))?;
    let (database, now) = (&*app.database, app.clock.now());
    let started = contests::started(database, contest.id, viewer.account).await?;
    if started.len() <= round as usize {
        let answers = contests::answers(database, contest.id, viewer.account).await?;
        let is_over = |(of_round, started): (&RoundInfo, &StartedRound)| {
            let decided =
                answers.iter().filter(|answer| answer.round == started.round && answer.solved.is_some()).count();
            now >= ends_at(&contest, of_round, *started) || decided == of_round.puzzles as usize
        };
        let open = (contest.opens_at..contest.closes_at).contains(&now);
        if !open || started.len() < round as usize || !rounds.iter().zip(&started).all(is_over) {
            return Err(ErrorCode::NotOpen.into());
        }
        if started.is_empty() && contest.solvers >= MAX_CONTEST_SOLVERS {
            return Err(ErrorCode::TooMany { limit: MAX_CONTEST_SOLVERS as usize }.into());
        }
        app.database.transact(vec![contests::start(contest.id, viewer.account, round, now)]).await?;
    }
    let own = own_rounds(app, &contest, &rounds, viewer.account).await?;
    Ok(own.into_iter().nth(round as usize).ok_or(ErrorCode::NotFound)?)
}

/// Plays a move of the viewer in a puzzle. One that was answered already, for example because the reply was lost, changes nothing.
///
/// # Errors
/// `AccountRequired` for guests, `NotFound` if there is no such puzzle, `NotOpen` if the viewer has not begun the round or its time is
/// up, `InvalidField` for a move that is not legal or does not follow on the ones before, `RateLimited` if the client or the
/// account has used up its budget, `Busy` if moves arrive from too many places at once.
pub async fn play(
    app: &App,
    client: Client,
    viewer: &Viewer,
    id: &str,
    (round, place): (u32, u32),
    request: &ContestMove,
) -> Result<ContestPuzzle, Error> {
    viewer.require_account()?;
    let (contest, rounds) = find(app, id).await?;
    let of_round = rounds.get(round as usize).ok_or(ErrorCode::NotFound)?;
    let lines = lines_of(app, contest.id).await?;
    let of_lines = lines.get(round as usize).and_then(|lines| lines.get(place as usize));
    let puzzle = puzzle_of(of_lines.ok_or(ErrorCode::NotFound)?)?;
    app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], Cost::of_message(ANSWER_BYTES))?;
    let (database, account) = (&*app.database, viewer.account);
    let started = contests::started(database, contest.id, account).await?;
    let started = started.into_iter().find(|started| started.round == round).ok_or(ErrorCode::NotOpen)?;
    for _ in 0..MAX_RESULT_TRIES {
        let answers = contests::answers(database, contest.id, account).await?;
        let before = answers.into_iter().find(|answer| (answer.round, answer.puzzle) == (round, place));
        let found = before.map_or(0, |before| before.found);
        if let Some(before) = before.filter(|before| before.solved.is_some() || request.found < before.found) {
            return Ok(view(&puzzle, Some(&before)));
        }
        if request.found != found {
            return Err(ErrorCode::InvalidField { field: "found".to_owned() }.into());
        }
        let now = app.clock.now();
        if now >= ends_at(&contest, of_round, started) {
            return Err(ErrorCode::NotOpen.into());
        }
        let took = now - started.started_at;
        let (found, solved) = judged(&puzzle, found, &request.mv)?;
        let points = if solved == Some(true) { points(took, duration(of_round)) } else { 0 };
        let answer = Answer { round, puzzle: place, found, solved, points, took };
        if app.transact_if_unchanged(vec![contests::answer(contest.id, account, &answer, request.found)]).await? {
            return Ok(view(&puzzle, Some(&answer)));
        }
    }
    Err(ErrorCode::Busy.into())
}

/// Number of right moves after one that follows on `found` of them, and whether the puzzle is solved; `None` while moves are missing.
fn judged(puzzle: &Puzzle, found: u32, uci: &str) -> Result<(u32, Option<bool>), ErrorCode> {
    let invalid = || ErrorCode::InvalidField { field: "move".to_owned() };
    let turns = puzzle.solver_turns();
    let turn = turns.get(found as usize).ok_or_else(invalid)?;
    let mv = turn.position.parse_uci(uci).map_err(|_| invalid())?;
    if !turn.is_solved_by(mv) {
        return Ok((found, Some(false)));
    }
    let total = u32::try_from(turns.len()).unwrap_or_default();
    // A mate by another move than the solution's ends the puzzle.
    if mv != turn.mv || found + 1 == total { Ok((total, Some(true))) } else { Ok((found + 1, None)) }
}

/// Time at which a round ends for the solver who began it.
fn ends_at(contest: &Contest, round: &RoundInfo, started: StartedRound) -> Millis {
    contest.closes_at.min(started.started_at + duration(round))
}

/// Rounds that an account has begun.
pub(super) async fn own_rounds(
    app: &App,
    contest: &Contest,
    rounds: &[RoundInfo],
    account: AccountId,
) -> Result<Vec<OwnRound>, Error> {
    let database = &*app.database;
    let started = contests::started(database, contest.id, account).await?;
    if started.is_empty() {
        return Ok(Vec::new());
    }
    let answers = contests::answers(database, contest.id, account).await?;
    let lines = lines_of(app, contest.id).await?;
    let own = rounds.iter().zip(&lines).zip(&started).map(|((round, lines), started)| {
        let puzzles = lines.iter().enumerate().map(|(place, line)| {
            let is_own = |answer: &&Answer| answer.round == started.round && answer.puzzle as usize == place;
            Ok(view(&puzzle_of(line)?, answers.iter().find(is_own)))
        });
        let puzzles = puzzles.collect::<Result<_, ErrorCode>>()?;
        Ok(OwnRound { started_at: started.started_at, ends_at: ends_at(contest, round, *started), puzzles })
    });
    own.collect()
}

/// Puzzle with an answer, without the moves that were not found.
fn view(puzzle: &Puzzle, answer: Option<&Answer>) -> ContestPuzzle {
    let found = answer.map_or(0, |answer| answer.found);
    let mut moves = puzzle.uci_moves();
    moves.truncate(puzzle.introduction() + 2 * found as usize);
    let has = |id: &str| Theme::by_id(id).is_some_and(|theme| puzzle.themes.contains(theme));
    let task = if has("mate") {
        ContestTask::Mate
    } else if has("stalemate") {
        ContestTask::Stalemate
    } else {
        ContestTask::Win
    };
    ContestPuzzle {
        fen: puzzle.start.to_fen(),
        moves,
        length: u32::try_from(puzzle.solver_turns().len()).unwrap_or_default(),
        found,
        task,
        solved: answer.and_then(|answer| answer.solved),
        points: answer.map_or(0, |answer| answer.points),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_fall_from_full_to_least() {
        assert_eq!([0, 299, 300, 599, 600, 700].map(|took| points(took, 600)), [100, 76, 75, 51, 50, 50]);
        assert_eq!(points(-5, 600), 100, "a clock never goes back, but nothing depends on it");
        assert_eq!(points(5, 0), 100);
    }
}
