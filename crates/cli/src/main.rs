//! The program `saffron`: hexagonal chess to play, study and serve.
//!
//! Each subcommand is a module here; the libraries do the work.

mod admin;
mod analyse;
mod bench;
mod book;
mod data;
mod diagram;
mod endgame_tables;
mod engine_name;
mod error;
mod exercises;
mod farm;
mod files;
mod generate;
mod interrupt;
mod load;
mod matches;
mod moves;
mod network;
mod perft;
mod pgn;
mod play;
mod position;
mod processor;
mod progress;
mod puzzles;
mod selfplay;
mod serve;
mod show;
mod tables;
mod tournament;
mod train;
mod uci;
mod user_variants;

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::error::CliError;
use crate::user_variants::Loaded;

/// Hexagonal chess: rules, engine, analysis and web server.
///
/// Without a subcommand in a terminal it serves the page, as `saffron serve` does. Programs start the engine with `saffron
/// uci`, or without arguments under the name saffron-uci.
#[derive(Debug, Parser)]
#[command(name = "saffron", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Load variants from this file (format: docs/variants.md); can be given several times
    #[arg(long, global = true, value_name = "FILE")]
    variants: Vec<PathBuf>,
}

/// Arguments of `saffron` without a subcommand.
#[derive(Debug, Parser)]
struct Serve {
    #[command(flatten)]
    arguments: serve::Arguments,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(Box<serve::Arguments>),
    Admin(admin::Arguments),
    Play(play::Arguments),
    Perft(perft::Arguments),
    Tables(tables::Arguments),
    Moves(moves::Arguments),
    Show(show::Arguments),
    Analyse(Box<analyse::Arguments>),
    Pgn(pgn::Arguments),
    Uci(uci::Arguments),
    Bench(bench::Arguments),
    Selfplay(selfplay::Arguments),
    Samples(selfplay::SamplesArguments),
    Network(network::Arguments),
    Train(Box<train::Arguments>),
    Match(Box<matches::Arguments>),
    Farm(farm::Arguments),
    Book(book::Arguments),
    Puzzles(puzzles::Arguments),
    Exercises(exercises::Arguments),
    Tournament(tournament::Arguments),
    Generate(generate::Arguments),
    Load(load::Arguments),
}

/// Message for programs that start `saffron` without arguments.
const WITHOUT_TERMINAL: &str = "this is Saffron, hexagonal chess: page, engine and tools. Programs start the engine with \
                                `saffron uci` or saffron-uci, the page with `saffron serve`; `saffron help` lists the rest";

fn main() -> ExitCode {
    if processor::lacks_instructions() {
        return ExitCode::from(2);
    }
    let arguments = engine_name::arguments();
    let loaded = match user_variants::load(arguments.iter().cloned()) {
        Ok(files) => files,
        Err(failure) => return error::exit_code(Err(failure)),
    };
    match Arguments::try_parse_from(arguments) {
        Ok(arguments) if !arguments.variants.iter().all(|file| loaded.iter().any(|loaded| loaded.path == *file)) => {
            error::exit_code(Err(CliError::new("--variants: the name of a file cannot be read")))
        }
        Ok(arguments) => error::exit_code(run(arguments, loaded)),
        // Requested output goes to stdout; anything else is an error in the arguments.
        Err(message) if !message.use_stderr() => error::exit_code(message.print().map_err(CliError::from)),
        Err(mistake) => error::exit_code(Err(CliError::from(mistake))),
    }
}

fn run(arguments: Arguments, variants: Vec<Loaded>) -> Result<(), CliError> {
    let command = match arguments.command {
        Some(command) => command,
        // A program that gives no arguments expects an engine. A server would outlive it and lock the user's data.
        None if !std::io::stdin().is_terminal() => return Err(CliError::new(WITHOUT_TERMINAL)),
        // The environment variables of its settings apply, too.
        None => Command::Serve(Box::new(Serve::try_parse_from(["saffron"])?.arguments)),
    };
    if !arguments.variants.is_empty() && matches!(command, Command::Admin(_) | Command::Bench(_)) {
        return Err(CliError::new("--variants is for the subcommands that play or read a variant"));
    }
    match command {
        Command::Serve(arguments) => serve::run(&arguments, variants),
        Command::Admin(arguments) => admin::run(&arguments),
        Command::Play(arguments) => play::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Tables(arguments) => tables::run(&arguments),
        Command::Moves(arguments) => moves::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Analyse(arguments) => analyse::run(&arguments),
        Command::Pgn(arguments) => pgn::run(&arguments),
        Command::Uci(arguments) => uci::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Selfplay(arguments) => selfplay::run(&arguments),
        Command::Network(arguments) => network::run(&arguments),
        Command::Train(arguments) => train::run(&arguments, &variants),
        Command::Samples(arguments) => selfplay::samples(&arguments),
        Command::Match(arguments) => matches::run(&arguments),
        Command::Farm(arguments) => farm::run(&arguments),
        Command::Book(arguments) => book::run(&arguments),
        Command::Puzzles(arguments) => puzzles::run(&arguments),
        Command::Exercises(arguments) => exercises::run(&arguments),
        Command::Tournament(arguments) => tournament::run(&arguments),
        Command::Load(arguments) => load::run_load(&arguments),
        Command::Generate(arguments) => generate::run(&arguments, Arguments::command()),
    }
}
