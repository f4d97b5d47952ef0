//! `saffron load`: load test of a server on this machine.

use std::io::Write;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use saffron_load::{ArenaOptions, ArenaReport, Options, Progress, Report, run, run_arena};
use saffron_rules::Variant;

use crate::error::CliError;

/// Play many concurrent games on a server of this machine, and measure the latency of moves
///
/// Guests play random moves. A move's latency is the time from its sending to its receipt by the opponent. Start the server
/// with --no-quotas. The last line is "moves N errors N p50_ms X p99_ms X".
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// URL of the server, with a loopback address
    #[arg(long, default_value = "http://127.0.0.1:8070")]
    url: String,

    /// Number of concurrent games, with two sockets each
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,

    /// Duration of the measurement in seconds
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=3600))]
    seconds: u32,

    /// Milliseconds between two moves of a game
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u32).range(10..=600_000))]
    interval: u32,

    /// Seconds of play before the measurement
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(0..=600))]
    warm_up: u32,

    /// Variant to play
    #[arg(long, default_value = Variant::DEFAULT_ID)]
    variant: String,

    /// Process id of the server, to print its processor time and memory, too
    #[arg(long, value_name = "PID")]
    pid: Option<u32>,

    /// Play an arena of this many players instead, and measure how long they wait for games, too. The last line is then
    /// "waits N p99_ms X max_ms X moves N errors N p50_ms X p99_ms X"
    #[arg(long, value_name = "PLAYERS", conflicts_with_all = ["games", "warm_up", "bare"],
        value_parser = clap::value_parser!(u32).range(2..=2000))]
    arena: Option<u32>,

    /// Test bare-relay of the crate saffron-load instead of a server
    #[arg(long)]
    bare: bool,
}

/// Runs the load test and prints its measurements.
pub(crate) fn run_load(arguments: &Arguments) -> Result<(), CliError> {
    let host = arguments.url.strip_prefix("http://").unwrap_or(&arguments.url).trim_end_matches('/').to_owned();
    let options = Options {
        host: host.clone(),
        games: usize::try_from(arguments.games).unwrap_or(usize::MAX),
        time: Duration::from_secs(arguments.seconds.into()),
        interval: Duration::from_millis(arguments.interval.into()),
        warm_up: Duration::from_secs(arguments.warm_up.into()),
        variant: arguments.variant.clone(),
        pid: arguments.pid,
        bare: arguments.bare,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| CliError::new(format_args!("cannot start: {error}")))?;
    if let Some(players) = arguments.arena {
        return run_arena_load(&runtime, arguments, players, host);
    }
    let bar = spinner()?;
    let report = runtime.block_on(run(options, |progress| {
        bar.set_message(match progress {
            Progress::Games(count) => format!("{count} games made"),
            Progress::Sockets(count) => format!("{count} sockets open"),
            Progress::Playing => "moves are being made".to_owned(),
        });
    }));
    bar.finish_and_clear();
    print(report.map_err(CliError::new)?)
}

/// Plays an arena and prints its measurements.
fn run_arena_load(
    runtime: &tokio::runtime::Runtime,
    arguments: &Arguments,
    players: u32,
    host: String,
) -> Result<(), CliError> {
    let options = ArenaOptions {
        host,
        players: usize::try_from(players).unwrap_or(usize::MAX),
        time: Duration::from_secs(arguments.seconds.into()),
        interval: Duration::from_millis(arguments.interval.into()),
        variant: arguments.variant.clone(),
        pid: arguments.pid,
    };
    let bar = spinner()?;
    let report = runtime.block_on(run_arena(options, |joined| bar.set_message(format!("{joined} players joined"))));
    bar.finish_and_clear();
    print_arena(report.map_err(CliError::new)?)
}

fn spinner() -> Result<ProgressBar, CliError> {
    let style = ProgressStyle::with_template("{elapsed_precise} {msg}").map_err(CliError::new)?;
    let bar = ProgressBar::new_spinner().with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    Ok(bar)
}

fn print_arena(mut report: ArenaReport) -> Result<(), CliError> {
    let mut out = std::io::stdout();
    if let Some(error) = &report.first_error {
        writeln!(out, "first error: {error}")?;
    }
    if let Some(process) = report.process {
        writeln!(out, "server cpu_s {:.2} memory_mib {:.0}", process.cpu_seconds, process.resident_mib)?;
    }
    writeln!(out, "left over {}", report.left_over)?;
    let [wait_p99, wait_max] = [0.99, 1.0].map(|share| report.waits.quantile(share));
    let [p50, p99] = [0.5, 0.99].map(|share| report.latencies.quantile(share));
    let (waits, moves, errors) = (report.waits.count(), report.latencies.count(), report.errors);
    writeln!(
        out,
        "waits {waits} p99_ms {wait_p99:.0} max_ms {wait_max:.0} moves {moves} errors {errors} p50_ms {p50:.2} p99_ms {p99:.2}"
    )?;
    Ok(())
}

fn print(mut report: Report) -> Result<(), CliError> {
    let mut out = std::io::stdout();
    if let Some(error) = &report.first_error {
        writeln!(out, "first error: {error}")?;
    }
    #[allow(clippy::cast_precision_loss, reason = "far fewer moves than a float can count")]
    let rate = report.latencies.count() as f64 / report.seconds;
    let [p90, p999, most] = [0.9, 0.999, 1.0].map(|share| report.latencies.quantile(share));
    writeln!(out, "moves/s {rate:.0} p90_ms {p90:.2} p999_ms {p999:.2} max_ms {most:.2}")?;
    if let Some(process) = report.process {
        writeln!(out, "server cpu_s {:.2} memory_mib {:.0}", process.cpu_seconds, process.resident_mib)?;
    }
    let [p50, p99] = [0.5, 0.99].map(|share| report.latencies.quantile(share));
    writeln!(out, "moves {} errors {} p50_ms {p50:.2} p99_ms {p99:.2}", report.latencies.count(), report.errors)?;
    Ok(())
}
