//! What time and the server do to a game.

use saffron_rules::{Color, Outcome, Reason};

use crate::clock::Limit;
use crate::event::{AbortCause, Event};
use crate::game::Live;
use crate::time::Millis;

impl Live {
    /// The events that the time causes by itself: a flag has fallen, or the game was not begun in time. Empty before
    /// [`deadline`](Self::deadline) and after the end.
    pub fn tick(&self, now: Millis) -> Vec<Event> {
        let now = self.moment(now);
        let ended = |outcome| match outcome {
            Outcome::ABORTED => self.aborted(AbortCause::NoFirstMove { by: self.turn() }, now),
            outcome => self.ended(outcome, now),
        };
        self.due(now).map(ended).into_iter().collect()
    }

    /// The next moment at which [`tick`](Self::tick) has something to do. With clocks that is later than the time left to the
    /// side to move, by the grace for a move that is under way: at most 2 seconds.
    pub fn deadline(&self) -> Option<Millis> {
        match self.shown {
            Some(_) => Some(self.last_at),
            None => self.limit().map(|limit| limit.at().max(self.last_at)),
        }
    }

    /// The events after the server was away from `stopped_at` to `now`: the time between does not count for either side, nor
    /// for the first move. A game in which no time runs has none.
    pub fn resume(&self, stopped_at: Millis, now: Millis) -> Vec<Event> {
        let now = self.moment(now);
        let stopped_at = stopped_at.clamp(self.last_at, now);
        let mut events = Vec::new();
        let mut ahead = self.clone();
        if self.limit().is_some() && stopped_at < now {
            let resumed = Event::Resumed { stopped_at };
            if ahead.step(now, &resumed).is_ok() {
                events.push(resumed);
            }
        }
        events.extend(ahead.tick(now));
        events
    }

    /// The events of the server's calling the game off. Empty after the end.
    pub fn abort(&self, now: Millis) -> Vec<Event> {
        self.end_by_server(self.aborted(AbortCause::Server, now), now)
    }

    /// The events of a moderator's declaring the game lost by this side. Empty after the end.
    pub fn forfeit(&self, loser: Color, now: Millis) -> Vec<Event> {
        self.end_by_server(self.ended(self.concession(loser, Reason::Forfeit), now), now)
    }

    /// The events of the server's giving a side more milliseconds for its next move, such as vacation days. Empty after the
    /// end, in a game without a limit of time, for no time and for more than ten years.
    pub fn extend(&self, to: Color, ms: Millis) -> Vec<Event> {
        let possible = self.outcome.is_none() && self.shown.is_none() && self.clock.with_more(to, ms).is_some();
        possible.then_some(Event::Extended { to, ms }).into_iter().collect()
    }

    fn end_by_server(&self, end: Event, now: Millis) -> Vec<Event> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        vec![self.shown.map_or(end, |outcome| self.ended(outcome, now))]
    }

    /// How the game has ended by now, without an event that says so.
    pub(crate) fn due(&self, now: Millis) -> Option<Outcome> {
        if self.shown.is_some() {
            return self.shown;
        }
        let limit = self.limit().filter(|limit| limit.at() <= now)?;
        Some(match limit {
            Limit::Begin(_) => Outcome::ABORTED,
            Limit::Flag(_) => self.flag_outcome(),
        })
    }

    /// The event of an end other than an abort.
    pub(crate) fn ended(&self, outcome: Outcome, now: Millis) -> Event {
        Event::Ended { outcome, clocks: self.clocks_at(now), abort: None }
    }

    /// The event of an abort.
    pub(crate) fn aborted(&self, cause: AbortCause, now: Millis) -> Event {
        Event::Ended { outcome: Outcome::ABORTED, clocks: self.clocks_at(now), abort: Some(cause) }
    }
}
