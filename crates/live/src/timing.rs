//! Events caused by time and by the server.

use saffron_rules::{Color, Outcome, Reason};

use crate::clock::Limit;
use crate::event::{AbortCause, Event};
use crate::game::Live;
use crate::time::Millis;

impl Live {
    /// Returns the events that the passing of time causes: a flag has fallen, or the game was not begun in time. Empty before
    /// [`deadline`](Self::deadline) and after the end.
    pub fn tick(&self, now: Millis) -> Vec<Event> {
        let now = self.moment(now);
        let ended = |outcome| match outcome {
            Outcome::ABORTED => self.aborted(AbortCause::NoFirstMove { by: self.turn() }, now),
            outcome => self.ended(outcome, now),
        };
        self.due(now).map(ended).into_iter().collect()
    }

    /// Returns the next time at which [`tick`](Self::tick) has events, or `None` if it never has. With clocks that is up to 2
    /// seconds after the time of the side to move is up, as a grace period for a move that is under way.
    pub fn deadline(&self) -> Option<Millis> {
        match self.shown {
            Some(_) => Some(self.last_at),
            None => self.limit().map(|limit| limit.at().max(self.last_at)),
        }
    }

    /// Returns the events after the server was down from `stopped_at` to `now`: the time between does not count for either side,
    /// nor against the limit of a first move. There are none in a game in which no time runs.
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

    /// Returns the events of an abort by the server. Empty after the end.
    pub fn abort(&self, now: Millis) -> Vec<Event> {
        self.end_by_server(self.aborted(AbortCause::Server, now), now)
    }

    /// Returns the events of a forfeit: a moderator declares the game lost for `loser`. Empty after the end.
    pub fn forfeit(&self, loser: Color, now: Millis) -> Vec<Event> {
        self.end_by_server(self.ended(self.concession(loser, Reason::Forfeit), now), now)
    }

    /// Returns the events that give a side more time for its next move, in milliseconds, such as vacation days. Empty after the
    /// end, in a game without a time limit, for no time and for more than ten years.
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

    /// Outcome that the moves or the time have brought about by `now`, before its event is applied.
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

    /// Builds the event of an end other than an abort.
    pub(crate) fn ended(&self, outcome: Outcome, now: Millis) -> Event {
        Event::Ended { outcome, clocks: self.clocks_at(now), abort: None }
    }

    /// Builds the event of an abort.
    pub(crate) fn aborted(&self, cause: AbortCause, now: Millis) -> Event {
        Event::Ended { outcome: Outcome::ABORTED, clocks: self.clocks_at(now), abort: Some(cause) }
    }
}
