//! `saffron tables build`.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use saffron_tables::{Built, Ending, Solver, Tables};

use crate::data::tables_folder;
use crate::error::CliError;
use crate::position::{VariantName, variant_help};

/// Solve endings and write their tables
///
/// Each ending is a file in DIR/VARIANT. Complete files are kept, so running the command again resumes an interrupted build.
/// The number of threads does not change the files. The endings that captures and promotions lead to are built as well, since
/// probing needs them.
///
/// Prints one tab-separated line per table built: "ENDING BYTES INDICES SECONDS RESULT_BITS DISTANCE_BITS", with the bits per
/// legal position.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[arg(value_name = "VARIANT", help = variant_help())]
    variant: VariantName,
    /// Build all endings of up to N pieces, kings included
    #[arg(long, alias = "men", value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(3..=saffron_tables::MAX_PIECES as u64))]
    pieces: u64,
    /// Leave out endings with pawns among those of the most pieces
    #[arg(long)]
    without_pawns: bool,
    /// Build only this ending and those that it leads to; can be given several times
    #[arg(long, value_name = "ENDING", conflicts_with = "pieces")]
    only: Vec<EndingName>,
    /// Folder of the tables [default: `tables` in the data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: Option<u64>,
    /// Maximum memory in GiB
    #[arg(long, value_name = "GIB", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=4096))]
    memory: u64,
}

/// An ending given on the command line, and whether its sides are exchanged.
#[derive(Clone, Debug)]
pub(super) struct EndingName(pub(super) Ending, pub(super) bool);

impl FromStr for EndingName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ending::parse(text).map(|(ending, exchanged)| Self(ending, exchanged)).map_err(|error| error.to_string())
    }
}

impl Arguments {
    /// Returns the endings to build, each after those that it leads to.
    fn endings(&self) -> Vec<Ending> {
        let mut endings: Vec<Ending> = self.only.iter().map(|name| name.0.clone()).collect();
        if endings.is_empty() {
            let most = self.pieces as usize;
            let all = (3..=most).flat_map(Ending::all);
            endings =
                all.filter(|ending| !(self.without_pawns && ending.len() == most && ending.has_pawns())).collect();
        }
        let mut with_reached: Vec<Ending> = endings.iter().flat_map(Ending::reached).chain(endings.clone()).collect();
        with_reached.sort_by_key(Ending::sequence);
        with_reached.dedup();
        with_reached
    }
}

/// Builds the missing tables.
pub(super) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let VariantName(variant) = arguments.variant;
    let own = tables_folder(arguments.data.as_deref(), None).join(variant.id());
    std::fs::create_dir_all(&own).map_err(|error| CliError::new(format_args!("{}: {error}", own.display())))?;
    let mut solver = Solver::new(variant).map_err(CliError::new)?.with_memory(arguments.memory << 30);
    let mut tables = Tables::built_in(variant).map_err(CliError::new)?;
    let endings = arguments.endings();
    let is_there = |ending: &Ending, tables: &mut Tables| {
        tables.add_file(&own.join(Tables::file_name(ending))).is_ok() && tables.check_table(ending).is_ok()
    };
    let missing: Vec<Ending> = endings.iter().filter(|ending| !is_there(ending, &mut tables)).cloned().collect();
    let threads = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads.unwrap_or(0) as usize);
    let pool = threads.build().map_err(CliError::new)?;
    let needed = pool.install(|| solver.memory_needed(&missing));
    let mut err = std::io::stderr();
    writeln!(
        err,
        "building {} of {} tables in {}, with about {} MiB of memory",
        missing.len(),
        endings.len(),
        own.display(),
        needed >> 20
    )?;
    if needed > arguments.memory << 30 {
        let (needed, allowed) = (needed >> 20, arguments.memory << 10);
        return Err(CliError::new(format_args!(
            "--memory: {needed} MiB are needed, more than the {allowed} MiB allowed"
        )));
    }
    let total: u64 = missing.iter().map(|ending| solver.indices(ending)).sum();
    let style = "{msg} [{bar:30}] {percent} % of the positions, {elapsed} of about {duration}";
    let bar = ProgressBar::new(total).with_style(ProgressStyle::with_template(style).map_err(CliError::new)?);
    bar.enable_steady_tick(Duration::from_millis(500));
    let mut out = std::io::stdout();
    for ending in &missing {
        bar.set_message(ending.to_string());
        let start = Instant::now();
        let built = pool.install(|| solver.build(ending)).map_err(CliError::new)?;
        write_whole(&own.join(Tables::file_name(ending)), &built.file)?;
        let indices = solver.indices(ending);
        bar.inc(indices);
        let [results, distances] = [true, false].map(|results| bits(&built, results));
        let seconds = start.elapsed().as_secs_f64();
        let bytes = built.file.len();
        let line = format!("{ending}\t{bytes}\t{indices}\t{seconds:.2}\t{results:.3}\t{distances:.3}");
        bar.suspend(|| writeln!(out, "{line}"))?;
        if !err.is_terminal() {
            writeln!(err, "{:.0} % of the positions", bar.position() as f64 / total as f64 * 100.0)?;
        }
        solver.keep_only(|kept| kept.len() < saffron_tables::MAX_PIECES);
    }
    bar.finish_and_clear();
    Ok(())
}

/// Returns the bits per legal position of the streams of results, or of those of distances.
fn bits(built: &Built, results: bool) -> f64 {
    let streams = built.streams.iter().filter(|stream| stream.results == results);
    let (bytes, legal) = streams.fold((0, 0), |sum, stream| (sum.0 + stream.bytes, sum.1 + stream.legal));
    bytes as f64 * 8.0 / (legal as f64).max(1.0)
}

/// Writes a temporary file and renames it, so that no reader sees an incomplete file.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let part = path.with_extension("part");
    let write = || -> std::io::Result<()> {
        let mut file = std::fs::File::create(&part)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        std::fs::rename(&part, path)
    };
    write().map_err(|error| CliError::new(format_args!("{}: {error}", path.display())))
}
