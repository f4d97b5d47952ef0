//! Runs simulations: many with `saffron-simulation --seeds 0..1000`, or one with its trace with `saffron-simulation --seed 7
//! --trace`.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Parser;
use saffron_simulation::{Mode, Report, Totals, run_seed};

/// Number of seeds recorded as done together.
const CHUNK: u64 = 50;

/// Simulate servers of live games or of tournaments, with faults
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    /// Range of seeds to run; TO is excluded
    #[arg(long, value_name = "FROM..TO", value_parser = range, conflicts_with = "seed")]
    seeds: Option<Range<u64>>,
    /// Seed of a single simulation
    #[arg(long)]
    seed: Option<u64>,
    /// Print the trace of the single seed
    #[arg(long, requires = "seed")]
    trace: bool,
    /// Simulate tournaments in place of games
    #[arg(long)]
    tournaments: bool,
    /// Simulate an arena in place of games
    #[arg(long, conflicts_with = "tournaments")]
    arenas: bool,
    /// Simulate a round robin by correspondence in place of games
    #[arg(long, conflicts_with_all = ["tournaments", "arenas"])]
    correspondence: bool,
    /// Simulate a simul in place of games
    #[arg(long, conflicts_with_all = ["tournaments", "arenas", "correspondence"])]
    simuls: bool,
    /// Number of concurrent simulations
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// File of finished ranges of seeds, which are skipped; newly finished ones are added
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Continue after a seed that fails
    #[arg(long)]
    keep_going: bool,
}

impl Arguments {
    fn mode(&self) -> Mode {
        match self {
            Self { tournaments: true, .. } => Mode::Tournaments,
            Self { arenas: true, .. } => Mode::Arenas,
            Self { correspondence: true, .. } => Mode::Correspondence,
            Self { simuls: true, .. } => Mode::Simuls,
            _ => Mode::Games,
        }
    }
}

/// Option by which the same seeds are run again.
fn option(mode: Mode) -> &'static str {
    match mode {
        Mode::Games => "",
        Mode::Tournaments => "--tournaments ",
        Mode::Arenas => "--arenas ",
        Mode::Correspondence => "--correspondence ",
        Mode::Simuls => "--simuls ",
    }
}

fn range(text: &str) -> Result<Range<u64>, String> {
    let (from, to) = text.split_once("..").ok_or("a range is written as FROM..TO")?;
    let number = |text: &str| text.parse::<u64>().map_err(|error| format!("{text:?}: {error}"));
    Ok(number(from)?..number(to)?)
}

fn main() -> anyhow::Result<ExitCode> {
    let arguments = Arguments::parse();
    if let Some(seed) = arguments.seed {
        return Ok(one(arguments.mode(), seed, arguments.trace));
    }
    let Some(seeds) = arguments.seeds.clone() else { bail!("--seeds or --seed is required") };
    many(&arguments, seeds)
}

/// Runs one seed and prints its report.
fn one(mode: Mode, seed: u64, trace: bool) -> ExitCode {
    let report = run_seed(mode, seed, trace);
    report.trace.iter().for_each(|line| println!("{line}"));
    println!("seed {seed}: trace {:016x}, {:?}", report.hash, report.totals);
    report.violations.iter().for_each(|violation| println!("WRONG {violation}"));
    if report.violations.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// State shared by the threads.
struct Progress {
    mode: Mode,
    totals: Totals,
    done: u64,
    failed: Vec<u64>,
    started: Instant,
    printed: Instant,
}

impl Progress {
    fn add(&mut self, report: &Report, all: u64) {
        self.done += 1;
        self.totals.add(&report.totals);
        if !report.violations.is_empty() {
            self.failed.push(report.seed);
            println!("\nseed {} fails:", report.seed);
            report.violations.iter().for_each(|violation| println!("  {violation}"));
            println!(
                "reproduce it with: cargo run --release -p saffron-simulation -- {}--seed {} --trace",
                option(self.mode),
                report.seed
            );
        }
        if self.printed.elapsed().as_secs() >= 10 || self.done == all {
            self.printed = Instant::now();
            let seconds = self.started.elapsed().as_secs_f64();
            #[allow(clippy::cast_precision_loss, reason = "a rate for people")]
            let rate = self.done as f64 / seconds.max(0.001);
            println!("{} of {all} seeds, {rate:.1} a second, {} fail; {:?}", self.done, self.failed.len(), self.totals);
        }
    }
}

fn many(arguments: &Arguments, seeds: Range<u64>) -> anyhow::Result<ExitCode> {
    let done = arguments.resume.as_deref().map(read_done).transpose()?.unwrap_or_default();
    let file = arguments.resume.as_deref().map(append).transpose()?;
    let is_done = |seed: u64| done.range(..=seed).next_back().is_some_and(|(_, end)| seed < *end);
    let left = seeds.clone().filter(|seed| !is_done(*seed)).count() as u64;
    println!("{left} of {} seeds are left", seeds.end.saturating_sub(seeds.start));
    let mode = arguments.mode();
    let next = AtomicU64::new(seeds.start);
    let stop = AtomicBool::new(false);
    let now = Instant::now();
    let progress = Mutex::new(Progress {
        mode,
        totals: Totals::default(),
        done: 0,
        failed: Vec::new(),
        started: now,
        printed: now,
    });
    let file = Mutex::new(file);
    let work = || -> anyhow::Result<()> {
        loop {
            let from = next.fetch_add(CHUNK, Ordering::Relaxed);
            if from >= seeds.end {
                return Ok(());
            }
            let chunk = from..(from + CHUNK).min(seeds.end);
            let mut all_right = true;
            for seed in chunk.clone().filter(|seed| !is_done(*seed)) {
                if stop.load(Ordering::Relaxed) {
                    return Ok(());
                }
                let report = run_seed(mode, seed, false);
                if !report.violations.is_empty() {
                    all_right = false;
                    if !arguments.keep_going {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                lock(&progress).add(&report, left);
            }
            if all_right && let Some(file) = &mut *lock(&file) {
                writeln!(file, "{}..{}", chunk.start, chunk.end)?;
                file.flush()?;
            }
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..arguments.threads.max(1)).map(|_| scope.spawn(work)).collect();
        for thread in threads {
            match thread.join() {
                Ok(result) => result?,
                Err(_) => bail!("a thread panicked"),
            }
        }
        Ok(())
    })?;
    let progress = lock(&progress);
    println!("{} seeds were run, {} fail: {:?}", progress.done, progress.failed.len(), progress.failed);
    Ok(if progress.failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Reads the ranges of a file, by their starts.
fn read_done(path: &Path) -> anyhow::Result<BTreeMap<u64, u64>> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(error) => return Err(error).with_context(|| path.display().to_string()),
    };
    let mut done = BTreeMap::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let range = range(line.trim()).map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))?;
        let end = done.entry(range.start).or_insert(range.end);
        *end = range.end.max(*end);
    }
    Ok(done)
}

fn append(path: &Path) -> anyhow::Result<std::fs::File> {
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
    file.with_context(|| path.display().to_string())
}
