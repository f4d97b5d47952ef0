//! Fits the chances to win, draw and lose of `saffron_engine::WinRate` to self-play games, and writes them to `win_rate.tsv`.

mod fit;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use saffron_engine::WinRate;
use saffron_rules::Variant;
use saffron_selfplay::{game_files, read_games};
use saffron_tuning::levels_document::{engine_folder, write};
use saffron_tuning::program;

use crate::fit::{Counts, fit};

/// Fit the chances of a game by its score
#[derive(Debug, Parser)]
struct Arguments {
    /// Folders or files of games of one or several variants, made by `saffron selfplay --nodes 20000`
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Write the numbers of these variants into the engine's `win_rate.tsv`
    #[arg(long)]
    write: bool,
}

/// Scores at which the fit is compared with the games, in centipawns, and half the width of what counts there.
const SHOWN: [i32; 6] = [0, 50, 100, 200, 400, 800];
const SHOWN_WIDTH: i32 = 25;

fn main() -> ExitCode {
    program::exit(run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let mut found: Vec<(&'static Variant, Counts)> = Vec::new();
    for path in &arguments.games {
        let failed = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        for file in game_files(path).map_err(|error| failed(path, &error))? {
            let input = std::fs::File::open(&file).map_err(|error| failed(&file, &error))?;
            let (variant, games) = read_games(input).map_err(|error| failed(&file, &error))?;
            let index = found.iter().position(|(known, _)| std::ptr::eq(*known, variant)).unwrap_or_else(|| {
                found.push((variant, Counts::default()));
                found.len() - 1
            });
            games.iter().for_each(|game| found[index].1.add(game));
        }
    }
    let mut rows = Vec::new();
    for (variant, counts) in &found {
        let model = fit(counts);
        println!("{}: {} games, a {:.1}, b {:.1}", variant.id(), counts.games, model.a, model.b);
        for score in SHOWN {
            let (seen, [won, drawn, lost]) = counts.shares(score - SHOWN_WIDTH..=score + SHOWN_WIDTH);
            let (win, loss) = (model.win(f64::from(score)), model.win(f64::from(-score)));
            println!(
                "  {score:4} cp: won {:4.1} % ({:4.1}), drawn {:4.1} % ({:4.1}), lost {:4.1} % ({:4.1}) of {seen}",
                100.0 * won,
                100.0 * win,
                100.0 * drawn,
                100.0 * (1.0 - win - loss),
                100.0 * lost,
                100.0 * loss,
            );
        }
        rows.push((variant.id(), model, counts.games));
    }
    if arguments.write { write_rows(&rows) } else { Ok(()) }
}

/// Replaces the rows of these variants, and keeps the others.
fn write_rows(rows: &[(&str, WinRate, u64)]) -> Result<(), String> {
    let path = engine_folder().join("src/win_rate.tsv");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (id, WinRate { a, b }, games) in rows {
        let line = format!("{id}\t{a:.1}\t{b:.1}\t{games}");
        match lines.iter_mut().find(|known| known.split('\t').next() == Some(id)) {
            Some(known) => *known = line,
            None => lines.push(line),
        }
    }
    write(&path, &(lines.join("\n") + "\n"))
}
