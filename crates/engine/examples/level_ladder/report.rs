//! What the games say: ratings, tables, and the places in the source that they go to.

use std::fmt::Write as _;
use std::path::Path;

use saffron_arena::{Encounter, Pairs, Ratings};
use saffron_engine::{Level, Strength};

use crate::plan::{MAIN, Part, Task, VARIANTS};
use crate::results::Results;
use crate::tables::{replace_table, write};

/// The Elo number of the weakest rung. There is no pool of rated people to measure it by: it is chosen.
const ANCHOR: f64 = 400.0;

/// Prints what was measured, and writes it into the crate in this folder.
pub(crate) fn tell(part: Part, tasks: &[Task], results: &Results, folder: Option<&Path>) -> Result<(), String> {
    let players = part.players();
    match part {
        Part::Scale => {
            let ratings = fit(tasks, results, MAIN, players.len(), ANCHOR)?;
            let elo: Vec<u32> = (0..players.len()).map(|player| ratings.of(player).value.round() as u32).collect();
            if let Some(rung) = (1..elo.len()).find(|&rung| elo[rung] <= elo[rung - 1]) {
                return Err(format!("rung {} is not stronger than the one below: {elo:?}", rung + 1));
            }
            let table = scale_table(&players, &ratings, tasks, results);
            let constants = constants(&elo);
            println!("{table}\n{constants}");
            let Some(folder) = folder else { return Ok(()) };
            write(&folder.join("src/strength/ratings.rs"), &constants)?;
            replace_table(folder, "scale", &table)
        }
        Part::Levels => {
            let table = levels_table(&players, tasks, results)?;
            println!("{table}");
            folder.map_or(Ok(()), |folder| replace_table(folder, "levels", &table))
        }
    }
}

fn fit(tasks: &[Task], results: &Results, variant: &str, players: usize, anchor: f64) -> Result<Ratings, String> {
    let ways = (1..players).flat_map(|stronger| (0..stronger).map(move |weaker| (weaker, stronger)));
    let encounters: Vec<Encounter> = ways
        .map(|(weaker, stronger)| Encounter {
            first: stronger,
            second: weaker,
            pairs: results.pairs(tasks, variant, weaker, stronger),
        })
        .collect();
    Ratings::new(players, &encounters, (0, anchor)).ok_or_else(|| "not every player has played".to_owned())
}

/// `won 71.3 % of 200 games`, from the stronger player's side.
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
                let against = |weaker| score(&results.pairs(tasks, MAIN, weaker, index));
                let two = if index > 1 { against(index - 2) } else { String::new() };
                (format!("{:+.0} ± {:.0}", step.value, step.margin), against(index - 1), two)
            }
        };
        let faculties = player.strength.map(Strength::skill).map_or_else(
            || format!("engine | - | {} | 1 | 0 | 0 %", player.nodes()),
            |able| {
                format!(
                    "{} | {} | {} | {} | {} | {:.1} %",
                    index + 1,
                    able.depth,
                    able.nodes.round(),
                    able.candidates.round(),
                    able.evaluation_noise,
                    100.0 * able.oversight,
                )
            },
        );
        let _ = writeln!(text, "| {faculties} | {rating} | {step} | {one} | {two} |");
    }
    text
}

fn levels_table(players: &[Level], tasks: &[Task], results: &Results) -> Result<String, String> {
    let fitted: Vec<Ratings> = VARIANTS
        .into_iter()
        .map(|variant| fit(tasks, results, variant, players.len(), f64::from(players[0].elo)))
        .collect::<Result<_, _>>()?;
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

/// The source of the ratings.
fn constants(elo: &[u32]) -> String {
    let (full, rungs) = elo.split_last().map_or((0, &[][..]), |(&full, rungs)| (full, rungs));
    let list: Vec<String> = rungs.iter().map(u32::to_string).collect();
    format!(
        "//! How strong the rungs of the scale are. Written by the example `level_ladder`, from the games that `LEVELS.md` tells of.\n\n\
         /// Elo of each rung, the weakest first.\npub(super) const RUNGS: [u32; {}] = [{}];\n\n\
         /// Elo of the engine itself, with the nodes of the last level.\npub(super) const FULL: u32 = {full};\n",
        list.len(),
        list.join(", "),
    )
}
