//! Calendar of an account (RFC 5545), at the secret address of its feed: arenas that it has joined, planned simuls that it
//! hosts or has applied for, and deadlines of its moves.

use icalendar::{Calendar, Component, Event};
use saffron_live::Millis;
use saffron_store::games;

use super::feed::account_of;
use crate::app::App;
use crate::calendar::basic;
use crate::config::limits::MAX_FEED_GAMES;
use crate::error::Error;
use crate::games::info::{accounts_of, player_of};
use crate::simuls;

/// Calendar of the feed with a token. It holds names only, since calendars have no message catalogues.
///
/// # Errors
/// `NotFound` if no feed has the token.
pub async fn calendar(app: &App, token: &str) -> Result<String, Error> {
    let account = account_of(app, token).await?;
    let mut calendar = Calendar::new();
    calendar.name("Saffron");
    let base = app.config.public_origin.as_deref().unwrap_or_default();
    let stamp = app.clock.now();
    for arena in app.arenas.all() {
        let inner = arena.lock();
        let settings = inner.state.settings();
        let joined = inner.state.player_of(account.as_str()).is_some();
        if joined && !inner.row.name.is_empty() {
            let (from, to) = (settings.starts_at, settings.ends_at());
            let id = format!("arena-{}", arena.id);
            calendar.push(event(&id, stamp, (from, to), &settings.name, &format!("{base}/arena/{}", arena.id)));
        }
    }
    for simul in simuls::planned_of(app, account).await? {
        let Some(at) = simul.settings.begins_at else { continue };
        let (id, link) = (format!("simul-{}", simul.id), format!("{base}/simul/{}", simul.id));
        calendar.push(event(&id, stamp, (at, at), &simul.settings.name, &link));
    }
    let to_move = games::to_move(&*app.database, account, MAX_FEED_GAMES).await?;
    let players = to_move.iter().flat_map(|game| [game.white, game.black]).flatten().collect();
    let accounts = accounts_of(&*app.database, players).await?;
    for game in to_move {
        let Some(deadline) = game.deadline else { continue };
        let [white, black] = [game.white, game.black].map(|id| {
            let player = player_of(id, &accounts, None, false);
            player.name.unwrap_or_else(|| "?".to_owned())
        });
        let (id, link) = (format!("game-{}", game.id), format!("{base}/live/{}", game.id));
        calendar.push(event(&id, stamp, (deadline, deadline), &format!("{white} – {black}"), &link));
    }
    Ok(calendar.to_string())
}

fn event(id: &str, stamp: Millis, (from, to): (Millis, Millis), name: &str, link: &str) -> Event {
    let mut event = Event::new();
    event.uid(&format!("{id}@saffron")).summary(name).url(link);
    for (property, at) in [("DTSTAMP", stamp), ("DTSTART", from), ("DTEND", to)] {
        event.add_property(property, basic(at));
    }
    event.done()
}
