//! Test harness: a live game with its log and a clock that the test sets.

use saffron_live::{
    Clocks, Command, CommandDigest, CommandId, Context, Event, Live, Millis, Presence, Recorded, Refusal, RoundTrip,
    Settings, TimeControl,
};
use saffron_rules::{Color, Outcome};

/// Start time of the games.
pub(crate) const START: Millis = 1_800_000_000_000;

pub(crate) const BLITZ: TimeControl = TimeControl::Clock { initial: 180, increment: 2 };
pub(crate) const THREE_DAYS: TimeControl = TimeControl::Correspondence { days: 3 };

pub(crate) fn settings(control: TimeControl) -> Settings {
    Settings::casual("shafran", control)
}

/// A casual game from a position of a variant.
pub(crate) fn from_position(variant: &str, fen: &str, control: TimeControl) -> Settings {
    Settings { start_fen: Some(fen.into()), ..Settings::casual(variant, control) }
}

/// A game in progress, its events, and the time.
pub(crate) struct Table {
    pub(crate) live: Live,
    pub(crate) log: Vec<Recorded>,
    pub(crate) now: Millis,
    /// Context of each command.
    pub(crate) context: Context,
    commands: u32,
}

impl Table {
    pub(crate) fn new(settings: Settings) -> Self {
        let (live, created) = Live::create(settings, START).expect("playable settings");
        let context = Context { round_trip: RoundTrip::default(), opponent: Presence::Present };
        Self { live, log: vec![created], now: START, context, commands: 0 }
    }

    pub(crate) fn with(control: TimeControl) -> Self {
        Self::new(settings(control))
    }

    pub(crate) fn wait(&mut self, ms: Millis) -> &mut Self {
        self.now += ms;
        self
    }

    /// Records events and checks that a replay of the log gives the same state.
    pub(crate) fn record(&mut self, events: Vec<Event>, command: Option<(CommandId, CommandDigest)>) {
        let recorded = self.live.record(events, self.now, command).expect("events that were decided on this state");
        self.log.extend(recorded);
        assert_eq!(Live::replay(self.log.iter().cloned()).as_ref(), Ok(&self.live));
    }

    /// Executes a command of a side; a refused command has no effect.
    pub(crate) fn act(&mut self, side: Color, command: &Command) -> Result<Vec<Event>, Refusal> {
        let events = self.live.decide(side, command, self.context, self.now)?;
        assert!(!events.is_empty());
        self.commands += 1;
        let id = CommandId { client: format!("client{side}"), n: self.commands };
        let seq = self.live.next_seq();
        assert_eq!(self.live.executed(side, &id, command), Ok(None));
        self.record(events.clone(), Some((id.clone(), command.digest())));
        assert_eq!(self.live.executed(side, &id, command), Ok(Some(seq)));
        Ok(events)
    }

    /// Plays a move of the side to move.
    pub(crate) fn try_move(&mut self, uci: &str, thought: Option<u32>) -> Result<Vec<Event>, Refusal> {
        let command = Command::Move { uci: uci.into(), ply: self.live.ply(), thought };
        self.act(self.live.turn(), &command)
    }

    /// Plays moves of both sides in turn, without any time passing.
    pub(crate) fn play(&mut self, moves: &str) -> &mut Self {
        for uci in moves.split_whitespace() {
            self.try_move(uci, None).expect("a legal move");
        }
        self
    }

    /// Records the events that the passing of time causes.
    pub(crate) fn tick(&mut self) -> Vec<Event> {
        let events = self.live.tick(self.now);
        self.record(events.clone(), None);
        events
    }

    pub(crate) fn resume(&mut self, stopped_at: Millis) -> Vec<Event> {
        let events = self.live.resume(stopped_at, self.now);
        self.record(events.clone(), None);
        events
    }

    /// Returns the time left to both sides, White first.
    pub(crate) fn clocks(&self) -> (i64, i64) {
        let Clocks { w, b } = self.live.clocks_at(self.now).expect("a game with a time limit");
        (w, b)
    }

    /// Returns the result of the game and its reason.
    pub(crate) fn end(&self) -> Option<String> {
        self.live.outcome().as_ref().map(Outcome::to_string)
    }
}
