//! Plan of the matches: pairings and numbers of games.

use saffron_engine::{LEVELS, Level, Strength};
use saffron_rules::Variant;

/// Part of the measurement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, clap::ValueEnum)]
pub(crate) enum Part {
    /// The rungs of the scale, and the engine itself
    Scale,
    /// The levels
    Levels,
}

/// Variant in which the scale is measured.
pub(crate) const SCALE_VARIANT: &str = Variant::DEFAULT_ID;

/// Variants in which the levels are measured.
pub(crate) const VARIANTS: [&str; 3] = ["shafran", "glinski", "mccooey"];

impl Part {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Part::Scale => "scale",
            Part::Levels => "levels",
        }
    }

    /// Returns the players, the weakest first.
    pub(crate) fn players(self) -> Vec<Level> {
        match self {
            Part::Levels => LEVELS.to_vec(),
            Part::Scale => {
                let rung = |strength: Strength| Level { number: 0, elo: strength.elo(), strength: Some(strength) };
                let full = LEVELS.last().copied();
                let players = Strength::measured().map(rung).chain(full);
                (0..).zip(players).map(|(number, player)| Level { number, ..player }).collect()
            }
        }
    }

    fn variants(self) -> &'static [&'static str] {
        match self {
            Part::Scale => &VARIANTS[..1],
            Part::Levels => &VARIANTS,
        }
    }

    /// Returns the number of pairs of games between neighbours, by the nodes of the stronger one.
    fn pairs(self, stronger: &Level) -> f64 {
        let usual = match stronger.nodes() {
            0..7_000 => 120.0,
            7_000..16_000 => 50.0,
            16_000..50_000 => 24.0,
            _ => 5.0,
        };
        // Three variants share the time that the scale takes for one.
        if self == Part::Scale { usual } else { usual * 0.35 }
    }
}

/// Opening that is played twice with sides exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Task {
    pub(crate) part: Part,
    pub(crate) variant: &'static str,
    /// Indices of the players, the weaker one first.
    pub(crate) weaker: usize,
    pub(crate) stronger: usize,
    /// Number of the pair between these players, from 0.
    pub(crate) index: u64,
}

/// Returns all pairs of games: those of neighbours, and half as many between players two apart. Short games come first, so that
/// errors at the lower end of the scale show soon.
pub(crate) fn tasks(part: Part, factor: f64) -> Result<Vec<Task>, String> {
    if !(factor > 0.0 && factor <= 100.0) {
        return Err(format!("games: expected a factor above 0, up to 100, not {factor}"));
    }
    let players = part.players();
    let mut tasks = Vec::new();
    for variant in part.variants() {
        let variant = Variant::by_id(variant).ok_or_else(|| format!("there is no variant {variant:?}"))?.id();
        for (apart, share) in [(1, 1.0), (2, 0.5)] {
            for weaker in 0..players.len() - apart {
                let stronger = weaker + apart;
                let count = (part.pairs(&players[stronger]) * share * factor).ceil() as u64;
                tasks.extend((0..count).map(|index| Task { part, variant, weaker, stronger, index }));
            }
        }
    }
    tasks.sort_by_key(|task| players[task.stronger].nodes());
    Ok(tasks)
}
