//! What an engine says of itself: its name, its bench, its options with numbers.

use std::time::{Duration, Instant};

use saffron_rules::Position;

use crate::printable::printable;
use crate::process::StopSignal;
use crate::request::{EngineError, MatchSettings};
use crate::spec::{EngineSpec, Protocol};
use crate::uci::Uci;

/// Timeout of the bench.
const BENCH_TIMEOUT: Duration = Duration::from_secs(300);

/// Identity of an engine, by which results are told apart.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Identity {
    /// Name of the engine, `id name`, after its options were set.
    pub name: String,
    /// Node count of its command `bench`; `None` if it has none.
    pub bench: Option<u64>,
    /// Its options of the type `spin`.
    pub spins: Vec<SpinOption>,
}

/// Option of an engine with a whole number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpinOption {
    pub name: String,
    pub default: i64,
    pub min: i64,
    pub max: i64,
}

/// Starts an engine, asks it for its identity and ends it. Engines without UCI have their command as a name.
///
/// # Errors
/// If the engine cannot be started, or does not answer within `timeout`.
pub fn identify(spec: &EngineSpec, start: &Position, timeout: Duration) -> Result<Identity, String> {
    if spec.protocol != Protocol::Uci {
        return Ok(Identity { name: spec.command.join(" "), ..Identity::default() });
    }
    let settings = MatchSettings { start: *start, timeout, stop: StopSignal::new() };
    let ask = || -> Result<Identity, EngineError> {
        let mut engine = Uci::start(spec, &settings)?;
        let mut identity = Identity::default();
        engine.ask("uci", "uciok", |line| {
            if let Some(name) = line.strip_prefix("id name ") {
                name.trim().clone_into(&mut identity.name);
            }
            identity.spins.extend(spin_option(line));
        })?;
        identity.bench = bench(&mut engine)?;
        Ok(identity)
    };
    ask().map_err(|error| {
        let reason = match error {
            EngineError::Crashed(how) => format!("it ended ({how})"),
            EngineError::Hung => format!("it did not answer within {} s", timeout.as_secs_f64()),
            EngineError::Refused(reason) => printable(&reason),
            EngineError::Stopped => "it was stopped".to_owned(),
        };
        format!("engine {}: {reason}: {}", spec.name, spec.command.join(" "))
    })
}

/// Runs the engine's bench; `None` if it does not know the command, or prints its count in another form.
fn bench(engine: &mut Uci) -> Result<Option<u64>, EngineError> {
    engine.send("bench");
    // Engines answer this after the bench.
    engine.send("isready");
    let end = Instant::now() + BENCH_TIMEOUT;
    let mut found = None;
    loop {
        let line = engine.line(end)?.to_ascii_lowercase();
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["readyok"] => return Ok(found),
            [count, "nodes", _, "nps"] => found = count.parse().ok(),
            _ => {}
        }
    }
}

/// Parses a line such as `option name Hash type spin default 16 min 1 max 1024`.
fn spin_option(line: &str) -> Option<SpinOption> {
    let (name, rest) = line.strip_prefix("option name ")?.split_once(" type spin ")?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let number = |key: &str| words.iter().position(|&word| word == key).and_then(|at| words.get(at + 1)?.parse().ok());
    Some(SpinOption {
        name: name.trim().to_owned(),
        default: number("default")?,
        min: number("min")?,
        max: number("max")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_with_numbers_are_read() {
        let option = |line| spin_option(line).map(|spin| (spin.name, spin.default, spin.min, spin.max));
        assert_eq!(
            option("option name Move Overhead type spin default 10 min -5 max 5000"),
            Some(("Move Overhead".to_owned(), 10, -5, 5000))
        );
        assert_eq!(option("option name Hash type spin default 16"), None);
        assert_eq!(option("option name Ponder type check default false"), None);
    }
}
