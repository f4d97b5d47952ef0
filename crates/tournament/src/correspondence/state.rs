//! State of a round robin by correspondence: the fold of its events.

use std::collections::HashMap;

use super::{
    CorrespondenceEvent, CorrespondenceGame, CorrespondencePair, CorrespondenceResult, CorrespondenceSettings, Group,
};
use crate::state::Fault;

/// Player of a round robin by correspondence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CorrespondencePlayer {
    /// Account, as the caller names it.
    pub account: String,
    /// Rating on entering; `None` without one.
    pub rating: Option<u16>,
    /// True if the player left before the start, or withdrew.
    pub is_withdrawn: bool,
}

/// Round robin by correspondence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CorrespondenceState {
    pub(super) settings: CorrespondenceSettings,
    pub(super) players: Vec<CorrespondencePlayer>,
    by_account: HashMap<String, u32>,
    /// Stages of groups, the current one last.
    stages: Vec<Vec<Group>>,
    /// Places of the games of the current stage by their ids: group and index.
    places: HashMap<String, (usize, usize)>,
    pub(super) is_over: bool,
    is_cancelled: bool,
}

impl CorrespondenceState {
    /// State after events, of which the first one has the settings.
    ///
    /// # Errors
    /// The first event that does not fit.
    pub fn replay<'a>(events: impl IntoIterator<Item = &'a CorrespondenceEvent>) -> Result<Self, Fault> {
        let mut events = events.into_iter().enumerate();
        let Some((_, CorrespondenceEvent::Settings { settings })) = events.next() else {
            return Err(Fault { index: 0 });
        };
        let mut state = Self {
            settings: settings.clone(),
            players: Vec::new(),
            by_account: HashMap::new(),
            stages: Vec::new(),
            places: HashMap::new(),
            is_over: false,
            is_cancelled: false,
        };
        for (index, event) in events {
            state.apply(event).ok_or(Fault { index })?;
        }
        Ok(state)
    }

    /// Applies an event; `None` if it does not fit, and then nothing has changed.
    pub fn apply(&mut self, event: &CorrespondenceEvent) -> Option<()> {
        if self.is_over {
            return None;
        }
        match event {
            CorrespondenceEvent::Settings { settings } => {
                (!self.has_begun()).then_some(())?;
                self.settings = settings.clone();
            }
            CorrespondenceEvent::Joined { player, account, rating } => self.join(*player, account, *rating)?,
            CorrespondenceEvent::Withdrawn { player } => self.withdraw(*player)?,
            CorrespondenceEvent::StageBegun { groups, games } => self.begin(groups, games)?,
            CorrespondenceEvent::Ended { game, result } => self.end(game, *result)?,
            CorrespondenceEvent::Cancelled => (self.is_over, self.is_cancelled) = (true, true),
            CorrespondenceEvent::Finished => self.is_over = true,
        }
        Some(())
    }

    fn join(&mut self, player: u32, account: &str, rating: Option<u16>) -> Option<()> {
        let entrant = CorrespondencePlayer { account: account.to_owned(), rating, is_withdrawn: false };
        (!self.has_begun()).then_some(())?;
        match self.by_account.get(account) {
            Some(known) => {
                let place = self.players.get_mut(*known as usize)?;
                (*known == player && place.is_withdrawn).then_some(())?;
                *place = entrant;
            }
            None => {
                (player as usize == self.players.len()).then_some(())?;
                self.by_account.insert(account.to_owned(), player);
                self.players.push(entrant);
            }
        }
        Some(())
    }

    fn withdraw(&mut self, player: u32) -> Option<()> {
        let known = self.players.get_mut(player as usize).filter(|known| !known.is_withdrawn)?;
        known.is_withdrawn = true;
        let current = self.stages.last_mut().into_iter().flatten();
        for group in current.filter(|group| group.players.contains(&player)) {
            let own = group.games.iter().filter(|game| game.is_of(player));
            let over = own.clone().filter(|game| game.result.is_some()).count();
            if 2 * over < own.count() {
                group.uncounted.push(player);
            }
        }
        Some(())
    }

    fn begin(&mut self, groups: &[Vec<u32>], games: &[CorrespondencePair]) -> Option<()> {
        (!groups.is_empty() && self.is_between_stages()).then_some(())?;
        let mut stage: Vec<Group> = Vec::with_capacity(groups.len());
        let mut seen = std::collections::HashSet::new();
        for players in groups {
            let is_known = |player: &u32| self.player(*player).is_some_and(|known| !known.is_withdrawn);
            (players.len() >= 2 && players.iter().all(|player| is_known(player) && seen.insert(*player)))
                .then_some(())?;
            stage.push(Group { players: players.clone(), games: Vec::new(), uncounted: Vec::new() });
        }
        let mut places = HashMap::with_capacity(games.len());
        for pair in games {
            let number = pair.group as usize;
            let group = stage.get_mut(number)?;
            let is_own = |player| group.players.contains(&player);
            (pair.white != pair.black && is_own(pair.white) && is_own(pair.black)).then_some(())?;
            places.insert(pair.game.clone(), (number, group.games.len())).is_none().then_some(())?;
            group.games.push(CorrespondenceGame { pair: pair.clone(), result: None });
        }
        self.stages.push(stage);
        self.places = places;
        Some(())
    }

    fn end(&mut self, game: &str, result: CorrespondenceResult) -> Option<()> {
        let (group, place) = *self.places.get(game)?;
        let game = &mut self.stages.last_mut()?[group].games[place];
        if let CorrespondenceResult::NotBegun { absent } = result {
            game.is_of(absent).then_some(())?;
        }
        game.result.is_none().then_some(())?;
        game.result = Some(result);
        Some(())
    }

    /// Returns whether a stage can begin: none has, or all games of the current one are over.
    pub(super) fn is_between_stages(&self) -> bool {
        self.open_games().next().is_none()
    }

    /// Settings.
    #[must_use]
    pub fn settings(&self) -> &CorrespondenceSettings {
        &self.settings
    }

    /// All players who ever entered, by their ids.
    #[must_use]
    pub fn players(&self) -> &[CorrespondencePlayer] {
        &self.players
    }

    /// Player by id.
    #[must_use]
    pub fn player(&self, id: u32) -> Option<&CorrespondencePlayer> {
        self.players.get(id as usize)
    }

    /// Player of an account, also of one that has withdrawn.
    #[must_use]
    pub fn player_of(&self, account: &str) -> Option<u32> {
        self.by_account.get(account).copied()
    }

    /// Players who have not withdrawn, by their ids.
    pub fn active(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.players).filter(|(_, player)| !player.is_withdrawn).map(|(id, _)| id)
    }

    /// Stages of groups, the current one last.
    #[must_use]
    pub fn stages(&self) -> &[Vec<Group>] {
        &self.stages
    }

    /// Games of the current stage that are not over.
    pub fn open_games(&self) -> impl Iterator<Item = &CorrespondencePair> {
        let games = self.stages.last().into_iter().flatten().flat_map(|group| &group.games);
        games.filter(|game| game.result.is_none()).map(|game| &game.pair)
    }

    /// Game of the current stage that is not over.
    #[must_use]
    pub fn open_game(&self, id: &str) -> Option<&CorrespondencePair> {
        let (group, place) = self.places.get(id)?;
        let game = &self.stages.last()?[*group].games[*place];
        game.result.is_none().then_some(&game.pair)
    }

    /// Returns whether the first stage has begun.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        !self.stages.is_empty()
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

    /// Places of the players in the initial ranking, from 1, by their ids: by rating, then in the order of entry.
    #[must_use]
    pub fn numbers(&self) -> Vec<u32> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by_key(|id| (std::cmp::Reverse(self.players[*id].rating), *id));
        let mut numbers = vec![0; order.len()];
        (1..).zip(order).for_each(|(number, id)| numbers[id] = number);
        numbers
    }
}
