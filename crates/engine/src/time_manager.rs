//! Time management: the time limits of a move.

use std::time::Duration;

use web_time::Instant;

use crate::interface::{Clock, Control, Limits};

/// Assumed number of moves to the end of the game.
const MOVES_LEFT: u32 = 30;

/// Maximum share of the clock for one move, in percent.
const MAX_SHARE: u32 = 40;

/// Time limits of one search. No iteration starts after the soft limit; the hard limit ends the search.
#[derive(Clone, Debug)]
pub(crate) struct TimeManager {
    start: Instant,
    /// Time from which the limits count; `None` while pondering.
    limits_start: Option<Instant>,
    soft: Option<Duration>,
    hard: Option<Duration>,
}

impl TimeManager {
    /// Computes the limits of a search that began at `start`. `forced` is true if there is only one legal move.
    pub(crate) fn new(start: Instant, limits: &Limits, control: &Control, forced: bool) -> TimeManager {
        // The overhead counts for clocks only.
        let (mut soft, mut hard) = (None, limits.movetime);
        if let Some(clock) = limits.clock {
            let (planned, max) = allocate(&clock, limits.overhead);
            soft = Some(if forced { planned / 8 } else { planned });
            hard = Some(hard.map_or(max, |hard: Duration| hard.min(max)));
        }
        TimeManager { start, limits_start: (!control.is_pondering()).then_some(start), soft, hard }
    }

    /// Returns the time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Returns whether the hard limit has passed, so that the search must end.
    pub(crate) fn hard_limit_reached(&mut self, control: &Control) -> bool {
        match (self.hard, self.counted_time(control)) {
            (Some(hard), Some(used)) => used >= hard,
            _ => false,
        }
    }

    /// Returns whether `scale` percent of the soft limit have passed, so that no further iteration should start.
    pub(crate) fn soft_limit_reached(&mut self, control: &Control, scale: u32) -> bool {
        match (self.soft, self.counted_time(control)) {
            (Some(soft), Some(used)) => used >= soft * scale / 100,
            _ => false,
        }
    }

    /// Returns the time that counts against the limits; `None` while pondering.
    fn counted_time(&mut self, control: &Control) -> Option<Duration> {
        if self.limits_start.is_none() && !control.is_pondering() {
            self.limits_start = Some(Instant::now());
        }
        self.limits_start.map(|from| from.elapsed())
    }
}

/// Computes the soft and the hard limit for a move on this clock.
fn allocate(clock: &Clock, overhead: Duration) -> (Duration, Duration) {
    let least = Duration::from_millis(1);
    let usable = clock.remaining.saturating_sub(overhead).max(least);
    let moves = clock.moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
    let share = if moves == 1 { 90 } else { MAX_SHARE };
    let max = (usable * share / 100).max(least);
    let planned = usable / moves + clock.increment * 3 / 4;
    (planned.clamp(least, max), (planned * 4).clamp(least, max))
}

/// Returns the time planned for a move; `None` without time limits.
pub(crate) fn planned_time(limits: &Limits) -> Option<Duration> {
    let of_clock = limits.clock.map(|clock| allocate(&clock, limits.overhead).0);
    limits.movetime.into_iter().chain(of_clock).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        Clock { remaining: Duration::from_millis(remaining), increment: Duration::from_millis(increment), moves_to_go }
    }

    #[test]
    fn a_move_never_takes_more_than_the_clock_has() {
        let overhead = Duration::from_millis(10);
        for remaining in [0, 1, 5, 20, 100, 1000, 60_000, 3_600_000] {
            for increment in [0, 1, 100, 5000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let (soft, hard) = allocate(&clock(remaining, increment, moves_to_go), overhead);
                    assert!(soft <= hard);
                    assert!(hard <= Duration::from_millis(remaining.saturating_sub(10).max(1)));
                }
            }
        }
    }

    #[test]
    fn the_last_move_before_more_time_may_use_most_of_the_clock() {
        let (soft, _) = allocate(&clock(10_000, 0, Some(1)), Duration::ZERO);
        assert!(soft >= Duration::from_millis(8_000));
        let (soft, hard) = allocate(&clock(60_000, 0, None), Duration::ZERO);
        assert_eq!(soft, Duration::from_millis(2_000));
        assert_eq!(hard, Duration::from_millis(8_000));
    }

    #[test]
    fn pondering_takes_no_time() {
        let control = Control::pondering();
        let limits = Limits::movetime(Duration::from_millis(2));
        let mut time = TimeManager::new(Instant::now(), &limits, &control, false);
        std::thread::sleep(Duration::from_millis(10));
        assert!(!time.hard_limit_reached(&control));
        control.ponder_hit();
        assert!(!time.hard_limit_reached(&control), "the time counts from the hit");
        std::thread::sleep(Duration::from_millis(10));
        assert!(time.hard_limit_reached(&control));
    }
}
