//! Decisions: which events a command or the time has.

use super::{ArenaCommand, ArenaEvent, ArenaRefusal, ArenaResult, ArenaSettings, ArenaState, MAX_ARENA_PLAYERS};

impl ArenaState {
    /// Events that create an arena.
    ///
    /// # Errors
    /// [`ArenaRefusal::InvalidArena`] if a setting is outside its limits.
    pub fn create(settings: ArenaSettings) -> Result<Vec<ArenaEvent>, ArenaRefusal> {
        settings.check()?;
        Ok(vec![ArenaEvent::Settings { settings }])
    }

    /// Events of a command at `now`; none if it changes nothing. The state changes when they are applied.
    ///
    /// # Errors
    /// The reason why the command is refused.
    pub fn decide(&self, command: &ArenaCommand, now: i64) -> Result<Vec<ArenaEvent>, ArenaRefusal> {
        if self.is_over || now >= self.settings.ends_at() {
            return Err(ArenaRefusal::ArenaOver);
        }
        match command {
            ArenaCommand::ChangeSettings { settings } => {
                self.check_not_begun(now)?;
                settings.check()?;
                let is_same = *settings == self.settings;
                Ok(if is_same { Vec::new() } else { vec![ArenaEvent::Settings { settings: settings.clone() }] })
            }
            ArenaCommand::Join { account, rating } => self.join(account, *rating),
            ArenaCommand::Pause { account } => {
                let player = self.player_of(account).ok_or(ArenaRefusal::NotInArena)?;
                let is_paused = self.players[player as usize].is_paused;
                Ok(if is_paused { Vec::new() } else { vec![ArenaEvent::Paused { player }] })
            }
            ArenaCommand::Disqualify { player } => match self.player(*player) {
                None => Err(ArenaRefusal::NotInArena),
                Some(known) if known.is_disqualified => Ok(Vec::new()),
                Some(_) => Ok(vec![ArenaEvent::Disqualified { player: *player }]),
            },
            ArenaCommand::Cancel => {
                self.check_not_begun(now)?;
                Ok(vec![ArenaEvent::Cancelled])
            }
        }
    }

    fn check_not_begun(&self, now: i64) -> Result<(), ArenaRefusal> {
        if now >= self.settings.starts_at || !self.games().is_empty() { Err(ArenaRefusal::ArenaBegun) } else { Ok(()) }
    }

    fn join(&self, account: &str, rating: Option<u16>) -> Result<Vec<ArenaEvent>, ArenaRefusal> {
        let Some(player) = self.player_of(account) else {
            if self.players.len() >= MAX_ARENA_PLAYERS {
                return Err(ArenaRefusal::ArenaFull { limit: MAX_ARENA_PLAYERS });
            }
            let player = u32::try_from(self.players.len()).unwrap_or(u32::MAX);
            return Ok(vec![ArenaEvent::Joined { player, account: account.to_owned(), rating }]);
        };
        let known = &self.players[player as usize];
        if known.is_disqualified {
            return Err(ArenaRefusal::NotInArena);
        }
        Ok(if known.is_paused { vec![ArenaEvent::Returned { player, rating }] } else { Vec::new() })
    }

    /// Event of the end of a game; `None` if the game is not played in this arena, or the arena is over.
    #[must_use]
    pub fn game_ended(&self, game: &str, result: ArenaResult) -> Option<ArenaEvent> {
        self.open_game(game)?;
        Some(ArenaEvent::Ended { game: game.to_owned(), result })
    }

    /// Event that time has caused at `now`: the end.
    #[must_use]
    pub fn tick(&self, now: i64) -> Option<ArenaEvent> {
        (!self.is_over && now >= self.settings.ends_at()).then_some(ArenaEvent::Finished)
    }
}
