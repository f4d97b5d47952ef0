//! Clocks of both sides, and the times at which they end a game.
//!
//! With clocks, the first move of each side costs no time but must be made within a limit that depends on the speed or that the
//! settings give; the clock of the side to move runs from the third ply. By correspondence each move has its full number of
//! days from the start of the turn.

use saffron_rules::Color;

use crate::event::{Clocks, Settings};
use crate::lag::LagQuota;
use crate::round_trip::RoundTrip;
use crate::time::{Millis, Speed, TimeControl};

/// Number of free plies: the first move of each side.
pub(crate) const FREE_PLIES: u16 = 2;

/// Maximum time of a side, in milliseconds: ten years, far more than any time control and vacation.
pub(crate) const MAX_TIME: Millis = 10 * 366 * 24 * 60 * 60 * 1000;

/// Range of the first-move time that settings can give, in seconds.
pub(crate) const FIRST_MOVE_TIMES: std::ops::RangeInclusive<u32> = 1..=3600;

/// Default first-move time in a game with clocks, in milliseconds.
const fn first_move_time(speed: Speed) -> Millis {
    match speed {
        Speed::Bullet => 15_000,
        Speed::Blitz => 20_000,
        Speed::Rapid => 30_000,
        Speed::Classical | Speed::Correspondence => 35_000,
    }
}

/// Time limit of the current turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Limit {
    /// The game is aborted at this moment: the side to move did not begin.
    Begin(Millis),
    /// The flag of the side to move falls at this moment.
    Flag(Millis),
}

impl Limit {
    pub(crate) const fn at(self) -> Millis {
        match self {
            Self::Begin(at) | Self::Flag(at) => at,
        }
    }
}

/// Cost of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Charge {
    /// Time charged, in milliseconds; `None` if the move is free.
    pub(crate) spent: Option<u32>,
    /// Compensated lag, in milliseconds.
    pub(crate) lag: u32,
    /// Upper bound of the lag by the server's measurements, in milliseconds.
    pub(crate) round_trip: u32,
    /// Clocks after the move; `None` without a time limit.
    pub(crate) clocks: Option<Clocks>,
    /// True if the time was up: the move does not count.
    pub(crate) flagged: bool,
}

/// Side to move and number of plies played, as far as the clocks need them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    pub(crate) side: Color,
    pub(crate) ply: u16,
}

/// Clocks of a game, independent of whether it is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clock {
    control: TimeControl,
    /// Time of each side for its first move in a game with clocks.
    first_move_time: Millis,
    /// Time left at the beginning of the turn; `None` without a time limit.
    left: Option<Clocks>,
    /// Start of the turn, moved later by time that does not count.
    began: Millis,
    quotas: [LagQuota; 2],
    /// Sides that gave up half of their time: they get no increments.
    berserked: [bool; 2],
}

impl Clock {
    pub(crate) fn new(settings: &Settings, at: Millis) -> Self {
        let control = settings.control;
        let equal = control.starting_time().map(|time| Clocks { w: time, b: time });
        let left = match settings.host {
            Some(host) => equal.map(|left| left.with(host.side, left.of(host.side) + Millis::from(host.extra) * 1000)),
            None => equal,
        };
        let usual = first_move_time(control.speed());
        let first_move_time = settings.first_move_time.map_or(usual, |seconds| Millis::from(seconds) * 1000);
        Self { control, first_move_time, left, began: at, quotas: [LagQuota::new(control); 2], berserked: [false; 2] }
    }

    pub(crate) const fn has_limit(&self) -> bool {
        self.left.is_some()
    }

    /// Returns whether the clock of the side to move is running.
    pub(crate) const fn runs(&self, turn: Turn) -> bool {
        match self.control {
            TimeControl::Clock { .. } => turn.ply >= FREE_PLIES,
            TimeControl::Correspondence { .. } => true,
            TimeControl::Unlimited => false,
        }
    }

    /// Returns the time left to both sides, at least 0; `None` without a time limit.
    pub(crate) fn left_at(&self, turn: Turn, now: Millis) -> Option<Clocks> {
        let left = self.left?;
        if !self.runs(turn) {
            return Some(left);
        }
        Some(left.with(turn.side, (left.of(turn.side) - self.elapsed(now)).max(0)))
    }

    /// Returns the clocks as of the beginning of the turn.
    pub(crate) const fn left(&self) -> Option<Clocks> {
        self.left
    }

    /// Returns the limit that ends the game if neither side acts.
    pub(crate) fn limit(&self, turn: Turn) -> Option<Limit> {
        let left = self.left?.of(turn.side);
        let free = turn.ply < FREE_PLIES;
        Some(if !self.control.is_real_time() {
            let at = self.began + left;
            if free { Limit::Begin(at) } else { Limit::Flag(at) }
        } else if free {
            Limit::Begin(self.began + self.first_move_time)
        } else {
            Limit::Flag(self.began + left + self.quotas[turn.side.index()].grace())
        })
    }

    /// Computes the cost of a move made at `now`.
    pub(crate) fn charge(&self, turn: Turn, thought: Option<u32>, round_trip: RoundTrip, now: Millis) -> Charge {
        let elapsed = self.elapsed(now);
        let whole = |time: Millis| u32::try_from(time).unwrap_or(u32::MAX);
        let side = turn.side;
        match self.control {
            TimeControl::Unlimited => {
                Charge { spent: Some(whole(elapsed)), lag: 0, round_trip: 0, clocks: None, flagged: false }
            }
            TimeControl::Correspondence { .. } => {
                let clocks = self.left.zip(self.control.starting_time()).map(|(left, time)| left.with(side, time));
                let flagged = self.left.is_some_and(|left| elapsed >= left.of(side));
                Charge { spent: Some(whole(elapsed)), lag: 0, round_trip: 0, clocks, flagged }
            }
            TimeControl::Clock { .. } if !self.runs(turn) => {
                Charge { spent: None, lag: 0, round_trip: 0, clocks: self.left, flagged: false }
            }
            TimeControl::Clock { increment, .. } => {
                let lag = self.quotas[side.index()].compensation(elapsed, thought, round_trip);
                let spent = elapsed - lag;
                let before = self.left.map_or(0, |left| left.of(side));
                let increment = if self.berserked[side.index()] { 0 } else { Millis::from(increment) * 1000 };
                let after = (before - spent + increment).min(MAX_TIME);
                let clocks = self.left.map(|left| left.with(side, after));
                Charge {
                    spent: Some(whole(spent)),
                    lag: whole(lag),
                    round_trip: round_trip.longest,
                    clocks,
                    flagged: spent >= before,
                }
            }
        }
    }

    /// Returns the clocks after a takeback at `now`. Used time stays used; by correspondence every move has its full days again,
    /// and added days are kept.
    pub(crate) fn after_takeback(&self, turn: Turn, now: Millis) -> Option<Clocks> {
        let left = self.left_at(turn, now)?;
        match (self.control, self.control.starting_time()) {
            (TimeControl::Correspondence { .. }, Some(days)) => {
                Some(Clocks { w: left.w.max(days), b: left.b.max(days) })
            }
            _ => Some(left),
        }
    }

    /// Updates quota and clocks after a move.
    pub(crate) fn moved(&mut self, turn: Turn, lag: u32, clocks: Option<Clocks>, at: Millis) {
        if self.control.is_real_time() && self.runs(turn) {
            let quota = &mut self.quotas[turn.side.index()];
            *quota = quota.used(lag, self.control);
        }
        self.begin_turn(clocks, at);
    }

    /// Begins a turn with these clocks.
    pub(crate) fn begin_turn(&mut self, clocks: Option<Clocks>, at: Millis) {
        self.left = clocks;
        self.began = at;
    }

    /// Excludes a stretch of the current turn, in milliseconds, from the time used.
    pub(crate) fn paused(&mut self, time: Millis) {
        self.began += time;
    }

    /// Sets the clocks within a turn, or at the end of the game.
    pub(crate) fn set_left(&mut self, clocks: Option<Clocks>) {
        self.left = clocks;
    }

    /// Returns the clocks with half of the time for a side, rounded down; `None` without a time limit.
    pub(crate) fn halved(&self, side: Color) -> Option<Clocks> {
        self.left.map(|left| left.with(side, left.of(side) / 2))
    }

    /// Takes half of its time and its increments from a side.
    pub(crate) fn berserk(&mut self, side: Color, clocks: Clocks) {
        self.berserked[side.index()] = true;
        self.left = Some(clocks);
    }

    /// Returns whether a side has given up half of its time.
    pub(crate) const fn has_berserked(&self, side: Color) -> bool {
        self.berserked[side.index()]
    }

    /// Returns the clocks with more time for a side; `None` without a time limit or if the time would be too long.
    pub(crate) fn with_more(&self, to: Color, ms: Millis) -> Option<Clocks> {
        let left = self.left?;
        let more = left.of(to).checked_add(ms)?;
        (ms > 0 && more <= MAX_TIME).then(|| left.with(to, more))
    }

    /// Returns whether a stored event may have these clocks.
    pub(crate) fn allows(&self, clocks: Option<Clocks>) -> bool {
        let in_range = |clocks: Clocks| Color::ALL.iter().all(|&side| (0..=MAX_TIME).contains(&clocks.of(side)));
        clocks.is_some() == self.has_limit() && clocks.is_none_or(in_range)
    }

    fn elapsed(&self, now: Millis) -> Millis {
        (now - self.began).max(0)
    }
}
