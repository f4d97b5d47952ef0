//! Time management: how long a move may take.

use std::time::Duration;

use web_time::Instant;

use crate::interface::{Clock, Control, Limits};

/// Moves that the rest of the game is taken to last.
const MOVES_LEFT: u32 = 30;

/// How much of the clock one move may take at most, in hundredths.
const GREATEST_SHARE: u32 = 40;

/// The watch of one search.
#[derive(Clone, Debug)]
pub(crate) struct Timer {
    begun: Instant,
    /// Where time limits count from; later than `begun` after a ponder hit.
    counted_from: Option<Instant>,
    soft: Option<Duration>,
    hard: Option<Duration>,
}

impl Timer {
    /// The watch of a search that began then. `forced` says that there is only one move to choose from.
    pub(crate) fn new(begun: Instant, limits: &Limits, control: &Control, forced: bool) -> Timer {
        // A time for the move is meant as it is said; what is lost on the way counts on clocks alone.
        let (mut soft, mut hard) = (None, limits.movetime);
        if let Some(clock) = limits.clock {
            let (wanted, most) = allot(&clock, limits.overhead);
            soft = Some(if forced { wanted / 8 } else { wanted });
            hard = Some(hard.map_or(most, |hard: Duration| hard.min(most)));
        }
        Timer { begun, counted_from: (!control.is_pondering()).then_some(begun), soft, hard }
    }

    /// Time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Whether the search must end now.
    pub(crate) fn is_up(&mut self, control: &Control) -> bool {
        match (self.hard, self.counted(control)) {
            (Some(hard), Some(used)) => used >= hard,
            _ => false,
        }
    }

    /// Whether it is not worth starting another iteration: `scale` hundredths of the planned time are used.
    pub(crate) fn is_enough(&mut self, control: &Control, scale: u32) -> bool {
        match (self.soft, self.counted(control)) {
            (Some(soft), Some(used)) => used >= soft * scale / 100,
            _ => false,
        }
    }

    /// The time that counts against the limits, none while pondering.
    fn counted(&mut self, control: &Control) -> Option<Duration> {
        if self.counted_from.is_none() && !control.is_pondering() {
            self.counted_from = Some(Instant::now());
        }
        self.counted_from.map(|from| from.elapsed())
    }
}

/// The planned and the greatest time for a move.
fn allot(clock: &Clock, overhead: Duration) -> (Duration, Duration) {
    let least = Duration::from_millis(1);
    let usable = clock.remaining.saturating_sub(overhead).max(least);
    let moves = clock.moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
    let share = if moves == 1 { 90 } else { GREATEST_SHARE };
    let most = (usable * share / 100).max(least);
    let wanted = usable / moves + clock.increment * 3 / 4;
    (wanted.clamp(least, most), (wanted * 4).clamp(least, most))
}

/// The time that a move is planned to take; none where no time limits it.
pub(crate) fn planned(limits: &Limits) -> Option<Duration> {
    let of_clock = limits.clock.map(|clock| allot(&clock, limits.overhead).0);
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
                    let (soft, hard) = allot(&clock(remaining, increment, moves_to_go), overhead);
                    assert!(soft <= hard);
                    assert!(hard <= Duration::from_millis(remaining.saturating_sub(10).max(1)));
                }
            }
        }
    }

    #[test]
    fn the_last_move_before_more_time_may_use_most_of_the_clock() {
        let (soft, _) = allot(&clock(10_000, 0, Some(1)), Duration::ZERO);
        assert!(soft >= Duration::from_millis(8_000));
        let (soft, hard) = allot(&clock(60_000, 0, None), Duration::ZERO);
        assert_eq!(soft, Duration::from_millis(2_000));
        assert_eq!(hard, Duration::from_millis(8_000));
    }

    #[test]
    fn pondering_takes_no_time() {
        let control = Control::pondering();
        let limits = Limits::movetime(Duration::from_millis(2));
        let mut timer = Timer::new(Instant::now(), &limits, &control, false);
        std::thread::sleep(Duration::from_millis(10));
        assert!(!timer.is_up(&control));
        control.ponder_hit();
        assert!(!timer.is_up(&control), "the time counts from the hit");
        std::thread::sleep(Duration::from_millis(10));
        assert!(timer.is_up(&control));
    }
}
