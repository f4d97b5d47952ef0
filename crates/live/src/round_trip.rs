//! Round-trip times to a player, as the server measures them.

/// Measurements that [`RoundTrips`] keeps.
const KEPT: usize = 8;

/// The longest round trip that is measured (milliseconds): nothing that takes longer is the lag of a move.
const MAX: u32 = 10_000;

/// What was measured of the way to a player and back (milliseconds); zeros where nothing was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RoundTrip {
    /// The usual time: the lag of a move whose client does not say how long its player thought.
    pub usual: u32,
    /// The longest time of late: a move has no more lag, whatever its client says.
    pub longest: u32,
}

impl RoundTrip {
    /// A connection on which every round trip takes the same time (milliseconds).
    pub const fn steady(time: u32) -> Self {
        Self { usual: time, longest: time }
    }

    /// The round trip with a delay (milliseconds) of the server's own, before it showed the turn.
    #[must_use]
    pub const fn delayed(self, by: u32) -> Self {
        Self { usual: self.usual.saturating_add(by), longest: self.longest.saturating_add(by) }
    }
}

/// The last measurements on a connection.
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
    last: [u32; KEPT],
    count: usize,
    usual: u32,
}

impl RoundTrips {
    /// Adds a measured time (milliseconds).
    pub fn add(&mut self, time: u32) {
        let time = time.min(MAX);
        self.usual = if self.count == 0 { time } else { u32::midpoint(self.usual, time) };
        self.last[self.count % KEPT] = time;
        self.count += 1;
    }

    /// What is known by now: the longest of the last eight measurements; and half of the last one, a quarter of the one before,
    /// and so on, for the usual time.
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
