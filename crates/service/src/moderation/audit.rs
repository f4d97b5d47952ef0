//! Audit log of the moderators' actions.

use saffron_protocol::error::ErrorCode;
use saffron_protocol::moderation::{AuditLine, AuditLog};
use saffron_store::moderation;

use crate::app::App;
use crate::config::limits::AUDIT_PAGE;
use crate::error::Error;
use crate::games::info::accounts_of;
use crate::moderation::entry::AuditEntry;
use crate::moderation::{called, moderator};
use crate::people::named;
use crate::session::Viewer;

/// A page of the log, the latest first. Query parameters: `before` is the previous page's `next`, `name` an account
/// that the actions concern.
pub async fn read(app: &App, viewer: &Viewer, query: &str) -> Result<AuditLog, Error> {
    moderator(app, viewer).await?;
    let (mut about, mut before) = (None, None);
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let invalid = || ErrorCode::InvalidField { field: name.chars().take(32).collect() };
        match &*name {
            "name" => about = Some(named(app, &value).await?.id),
            "before" => before = Some(value.parse::<i64>().map_err(|_| invalid())?),
            _ => return Err(invalid().into()),
        }
    }
    let mut actions = moderation::actions(&*app.database, about, before, AUDIT_PAGE + 1).await?;
    let more = actions.len() > AUDIT_PAGE as usize;
    actions.truncate(AUDIT_PAGE as usize);
    let next = actions.last().filter(|_| more).map(|(number, _)| number.to_string());
    let ids = actions.iter().flat_map(|(_, action)| [Some(action.moderator), action.about]).flatten().collect();
    let accounts = accounts_of(&*app.database, ids).await?;
    let lines = actions.into_iter().filter_map(|(number, action)| {
        let entry: AuditEntry = match serde_json::from_str(&action.details) {
            Ok(entry) => entry,
            Err(error) => {
                tracing::error!(number, %error, "a line of the audit log cannot be read");
                return None;
            }
        };
        let about = action.about.map(|about| called(&accounts, about)).unwrap_or_default();
        let by = called(&accounts, action.moderator);
        Some(AuditLine { at: action.at, by, action: entry.action.of(about), note: entry.note })
    });
    Ok(AuditLog { lines: lines.collect(), next })
}
