//! `saffron book build`.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use saffron_book::build::{MAX_GAMES, Progress, Settings, build};

use crate::book::statistics;
use crate::error::CliError;
use crate::files;
use crate::interrupt::Interrupt;
use crate::position::VariantName;

/// Progress interval when stderr is not a terminal.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(30);

/// Build a book: search positions near the start, the most important first, then play games from the book
///
/// Results are stored in FILE.journal next to the book. Run the command again to continue after Ctrl-C, or to add positions or
/// games. The book depends only on the settings, not on the number of threads or interruptions.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The variant
    variant: VariantName,
    /// Book file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of positions in the book
    #[arg(long, value_name = "N", default_value_t = Settings::default().positions)]
    positions: usize,
    /// Nodes per search
    #[arg(long, value_name = "N", default_value_t = Settings::default().nodes, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of best moves that the first search of a position adds
    #[arg(long, value_name = "N", default_value_t = Settings::default().lines as u64, value_parser = clap::value_parser!(u64).range(1..=32))]
    lines: u64,
    /// Number of games to play from the ends of lines, for the results in the book
    #[arg(long, value_name = "N", default_value_t = Settings::default().games as u64, value_parser = clap::value_parser!(u64).range(..=MAX_GAMES as u64))]
    games: u64,
    /// Nodes per move of these games
    #[arg(long, value_name = "N", default_value_t = Settings::default().game_nodes, value_parser = clap::value_parser!(u64).range(1..))]
    game_nodes: u64,
    /// Seed of the random choices in these games
    #[arg(long, value_name = "N", default_value_t = Settings::default().seed)]
    seed: u64,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
}

/// Builds until the book has its size, or until Ctrl-C.
pub(super) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let VariantName(variant) = arguments.variant;
    let settings = Settings {
        nodes: arguments.nodes,
        lines: arguments.lines as usize,
        positions: arguments.positions,
        games: arguments.games as usize,
        game_nodes: arguments.game_nodes,
        seed: arguments.seed,
    };
    let interrupt = Interrupt::listen()?;
    let journal = files::with_further_extension(&arguments.out, "journal");
    let failed =
        |path: &Path, error: &dyn std::fmt::Display| CliError::new(format_args!("{}: {error}", path.display()));
    let mut reporter = ProgressReporter::new(&settings)?;
    let threads = arguments.threads as usize;
    let book = build(variant, &journal, &settings, threads, &|| interrupt.is_requested(), |now| reporter.tell(now))
        .map_err(|error| failed(&journal, &error))?;
    reporter.bar.finish_and_clear();
    if book.is_empty() {
        return Err(CliError::new("no position was searched, so no book was written"));
    }
    let statistics = book.verify().map_err(|flaw| failed(&journal, &flaw))?;
    files::write_whole(&arguments.out, book.to_bytes()).map_err(|error| failed(&arguments.out, &error))?;
    let mut out = std::io::stdout();
    if interrupt.is_requested() {
        writeln!(out, "Stopped; run the same command again to continue.")?;
    }
    Ok(write!(out, "{}", statistics::text(&book, &statistics))?)
}

/// Progress on stderr: a bar on a terminal, otherwise lines at an interval.
struct ProgressReporter<'a> {
    settings: &'a Settings,
    bar: ProgressBar,
    begun: bool,
    terminal: bool,
    last_printed: Instant,
}

impl<'a> ProgressReporter<'a> {
    fn new(settings: &'a Settings) -> Result<Self, CliError> {
        let style = "{elapsed_precise} {wide_bar} {pos}/{len} {msg}, {eta} left";
        let style = ProgressStyle::with_template(style).map_err(CliError::new)?;
        let bar = ProgressBar::new(settings.positions as u64).with_style(style).with_message("positions");
        Ok(Self {
            settings,
            bar,
            begun: false,
            terminal: std::io::stderr().is_terminal(),
            last_printed: Instant::now(),
        })
    }

    fn tell(&mut self, now: Progress) {
        let searching = now.positions < self.settings.positions;
        let (done, all, what) = if searching {
            (now.positions, self.settings.positions, "positions")
        } else {
            (now.games, self.settings.games, "games")
        };
        if self.bar.message() != what || !self.begun {
            self.begun = true;
            self.bar.set_message(what);
            self.bar.set_length(all as u64);
            self.bar.set_position(done as u64);
            self.bar.reset_eta();
        }
        self.bar.set_position(done as u64);
        if !self.terminal && self.last_printed.elapsed() >= PROGRESS_INTERVAL {
            self.last_printed = Instant::now();
            // Progress is not important enough for an error.
            let _ = writeln!(std::io::stderr(), "{done}/{all} {what}");
        }
    }
}
