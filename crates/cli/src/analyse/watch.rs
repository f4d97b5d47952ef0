//! When a search is to end before its limits.

use saffron_engine::{Info, Observer, Score};

use crate::interrupt::Interrupt;

/// Ends a search when the person asks for it, or when there is nothing more to find.
pub(super) struct Watch {
    interrupt: Interrupt,
    lines: usize,
    /// How many lines of the last depth are mates that it has seen to their end.
    settled: usize,
}

impl Watch {
    /// For a search of so many lines.
    pub(super) fn new(interrupt: &Interrupt, lines: usize) -> Self {
        Self { interrupt: interrupt.clone(), lines, settled: 0 }
    }
}

impl Observer for Watch {
    fn info(&mut self, info: &Info<'_>) {
        if info.multi_pv == 1 {
            self.settled = 0;
        }
        self.settled += usize::from(plies_to_mate(info.score).is_some_and(|plies| plies <= info.depth));
    }

    fn should_stop(&mut self) -> bool {
        self.settled == self.lines || self.interrupt.is_asked()
    }
}

/// In how many plies the game ends by force; none where it does not.
fn plies_to_mate(score: Score) -> Option<u32> {
    match score {
        Score::Cp(_) => None,
        Score::Mate(moves) if moves > 0 => Some(2 * moves.unsigned_abs() - 1),
        Score::Mate(moves) => Some(2 * moves.unsigned_abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_search_ends_when_all_lines_are_mates_seen_to_their_end() {
        let mut watch = Watch::new(&Interrupt::default(), 2);
        let mut tell = |depth, multi_pv, score| {
            let info =
                Info { depth, seldepth: depth, multi_pv, score, nodes: 0, time: Duration::ZERO, hashfull: 0, pv: &[] };
            watch.info(&info);
            watch.should_stop()
        };
        assert!(!tell(3, 1, Score::Mate(2)));
        assert!(!tell(3, 2, Score::Mate(3)));
        assert!(!tell(5, 1, Score::Mate(2)));
        assert!(tell(5, 2, Score::Mate(3)));
        assert!(!tell(6, 1, Score::Mate(-3)));
        assert!(!tell(6, 2, Score::Cp(900)));
    }
}
