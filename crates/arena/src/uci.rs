//! The dialogue with an engine that speaks the Universal Chess Interface.

use std::fmt::Write;
use std::time::{Duration, Instant};

use saffron_rules::Position;

use crate::coordinates::{from_skewed, to_skewed};
use crate::info::Info;
use crate::player::{Answer, Failure, Question, Setting, after};
use crate::process::{Process, Silence};
use crate::spec::EngineSpec;

const VARIANT_OPTION: &str = "UCI_Variant";

/// An engine that is ready to play.
pub(crate) struct Uci {
    process: Process,
    patience: Duration,
    start: Position,
    own_start: bool,
    skewed: bool,
}

impl Uci {
    /// Starts an engine, sets its options and waits until it is ready.
    pub(crate) fn start(spec: &EngineSpec, setting: &Setting) -> Result<Self, Failure> {
        let process = Process::start(spec, &setting.stop).map_err(|error| Failure::Refused(error.to_string()))?;
        let mut engine = Self {
            process,
            patience: setting.patience,
            start: setting.start,
            own_start: spec.own_start,
            skewed: spec.skewed,
        };
        engine.process.send("uci");
        let mut known = Vec::new();
        engine.wait_for("uciok", |line| known.extend(option_name(line)))?;
        for line in &spec.init {
            engine.process.send(line);
        }
        let has = |name: &str| known.iter().any(|known: &String| known.eq_ignore_ascii_case(name));
        let is_set = spec.options.iter().any(|(name, _)| name.eq_ignore_ascii_case(VARIANT_OPTION));
        if !is_set && (has(VARIANT_OPTION) || spec.variant.is_some()) {
            let id = setting.start.variant().id();
            engine.set_option(VARIANT_OPTION, spec.variant.as_deref().unwrap_or(id));
        }
        for (name, value) in &spec.options {
            // What is sent before the options may add some.
            if !has(name) && spec.init.is_empty() {
                return Err(Failure::Refused(format!("it has no option {name:?}; it has {}", known.join(", "))));
            }
            engine.set_option(name, value);
        }
        engine.wait_until_ready()?;
        Ok(engine)
    }

    fn set_option(&mut self, name: &str, value: &str) {
        match value {
            "" => self.process.send(&format!("setoption name {name}")),
            _ => self.process.send(&format!("setoption name {name} value {value}")),
        }
    }

    /// Reads lines up to the one that begins with a word, within the time for answers that need no thought.
    fn wait_for(&mut self, word: &str, mut each: impl FnMut(&str)) -> Result<(), Failure> {
        let deadline = after(Instant::now(), Some(self.patience));
        loop {
            let (_, line) = self.process.line(deadline)?;
            if line.split(' ').next() == Some(word) {
                return Ok(());
            }
            each(&line);
        }
    }

    fn wait_until_ready(&mut self) -> Result<(), Failure> {
        self.process.send("isready");
        self.wait_for("readyok", |_| {})
    }

    pub(crate) fn new_game(&mut self) -> Result<(), Failure> {
        self.process.send("ucinewgame");
        self.wait_until_ready()
    }

    pub(crate) fn think(&mut self, question: &Question<'_>) -> Result<Answer, Failure> {
        let position = self.position(question);
        self.process.send(&position);
        let asked = Instant::now();
        self.process.send(&go(question));
        let mut info = Info::default();
        let mut deadline = after(asked, question.allowed);
        let mut told_to_stop = false;
        loop {
            match self.process.line(deadline) {
                Ok((came, line)) => {
                    if let Some(words) = line.strip_prefix("info ") {
                        info.take(words);
                    } else if let Some(words) = line.strip_prefix("bestmove") {
                        let word = words.split_ascii_whitespace().next().unwrap_or_default();
                        return Ok(Answer { mv: self.ours(word), took: came.duration_since(asked), info });
                    }
                }
                // Too late; but an engine that answers now need not be started again.
                Err(Silence::Late) if !told_to_stop => {
                    told_to_stop = true;
                    self.process.send("stop");
                    deadline = after(Instant::now(), Some(question.grace));
                }
                Err(silence) => {
                    if silence == Silence::Late {
                        self.process.abort();
                    }
                    return Err(silence.into());
                }
            }
        }
    }

    /// The line that tells the position: always from the start, so that the engine knows what has been repeated.
    fn position(&self, question: &Question<'_>) -> String {
        let start = question.start;
        let is_startpos = if self.own_start { question.from_match_start } else { *start == start.variant().start() };
        let mut line =
            if is_startpos { "position startpos".to_owned() } else { format!("position fen {}", start.to_fen()) };
        if !question.moves.is_empty() {
            line.push_str(" moves");
        }
        for mv in question.moves {
            line.push(' ');
            match to_skewed(self.start.variant().board(), mv) {
                Some(skewed) if self.skewed => line.push_str(&skewed),
                _ => line.push_str(mv),
            }
        }
        line
    }

    /// A move of the engine in our coordinates.
    fn ours(&self, text: &str) -> String {
        let board = self.start.variant().board();
        let translated = if self.skewed { from_skewed(board, text) } else { None };
        translated.unwrap_or_else(|| text.to_owned())
    }
}

/// The line that starts the search.
fn go(question: &Question<'_>) -> String {
    let limits = question.limits;
    let mut line = "go".to_owned();
    if let Some(clock) = &limits.clock {
        let [white, black] = question.clocks.map(|time| time.as_millis());
        let increment = clock.increment.as_millis();
        let _ = write!(line, " wtime {white} btime {black} winc {increment} binc {increment}");
        if let Some(moves) = question.moves_to_go {
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

/// The name in a line such as `option name Clear Hash type button`.
fn option_name(line: &str) -> Option<String> {
    let rest = line.strip_prefix("option name ")?;
    Some(rest.split(" type ").next().unwrap_or(rest).trim().to_owned())
}
