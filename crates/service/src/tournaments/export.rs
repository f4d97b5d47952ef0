//! Files of tournaments, their log, and how values of tie-breaks come about.

use std::fmt::Write;

use saffron_protocol::error::ErrorCode;
use saffron_protocol::tournaments::{
    LoggedEvent, TieBreakExplanation, TieBreakExplanations, TieBreakPart, TournamentFile,
};
use saffron_store::{AccountId, tournaments};
use saffron_tournament::state::{Entrant, Event};

use super::view::{from_one, name_of};
use super::{find, load};
use crate::app::App;
use crate::client::Client;
use crate::error::Error;
use crate::games::info::accounts_of;
use crate::parts::budgets::{Cost, Payer};
use crate::tournament_log::unreadable;

/// Version of the form of a file of events.
const FILE_VERSION: u32 = 1;

/// All events with their times and authors: the log, and the file that moves a tournament.
///
/// # Errors
/// `NotFound` if there is no such tournament; `RateLimited` if the client has used up its processor time.
pub async fn events(app: &App, client: Client, id: &str) -> Result<TournamentFile, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let row = find(app, id).await?;
    let stored = tournaments::events(&*app.database, row.id, 0).await?;
    app.budgets.owe(Payer::Client(client), Cost::of_replay(stored.len()));
    let mut named: Vec<AccountId> = stored.iter().map(|event| event.author).collect();
    let mut events = Vec::with_capacity(stored.len());
    for event in stored {
        let data: Event = serde_json::from_str(&event.data).map_err(|error| unreadable(row.id, &error))?;
        if let Event::Arbiter { account, .. } = &data {
            named.extend(account.parse::<AccountId>());
        }
        events.push((event.at, event.author, data));
    }
    let accounts = accounts_of(&*app.database, named).await?;
    let logged = events.into_iter().map(|(at, author, event)| LoggedEvent {
        at,
        author: name_of(author.as_str(), &accounts),
        arbiter: match &event {
            Event::Arbiter { account, .. } => name_of(account, &accounts),
            _ => None,
        },
        event,
    });
    let logged = logged.collect();
    Ok(TournamentFile { saffron_tournament: FILE_VERSION, events: logged })
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
        let [title, name, federation, club] = [title, name, federation, club].map(|text| field(text));
        let _ = write!(
            out,
            "{},{number},{title},{name},{rating},{federation},{club},{}",
            standing.rank,
            points(standing.points.quarters())
        );
        for value in &standing.values {
            let _ = write!(out, ",{value}");
        }
        out.push_str("\r\n");
    }
    Ok(out)
}

/// Points without a decimal that is 0.
fn points(quarters: i32) -> String {
    let text = saffron_tournament::Points::from_quarters(quarters).to_string();
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// Text as a field: quoted if it has commas or quotes. Spreadsheets take some first characters for formulas, so such a text gets an
/// apostrophe.
fn field(text: &str) -> String {
    let text = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
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
