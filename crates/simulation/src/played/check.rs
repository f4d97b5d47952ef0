//! Comparison of a stored tournament with its games, and with what was acknowledged and shown.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, anyhow};
use saffron_live::{Live, Recorded};
use saffron_rules::{Color, Outcome};
use saffron_store::{Database, GameId, Statement, games, tournaments};

use crate::checks::recorded_events;
use crate::history::key;
use crate::played::{Counts, Kind, PairedGame, Seen};
use crate::world::World;

pub(super) async fn compare<K: Kind>(
    world: &World,
    database: &impl Database,
    seen: &Seen,
) -> anyhow::Result<Vec<String>> {
    let mut wrong = Vec::new();
    let row = tournaments::find(database, seen.id).await?.context("the tournament is gone")?;
    let stored = tournaments::events(database, seen.id, 0).await?;
    world.history().totals.events += stored.len() as u64;
    let in_order = stored.iter().enumerate().all(|(at, event)| event.seq as usize == at);
    if !in_order || row.version as usize != stored.len() || !row.over {
        wrong.push(format!("version {} has {} events, over: {}", row.version, stored.len(), row.over));
    }
    let events: Vec<K::Event> =
        stored.iter().map(|event| serde_json::from_str(&event.data)).collect::<Result<_, _>>()?;
    for (version, shown) in &seen.shown {
        let then = events.get(..*version as usize).and_then(K::replay);
        let contents = then.as_ref().map(K::contents);
        if contents.as_ref() != Some(shown) {
            wrong.push(format!("version {version} was shown with {shown} in place of {contents:?}"));
        }
    }
    let state = K::replay(&events).context("the stored events do not fit")?;
    let accounts = K::accounts(&state);
    for account in seen.entered.iter().filter(|account| !accounts.iter().any(|known| known == account.as_str())) {
        wrong.push(format!("{account} has entered, and is not among the players"));
    }
    let mut paired = BTreeSet::new();
    let mut logs = BTreeMap::new();
    for game in K::games(&state, row.organiser.as_str()) {
        let id: GameId = game.id.parse().map_err(|_| anyhow!("{} is no id", game.id))?;
        if !paired.insert(id) {
            wrong.push(format!("{id} was paired twice"));
        }
        world.history().totals.ended += u64::from(game.counts != Counts::Open);
        if let Some(log) = compare_game::<K>(database, id, &game, &mut wrong).await? {
            logs.insert(game.id, log);
        }
    }
    for row in database.read(Statement::new("SELECT id FROM games")).await? {
        let id: GameId = row.columns().take()?;
        if !paired.contains(&id) {
            wrong.push(format!("{id} was never paired"));
        }
    }
    for ((game, command), seq) in &seen.acknowledged {
        let log = logs.get(game).map_or(&[][..], Vec::as_slice);
        let is_of = |event: &&Recorded| event.command.as_ref().is_some_and(|id| key(id) == *command);
        let found: Vec<u32> = log.iter().filter(is_of).map(|event| event.seq).collect();
        if found != [*seq] {
            wrong.push(format!("{command:?} to {game} was acknowledged as {seq}, but is {found:?}"));
        }
    }
    Ok(wrong)
}

/// Compares the result of a game with its row and its events, which it returns; `None` if the game never began.
async fn compare_game<K: Kind>(
    database: &impl Database,
    id: GameId,
    game: &PairedGame,
    wrong: &mut Vec<String>,
) -> anyhow::Result<Option<Vec<Recorded>>> {
    let counts = &game.counts;
    let Some(row) = games::by_id(database, id).await? else {
        if !(*counts == Counts::Unplayed || *counts == Counts::Open && K::LEAVES_GAMES) {
            wrong.push(format!("{id} counts as {counts:?}, but never began"));
        }
        return Ok(None);
    };
    let players = [row.white, row.black].map(|account| account.map(|id| id.to_string()).unwrap_or_default());
    if players != [game.white.as_str(), game.black.as_str()] {
        wrong.push(format!("{id} was paired for {} and {}, but {players:?} play", game.white, game.black));
    }
    let log = recorded_events(database, id).await?;
    let outcome = Live::replay(log.iter().cloned())?.outcome();
    let points = outcome.filter(|outcome| *outcome != Outcome::ABORTED);
    let points = points.map(|outcome| u32::from(outcome.quarters(Color::White)));
    if row.points != points {
        wrong.push(format!("{id} has the points {:?} in its row, and {points:?} by its events", row.points));
    }
    let fits = match (counts, points) {
        (Counts::Played(range), Some(points)) => range.contains(&points),
        (Counts::Unplayed, None) => outcome.is_some(),
        (Counts::Open, _) => K::LEAVES_GAMES,
        _ => false,
    };
    if !fits {
        wrong.push(format!("{id} counts as {counts:?}, but its points are {points:?}"));
    }
    Ok(Some(log))
}
