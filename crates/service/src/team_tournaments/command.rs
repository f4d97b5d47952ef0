//! Commands of organisers.

use std::sync::Arc;

use saffron_live::Millis;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::{MAX_TOURNAMENT_BODY, MAX_TOURNAMENT_EVENTS};
use saffron_protocol::team_tournaments::{TeamTournament, TeamTournamentCommandRequest};
use saffron_rules::Variant;
use saffron_store::tournaments;
use saffron_tournament::state::{MAX_NAME, MAX_TEXT};
use saffron_tournament::teams::{TeamTournamentCommand, TeamTournamentEvent, TeamTournamentState};

use super::{Summary, find, load, shown};
use crate::app::App;
use crate::client::Client;
use crate::config::limits::{MAX_PAIRED_AT_ONCE, MAX_TOURNAMENT_ATTEMPTS};
use crate::error::Error;
use crate::organisers::check_may;
use crate::parts::budgets::{Cost, Payer};
use crate::parts::tournaments::LoadedTeamTournament;
use crate::session::Viewer;
use crate::text;
use crate::tournament_games::read;
use crate::tournament_log::{self, Head, stored_events};

/// Carries out a command, and returns the tournament after it.
///
/// # Errors
/// `NotFound` if there is no such tournament or account, `Forbidden` for those who are neither organiser nor arbiter, `Changed` if the
/// command was made for another version, `RateLimited` if the client or the account has used up its budget; the refusals of the
/// tournament.
pub async fn carry_out(
    app: &App,
    client: Client,
    viewer: &Viewer,
    id: &str,
    request: &TeamTournamentCommandRequest,
) -> Result<TeamTournament, Error> {
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
            TeamTournamentCommand::SetGame { round, first, board, moves: Some(text) } => {
                let moves = Some(read(app, client, &loaded.state.settings().variant, text)?);
                &TeamTournamentCommand::SetGame { round: *round, first: *first, board: *board, moves }
            }
            other => other,
        };
        let events = decide(app, client, &loaded, command).await?;
        if events.is_empty() {
            return shown(app, client, Some(viewer), &row, &loaded).await;
        }
        let mut state = loaded.state.clone();
        for event in &events {
            check_event(event)?;
            state.apply(event).ok_or(ErrorCode::Internal)?;
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
            let loaded = Arc::new(LoadedTeamTournament::new(after.version, state));
            app.team_tournaments.keep(row.id, Arc::clone(&loaded));
            return shown(app, client, Some(viewer), &after, &loaded).await;
        }
    }
    Err(ErrorCode::Busy.into())
}

/// Account that a command appoints or dismisses.
fn appointment(command: &TeamTournamentCommand) -> Option<(&str, bool)> {
    match command {
        TeamTournamentCommand::SetArbiter { account, appointed } => Some((account, *appointed)),
        _ => None,
    }
}

/// Events of a command. Pairing takes up to a tenth of a second with very many teams, so it has a thread of its own then.
async fn decide(
    app: &App,
    client: Client,
    loaded: &Arc<LoadedTeamTournament>,
    command: &TeamTournamentCommand,
) -> Result<Vec<TeamTournamentEvent>, Error> {
    let teams = loaded.state.active().len();
    if matches!(command, TeamTournamentCommand::Pair) {
        app.budgets.owe(Payer::Client(client), Cost::of_pairing(teams));
    }
    let events = if matches!(command, TeamTournamentCommand::Pair) && teams > MAX_PAIRED_AT_ONCE {
        let loaded = Arc::clone(loaded);
        let paired = tokio::task::spawn_blocking(move || loaded.state.decide(&TeamTournamentCommand::Pair)).await;
        paired.map_err(|error| {
            tracing::error!(%error, "a round of teams could not be paired");
            ErrorCode::Internal
        })?
    } else {
        loaded.state.decide(command)
    };
    Ok(events.map_err(ErrorCode::TournamentRefused)?)
}

/// Refuses unknown variants, and texts of an event that control the display or pile up marks.
pub(super) fn check_event(event: &TeamTournamentEvent) -> Result<(), ErrorCode> {
    match event {
        TeamTournamentEvent::Settings { settings } => {
            if Variant::by_id(&settings.variant).is_none() {
                return Err(ErrorCode::UnknownVariant);
            }
            text::title(&settings.name, "name", MAX_NAME)?;
            let texts = [&settings.place, &settings.dates, &settings.time_control, &settings.arbiter];
            texts.into_iter().try_for_each(|text| check_text(text, "settings"))
        }
        TeamTournamentEvent::Team { entry, .. } => {
            text::title(&entry.name, "name", MAX_NAME)?;
            check_text(&entry.captain, "captain")?;
            entry.players.iter().try_for_each(|player| {
                text::title(&player.name, "name", MAX_NAME)?;
                check_text(&player.title, "title")
            })
        }
        TeamTournamentEvent::Correction { reason, .. } => text::title(reason, "reason", MAX_TEXT).map(|_| ()),
        _ => Ok(()),
    }
}

/// Refuses a text that may be empty.
fn check_text(text: &str, field: &str) -> Result<(), ErrorCode> {
    if text.is_empty() { Ok(()) } else { text::title(text, field, MAX_TEXT).map(|_| ()) }
}

/// Row of a tournament after some events.
pub(super) fn row_after(
    row: &tournaments::Tournament,
    state: &TeamTournamentState,
    events: usize,
    now: Millis,
) -> tournaments::Tournament {
    let head = Head { name: state.settings().name.clone(), over: state.is_over(), summary: Summary::text(state) };
    tournament_log::row_after(row, head, events, now)
}
