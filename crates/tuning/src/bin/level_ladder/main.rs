//! Measures the strength levels by matches among themselves; see `LEVELS.md`.
//!
//! `level_ladder scale` plays the rungs of the Elo scale against each other, fits their ratings, and writes them to
//! `crates/engine/src/strength/ratings.rs` and `LEVELS.md`. `level_ladder levels` plays the levels in three variants and
//! writes the results to `LEVELS.md`. Each pair of games is saved when it is over; the same command resumes an interrupted run.
//! Players are limited by depth and nodes, so the games depend neither on the speed of the machine nor on the number of threads.

mod games;
mod plan;
mod report;
mod results;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};

use saffron_tuning::levels_document::engine_folder;
use saffron_tuning::program;

use crate::plan::{Part, Task};
use crate::results::Results;

/// Measure the strength of the levels
#[derive(Debug, Parser)]
struct Arguments {
    /// Players of the matches: the rungs of the scale, or the levels on it
    part: Part,
    /// Number of concurrent pairs of games
    #[arg(long, value_name = "N", default_value_t = 2)]
    threads: usize,
    /// Factor of the usual number of games
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0)]
    games: f64,
    /// File of the results [default: target/level_ladder-PART.tsv]
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Write the ratings and the tables into the source, instead of only printing them
    #[arg(long)]
    write: bool,
}

fn main() -> ExitCode {
    program::exit(run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let usual = engine_folder().join("../../target").join(format!("level_ladder-{}.tsv", arguments.part.name()));
    let path = arguments.results.as_ref().unwrap_or(&usual);
    let tasks = plan::tasks(arguments.part, arguments.games)?;
    let results = Results::open(path, &games::signature(arguments.part))?;
    let missing: Vec<&Task> = tasks.iter().filter(|task| !results.has(task)).collect();
    let results = play(&missing, results, arguments.threads.max(1))?;
    report::report(arguments.part, &tasks, &results, arguments.write)
}

/// Plays the tasks on several threads and stores each result when it is ready.
fn play(tasks: &[&Task], results: Results, threads: usize) -> Result<Results, String> {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} pairs of games, {elapsed}, {eta} left");
    let bar = ProgressBar::new(tasks.len() as u64).with_style(style.map_err(|error| error.to_string())?);
    let next = AtomicUsize::new(0);
    let results = Mutex::new(results);
    let work = || -> Result<(), String> {
        let mut engines = games::Engines::new()?;
        while let Some(task) = tasks.get(next.fetch_add(1, Relaxed)) {
            let quarters = games::play_pair(task, &mut engines)?;
            results.lock().map_err(|_| "another thread has failed")?.add(task, quarters)?;
            bar.inc(1);
        }
        Ok(())
    };
    program::in_threads(threads, work)?;
    bar.finish_and_clear();
    results.into_inner().map_err(|_| "a thread has failed".to_owned())
}
