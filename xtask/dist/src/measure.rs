//! Speeds of all programs of the release compared with one for this processor.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::builds::{BUILDS, Build, Runner};
use crate::check::{bench_count, command};
use crate::compile::compile;
use crate::process::{root, text};

/// Program for the processor that builds it, as `cargo build` makes it.
const NATIVE: Build = Build {
    name: "native",
    machines: "the processor that builds it",
    target: if cfg!(target_arch = "aarch64") { "aarch64-unknown-linux-gnu" } else { "x86_64-unknown-linux-gnu" },
    flags: &["-Ctarget-cpu=native"],
    debian: None,
};

/// Number of measurements of each program.
const ROUNDS: usize = 5;
/// Depth and leaf count of the perft that is timed.
const PERFT: (&str, u64) = ("5", 156_099_888);

/// Measurements of one program.
#[derive(Default)]
struct Speeds {
    /// Leaves per second.
    perft: Vec<u64>,
    /// Nodes per second.
    bench: Vec<u64>,
}

/// Compiles and measures all programs that run here without an emulator, in turn, and writes `packaging/SPEEDS.md`.
pub(crate) fn measure() -> Result<()> {
    let mut programs: Vec<(&Build, PathBuf)> = vec![(&NATIVE, compile(&NATIVE)?)];
    for build in BUILDS.iter().filter(|build| build.runner() == Runner::Native) {
        programs.push((build, compile(build)?));
    }
    let mut speeds: Vec<Speeds> = programs.iter().map(|_| Speeds::default()).collect();
    for round in 1..=ROUNDS {
        for ((build, program), speeds) in programs.iter().zip(&mut speeds) {
            println!("round {round} of {ROUNDS}: {}", build.name);
            speeds.perft.push(perft(build, program)?);
            speeds.bench.push(bench(build, program)?);
        }
    }
    let rows: Vec<(&Build, [u64; 2])> = programs
        .iter()
        .zip(speeds)
        .map(|((build, _), Speeds { perft, bench })| (*build, [median(perft), median(bench)]))
        .collect();
    let path = root().join("packaging/SPEEDS.md");
    std::fs::write(&path, page(&rows)).with_context(|| format!("cannot write {}", path.display()))?;
    println!("Wrote {}", path.display());
    Ok(())
}

fn perft(build: &Build, program: &Path) -> Result<u64> {
    let mut command = command(build, program).context("the program does not run here")?;
    let (output, time) = timed(command.args(["perft", "shafran", PERFT.0]))?;
    let count = PERFT.1.to_string();
    ensure!(output.split_whitespace().any(|word| word == count), "{}: perft {} prints {output}", build.name, PERFT.0);
    Ok((PERFT.1 as f64 / time) as u64)
}

fn bench(build: &Build, program: &Path) -> Result<u64> {
    let mut command = command(build, program).context("the program does not run here")?;
    let (output, time) = timed(command.arg("bench"))?;
    Ok((bench_count(&output)? as f64 / time) as u64)
}

/// Runs a program. Returns its output and its processor time in seconds, which other programs disturb less than the elapsed
/// time.
fn timed(command: &mut Command) -> Result<(String, f64)> {
    let start = children_time()?;
    let output = text(command)?;
    Ok((output, children_time()? - start))
}

/// Processor time of all finished child processes, in seconds.
#[cfg(unix)]
fn children_time() -> Result<f64> {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the pointer is to a value of the type that the call fills in.
    let status = unsafe { libc::getrusage(libc::RUSAGE_CHILDREN, usage.as_mut_ptr()) };
    ensure!(status == 0, "getrusage failed: {}", std::io::Error::last_os_error());
    // SAFETY: all bytes are zero or written by the call, and numbers may have any value.
    let usage = unsafe { usage.assume_init() };
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 / 1e6;
    Ok(seconds(usage.ru_utime) + seconds(usage.ru_stime))
}

#[cfg(not(unix))]
fn children_time() -> Result<f64> {
    anyhow::bail!("processor time is measured on Unix only")
}

fn median(mut values: Vec<u64>) -> u64 {
    values.sort_unstable();
    values[values.len() / 2]
}

/// Page with the table.
fn page(rows: &[(&Build, [u64; 2])]) -> String {
    let mut text = format!(
        "# Speeds of the release programs\n\n\
         `cargo xtask dist --measure` writes this page. perft: `saffron perft shafran {}`, millions of leaves a second; bench:\n\
         `saffron bench`, thousands of nodes a second; both by processor time on {}. Medians of {ROUNDS} runs, with the\n\
         programs in turn. In parentheses: the ratio to `native`, the program for this processor with the system's C library, as\n\
         `cargo xtask serve` makes it. The others are linked with musl.\n\n\
         | program | for | perft | bench |\n|---|---|---|---|\n",
        PERFT.0,
        processor(),
    );
    let native = rows.first().map_or([1, 1], |row| row.1);
    for (build, [perft, bench]) in rows {
        let part = |speed: u64, whole: u64| speed as f64 / whole as f64;
        let _ = writeln!(
            text,
            "| {} | {} | {:.0} ({:.2}) | {:.0} ({:.2}) |",
            build.name,
            build.machines,
            *perft as f64 / 1e6,
            part(*perft, native[0]),
            *bench as f64 / 1e3,
            part(*bench, native[1]),
        );
    }
    for build in BUILDS.iter().filter(|build| rows.iter().all(|row| row.0.name != build.name)) {
        let _ = writeln!(text, "| {} | {} | not measured | not measured |", build.name, build.machines);
    }
    let _ = write!(
        text,
        "\nA program is measured only if the processor can run it; the speed of an emulator says nothing.\n"
    );
    text
}

/// Name of this machine's processor.
fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    name.map_or_else(|| "an unnamed processor".to_owned(), |(_, name)| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_compares_with_the_first_row() {
        let text = page(&[(&NATIVE, [500_000_000, 1_000_000]), (&BUILDS[0], [250_000_000, 800_000])]);
        assert!(text.contains("| 500 (1.00) | 1000 (1.00) |\n"));
        assert!(text.contains("| linux-x86-64 | any 64-bit x86 processor | 250 (0.50) | 800 (0.80) |\n"));
        assert!(text.contains("| linux-aarch64 | any 64-bit ARM processor | not measured | not measured |\n"));
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![5, 1, 9]), 5);
    }
}
