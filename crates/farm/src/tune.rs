//! Tuning of parameters by SPSA: each pair of games is played by two copies of the engine with different values of its options.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use saffron_arena::{GameResult, Identity, MatchScore, Observer, PlayedGame, SpinOption, StopSignal};

use crate::queue::QueuedTest;
use crate::rows;
use crate::run::Watcher;
use crate::spsa::Spsa;
use crate::test::{Goal, Plan};

/// File of the pairs: number, and the first player's games won less games lost.
const FILE: &str = "pairs.tsv";
/// File of the parameters: those that are tuned, and their values.
const VALUES: &str = "parameters.tsv";

/// Parameter with the value that the tuning has found so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TunedParameter {
    pub name: String,
    pub default: i64,
    pub value: i64,
}

/// Returns the number of pairs that are played.
pub(crate) fn played(queued: &QueuedTest) -> Result<u64, String> {
    Ok(pairs(queued)?.len() as u64)
}

impl QueuedTest {
    /// Returns the parameters of a tuning with their values; empty before its first run.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn tuned_parameters(&self) -> Result<Vec<TunedParameter>, String> {
        let path = self.folder.join(VALUES);
        let text = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            read => read.map_err(|error| format!("{}: {error}", path.display()))?,
        };
        let parameter = |line: &str| {
            let [name, default, value] = line.split('\t').collect::<Vec<_>>()[..] else { return None };
            Some(TunedParameter { name: name.to_owned(), default: default.parse().ok()?, value: value.parse().ok()? })
        };
        let read = |(number, line)| {
            parameter(line).ok_or_else(|| format!("{}: line {number} is no parameter", path.display()))
        };
        (1..).zip(text.lines()).map(read).collect::<Result<_, String>>()
    }
}

/// Reads the pairs that are played, in the order in which they ended. An incomplete last line is removed.
fn pairs(queued: &QueuedTest) -> Result<Vec<(u64, f64)>, String> {
    let path = queued.folder.join(FILE);
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = rows::read(&path)?;
    let pair = |line: &str| {
        let (number, points) = line.split_once('\t')?;
        Some((number.parse().ok()?, points.parse().ok()?))
    };
    let read = |(number, line)| pair(line).ok_or_else(|| failed(&format_args!("line {number} is no pair")));
    (1..).zip(text.lines()).map(read).collect()
}

/// Returns the options that are tuned.
fn parameters(queued: &QueuedTest, engine: &Identity) -> Result<Vec<SpinOption>, String> {
    let wanted = queued.test.spsa.as_ref().map_or(&[][..], |spsa| &spsa.parameters);
    let is_wanted = |name: &str| match wanted {
        [] => name.starts_with(|letter: char| letter.is_ascii_lowercase()),
        wanted => wanted.iter().any(|pattern| match pattern.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => name == pattern,
        }),
    };
    let found: Vec<SpinOption> = engine.spins.iter().filter(|spin| is_wanted(&spin.name)).cloned().collect();
    let is_missing = |pattern: &&String| {
        !found
            .iter()
            .any(|spin| pattern.strip_suffix('*').map_or(spin.name == **pattern, |start| spin.name.starts_with(start)))
    };
    match wanted.iter().find(is_missing) {
        Some(name) => Err(format!("test {}: the engine has no option {name:?} with a number", queued.name)),
        None if found.is_empty() => {
            Err(format!("test {}: the engine has no parameters among its options", queued.name))
        }
        None => Ok(found),
    }
}

/// State that the threads share.
struct Tuning {
    spsa: Spsa,
    played: u64,
    file: std::fs::File,
}

/// Plays the missing pairs on several threads, until all are played or `stop` is set.
pub(crate) fn run(
    queued: &QueuedTest,
    plan: &Plan,
    engine: &Identity,
    concurrency: usize,
    stop: &StopSignal,
    watcher: &mut dyn Watcher,
) -> Result<(), String> {
    let Goal::Spsa(count) = plan.goal else { return Ok(()) };
    let known = pairs(queued)?;
    let parameters = parameters(queued, engine)?;
    let earlier = queued.tuned_parameters()?;
    let is_same =
        parameters.iter().map(|parameter| &parameter.name).eq(earlier.iter().map(|parameter| &parameter.name));
    if !known.is_empty() && !is_same {
        return Err(format!("test {}: its pairs were played with other parameters; add a new test", queued.name));
    }
    let mut spsa = Spsa::new(count, parameters.clone());
    known.iter().for_each(|&(number, points)| spsa.learn(number, points));
    let path = queued.folder.join(FILE);
    let file = rows::append(&path)?;
    // An interrupted run may lack numbers below the last one, which are not played: each pair has its own perturbation.
    let next = AtomicU64::new(known.iter().map(|&(number, _)| number + 1).max().unwrap_or(0));
    let tuning = Mutex::new(Tuning { spsa, played: known.len() as u64, file });
    let watcher = Mutex::new(watcher);
    let work = || -> Result<(), String> {
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= count || stop.is_set() {
                return Ok(());
            }
            let players = tuning.lock().unwrap_or_else(PoisonError::into_inner).spsa.players(number);
            let Some(points) = play_pair(queued, plan, number, &players, stop, &parameters)? else {
                return Ok(());
            };
            let mut tuning = tuning.lock().unwrap_or_else(PoisonError::into_inner);
            let write = |error| format!("the results cannot be written: {error}");
            writeln!(tuning.file, "{number}\t{points}").map_err(write)?;
            tuning.spsa.learn(number, points);
            tuning.played += 1;
            write_values(queued, &tuning.spsa)?;
            let mut watcher = watcher.lock().unwrap_or_else(PoisonError::into_inner);
            watcher.tuned(&queued.name, tuning.played, count);
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..concurrency.max(1)).map(|_| scope.spawn(work)).collect();
        let join = |worker: std::thread::ScopedJoinHandle<'_, _>| {
            worker.join().unwrap_or_else(|_| Err("a thread has failed".to_owned()))
        };
        workers.into_iter().map(join).fold(Ok(()), Result::and)
    })
}

/// Observer of a pair.
struct Nothing;

impl Observer for Nothing {
    fn game(&mut self, _: GameResult, _: &PlayedGame, _: &MatchScore) -> Result<(), String> {
        Ok(())
    }
}

/// Plays a pair of games; returns the first player's games won less games lost, or `None` if it was stopped.
fn play_pair(
    queued: &QueuedTest,
    plan: &Plan,
    number: u64,
    players: &[Vec<i64>; 2],
    stop: &StopSignal,
    parameters: &[SpinOption],
) -> Result<Option<f64>, String> {
    let mut engine_match = plan.engine_match(&plan.stages[0], number as usize, 2, 1);
    for (engine, values) in engine_match.engines.iter_mut().zip(players) {
        engine
            .options
            .extend(parameters.iter().zip(values).map(|(spin, value)| (spin.name.clone(), value.to_string())));
    }
    let score = engine_match.run(&[], &mut Nothing, stop).map_err(|error| format!("test {}: {error}", queued.name))?;
    if score.count() < 2 {
        return Ok(None);
    }
    Ok(score.score().map(|mean| 4.0 * mean - 2.0))
}

/// Writes the values that were found so far.
fn write_values(queued: &QueuedTest, spsa: &Spsa) -> Result<(), String> {
    let lines = spsa.parameters().iter().zip(spsa.values());
    let text: String =
        lines.map(|(parameter, value)| format!("{}\t{}\t{value}\n", parameter.name, parameter.default)).collect();
    let path = queued.folder.join(VALUES);
    std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}
