//! Waiting times before a game can be claimed from a side that has left it.

use crate::command::Presence;
use crate::time::{Millis, Speed};

/// Waiting time before the other side can claim the game, in milliseconds. `None` by correspondence, where the time limit of
/// the move applies.
const fn patience(speed: Speed) -> Option<Millis> {
    match speed {
        Speed::Bullet | Speed::Blitz => Some(40_000),
        Speed::Rapid => Some(80_000),
        Speed::Classical => Some(120_000),
        Speed::Correspondence => None,
    }
}

/// Waiting time after the page was closed, in milliseconds.
const PATIENCE_AFTER_LEAVING: Millis = 10_000;

/// Returns the time from which the game can be claimed if the other side stays away; `None` while it is present, and by
/// correspondence.
pub(crate) fn claimable_from(speed: Speed, presence: Presence) -> Option<Millis> {
    let patience = patience(speed)?;
    match presence {
        Presence::Present => None,
        Presence::Gone(since) => Some(since.saturating_add(patience)),
        Presence::Left(at) => Some(at.saturating_add(PATIENCE_AFTER_LEAVING)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_depends_on_the_speed_and_on_how_the_side_left() {
        let from = |presence| Speed::ALL.map(|speed| claimable_from(speed, presence));
        assert_eq!(from(Presence::Present), [None; 5]);
        let gone = [Some(41_000), Some(41_000), Some(81_000), Some(121_000), None];
        assert_eq!(from(Presence::Gone(1000)), gone);
        let left = [Some(11_000), Some(11_000), Some(11_000), Some(11_000), None];
        assert_eq!(from(Presence::Left(1000)), left);
        assert_eq!(claimable_from(Speed::Blitz, Presence::Gone(Millis::MAX)), Some(Millis::MAX));
    }
}
