//! Commands of organisers.

use std::sync::Arc;

use saffron_live::Millis;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::{MAX_TOURNAMENT_BODY, MAX_TOURNAMENT_EVENTS};
use saffron_protocol::tournaments::{Tournament, TournamentCommandRequest};
use saffron_rules::Variant;
use saffron_store::tournaments;
use saffron_tournament::state::{Command, Event, MAX_NAME, MAX_TEXT, State};

use super::{Summary, find, load, shown};
use crate::app::App;
use crate::client::Client;
use crate::config::limits::{MAX_PAIRED_AT_ONCE, MAX_TOURNAMENT_ATTEMPTS};
use crate::error::Error;
use crate::organisers::check_may;
use crate::parts::budgets::{Cost, Payer};
use crate::parts::tournaments::LoadedTournament;
use crate::session::Viewer;
use crate::text;
use crate::tournament_games::read;
use crate::tournament_log::{self, Head, stored_events};

/// Carries out a command, and returns the tournament after it.
///
/// # Errors
/// `NotFound` if there is no such tournament or account, `Forbidden` for those who are neither organiser nor arbiter, `Changed` if the command was made for another
/// version, `RateLimited` if the client or the account has used up its budget; the refusals of the tournament.
pub async fn carry_out(
    app: &App,
    client: Client,
    viewer: &Viewer,
    id: &str,
    request: &TournamentCommandRequest,
) -> Result<Tournament, Error> {
    // The extractor of a body with a limit of its own charges nothing.
    let bytes = serde_json::to_vec(&request.command).map_or(MAX_TOURNAMENT_BODY, |bytes| bytes.len());
    app.budgets.owe(Payer::Client(client), Cost::of_library(0, bytes));
    for _ in 0..MAX_TOURNAMENT_ATTEMPTS {
        app.budgets.may_use_processor(Payer::Client(client))?;
        let row = find(app, id).await?;
        check_may(app, &row, viewer, appointment(&request.command)).await?;
        if request.version.is_some_and(|version| version != row.version) {
            return Err(ErrorCode::Changed.into());
        }
        let loaded = load(app, client, &row).await?;
        let command = match &request.command {
            Command::SetGame { round, white, black, moves: Some(text) } => {
                let moves = Some(read(app, client, &loaded.state.settings().variant, text)?);
                &Command::SetGame { round: *round, white: *white, black: *black, moves }
            }
            other => other,
        };
        let (events, state) = decide(app, client, &loaded, command).await?;
        for event in &events {
            check_event(event)?;
        }
        if events.is_empty() {
            return shown(app, client, Some(viewer), &row, &loaded).await;
        }
        let now = app.clock.now();
        let stored = stored_events(viewer.account, row.version, events.iter().map(|event| (now, event)));
        let bytes = stored.iter().map(|event| event.data.len()).sum();
        if bytes > MAX_TOURNAMENT_EVENTS {
            return Err(ErrorCode::TooLarge { limit: MAX_TOURNAMENT_EVENTS }.into());
        }
        app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], Cost::of_message(bytes))?;
        let after = row_after(&row, &state, stored.len(), now);
        if app.transact_if_unchanged(tournaments::append(&after, row.version, &stored, app.jobs.epoch)).await? {
            let loaded = Arc::new(LoadedTournament::new(after.version, state));
            app.tournaments.keep(row.id, Arc::clone(&loaded));
            return shown(app, client, Some(viewer), &after, &loaded).await;
        }
    }
    Err(ErrorCode::Busy.into())
}

/// Account that a command appoints or dismisses.
fn appointment(command: &Command) -> Option<(&str, bool)> {
    match command {
        Command::SetArbiter { account, appointed } => Some((account, *appointed)),
        _ => None,
    }
}

/// Events of a command, and the state after them. Pairing takes seconds with very many players, so it has a thread of its own then.
async fn decide(
    app: &App,
    client: Client,
    loaded: &Arc<LoadedTournament>,
    command: &Command,
) -> Result<(Vec<Event>, State), Error> {
    let players = loaded.state.active().len();
    if matches!(command, Command::Pair) {
        app.budgets.owe(Payer::Client(client), Cost::of_pairing(players));
    }
    let events = if matches!(command, Command::Pair) && players > MAX_PAIRED_AT_ONCE {
        let loaded = Arc::clone(loaded);
        let paired = tokio::task::spawn_blocking(move || loaded.state.decide(&Command::Pair)).await;
        paired.map_err(|error| {
            tracing::error!(%error, "a round could not be paired");
            ErrorCode::Internal
        })?
    } else {
        loaded.state.decide(command)
    };
    let events = events.map_err(ErrorCode::TournamentRefused)?;
    let mut state = loaded.state.clone();
    for event in &events {
        state.apply(event).ok_or(ErrorCode::Internal)?;
    }
    Ok((events, state))
}

/// Refuses unknown variants, and texts of an event that control the display or pile up marks.
pub(super) fn check_event(event: &Event) -> Result<(), ErrorCode> {
    match event {
        Event::Settings { settings } => {
            if Variant::by_id(&settings.variant).is_none() {
                return Err(ErrorCode::UnknownVariant);
            }
            text::title(&settings.name, "name", MAX_NAME)?;
            let texts = [&settings.place, &settings.dates, &settings.time_control, &settings.arbiter];
            texts.into_iter().filter(|text| !text.is_empty()).try_for_each(|text| {
                text::title(text, "settings", MAX_TEXT)?;
                Ok(())
            })
        }
        Event::Entrant { entrant, .. } => {
            text::title(&entrant.name, "name", MAX_NAME)?;
            let texts = [&entrant.club, &entrant.title, &entrant.federation, &entrant.id, &entrant.birth];
            texts.into_iter().filter(|text| !text.is_empty()).try_for_each(|text| {
                text::title(text, "entrant", MAX_TEXT)?;
                Ok(())
            })
        }
        Event::Correction { reason, .. } => text::title(reason, "reason", MAX_TEXT).map(|_| ()),
        _ => Ok(()),
    }
}

/// Row of a tournament after some events.
pub(super) fn row_after(
    row: &tournaments::Tournament,
    state: &State,
    events: usize,
    now: Millis,
) -> tournaments::Tournament {
    let head = Head { name: state.settings().name.clone(), over: state.is_over(), summary: Summary::text(state) };
    tournament_log::row_after(row, head, events, now)
}
