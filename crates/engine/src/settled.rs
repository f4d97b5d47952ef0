//! When a search without limits has nothing more to find.

use crate::engine::Info;
use crate::score::Score;

/// Listens to the infos of a search and knows when all of its lines are mates that it has seen to their end.
///
/// ```
/// use saffron_engine::{Info, Score, Settled};
/// use std::time::Duration;
///
/// let mut settled = Settled::new(1);
/// let mut info =
///     Info { depth: 2, seldepth: 2, multi_pv: 1, score: Score::Mate(2), nodes: 0, time: Duration::ZERO, hashfull: 0, pv: &[] };
/// settled.info(&info);
/// assert!(!settled.is_settled());
/// info.depth = 3;
/// settled.info(&info);
/// assert!(settled.is_settled());
/// ```
#[derive(Clone, Debug)]
pub struct Settled {
    lines: usize,
    /// How many lines of the last depth are mates that it has seen to their end.
    settled: usize,
}

impl Settled {
    /// For a search of so many lines: no more than there are legal moves, and at least 1.
    pub fn new(lines: usize) -> Settled {
        Settled { lines, settled: 0 }
    }

    /// Takes an info; those of each depth begin with the first line.
    pub fn info(&mut self, info: &Info<'_>) {
        if info.multi_pv == 1 {
            self.settled = 0;
        }
        self.settled += usize::from(plies_to_mate(info.score).is_some_and(|plies| plies <= info.depth));
    }

    /// Whether a deeper look can find nothing better.
    pub fn is_settled(&self) -> bool {
        self.settled >= self.lines
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
        let mut settled = Settled::new(2);
        let mut tell = |depth, multi_pv, score| {
            let info =
                Info { depth, seldepth: depth, multi_pv, score, nodes: 0, time: Duration::ZERO, hashfull: 0, pv: &[] };
            settled.info(&info);
            settled.is_settled()
        };
        assert!(!tell(3, 1, Score::Mate(2)));
        assert!(!tell(3, 2, Score::Mate(3)));
        assert!(!tell(5, 1, Score::Mate(2)));
        assert!(tell(5, 2, Score::Mate(3)));
        assert!(!tell(6, 1, Score::Mate(-3)));
        assert!(!tell(6, 2, Score::Cp(900)));
    }
}
