//! Decision of commands: which events follow from a command, or why it is refused.

use saffron_rules::{Claim, Color, Outcome, Reason};

use crate::abandonment::claimable_from;
use crate::clock::Charge;
use crate::command::{Command, Context, Presence, Refusal};
use crate::conditional::{BadLine, ConditionalMoves, too_many_moves};
use crate::event::{AbortCause, Event};
use crate::game::{Live, cut};
use crate::round_trip::RoundTrip;
use crate::time::{DAY, Millis, TimeControl};

/// Time that one command gives to the other side in games with clocks, in milliseconds.
const ADDED_TIME: Millis = 15_000;

/// Maximum time on a clock after time was added, in milliseconds.
const MAX_TIME_AFTER_ADDING: Millis = TimeControl::MAX_INITIAL as Millis * 1000;

/// Number of events from which on a game accepts only moves and commands that end it: far more than two players need. The
/// rules limit how many moves can follow.
const MAX_EVENTS: u32 = 5_000;

/// Maximum time that can be added to the days of a correspondence move, in milliseconds.
const MAX_ADDED_DAYS: Millis = 14 * DAY;

impl Live {
    /// Returns the events that a command of a side causes, at least one, with conditional moves that answer it. The game does
    /// not change until they are [recorded](Self::record) with the same time.
    ///
    /// Call [`tick`](Self::tick) first, and do not call this for a command that was already [`executed`](Self::executed). A
    /// move that arrives after its side's time is up, but before the flag falls, counts if the lag accounts for the delay;
    /// otherwise it ends the game on time.
    ///
    /// # Errors
    /// A [`Refusal`]; [`Refusal::GameOver`] also if the game has ended on time and no event says so yet.
    pub fn decide(&self, side: Color, command: &Command, context: Context, now: Millis) -> Result<Vec<Event>, Refusal> {
        let now = self.moment(now);
        if let Some(outcome) = self.outcome.or_else(|| self.due(now)) {
            return Err(Refusal::GameOver(outcome));
        }
        let agrees = *command == Command::OfferDraw && self.offers.draw() == Some(!side);
        if self.next_seq >= MAX_EVENTS && is_negotiation(command) && !agrees {
            return Err(Refusal::TooManyEvents);
        }
        let event = match command {
            Command::Move { uci, ply, thought } => {
                return self.decide_move(side, uci, *ply, *thought, context.round_trip, now);
            }
            Command::SetConditionalMoves { lines } => self.decide_conditional(side, lines)?,
            Command::OfferDraw => self.decide_draw(side, now)?,
            Command::DeclineDraw => match self.offers.draw() {
                Some(_) => Event::DrawDeclined { by: side },
                None => return Err(Refusal::NothingOffered),
            },
            Command::ClaimDraw => self.ended(self.decide_claim(side)?, now),
            Command::ProposeTakeback => self.decide_takeback(side, now)?,
            Command::DeclineTakeback => match self.offers.takeback() {
                Some(_) => Event::TakebackDeclined { by: side },
                None => return Err(Refusal::NothingOffered),
            },
            Command::AddTime => self.decide_more_time(!side, now)?,
            Command::Berserk => self.decide_berserk(side)?,
            Command::Abort if self.has_begun() => return Err(Refusal::CannotAbort),
            Command::Abort => self.aborted(AbortCause::Player { by: side }, now),
            Command::Resign if !self.has_begun() => return Err(Refusal::CannotResign),
            Command::Resign => self.ended(self.concession(side, Reason::Resignation), now),
            Command::ClaimVictory => {
                self.check_abandoned(side, context.opponent, now)?;
                self.ended(self.concession(!side, Reason::Abandonment), now)
            }
            Command::ClaimAbandonedDraw => {
                self.check_abandoned(side, context.opponent, now)?;
                self.ended(Outcome::draw(Reason::Abandonment), now)
            }
        };
        Ok(vec![event])
    }

    fn decide_move(
        &self,
        side: Color,
        uci: &str,
        ply: u16,
        thought: Option<u32>,
        round_trip: RoundTrip,
        now: Millis,
    ) -> Result<Vec<Event>, Refusal> {
        if side != self.turn() {
            return Err(Refusal::NotYourTurn);
        }
        if ply != self.moves.ply() {
            return Err(Refusal::WrongPly { ply: self.moves.ply() });
        }
        let position = self.moves.position();
        let mv = position.parse_uci(uci).map_err(|_| Refusal::IllegalMove { uci: cut(uci) })?;
        let charge = self.clock.charge(self.clock_turn(), thought, round_trip, now);
        if charge.flagged {
            return Ok(vec![self.ended(self.flag_outcome(), now)]);
        }
        let mut events = vec![moved(position.uci(mv), charge, false)];
        if self.conditional.iter().all(ConditionalMoves::is_empty) {
            let mut moves = self.moves.clone();
            moves.play(mv);
            events.extend(moves.outcome().map(|outcome| Event::Ended { outcome, clocks: charge.clocks, abort: None }));
        } else {
            self.answer(&mut events, now);
        }
        Ok(events)
    }

    /// Adds the events that follow from a move: conditional answers, as long as there are any, and the end of the game.
    fn answer(&self, events: &mut Vec<Event>, now: Millis) {
        let mut ahead = self.clone();
        while let Some(last) = events.last() {
            if ahead.step(now, last).is_err() {
                return;
            }
            if let Some(outcome) = ahead.shown {
                events.push(ahead.ended(outcome, now));
                return;
            }
            let Some(mv) = ahead.conditional[ahead.turn().index()].answer() else { return };
            let charge = ahead.clock.charge(ahead.clock_turn(), None, RoundTrip::default(), now);
            events.push(moved(ahead.moves.position().uci(mv), charge, true));
        }
    }

    fn decide_conditional(&self, side: Color, lines: &[Vec<String>]) -> Result<Event, Refusal> {
        if self.settings.control.is_real_time() {
            return Err(Refusal::NoConditionalMoves);
        }
        if !self.sets.allow(side, self.moves.ply()) {
            return Err(Refusal::TooManyEvents);
        }
        let position = self.moves.position();
        let bad = |BadLine { line, ply }| Refusal::BadConditionalMove { line, ply };
        too_many_moves(lines).map_or(Ok(()), |line| Err(bad(line)))?;
        let read = ConditionalMoves::read(position, side, lines).map_err(bad)?;
        Ok(Event::ConditionalMovesSet { by: side, lines: read.texts(position) })
    }

    fn decide_draw(&self, side: Color, now: Millis) -> Result<Event, Refusal> {
        if self.offers.draw() == Some(!side) {
            return Ok(self.ended(Outcome::draw(Reason::Agreement), now));
        }
        if !self.can_offer_draw(side) {
            return Err(Refusal::CannotOfferDraw);
        }
        Ok(Event::DrawOffered { by: side })
    }

    fn decide_claim(&self, side: Color) -> Result<Outcome, Refusal> {
        if side != self.turn() {
            return Err(Refusal::NotYourTurn);
        }
        match self.moves.claims().first() {
            Some(Claim::Threefold) => Ok(Outcome::draw(Reason::ThreefoldRepetition)),
            Some(Claim::FiftyMoves) => Ok(Outcome::draw(Reason::FiftyMoves)),
            None => Err(Refusal::NoClaim),
        }
    }

    fn decide_takeback(&self, side: Color, now: Millis) -> Result<Event, Refusal> {
        if self.offers.takeback() == Some(!side) {
            let clocks = self.clock.after_takeback(self.clock_turn(), now);
            return Ok(Event::TakenBack { plies: self.takeback_plies(!side), clocks });
        }
        if !self.can_propose_takeback(side) {
            return Err(Refusal::CannotTakeBack);
        }
        Ok(Event::TakebackProposed { by: side })
    }

    fn decide_more_time(&self, to: Color, now: Millis) -> Result<Event, Refusal> {
        let (ms, max, time) = match self.settings.control {
            _ if self.settings.strict => return Err(Refusal::CannotAddTime),
            TimeControl::Unlimited => return Err(Refusal::CannotAddTime),
            TimeControl::Clock { .. } => (ADDED_TIME, MAX_TIME_AFTER_ADDING, self.clocks_at(now)),
            TimeControl::Correspondence { days } => (DAY, Millis::from(days) * DAY + MAX_ADDED_DAYS, self.clock.left()),
        };
        match time {
            Some(clocks) if clocks.of(to) + ms <= max => Ok(Event::TimeAdded { to, ms }),
            _ => Err(Refusal::CannotAddTime),
        }
    }

    fn decide_berserk(&self, side: Color) -> Result<Event, Refusal> {
        match self.clock.halved(side) {
            Some(clocks) if self.can_berserk(side) => Ok(Event::Berserked { by: side, clocks }),
            _ => Err(Refusal::CannotBerserk),
        }
    }

    fn check_abandoned(&self, side: Color, opponent: Presence, now: Millis) -> Result<(), Refusal> {
        match self.claimable_from(side, opponent) {
            Some(from) if from <= now => Ok(()),
            from => Err(Refusal::NotAbandoned { from }),
        }
    }

    /// Returns whether the side can offer a draw now. Accepting an open offer is always possible.
    pub fn can_offer_draw(&self, side: Color) -> bool {
        self.outcome.is_none() && self.offers.can_offer_draw(side, self.moves.ply())
    }

    /// Returns whether the side can propose a takeback now. Accepting an open proposal is always possible.
    pub fn can_propose_takeback(&self, side: Color) -> bool {
        let ply = self.moves.ply();
        let has_moved = ply >= u16::from(self.takeback_plies(side));
        self.outcome.is_none() && !self.settings.strict && has_moved && self.offers.can_propose_takeback(side, ply)
    }

    /// Returns the time from which this side can claim the game while the other one stays away. `None` while the other side is
    /// present, outside its turn, before both sides have moved, in games without clocks, and if it is the
    /// [host](crate::Host), who is at other boards.
    pub fn claimable_from(&self, side: Color, opponent: Presence) -> Option<Millis> {
        let is_host = self.settings.host.is_some_and(|host| host.side != side);
        let waits = self.outcome.is_none() && self.has_begun() && self.turn() != side && !is_host;
        if waits { claimable_from(self.speed(), opponent) } else { None }
    }
}

/// Returns whether a command is neither a move, nor one that ends the game, nor possible only once.
fn is_negotiation(command: &Command) -> bool {
    match command {
        Command::OfferDraw
        | Command::DeclineDraw
        | Command::ProposeTakeback
        | Command::DeclineTakeback
        | Command::AddTime
        | Command::SetConditionalMoves { .. } => true,
        Command::Move { .. }
        | Command::ClaimDraw
        | Command::Berserk
        | Command::Abort
        | Command::Resign
        | Command::ClaimVictory
        | Command::ClaimAbandonedDraw => false,
    }
}

fn moved(uci: String, charge: Charge, conditional: bool) -> Event {
    let Charge { spent, lag, round_trip, clocks, .. } = charge;
    Event::Moved { uci, spent, lag, round_trip, clocks, conditional }
}
