//! Tournaments that are kept in memory, so that readers of a page do not replay them each time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use saffron_store::TournamentId;
use saffron_tournament::standings::Standing;
use saffron_tournament::state::State;

use crate::config::limits::MAX_LOADED_TOURNAMENTS;

/// State of a tournament after some of its events.
#[derive(Debug)]
pub struct LoadedTournament {
    /// Number of events.
    pub version: u32,
    pub state: State,
    /// Standings after [`State::ranked_rounds`].
    pub standings: Vec<Standing>,
}

impl LoadedTournament {
    /// The state with its standings.
    pub fn new(version: u32, state: State) -> Self {
        let standings = state.standings(state.ranked_rounds());
        Self { version, state, standings }
    }
}

/// Tournaments by their ids. The store has the truth: what is here is used for its version only.
#[derive(Debug, Default)]
pub struct LoadedTournaments(Mutex<HashMap<TournamentId, Arc<LoadedTournament>>>);

impl LoadedTournaments {
    /// The latest state that is known.
    pub fn get(&self, id: TournamentId) -> Option<Arc<LoadedTournament>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&id).cloned()
    }

    /// Keeps a state, unless a later one is known. If there are too many, all others are forgotten.
    pub fn keep(&self, id: TournamentId, loaded: Arc<LoadedTournament>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.get(&id).is_some_and(|known| known.version > loaded.version) {
            return;
        }
        if all.len() >= MAX_LOADED_TOURNAMENTS && !all.contains_key(&id) {
            all.clear();
        }
        all.insert(id, loaded);
    }
}
