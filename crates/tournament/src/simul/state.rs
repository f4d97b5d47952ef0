//! State of a simul: the fold of its events.

use std::collections::HashMap;

use super::{SimulEvent, SimulPair, SimulResult, SimulSettings};
use crate::Points;
use crate::state::Fault;

/// Status of a player's entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SimulEntry {
    /// The player waits for the host.
    Applied,
    /// The player has a board.
    Accepted,
    /// The player has withdrawn.
    Withdrawn,
    /// The host has removed the player.
    Removed,
}

/// Player who has applied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SimulPlayer {
    /// Account, as the caller names it.
    pub account: String,
    /// Rating on applying; `None` without one.
    pub rating: Option<u16>,
    /// Status.
    pub entry: SimulEntry,
}

/// Game of a simul.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SimulGame {
    /// Who plays.
    pub pair: SimulPair,
    /// The end; `None` while it is played.
    pub result: Option<SimulResult>,
}

/// Score of the host.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SimulScore {
    /// Games that the host has won: those with more points than the opponent has.
    pub wins: u32,
    /// Games with equal points.
    pub draws: u32,
    /// Games that the host has lost.
    pub losses: u32,
    /// Points of the host.
    pub points: Points,
}

/// Simul.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SimulState {
    pub(super) settings: SimulSettings,
    pub(super) players: Vec<SimulPlayer>,
    by_account: HashMap<String, u32>,
    games: Vec<SimulGame>,
    /// Places of the games by their ids.
    places: HashMap<String, usize>,
    is_cancelled: bool,
}

impl SimulState {
    /// State after events, of which the first one has the settings.
    ///
    /// # Errors
    /// The first event that does not fit.
    pub fn replay<'a>(events: impl IntoIterator<Item = &'a SimulEvent>) -> Result<Self, Fault> {
        let mut events = events.into_iter().enumerate();
        let Some((_, SimulEvent::Settings { settings })) = events.next() else { return Err(Fault { index: 0 }) };
        let mut state = Self {
            settings: settings.clone(),
            players: Vec::new(),
            by_account: HashMap::new(),
            games: Vec::new(),
            places: HashMap::new(),
            is_cancelled: false,
        };
        for (index, event) in events {
            state.apply(event).ok_or(Fault { index })?;
        }
        Ok(state)
    }

    /// Applies an event; `None` if it does not fit, and then nothing has changed.
    pub fn apply(&mut self, event: &SimulEvent) -> Option<()> {
        if let SimulEvent::Ended { game, result } = event {
            return self.end(game, *result);
        }
        self.is_open().then_some(())?;
        match event {
            SimulEvent::Applied { player, account, rating } => self.enter(*player, account, *rating)?,
            SimulEvent::Withdrawn { player } => self.set_entry(*player, SimulEntry::Withdrawn)?,
            SimulEvent::Accepted { player } => self.set_entry(*player, SimulEntry::Accepted)?,
            SimulEvent::Removed { player } => self.set_entry(*player, SimulEntry::Removed)?,
            SimulEvent::Started { games } => self.start(games)?,
            SimulEvent::Cancelled => self.is_cancelled = true,
            SimulEvent::Settings { settings } => self.settings = settings.clone(),
            SimulEvent::Ended { .. } => return None,
        }
        Some(())
    }

    fn enter(&mut self, player: u32, account: &str, rating: Option<u16>) -> Option<()> {
        let applicant = SimulPlayer { account: account.to_owned(), rating, entry: SimulEntry::Applied };
        match self.by_account.get(account) {
            Some(known) => {
                let place = self.players.get_mut(*known as usize)?;
                (*known == player && place.entry == SimulEntry::Withdrawn).then_some(())?;
                *place = applicant;
            }
            None => {
                (player as usize == self.players.len()).then_some(())?;
                self.by_account.insert(account.to_owned(), player);
                self.players.push(applicant);
            }
        }
        Some(())
    }

    fn set_entry(&mut self, player: u32, entry: SimulEntry) -> Option<()> {
        self.players.get_mut(player as usize)?.entry = entry;
        Some(())
    }

    fn start(&mut self, games: &[SimulPair]) -> Option<()> {
        let mut accepted: Vec<u32> = self.accepted().collect();
        let mut places = HashMap::with_capacity(games.len());
        for (place, pair) in games.iter().enumerate() {
            let index = accepted.iter().position(|player| *player == pair.player)?;
            accepted.swap_remove(index);
            places.insert(pair.game.clone(), place).is_none().then_some(())?;
        }
        (!games.is_empty() && accepted.is_empty()).then_some(())?;
        self.games = games.iter().map(|pair| SimulGame { pair: pair.clone(), result: None }).collect();
        self.places = places;
        Some(())
    }

    fn end(&mut self, game: &str, result: SimulResult) -> Option<()> {
        let game = self.games.get_mut(*self.places.get(game)?)?;
        game.result.is_none().then_some(())?;
        game.result = Some(result);
        Some(())
    }

    /// Settings.
    #[must_use]
    pub fn settings(&self) -> &SimulSettings {
        &self.settings
    }

    /// All players who have ever applied, by their ids.
    #[must_use]
    pub fn players(&self) -> &[SimulPlayer] {
        &self.players
    }

    /// Player with an id.
    #[must_use]
    pub fn player(&self, id: u32) -> Option<&SimulPlayer> {
        self.players.get(id as usize)
    }

    /// Player of an account.
    #[must_use]
    pub fn player_of(&self, account: &str) -> Option<u32> {
        self.by_account.get(account).copied()
    }

    /// Players who are accepted.
    pub fn accepted(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.players).filter(|(_, player)| player.entry == SimulEntry::Accepted).map(|(id, _)| id)
    }

    /// Games in the order of the boards; empty before the start.
    #[must_use]
    pub fn games(&self) -> &[SimulGame] {
        &self.games
    }

    /// Games that are not over.
    pub fn open_games(&self) -> impl Iterator<Item = &SimulPair> {
        self.games.iter().filter(|game| game.result.is_none()).map(|game| &game.pair)
    }

    /// Returns whether players can apply: it has neither begun nor been cancelled.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.games.is_empty() && !self.is_cancelled
    }

    /// Returns whether all its games are over, or it was cancelled.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_cancelled || !self.games.is_empty() && self.open_games().next().is_none()
    }

    /// Returns whether it was cancelled before its start.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.is_cancelled
    }

    /// Score of the host in the games that are over.
    #[must_use]
    pub fn score(&self) -> SimulScore {
        let mut score = SimulScore::default();
        for game in &self.games {
            let Some(SimulResult::Played { host, opponent }) = game.result else { continue };
            score.points += host;
            *match host.cmp(&opponent) {
                std::cmp::Ordering::Greater => &mut score.wins,
                std::cmp::Ordering::Equal => &mut score.draws,
                std::cmp::Ordering::Less => &mut score.losses,
            } += 1;
        }
        score
    }
}
