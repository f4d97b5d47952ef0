//! `saffron perft`: counts the leaf nodes of the tree of legal moves.

use std::io::Write;
use std::num::NonZeroUsize;

use rayon::prelude::*;
use saffron_rules::{Position, perft};

use crate::error::CliError;
use crate::position::PositionArguments;

/// Count the leaf nodes of the tree of legal moves: one line "DEPTH NODES" for each depth
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Maximum depth in plies
    #[arg(value_name = "DEPTH")]
    depth: u32,
    /// Print the count for each first move instead: one line "MOVE NODES" for each
    #[arg(long)]
    divide: bool,
    /// Number of threads
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let position = arguments.position.position()?;
    let threads = arguments.threads.get();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| CliError::new(format_args!("--threads {threads}: {error}")))?;
    let count = |position: &Position, depth| match threads {
        1 => perft(position, depth),
        _ => pool.install(|| count_parallel(position, depth)),
    };
    let mut out = std::io::stdout();
    if arguments.divide {
        let Some(rest) = arguments.depth.checked_sub(1) else {
            return Err(CliError::new("--divide needs a depth of at least 1"));
        };
        for (text, next) in sorted_moves(&position) {
            writeln!(out, "{text} {}", count(&next, rest))?;
        }
        return Ok(());
    }
    for depth in arguments.depth.min(1)..=arguments.depth {
        writeln!(out, "{depth} {}", count(&position, depth))?;
    }
    Ok(())
}

/// Returns the moves as text with the resulting positions, sorted by text.
fn sorted_moves(position: &Position) -> Vec<(String, Position)> {
    let mut moves: Vec<_> = children(position).map(|(mv, next)| (position.uci(mv), next)).collect();
    moves.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    moves
}

fn children(position: &Position) -> impl Iterator<Item = (saffron_rules::Move, Position)> + '_ {
    position.legal_moves().into_iter().map(|mv| {
        let mut next = *position;
        next.play_unchecked(mv);
        (mv, next)
    })
}

/// Counts the leaves in parallel. The tree is split after two plies, which gives enough parts to keep many threads busy.
fn count_parallel(position: &Position, depth: u32) -> u64 {
    if depth < 4 {
        return perft(position, depth);
    }
    let second: Vec<Position> =
        children(position).flat_map(|(_, next)| children(&next).map(|(_, next)| next).collect::<Vec<_>>()).collect();
    second.par_iter().map(|next| perft(next, depth - 2)).sum()
}
