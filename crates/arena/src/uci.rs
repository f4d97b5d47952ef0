//! Dialogue with an engine over the Universal Chess Interface (UCI).

use std::fmt::Write;
use std::time::{Duration, Instant};

use saffron_rules::Position;

use crate::coordinates::{from_skewed, to_skewed};
use crate::info::Info;
use crate::process::{Process, ReadError, deadline};
use crate::request::{EngineError, MatchSettings, SearchReply, SearchRequest};
use crate::spec::EngineSpec;

const VARIANT_OPTION: &str = "UCI_Variant";

/// Maximum number of names listed in an error message.
const MAX_NAMES: usize = 20;

/// Running UCI engine.
pub(crate) struct Uci {
    process: Process,
    timeout: Duration,
    start: Position,
    own_start: bool,
    skewed: bool,
}

impl Uci {
    /// Starts an engine, sets its options and waits until it is ready.
    pub(crate) fn start(spec: &EngineSpec, settings: &MatchSettings) -> Result<Self, EngineError> {
        let process = Process::start(spec, &settings.stop).map_err(|error| EngineError::Refused(error.to_string()))?;
        let mut engine = Self {
            process,
            timeout: settings.timeout,
            start: settings.start,
            own_start: spec.own_start,
            skewed: spec.skewed,
        };
        let mut known = engine.introduce()?;
        if !spec.init.is_empty() {
            // The initial lines may add options and variants, so ask for the options again.
            spec.init.iter().for_each(|line| engine.process.send(line));
            known = engine.introduce()?;
        }
        let id = settings.start.variant().id();
        for (name, value) in option_values(spec, id, &known).map_err(EngineError::Refused)? {
            engine.set_option(name, value);
        }
        let mut complaint = None;
        engine.process.send("isready");
        engine.wait_for("readyok", |line| {
            complaint = complaint.take().or_else(|| line.strip_prefix("info string error: ").map(str::to_owned));
        })?;
        match complaint {
            Some(complaint) => Err(EngineError::Refused(complaint)),
            None => Ok(engine),
        }
    }

    /// Sends `uci` and reads the engine's options.
    fn introduce(&mut self) -> Result<Vec<KnownOption>, EngineError> {
        self.process.send("uci");
        let mut known = Vec::new();
        self.wait_for("uciok", |line| known.extend(known_option(line)))?;
        Ok(known)
    }

    fn set_option(&mut self, name: &str, value: &str) {
        match value {
            "" => self.process.send(&format!("setoption name {name}")),
            _ => self.process.send(&format!("setoption name {name} value {value}")),
        }
    }

    /// Reads lines up to the one that begins with `word`, within the timeout for replies that need no search.
    fn wait_for(&mut self, word: &str, mut each: impl FnMut(&str)) -> Result<(), EngineError> {
        let latest = deadline(Instant::now(), Some(self.timeout));
        loop {
            let (_, line) = self.process.line(latest)?;
            if line.split(' ').next() == Some(word) {
                return Ok(());
            }
            each(&line);
        }
    }

    pub(crate) fn send(&mut self, line: &str) {
        self.process.send(line);
    }

    /// Reads the next line of output.
    pub(crate) fn line(&mut self, latest: Instant) -> Result<String, EngineError> {
        Ok(self.process.line(Some(latest))?.1)
    }

    /// Sends a line and reads the answer up to the line that begins with `last`.
    pub(crate) fn ask(&mut self, line: &str, last: &str, each: impl FnMut(&str)) -> Result<(), EngineError> {
        self.process.send(line);
        self.wait_for(last, each)
    }

    pub(crate) fn new_game(&mut self) -> Result<(), EngineError> {
        self.process.send("ucinewgame");
        self.process.send("isready");
        self.wait_for("readyok", |_| {})
    }

    /// Kills the process.
    pub(crate) fn abort(&mut self) {
        self.process.abort();
    }

    pub(crate) fn think(&mut self, request: &SearchRequest<'_>) -> Result<SearchReply, EngineError> {
        let position = self.position(request);
        self.process.discard();
        self.process.send(&position);
        let asked = Instant::now();
        self.process.send(&go(request));
        let mut info = Info::default();
        let mut latest = deadline(asked, request.allowed);
        let mut told_to_stop = false;
        loop {
            match self.process.line(latest) {
                Ok((came, line)) => {
                    if let Some(words) = line.strip_prefix("info ") {
                        info.take(words);
                    } else if let Some(words) = line.strip_prefix("bestmove") {
                        let word = words.split_ascii_whitespace().next().unwrap_or_default();
                        return Ok(SearchReply { mv: self.ours(word), took: came.duration_since(asked), info });
                    }
                }
                // The move is too late, but an engine that answers `stop` need not be restarted.
                Err(ReadError::Late) if !told_to_stop => {
                    told_to_stop = true;
                    self.process.send("stop");
                    latest = deadline(Instant::now(), Some(request.grace));
                }
                Err(error) => {
                    if error == ReadError::Late {
                        self.process.abort();
                    }
                    return Err(error.into());
                }
            }
        }
    }

    /// Formats the `position` command with all moves since the start position, so that the engine sees repetitions.
    fn position(&self, request: &SearchRequest<'_>) -> String {
        let start = request.start;
        let is_startpos = if self.own_start { request.from_match_start } else { *start == start.variant().start() };
        let mut line =
            if is_startpos { "position startpos".to_owned() } else { format!("position fen {}", start.to_fen()) };
        if !request.moves.is_empty() {
            line.push_str(" moves");
        }
        for mv in request.moves {
            line.push(' ');
            match to_skewed(self.start.variant().board(), mv) {
                Some(skewed) if self.skewed => line.push_str(&skewed),
                _ => line.push_str(mv),
            }
        }
        line
    }

    /// Translates a move of the engine into Saffron's coordinates.
    fn ours(&self, text: &str) -> String {
        let board = self.start.variant().board();
        let translated = if self.skewed { from_skewed(board, text) } else { None };
        translated.unwrap_or_else(|| text.to_owned())
    }
}

/// Formats the `go` command.
fn go(request: &SearchRequest<'_>) -> String {
    let limits = request.limits;
    let mut line = "go".to_owned();
    if limits.clock.is_some() {
        let [white, black] = request.clocks.map(|clock| clock.remaining.as_millis());
        let [white_increment, black_increment] = request.clocks.map(|clock| clock.increment.as_millis());
        let _ = write!(line, " wtime {white} btime {black} winc {white_increment} binc {black_increment}");
        if let Some(moves) = request.moves_to_go {
            let _ = write!(line, " movestogo {moves}");
        }
    }
    if let Some(time) = limits.movetime {
        let _ = write!(line, " movetime {}", time.as_millis());
    }
    if let Some(nodes) = limits.nodes {
        let _ = write!(line, " nodes {nodes}");
    }
    if let Some(depth) = limits.depth {
        let _ = write!(line, " depth {depth}");
    }
    line
}

/// Option declared by an engine.
struct KnownOption {
    name: String,
    /// Values of an option of type `combo`.
    values: Vec<String>,
}

/// Parses a line such as `option name Clear Hash type button`.
fn known_option(line: &str) -> Option<KnownOption> {
    let rest = line.strip_prefix("option name ")?;
    let (name, kind) = rest.split_once(" type ").unwrap_or((rest, ""));
    let values = kind.split(" var ").skip(1).map(|value| value.trim().to_owned()).collect();
    Some(KnownOption { name: name.trim().to_owned(), values })
}

/// Returns the options to set, the variant first.
fn option_values<'a>(
    spec: &'a EngineSpec,
    variant: &'a str,
    known: &[KnownOption],
) -> Result<Vec<(&'a str, &'a str)>, String> {
    let find = |name: &str| known.iter().find(|option| option.name.eq_ignore_ascii_case(name));
    let mut values = Vec::new();
    if spec.variant.is_some() || find(VARIANT_OPTION).is_some() {
        values.push((VARIANT_OPTION, spec.variant.as_deref().unwrap_or(variant)));
    }
    values.extend(spec.options.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    for (name, value) in &values {
        let Some(option) = find(name) else {
            let names = known.iter().map(|option| option.name.as_str());
            return Err(format!("it has no option {name:?}; it has {}", some_of(names)));
        };
        if !option.values.is_empty() && !option.values.iter().any(|known| known.eq_ignore_ascii_case(value)) {
            let allowed = option.values.iter().map(String::as_str);
            return Err(format!("its option {name:?} has no value {value:?}; it has {}", some_of(allowed)));
        }
    }
    Ok(values)
}

/// Joins the first names of a list that may be long.
fn some_of<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    let more = names.len().saturating_sub(MAX_NAMES);
    let first = names.take(MAX_NAMES).collect::<Vec<_>>().join(", ");
    if more > 0 { format!("{first} and {more} more") } else { first }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::request::ClockState;

    fn engine(lines: &[&str], spec: &str) -> Result<String, String> {
        let known: Vec<KnownOption> = lines.iter().filter_map(|line| known_option(line)).collect();
        let spec: EngineSpec = spec.parse().unwrap();
        let values = option_values(&spec, "shafran", &known)?;
        Ok(values.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" "))
    }

    /// Returns the `go` line for a side with this time control. `clocks` are remaining time and increment in milliseconds,
    /// White first.
    fn go_line(clock: &str, mover: usize, clocks: [(u64, u64); 2]) -> String {
        let start = saffron_rules::Variant::by_id("shafran").unwrap().start();
        let limits = Limits { clock: Some(clock.parse().unwrap()), ..Limits::default() };
        let clocks = clocks.map(|(remaining, increment)| ClockState {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
        });
        let moves_to_go = limits.clock.and_then(|clock| clock.moves).map(|moves| moves - mover as u32);
        go(&SearchRequest {
            start: &start,
            from_match_start: true,
            moves: &[],
            limits: &limits,
            clocks,
            moves_to_go,
            allowed: None,
            grace: Duration::ZERO,
        })
    }

    #[test]
    fn each_side_has_its_own_increment() {
        let clocks = [(9500, 100), (60_000, 1000)];
        let expected = "go wtime 9500 btime 60000 winc 100 binc 1000";
        assert_eq!(go_line("10+0.1", 0, clocks), expected);
        assert_eq!(go_line("60+1", 1, clocks), expected);
        assert_eq!(go_line("40/60+1", 1, clocks), format!("{expected} movestogo 39"));
    }

    #[test]
    fn options_are_those_that_the_engine_has() {
        let lines = [
            "id name X",
            "option name UCI_Variant type combo default chess var chess var shafran var glinski",
            "option name Move Overhead type spin default 10 min 0 max 5000",
            "option name Clear Hash type button",
        ];
        assert_eq!(engine(&lines, "cmd=a"), Ok("UCI_Variant=shafran".to_owned()));
        let spec = "cmd=a variant=Glinski option.'move overhead'=5 option.'Clear Hash'=";
        assert_eq!(engine(&lines, spec), Ok("UCI_Variant=Glinski move overhead=5 Clear Hash=".to_owned()));
        assert_eq!(
            engine(&lines, "cmd=a variant=tuned").unwrap_err(),
            "its option \"UCI_Variant\" has no value \"tuned\"; it has chess, shafran, glinski"
        );
        assert_eq!(
            engine(&lines, "cmd=a option.Hash=1").unwrap_err(),
            "it has no option \"Hash\"; it has UCI_Variant, Move Overhead, Clear Hash"
        );
        // An engine with one variant need not have `UCI_Variant`.
        assert_eq!(engine(&["option name Hash type spin"], "cmd=a option.Hash=1"), Ok("Hash=1".to_owned()));
        assert!(engine(&[], "cmd=a variant=shafran").is_err());
    }
}
