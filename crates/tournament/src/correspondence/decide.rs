//! Decisions: which events a command or the time has.

use super::{
    CorrespondenceCommand, CorrespondenceEvent, CorrespondencePair, CorrespondenceRefusal, CorrespondenceResult,
    CorrespondenceSettings, CorrespondenceState, Group,
};
use crate::round_robin::berger_table;

impl CorrespondenceState {
    /// Events that create a tournament.
    ///
    /// # Errors
    /// [`CorrespondenceRefusal::InvalidCorrespondence`] if a setting is outside its limits.
    pub fn create(settings: CorrespondenceSettings) -> Result<Vec<CorrespondenceEvent>, CorrespondenceRefusal> {
        settings.check()?;
        Ok(vec![CorrespondenceEvent::Settings { settings }])
    }

    /// Events of a command; none if it changes nothing. The state changes when they are applied.
    ///
    /// # Errors
    /// The reason why the command is refused.
    pub fn decide(&self, command: &CorrespondenceCommand) -> Result<Vec<CorrespondenceEvent>, CorrespondenceRefusal> {
        if self.is_over {
            return Err(CorrespondenceRefusal::CorrespondenceOver);
        }
        match command {
            CorrespondenceCommand::ChangeSettings { settings } => {
                self.check_not_begun()?;
                settings.check()?;
                let players = self.active().count();
                if (settings.places as usize) < players {
                    return Err(CorrespondenceRefusal::InvalidCorrespondence { field: "places".to_owned() });
                }
                let is_same = *settings == self.settings;
                Ok(if is_same {
                    Vec::new()
                } else {
                    vec![CorrespondenceEvent::Settings { settings: settings.clone() }]
                })
            }
            CorrespondenceCommand::Join { account, rating } => self.join_events(account, *rating),
            CorrespondenceCommand::Withdraw { player } => match self.player(*player) {
                None => Err(CorrespondenceRefusal::NotInCorrespondence),
                Some(known) if known.is_withdrawn => Ok(Vec::new()),
                Some(_) => Ok(vec![CorrespondenceEvent::Withdrawn { player: *player }]),
            },
            CorrespondenceCommand::Cancel => {
                self.check_not_begun()?;
                Ok(vec![CorrespondenceEvent::Cancelled])
            }
        }
    }

    fn check_not_begun(&self) -> Result<(), CorrespondenceRefusal> {
        if self.has_begun() { Err(CorrespondenceRefusal::CorrespondenceBegun) } else { Ok(()) }
    }

    fn join_events(
        &self,
        account: &str,
        rating: Option<u16>,
    ) -> Result<Vec<CorrespondenceEvent>, CorrespondenceRefusal> {
        let known = self.player_of(account);
        if known.and_then(|id| self.player(id)).is_some_and(|player| !player.is_withdrawn) {
            return Ok(Vec::new());
        }
        self.check_not_begun()?;
        let limit = self.settings.places;
        if self.active().count() >= limit as usize {
            return Err(CorrespondenceRefusal::CorrespondenceFull { limit });
        }
        let player = known.unwrap_or_else(|| u32::try_from(self.players.len()).unwrap_or(u32::MAX));
        Ok(vec![CorrespondenceEvent::Joined { player, account: account.to_owned(), rating }])
    }

    /// Event of the end of a game; `None` if the game is not played here.
    #[must_use]
    pub fn game_ended(&self, game: &str, result: CorrespondenceResult) -> Option<CorrespondenceEvent> {
        self.open_game(game)?;
        Some(CorrespondenceEvent::Ended { game: game.to_owned(), result })
    }

    /// Event that is due at `now`: the first stage, the next one, or the end; `None` if there is none. `lots` gives random
    /// numbers, which decide the places in the tables; `new_game` names the games.
    #[must_use]
    pub fn next_stage(
        &self,
        now: i64,
        mut lots: impl FnMut() -> u64,
        new_game: impl FnMut() -> String,
    ) -> Option<CorrespondenceEvent> {
        if self.is_over || !self.is_between_stages() {
            return None;
        }
        let ranked = match self.stages().last() {
            None => {
                let mut entered: Vec<u32> = self.active().collect();
                let is_full = self.settings.begins_when_full && entered.len() >= self.settings.places as usize;
                if now < self.settings.starts_at && !is_full {
                    return None;
                }
                if entered.len() < 2 {
                    return Some(CorrespondenceEvent::Cancelled);
                }
                let numbers = self.numbers();
                entered.sort_by_key(|player| numbers[*player as usize]);
                entered
            }
            Some(stage) if stage.len() == 1 => return Some(CorrespondenceEvent::Finished),
            Some(stage) => self.promoted(stage),
        };
        if ranked.len() < 2 {
            return Some(CorrespondenceEvent::Finished);
        }
        let groups = divide(&ranked, self.settings.group_size as usize);
        let groups: Vec<Vec<u32>> = groups.into_iter().map(|group| shuffled(group, &mut lots)).collect();
        let games = pairs(&groups, self.settings.double, new_game);
        Some(CorrespondenceEvent::StageBegun { groups, games })
    }

    /// Players of a stage that is over who play on: the first ones of each group who have not withdrawn, at least one fewer than the
    /// group has; the best ones first.
    fn promoted(&self, stage: &[Group]) -> Vec<u32> {
        let numbers = self.numbers();
        let mut promoted = Vec::new();
        for group in stage {
            let places = (self.settings.promoted as usize).min(group.players.len() - 1);
            let rows = group.standings(&numbers).into_iter().map(|row| (group.players[row.player], row.points));
            let active =
                rows.filter(|(player, _)| self.players.get(*player as usize).is_some_and(|known| !known.is_withdrawn));
            promoted.extend((0_usize..).zip(active).take(places));
        }
        promoted.sort_by_key(|(rank, (player, points))| (*rank, std::cmp::Reverse(*points), numbers[*player as usize]));
        promoted.into_iter().map(|(_, (player, _))| player).collect()
    }
}

/// Divides players, the best ones first, into groups of at most `size` whose numbers differ by one at most: the first ones go one to
/// each group, the next ones in the other direction, and so on.
fn divide(ranked: &[u32], size: usize) -> Vec<Vec<u32>> {
    let count = ranked.len().div_ceil(size);
    let mut groups = vec![Vec::new(); count];
    for (row, players) in ranked.chunks(count).enumerate() {
        for (place, player) in players.iter().enumerate() {
            groups[if row % 2 == 0 { place } else { count - 1 - place }].push(*player);
        }
    }
    groups
}

/// Games of all groups, by Berger tables.
fn pairs(groups: &[Vec<u32>], is_double: bool, mut new_game: impl FnMut() -> String) -> Vec<CorrespondencePair> {
    let mut pairs = Vec::new();
    for (group, players) in (0..).zip(groups) {
        for (round, table) in (0..).zip(berger_table(players.len(), is_double)) {
            pairs.extend(table.into_iter().map(|pair| CorrespondencePair {
                game: new_game(),
                group,
                round,
                white: players[pair.white],
                black: players[pair.black],
            }));
        }
    }
    pairs
}

/// Players in an order drawn by lots.
fn shuffled(players: Vec<u32>, lots: &mut impl FnMut() -> u64) -> Vec<u32> {
    let mut keyed: Vec<(u64, u32)> = players.into_iter().map(|player| (lots(), player)).collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, player)| player).collect()
}
