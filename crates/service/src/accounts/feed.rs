//! Atom feed of the games in which an account is to move, at a secret address.

use std::fmt::Write as _;

use saffron_protocol::account::Feed;
use saffron_protocol::error::ErrorCode;
use saffron_store::games::{self, Game};
use saffron_store::{AccountId, feeds};

use crate::accounts::person;
use crate::app::App;
use crate::calendar::rfc3339;
use crate::config::limits::MAX_FEED_GAMES;
use crate::error::Error;
use crate::session::Viewer;
use crate::tokens::{hash_of, new_token};

/// Returns whether an account has a feed. The path is `None`, since only a hash of the address is stored.
pub async fn show(app: &App, viewer: &Viewer) -> Result<Feed, Error> {
    let active = feeds::exists(&*app.database, viewer.account).await?;
    Ok(Feed { active, path: None })
}

/// Creates the account's feed, or gives it a new address; the old one ends.
pub async fn renew(app: &App, viewer: &Viewer) -> Result<Feed, Error> {
    let account = person(app, viewer).await?;
    app.accounts.limits.changes.take(&account.id)?;
    let token = new_token(&app.random);
    let statement = feeds::set(account.id, &hash_of(&token), app.clock.now());
    app.database.transact(vec![statement]).await?;
    Ok(Feed { active: true, path: Some(format!("/feed/{token}.atom")) })
}

/// Removes the account's feed.
pub async fn remove(app: &App, viewer: &Viewer) -> Result<(), Error> {
    app.database.transact(vec![feeds::remove(viewer.account)]).await?;
    Ok(())
}

/// Atom document of the feed with a token.
///
/// # Errors
/// `NotFound` if no feed has the token.
pub async fn atom(app: &App, token: &str) -> Result<String, Error> {
    let account = account_of(app, token).await?;
    let games = games::to_move(&*app.database, account, MAX_FEED_GAMES).await?;
    Ok(document(app, account, &games).await)
}

/// Account of the feed with a token.
///
/// # Errors
/// `NotFound` if no feed has the token.
pub(super) async fn account_of(app: &App, token: &str) -> Result<AccountId, Error> {
    let account = feeds::account(&*app.database, &hash_of(token)).await?;
    Ok(account.ok_or(ErrorCode::NotFound)?)
}

/// Renders the Atom document. It holds names and codes only, since feed readers have no message catalogues.
async fn document(app: &App, account: AccountId, games: &[Game]) -> String {
    let mut entries = Vec::with_capacity(games.len());
    for game in games {
        entries.push(Entry::new(app, game).await);
    }
    let updated = entries.iter().map(|entry| entry.updated).max().unwrap_or_else(|| app.clock.now());
    let base = app.config.public_origin.as_deref().unwrap_or_default();
    let mut xml =
        String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n");
    let _ = writeln!(
        xml,
        "<title>Saffron</title>\n<id>urn:saffron:feed:{account}</id>\n<author><name>Saffron</name></author>"
    );
    let _ = writeln!(xml, "<updated>{}</updated>\n<link href=\"{}/lobby\"/>", rfc3339(updated), escaped(base));
    for entry in &entries {
        let Entry { id, ply, title, summary, updated } = entry;
        let _ = writeln!(
            xml,
            "<entry>\n<title>{}</title>\n<id>urn:saffron:game:{id}:{ply}</id>\n<updated>{}</updated>\n\
             <link href=\"{}/live/{id}\"/>\n<summary>{}</summary>\n</entry>",
            escaped(title),
            rfc3339(*updated),
            escaped(base),
            escaped(summary),
        );
    }
    xml.push_str("</feed>\n");
    xml
}

struct Entry {
    id: String,
    /// Part of the entry's id, so that each turn is a new entry.
    ply: u32,
    title: String,
    summary: String,
    updated: i64,
}

impl Entry {
    async fn new(app: &App, game: &Game) -> Self {
        let mut title = String::new();
        let mut updated = game.created_at;
        if let Ok(live_game) = app.games.open(game.id).await {
            let state = live_game.lock();
            let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
            title = format!("{} – {}", name(&state.info.white.name), name(&state.info.black.name));
            updated = state.live.last_at();
        }
        let deadline = game.deadline.map(|at| format!(" – {}", rfc3339(at))).unwrap_or_default();
        Self {
            id: game.id.to_string(),
            ply: game.plies,
            title,
            summary: format!("{}{deadline}", game.variant),
            updated,
        }
    }
}

/// Escapes text for XML and drops the characters that XML 1.0 forbids.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for each in text.chars() {
        match each {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' | '\n' => escaped.push(' '),
            each if each.is_control() || matches!(each, '\u{fffe}' | '\u{ffff}') => {}
            each => escaped.push(each),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_not_markup() {
        assert_eq!(escaped("<a href='x'>&\"\n\u{0}\u{1b}\u{ffff}ü"), "&lt;a href=&#39;x&#39;&gt;&amp;&quot; ü");
    }
}
