//! Worker thread that runs the searches.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use saffron_engine::{
    Clock, Control, Engine, EngineWarning, Info, Limits, NetworkChoice, Observer, Probing, Progress, Root, ScoreBound,
    SearchParameters, SearchResult, Strength, TableChoice, Wdl, WinRate,
};
use saffron_rules::{Position, Variant, perft};

use crate::bench::bench;
use crate::openings::GenFens;
use crate::output::Output;
use crate::session::clock_seed;

/// Interval at which a finished search that has to wait checks whether it may answer.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Job of the worker thread. Jobs run in order.
pub(super) enum Job {
    Search {
        root: Root,
        limits: Limits,
        control: Control,
        /// Limited strength; `None` for full strength.
        strength: Option<Strength>,
        /// True if the answer has to wait for `stop`.
        hold: bool,
        shows_wdl: bool,
        /// Time of the command. Time since then counts against the limits.
        asked: Instant,
    },
    /// Prepared lines, printed in their turn.
    Answer(Vec<String>),
    Perft {
        position: Position,
        depth: u32,
        control: Control,
    },
    Bench,
    GenFens {
        command: GenFens,
        variant: &'static Variant,
        control: Control,
    },
    /// Prints `readyok`, once all earlier jobs are done and the engine is prepared for this variant.
    Ready(&'static Variant),
    NewGame,
    ClearHash,
    Hash(usize),
    Threads(usize),
    Network(NetworkChoice),
    Tables(TableChoice),
    Probing(Probing),
    Parameters(SearchParameters),
}

impl Job {
    /// Returns true for jobs that may run until they are stopped, so that `isready` must not wait for them.
    pub(super) fn is_search(&self) -> bool {
        matches!(self, Job::Search { .. } | Job::Perft { .. } | Job::GenFens { .. })
    }
}

/// Runs jobs until the channel closes. `searches` is the number of searches that are queued or running. If the output is
/// closed, the worker continues without it.
pub(super) fn work<W: Write>(mut engine: Engine, jobs: &Receiver<Job>, searches: &AtomicUsize, out: &Output<W>) {
    let mut seed = clock_seed();
    while let Ok(job) = jobs.recv() {
        let _ = match job {
            Job::Search { root, limits, control, strength, hold, shows_wdl, asked } => {
                let mut reporter = Reporter::new(out, &root.position, shows_wdl);
                let limits = if control.is_pondering() { limits } else { later(limits, asked.elapsed()) };
                let result = match strength {
                    None => engine.search(&root, &limits, &control, &mut reporter),
                    Some(strength) => {
                        engine.search_at_strength(&root, strength, seed, &limits, &control, &mut reporter)
                    }
                };
                reporter.conclude(&result);
                wait(&control, hold);
                searches.fetch_sub(1, SeqCst);
                answer(out, &root.position, &result)
            }
            Job::Answer(lines) => lines.iter().try_for_each(|line| out.line(line)),
            Job::Perft { position, depth, control } => {
                let counted = count(out, &position, depth, &control);
                searches.fetch_sub(1, SeqCst);
                counted
            }
            Job::Bench => bench(out.lines()),
            Job::GenFens { command, variant, control } => {
                let done = command.generate(variant, &mut engine, &control, |fen| {
                    out.line(format_args!("info string genfens {fen}"))
                });
                searches.fetch_sub(1, SeqCst);
                done
            }
            Job::Ready(variant) => {
                engine.prepare_variant(variant);
                out.line("readyok")
            }
            Job::NewGame => {
                engine.new_game();
                seed = clock_seed();
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
            Job::Tables(tables) => {
                engine.set_tables(tables);
                Ok(())
            }
            Job::Probing(probing) => {
                engine.set_probing(probing);
                Ok(())
            }
            Job::Parameters(parameters) => {
                engine.set_parameters(parameters);
                Ok(())
            }
            Job::Hash(megabytes) => engine.set_hash(megabytes).or_else(|error| out.error(error)),
        };
    }
}

/// Returns the limits of a search that begins `late` after its command.
fn later(limits: Limits, late: Duration) -> Limits {
    let clock = limits.clock.map(|clock| Clock { remaining: clock.remaining.saturating_sub(late), ..clock });
    Limits { movetime: limits.movetime.map(|time| time.saturating_sub(late)), clock, ..limits }
}

/// Search totals in the last info line.
#[derive(Default)]
struct LastInfo {
    nodes: u64,
    seldepth: u32,
    hashfull: u32,
}

/// Observer that writes info lines.
struct Reporter<'a, W> {
    out: &'a Output<W>,
    position: &'a Position,
    win_rate: WinRate,
    shows_wdl: bool,
    last_info: LastInfo,
}

impl<W: Write> Reporter<'_, W> {
    fn new<'a>(out: &'a Output<W>, position: &'a Position, shows_wdl: bool) -> Reporter<'a, W> {
        let win_rate = WinRate::of(position.variant());
        Reporter { out, position, win_rate, shows_wdl, last_info: LastInfo::default() }
    }

    /// Prints the final lines if the search has continued since the last info line: an interrupted iteration may have found a
    /// better move.
    fn conclude(&mut self, result: &SearchResult) {
        if result.best.is_none() {
            let _ = self.out.line(format_args!("info depth 0 score {}", self.win_rate.normalized(result.score)));
        }
        // A player of limited strength may choose another move than the first of the line.
        let fits = result.lines.first().is_some_and(|line| line.pv.first() == result.best.as_ref());
        if result.nodes == self.last_info.nodes || !fits {
            return;
        }
        for (index, line) in result.lines.iter().enumerate() {
            self.info(&Info {
                depth: result.depth.max(1),
                seldepth: self.last_info.seldepth.max(line.pv.len() as u32),
                multi_pv: index + 1,
                score: line.score,
                nodes: result.nodes,
                table_hits: result.table_hits,
                time: result.time,
                hashfull: self.last_info.hashfull,
                pv: &line.pv,
            });
        }
    }
}

impl<W: Write> Reporter<'_, W> {
    /// Writes a line with its score, or with a bound of it.
    fn write_line(&self, info: &Info<'_>, bound: Option<ScoreBound>) {
        let bound = match bound {
            None => "",
            Some(ScoreBound::Lower) => " lowerbound",
            Some(ScoreBound::Upper) => " upperbound",
        };
        let wdl = if self.shows_wdl {
            let Wdl { win, draw, loss } = self.win_rate.wdl(info.score);
            format!(" wdl {win} {draw} {loss}")
        } else {
            String::new()
        };
        let pv: Vec<String> = info.pv.iter().map(|&mv| self.position.uci(mv)).collect();
        // A closed output does not end the search; the end of the input does.
        let _ = self.out.line(format_args!(
            "info depth {} seldepth {} multipv {} score {}{bound}{wdl} nodes {} nps {} hashfull {} tbhits {} time {} pv {}",
            info.depth,
            info.seldepth,
            info.multi_pv,
            self.win_rate.normalized(info.score),
            info.nodes,
            info.nps(),
            info.hashfull,
            info.table_hits,
            info.time.as_millis(),
            pv.join(" ")
        ));
    }
}

impl<W: Write> Observer for Reporter<'_, W> {
    fn info(&mut self, info: &Info<'_>) {
        self.last_info = LastInfo { nodes: info.nodes, seldepth: info.seldepth, hashfull: info.hashfull };
        self.write_line(info, None);
    }

    fn bound(&mut self, info: &Info<'_>, bound: ScoreBound) {
        self.last_info.hashfull = info.hashfull;
        self.write_line(info, Some(bound));
    }

    fn progress(&mut self, progress: &Progress) {
        self.last_info.hashfull = progress.hashfull;
        // Without a depth: programs that keep the last value of each field would combine it with the score of the previous
        // depth.
        let _ = self.out.line(format_args!(
            "info nodes {} nps {} hashfull {} tbhits {} time {}",
            progress.nodes,
            progress.nps(),
            progress.hashfull,
            progress.table_hits,
            progress.time.as_millis()
        ));
    }

    fn warning(&mut self, warning: &EngineWarning) {
        let _ = self.out.warning(warning);
    }
}

/// Waits until the protocol allows an answer: after `stop` for an endless search, after `ponderhit` or `stop` while pondering.
fn wait(control: &Control, hold: bool) {
    while !control.is_stopped() && (hold || control.is_pondering()) {
        std::thread::sleep(POLL_INTERVAL);
    }
}

/// Prints the answer to a search.
fn answer<W: Write>(out: &Output<W>, position: &Position, result: &SearchResult) -> std::io::Result<()> {
    match (result.best, result.ponder) {
        (Some(best), Some(ponder)) => {
            let (best, ponder) = (position.uci(best), position.uci(ponder));
            out.line(format_args!("bestmove {best} ponder {ponder}"))
        }
        (Some(best), None) => out.line(format_args!("bestmove {}", position.uci(best))),
        (None, _) => out.line("bestmove (none)"),
    }
}

/// Prints the leaf count of each move, and the total.
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

/// Returns the number of leaves; `None` if stopped.
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

#[cfg(test)]
mod tests {
    use super::*;
    use saffron_rules::Variant;
    use std::sync::{Arc, Mutex};

    #[test]
    fn a_panic_of_a_search_thread_is_one_info_string() {
        let out = Output(Arc::new(Mutex::new(Vec::new())));
        let position = Variant::by_id("glinski").unwrap().start();
        let mut reporter = Reporter::new(&out, &position, false);
        reporter.warning(&EngineWarning::WorkerPanicked { worker: 2, message: "left: 1\nright: 2".to_owned() });
        let written = String::from_utf8(out.0.lock().unwrap().clone()).unwrap();
        assert!(written.starts_with("info string warning: search thread 2"), "{written}");
        assert!(written.ends_with("left: 1 right: 2\n") && written.lines().count() == 1, "{written}");
    }

    #[test]
    fn a_bound_is_written_with_its_side_and_progress_without_a_score() {
        let out = Output(Arc::new(Mutex::new(Vec::new())));
        let position = Variant::by_id("glinski").unwrap().start();
        let pv = [position.parse_uci("f5f6").unwrap()];
        let mut reporter = Reporter::new(&out, &position, false);
        reporter.win_rate = WinRate { a: 50.0, b: 50.0 };
        let info = Info {
            depth: 20,
            seldepth: 31,
            multi_pv: 1,
            score: saffron_engine::Score::Cp(35),
            nodes: 4_000_000,
            time: Duration::from_secs(4),
            table_hits: 2,
            hashfull: 81,
            pv: &pv,
        };
        reporter.bound(&info, ScoreBound::Lower);
        reporter.bound(&info, ScoreBound::Upper);
        reporter.progress(&Progress { nodes: 7_000_000, time: Duration::from_secs(7), table_hits: 3, hashfull: 90 });
        let written = String::from_utf8(out.0.lock().unwrap().clone()).unwrap();
        let rest = "nodes 4000000 nps 1000000 hashfull 81 tbhits 2 time 4000 pv f5f6";
        let expected = format!(
            "info depth 20 seldepth 31 multipv 1 score cp 70 lowerbound {rest}\n\
             info depth 20 seldepth 31 multipv 1 score cp 70 upperbound {rest}\n\
             info nodes 7000000 nps 1000000 hashfull 90 tbhits 3 time 7000\n"
        );
        assert_eq!(written, expected);
    }
}
