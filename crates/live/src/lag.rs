//! Lag compensation: the part of a move's time that is lag and is not charged.
//!
//! A side has a quota of lag. It starts at three gains; each move adds one gain and subtracts the lag that was compensated; it
//! never exceeds seven gains. A gain is 150 ms plus 4 ms for each second of the time control's estimated duration, at most 1 s.
//!
//! A client's own report is trusted only within the limits of the server's measurements. The lag of a move is its elapsed time
//! less the thinking time that the client reports, but at most the longest recent round trip; if the client reports nothing, it
//! is the usual round trip. So a client that always reports no thinking time gains only the variation of its connection. A
//! client that delays its answers to the measurements seems to be far away: it is compensated at most `n + 2` gains in `n`
//! moves, and moderators see the measurements.

use crate::round_trip::RoundTrip;
use crate::time::{Millis, TimeControl};

/// Maximum delay of a flag for a move that may be under way, in milliseconds.
const MAX_GRACE: Millis = 2000;

/// Quota gain with each move, in milliseconds. 0 without clocks.
fn gain(control: TimeControl) -> Millis {
    control.estimated_seconds().map_or(0, |seconds| (Millis::from(seconds) * 4 + 150).min(1000))
}

/// Lag quota of a side, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LagQuota(Millis);

impl LagQuota {
    pub(crate) fn new(control: TimeControl) -> Self {
        Self(gain(control) * 3)
    }

    /// Returns the compensated part of a move's time, in milliseconds, at most `elapsed`.
    pub(crate) fn compensation(self, elapsed: Millis, thought: Option<u32>, round_trip: RoundTrip) -> Millis {
        let longest = Millis::from(round_trip.longest);
        let lag = match thought {
            Some(thought) => (elapsed - Millis::from(thought)).clamp(0, longest),
            None => Millis::from(round_trip.usual).min(longest),
        };
        lag.min(self.0).min(elapsed)
    }

    /// Returns the quota after a move of which `compensated` milliseconds were not charged.
    pub(crate) fn used(self, compensated: u32, control: TimeControl) -> Self {
        let gain = gain(control);
        Self((self.0 + gain - Millis::from(compensated)).clamp(0, gain * 7))
    }

    /// Delay between the end of the clock's time and the fall of the flag, in milliseconds.
    pub(crate) fn grace(self) -> Millis {
        self.0.min(MAX_GRACE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLITZ: TimeControl = TimeControl::Clock { initial: 180, increment: 2 };
    const BULLET: TimeControl = TimeControl::Clock { initial: 60, increment: 0 };

    #[test]
    fn the_gain_grows_with_the_game_up_to_a_second() {
        for (initial, increment, expected) in
            [(0, 1, 310), (15, 0, 210), (60, 0, 390), (180, 0, 870), (180, 2, 1000), (10800, 180, 1000)]
        {
            assert_eq!(gain(TimeControl::Clock { initial, increment }), expected, "{initial}+{increment}");
        }
        assert_eq!(gain(TimeControl::Unlimited), 0);
    }

    #[test]
    fn the_quota_starts_at_three_gains_and_ends_at_seven() {
        let mut quota = LagQuota::new(BLITZ);
        assert_eq!(quota.0, 3000);
        for _ in 0..10 {
            quota = quota.used(0, BLITZ);
        }
        assert_eq!(quota.0, 7000);
        quota = quota.used(1500, BLITZ);
        assert_eq!(quota.0, 6500);
        // More than the quota had: only a damaged log has that.
        assert_eq!(quota.used(u32::MAX, BLITZ).0, 0);
    }

    #[test]
    fn lag_is_what_the_client_says_within_the_round_trip() {
        let quota = LagQuota::new(BLITZ);
        // elapsed, thought, usual and longest round trip, compensation
        for (elapsed, thought, usual, longest, expected) in [
            (5000, Some(4900), 150, 150, 100),
            (5000, Some(4800), 150, 150, 150),
            (5000, Some(4800), 150, 400, 200),
            (5000, Some(5000), 150, 150, 0),
            (5000, Some(9000), 150, 150, 0),
            (5000, Some(0), 150, 400, 400),
            (5000, Some(0), 0, 0, 0),
            (5000, Some(0), 60_000, 60_000, 3000),
            (5000, None, 150, 400, 150),
            (5000, None, 60_000, 60_000, 3000),
            (100, None, 150, 150, 100),
            (100, Some(0), 150, 150, 100),
            (0, Some(0), u32::MAX, u32::MAX, 0),
        ] {
            assert_eq!(
                quota.compensation(elapsed, thought, RoundTrip { usual, longest }),
                expected,
                "{elapsed} {thought:?} {usual} {longest}"
            );
        }
    }

    #[test]
    fn a_client_that_lies_gets_no_more_than_was_measured_nor_than_the_gains() {
        for (longest, every_move) in [(0, 0), (12, 12), (389, 389), (u32::MAX, 390)] {
            let mut quota = LagQuota::new(BULLET);
            let mut sum = 0;
            for moves in 1..=100 {
                let given = quota.compensation(10_000, Some(0), RoundTrip::steady(longest));
                assert!(given <= Millis::from(longest));
                quota = quota.used(u32::try_from(given).unwrap(), BULLET);
                sum += given;
                assert!(sum <= (moves + 2) * gain(BULLET));
            }
            // The initial quota is used up once.
            assert_eq!(sum, 100 * every_move + if longest == u32::MAX { 2 * 390 } else { 0 });
        }
    }

    #[test]
    fn the_flag_waits_as_long_as_the_quota_and_at_most_two_seconds() {
        assert_eq!(LagQuota::new(BULLET).grace(), 1170);
        assert_eq!(LagQuota::new(BLITZ).grace(), 2000);
        assert_eq!(LagQuota(0).grace(), 0);
    }
}
