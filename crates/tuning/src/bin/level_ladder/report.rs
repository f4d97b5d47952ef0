//! Ratings fitted to the results, and the tables and constants generated from them.

use std::fmt::Write as _;

use saffron_arena::{Pairing, Pairs, Ratings};
use saffron_engine::{Level, Strength};

use saffron_tuning::levels_document::{engine_folder, replace_table, write};

use crate::plan::{Part, SCALE_VARIANT, Task, VARIANTS};
use crate::results::Results;

/// Rung whose Elo is chosen, since there is no pool of rated people to measure it by, and that Elo.
const ANCHOR: (usize, f64) = (1, 400.0);

/// Prints the ratings and tables; with `to_source`, also writes them into the engine's crate.
pub(crate) fn report(part: Part, tasks: &[Task], results: &Results, to_source: bool) -> Result<(), String> {
    let players = part.players();
    match part {
        Part::Scale => {
            let ratings = fit(tasks, results, SCALE_VARIANT, players.len())?;
            let elo: Vec<u32> = (0..players.len()).map(|player| ratings.of(player).value.round() as u32).collect();
            if let Some(rung) = (1..elo.len()).find(|&rung| elo[rung] <= elo[rung - 1]) {
                return Err(format!("rung {rung} is not stronger than the one below: {elo:?}"));
            }
            let table = scale_table(&players, &ratings, tasks, results);
            let constants = constants(&elo);
            println!("{table}\n{constants}");
            if !to_source {
                return Ok(());
            }
            write(&engine_folder().join("src/strength/ratings.rs"), &constants)?;
            replace_table("scale", &table)
        }
        Part::Levels => {
            let table = levels_table(&players, tasks, results)?;
            println!("{table}");
            if to_source { replace_table("levels", &table) } else { Ok(()) }
        }
    }
}

fn fit(tasks: &[Task], results: &Results, variant: &str, players: usize) -> Result<Ratings, String> {
    let ways = (1..players).flat_map(|stronger| (0..stronger).map(move |weaker| (weaker, stronger)));
    let pairings: Vec<Pairing> = ways
        .map(|(weaker, stronger)| Pairing {
            first: stronger,
            second: weaker,
            pairs: results.pairs(tasks, variant, weaker, stronger),
        })
        .collect();
    Ratings::new(players, &pairings, ANCHOR).ok_or_else(|| "not every player has played".to_owned())
}

/// Formats the stronger player's score: `won 71.3 % of 200 games`.
fn score(pairs: &Pairs) -> String {
    let points: u64 = (0..).zip(pairs.0).map(|(quarters, count)| quarters * count).sum();
    let games = 2 * pairs.count();
    if games == 0 { "-".to_owned() } else { format!("{:.1} % of {games}", 25.0 * points as f64 / games as f64) }
}

fn scale_table(players: &[Level], ratings: &Ratings, tasks: &[Task], results: &Results) -> String {
    let mut text = String::from(
        "| rung | depth | nodes | candidates | evaluation noise | oversight | Elo | above the last | score against it | score \
         against the one before |\n|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for (index, player) in players.iter().enumerate() {
        let rating = ratings.of(index).value.round();
        let (step, one, two) = match index {
            0 => Default::default(),
            _ => {
                let step = ratings.difference(index, index - 1);
                let against = |weaker| score(&results.pairs(tasks, SCALE_VARIANT, weaker, index));
                let two = if index > 1 { against(index - 2) } else { String::new() };
                (format!("{:+.0} ± {:.0}", step.value, step.margin), against(index - 1), two)
            }
        };
        let skill = player.strength.map(Strength::skill).map_or_else(
            || format!("engine | - | {} | 1 | 0 | 0 %", player.nodes()),
            |skill| {
                format!(
                    "{} | {} | {} | {} | {} | {:.1} %",
                    index,
                    skill.depth,
                    skill.nodes.round(),
                    skill.candidates.round(),
                    skill.evaluation_noise,
                    100.0 * skill.oversight,
                )
            },
        );
        let _ = writeln!(text, "| {skill} | {rating} | {step} | {one} | {two} |");
    }
    text
}

fn levels_table(players: &[Level], tasks: &[Task], results: &Results) -> Result<String, String> {
    let fitted: Vec<Ratings> =
        VARIANTS.into_iter().map(|variant| fit(tasks, results, variant, players.len())).collect::<Result<_, _>>()?;
    let mut text = format!("| level | Elo by the scale | {} |\n|---|---|---|---|---|\n", VARIANTS.join(" | "));
    for (index, player) in players.iter().enumerate() {
        let cells = fitted.iter().map(|ratings| {
            let rating = ratings.of(index).value;
            if index == 0 {
                return format!("{rating:.0}");
            }
            let step = ratings.difference(index, index - 1);
            format!("{rating:.0} ({:+.0} ± {:.0})", step.value, step.margin)
        });
        let cells: Vec<String> = cells.collect();
        let _ = writeln!(text, "| {} | {} | {} |", player.number, player.elo, cells.join(" | "));
    }
    Ok(text)
}

/// Returns the Rust source of the ratings.
fn constants(elo: &[u32]) -> String {
    let (full, rungs) = elo.split_last().map_or((0, &[][..]), |(&full, rungs)| (full, rungs));
    let list: Vec<String> = rungs.iter().map(u32::to_string).collect();
    format!(
        "//! Elo ratings of the rungs of the scale. Written by the program `level_ladder` from the games described in `LEVELS.md`.\n\n\
         /// Elo of each rung, the weakest first.\npub(super) const RUNGS: [u32; {}] = [{}];\n\n\
         /// Elo of the engine itself, with the nodes of the last level.\npub(super) const FULL: u32 = {full};\n",
        list.len(),
        list.join(", "),
    )
}
