//! Search information that an engine reports.

use std::fmt;

/// Evaluation from the point of view of the side that searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Mate in this number of moves; negative if the side is mated.
    Mate(i32),
}

/// Value of a mate in centipawns, above any evaluation.
const MATE: i32 = 1_000_000;

impl Score {
    /// Returns the score in centipawns; mates are above or below every other score.
    pub fn centipawns(self) -> i32 {
        match self {
            Self::Cp(score) => score.clamp(-MATE, MATE),
            Self::Mate(moves) if moves > 0 => MATE,
            Self::Mate(_) => -MATE,
        }
    }
}

impl fmt::Display for Score {
    /// Formats the score in pawns with a sign, as in PGN comments: `+0.35`, `-M3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Cp(0) => f.write_str("0.00"),
            Self::Cp(score) => write!(f, "{:+.2}", f64::from(score) / 100.0),
            Self::Mate(moves) => {
                write!(f, "{}M{}", if moves > 0 { '+' } else { '-' }, moves.unsigned_abs())
            }
        }
    }
}

/// Latest information of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Info {
    pub score: Option<Score>,
    /// Depth in plies.
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
}

impl Info {
    /// Updates the fields from the text after `info`. Lines of other variations (`multipv` above 1) and bounds do not change
    /// the score.
    pub(crate) fn take(&mut self, line: &str) {
        let mut words = line.split_ascii_whitespace();
        let (mut score, mut depth) = (None, None);
        while let Some(word) = words.next() {
            let mut number = || words.next().and_then(|word| word.parse::<i64>().ok());
            match word {
                "multipv" if number() != Some(1) => return,
                "depth" => depth = number().and_then(|depth| u32::try_from(depth).ok()),
                "nodes" => self.nodes = number().and_then(|nodes| u64::try_from(nodes).ok()).or(self.nodes),
                "cp" => score = number().and_then(|score| i32::try_from(score).ok()).map(Score::Cp),
                "mate" => score = number().and_then(|moves| i32::try_from(moves).ok()).map(Score::Mate),
                "lowerbound" | "upperbound" => score = None,
                "pv" | "string" => break,
                _ => {}
            }
        }
        if score.is_some() {
            (self.score, self.depth) = (score, depth.or(self.depth));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_exact_score_of_the_first_line_counts() {
        let mut info = Info::default();
        info.take("depth 5 seldepth 9 multipv 1 score cp -35 nodes 1200 nps 5 pv e2e5 score cp 9");
        assert_eq!(info, Info { score: Some(Score::Cp(-35)), depth: Some(5), nodes: Some(1200) });
        info.take("depth 6 multipv 2 score cp 99 nodes 1300");
        info.take("depth 6 score cp 70 lowerbound nodes 1400");
        info.take("depth 6 currmove e2e5 currmovenumber 1");
        info.take("string depth 30 score cp 30");
        assert_eq!(info, Info { score: Some(Score::Cp(-35)), depth: Some(5), nodes: Some(1400) });
        info.take("depth 7 score mate -3");
        assert_eq!((info.score, info.depth), (Some(Score::Mate(-3)), Some(7)));
        info.take("depth score cp nodes");
        assert_eq!((info.score, info.nodes), (Some(Score::Mate(-3)), Some(1400)));
    }

    #[test]
    fn scores_are_written_with_a_sign() {
        for (score, text) in [
            (Score::Cp(35), "+0.35"),
            (Score::Cp(0), "0.00"),
            (Score::Cp(-1204), "-12.04"),
            (Score::Mate(2), "+M2"),
            (Score::Mate(-1), "-M1"),
            (Score::Mate(0), "-M0"),
        ] {
            assert_eq!(score.to_string(), text);
        }
        assert!(Score::Mate(-40).centipawns() < Score::Cp(-30000).centipawns());
    }
}
