//! Files of tournaments, their log, and how values of tie-breaks come about.

use std::fmt::Write;

use saffron_protocol::error::ErrorCode;
use saffron_protocol::tournaments::{
    LoggedEvent, TieBreakExplanation, TieBreakExplanations, TieBreakPart, TournamentFile,
};
use saffron_tournament::state::{Entrant, Event};

use super::{find, load};
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
pub async fn events(app: &App, client: Client, id: &str) -> Result<TournamentFile, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let row = find(app, id).await?;
    let logged = logged(app, client, &row, |event: &Event| match event {
        Event::Arbiter { account, .. } => Some(account.clone()),
        _ => None,
    });
    let events = logged.await?.into_iter().map(|Logged { at, author, arbiter, event }| LoggedEvent {
        at,
        author,
        arbiter,
        event,
    });
    Ok(TournamentFile { saffron_tournament: FILE_VERSION, events: events.collect() })
}

/// Tournament Report File.
///
/// # Errors
/// Those of [`events`].
pub async fn report(app: &App, client: Client, id: &str) -> Result<String, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let row = find(app, id).await?;
    let loaded = load(app, client, &row).await?;
    let mut report = loaded.state.report();
    // The name of an erased account's tournament is gone.
    report.head.retain(|(_, text)| !row.name.is_empty() || *text != loaded.state.settings().name);
    app.budgets.owe(Payer::Client(client), Cost::of_rows(report.players.len()));
    Ok(report.write())
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
    let mut out = "rank,number,title,name,rating,federation,club,points".to_owned();
    for tie_break in &state.settings().tie_breaks {
        let _ = write!(out, ",{tie_break}");
    }
    out.push_str("\r\n");
    for standing in &loaded.standings {
        let player = &state.players()[active[standing.player] as usize];
        let Entrant { name, rating, title, federation, club, .. } = &player.entrant;
        let number = player.number.map(|number| number.to_string()).unwrap_or_default();
        let rating = rating.map(|rating| rating.to_string()).unwrap_or_default();
        let [title, name, federation, club] = [title, name, federation, club].map(|text| field(text, ','));
        let _ = write!(
            out,
            "{},{number},{title},{name},{rating},{federation},{club},{}",
            standing.rank,
            points(standing.points)
        );
        for value in &standing.values {
            let _ = write!(out, ",{value}");
        }
        out.push_str("\r\n");
    }
    Ok(out)
}

/// How the values of a player's tie-breaks come about.
///
/// # Errors
/// `NotFound` if there is no such tournament or player; `RateLimited` if the client has used up its processor time.
pub async fn explanations(app: &App, client: Client, id: &str, player: u32) -> Result<TieBreakExplanations, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let row = find(app, id).await?;
    let loaded = load(app, client, &row).await?;
    let active = loaded.state.active();
    let standing = loaded.standings.iter().find(|standing| active[standing.player] == player);
    let standing = standing.ok_or(ErrorCode::NotFound)?;
    let tie_breaks = loaded.state.settings().tie_breaks.iter().zip(&standing.values);
    let tie_breaks = tie_breaks.map(|(tie_break, value)| TieBreakExplanation {
        code: tie_break.to_string(),
        value: value.to_string(),
        parts: value
            .parts
            .iter()
            .map(|part| TieBreakPart {
                round: from_one(part.round),
                opponent: part.opponent.map(|place| active[place]),
                value: part.value.to_string(),
                cut: part.is_cut,
                dummy: part.is_dummy,
            })
            .collect(),
    });
    Ok(TieBreakExplanations { tie_breaks: tie_breaks.collect() })
}
