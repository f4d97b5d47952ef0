//! Arenas in memory: those that are not over, with who watches them and which games they wait for.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use saffron_live::Millis;
use saffron_protocol::arenas::ArenaStanding;
use saffron_store::tournaments::Tournament;
use saffron_store::{AccountId, GameId, TournamentId};
use saffron_tournament::arena::ArenaState;

use crate::games::outbox::Followers;

/// What a connection watches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArenaWatch {
    pub arena: TournamentId,
    pub account: Option<AccountId>,
}

/// Arena in memory.
#[derive(Debug)]
pub struct LiveArena {
    pub id: TournamentId,
    /// Held while events are stored, so that each follows on the state that it was decided on.
    pub writing: Arc<tokio::sync::Mutex<()>>,
    inner: Mutex<ArenaInner>,
}

/// Mutable state of an arena in memory.
#[derive(Debug)]
pub struct ArenaInner {
    /// Row in the store as of the last event.
    pub row: Tournament,
    pub state: ArenaState,
    /// False for an arena of the server that no one has joined: it is stored when someone does.
    pub is_stored: bool,
    /// True after a write with an unknown result: the state is read again before the next one.
    pub is_stale: bool,
    /// Times since which players wait.
    pub waiting: BTreeMap<u32, Millis>,
    /// Games that have ended, or may have: their results are next.
    pub ended: BTreeSet<GameId>,
    /// Version that watchers were last told of, and when.
    pub shown: (u32, Millis),
    /// Rows of the standings by pages, and the ranking, as of a version.
    pub standings: StandingsCache,
}

/// Standings of one version.
#[derive(Debug, Default)]
pub struct StandingsCache {
    version: u32,
    ranking: Option<Arc<Vec<u32>>>,
    pages: HashMap<u32, Arc<Vec<ArenaStanding>>>,
}

impl StandingsCache {
    fn renew(&mut self, version: u32) {
        if self.version != version {
            *self = Self { version, ..Self::default() };
        }
    }

    /// Ranking as of a version.
    pub fn ranking(&mut self, version: u32, state: &ArenaState) -> Arc<Vec<u32>> {
        self.renew(version);
        Arc::clone(self.ranking.get_or_insert_with(|| Arc::new(state.ranking())))
    }

    /// Rows of a page as of a version, if they are known.
    pub fn page(&mut self, version: u32, page: u32) -> Option<Arc<Vec<ArenaStanding>>> {
        self.renew(version);
        self.pages.get(&page).cloned()
    }

    /// Keeps the rows of a page, unless the version has changed.
    pub fn keep(&mut self, version: u32, page: u32, rows: &Arc<Vec<ArenaStanding>>) {
        if self.version == version {
            self.pages.insert(page, Arc::clone(rows));
        }
    }
}

impl LiveArena {
    pub fn new(row: Tournament, state: ArenaState) -> Self {
        // Games that are played when the arena comes into memory may have ended before, or may never have begun.
        let ended = state.open_games().filter_map(|pair| pair.game.parse().ok()).collect();
        let shown = (row.version, 0);
        let inner = ArenaInner {
            state,
            is_stored: true,
            is_stale: false,
            waiting: BTreeMap::new(),
            ended,
            shown,
            standings: StandingsCache::default(),
            row,
        };
        Self { id: inner.row.id, writing: Arc::default(), inner: Mutex::new(inner) }
    }

    /// Arena that is stored when someone joins it.
    pub fn not_stored(row: Tournament, state: ArenaState) -> Self {
        let arena = Self::new(row, state);
        arena.lock().is_stored = false;
        arena
    }

    pub fn lock(&self) -> MutexGuard<'_, ArenaInner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Arenas that are not over.
#[derive(Debug, Default)]
pub struct LiveArenas {
    all: Mutex<BTreeMap<TournamentId, Arc<LiveArena>>>,
    /// Arenas of games that are played.
    games: Mutex<HashMap<GameId, Arc<LiveArena>>>,
    /// New arenas of series whose writes had unknown results: they are looked for.
    pub doubtful: Mutex<Vec<TournamentId>>,
    /// Connections that watch an arena.
    pub followers: Followers<ArenaWatch>,
}

impl LiveArenas {
    /// Adds an arena with its running games.
    pub fn add(&self, arena: LiveArena) -> Arc<LiveArena> {
        let arena = Arc::new(arena);
        let games: Vec<GameId> = arena.lock().ended.iter().copied().collect();
        games.into_iter().for_each(|game| self.add_game(game, &arena));
        self.all.lock().unwrap_or_else(PoisonError::into_inner).insert(arena.id, Arc::clone(&arena));
        arena
    }

    pub fn get(&self, id: TournamentId) -> Option<Arc<LiveArena>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner).get(&id).cloned()
    }

    /// All arenas in the order of their ids.
    pub fn all(&self) -> Vec<Arc<LiveArena>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// Removes an arena that is over.
    pub fn remove(&self, id: TournamentId) {
        self.all.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
        self.games.lock().unwrap_or_else(PoisonError::into_inner).retain(|_, arena| arena.id != id);
    }

    /// Notes that a game belongs to an arena. To be called before the game begins.
    pub fn add_game(&self, game: GameId, arena: &Arc<LiveArena>) {
        self.games.lock().unwrap_or_else(PoisonError::into_inner).insert(game, Arc::clone(arena));
    }

    /// Notes that a game has ended, if it belongs to an arena.
    pub fn game_ended(&self, game: GameId) {
        let arena = self.games.lock().unwrap_or_else(PoisonError::into_inner).remove(&game);
        if let Some(arena) = arena {
            arena.lock().ended.insert(game);
        }
    }
}
