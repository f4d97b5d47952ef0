//! State of a game: the fold of its events.

use saffron_rules::{Color, Outcome, Reason};

use crate::clock::{Clock, FREE_PLIES, Limit, Turn};
use crate::command::{Command, CommandId, Refusal};
use crate::command_log::CommandLog;
use crate::conditional::{ConditionalMoves, Sets};
use crate::digest::CommandDigest;
use crate::event::{AbortCause, Clocks, Event, Recorded, Settings};
use crate::moves::Moves;
use crate::offers::Offers;
use crate::replay::{Fault, ReplayError};
use crate::settings::{SettingsError, checked};
use crate::time::{Millis, Speed};

/// Latest time that an event can have: the end of the year 9999.
const LAST_MOMENT: Millis = 253_402_300_799_999;

/// Live game between two seats.
///
/// Only events change it: [`decide`](Self::decide), [`tick`](Self::tick) and similar functions return the events that follow
/// from a command or from the time, and [`record`](Self::record) or [`apply`](Self::apply) applies them.
///
/// ```
/// use saffron_live::{Command, Context, Live, Presence, RoundTrip, Settings, TimeControl};
/// use saffron_rules::Color;
///
/// let control = TimeControl::Clock { initial: 180, increment: 2 };
/// let settings = Settings { rated: true, ..Settings::casual("shafran", control) };
/// let (mut live, created) = Live::create(settings, 1_000)?;
/// let command = Command::Move { uci: "e2e5".into(), ply: 0, thought: None };
/// let context = Context { round_trip: RoundTrip::steady(40), opponent: Presence::Present };
/// let events = live.decide(Color::White, &command, context, 5_000)?;
/// let recorded = live.record(events, 5_000, None)?;
/// assert_eq!(live.turn(), Color::Black);
/// assert_eq!(Live::replay([created].into_iter().chain(recorded))?, live);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Live {
    pub(crate) settings: Settings,
    pub(crate) moves: Moves,
    /// Time left to the side that moved after each move, in milliseconds; empty without clocks.
    pub(crate) times: Vec<u32>,
    pub(crate) clock: Clock,
    pub(crate) offers: Offers,
    pub(crate) conditional: [ConditionalMoves; 2],
    pub(crate) sets: Sets,
    pub(crate) outcome: Option<Outcome>,
    /// Cause of an abort.
    pub(crate) abort: Option<AbortCause>,
    /// Outcome that follows from the moves, until its event has been applied.
    pub(crate) shown: Option<Outcome>,
    pub(crate) executed: [CommandLog; 2],
    pub(crate) created_at: Millis,
    pub(crate) last_at: Millis,
    pub(crate) next_seq: u32,
}

impl Live {
    /// Begins a game. Its first event has the settings in their canonical form: the start position is the FEN that the rules
    /// write, and is left out if it is that of the variant.
    ///
    /// # Errors
    /// A [`SettingsError`] if no game can be played with these settings.
    pub fn create(settings: Settings, at: Millis) -> Result<(Self, Recorded), SettingsError> {
        let at = at.clamp(0, LAST_MOMENT);
        let live = Self::begin(settings, at)?;
        let event = Event::Created { settings: live.settings.clone() };
        Ok((live, Recorded { seq: 0, at, command: None, digest: None, event }))
    }

    /// Rebuilds a game from its events.
    ///
    /// # Errors
    /// [`ReplayError`] for the first impossible event.
    pub fn replay(events: impl IntoIterator<Item = Recorded>) -> Result<Self, ReplayError> {
        let mut events = events.into_iter();
        let fault = |fault| ReplayError { seq: 0, fault };
        let first = events.next().ok_or_else(|| fault(Fault::Missing))?;
        let Event::Created { settings } = first.event else { return Err(fault(Fault::Beginning)) };
        if first.seq != 0 {
            return Err(fault(Fault::Number { found: first.seq }));
        }
        if !(0..=LAST_MOMENT).contains(&first.at) {
            return Err(fault(Fault::Moment { at: first.at }));
        }
        let mut live = Self::begin(settings, first.at).map_err(|error| fault(Fault::Settings(error)))?;
        for recorded in events {
            live.apply(recorded)?;
        }
        Ok(live)
    }

    /// Applies a recorded event.
    ///
    /// # Errors
    /// [`ReplayError`] for an event that cannot be the next one. The game is unchanged then.
    #[allow(clippy::needless_pass_by_value, reason = "a recorded event is carried out once")]
    pub fn apply(&mut self, recorded: Recorded) -> Result<(), ReplayError> {
        let Recorded { seq, at, command, digest, event } = recorded;
        self.take(seq, at, command.as_ref().map(|id| (id, digest)), &event)
            .map_err(|fault| ReplayError { seq: self.next_seq, fault })
    }

    /// Numbers and applies events that were decided on this state. They get the time of the decision, no earlier than that of
    /// the last event; the first one gets the command that caused them.
    ///
    /// # Errors
    /// [`ReplayError`] for events that were decided on another state. The game is unchanged then.
    pub fn record(
        &mut self,
        events: Vec<Event>,
        at: Millis,
        command: Option<(CommandId, CommandDigest)>,
    ) -> Result<Vec<Recorded>, ReplayError> {
        let at = self.moment(at);
        // A single event that is refused leaves the game unchanged, so only several need a copy.
        let before = (events.len() > 1).then(|| self.clone());
        let mut command = command;
        let mut all = Vec::with_capacity(events.len());
        for event in events {
            let (seq, command) = (self.next_seq, command.take());
            let named = command.as_ref().map(|(id, digest)| (id, Some(*digest)));
            if let Err(fault) = self.take(seq, at, named, &event) {
                if let Some(before) = before {
                    *self = before;
                }
                return Err(ReplayError { seq, fault });
            }
            let (command, digest) = command.unzip();
            all.push(Recorded { seq, at, command, digest, event });
        }
        Ok(all)
    }

    /// Returns the number of the first event of the command that this side executed under this id, or `None` if there was none.
    /// All commands are remembered: one that is sent again is acknowledged, and not decided again.
    ///
    /// # Errors
    /// [`Refusal::CommandIdUsed`] if that was another command.
    pub fn executed(&self, side: Color, id: &CommandId, command: &Command) -> Result<Option<u32>, Refusal> {
        match self.executed[side.index()].get(id) {
            Some(done) if done.digest.is_some_and(|digest| digest != command.digest()) => Err(Refusal::CommandIdUsed),
            done => Ok(done.map(|done| done.seq)),
        }
    }

    fn begin(settings: Settings, at: Millis) -> Result<Self, SettingsError> {
        let (settings, start) = checked(settings)?;
        Ok(Self {
            clock: Clock::new(&settings, at),
            settings,
            moves: Moves::new(start),
            times: Vec::new(),
            offers: Offers::default(),
            conditional: Default::default(),
            sets: Sets::default(),
            outcome: None,
            abort: None,
            shown: None,
            executed: Default::default(),
            created_at: at,
            last_at: at,
            next_seq: 1,
        })
    }

    /// Checks a recorded event and applies it.
    fn take(
        &mut self,
        seq: u32,
        at: Millis,
        command: Option<(&CommandId, Option<CommandDigest>)>,
        event: &Event,
    ) -> Result<(), Fault> {
        if seq != self.next_seq {
            return Err(Fault::Number { found: seq });
        }
        let sides = command.map(|named| (named, self.sides_of_command(event)));
        self.step(at, event)?;
        if let Some(((id, digest), sides)) = sides {
            for side in sides.into_iter().flatten() {
                self.executed[side.index()].add(id, seq, digest);
            }
        }
        self.next_seq = seq.saturating_add(1);
        Ok(())
    }

    /// Returns the side whose command begins with this event. Both sides if the event does not say which: it is the last one
    /// then, and no command of either side will be executed after it.
    fn sides_of_command(&self, event: &Event) -> [Option<Color>; 2] {
        let side = match event {
            Event::Moved { .. } => self.turn(),
            Event::DrawOffered { by }
            | Event::DrawDeclined { by }
            | Event::TakebackProposed { by }
            | Event::TakebackDeclined { by }
            | Event::Berserked { by, .. }
            | Event::ConditionalMovesSet { by, .. } => *by,
            Event::TimeAdded { to, .. } => !*to,
            Event::TakenBack { .. } => match self.offers.takeback() {
                Some(by) => !by,
                None => return [None; 2],
            },
            Event::Ended { .. } => return Color::ALL.map(Some),
            Event::Created { .. } | Event::Extended { .. } | Event::Resumed { .. } => return [None; 2],
        };
        [Some(side), None]
    }

    /// Applies an event; on an error the game is unchanged.
    pub(crate) fn step(&mut self, at: Millis, event: &Event) -> Result<(), Fault> {
        if self.outcome.is_some() {
            return Err(Fault::AfterEnd);
        }
        if at < self.last_at || at > LAST_MOMENT {
            return Err(Fault::Moment { at });
        }
        match event {
            Event::Created { .. } => return Err(Fault::Beginning),
            Event::Moved { uci, lag, clocks, .. } => self.step_move(at, uci, *lag, *clocks)?,
            Event::DrawOffered { by } => self.offers.offer_draw(*by, self.moves.ply()),
            Event::DrawDeclined { .. } => self.offers.decline_draw(),
            Event::TakebackProposed { by } => {
                let (plies, played) = (self.takeback_plies(*by), self.moves.ply());
                if u16::from(plies) > played {
                    return Err(Fault::Takeback { plies });
                }
                self.offers.propose_takeback(*by, played);
            }
            Event::TakebackDeclined { .. } => self.offers.decline_takeback(),
            Event::TakenBack { plies, clocks } => self.step_back(at, *plies, *clocks)?,
            Event::TimeAdded { to, ms } | Event::Extended { to, ms } => {
                let clocks = self.clock.with_more(*to, *ms).ok_or(Fault::Clocks)?;
                self.clock.set_left(Some(clocks));
            }
            Event::Berserked { by, clocks } => {
                let is_allowed = self.can_berserk(*by) && self.clock.halved(*by) == Some(*clocks);
                if !is_allowed {
                    return Err(Fault::Clocks);
                }
                self.clock.berserk(*by, *clocks);
            }
            Event::ConditionalMovesSet { by, lines } => {
                let bad = |bad: crate::conditional::BadLine| Fault::ConditionalMove { line: bad.line, ply: bad.ply };
                self.conditional[by.index()] =
                    ConditionalMoves::read(self.moves.position(), *by, lines).map_err(bad)?;
                self.sets.add(*by, self.moves.ply());
            }
            Event::Resumed { stopped_at } => self.clock.paused(at - (*stopped_at).clamp(self.last_at, at)),
            Event::Ended { outcome, clocks, abort } => {
                self.check_clocks(*clocks)?;
                if abort.is_some() && *outcome != Outcome::ABORTED {
                    return Err(Fault::Abort);
                }
                self.abort = *abort;
                self.end(*outcome, *clocks);
            }
        }
        self.last_at = at;
        Ok(())
    }

    fn step_move(&mut self, at: Millis, uci: &str, lag: u32, clocks: Option<Clocks>) -> Result<(), Fault> {
        let position = self.moves.position();
        let illegal = |_| Fault::Move { uci: cut(uci) };
        let mv = position.parse_uci(uci).map_err(illegal)?;
        self.check_clocks(clocks)?;
        let turn = self.clock_turn();
        self.clock.moved(turn, lag, clocks, at);
        if let Some(clocks) = clocks.filter(|_| self.settings.control.is_real_time()) {
            self.times.push(u32::try_from(clocks.of(turn.side)).unwrap_or(u32::MAX));
        }
        self.moves.play(mv);
        self.shown = self.moves.outcome();
        self.offers.moved(turn.side);
        for conditional in &mut self.conditional {
            conditional.advance(mv);
        }
        Ok(())
    }

    fn step_back(&mut self, at: Millis, plies: u8, clocks: Option<Clocks>) -> Result<(), Fault> {
        let played = self.moves.played().len();
        if !(1..=2).contains(&plies) || usize::from(plies) > played {
            return Err(Fault::Takeback { plies });
        }
        self.check_clocks(clocks)?;
        self.moves.take_back(plies.into());
        self.times.truncate(played - usize::from(plies));
        self.shown = None;
        self.offers.taken_back();
        self.drop_conditional();
        self.clock.begin_turn(clocks, at);
        Ok(())
    }

    fn end(&mut self, outcome: Outcome, clocks: Option<Clocks>) {
        self.outcome = Some(outcome);
        self.shown = None;
        self.clock.set_left(clocks);
        self.offers.clear();
        self.drop_conditional();
    }

    fn drop_conditional(&mut self) {
        self.conditional = Default::default();
    }

    fn check_clocks(&self, clocks: Option<Clocks>) -> Result<(), Fault> {
        if self.clock.allows(clocks) { Ok(()) } else { Err(Fault::Clocks) }
    }

    /// Clamps a time to the range of the game: not before the last event.
    pub(crate) fn moment(&self, now: Millis) -> Millis {
        now.min(LAST_MOMENT).max(self.last_at)
    }

    pub(crate) fn clock_turn(&self) -> Turn {
        Turn { side: self.turn(), ply: self.moves.ply() }
    }

    /// Side to move; after the end, the side whose turn it would be.
    pub fn turn(&self) -> Color {
        self.moves.position().turn()
    }

    /// Speed class of the time control.
    pub fn speed(&self) -> Speed {
        self.settings.control.speed()
    }

    /// Returns the time left to both sides at `now`, at least 0; as of the end if the game is over. `None` without a time limit.
    ///
    /// By correspondence the value of the side that is not to move is the time for its next move.
    pub fn clocks_at(&self, now: Millis) -> Option<Clocks> {
        if self.outcome.is_some() {
            return self.clock.left();
        }
        self.clock.left_at(self.clock_turn(), self.moment(now))
    }

    /// Returns the limit that ends the game if neither side acts.
    pub(crate) fn limit(&self) -> Option<Limit> {
        if self.outcome.is_some() { None } else { self.clock.limit(self.clock_turn()) }
    }

    /// Returns whether both sides have moved.
    pub(crate) fn has_begun(&self) -> bool {
        self.moves.ply() >= FREE_PLIES
    }

    /// Number of plies to take back so that the last move of `side` is undone.
    pub(crate) fn takeback_plies(&self, side: Color) -> u8 {
        if self.turn() == side { 2 } else { 1 }
    }

    /// Outcome if the flag of the side to move falls.
    pub(crate) fn flag_outcome(&self) -> Outcome {
        self.concession(self.turn(), Reason::TimeForfeit)
    }

    /// Outcome if a side resigns or is declared to have lost: the other side gets the best result that its material allows.
    /// A recorded outcome is never judged again.
    pub(crate) fn concession(&self, loser: Color, reason: Reason) -> Outcome {
        self.moves.position().concession(loser, reason)
    }
}

/// Shortens a text from outside to 16 characters, for an error.
pub(crate) fn cut(text: &str) -> String {
    text.chars().take(16).collect()
}
