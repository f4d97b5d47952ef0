//! Decisions: which events a command has.

use super::settings::check;
use super::{
    HostColor, MAX_SIMUL_APPLICANTS, SimulCommand, SimulEntry, SimulEvent, SimulPair, SimulPlayer, SimulRefusal,
    SimulResult, SimulSettings, SimulState,
};

impl SimulState {
    /// Events that create a simul.
    ///
    /// # Errors
    /// [`SimulRefusal::InvalidSimul`] if a setting is outside its limits.
    pub fn create(settings: SimulSettings) -> Result<Vec<SimulEvent>, SimulRefusal> {
        settings.check()?;
        Ok(vec![SimulEvent::Settings { settings }])
    }

    /// Events of a command; none if it changes nothing. The state changes when they are applied.
    ///
    /// # Errors
    /// The reason why the command is refused.
    pub fn decide(&self, command: &SimulCommand) -> Result<Vec<SimulEvent>, SimulRefusal> {
        self.check_open()?;
        match command {
            SimulCommand::ChangeSettings { settings } => self.change_events(settings),
            SimulCommand::Apply { account, rating } => self.apply_events(account, *rating),
            SimulCommand::Withdraw { account } => {
                let player = self.player_of(account).ok_or(SimulRefusal::NotInSimul)?;
                let is_here = matches!(self.entry(player)?, SimulEntry::Applied | SimulEntry::Accepted);
                Ok(if is_here { vec![SimulEvent::Withdrawn { player }] } else { Vec::new() })
            }
            SimulCommand::Accept { player } => match self.entry(*player)? {
                SimulEntry::Accepted => Ok(Vec::new()),
                SimulEntry::Withdrawn => Err(SimulRefusal::NotInSimul),
                SimulEntry::Applied | SimulEntry::Removed => {
                    let limit = self.settings.places;
                    if self.accepted().count() >= limit as usize {
                        return Err(SimulRefusal::SimulFull { limit });
                    }
                    Ok(vec![SimulEvent::Accepted { player: *player }])
                }
            },
            SimulCommand::Remove { player } => match self.entry(*player)? {
                SimulEntry::Removed => Ok(Vec::new()),
                SimulEntry::Withdrawn => Err(SimulRefusal::NotInSimul),
                SimulEntry::Applied | SimulEntry::Accepted => Ok(vec![SimulEvent::Removed { player: *player }]),
            },
            SimulCommand::Cancel => Ok(vec![SimulEvent::Cancelled]),
        }
    }

    fn change_events(&self, settings: &SimulSettings) -> Result<Vec<SimulEvent>, SimulRefusal> {
        settings.check()?;
        // Players have applied for this variant, and as members of this team.
        check("variant", settings.variant == self.settings.variant)?;
        check("team", settings.team == self.settings.team)?;
        check("places", self.accepted().count() <= settings.places as usize)?;
        let is_same = *settings == self.settings;
        Ok(if is_same { Vec::new() } else { vec![SimulEvent::Settings { settings: settings.clone() }] })
    }

    fn check_open(&self) -> Result<(), SimulRefusal> {
        match (self.is_over(), self.is_open()) {
            (true, _) => Err(SimulRefusal::SimulOver),
            (false, false) => Err(SimulRefusal::SimulBegun),
            (false, true) => Ok(()),
        }
    }

    fn entry(&self, player: u32) -> Result<SimulEntry, SimulRefusal> {
        self.player(player).map(|player| player.entry).ok_or(SimulRefusal::NotInSimul)
    }

    fn apply_events(&self, account: &str, rating: Option<u16>) -> Result<Vec<SimulEvent>, SimulRefusal> {
        let known = self.player_of(account);
        match known.and_then(|id| self.player(id)).map(|player| player.entry) {
            Some(SimulEntry::Applied | SimulEntry::Accepted) => return Ok(Vec::new()),
            Some(SimulEntry::Removed) => return Err(SimulRefusal::RemovedFromSimul),
            Some(SimulEntry::Withdrawn) | None => {}
        }
        let count = u32::try_from(self.players.len()).unwrap_or(u32::MAX);
        if known.is_none() && self.players.len() >= MAX_SIMUL_APPLICANTS {
            return Err(SimulRefusal::SimulFull { limit: count });
        }
        Ok(vec![SimulEvent::Applied { player: known.unwrap_or(count), account: account.to_owned(), rating }])
    }

    /// Event of the start: one game for each accepted player. `coin` decides random colours, `new_game` names the games.
    ///
    /// # Errors
    /// [`SimulRefusal::NoOpponents`] if no player is accepted; `SimulBegun` or `SimulOver` if it is not open.
    pub fn start_event(
        &self,
        mut coin: impl FnMut() -> bool,
        mut new_game: impl FnMut() -> String,
    ) -> Result<SimulEvent, SimulRefusal> {
        self.check_open()?;
        let games: Vec<SimulPair> = (self.accepted())
            .map(|player| SimulPair {
                game: new_game(),
                player,
                host_is_white: match self.settings.host_color {
                    HostColor::White => true,
                    HostColor::Black => false,
                    HostColor::Random => coin(),
                },
            })
            .collect();
        if games.is_empty() { Err(SimulRefusal::NoOpponents) } else { Ok(SimulEvent::Started { games }) }
    }

    /// Event of the end of a game; `None` if the game is not played here.
    #[must_use]
    pub fn game_ended(&self, game: &str, result: SimulResult) -> Option<SimulEvent> {
        self.open_games().find(|pair| pair.game == game)?;
        Some(SimulEvent::Ended { game: game.to_owned(), result })
    }
}

impl SimulPlayer {
    /// Returns whether the player waits for the host or has a board.
    #[must_use]
    pub fn is_here(&self) -> bool {
        matches!(self.entry, SimulEntry::Applied | SimulEntry::Accepted)
    }
}
