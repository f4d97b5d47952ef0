//! Files of team tournaments, their log, and how values of tie-breaks come about.

use std::fmt::Write;

use saffron_protocol::error::ErrorCode;
use saffron_protocol::team_tournaments::{
    LoggedTeamEvent, TeamTieBreakExplanation, TeamTieBreakExplanations, TeamTieBreakPart, TeamTournamentFile,
};
use saffron_tournament::teams::TeamTournamentEvent;

use super::{find, load, view};
use crate::app::App;
use crate::client::Client;
use crate::csv::{field, points};
use crate::error::Error;
use crate::parts::budgets::{Cost, Payer};
use crate::tournament_log::{Logged, from_one, logged};

/// Version of the form of a file of events.
const FILE_VERSION: u32 = 1;

/// All events with their times and authors: the log, and the file that moves a tournament.
///
/// # Errors
/// `NotFound` if there is no such tournament; `RateLimited` if the client has used up its processor time.
pub async fn events(app: &App, client: Client, id: &str) -> Result<TeamTournamentFile, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let row = find(app, id).await?;
    let logged = logged(app, client, &row, |event: &TeamTournamentEvent| match event {
        TeamTournamentEvent::Arbiter { account, .. } => Some(account.clone()),
        _ => None,
    });
    let events = logged.await?.into_iter().map(|Logged { at, author, arbiter, event }| LoggedTeamEvent {
        at,
        author,
        arbiter,
        event,
    });
    Ok(TeamTournamentFile { saffron_team_tournament: FILE_VERSION, events: events.collect() })
}

/// Standings as comma-separated values, with a head.
///
/// # Errors
/// Those of [`events`].
pub async fn csv(app: &App, client: Client, id: &str) -> Result<String, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let row = find(app, id).await?;
    let loaded = load(app, client, &row).await?;
    let state = &loaded.state;
    let active = state.active();
    app.budgets.owe(Payer::Client(client), Cost::of_rows(active.len()));
    let mut out = "rank,number,team,captain,matchPoints,gamePoints".to_owned();
    for tie_break in &state.settings().tie_breaks {
        let _ = write!(out, ",{tie_break}");
    }
    out.push_str("\r\n");
    for standing in &loaded.standings {
        let team = &state.teams()[active[standing.team] as usize];
        let number = team.number.map(|number| number.to_string()).unwrap_or_default();
        let _ = write!(
            out,
            "{},{number},{},{},{},{}",
            standing.rank,
            field(&team.entry.name, ','),
            field(&team.entry.captain, ','),
            points(standing.match_points),
            points(standing.game_points)
        );
        for value in &standing.values {
            let _ = write!(out, ",{value}");
        }
        out.push_str("\r\n");
    }
    Ok(out)
}

/// How the values of a team's tie-breaks come about, and the penalties and bonuses in its points.
///
/// # Errors
/// `NotFound` if there is no such tournament or team; `RateLimited` if the client has used up its processor time.
pub async fn explanations(app: &App, client: Client, id: &str, team: u32) -> Result<TeamTieBreakExplanations, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let row = find(app, id).await?;
    let loaded = load(app, client, &row).await?;
    let active = loaded.state.active();
    let standing = loaded.standings.iter().find(|standing| active[standing.team] == team);
    let standing = standing.ok_or(ErrorCode::NotFound)?;
    let tie_breaks = loaded.state.settings().tie_breaks.iter().zip(&standing.values);
    let tie_breaks = tie_breaks.map(|(tie_break, value)| {
        let is_board = tie_break.kind.is_by_boards();
        let part = |part: &saffron_tournament::standings::Part| TeamTieBreakPart {
            round: (!is_board).then_some(from_one(part.round)),
            board: is_board.then_some(from_one(part.round)),
            opponent: part.opponent.map(|place| active[place]),
            value: part.value.to_string(),
            cut: part.is_cut,
            dummy: part.is_dummy,
        };
        TeamTieBreakExplanation {
            code: tie_break.to_string(),
            value: value.to_string(),
            parts: value.parts.iter().map(part).collect(),
        }
    });
    let ranked = loaded.state.ranked_rounds();
    let corrections = loaded.state.teams()[team as usize].corrections.iter().filter(|each| each.round < ranked);
    Ok(TeamTieBreakExplanations {
        corrections: corrections.map(view::correction).collect(),
        tie_breaks: tie_breaks.collect(),
    })
}
