//! The `saffron` command: hexagonal chess to play, to study, and to serve.
//!
//! One file per subcommand; the work itself is done in the libraries.

mod bench;
mod diagram;
mod failure;
mod moves;
mod perft;
mod play;
mod position;
mod serve;
mod show;
mod uci;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::failure::Failure;

/// Hexagonal chess: play it, study it, serve it.
///
/// Without a subcommand it serves the game on this machine.
#[derive(Debug, Parser)]
#[command(name = "saffron", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(serve::Arguments),
    Play(play::Arguments),
    Perft(perft::Arguments),
    Moves(moves::Arguments),
    Show(show::Arguments),
    Uci(uci::Arguments),
    Bench(bench::Arguments),
}

fn main() -> ExitCode {
    match Arguments::try_parse() {
        Ok(arguments) => failure::exit_code(run(arguments)),
        // Help and version are asked for; anything else is a mistake in the arguments.
        Err(message) if !message.use_stderr() => failure::exit_code(message.print().map_err(Failure::from)),
        Err(mistake) => failure::exit_code(Err(Failure::from(mistake))),
    }
}

fn run(arguments: Arguments) -> Result<(), Failure> {
    match arguments.command.unwrap_or(Command::Serve(serve::Arguments::default())) {
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Play(arguments) => play::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Moves(arguments) => moves::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Uci(arguments) => uci::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
    }
}
