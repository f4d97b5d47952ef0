//! `saffron puzzles verify`.

use std::io::Write;
use std::path::PathBuf;

use saffron_puzzles::text::LineError;
use saffron_puzzles::{Flaw, ONLY_BY, Puzzle, Verdict, remove_duplicates, verify_all};
use saffron_rules::{Position, Variant};
use saffron_tables::Tables;

use crate::endgame_tables;
use crate::error::CliError;
use crate::files::display_name;
use crate::interrupt::Interrupt;
use crate::position::VariantName;
use crate::progress::Progress;
use crate::puzzles::file;

/// Verify that each of the solver's moves is the only one that wins
///
/// Reads the files that `saffron puzzles mine` writes, and others with a FEN and moves in each line (docs/puzzles.md); a FEN
/// alone asks whether one move wins. Prints one line per puzzle that is ambiguous or wrong: file, line, ply and move. The last
/// line counts puzzles, ambiguous and wrong ones over all files. They do not change the exit status.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Files to read; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Variant of lines that name none
    #[arg(long, value_name = "NAME")]
    variant: Option<VariantName>,
    /// Nodes of each of the two searches that compare the best move with the others
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(10..))]
    nodes: u64,
    /// Difference between the chances of the best move and of any other, wins less losses from -1 to 1, that makes it the only one
    #[arg(long, value_name = "CHANCES", default_value_t = ONLY_BY)]
    margin: f64,
    /// Folder of endgame tables of --variant, in addition to those in the program
    #[arg(long, value_name = "DIR", requires = "variant")]
    tables: Option<PathBuf>,
    /// File to write the sound puzzles to, without duplicates
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
}

/// Verifies the puzzles of all files.
pub(super) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let variant = arguments.variant.map(|VariantName(variant)| variant);
    let (mut puzzles, mut places, mut wrong) = (Vec::new(), Vec::new(), 0);
    let mut out = std::io::stdout();
    for path in &arguments.files {
        let name = display_name(path);
        for (number, line) in file::lines(path, variant)? {
            let place = format!("{name}:{number}");
            match line {
                Ok(puzzle) => {
                    puzzles.push(puzzle);
                    places.push(place);
                }
                Err(error @ LineError::IllegalMove { .. }) => {
                    wrong += 1;
                    writeln!(out, "{place}: wrong: {error}")?;
                }
                Err(error) => return Err(CliError::new(format_args!("{place}: {error}"))),
            }
        }
    }
    let tables = tables(arguments, &puzzles)?;
    let interrupt = Interrupt::listen()?;
    let mut display = Progress::new(puzzles.len() as u64, "puzzles")?;
    let (mut done, mut ambiguous, mut sound, mut failure) = (0, 0, Vec::new(), Ok(()));
    let threads = arguments.threads as usize;
    let finished = verify_all(
        &puzzles,
        (arguments.nodes, arguments.margin),
        &tables,
        threads,
        &|| interrupt.is_requested(),
        |puzzle, verdict| {
            match verdict {
                Verdict::Sound => sound.push(puzzle.clone()),
                Verdict::Ambiguous { .. } => ambiguous += 1,
                Verdict::Wrong { .. } => wrong += 1,
            }
            if let Some(text) = describe(verdict)
                && failure.is_ok()
            {
                failure = writeln!(out, "{}: {text}", places[done]);
            }
            done += 1;
            display.update(done as u64, format_args!("{ambiguous} ambiguous, {wrong} wrong"));
        },
    )
    .map_err(CliError::new)?;
    display.finish();
    failure?;
    if !finished {
        return Err(CliError::new(format_args!("stopped after {done} of {} puzzles", puzzles.len())));
    }
    let count = sound.len() + ambiguous + wrong;
    if let Some(path) = &arguments.keep {
        remove_duplicates(&mut sound);
        file::write(path, &sound)?;
    }
    Ok(writeln!(out, "puzzles {count} ambiguous {ambiguous} wrong {wrong}")?)
}

/// Opens the tables of all variants of the puzzles.
fn tables(arguments: &Arguments, puzzles: &[Puzzle]) -> Result<Vec<Tables>, CliError> {
    let mut variants: Vec<&'static Variant> = Vec::new();
    for puzzle in puzzles {
        let variant = puzzle.start.variant();
        if !variants.iter().any(|&known| std::ptr::eq(known, variant)) {
            variants.push(variant);
        }
    }
    let mut tables = Vec::new();
    for variant in variants {
        let named = arguments.variant.filter(|VariantName(named)| std::ptr::eq(*named, variant));
        match (&arguments.tables, named) {
            (Some(folder), Some(_)) => {
                let opened = endgame_tables::open(folder, variant)
                    .map_err(|error| CliError::new(format_args!("--tables: {error}")))?;
                tables.push(opened);
            }
            // A user-defined variant may have none.
            _ => tables.extend(Tables::built_in(variant)),
        }
    }
    Ok(tables)
}

/// Returns the verdict in words; `None` for a sound puzzle.
fn describe(verdict: Verdict) -> Option<String> {
    let long = |position: &Position, mv| format!("{} ({})", position.long_san(mv), position.uci(mv));
    match verdict {
        Verdict::Sound => None,
        Verdict::Ambiguous { ply, position, other } => {
            Some(format!("ambiguous: move {}: {} is as good", ply + 1, long(&position, other)))
        }
        Verdict::Wrong { ply, position, flaw } => {
            let what = match flaw {
                Flaw::Better(mv) => format!("{} is better", long(&position, mv)),
                Flaw::NoWin => "no move wins".to_owned(),
                Flaw::NoMate => "the line does not mate by force".to_owned(),
                Flaw::FasterMate(moves) => format!("there is a mate in {moves}"),
                Flaw::Unproved => "the mate could not be proved".to_owned(),
            };
            Some(format!("wrong: move {}: {what}", ply + 1))
        }
    }
}
