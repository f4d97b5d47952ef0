//! Compares the mistakes of the strength levels with those of people in the same positions: the second table of `LEVELS.md`.
//!
//! `level_mistakes GAMES.pgn` samples positions from games of people. Every level but the last, and a player of random moves,
//! chooses a move in each. The loss of a move is the difference of two searches of the full engine with a fixed number of
//! nodes: of the position, and of the position after the move. The moves of the people are measured in the same way. The table
//! depends only on the program and the games.

mod figures;
mod positions;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use saffron_engine::{Control, Engine, LEVELS, Limits, Random};
use saffron_rules::Move;

use saffron_tuning::levels_document::replace_table;
use saffron_tuning::program;

use crate::figures::{Figures, Judge};
use crate::positions::Sample;

/// Compare the mistakes of people and of the strength levels
#[derive(Debug, Parser)]
struct Arguments {
    /// PGN file with games of people
    games: PathBuf,
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 800)]
    positions: usize,
    /// Nodes per search of the full engine, which measures the moves
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    nodes: u64,
    /// Write the table into LEVELS.md, instead of only printing it
    #[arg(long)]
    write: bool,
}

fn main() -> ExitCode {
    program::exit(run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let text = std::fs::read(&arguments.games).map_err(|error| format!("{}: {error}", arguments.games.display()))?;
    let samples = positions::samples(&String::from_utf8_lossy(&text), arguments.positions);
    if samples.is_empty() {
        return Err(format!("{}: no games to take positions from", arguments.games.display()));
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} positions, {elapsed}, {eta} left");
    let bar = ProgressBar::new(samples.len() as u64).with_style(style.map_err(|error| error.to_string())?);
    let mut judge = Judge::new(arguments.nodes)?;
    let mut engine = Engine::new(16).map_err(|error| error.to_string())?;
    // Order: random moves, the levels, the people.
    // The last level is stronger than the engine that judges.
    let levels = &LEVELS[..LEVELS.len() - 1];
    let mut figures = vec![Figures::default(); levels.len() + 2];
    for (number, sample) in (0..).zip(&samples) {
        let mut chosen = vec![random_move(sample, number)];
        for level in levels {
            engine.new_game();
            let limits = Limits::default();
            let found = engine.search_at_level(&sample.root, level, number, &limits, &Control::new(), &mut ());
            chosen.extend(found.best);
        }
        chosen.push(sample.played);
        judge.add(sample, &chosen, &mut figures);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let names: Vec<String> = std::iter::once("random moves".to_owned())
        .chain(levels.iter().map(|level| format!("level {}", level.number)))
        .chain(std::iter::once("people".to_owned()))
        .collect();
    let table = figures::table(&names, &figures);
    println!("{table}");
    if arguments.write {
        replace_table("mistakes", &table)?;
    }
    Ok(())
}

fn random_move(sample: &Sample, number: u64) -> Move {
    let moves = sample.root.position.legal_moves();
    moves[Random::new(number).below(moves.len())]
}
