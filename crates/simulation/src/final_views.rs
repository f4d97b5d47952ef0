//! Games as the server shows them over HTTP at the end.

use std::rc::Rc;

use anyhow::{Context, ensure};
use saffron_protocol::game::{EventList, GameView};

use crate::http;
use crate::world::{FinalView, World, now};

/// Requests every game as both players and a spectator see it.
pub(crate) async fn ask_all(world: Rc<World>) -> turmoil::Result {
    for (game, id) in world.games.iter().enumerate() {
        let [white, black] = world.plan.games[game].players;
        for person in [Some(white), Some(black), None] {
            let token = person.map(|person| world.accounts[person].token.as_str());
            let view: GameView = get(&format!("/api/games/{id}"), token).await?;
            let mut events = Vec::new();
            loop {
                let from = events.last().map_or(0, |last: &saffron_live::Recorded| last.seq + 1);
                let list: EventList = get(&format!("/api/games/{id}/events?from={from}"), token).await?;
                if list.events.is_empty() {
                    break;
                }
                events.extend(list.events);
            }
            world.final_views.borrow_mut().push(FinalView { game, person, view, events, at: now() });
        }
    }
    Ok(())
}

/// Requests the presence in every game.
pub(crate) async fn ask_presence(world: Rc<World>) -> turmoil::Result {
    let mut left = Vec::new();
    for id in &world.games {
        let view: GameView = get(&format!("/api/games/{id}"), None).await?;
        left.push((view.presence.white, view.presence.black, view.presence.spectators));
    }
    world.left.replace(Some(left));
    Ok(())
}

async fn get<T: serde::de::DeserializeOwned>(path: &str, token: Option<&str>) -> anyhow::Result<T> {
    let (status, body) = http::ask("GET", path, token, None).await.with_context(|| format!("GET {path}"))?;
    ensure!(status.is_success(), "GET {path}: {status} {}", String::from_utf8_lossy(&body));
    Ok(serde_json::from_slice(&body)?)
}
