//! Tunes the search parameters by games of the engine against itself; see `SearchParameters`.
//!
//! Each pair of games is stored when it is over, and the same command resumes an interrupted run. The plan must be the same,
//! since the effect of a pair depends on the planned number of pairs. The program prints the parameters; a match has to show
//! whether they are better.

mod spsa;

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use saffron_engine::{Control, Engine, Limits, SearchParameters};
use saffron_rules::Variant;

use saffron_tuning::paired_games::{fair_opening, play_pair};
use saffron_tuning::{program, result_file};

use crate::spsa::Spsa;

/// Tune the search parameters by games of the engine against itself
#[derive(Debug, Parser)]
struct Arguments {
    /// File of the results
    results: PathBuf,
    /// Ids of the variants to play, in turn
    #[arg(long, value_name = "ID", default_value = Variant::DEFAULT_ID, value_delimiter = ',')]
    variants: Vec<String>,
    /// Total number of pairs of games
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pairs: u64,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    nodes: u64,
    /// Number of concurrent pairs of games
    #[arg(long, value_name = "N", default_value_t = 2)]
    threads: usize,
    /// Play no games; print the parameters from the file
    #[arg(long)]
    show: bool,
}

fn main() -> ExitCode {
    program::exit(run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let variants = arguments
        .variants
        .iter()
        .map(|id| Variant::by_id(id).ok_or_else(|| format!("there is no variant {id:?}")))
        .collect::<Result<Vec<_>, _>>()?;
    let mut run = Run::open(&arguments.results, &signature(arguments), arguments.pairs)?;
    if !arguments.show {
        run = tune(arguments, &variants, run)?;
    }
    println!("{} of {} pairs", run.known, arguments.pairs);
    let defaults = SearchParameters::default().values();
    for ((name, ..), (value, default)) in
        SearchParameters::LIST.iter().zip(run.spsa.parameters().values().into_iter().zip(defaults))
    {
        println!("{name}: {value} (was {default})");
    }
    Ok(())
}

/// Returns the signature of everything that the results depend on.
fn signature(arguments: &Arguments) -> String {
    let start: Vec<String> = SearchParameters::default().values().iter().map(ToString::to_string).collect();
    let variants = arguments.variants.join(",");
    format!("# {variants} nodes {} pairs {} from {}", arguments.nodes, arguments.pairs, start.join(" "))
}

/// Run with the file that stores it.
struct Run {
    spsa: Spsa,
    /// Number of known pairs. An interrupted run may lack numbers below the last one, which are skipped.
    known: u64,
    /// Number of the next pair.
    next: u64,
    file: File,
}

impl Run {
    fn open(path: &Path, head: &str, pairs: u64) -> Result<Run, String> {
        let (results, file) = result_file::open(path, head, |line| {
            let (pair, points) = line.split_once(' ')?;
            Some((pair.parse().ok()?, points.parse().ok()?))
        })?;
        let mut run = Run { spsa: Spsa::new(pairs), known: 0, next: 0, file };
        results.into_iter().for_each(|(pair, points)| run.learn(pair, points));
        Ok(run)
    }

    fn learn(&mut self, pair: u64, points: f64) {
        self.spsa.learn(pair, points);
        self.known += 1;
        self.next = self.next.max(pair + 1);
    }

    fn add(&mut self, pair: u64, points: f64) -> Result<(), String> {
        self.learn(pair, points);
        writeln!(self.file, "{pair} {points}").map_err(|error| format!("the results cannot be written: {error}"))
    }
}

/// Plays the missing pairs.
fn tune(arguments: &Arguments, variants: &[&'static Variant], run: Run) -> Result<Run, String> {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} pairs of games, {elapsed}, {eta} left");
    let bar = ProgressBar::new(arguments.pairs).with_style(style.map_err(|error| error.to_string())?);
    bar.set_position(run.next);
    bar.reset_eta();
    let next = AtomicU64::new(run.next);
    let run = Mutex::new(run);
    let limits = Limits::nodes(arguments.nodes);
    let work = || -> Result<(), String> {
        let engine = || Engine::new(4).map_err(|error| error.to_string());
        let (mut players, mut judge) = ([engine()?, engine()?], engine()?);
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= arguments.pairs {
                return Ok(());
            }
            let variant = variants[(number % variants.len() as u64) as usize];
            let parameters = run.lock().map_err(|_| "another thread has failed")?.spsa.players(number);
            for (player, parameters) in players.iter_mut().zip(parameters) {
                player.set_parameters(parameters);
            }
            let opening = fair_opening(variant, number, &mut judge)?;
            let quarters = play_pair(&opening, &mut players, |engine, _, _, root| {
                engine.search(root, &limits, &Control::new(), &mut ())
            })?;
            // Games won less games lost.
            let points = f64::from(quarters) / 2.0 - 2.0;
            run.lock().map_err(|_| "another thread has failed")?.add(number, points)?;
            bar.inc(1);
        }
    };
    program::in_threads(arguments.threads.max(1), work)?;
    bar.finish_and_clear();
    run.into_inner().map_err(|_| "a thread has failed".to_owned())
}
