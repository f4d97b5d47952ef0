//! Who may create and run tournaments over the board.

use std::collections::BTreeSet;

use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::MAX_TOURNAMENTS;
use saffron_rules::Variant;
use saffron_store::accounts::{self, Kind};
use saffron_store::tournaments::{self, Tournament};
use serde::Deserialize;

use crate::app::App;
use crate::client::Client;
use crate::error::Error;
use crate::parts::budgets::Payer;
use crate::session::Viewer;

/// What a viewer may do with a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Reads.
    Reader,
    /// Gives commands, but appoints no arbiters and does not remove the tournament.
    Arbiter,
    Organiser,
}

/// What the summary of a tournament over the board says of its arbiters.
#[derive(Deserialize)]
struct Appointed {
    #[serde(default)]
    arbiters: BTreeSet<String>,
}

impl Role {
    /// Role of a viewer by the row of a tournament.
    pub fn of(row: &Tournament, viewer: Option<&Viewer>) -> Self {
        let Some(viewer) = viewer else { return Self::Reader };
        if viewer.account == row.organiser {
            return Self::Organiser;
        }
        let summary: Result<Appointed, _> = serde_json::from_str(&row.summary);
        let is_arbiter = summary.is_ok_and(|summary| summary.arbiters.contains(viewer.account.as_str()));
        if is_arbiter { Self::Arbiter } else { Self::Reader }
    }

    /// Name in the tag of what a viewer sees.
    pub fn tag(self) -> &'static str {
        match self {
            Self::Reader => "read",
            Self::Arbiter => "arbiter",
            Self::Organiser => "edit",
        }
    }
}

/// Refuses commands of those who are neither the organiser nor an arbiter, and arbiters who are no accounts with a name. An arbiter
/// may resign. `appointment` is the account that a command appoints or dismisses.
///
/// # Errors
/// `Forbidden` and `NotFound` as said; failures of the store.
pub async fn check_may(
    app: &App,
    row: &Tournament,
    viewer: &Viewer,
    appointment: Option<(&str, bool)>,
) -> Result<(), Error> {
    let role = Role::of(row, Some(viewer));
    let Some((account, appointed)) = appointment else {
        return if role == Role::Reader { Err(ErrorCode::Forbidden.into()) } else { Ok(()) };
    };
    let resigns = !appointed && account == viewer.account.as_str();
    if role != Role::Organiser && !resigns {
        return Err(ErrorCode::Forbidden.into());
    }
    if appointed {
        let id = account.parse().map_err(|_| ErrorCode::NotFound)?;
        let found = accounts::by_ids(&*app.database, &[id]).await?.pop();
        found.filter(|account| account.kind == Kind::Person).ok_or(ErrorCode::NotFound)?;
    }
    Ok(())
}

/// Refuses to create a tournament of a variant for an account.
///
/// # Errors
/// `AccountRequired` for guests, `Muted` for a muted account, `UnknownVariant`, `TooMany` if the account has as many tournaments that
/// are not over, `RateLimited` if the client has used up its processor time.
pub async fn may_create(app: &App, client: Client, viewer: &Viewer, variant: &str) -> Result<(), Error> {
    viewer.require_account()?;
    if viewer.muted_until.is_some_and(|until| app.clock.now() < until) {
        return Err(ErrorCode::Muted.into());
    }
    if Variant::by_id(variant).is_none() {
        return Err(ErrorCode::UnknownVariant.into());
    }
    app.budgets.may_use_processor(Payer::Client(client))?;
    let limit = u32::try_from(MAX_TOURNAMENTS).unwrap_or(u32::MAX);
    if tournaments::count_open(&*app.database, viewer.account, limit).await? >= MAX_TOURNAMENTS {
        return Err(ErrorCode::TooMany { limit: MAX_TOURNAMENTS }.into());
    }
    Ok(())
}
