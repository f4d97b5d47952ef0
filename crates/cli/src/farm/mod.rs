//! `saffron farm`: tests of strength that are long enough to decide.

mod display;
mod openings;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use saffron_arena::StopSignal;
use saffron_farm::{Queue, SpsaSettings, Test};

use self::display::Display;
use crate::error::CliError;
use crate::interrupt;
use crate::position::VariantName;

/// Run a queue of tests of strength: SPRT, matches of a fixed length, and tuning by SPSA
///
/// Tests are in a folder; each is played in shards of a hundred pairs of games that are stored game by game, so a run can be
/// stopped at any time and continues where it was. Finished tests are rows of results.tsv. Details: docs/matches.md.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Add(Box<Add>),
    Run(Run),
    Status(Status),
    Openings(openings::Arguments),
}

/// Folder of the queue.
#[derive(Debug, Args)]
struct Folder {
    /// Folder of the queue
    #[arg(long, value_name = "DIR", default_value = "farm")]
    dir: PathBuf,
}

/// Add a test to the queue
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("goal").required(true).args(["sprt", "games", "spsa"]).multiple(true))]
struct Add {
    /// Name of the test: small letters, digits and hyphens
    name: String,
    #[command(flatten)]
    folder: Folder,
    /// The variant
    #[arg(long, value_name = "VARIANT")]
    variant: VariantName,
    /// Engine under test, described as for `saffron match`
    #[arg(long, value_name = "DESCRIPTION")]
    new: String,
    /// Engine that it is compared with
    #[arg(long, value_name = "DESCRIPTION", required_unless_present = "spsa")]
    base: Option<String>,
    /// File of openings, as for `saffron match`
    #[arg(long, value_name = "FILE")]
    openings: PathBuf,
    /// Limits of a move; each is a stage, and an SPRT comes to the next one only if it has accepted H1
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., default_values = ["nodes=5000", "nodes=20000"])]
    limits: Vec<String>,
    /// Sequential test [values: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized]
    #[arg(long, value_name = "KEY=VALUE", num_args = 0.., conflicts_with = "spsa")]
    sprt: Option<Vec<String>>,
    /// Number of games; of a sequential test, the maximum
    #[arg(long, value_name = "N", conflicts_with = "spsa")]
    games: Option<usize>,
    /// Tune parameters in this number of pairs of games
    #[arg(long, value_name = "PAIRS")]
    spsa: Option<u64>,
    /// Options to tune, separated by commas, `*` for the rest of a name [default: all whose names begin with a small letter]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "spsa")]
    parameters: Vec<String>,
    /// Adjudicate wins by the scores of the engines [values: score=1000 moves=4 sides=both]
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    resign: Option<Vec<String>>,
    /// Adjudicate a draw after N moves of each side
    #[arg(long, value_name = "N")]
    max_moves: Option<u32>,
}

/// Play the tests of the queue in their order
#[derive(Debug, Args)]
struct Run {
    /// Names of tests [default: all]
    names: Vec<String>,
    #[command(flatten)]
    folder: Folder,
    /// Number of concurrent games
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,
    /// Print the score after every N games, if standard error is not a terminal
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    report: u64,
}

/// Print the state of the tests, and the parameters that a tuning has found
#[derive(Debug, Args)]
struct Status {
    /// Names of tests [default: all]
    names: Vec<String>,
    #[command(flatten)]
    folder: Folder,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    match &arguments.command {
        Command::Add(arguments) => add(arguments),
        Command::Run(arguments) => play(arguments),
        Command::Status(arguments) => status(arguments),
        Command::Openings(arguments) => openings::run(arguments),
    }
}

fn add(arguments: &Add) -> Result<(), CliError> {
    let rule = |words: &Option<Vec<String>>| words.as_ref().map(|words| words.join(" "));
    let mut limits = arguments.limits.clone();
    if arguments.spsa.is_some() {
        // The deeper one of the default stages.
        limits.drain(..limits.len() - 1);
    }
    let test = Test {
        variant: arguments.variant.0.id().to_owned(),
        new: arguments.new.clone(),
        base: arguments.base.clone(),
        openings: arguments.openings.clone(),
        limits,
        sprt: rule(&arguments.sprt),
        games: arguments.games,
        resign: rule(&arguments.resign),
        max_moves: arguments.max_moves,
        spsa: arguments.spsa.map(|pairs| SpsaSettings { pairs, parameters: arguments.parameters.clone() }),
    };
    Queue::new(&arguments.folder.dir).add(&arguments.name, test).map_err(CliError::new)
}

fn play(arguments: &Run) -> Result<(), CliError> {
    let stop = StopSignal::new();
    let asked = stop.clone();
    interrupt::at_first(move || asked.set())?;
    let queue = Queue::new(&arguments.folder.dir);
    let mut display = Display::while_playing(arguments.report);
    for test in queue.tests(&arguments.names).map_err(CliError::new)? {
        if stop.is_set() {
            break;
        }
        queue.run(&test, arguments.concurrency.max(1), &stop, &mut display).map_err(CliError::new)?;
    }
    display.finish();
    print_state(&queue, &arguments.names)
}

fn status(arguments: &Status) -> Result<(), CliError> {
    print_state(&Queue::new(&arguments.folder.dir), &arguments.names)
}

/// Prints a line for every stage, and the parameters of tunings.
fn print_state(queue: &Queue, names: &[String]) -> Result<(), CliError> {
    let mut display = Display::of_states();
    for test in queue.tests(names).map_err(CliError::new)? {
        test.report(&mut display).map_err(CliError::new)?;
        for parameter in test.tuned_parameters().map_err(CliError::new)? {
            display.parameter(&parameter);
        }
    }
    display.result
}
