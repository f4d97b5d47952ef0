//! Scale of strength: from an Elo rating to the skill of a player of that strength, and the levels on the scale.

use super::ratings;

/// Parameters of a limited player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Skill {
    /// Depth of the search in plies; 2.5 means 2 plies in half of all positions and 3 in the others.
    pub depth: f64,
    /// Maximum number of nodes of the search.
    pub nodes: f64,
    /// Number of moves among which the player chooses.
    pub candidates: f64,
    /// Standard deviation of the evaluation error, in centipawns; see `evaluation_noise`.
    pub evaluation_noise: f64,
    /// Probability of overlooking a short quiet move, 0 to 1; see `oversight`.
    pub oversight: f64,
}

/// Rungs of the scale, weakest first. Their measured ratings are in `ratings`.
const RUNGS: [Skill; ratings::RUNGS.len()] = [
    rung(1.00, 2_500.0, 200.0, 800.0, 0.80),
    rung(1.00, 3_000.0, 200.0, 230.0, 0.375),
    rung(1.30, 3_500.0, 190.0, 165.0, 0.29),
    rung(1.70, 4_500.0, 150.0, 115.0, 0.22),
    rung(2.25, 6_500.0, 100.0, 75.0, 0.155),
    rung(3.10, 9_500.0, 50.0, 46.0, 0.095),
    rung(4.00, 12_000.0, 24.0, 31.0, 0.062),
    rung(4.70, 13_500.0, 15.0, 23.0, 0.045),
    rung(5.60, 15_000.0, 10.0, 17.0, 0.031),
    rung(7.00, 17_000.0, 6.0, 12.0, 0.019),
    rung(9.00, 21_000.0, 4.0, 8.0, 0.01),
    rung(14.0, 32_000.0, 2.0, 4.0, 0.0),
];

const fn rung(depth: f64, nodes: f64, candidates: f64, evaluation_noise: f64, oversight: f64) -> Skill {
    Skill { depth, nodes, candidates, evaluation_noise, oversight }
}

/// Limited strength: an Elo rating on the scale that `LEVELS.md` explains.
///
/// ```
/// use saffron_engine::Strength;
///
/// let strength = Strength::from_elo(1000).unwrap();
/// assert_eq!(strength.elo(), 1000);
/// assert!(Strength::from_elo(Strength::MAX.elo() + 1).is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Strength {
    elo: u32,
}

impl Strength {
    /// Weakest limited strength.
    pub const MIN: Strength = Strength { elo: ratings::RUNGS[0] };
    /// Strongest limited strength.
    pub const MAX: Strength = Strength { elo: ratings::RUNGS[ratings::RUNGS.len() - 1] };

    /// Returns the strength with this Elo rating; `None` outside the range from [`Strength::MIN`] to [`Strength::MAX`].
    pub fn from_elo(elo: u32) -> Option<Strength> {
        (Self::MIN.elo..=Self::MAX.elo).contains(&elo).then_some(Strength { elo })
    }

    /// Elo rating of the strength.
    pub const fn elo(self) -> u32 {
        self.elo
    }

    /// Returns the strengths of the measured rungs, weakest first; strengths between them are interpolated.
    pub fn measured() -> impl ExactSizeIterator<Item = Strength> {
        ratings::RUNGS.into_iter().map(|elo| Strength { elo })
    }

    /// Returns the parameters of a player of this strength.
    pub fn skill(self) -> Skill {
        let above = ratings::RUNGS.iter().position(|&elo| elo > self.elo).unwrap_or(RUNGS.len() - 1).max(1);
        let (low, high) = (f64::from(ratings::RUNGS[above - 1]), f64::from(ratings::RUNGS[above]));
        interpolate(&RUNGS[above - 1], &RUNGS[above], (f64::from(self.elo) - low) / (high - low))
    }
}

/// Interpolates between two rungs, with `share` from 0 to 1: nodes and candidates geometrically, the others linearly.
fn interpolate(low: &Skill, high: &Skill, share: f64) -> Skill {
    let linear = |a: f64, b: f64| a + (b - a) * share;
    let geometric = |a: f64, b: f64| a * (b / a).powf(share);
    Skill {
        depth: linear(low.depth, high.depth),
        nodes: geometric(low.nodes, high.nodes),
        candidates: geometric(low.candidates, high.candidates),
        evaluation_noise: linear(low.evaluation_noise, high.evaluation_noise),
        oversight: linear(low.oversight, high.oversight),
    }
}

/// One of the levels for games against people, 0 to 10.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Number of the level; 0, the weakest, is for children.
    pub number: u32,
    /// Elo rating of the level, on the scale of [`Strength`].
    pub elo: u32,
    /// Strength of the level; `None` for the last one, which is the engine itself.
    pub strength: Option<Strength>,
}

/// Number of the last level.
const LAST_LEVEL: u32 = 10;

/// Node limit of the last level, which takes about as long as a person likes to wait.
pub(super) const FULL_NODES: u64 = 400_000;

/// Levels, weakest first: the weakest limited strength, nine at equal distances from the next rung to the strongest one, and
/// the engine itself with a node limit.
pub const LEVELS: [Level; LAST_LEVEL as usize + 1] = {
    let mut levels =
        [Level { number: 0, elo: Strength::MIN.elo, strength: Some(Strength::MIN) }; LAST_LEVEL as usize + 1];
    let (first, last) = (ratings::RUNGS[1], Strength::MAX.elo);
    let mut number = 1;
    while number < LAST_LEVEL {
        let offset = (last - first) * (number - 1) / (LAST_LEVEL - 2);
        // The levels in between are rounded.
        let elo = if number + 1 < LAST_LEVEL { (first + offset + 5) / 10 * 10 } else { last };
        levels[number as usize] = Level { number, elo, strength: Some(Strength { elo }) };
        number += 1;
    }
    levels[LAST_LEVEL as usize] = Level { number: LAST_LEVEL, elo: ratings::FULL, strength: None };
    levels
};

impl Level {
    /// Returns the level with this number; numbers above the last level give the last one.
    pub fn by_number(number: u32) -> Level {
        LEVELS[number.min(LAST_LEVEL) as usize]
    }

    /// Returns whether the level plays from an opening book if there is one: those levels do that find no better moves themselves.
    pub fn plays_book(&self) -> bool {
        self.number >= 8
    }

    /// Approximate maximum number of nodes that this level searches for a move.
    pub fn nodes(&self) -> u64 {
        self.strength.map_or(FULL_NODES, |strength| strength.skill().nodes as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_rises() {
        assert!(ratings::RUNGS.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(ratings::FULL > Strength::MAX.elo());
        let skill: Vec<Skill> =
            (Strength::MIN.elo()..=Strength::MAX.elo()).map(|elo| Strength { elo }.skill()).collect();
        for pair in skill.windows(2) {
            assert!(pair[0].depth <= pair[1].depth && pair[0].nodes <= pair[1].nodes);
            assert!(pair[0].evaluation_noise >= pair[1].evaluation_noise && pair[0].oversight >= pair[1].oversight);
            assert!(pair[0].candidates >= pair[1].candidates);
        }
    }

    #[test]
    fn the_rungs_are_on_the_scale() {
        for (strength, rung) in Strength::measured().zip(RUNGS) {
            let found = strength.skill();
            for (a, b) in [
                (found.depth, rung.depth),
                (found.nodes, rung.nodes),
                (found.candidates, rung.candidates),
                (found.evaluation_noise, rung.evaluation_noise),
                (found.oversight, rung.oversight),
            ] {
                assert!((a - b).abs() <= 1e-6 * b, "{strength:?} {found:?}");
            }
        }
        assert_eq!(Strength::from_elo(Strength::MIN.elo() - 1), None);
        assert_eq!(Strength::from_elo(Strength::MAX.elo() + 1), None);
    }

    #[test]
    fn levels_are_evenly_spaced_and_get_stronger() {
        let steps: Vec<u32> = LEVELS[1..].windows(2).map(|pair| pair[1].elo - pair[0].elo).collect();
        assert!(steps[..8].iter().all(|&step| (150..=350).contains(&step)), "{steps:?}");
        assert!(steps[..8].iter().max().unwrap() - steps[..8].iter().min().unwrap() <= 20, "{steps:?}");
        for (index, level) in LEVELS.iter().enumerate() {
            assert_eq!(level.number as usize, index);
            assert_eq!(level.strength.map(Strength::elo).unwrap_or(ratings::FULL), level.elo);
        }
        assert!(LEVELS[0].elo < LEVELS[1].elo);
        assert_eq!([0, 1, 10, 99].map(|number| Level::by_number(number).number), [0, 1, 10, 10]);
    }

    /// If this fails, run `level_ladder` again.
    #[test]
    fn the_document_has_the_same_numbers() {
        let document = include_str!("../../LEVELS.md");
        for (number, (rung, elo)) in (0..).zip(RUNGS.iter().zip(ratings::RUNGS)) {
            let Skill { depth, nodes, candidates, evaluation_noise, oversight } = rung;
            let able = format!("{depth} | {nodes} | {candidates} | {evaluation_noise} | {:.1} %", 100.0 * oversight);
            let line = format!("| {number} | {able} | {elo} |");
            assert!(document.contains(&line), "{line}");
        }
        let line = format!("| engine | - | {FULL_NODES} | 1 | 0 | 0 % | {} |", ratings::FULL);
        assert!(document.contains(&line), "{line}");
        for level in LEVELS {
            let line = format!("\n| {} | {} | ", level.number, level.elo);
            assert!(document.contains(&line), "{line}");
        }
    }
}
