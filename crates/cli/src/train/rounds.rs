//! Rounds of a training: games, samples, network; and the match at the end.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use saffron_arena::{
    Adjudication, EngineMatch, EngineSpec, GameResult, Limits, MatchScore, Observer, PlayedGame, StopSignal,
    random_openings, table,
};
use saffron_engine::{Control, NetworkChoice};
use saffron_selfplay::{Run, Settings, count_samples};

use super::python::Python;
use super::{Arguments, STOPPED};
use crate::error::CliError;
use crate::interrupt::Interrupt;
use crate::network;
use crate::selfplay::write_sample_file;
use crate::user_variants::Loaded;

/// Nodes of a move in the match at the end, and the random plies of its openings.
const MATCH_NODES: u64 = 5_000;
const MATCH_PLIES: usize = 8;

/// Number of samples from which on a network evaluates alone. With fewer it is added to the handcrafted evaluation.
const ENOUGH_SAMPLES: u64 = 4_000_000;

/// Number of games in a shard.
const SHARD_GAMES: u64 = 10_000;

/// Interval of games at which progress is printed.
const REPORT: u64 = 500;

/// Files of a round.
struct Files {
    games: PathBuf,
    samples: PathBuf,
    network: PathBuf,
}

impl Files {
    fn of(arguments: &Arguments, round: u32) -> Self {
        let folder = arguments.out.join(format!("round-{round}"));
        let network = folder.join(format!("{}.nnue", arguments.variant.0.id()));
        Self { games: folder.join("games"), samples: folder.join("samples"), network }
    }
}

/// Plays a round's games, converts them to samples and trains its network; steps that are done are skipped.
pub(super) fn round(arguments: &Arguments, round: u32, python: &Python, interrupt: &Interrupt) -> Result<(), CliError> {
    let files = Files::of(arguments, round);
    if files.network.exists() {
        return Ok(());
    }
    let network = match round {
        1 => NetworkChoice::Embedded,
        _ => NetworkChoice::Custom(Arc::new(network::open(
            &Files::of(arguments, round - 1).network,
            arguments.variant.0,
        )?)),
    };
    play(arguments, round, &files, network, interrupt)?;
    if interrupt.is_requested() {
        return Ok(());
    }
    if !files.samples.exists() {
        let summary = write_sample_file(std::slice::from_ref(&files.games), &files.samples)?;
        writeln!(std::io::stderr(), "{} samples", summary.samples)?;
    }
    train(arguments, round, python)
}

fn play(
    arguments: &Arguments,
    round: u32,
    files: &Files,
    network: NetworkChoice,
    interrupt: &Interrupt,
) -> Result<(), CliError> {
    let control = Control::new();
    let run = Run {
        variant: arguments.variant.0,
        // Each round has openings of its own.
        settings: Settings { nodes: arguments.nodes, seed: round.into(), ..Settings::default() },
        network,
        engine: saffron_uci::version(),
        games: arguments.games,
        shard_games: SHARD_GAMES,
        threads: arguments.threads(),
    };
    let mut printed = None;
    run.play(&files.games, &control, |progress| {
        if interrupt.is_requested() {
            control.stop();
        }
        if printed != Some(progress.games) && (progress.games.is_multiple_of(REPORT) || progress.games == run.games) {
            printed = Some(progress.games);
            let _ = writeln!(std::io::stderr(), "round {round}: {} of {} games", progress.games, run.games);
        }
    })
    .map_err(|error| CliError::new(format_args!("{}: {error}", files.games.display())))
}

/// Trains the network of a round: first with the samples of all rounds, then with those of the last one, whose scores are the best.
fn train(arguments: &Arguments, round: u32, python: &Python) -> Result<(), CliError> {
    let files = Files::of(arguments, round);
    let text = |path: &Path| path.display().to_string();
    let words = |words: &str| words.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let partial = files.network.with_extension("partial");
    let all: Vec<PathBuf> = (1..=round).map(|round| Files::of(arguments, round).samples).collect();
    let mut samples = 0;
    for path in &all {
        let failed = |error: &dyn std::fmt::Display| CliError::new(format_args!("{}: {error}", path.display()));
        let file = File::open(path).map_err(|error| failed(&error))?;
        samples += count_samples(file).map_err(|error| failed(&error))?;
    }
    let mut common = words("--variant");
    common.extend([arguments.variant.0.id().to_owned(), "--out".to_owned(), text(&partial)]);
    if samples < ENOUGH_SAMPLES {
        common.extend(words("--handcrafted 16 --decay 2"));
    }
    let epochs = |epochs: u32| words(&format!("--epochs {epochs}"));
    let mut of_all: Vec<String> = all.iter().map(|path| text(path)).collect();
    of_all.extend(common.iter().cloned());
    if let Some(start) = &arguments.start {
        of_all.extend([words("--start"), vec![text(start)]].concat());
    }
    of_all.extend(epochs(arguments.epochs));
    python.train(&of_all)?;
    if round > 1 {
        let mut of_last = vec![text(&files.samples)];
        of_last.extend(common);
        of_last.extend([words("--start"), vec![text(&partial)], words("--rate 1e-3")].concat());
        of_last.extend(epochs(arguments.epochs.div_ceil(2)));
        python.train(&of_last)?;
    }
    std::fs::rename(&partial, &files.network)
        .map_err(|error| CliError::new(format_args!("{}: {error}", files.network.display())))
}

/// Observer of the match, which Ctrl-C ends.
struct Progress<'a> {
    games: usize,
    interrupt: &'a Interrupt,
}

impl Observer for Progress<'_> {
    fn game(&mut self, _: GameResult, _: &PlayedGame, score: &MatchScore) -> Result<(), String> {
        if self.interrupt.is_requested() {
            return Err(STOPPED.to_owned());
        }
        if score.count().is_multiple_of(50) {
            let _ = writeln!(std::io::stderr(), "match: {} of {} games", score.count(), self.games);
        }
        Ok(())
    }
}

/// Plays the last network against the program's evaluation, and prints the table and the place of the network.
pub(super) fn compare(arguments: &Arguments, variants: &[Loaded], interrupt: &Interrupt) -> Result<(), CliError> {
    let trained = Files::of(arguments, arguments.rounds).network;
    let variant = arguments.variant.0;
    let mut out = std::io::stdout();
    if arguments.match_games > 0 {
        let program = std::env::current_exe()?.display().to_string();
        let mut command = vec![program, "uci".to_owned()];
        for file in variants {
            command.extend(["--variants".to_owned(), file.path.display().to_string()]);
        }
        let engine = |name: &str, options: Vec<(String, String)>| EngineSpec {
            name: name.to_owned(),
            command: command.clone(),
            options,
            ..EngineSpec::default()
        };
        let eval_file = ("EvalFile".to_owned(), trained.display().to_string());
        let games = arguments.match_games.next_multiple_of(2);
        let engine_match = EngineMatch {
            name: format!("{}, {MATCH_PLIES} random plies", variant.name()),
            start: variant.start(),
            engines: [engine("trained", vec![eval_file]), engine("program", Vec::new())],
            limits: Limits { nodes: Some(MATCH_NODES), ..Limits::default() },
            openings: random_openings(&variant.start(), MATCH_PLIES, games / 2, 1).map_err(CliError::new)?,
            games,
            concurrency: arguments.threads(),
            adjudication: Adjudication { resign: Some("".parse().map_err(CliError::new)?), ..Adjudication::default() },
            sprt: None,
            margin: Duration::from_millis(50),
            grace: Duration::from_secs(1),
            timeout: Duration::from_secs(60),
        };
        let score =
            engine_match.run(&[], &mut Progress { games, interrupt }, &StopSignal::new()).map_err(CliError::new)?;
        write!(out, "{}", table(&engine_match, &score))?;
    }
    writeln!(out, "network {}", trained.display())?;
    Ok(())
}
