//! Commands of organisers.

use saffron_protocol::elo::{EloCommandRequest, EloList};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::{MAX_ELO_BODY, MAX_ELO_LIST};
use saffron_rules::Variant;
use saffron_store::elo_lists;
use saffron_tournament::elo::{self, EloCommand, MAX_DESCRIPTION};
use saffron_tournament::state::{MAX_NAME, MAX_TEXT};

use super::{Loaded, load_own, rated_tournament, shown, stored};
use crate::app::App;
use crate::client::Client;
use crate::error::Error;
use crate::parts::budgets::{Cost, Payer};
use crate::session::Viewer;
use crate::text::{self, piles_up_marks};

/// Carries out a command, and returns the list after it.
///
/// # Errors
/// `NotFound` if there is no such list or tournament, `Forbidden` for one of another account, `Changed` if the command was made for
/// another version, `TooLarge` for a list beyond its limit, `RateLimited` if the client or the account has used up its budget; the
/// refusals of the list.
pub async fn carry_out(
    app: &App,
    client: Client,
    viewer: &Viewer,
    id: &str,
    request: &EloCommandRequest,
) -> Result<EloList, Error> {
    // The extractor of a body with a limit of its own charges nothing.
    let bytes = serde_json::to_vec(&request.command).map_or(MAX_ELO_BODY, |bytes| bytes.len());
    app.budgets.owe(Payer::Client(client), Cost::of_library(1, bytes));
    let Loaded { row, mut list, bytes } = load_own(app, client, viewer, id).await?;
    if row.version != request.version {
        return Err(ErrorCode::Changed.into());
    }
    match &request.command {
        EloCommand::AddTournament { tournament, date, players } => {
            let (rated, _) = rated_tournament(app, client, viewer, tournament).await?;
            list.add(tournament, &rated, *date, players)
        }
        EloCommand::Enter { entries } => {
            // Each new name is compared with those before it.
            let pairs = entries.len() * (list.entries.len() + entries.len());
            app.budgets.owe(Payer::Client(client), Cost::of_library(entries.len(), pairs));
            list.apply(&request.command)
        }
        command => list.apply(command),
    }
    .map_err(ErrorCode::TournamentRefused)?;
    check_texts(&list)?;
    let (summary, document) = stored(&list);
    if document.len() > MAX_ELO_LIST && document.len() >= bytes {
        return Err(ErrorCode::TooLarge { limit: MAX_ELO_LIST }.into());
    }
    app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], Cost::of_entry(document.len()))?;
    let after = elo_lists::EloList {
        name: list.settings.name.clone(),
        updated_at: app.clock.now(),
        version: row.version + 1,
        summary,
        ..row
    };
    let update = elo_lists::update(&after, &document, row.version, app.jobs.epoch);
    if !app.transact_if_unchanged(vec![update]).await? {
        return Err(ErrorCode::Changed.into());
    }
    shown(app, client, Some(viewer), &Loaded { row: after, list, bytes: document.len() }).await
}

/// Refuses unknown variants, and texts that control the display or pile up marks.
pub(super) fn check_texts(list: &elo::EloList) -> Result<(), ErrorCode> {
    let settings = &list.settings;
    if settings.variant.as_ref().is_some_and(|variant| Variant::by_id(variant).is_none()) {
        return Err(ErrorCode::UnknownVariant);
    }
    text::title(&settings.name, "name", MAX_NAME)?;
    for line in settings.description.split('\n').filter(|line| !line.trim().is_empty()) {
        text::title(line, "description", MAX_DESCRIPTION)?;
    }
    if piles_up_marks(&settings.description) {
        return Err(ErrorCode::InvalidField { field: "description".to_owned() });
    }
    for entry in list.entries.iter().flatten() {
        text::title(&entry.name, "name", MAX_NAME)?;
        for text in [&entry.title, &entry.club].into_iter().filter(|text| !text.is_empty()) {
            text::title(text, "entry", MAX_TEXT)?;
        }
    }
    for tournament in list.tournaments.iter().filter(|tournament| !tournament.name.is_empty()) {
        text::title(&tournament.name, "tournaments.name", MAX_NAME)?;
    }
    Ok(())
}
