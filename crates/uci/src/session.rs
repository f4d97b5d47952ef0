//! Dialogue over the UCI protocol with a GUI, a match runner or a test framework.
//!
//! One thread reads commands; a worker thread runs searches and other long jobs in order. A search gets a copy of its inputs
//! when it starts, so options and positions can change meanwhile. Invalid input is answered by a line `info string error: ...`
//! and has no other effect.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{self, Sender};
use std::time::{Duration, Instant};

use saffron_engine::{
    Control, Engine, Level, MAX_HASH_MB, MAX_THREADS, Network, NetworkChoice, Root, SearchParameters, Strength,
};
use saffron_rules::Variant;

use crate::opening_book::{self, OpeningBook};
use crate::openings::GenFens;
use crate::output::Output;
use crate::parse::{self, Go, Keyword};
use crate::tables::{self, SelectedTables, TableOptions};
use crate::worker::{self, Job};
use crate::{identity, parameters};

const DEFAULT_HASH_MB: usize = 16;
const MAX_MULTI_PV: usize = 256;
/// Special values of the network option, which are not file names.
const OWN_NETWORK: &str = "own";
const NO_NETWORK: &str = "none";
const DEFAULT_OVERHEAD_MS: u64 = 10;
const MAX_OVERHEAD_MS: u64 = 5000;
/// Level whose Elo is the initial value of `UCI_Elo`.
const DEFAULT_LEVEL: u32 = 5;

/// Settings of a dialogue.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Lists the parameters of the search among the options. They can be set in any case.
    pub parameters: bool,
}

/// State of the dialogue.
struct Session<W> {
    out: Output<W>,
    jobs: Sender<Job>,
    /// Number of searches that are queued or running.
    searches: Arc<AtomicUsize>,
    variant: &'static Variant,
    root: Root,
    multi_pv: usize,
    shows_wdl: bool,
    overhead: Duration,
    book: OpeningBook,
    tables: TableOptions,
    /// True if the engine plays with limited strength, `strength`.
    is_limited: bool,
    strength: Strength,
    /// Control of the latest search.
    control: Control,
    options: Options,
    parameters: SearchParameters,
    network: NetworkChoice,
}

fn default_strength() -> Strength {
    Level::by_number(DEFAULT_LEVEL).strength.unwrap_or(Strength::MAX)
}

/// Returns a seed for random numbers that differs from one call to the next.
pub fn clock_seed() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |time| time.as_nanos() as u64)
}

/// Answers the commands in `input` on `output` until `quit` or the end of the input, which stops a running search.
///
/// # Errors
/// If there is no memory for the engine, the input cannot be read or the output cannot be written.
pub fn serve(options: Options, input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    dialogue(options, output, |session| {
        let result = session.read(input);
        session.control.stop();
        result
    })
}

/// Runs commands given as arguments, and waits for the searches that they start. Arguments without a space in them are the words
/// of one command, `["go", "depth", "5"]`; otherwise each is a command, as test frameworks pass them:
/// `["genfens 10 seed 1 book None", "quit"]`.
///
/// # Errors
/// If there is no memory for the engine, or the output cannot be written.
pub fn run_commands(options: Options, commands: &[String], output: impl Write + Send + 'static) -> io::Result<()> {
    let is_one = !commands.iter().any(|command| command.contains(' '));
    let commands = if is_one { vec![commands.join(" ")] } else { commands.to_vec() };
    dialogue(options, output, |session| {
        for command in &commands {
            let words: Vec<&str> = command.split_whitespace().collect();
            if words.first() == Some(&"quit") {
                break;
            }
            session.obey(&words)?;
        }
        Ok(())
    })
}

/// Runs a dialogue, and waits for its last job.
fn dialogue<W: Write + Send + 'static>(
    options: Options,
    output: W,
    converse: impl FnOnce(&mut Session<W>) -> io::Result<()>,
) -> io::Result<()> {
    let out = Output::new(output);
    let variant = Variant::by_id(Variant::DEFAULT_ID).ok_or_else(|| io::Error::other("no variant to start with"))?;
    let engine = Engine::new(DEFAULT_HASH_MB).map_err(io::Error::other)?;
    let (jobs, queue) = mpsc::channel();
    let searches = Arc::new(AtomicUsize::new(0));
    let searching = {
        let (out, searches) = (out.clone(), Arc::clone(&searches));
        std::thread::spawn(move || worker::work(engine, &queue, &searches, &out))
    };
    let mut session = Session {
        out,
        jobs,
        searches,
        variant,
        root: variant.start().into(),
        multi_pv: 1,
        shows_wdl: false,
        overhead: Duration::from_millis(DEFAULT_OVERHEAD_MS),
        book: OpeningBook::default(),
        tables: TableOptions::default(),
        is_limited: false,
        strength: default_strength(),
        control: Control::new(),
        options,
        parameters: SearchParameters::default(),
        network: NetworkChoice::Embedded,
    };
    let result = converse(&mut session);
    drop(session);
    searching.join().map_err(|_| io::Error::other("the search has failed"))?;
    result
}

impl<W: Write> Session<W> {
    /// Reads commands until `quit` or the end of the input.
    fn read(&mut self, mut input: impl BufRead) -> io::Result<()> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            if input.read_until(b'\n', &mut bytes)? == 0 {
                return Ok(());
            }
            let line = String::from_utf8_lossy(&bytes);
            let words: Vec<&str> = line.split_whitespace().collect();
            if words.first() == Some(&"quit") {
                return Ok(());
            }
            self.obey(&words)?;
        }
    }

    fn obey(&mut self, words: &[&str]) -> io::Result<()> {
        let Some((&command, rest)) = words.split_first() else { return Ok(()) };
        match command {
            "uci" => self.introduce(),
            "isready" => self.say_ready(),
            "ucinewgame" => self.hand_over(Job::NewGame),
            "setoption" => self.set_option(rest),
            "position" => match parse::position(self.variant, rest) {
                Ok(root) => {
                    self.root = root;
                    Ok(())
                }
                Err(error) => self.out.error(format_args!("position: {error}")),
            },
            "go" => self.go(rest),
            "stop" => {
                self.control.stop();
                Ok(())
            }
            "ponderhit" => {
                self.control.ponder_hit();
                Ok(())
            }
            "d" => self.show(),
            "bench" => self.hand_over(Job::Bench),
            "genfens" => match GenFens::parse(rest, self.variant) {
                Ok(command) => self.generate(command),
                Err(error) => self.out.error(format_args!("genfens: {error}")),
            },
            // Commands of the protocol that need no action.
            "debug" | "register" => Ok(()),
            _ => self.out.error(format_args!("unknown command {command:?}")),
        }
    }

    fn introduce(&self) -> io::Result<()> {
        self.out.line(format_args!("id name {}", identity::name(self.variant, &self.network)))?;
        self.out.line("id author The Saffron developers")?;
        let variants: Vec<String> = Variant::known().iter().map(|variant| format!("var {}", variant.id())).collect();
        self.out.line(format_args!(
            "option name UCI_Variant type combo default {} {}",
            Variant::DEFAULT_ID,
            variants.join(" ")
        ))?;
        self.out.line(format_args!("option name Hash type spin default {DEFAULT_HASH_MB} min 1 max {MAX_HASH_MB}"))?;
        self.out.line("option name Clear Hash type button")?;
        self.out.line(format_args!("option name Threads type spin default 1 min 1 max {MAX_THREADS}"))?;
        self.out.line("option name Ponder type check default false")?;
        self.out.line(format_args!("option name MultiPV type spin default 1 min 1 max {MAX_MULTI_PV}"))?;
        self.out.line(format_args!(
            "option name Move Overhead type spin default {DEFAULT_OVERHEAD_MS} min 0 max {MAX_OVERHEAD_MS}"
        ))?;
        self.out.line(format_args!("option name EvalFile type string default {OWN_NETWORK}"))?;
        self.out.line("option name UCI_ShowWDL type check default false")?;
        for option in opening_book::OPTIONS {
            self.out.line(option)?;
        }
        for option in tables::options() {
            self.out.line(option)?;
        }
        self.out.line("option name UCI_LimitStrength type check default false")?;
        self.out.line(format_args!(
            "option name UCI_Elo type spin default {} min {} max {}",
            default_strength().elo(),
            Strength::MIN.elo(),
            Strength::MAX.elo()
        ))?;
        if self.options.parameters {
            for option in parameters::options() {
                self.out.line(option)?;
            }
        }
        self.out.line("uciok")
    }

    fn set_option(&mut self, words: &[&str]) -> io::Result<()> {
        let Some((name, value)) = parse::option(words) else {
            return self.out.error("setoption: expected \"name NAME\" or \"name NAME value VALUE\"");
        };
        let result = match name.to_ascii_lowercase().as_str() {
            "uci_variant" => self.set_variant(&value),
            "hash" => parse::within(&value, 1, MAX_HASH_MB as u64).map(|megabytes| {
                let _ = self.jobs.send(Job::Hash(megabytes as usize));
            }),
            "clear hash" => {
                let _ = self.jobs.send(Job::ClearHash);
                Ok(())
            }
            "threads" => parse::within(&value, 1, MAX_THREADS as u64).map(|threads| {
                let _ = self.jobs.send(Job::Threads(threads as usize));
            }),
            "ponder" => parse::check(&value).map(|_| ()),
            "multipv" => parse::within(&value, 1, MAX_MULTI_PV as u64).map(|count| self.multi_pv = count as usize),
            "move overhead" => parse::within(&value, 0, MAX_OVERHEAD_MS).map(|ms| {
                self.overhead = Duration::from_millis(ms);
            }),
            "uci_showwdl" => parse::check(&value).map(|shown| self.shows_wdl = shown),
            "evalfile" => self.set_network(&value),
            "ownbook" => parse::check(&value).map(|on| self.book.set_on(on)),
            "book file" => self.book.set_file(&value, self.variant),
            "book depth" => parse::within(&value, 1, opening_book::MAX_BOOK_DEPTH.into())
                .map(|plies| self.book.set_depth(plies as u32)),
            "tablespath" => self.tables.set_path(&value, self.variant).and_then(|found| self.use_tables(found)),
            name @ ("tableslimit" | "tablesprobedepth" | "tables50moverule") => {
                self.tables.set(name, &value).map(|()| {
                    let _ = self.jobs.send(Job::Probing(self.tables.probing));
                })
            }
            "uci_limitstrength" => parse::check(&value).map(|is_limited| self.is_limited = is_limited),
            "uci_elo" => self.set_elo(&value),
            name => match parameters::set(&mut self.parameters, name, &value) {
                Some(result) => result.map(|()| {
                    let _ = self.jobs.send(Job::Parameters(self.parameters));
                }),
                None => Err("there is no such option".to_owned()),
            },
        };
        match result {
            Ok(()) => Ok(()),
            Err(error) => self.out.error(format_args!("setoption {name:?}: {error}")),
        }
    }

    fn set_variant(&mut self, id: &str) -> Result<(), String> {
        let variant = Variant::by_id(&id.to_ascii_lowercase()).ok_or_else(|| format!("there is no variant {id:?}"))?;
        if !std::ptr::eq(variant, self.variant) {
            self.variant = variant;
            self.root = variant.start().into();
            return self.tables.open(variant).and_then(|found| self.use_tables(found));
        }
        Ok(())
    }

    /// Passes tables to the engine. A file that cannot be used is an error; the others are still used.
    fn use_tables(&self, found: SelectedTables) -> Result<(), String> {
        let _ = self.jobs.send(Job::Tables(found.choice));
        if let Some(note) = found.note {
            self.out.note(note).map_err(|error| error.to_string())?;
        }
        found.faults.into_iter().next().map_or(Ok(()), Err)
    }

    fn set_elo(&mut self, value: &str) -> Result<(), String> {
        let elo = parse::within(value, Strength::MIN.elo().into(), Strength::MAX.elo().into())?;
        if let Some(strength) = u32::try_from(elo).ok().and_then(Strength::from_elo) {
            self.strength = strength;
        }
        Ok(())
    }

    /// Sets the network: a file for the current variant, no network, or the embedded one.
    fn set_network(&mut self, value: &str) -> Result<(), String> {
        let network = match value {
            OWN_NETWORK => NetworkChoice::Embedded,
            NO_NETWORK => NetworkChoice::None,
            path => {
                let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
                let network = Network::from_bytes(self.variant, &bytes).map_err(|error| format!("{path}: {error}"))?;
                NetworkChoice::Custom(Arc::new(network))
            }
        };
        self.network = network.clone();
        let _ = self.jobs.send(Job::Network(network));
        Ok(())
    }

    /// Answers `isready` once all earlier commands are done, so that none of them takes time from the next search; during a
    /// search, answers at once.
    fn say_ready(&self) -> io::Result<()> {
        if self.searches.load(SeqCst) > 0 { self.out.line("readyok") } else { self.hand_over(Job::Ready(self.variant)) }
    }

    fn go(&mut self, words: &[&str]) -> io::Result<()> {
        let asked = Instant::now();
        let (go, errors) = parse::go(words, &self.root.position);
        for error in errors {
            self.out.error(format_args!("go: {error}"))?;
        }
        // A running search is stopped first.
        self.control.stop();
        self.control = if go.has(Keyword::Ponder) { Control::pondering() } else { Control::new() };
        let control = self.control.clone();
        let known = if go.wants_a_move() { self.book.answer(&self.root) } else { None };
        if let Some(lines) = known {
            return self.hand_over(Job::Answer(lines));
        }
        self.hand_over(match go {
            Go { perft: Some(depth), .. } => Job::Perft { position: self.root.position, depth, control },
            go => Job::Search {
                root: self.root.clone(),
                strength: self.is_limited.then_some(self.strength),
                hold: go.is_endless(),
                shows_wdl: self.shows_wdl,
                limits: go.limits(self.root.position.turn(), self.multi_pv, self.overhead),
                control,
                asked,
            },
        })
    }

    fn generate(&mut self, command: GenFens) -> io::Result<()> {
        self.control.stop();
        self.control = Control::new();
        self.hand_over(Job::GenFens { command, variant: self.variant, control: self.control.clone() })
    }

    /// Prints the position for people.
    fn show(&self) -> io::Result<()> {
        let position = &self.root.position;
        let moves = position.legal_moves();
        let moves: Vec<String> = moves.into_iter().map(|mv| position.uci(mv)).collect();
        self.out.line(format_args!("Variant: {}", self.variant.id()))?;
        self.out.line(format_args!("FEN: {}", position.to_fen()))?;
        self.out.line(format_args!("Check: {}", if position.in_check() { "yes" } else { "no" }))?;
        self.out.line(format_args!("Moves: {}", moves.join(" ")))
    }

    fn hand_over(&self, job: Job) -> io::Result<()> {
        self.searches.fetch_add(usize::from(job.is_search()), SeqCst);
        match self.jobs.send(job) {
            Ok(()) => Ok(()),
            Err(_) => self.out.error("the search has failed; start the program again"),
        }
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
