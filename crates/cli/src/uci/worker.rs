//! The searching thread.

use std::io::Write;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use saffron_engine::{Control, Engine, Info, Limits, NetworkChoice, Observer, Root, SearchResult, Strength};
use saffron_rules::{Position, perft};

use super::Output;
use crate::play;

/// How often a finished search that has to wait looks whether it may answer.
const WAIT: Duration = Duration::from_millis(2);

/// What the searching thread is asked to do, one after the other.
pub(super) enum Job {
    Search {
        root: Root,
        limits: Limits,
        control: Control,
        /// None for the engine's own.
        strength: Option<Strength>,
        /// Answer only when stopped.
        hold: bool,
    },
    /// Lines that are known already; they take their turn like everything else.
    Answer(Vec<String>),
    Perft {
        position: Position,
        depth: u32,
        control: Control,
    },
    NewGame,
    ClearHash,
    Hash(usize),
    Threads(usize),
    Network(NetworkChoice),
}

/// Does jobs until there will be no more. When nobody reads the answers any more, it goes on quietly.
pub(super) fn work<W: Write>(mut engine: Engine, jobs: &Receiver<Job>, out: &Output<W>) {
    let mut seed = play::seed();
    while let Ok(job) = jobs.recv() {
        let _ = match job {
            Job::Search { root, limits, control, strength, hold } => {
                let mut reporter = Reporter { out, position: &root.position };
                let result = match strength {
                    None => engine.search(&root, &limits, &control, &mut reporter),
                    Some(strength) => {
                        engine.search_at_strength(&root, strength, seed, &limits, &control, &mut reporter)
                    }
                };
                answer(out, &root.position, &result, &control, hold)
            }
            Job::Answer(lines) => lines.iter().try_for_each(|line| out.line(line)),
            Job::Perft { position, depth, control } => count(out, &position, depth, &control),
            Job::NewGame => {
                engine.new_game();
                seed = play::seed();
                Ok(())
            }
            Job::ClearHash => {
                engine.clear_hash();
                Ok(())
            }
            Job::Threads(threads) => {
                engine.set_threads(threads);
                Ok(())
            }
            Job::Network(network) => {
                engine.set_network(network);
                Ok(())
            }
            Job::Hash(megabytes) => engine.set_hash(megabytes).or_else(|error| out.error(error)),
        };
    }
}

/// Writes info lines.
struct Reporter<'a, W> {
    out: &'a Output<W>,
    position: &'a Position,
}

impl<W: Write> Observer for Reporter<'_, W> {
    fn info(&mut self, info: &Info<'_>) {
        let pv: Vec<String> = info.pv.iter().map(|&mv| self.position.uci(mv)).collect();
        // A reader that has gone away does not end the search; the end of the input does.
        let _ = self.out.line(format_args!(
            "info depth {} seldepth {} multipv {} score {} nodes {} nps {} hashfull {} time {} pv {}",
            info.depth,
            info.seldepth,
            info.multi_pv,
            info.score,
            info.nodes,
            info.nps(),
            info.hashfull,
            info.time.as_millis(),
            pv.join(" ")
        ));
    }
}

/// Gives the answer to a search, when the protocol wants it.
fn answer<W: Write>(
    out: &Output<W>,
    position: &Position,
    result: &SearchResult,
    control: &Control,
    hold: bool,
) -> std::io::Result<()> {
    if result.best.is_none() {
        out.line(format_args!("info depth 0 score {}", result.score))?;
    }
    // The protocol wants no answer before `stop` to an endless search, nor before `ponderhit` or `stop` while pondering.
    while !control.is_stopped() && (hold || control.is_pondering()) {
        std::thread::sleep(WAIT);
    }
    match (result.best, result.ponder) {
        (Some(best), Some(ponder)) => {
            let (best, ponder) = (position.uci(best), position.uci(ponder));
            out.line(format_args!("bestmove {best} ponder {ponder}"))
        }
        (Some(best), None) => out.line(format_args!("bestmove {}", position.uci(best))),
        (None, _) => out.line("bestmove (none)"),
    }
}

/// Counts the positions after each move, and all together.
fn count<W: Write>(out: &Output<W>, position: &Position, depth: u32, control: &Control) -> std::io::Result<()> {
    let begun = Instant::now();
    let mut total = 0;
    if depth == 0 {
        total = 1;
    } else {
        for mv in position.legal_moves() {
            let mut child = *position;
            child.play_unchecked(mv);
            let Some(nodes) = leaves(&child, depth - 1, control) else {
                return out.line("info string perft stopped");
            };
            total += nodes;
            out.line(format_args!("{}: {nodes}", position.uci(mv)))?;
        }
    }
    out.line(format_args!("info nodes {total} time {}", begun.elapsed().as_millis()))?;
    out.line(format_args!("Nodes searched: {total}"))
}

/// The number of leaves, none when stopped.
fn leaves(position: &Position, depth: u32, control: &Control) -> Option<u64> {
    if control.is_stopped() {
        return None;
    }
    if depth <= 3 {
        return Some(perft(position, depth));
    }
    let mut total = 0u64;
    for mv in position.legal_moves() {
        let mut child = *position;
        child.play_unchecked(mv);
        total = total.saturating_add(leaves(&child, depth - 1, control)?);
    }
    Some(total)
}
