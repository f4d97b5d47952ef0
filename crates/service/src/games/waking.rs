//! Running games come into memory when they are needed, and leave it when they have rested for a while.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use saffron_live::Millis;
use saffron_protocol::error::ErrorCode;
use saffron_store::games::{self, LogIndex};
use saffron_store::server::{self, Downtime};
use saffron_store::{GameId, Statement, StoreError, conditional_moves};

use crate::config::limits::{FOLD_BATCH, LARGE_GAME, MAX_GAME_READS};
use crate::games::Games;
use crate::games::conditional;
use crate::games::notices::GameNotice;

impl Games {
    /// Takes the running games, none of which is read. Gives those that have more events than they need.
    pub fn take_over(&self, running: &[games::Asleep], mut log: LogIndex, downtimes: Vec<Downtime>) -> Vec<GameId> {
        // Only the first call counts: there is one, at the start.
        let _ = self.downtimes.set(downtimes);
        let ahead = self.clock.now() - self.clock.steady();
        let mut fat = Vec::new();
        for games::Asleep { game, size, .. } in running {
            let tail = log.games.remove(&game.id).unwrap_or_default();
            if size + tail.size > LARGE_GAME {
                fat.push(game.id);
            }
            // Of the time that the server was away the row knows nothing: then the game is read too early, and rests again.
            if let Some(deadline) = game.deadline {
                self.timers.add(deadline.saturating_sub(ahead), game.id);
            }
            self.sleepers.add(game.id, tail.positions);
        }
        fat
    }

    /// Brings running games into memory, some at a time.
    pub async fn wake_all(self: &Arc<Self>, ids: Vec<GameId>) {
        futures_util::stream::iter(ids).for_each_concurrent(MAX_GAME_READS, |id| self.wake(id)).await;
    }

    /// Brings a running game into memory, where its time may be up.
    pub async fn wake(self: &Arc<Self>, id: GameId) {
        match self.open(id).await {
            Ok(live_game) => {
                let due = {
                    let state = live_game.lock();
                    state.live.deadline().is_some_and(|deadline| deadline <= state.time(&self.clock))
                };
                if due {
                    self.tick(&live_game);
                }
                // A computer may be to move, or a player on vacation.
                self.notices.send(GameNotice::Turn(id));
                self.forget_idle(&live_game);
            }
            Err(ErrorCode::Busy) => self.await_store(id, []),
            // It was logged.
            Err(_) => {}
        }
    }

    /// Lets running games go that have rested for so long, for ever.
    pub async fn let_go(&self, rest: Duration) {
        loop {
            tokio::time::sleep(rest / 2).await;
            if let Err(error) = self.let_go_once(rest).await {
                tracing::error!(%error, "events could not be moved into the rows of their games");
            }
        }
    }

    async fn let_go_once(&self, rest: Duration) -> Result<(), StoreError> {
        let rest = Millis::try_from(rest.as_millis()).unwrap_or(Millis::MAX);
        let before = self.clock.steady() - rest;
        let mut ids = self.ids();
        ids.sort_unstable();
        for ids in ids.chunks(FOLD_BATCH) {
            let mut statements: Vec<Statement> = Vec::new();
            let mut folded: HashMap<GameId, usize> = HashMap::new();
            for &id in ids {
                let Some(live_game) = self.get(id).filter(|live_game| live_game.rests_since(before, &self.clock))
                else {
                    continue;
                };
                let state = live_game.lock();
                if state.in_row < state.events.len() {
                    let (events, sets) = conditional::folded(id, &state.events, state.last_sets);
                    statements.push(games::fold(id, &events)?);
                    statements.extend(sets.iter().map(conditional_moves::set));
                    folded.insert(id, state.events.len());
                }
            }
            if !statements.is_empty() {
                // Not where another server has taken over, which may have written more.
                statements.insert(0, server::is_current(self.epoch));
                self.database.transact(statements).await?;
            }
            for &id in ids {
                self.let_go_of(id, folded.get(&id).copied(), before);
            }
        }
        Ok(())
    }

    /// Drops a game that no one holds any more and all of whose events are in its row.
    fn let_go_of(&self, id: GameId, folded: Option<usize>, before: Millis) {
        let mut live_games = self.live_games_mut();
        let Some(live_game) = live_games.get(&id) else { return };
        if !live_game.rests_since(before, &self.clock) {
            return;
        }
        {
            let mut state = live_game.lock();
            state.in_row = folded.unwrap_or(state.in_row);
            if state.in_row < state.events.len() {
                return;
            }
        }
        // All further holders get it from the map, which is locked.
        if Arc::strong_count(live_game) == 1 {
            self.sleepers.add(id, Vec::new());
            live_games.remove(&id);
        }
    }
}
