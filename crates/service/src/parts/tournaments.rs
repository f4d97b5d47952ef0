//! Tournaments that are kept in memory, so that readers of a page do not replay them each time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use saffron_store::TournamentId;
use saffron_tournament::standings::Standing;
use saffron_tournament::state::State;
use saffron_tournament::teams::{PlayerScore, TeamStanding, TeamTournamentState};

use crate::config::limits::MAX_LOADED_TOURNAMENTS;

/// State after some events.
pub trait Loaded {
    /// Number of events.
    fn version(&self) -> u32;
}

/// State of a tournament over the board after some of its events.
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

impl Loaded for LoadedTournament {
    fn version(&self) -> u32 {
        self.version
    }
}

/// State of a team tournament after some of its events.
#[derive(Debug)]
pub struct LoadedTeamTournament {
    /// Number of events.
    pub version: u32,
    pub state: TeamTournamentState,
    /// Standings after [`TeamTournamentState::ranked_rounds`].
    pub standings: Vec<TeamStanding>,
    /// Players after as many rounds.
    pub players: Vec<PlayerScore>,
}

impl LoadedTeamTournament {
    /// The state with its standings.
    pub fn new(version: u32, state: TeamTournamentState) -> Self {
        let rounds = state.ranked_rounds();
        Self { version, standings: state.standings(rounds), players: state.player_scores(rounds), state }
    }
}

impl Loaded for LoadedTeamTournament {
    fn version(&self) -> u32 {
        self.version
    }
}

/// Tournaments by their ids. The store has the truth: what is here is used for its version only.
#[derive(Debug)]
pub struct LoadedTournaments<L>(Mutex<HashMap<TournamentId, Arc<L>>>);

impl<L> Default for LoadedTournaments<L> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<L: Loaded> LoadedTournaments<L> {
    /// The latest state that is known.
    pub fn get(&self, id: TournamentId) -> Option<Arc<L>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&id).cloned()
    }

    /// Keeps a state, unless a later one is known. If there are too many, all others are forgotten.
    pub fn keep(&self, id: TournamentId, loaded: Arc<L>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.get(&id).is_some_and(|known| known.version() > loaded.version()) {
            return;
        }
        if all.len() >= MAX_LOADED_TOURNAMENTS && !all.contains_key(&id) {
            all.clear();
        }
        all.insert(id, loaded);
    }
}
