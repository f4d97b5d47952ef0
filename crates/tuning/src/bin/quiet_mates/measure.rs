//! Measurement of how often the engine's best move allows a mate in one.

use std::path::{Path, PathBuf};

use saffron_engine::{Control, Engine, Limits};
use saffron_mates::{QuietMate, mates_in_one};

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// File of positions
    file: PathBuf,
    /// Nodes of the searches
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [300, 1_000, 3_000, 10_000, 30_000])]
    nodes: Vec<u64>,
    /// Print the positions in which the best move allows a mate in one
    #[arg(long)]
    list: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let all = read(&arguments.file)?;
    if all.is_empty() {
        return Err(format!("{}: there are no positions", arguments.file.display()));
    }
    let mut engine = Engine::new(16).map_err(|error| error.to_string())?;
    let mut ids: Vec<&str> = all.iter().map(|given| given.position.variant().id()).collect();
    ids.dedup();
    println!("| nodes | positions | allow a mate in one | share | {} |", ids.join(" | "));
    println!("|--:|--:|--:|--:|{}", "--:|".repeat(ids.len()));
    for &nodes in &arguments.nodes {
        let mistakes: Vec<&QuietMate> = all.iter().filter(|given| allows_mate(&mut engine, given, nodes)).collect();
        let by_variant = |id: &&str| {
            let count = mistakes.iter().filter(|given| given.position.variant().id() == *id).count();
            count.to_string()
        };
        let share = 100.0 * mistakes.len() as f64 / all.len() as f64;
        let counts: Vec<String> = ids.iter().map(by_variant).collect();
        println!("| {nodes} | {} | {} | {share:.2} % | {} |", all.len(), mistakes.len(), counts.join(" | "));
        if arguments.list {
            mistakes.iter().for_each(|given| {
                eprintln!("{nodes}\t{}\t{}", given.position.variant().id(), given.position.to_fen());
            });
        }
    }
    Ok(())
}

/// Reads a file of positions.
pub(crate) fn read(file: &Path) -> Result<Vec<QuietMate>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    QuietMate::parse_file(&text).map_err(|error| format!("{}: {error}", file.display()))
}

/// Returns whether the best move of a search with an empty table allows a mate in one.
fn allows_mate(engine: &mut Engine, given: &QuietMate, nodes: u64) -> bool {
    engine.new_game();
    let result = engine.search(&given.position.into(), &Limits::nodes(nodes), &Control::new(), &mut ());
    let after = result.best.and_then(|best| given.position.play(best).ok());
    after.is_some_and(|after| !mates_in_one(&after).is_empty())
}
