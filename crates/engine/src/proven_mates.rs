//! Detection of searches whose lines are all proven mates and cannot improve any more.

use crate::interface::Info;
use crate::score::Score;

/// Tracks the infos of a search until all of its lines are forced mates no longer than the depth: a deeper iteration cannot
/// find a shorter mate.
///
/// ```
/// use saffron_engine::{Info, ProvenMates, Score};
/// use std::time::Duration;
///
/// let mut mates = ProvenMates::new(1);
/// let mut info =
///     Info { depth: 2, seldepth: 2, multi_pv: 1, score: Score::Mate(2), nodes: 0, table_hits: 0, time: Duration::ZERO, hashfull: 0, pv: &[] };
/// mates.update(&info);
/// assert!(!mates.all_proven());
/// info.depth = 3;
/// mates.update(&info);
/// assert!(mates.all_proven());
/// ```
#[derive(Clone, Debug)]
pub struct ProvenMates {
    lines: usize,
    /// Number of lines of the last depth that are mates no longer than that depth.
    proven: usize,
}

impl ProvenMates {
    /// Creates the tracker for a search of this many lines: at least 1, and no more than there are legal moves.
    pub fn new(lines: usize) -> ProvenMates {
        ProvenMates { lines, proven: 0 }
    }

    /// Processes the next info. The infos of a depth must begin with the first line.
    pub fn update(&mut self, info: &Info<'_>) {
        if info.multi_pv == 1 {
            self.proven = 0;
        }
        self.proven += usize::from(plies_to_mate(info.score).is_some_and(|plies| plies <= info.depth));
    }

    /// Returns whether every line of the last depth is a proven mate.
    pub fn all_proven(&self) -> bool {
        self.proven >= self.lines
    }
}

/// Number of plies to the end of a forced mate.
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
    fn all_lines_must_be_mates_within_the_depth() {
        let mut mates = ProvenMates::new(2);
        let mut all_proven = |depth, multi_pv, score| {
            let info = Info {
                depth,
                seldepth: depth,
                multi_pv,
                score,
                nodes: 0,
                table_hits: 0,
                time: Duration::ZERO,
                hashfull: 0,
                pv: &[],
            };
            mates.update(&info);
            mates.all_proven()
        };
        assert!(!all_proven(3, 1, Score::Mate(2)));
        assert!(!all_proven(3, 2, Score::Mate(3)));
        assert!(!all_proven(5, 1, Score::Mate(2)));
        assert!(all_proven(5, 2, Score::Mate(3)));
        assert!(!all_proven(6, 1, Score::Mate(-3)));
        assert!(!all_proven(6, 2, Score::Cp(900)));
    }
}
