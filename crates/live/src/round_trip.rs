//! Round-trip times to a player, measured by the server.

/// Number of measurements that [`RoundTrips`] keeps.
const SAMPLES: usize = 8;

/// Maximum of a measured round trip, in milliseconds: longer delays do not count as lag of a move.
const MAX: u32 = 10_000;

/// Measured round trip to a player, in milliseconds; zeros if there were no measurements.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RoundTrip {
    /// Usual time: the lag of a move whose client does not report its thinking time.
    pub usual: u32,
    /// Longest recent time: the upper bound of the lag of a move, regardless of the report of its client.
    pub longest: u32,
}

impl RoundTrip {
    /// Returns the round trip of a connection with a constant delay, in milliseconds.
    pub const fn steady(time: u32) -> Self {
        Self { usual: time, longest: time }
    }

    /// Returns the round trip plus a delay of the server's own before it showed the turn, in milliseconds.
    #[must_use]
    pub const fn delayed(self, by: u32) -> Self {
        Self { usual: self.usual.saturating_add(by), longest: self.longest.saturating_add(by) }
    }
}

/// Recent round-trip measurements on a connection.
///
/// ```
/// let mut measured = saffron_live::RoundTrips::default();
/// for time in [40, 400, 60] {
///     measured.add(time);
/// }
/// let known = measured.known();
/// assert_eq!((known.usual, known.longest), (140, 400));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RoundTrips {
    last: [u32; SAMPLES],
    count: usize,
    usual: u32,
}

impl RoundTrips {
    /// Adds a measured time, in milliseconds.
    pub fn add(&mut self, time: u32) {
        let time = time.min(MAX);
        self.usual = if self.count == 0 { time } else { u32::midpoint(self.usual, time) };
        self.last[self.count % SAMPLES] = time;
        self.count += 1;
    }

    /// Returns the current estimate. The longest time is the maximum of the last eight measurements; the usual time is a moving
    /// average in which each measurement has half the weight of the next.
    pub fn known(&self) -> RoundTrip {
        RoundTrip { usual: self.usual, longest: self.last.iter().copied().max().unwrap_or(0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_of_the_last_eight_counts() {
        let mut measured = RoundTrips::default();
        assert_eq!(measured.known(), RoundTrip::default());
        measured.add(900);
        assert_eq!(measured.known(), RoundTrip::steady(900));
        for _ in 0..7 {
            measured.add(20);
            assert_eq!(measured.known().longest, 900);
        }
        measured.add(20);
        assert_eq!(measured.known().longest, 20);
        measured.add(u32::MAX);
        assert_eq!(measured.known().longest, MAX);
    }

    #[test]
    fn a_delay_is_added_to_both() {
        let known = RoundTrip { usual: 30, longest: 50 };
        assert_eq!(known.delayed(7), RoundTrip { usual: 37, longest: 57 });
        assert_eq!(known.delayed(u32::MAX), RoundTrip::steady(u32::MAX));
    }
}
