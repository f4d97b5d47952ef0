//! `saffron analyse`: the engine's analysis of a position or of the moves of a game.

mod annotate;
mod game;
mod games;
mod graph;
mod progress;
mod report;
mod single_position;
mod stop_observer;
mod text;

use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

use saffron_engine::{Engine, Limits, MAX_HASH_MB, MAX_THREADS, TableChoice};

use crate::endgame_tables;
use crate::error::CliError;
use crate::pgn::arguments::EncodingArgument;
use crate::position::PositionArguments;

/// Default time for a position when stdout is not a terminal.
const POSITION_TIME: Duration = Duration::from_secs(5);

/// Default time for each position of a game.
const GAME_TIME: Duration = Duration::from_millis(500);

/// Analyse a position, or review the games of a file
///
/// A position: prints the best lines with evaluations from White's point of view, with increasing depth, until a limit or
/// Ctrl-C (without a limit and a terminal, for 5 s). Games: prints the evaluation after each move, its loss, marks (?! ? ??), a
/// graph and the accuracy of both sides; without a limit, each move gets half a second.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Review the games of this PGN file, in any supported language; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "fen_dialect", "lines"])]
    pgn: Option<PathBuf>,
    #[command(flatten)]
    encoding: EncodingArgument,
    /// Review only the game with this number, counted from 1
    #[arg(long, value_name = "N", requires = "pgn", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// Write the reviewed games to this PGN file, with evaluations, glyphs and better lines
    #[arg(long, value_name = "FILE", requires = "pgn")]
    annotate: Option<PathBuf>,
    #[command(flatten)]
    limits_given: SearchLimits,
    /// Number of best lines to compute
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    lines: u16,
    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS as u64))]
    threads: u64,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=MAX_HASH_MB as u64))]
    hash: u64,
    /// Use the endgame tables in this folder in addition to those in the program
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

/// Limits of the search of a position; the search ends at the first one reached.
#[derive(Debug, clap::Args)]
struct SearchLimits {
    /// Time per position in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Depth of each search in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Nodes per position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

impl SearchLimits {
    /// Returns the given limits, or `otherwise` as the time if there are none.
    fn limits(&self, otherwise: Option<Duration>) -> Limits {
        let none = self.movetime.is_none() && self.depth.is_none() && self.nodes.is_none();
        let movetime = if none { otherwise } else { self.movetime.map(Duration::from_millis) };
        Limits { movetime, depth: self.depth, nodes: self.nodes, ..Limits::default() }
    }
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let mut engine = Engine::new(arguments.hash as usize).map_err(CliError::new)?;
    engine.set_threads(arguments.threads as usize);
    if let Some(folder) = &arguments.tables {
        let tables = endgame_tables::open_whole(folder, arguments.position.variant.0);
        let tables = tables.map_err(|error| CliError::new(format_args!("--tables: {error}")))?;
        engine.set_tables(TableChoice::Custom(tables));
    }
    match &arguments.pgn {
        Some(file) => {
            let limits = arguments.limits_given.limits(Some(GAME_TIME));
            let selection = games::Selection {
                variant: arguments.position.variant.0,
                file,
                encoding: arguments.encoding.get(),
                number: arguments.game,
                annotated: arguments.annotate.as_deref(),
            };
            games::review(&selection, engine, limits)
        }
        None => {
            let position = arguments.position.position()?;
            let otherwise = (!std::io::stdout().is_terminal()).then_some(POSITION_TIME);
            let limits = Limits { multi_pv: usize::from(arguments.lines), ..arguments.limits_given.limits(otherwise) };
            single_position::position(position, &mut engine, &limits)
        }
    }
}
