//! A match: which engines play which games, several at a time.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

use saffron_rules::{Color, Position};

use crate::adjudication::Adjudication;
use crate::game::{Played, Terms, play};
use crate::limits::Limits;
use crate::opening::Opening;
use crate::player::Player;
use crate::process::Stop;
use crate::request::{EngineError, MatchSettings};
use crate::shown::shown;
use crate::spec::{EngineSpec, Protocol};
use crate::sprt::{Decision, Sprt};
use crate::standing::{GameResult, Standing};

/// How often the match looks whether it has been stopped.
const SLICE: Duration = Duration::from_millis(50);

/// Everything that makes a match.
#[derive(Clone, Debug)]
pub struct Event {
    /// Its name, for the records.
    pub name: String,
    /// The start position.
    pub start: Position,
    /// The two engines.
    pub engines: [EngineSpec; 2],
    /// How long an engine may think that has no limits of its own.
    pub limits: Limits,
    /// The openings; pair n plays opening n, from the beginning again after the last.
    pub openings: Vec<Opening>,
    /// How many games.
    pub games: usize,
    /// How many games at a time.
    pub concurrency: usize,
    /// How games end early.
    pub adjudication: Adjudication,
    /// A test that ends the match when it has decided.
    pub sprt: Option<Sprt>,
    /// By how much an engine may overstep its time.
    pub margin: Duration,
    /// How long an engine may take to answer after it was told to stop.
    pub grace: Duration,
    /// How long an engine may take to start and to get ready, and for a move that no time limits.
    pub patience: Duration,
}

/// Why a match ended before its time.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EventError {
    /// An engine cannot be started.
    #[error("engine {name}: {reason}")]
    Start {
        /// Its name.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// What takes the games over cannot go on.
    #[error("{0}")]
    Observer(String),
}

/// Is told of every game as soon as it is over.
pub trait Observer {
    /// A game is over.
    ///
    /// # Errors
    /// A reason why the match cannot go on.
    fn game(&mut self, result: GameResult, played: &Played, standing: &Standing) -> Result<(), String>;
}

impl Event {
    /// The limits under which an engine plays.
    pub fn limits_of(&self, engine: usize) -> &Limits {
        let own = &self.engines[engine].limits;
        if own.is_empty() { &self.limits } else { own }
    }

    /// The limits of an engine in words, as tables and records have them.
    pub fn limits_text(&self, engine: usize) -> String {
        match &self.engines[engine].level {
            Some(level) => format!("level {level}"),
            None => self.limits_of(engine).to_string(),
        }
    }

    /// Looks for what cannot be played.
    ///
    /// # Errors
    /// Says what does not go together.
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

    /// The opening of a game.
    pub fn opening(&self, index: usize) -> &Opening {
        &self.openings[index / 2 % self.openings.len()]
    }

    fn terms(&self, engine: usize) -> Terms {
        Terms {
            limits: *self.limits_of(engine),
            margin: self.engines[engine].margin.unwrap_or(self.margin),
            patience: self.patience,
            grace: self.grace,
        }
    }

    /// Plays the games that are not among the earlier ones, and adds them to the standing. It ends with the last game,
    /// with a decision of the test, or when it is stopped; games that are being played then do not count.
    ///
    /// # Errors
    /// An [`EventError`]; the games before it have been handed over.
    pub fn run(
        &self,
        earlier: &[GameResult],
        observer: &mut dyn Observer,
        stop: &Stop,
    ) -> Result<Standing, EventError> {
        let mut standing = Standing::default();
        earlier.iter().for_each(|&result| standing.add(result));
        let played: HashSet<usize> = earlier.iter().map(|result| result.index).collect();
        if self.openings.is_empty() || self.decision(&standing).is_some() {
            return Ok(standing);
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
        // Asked by the user, by a decision or by an error.
        let end = Stop::new();
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
                if stop.is_asked() {
                    end.ask();
                }
                match messages.recv_timeout(SLICE) {
                    Ok(message) if result.is_ok() && !end.is_asked() => {
                        result = message.and_then(|(index, played)| self.add(&mut standing, index, &played, observer));
                        if result.is_err() || self.decision(&standing).is_some() {
                            end.ask();
                        }
                    }
                    Ok(_) => {}
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return result,
                }
            }
        })?;
        Ok(standing)
    }

    /// What the test has decided.
    pub fn decision(&self, standing: &Standing) -> Option<Decision> {
        self.sprt.and_then(|sprt| sprt.decision(&standing.pairs))
    }

    fn add(
        &self,
        standing: &mut Standing,
        index: usize,
        played: &Played,
        observer: &mut dyn Observer,
    ) -> Result<(), EventError> {
        let result = GameResult { index, white_quarters: played.white_quarters, ending: played.ending };
        standing.add(result);
        standing.add_effort(index, played);
        observer.game(result, played, standing).map_err(EventError::Observer)
    }
}

type Message = Result<(usize, Box<Played>), EventError>;

/// Whether an engine can begin a game.
enum Ready {
    Yes,
    /// It did not answer in time, and was ended.
    Hung,
    /// The match is to stop.
    Stopped,
}

/// Plays one game after the other with engines of its own, which stay between the games.
struct Worker<'a> {
    event: &'a Event,
    settings: MatchSettings,
    terms: [Terms; 2],
    players: [Option<Player>; 2],
}

impl<'a> Worker<'a> {
    fn new(event: &'a Event, stop: Stop) -> Self {
        let settings = MatchSettings { start: event.start, patience: event.patience, stop };
        Self { event, settings, terms: [0, 1].map(|engine| event.terms(engine)), players: [None, None] }
    }

    fn work(mut self, take: &dyn Fn() -> Option<usize>, messages: &Sender<Message>) {
        while let Some(index) = take() {
            if self.settings.stop.is_asked() {
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

    /// Plays one game; none when the match is to stop.
    fn game(&mut self, index: usize) -> Result<Option<Played>, EventError> {
        for engine in 0..2 {
            match self.prepare(engine)? {
                Ready::Yes => {}
                Ready::Hung => {
                    let loser = if engine == index % 2 { Color::White } else { Color::Black };
                    return Ok(Some(Played::not_begun(self.event.opening(index), loser)));
                }
                Ready::Stopped => return Ok(None),
            }
        }
        let [Some(first), Some(second)] = &mut self.players else { return Ok(None) };
        let [a, b] = &self.terms;
        let (players, terms) =
            if index.is_multiple_of(2) { ([first, second], [a, b]) } else { ([second, first], [b, a]) };
        let played = play(self.event.opening(index), players, terms, self.event.adjudication);
        // What failed is started again, whatever state it is in.
        if let Some(played) = &played
            && played.ending.is_failure()
        {
            let loser_is_white = played.white_quarters == 0;
            let loser = if loser_is_white { index % 2 } else { 1 - index % 2 };
            self.players[loser] = None;
        }
        Ok(played)
    }

    /// Makes an engine ready for a new game, starting it where it does not run.
    fn prepare(&mut self, engine: usize) -> Result<Ready, EventError> {
        if let Some(player) = &mut self.players[engine] {
            match player.new_game() {
                Ok(()) => return Ok(Ready::Yes),
                Err(EngineError::Stopped) => return Ok(Ready::Stopped),
                // It is there and does not answer: a hang as during a game. It is started again for the next one.
                Err(EngineError::Hung) => {
                    player.abort();
                    self.players[engine] = None;
                    return Ok(Ready::Hung);
                }
                // An engine that has ended between two games lost neither; it is started once more.
                Err(_) => self.players[engine] = None,
            }
        }
        let spec = &self.event.engines[engine];
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
                    self.event.patience.as_secs_f64(),
                    spec.command.join(" ")
                )
            }
            Err(EngineError::Refused(reason)) => format!("{}: {}", shown(&reason), spec.command.join(" ")),
        };
        Err(EventError::Start { name: spec.name.clone(), reason })
    }
}
