//! Games between two players of limited strength.

use saffron_engine::{Control, Engine, Limits, Random, Root};
use saffron_rules::Variant;

use saffron_tuning::paired_games::{self, fair_opening};

use crate::plan::{Part, Task};

/// One engine per player, so that they share no transposition table, and one that judges openings.
pub(crate) struct Engines {
    players: [Engine; 2],
    judge: Engine,
}

impl Engines {
    pub(crate) fn new() -> Result<Engines, String> {
        let engine = || Engine::new(4).map_err(|error| error.to_string());
        Ok(Engines { players: [engine()?, engine()?], judge: engine()? })
    }
}

/// Returns the signature of everything that the results of a part depend on.
pub(crate) fn signature(part: Part) -> String {
    let players: Vec<String> = part
        .players()
        .iter()
        .map(|player| match player.strength {
            Some(strength) => format!("{:?}", strength.skill()),
            None => player.nodes().to_string(),
        })
        .collect();
    let nodes = crate::plan::VARIANTS.map(|id| match (Variant::by_id(id), Engine::new(1)) {
        (Some(variant), Ok(mut engine)) => {
            engine.search(&Root::from(variant.start()), &Limits::depth(8), &Control::new(), &mut ()).nodes
        }
        _ => 0,
    });
    format!("{nodes:?} {}", players.join(" "))
}

/// Plays an opening from both sides; returns the stronger player's score in quarter points, 0 to 8.
pub(crate) fn play_pair(task: &Task, engines: &mut Engines) -> Result<u8, String> {
    let players = task.part.players();
    let variant = Variant::by_id(task.variant).ok_or("no such variant")?;
    // All players of a variant get the same openings.
    let opening = fair_opening(variant, task.index, &mut engines.judge)?;
    let seed = Random::new(task.index << 20 | (task.weaker as u64) << 10 | task.stronger as u64).next_bits();
    let sides = [&players[task.stronger], &players[task.weaker]];
    paired_games::play_pair(&opening, &mut engines.players, |engine, index, color, root| {
        // Each player gets another seed in each game.
        let seed = (seed ^ color.index() as u64).wrapping_add(index as u64);
        engine.search_at_level(root, sides[index], seed, &Limits::default(), &Control::new(), &mut ())
    })
}
