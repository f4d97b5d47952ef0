//! When a game is won because the other side has left it.

use crate::command::Presence;
use crate::time::{Millis, Speed};

/// How long a side may be gone before the other one can claim the game (milliseconds); none by correspondence, where the
/// time for a move serves.
const fn patience(speed: Speed) -> Option<Millis> {
    match speed {
        Speed::Bullet | Speed::Blitz => Some(40_000),
        Speed::Rapid => Some(80_000),
        Speed::Classical => Some(120_000),
        Speed::Correspondence => None,
    }
}

/// The same where the page was closed.
const PATIENCE_AFTER_LEAVING: Millis = 10_000;

/// The moment from which on the game can be claimed while the other side stays away; none while it is there.
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
