//! Match between two engines, with several concurrent games.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

use saffron_rules::{Color, Position};

use crate::adjudication::Adjudication;
use crate::game::{PlayedGame, SideLimits, play};
use crate::limits::Limits;
use crate::match_score::{GameResult, MatchScore};
use crate::opening::Opening;
use crate::player::Player;
use crate::printable::printable;
use crate::process::StopSignal;
use crate::request::{EngineError, MatchSettings};
use crate::spec::{EngineSpec, Protocol};
use crate::sprt::{Decision, Sprt};

/// Interval at which the stop signal is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Settings of a match.
#[derive(Clone, Debug)]
pub struct EngineMatch {
    /// Value of the PGN tag `Event`.
    pub name: String,
    /// Start position.
    pub start: Position,
    pub engines: [EngineSpec; 2],
    /// Limits of engines without limits of their own.
    pub limits: Limits,
    /// Openings: pair n plays opening n, modulo their number.
    pub openings: Vec<Opening>,
    /// Number of games.
    pub games: usize,
    /// Number of concurrent games.
    pub concurrency: usize,
    pub adjudication: Adjudication,
    /// Sequential test whose decision ends the match.
    pub sprt: Option<Sprt>,
    /// Time by which an engine may exceed its limit.
    pub margin: Duration,
    /// Timeout from `stop` to the move.
    pub grace: Duration,
    /// Timeout for an engine to start and get ready, and for a move without a time limit.
    pub timeout: Duration,
}

/// Reason why a match ended early.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MatchError {
    /// An engine cannot be started.
    #[error("engine {name}: {reason}")]
    Start { name: String, reason: String },
    /// The observer failed.
    #[error("{0}")]
    Observer(String),
}

/// Observer of the finished games.
pub trait Observer {
    /// Called after each game.
    ///
    /// # Errors
    /// Any error ends the match.
    fn game(&mut self, result: GameResult, played: &PlayedGame, match_score: &MatchScore) -> Result<(), String>;
}

impl EngineMatch {
    /// Returns the limits of an engine: its own, or those of the match.
    pub fn limits_of(&self, engine: usize) -> &Limits {
        let own = &self.engines[engine].limits;
        if own.is_empty() { &self.limits } else { own }
    }

    /// Returns the limits of an engine as shown in reports and PGN.
    pub fn limits_text(&self, engine: usize) -> String {
        match &self.engines[engine].level {
            Some(level) => format!("level {level}"),
            None => self.limits_of(engine).to_string(),
        }
    }

    /// Checks the settings.
    ///
    /// # Errors
    /// If settings exclude each other.
    pub fn check(&self) -> Result<(), String> {
        let [first, second] = &self.engines;
        if first.name == second.name {
            return Err(format!("both engines have the name {:?}; give name=NAME", first.name));
        }
        for (index, engine) in self.engines.iter().enumerate() {
            let (name, limits) = (&engine.name, self.limits_of(index));
            match engine.protocol {
                _ if engine.level.is_some() => {}
                _ if limits.is_empty() => {
                    return Err(format!("engine {name} has no limit: tc, movetime, nodes or depth is needed"));
                }
                Protocol::Jocly if limits.clock.is_some() || limits.depth.is_some() => {
                    return Err(format!(
                        "engine {name} knows neither clock nor depth; give it movetime, nodes or level"
                    ));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns the opening of a game.
    pub fn opening(&self, index: usize) -> &Opening {
        &self.openings[index / 2 % self.openings.len()]
    }

    fn side_limits(&self, engine: usize) -> SideLimits {
        SideLimits {
            limits: *self.limits_of(engine),
            margin: self.engines[engine].margin.unwrap_or(self.margin),
            timeout: self.timeout,
            grace: self.grace,
        }
    }

    /// Plays the games that are not among the earlier ones and returns the score of all. The match ends after the last game,
    /// with the decision of the sequential test, or when `stop` is set. Unfinished games do not count.
    ///
    /// # Errors
    /// A [`MatchError`] if an engine cannot be started or the observer fails. The observer has received the games before it.
    pub fn run(
        &self,
        earlier: &[GameResult],
        observer: &mut dyn Observer,
        stop: &StopSignal,
    ) -> Result<MatchScore, MatchError> {
        let mut match_score = MatchScore::default();
        earlier.iter().for_each(|&result| match_score.add(result));
        let played: HashSet<usize> = earlier.iter().map(|result| result.index).collect();
        if self.openings.is_empty() || self.decision(&match_score).is_some() {
            return Ok(match_score);
        }
        let next = AtomicUsize::new(0);
        let take = || loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= self.games {
                return None;
            } else if !played.contains(&index) {
                return Some(index);
            }
        };
        // Set by the user, by a decision or by an error.
        let end = StopSignal::new();
        let (sender, messages) = mpsc::channel();
        let workers = self.concurrency.min(self.games - played.len().min(self.games));
        std::thread::scope(|scope| {
            for _ in 0..workers {
                let (sender, end, take) = (sender.clone(), end.clone(), &take);
                scope.spawn(move || Worker::new(self, end).work(take, &sender));
            }
            drop(sender);
            let mut result = Ok(());
            loop {
                if stop.is_set() {
                    end.set();
                }
                match messages.recv_timeout(POLL_INTERVAL) {
                    Ok(message) if result.is_ok() && !end.is_set() => {
                        result =
                            message.and_then(|(index, played)| self.add(&mut match_score, index, &played, observer));
                        if result.is_err() || self.decision(&match_score).is_some() {
                            end.set();
                        }
                    }
                    Ok(_) => {}
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return result,
                }
            }
        })?;
        Ok(match_score)
    }

    /// Returns the decision of the sequential test, if the match has one.
    pub fn decision(&self, match_score: &MatchScore) -> Option<Decision> {
        self.sprt.and_then(|sprt| sprt.decision(&match_score.pairs))
    }

    fn add(
        &self,
        match_score: &mut MatchScore,
        index: usize,
        played: &PlayedGame,
        observer: &mut dyn Observer,
    ) -> Result<(), MatchError> {
        let &PlayedGame { white_quarters, termination, failed, .. } = played;
        let result = GameResult { index, white_quarters, termination, failed };
        match_score.add(result);
        match_score.add_search_totals(index, played);
        observer.game(result, played, match_score).map_err(MatchError::Observer)
    }
}

type Message = Result<(usize, Box<PlayedGame>), MatchError>;

/// State of an engine before a game.
enum Ready {
    Yes,
    /// The engine did not reply in time and was killed.
    Hung,
    /// The match was stopped.
    Stopped,
}

/// Worker thread that plays games with its own two engine processes, which it keeps between games.
struct Worker<'a> {
    engine_match: &'a EngineMatch,
    settings: MatchSettings,
    side_limits: [SideLimits; 2],
    players: [Option<Player>; 2],
}

impl<'a> Worker<'a> {
    fn new(engine_match: &'a EngineMatch, stop: StopSignal) -> Self {
        let settings = MatchSettings { start: engine_match.start, timeout: engine_match.timeout, stop };
        Self {
            engine_match,
            settings,
            side_limits: [0, 1].map(|engine| engine_match.side_limits(engine)),
            players: [None, None],
        }
    }

    fn work(mut self, take: &dyn Fn() -> Option<usize>, messages: &Sender<Message>) {
        while let Some(index) = take() {
            if self.settings.stop.is_set() {
                return;
            }
            let message = match self.game(index) {
                Ok(Some(played)) => Ok((index, Box::new(played))),
                Ok(None) => return,
                Err(error) => Err(error),
            };
            let failed = message.is_err();
            if messages.send(message).is_err() || failed {
                return;
            }
        }
    }

    /// Plays a game; `None` if the match was stopped.
    fn game(&mut self, index: usize) -> Result<Option<PlayedGame>, MatchError> {
        for engine in 0..2 {
            match self.prepare(engine)? {
                Ready::Yes => {}
                Ready::Hung => {
                    let loser = if engine == index % 2 { Color::White } else { Color::Black };
                    return Ok(Some(PlayedGame::forfeited(self.engine_match.opening(index), loser)));
                }
                Ready::Stopped => return Ok(None),
            }
        }
        let [Some(first), Some(second)] = &mut self.players else { return Ok(None) };
        let [a, b] = &self.side_limits;
        let (players, side_limits) =
            if index.is_multiple_of(2) { ([first, second], [a, b]) } else { ([second, first], [b, a]) };
        let played = play(self.engine_match.opening(index), players, side_limits, &self.engine_match.adjudication);
        // A failed engine is always restarted.
        if let Some(failed) = played.as_ref().and_then(|played| played.failed) {
            let engine = if failed == Color::White { index % 2 } else { 1 - index % 2 };
            self.players[engine] = None;
        }
        Ok(played)
    }

    /// Prepares an engine for a new game, and starts it if it is not running.
    fn prepare(&mut self, engine: usize) -> Result<Ready, MatchError> {
        if let Some(player) = &mut self.players[engine] {
            match player.new_game() {
                Ok(()) => return Ok(Ready::Yes),
                Err(EngineError::Stopped) => return Ok(Ready::Stopped),
                // A hang between games counts as a hang in the next game. The engine is restarted for the game after it.
                Err(EngineError::Hung) => {
                    player.abort();
                    self.players[engine] = None;
                    return Ok(Ready::Hung);
                }
                // A crash between games loses no game. The engine is restarted.
                Err(_) => self.players[engine] = None,
            }
        }
        let spec = &self.engine_match.engines[engine];
        let started = Player::start(spec, &self.settings).and_then(|mut player| player.new_game().map(|()| player));
        let reason = match started {
            Ok(player) => {
                self.players[engine] = Some(player);
                return Ok(Ready::Yes);
            }
            Err(EngineError::Stopped) => return Ok(Ready::Stopped),
            Err(EngineError::Crashed(how)) => format!("it ended at once ({how}): {}", spec.command.join(" ")),
            Err(EngineError::Hung) => {
                format!(
                    "it did not get ready within {} s: {}",
                    self.engine_match.timeout.as_secs_f64(),
                    spec.command.join(" ")
                )
            }
            Err(EngineError::Refused(reason)) => format!("{}: {}", printable(&reason), spec.command.join(" ")),
        };
        Err(MatchError::Start { name: spec.name.clone(), reason })
    }
}
