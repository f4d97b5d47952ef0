//! Builds and runs the fuzz targets, one for each parser.
//!
//! The targets are built for libFuzzer by the stable compiler, with the flags of `cargo fuzz run --sanitizer none`:
//! cargo-fuzz does not have to be installed.

use std::fs;
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::process::{Error, announce, cargo, command_line, host, print_line, run as run_command, start_error};

/// Default duration of each target.
pub(crate) const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// Compiler flags: a counter at every edge, and reports of comparisons.
const INSTRUMENTATION: [&str; 8] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Ccodegen-units=1",
    "-Ctarget-cpu=native",
    "--cfg=fuzzing",
];

/// Builds all targets and runs them, one per processor at a time. Starts no further ones after a fault.
pub(crate) fn run(time: Duration) -> Result<(), Error> {
    let folder = crate::repository::root().join("fuzz");
    let targets = targets(&folder).map_err(|error| io_error("the fuzz targets could not be listed", &error))?;
    let programs = build(&folder)?;
    let (queue, fault) = (Mutex::new(targets.iter()), Mutex::new(None));
    let work = || {
        loop {
            let Some(target) = lock(&queue).next() else { return };
            if let Err(error) = fuzz(&folder, &programs.join(target), target, time) {
                lock(&queue).by_ref().for_each(drop);
                lock(&fault).get_or_insert(error);
            }
        }
    };
    // A target has one thread.
    let workers = thread::available_parallelism().map_or(1, NonZero::get).min(targets.len());
    thread::scope(|scope| (0..workers).for_each(|_| drop(scope.spawn(work))));
    fault.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the names of the targets, sorted.
fn targets(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder.join("fuzz_targets"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            names.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
    }
    names.sort_unstable();
    Ok(names)
}

/// Returns a command that runs Clippy on the targets, which are not members of the workspace. It needs no C++ compiler.
pub(crate) fn clippy() -> Command {
    let mut command = cargo();
    command.args(["clippy", "--locked", "--manifest-path", "fuzz/Cargo.toml", "--no-default-features", "--target-dir"]);
    command.arg(crate::repository::root().join("target")).args(["--", "-D", "warnings"]);
    command
}

/// Builds the targets and returns the folder that holds the programs.
fn build(folder: &Path) -> Result<PathBuf, Error> {
    announce("building the fuzz targets");
    let host = host()?;
    // With `--target`, the flags do not apply to build scripts and procedural macros, which cannot be instrumented.
    let mut command = cargo();
    command.args(["build", "--release", "--bins", "--locked", "--manifest-path", "fuzz/Cargo.toml", "--target", &host]);
    command.arg("--target-dir").arg(folder.join("target"));
    command.env_remove("RUSTFLAGS").env("CARGO_ENCODED_RUSTFLAGS", INSTRUMENTATION.join("\x1f"));
    run_command(&mut command)?;
    Ok(folder.join("target").join(host).join("release"))
}

/// Runs one target. Prints its output only if it has found a fault.
fn fuzz(folder: &Path, program: &Path, target: &str, time: Duration) -> Result<(), Error> {
    let folder_of = |kind: &str| format!("{kind}/{target}");
    for kind in ["corpus", "artifacts"] {
        let path = folder.join(folder_of(kind));
        fs::create_dir_all(&path)
            .map_err(|error| io_error(&format!("{} could not be made", path.display()), &error))?;
    }
    let mut command = Command::new(program);
    command.current_dir(folder).args([folder_of("corpus"), folder_of("seeds")]);
    command
        .arg(format!("-max_total_time={}", time.as_secs()))
        .arg(format!("-artifact_prefix={}/", folder_of("artifacts")));
    // Parsing an input of a few kilobytes takes milliseconds; seconds are a fault.
    command.args(["-timeout=20", "-print_final_stats=1", "-verbosity=0"]);
    let output = command.stdin(Stdio::null()).output().map_err(|error| start_error(&command, &error))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    if output.status.success() {
        let texts = errors.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
        print_line(format_args!("{target}: {} texts, no failure found", texts.unwrap_or("no").trim()));
        return Ok(());
    }
    print_line(errors.trim_end());
    let found = errors.lines().find_map(|line| line.split_once("Test unit written to ")).map(|(_, path)| path.trim());
    Err(Error::new(match found {
        Some(found) => format!("fuzzing {target} failed on fuzz/{found}: run `{} {found}` in fuzz/", program.display()),
        None => format!("`{}` failed ({})", command_line(&command), output.status),
    }))
}

fn io_error(what: &str, error: &io::Error) -> Error {
    Error::new(format!("{what}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_is_built_and_has_seeds() {
        let folder = crate::repository::root().join("fuzz");
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let targets = targets(&folder).unwrap();
        assert!(targets.len() >= 5);
        for target in targets {
            assert!(
                manifest.contains(&format!("name = \"{target}\"\npath = \"fuzz_targets/{target}.rs\"")),
                "{target}"
            );
            assert!(fs::read_dir(folder.join("seeds").join(&target)).unwrap().count() > 0, "{target}");
        }
    }
}
