//! Checks of the clocks: by plain arithmetic, and against the real times that senders and viewers know.

use saffron_live::{Clocks, Event, Millis, Recorded, TimeControl};
use saffron_rules::{Color, Outcome, Reason};

use crate::history::{History, key};
use crate::plan::Plan;

/// Tolerance for rounding in milliseconds. The clocks of hosts also differ by up to a step each.
const ROUNDING: u64 = 20;

/// Maximum time in milliseconds that a restart may give to players in addition to the server's downtime: since the last
/// heartbeat, and until the games are loaded.
const MAX_RESTART_CREDIT: u64 = 4500;

/// Range of real time in which something can have happened.
#[derive(Clone, Copy, Debug)]
struct TimeRange {
    least: u64,
    most: u64,
}

/// Checks the clocks of a game; returns the violations.
pub(crate) fn check(history: &History, plan: &Plan, game: usize, events: &[Recorded], end: u64) -> Vec<String> {
    let mut wrong = Vec::new();
    let times = times(history, game, events, end);
    let control = plan.games[game].control;
    let slack = ROUNDING + 2 * plan.network.tick;
    let mut clocks = control.starting_time().map(|time| Clocks { w: time, b: time });
    let (mut turn, mut ply, mut began) = (Color::White, 0_u32, 0);
    for (index, recorded) in events.iter().enumerate() {
        let mut problem = |text: String| wrong.push(format!("event {index}: {text}: {:?}", recorded.event));
        let bounds = Bounds {
            history,
            began: times[began],
            now: times[index],
            restarts_give: !plan.store_fails,
            slow: plan.follows_wall_clock(),
            slack,
        };
        match &recorded.event {
            Event::Moved { spent, lag, clocks: after, .. } => {
                // Without a time limit no time is charged; the time of a move is only recorded.
                if let Some(spent) = spent.filter(|_| clocks.is_some()) {
                    bounds.check(u64::from(spent) + u64::from(*lag), &mut problem);
                }
                if let Some(expected) = after_move(control, clocks, turn, ply, *spent)
                    && *after != Some(expected)
                {
                    problem(format!("the clocks should be {expected:?}"));
                }
                clocks = *after;
                turn = !turn;
                ply += 1;
                began = index;
            }
            Event::TakenBack { plies, clocks: after } => {
                if let (Some(before), Some(after), true) = (clocks, *after, control.is_real_time()) {
                    if after.of(!turn) != before.of(!turn) || after.of(turn) > before.of(turn) {
                        problem(format!("the clocks were {before:?}"));
                    }
                    bounds.check_most(positive(before.of(turn) - after.of(turn)), &mut problem);
                }
                clocks = *after;
                if *plies == 1 {
                    turn = !turn;
                }
                ply = ply.saturating_sub(u32::from(*plies));
                began = index;
            }
            Event::TimeAdded { to, ms } | Event::Extended { to, ms } => {
                clocks = clocks.map(|clocks| clocks.with(*to, clocks.of(*to) + ms));
            }
            Event::Berserked { clocks: after, .. } => clocks = Some(*after),
            Event::Ended { outcome, clocks: after, .. } => {
                if let (Some(before), Some(after)) = (clocks, *after) {
                    if after.of(!turn) != before.of(!turn) || !(0..=before.of(turn)).contains(&after.of(turn)) {
                        problem(format!("the clocks were {before:?}"));
                    }
                    bounds.check_most(positive(before.of(turn) - after.of(turn)), &mut problem);
                }
                if let Some(least) = required_time(control, clocks, turn, ply, *outcome, recorded.command.is_none()) {
                    bounds.check_most(least, &mut problem);
                }
            }
            _ => {}
        }
    }
    wrong
}

fn positive(time: Millis) -> u64 {
    u64::try_from(time).unwrap_or(0)
}

/// Returns the clocks after a move; `None` without clocks.
fn after_move(
    control: TimeControl,
    clocks: Option<Clocks>,
    side: Color,
    ply: u32,
    spent: Option<u32>,
) -> Option<Clocks> {
    let before = clocks?;
    Some(match (control, control.starting_time()) {
        (TimeControl::Clock { .. }, _) if ply < 2 => before,
        (TimeControl::Clock { increment, .. }, _) => {
            let spent = Millis::from(spent.unwrap_or(0));
            before.with(side, before.of(side) - spent + Millis::from(increment) * 1000)
        }
        (_, Some(days)) => before.with(side, days),
        (_, None) => before,
    })
}

/// Returns the time that must have passed in the turn before a game can end this way; `None` if it does not end on time.
fn required_time(
    control: TimeControl,
    clocks: Option<Clocks>,
    turn: Color,
    ply: u32,
    outcome: Outcome,
    by_itself: bool,
) -> Option<u64> {
    if outcome.reason() == Reason::TimeForfeit {
        return clocks.map(|clocks| positive(clocks.of(turn)));
    }
    if outcome == Outcome::ABORTED && by_itself && ply < 2 {
        return Some(if control.is_real_time() {
            15_000
        } else {
            clocks.map_or(0, |clocks| positive(clocks.of(turn)))
        });
    }
    None
}

/// Bounds of the time of a turn.
struct Bounds<'a> {
    history: &'a History,
    began: TimeRange,
    now: TimeRange,
    restarts_give: bool,
    /// True if the server's time may be slow, so that a restart in the turn can give more to the player.
    slow: bool,
    slack: u64,
}

impl Bounds<'_> {
    /// Checks that at most the time passed, less the server's downtime, is charged, and that no time is given away.
    fn check(&self, charged: u64, problem: &mut impl FnMut(String)) {
        self.check_most(charged, problem);
        if !self.restarts_give {
            return;
        }
        let passed = self.now.least.saturating_sub(self.began.most);
        let away: u64 = self
            .history
            .away
            .iter()
            .map(|&(from, to)| {
                // The whole downtime counts if any part of it may lie within the turn.
                let to = to.unwrap_or(u64::MAX);
                let within = from <= self.now.most && to + MAX_RESTART_CREDIT >= self.began.least;
                if within && self.slow {
                    u64::MAX / 2
                } else if within {
                    to.min(self.now.most) - from.min(to.min(self.now.most)) + MAX_RESTART_CREDIT
                } else {
                    0
                }
            })
            .fold(0, u64::saturating_add);
        if charged.saturating_add(away).saturating_add(self.slack) < passed {
            problem(format!("{charged} ms were charged, at least {passed} passed, the server was away for {away}"));
        }
    }

    fn check_most(&self, charged: u64, problem: &mut impl FnMut(String)) {
        let passed = self.now.most.saturating_sub(self.began.least);
        let away: u64 = self
            .history
            .away
            .iter()
            .map(|&(from, to)| {
                let (from, to) = (from.max(self.began.most), to.unwrap_or(u64::MAX).min(self.now.least));
                to.saturating_sub(from)
            })
            .sum();
        if charged > passed.saturating_sub(away) + self.slack {
            problem(format!("{charged} ms were charged, at most {passed} passed, the server was away for {away}"));
        }
    }
}

/// Returns the range of times at which each event can have been recorded: not before its command was first sent or the previous
/// event was recorded, and not after it or a later event was first shown.
fn times(history: &History, game: usize, events: &[Recorded], end: u64) -> Vec<TimeRange> {
    let mut times: Vec<TimeRange> = Vec::with_capacity(events.len());
    let mut least = 0;
    for recorded in events {
        let sent = recorded.command.as_ref().and_then(|id| history.commands.get(&key(id)));
        least = least.max(sent.map_or(0, |sent| sent.first_sent));
        times.push(TimeRange { least, most: end });
    }
    let mut most = end;
    for (recorded, time) in events.iter().zip(&mut times).rev() {
        if let Some(shown) = history.shown[game].get(&recorded.seq) {
            most = most.min(shown.first);
        }
        time.most = most;
    }
    times
}
