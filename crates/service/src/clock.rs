//! The server's two clocks.
//!
//! The server's time dates what is stored and shown. It starts at the wall clock's time or the last server's, whichever
//! is later, and never goes back. If it is ahead, because the wall clock was wrong once, it runs at half speed until
//! the wall clock has caught up.
//!
//! The steady clock runs at the speed of real time. It measures durations: clocks of games, deadlines in memory. It
//! starts at the server's time, and clients are sent its time.

use crate::config::limits::{CLOCK_TOLERANCE, MAX_CLOCK_AHEAD};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use saffron_live::Millis;
use tokio::time::Instant;

/// Wall clock in milliseconds since the Unix epoch.
type Wall = Arc<dyn Fn() -> Millis + Send + Sync>;

/// Clocks of a server. Clones share them.
#[derive(Clone)]
pub struct Clock(Arc<Clocks>);

struct Clocks {
    wall: Option<Wall>,
    started: Instant,
    started_at: Millis,
    segment: Mutex<Segment>,
}

/// The server's time since its last change of speed.
#[derive(Clone, Copy)]
struct Segment {
    since: Instant,
    /// The server's time at that change, since the Unix epoch.
    at: Duration,
    slow: bool,
}

impl Segment {
    fn at(&self, now: Instant) -> Duration {
        let passed = now.saturating_duration_since(self.since);
        self.at + if self.slow { passed / 2 } else { passed }
    }
}

impl std::fmt::Debug for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Clock").field("now", &self.now()).finish_non_exhaustive()
    }
}

/// Comparison of the server's time with the wall clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comparison {
    pub server: Millis,
    pub wall: Millis,
    /// Whether the server's time runs at half speed from now on.
    pub slow: bool,
    /// Whether the speed has just changed.
    pub changed: bool,
}

impl Comparison {
    /// Milliseconds by which the server's time is ahead; negative if it is behind.
    pub fn ahead(&self) -> Millis {
        self.server.saturating_sub(self.wall)
    }
}

impl Clock {
    /// Clock that starts at the system's time and follows it.
    pub fn system() -> Self {
        Self::following(|| {
            let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
            Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX)
        })
    }

    /// Clock that starts at the time of a given wall clock and follows it.
    pub fn following(wall: impl Fn() -> Millis + Send + Sync + 'static) -> Self {
        let at = wall();
        Self::new(at, Some(Arc::new(wall)))
    }

    /// Clock that starts at a given time and follows no wall clock: for simulations.
    pub fn starting_at(started_at: Millis) -> Self {
        Self::new(started_at, None)
    }

    fn new(started_at: Millis, wall: Option<Wall>) -> Self {
        let started = Instant::now();
        let segment = Segment { since: started, at: duration(started_at), slow: false };
        Self(Arc::new(Clocks { wall, started, started_at, segment: Mutex::new(segment) }))
    }

    /// Moves the clock forward to `last` if it is before that.
    #[must_use]
    pub fn not_before(self, last: Millis) -> Self {
        if self.now() < last { Self::new(last, self.0.wall.clone()) } else { self }
    }

    /// The server's time, in milliseconds since the Unix epoch.
    pub fn now(&self) -> Millis {
        millis(self.lock().at(Instant::now()))
    }

    /// The steady clock's time, in milliseconds.
    pub fn steady(&self) -> Millis {
        self.0.started_at.saturating_add(millis(self.0.started.elapsed()))
    }

    /// Instant at which the steady clock shows a time; its start for an earlier one.
    pub fn instant(&self, at: Millis) -> Instant {
        let ms = u64::try_from(at.saturating_sub(self.0.started_at)).unwrap_or(0);
        // Beyond the range of `Instant`, half an hour ahead: callers check again then.
        self.0
            .started
            .checked_add(Duration::from_millis(ms))
            .unwrap_or_else(|| Instant::now() + Duration::from_secs(1800))
    }

    /// Adjusts the speed of the server's time to the wall clock; `None` without one. Call it about once a second. A
    /// difference above [`MAX_CLOCK_AHEAD`] is left alone, since catching up would take too long.
    pub fn follow(&self) -> Option<Comparison> {
        let wall = self.0.wall.as_ref()?();
        let mut segment = self.lock();
        let now = Instant::now();
        let at = segment.at(now);
        let server = millis(at);
        let ahead = server.saturating_sub(wall);
        let slow = ahead <= MAX_CLOCK_AHEAD && ahead > if segment.slow { 0 } else { CLOCK_TOLERANCE };
        let changed = slow != segment.slow;
        if changed {
            *segment = Segment { since: now, at, slow };
        }
        Some(Comparison { server, wall, slow, changed })
    }

    fn lock(&self) -> MutexGuard<'_, Segment> {
        self.0.segment.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) fn millis(duration: Duration) -> Millis {
    Millis::try_from(duration.as_millis()).unwrap_or(Millis::MAX)
}

fn duration(millis: Millis) -> Duration {
    Duration::from_millis(u64::try_from(millis).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};

    use super::*;

    const START: Millis = 1_700_000_000_000;

    /// Adjustable wall clock.
    fn wall() -> (Arc<AtomicI64>, impl Fn() -> Millis + Send + Sync + 'static) {
        let (error, started) = (Arc::new(AtomicI64::new(0)), Instant::now());
        let read = Arc::clone(&error);
        (error, move || START + millis(started.elapsed()) + read.load(Ordering::Relaxed))
    }

    /// Lets seconds pass, following the wall clock in each. Returns the times of both clocks since the start.
    async fn pass(clock: &Clock, seconds: u64) -> (Millis, Millis) {
        for _ in 0..seconds {
            let before = clock.now();
            tokio::time::advance(Duration::from_secs(1)).await;
            clock.follow();
            assert!((500..=1000).contains(&(clock.now() - before)), "it neither stands still nor jumps");
        }
        (clock.now() - START, clock.steady() - START)
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_is_ahead_runs_at_half_speed_until_the_wall_clock_has_caught_up() {
        let (error, wall) = wall();
        // The previous server trusted a wall clock that was ten minutes ahead.
        let clock = Clock::following(wall).not_before(START + 600_000);
        let first = clock.follow().expect("a wall clock");
        assert_eq!((first.ahead(), first.slow, first.changed), (600_000, true, true));
        assert_eq!(pass(&clock, 600).await, (900_000, 1_200_000));
        assert_eq!(pass(&clock, 600).await, (1_200_000, 1_800_000));
        let last = clock.follow().expect("a wall clock");
        assert_eq!((last.ahead(), last.slow, last.changed), (0, false, false));
        assert_eq!(pass(&clock, 60).await, (1_260_000, 1_860_000));
        // Resetting the wall clock in either direction makes no clock jump.
        error.store(-10_000, Ordering::Relaxed);
        assert_eq!(pass(&clock, 10).await.0, 1_265_500);
        error.store(3_600_000, Ordering::Relaxed);
        assert_eq!(pass(&clock, 10).await.0, 1_275_000);
        assert!(clock.follow().expect("a wall clock").ahead() < -3_000_000);
    }

    #[tokio::test(start_paused = true)]
    async fn small_differences_and_very_large_ones_are_left() {
        let (error, wall) = wall();
        let clock = Clock::following(wall);
        error.store(-CLOCK_TOLERANCE, Ordering::Relaxed);
        assert_eq!(pass(&clock, 10).await, (10_000, 10_000));
        error.store(-MAX_CLOCK_AHEAD - 1, Ordering::Relaxed);
        assert_eq!(pass(&clock, 10).await, (20_000, 20_000));
        error.store(-MAX_CLOCK_AHEAD, Ordering::Relaxed);
        assert_eq!(pass(&clock, 10).await.0, 25_500);
    }
}
