//! State of an arena: the fold of its events.

use std::collections::{BTreeMap, HashMap};

use super::score::{ArenaScore, Outcome};
use super::{ArenaEvent, ArenaPair, ArenaResult, ArenaSettings};
use crate::state::Fault;

/// Rating that counts for a player without one.
const DEFAULT_RATING: u16 = 1500;
/// Difference to the opponent's rating that a win or a loss counts as, in the performance.
const PERFORMANCE: i64 = 500;

/// Player of an arena.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArenaPlayer {
    /// Account, as the caller names it.
    pub account: String,
    /// Rating on joining; `None` without one.
    pub rating: Option<u16>,
    /// Score.
    pub score: ArenaScore,
    /// True if the player is not to be paired.
    pub is_paused: bool,
    /// True if the player was taken out.
    pub is_disqualified: bool,
    /// Place of the running game among [`ArenaState::games`].
    pub playing: Option<usize>,
    /// Places of the games that count, in the order of their ends.
    pub played: Vec<usize>,
    /// Games with the white pieces less those with the black ones.
    pub color_balance: i32,
    /// True if the last game was with the white pieces.
    pub had_white: bool,
    /// Opponents, the last one last.
    pub opponents: Vec<u32>,
    /// Sum of the opponents' ratings, each 500 more for a win and less for a loss.
    performance_sum: i64,
}

/// Game of an arena.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArenaGame {
    /// Pair with the id of the game.
    pub pair: ArenaPair,
    /// End; `None` while the game is played, and of games that do not count.
    pub result: Option<ArenaResult>,
}

/// Arena.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArenaState {
    pub(super) settings: ArenaSettings,
    pub(super) players: Vec<ArenaPlayer>,
    by_account: HashMap<String, u32>,
    games: Vec<ArenaGame>,
    /// Places of the games that are played, by their ids.
    open: BTreeMap<String, usize>,
    pub(super) is_over: bool,
    is_cancelled: bool,
}

impl ArenaState {
    /// State after events, of which the first one has the settings.
    ///
    /// # Errors
    /// The first event that does not fit.
    pub fn replay<'a>(events: impl IntoIterator<Item = &'a ArenaEvent>) -> Result<Self, Fault> {
        let mut events = events.into_iter().enumerate();
        let Some((_, ArenaEvent::Settings { settings })) = events.next() else { return Err(Fault { index: 0 }) };
        let mut state = Self::new(settings.clone());
        for (index, event) in events {
            state.apply(event).ok_or(Fault { index })?;
        }
        Ok(state)
    }

    fn new(settings: ArenaSettings) -> Self {
        Self {
            settings,
            players: Vec::new(),
            by_account: HashMap::new(),
            games: Vec::new(),
            open: BTreeMap::new(),
            is_over: false,
            is_cancelled: false,
        }
    }

    /// Applies an event; `None` if it does not fit, and then nothing has changed.
    pub fn apply(&mut self, event: &ArenaEvent) -> Option<()> {
        if self.is_over {
            return None;
        }
        match event {
            ArenaEvent::Settings { settings } => self.settings = settings.clone(),
            ArenaEvent::Joined { player, account, rating } => {
                let is_next = *player as usize == self.players.len() && !self.by_account.contains_key(account);
                is_next.then_some(())?;
                self.by_account.insert(account.clone(), *player);
                self.players.push(ArenaPlayer::new(account, *rating));
            }
            ArenaEvent::Paused { player } => self.player_mut(*player)?.is_paused = true,
            ArenaEvent::Returned { player, rating } => {
                let player = self.player_mut(*player)?;
                (player.is_paused, player.rating) = (false, *rating);
            }
            ArenaEvent::Disqualified { player } => self.player_mut(*player)?.is_disqualified = true,
            ArenaEvent::Paired { pairs } => self.begin(pairs)?,
            ArenaEvent::Ended { game, result } => self.end(game, result)?,
            ArenaEvent::Cancelled => (self.is_over, self.is_cancelled) = (true, true),
            ArenaEvent::Finished => {
                self.is_over = true;
                self.open.clear();
                self.players.iter_mut().for_each(|player| player.playing = None);
            }
        }
        Some(())
    }

    fn begin(&mut self, pairs: &[ArenaPair]) -> Option<()> {
        let mut seen = std::collections::HashSet::new();
        for pair in pairs {
            let is_free = |id: u32| self.player(id).is_some_and(|player| player.playing.is_none());
            let is_new = !self.open.contains_key(&pair.game) && seen.insert(pair.white) && seen.insert(pair.black);
            (is_new && is_free(pair.white) && is_free(pair.black)).then_some(())?;
        }
        for pair in pairs {
            let place = self.games.len();
            for (own, other, is_white) in [(pair.white, pair.black, true), (pair.black, pair.white, false)] {
                let player = self.player_mut(own)?;
                player.playing = Some(place);
                player.opponents.push(other);
                player.color_balance += if is_white { 1 } else { -1 };
                player.had_white = is_white;
            }
            self.open.insert(pair.game.clone(), place);
            self.games.push(ArenaGame { pair: pair.clone(), result: None });
        }
        Some(())
    }

    fn end(&mut self, game: &str, result: &ArenaResult) -> Option<()> {
        let place = *self.open.get(game)?;
        let ArenaPair { white, black, .. } = self.games[place].pair;
        let loser = |winner: u32| if winner == white { black } else { white };
        let outcomes = match *result {
            ArenaResult::Won { winner, plies, berserk } => {
                [white, black].contains(&winner).then_some(())?;
                vec![(winner, Outcome::Won { plies, berserk }), (loser(winner), Outcome::Lost)]
            }
            ArenaResult::Drawn { plies } => {
                vec![(white, Outcome::Drawn { plies }), (black, Outcome::Drawn { plies })]
            }
            ArenaResult::NotBegun { absent } => {
                [white, black].contains(&absent).then_some(())?;
                vec![(loser(absent), Outcome::Won { plies: 0, berserk: false }), (absent, Outcome::Lost)]
            }
            ArenaResult::Void => Vec::new(),
        };
        self.open.remove(game);
        self.games[place].result = Some(result.clone());
        let streaks = self.settings.streaks;
        for (own, outcome) in outcomes {
            let opponent = self.players[loser(own) as usize].rating.unwrap_or(DEFAULT_RATING);
            let player = &mut self.players[own as usize];
            player.score.add(outcome, streaks);
            player.played.push(place);
            player.performance_sum += i64::from(opponent)
                + match outcome {
                    Outcome::Won { .. } => PERFORMANCE,
                    Outcome::Drawn { .. } => 0,
                    Outcome::Lost => -PERFORMANCE,
                };
        }
        for own in [white, black] {
            self.players[own as usize].playing = None;
        }
        if let ArenaResult::NotBegun { absent } = *result {
            self.players[absent as usize].is_paused = true;
        }
        Some(())
    }

    fn player_mut(&mut self, id: u32) -> Option<&mut ArenaPlayer> {
        self.players.get_mut(id as usize)
    }

    /// Player by id.
    #[must_use]
    pub fn player(&self, id: u32) -> Option<&ArenaPlayer> {
        self.players.get(id as usize)
    }

    /// Player of an account.
    #[must_use]
    pub fn player_of(&self, account: &str) -> Option<u32> {
        self.by_account.get(account).copied()
    }

    /// All players who ever joined, by their ids.
    #[must_use]
    pub fn players(&self) -> &[ArenaPlayer] {
        &self.players
    }

    /// All games in the order in which they were paired.
    #[must_use]
    pub fn games(&self) -> &[ArenaGame] {
        &self.games
    }

    /// Games that are played, by their ids.
    pub fn open_games(&self) -> impl Iterator<Item = &ArenaPair> {
        self.open.values().map(|place| &self.games[*place].pair)
    }

    /// Game that is played.
    #[must_use]
    pub fn open_game(&self, id: &str) -> Option<&ArenaPair> {
        self.open.get(id).map(|place| &self.games[*place].pair)
    }

    /// Settings.
    #[must_use]
    pub fn settings(&self) -> &ArenaSettings {
        &self.settings
    }

    /// Returns whether it has ended or was cancelled.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns whether it was cancelled before its start.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.is_cancelled
    }

    /// Players who were not taken out, the best first: by points, then performance, then the order of joining.
    #[must_use]
    pub fn ranking(&self) -> Vec<u32> {
        let ids = 0..u32::try_from(self.players.len()).unwrap_or(u32::MAX);
        let mut ranking: Vec<u32> = ids.filter(|id| !self.players[*id as usize].is_disqualified).collect();
        ranking.sort_by_cached_key(|id| {
            let player = &self.players[*id as usize];
            let performance = player.performance().unwrap_or(player.rating.map_or(0, i64::from));
            (std::cmp::Reverse(player.score.total), std::cmp::Reverse(performance), *id)
        });
        ranking
    }
}

impl ArenaPlayer {
    fn new(account: &str, rating: Option<u16>) -> Self {
        Self {
            account: account.to_owned(),
            rating,
            score: ArenaScore::default(),
            is_paused: false,
            is_disqualified: false,
            playing: None,
            played: Vec::new(),
            color_balance: 0,
            had_white: false,
            opponents: Vec::new(),
            performance_sum: 0,
        }
    }

    /// Performance: the average of the opponents' ratings, each 500 more for a win and less for a loss; `None` without games.
    #[must_use]
    pub fn performance(&self) -> Option<i64> {
        let games = i64::try_from(self.score.sheet.len()).ok().filter(|games| *games > 0)?;
        Some(self.performance_sum / games)
    }

    /// Returns whether the player takes part and has no game.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.playing.is_none() && !self.is_paused && !self.is_disqualified
    }
}
