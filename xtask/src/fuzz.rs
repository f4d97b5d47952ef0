//! The fuzz targets: texts that grow out of the seeds, thrown at every parser for a while.
//!
//! A target is libFuzzer with one parser in it, built for the compiler's coverage instrumentation by the same flags as
//! `cargo fuzz run --sanitizer none` gives, so nothing has to be installed and a stable compiler will do.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::process::{Failed, announce, cannot_start, cargo, host, run as run_command, say, shown};

/// How long each target runs unless it is said.
pub(crate) const USUAL_TIME: Duration = Duration::from_secs(10);

/// Counters at every edge, and what the program compares its input with.
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

/// Reads how long each target is to run.
pub(crate) fn seconds(text: &str) -> Result<Duration, Failed> {
    match text.parse() {
        Ok(seconds @ 1..=1_000_000) => Ok(Duration::from_secs(seconds)),
        _ => Err(Failed::usage(format!("fuzz: {text:?} is not a number of seconds from 1 to 1000000"))),
    }
}

/// Builds all targets and runs one after the other, until one finds something.
pub(crate) fn run(time: Duration) -> Result<(), Failed> {
    let folder = crate::repository::root().join("fuzz");
    let targets = targets(&folder).map_err(|error| failed("the fuzz targets could not be listed", &error))?;
    let programs = build(&folder)?;
    for target in &targets {
        fuzz(&folder, &programs.join(target), target, time)?;
    }
    Ok(())
}

/// The names of the targets, in alphabetical order.
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

/// Builds the targets and returns the folder in which they lie.
fn build(folder: &Path) -> Result<PathBuf, Failed> {
    announce("building the fuzz targets");
    let host = host()?;
    // With a target named, build scripts and macros are built without the instrumentation, which they cannot have.
    let mut command = cargo();
    command.args(["build", "--release", "--bins", "--locked", "--manifest-path", "fuzz/Cargo.toml", "--target", &host]);
    command.arg("--target-dir").arg(folder.join("target"));
    command.env_remove("RUSTFLAGS").env("CARGO_ENCODED_RUSTFLAGS", INSTRUMENTATION.join("\x1f"));
    run_command(&mut command)?;
    Ok(folder.join("target").join(host).join("release"))
}

/// Runs one target. What it says is shown only when it has found something.
fn fuzz(folder: &Path, program: &Path, target: &str, time: Duration) -> Result<(), Failed> {
    let own = |kind: &str| format!("{kind}/{target}");
    for kind in ["corpus", "artifacts"] {
        let path = folder.join(own(kind));
        fs::create_dir_all(&path).map_err(|error| failed(&format!("{} could not be made", path.display()), &error))?;
    }
    let mut command = Command::new(program);
    command.current_dir(folder).args([own("corpus"), own("seeds")]);
    command.arg(format!("-max_total_time={}", time.as_secs())).arg(format!("-artifact_prefix={}/", own("artifacts")));
    // A text of some kilobytes is read in milliseconds; seconds mean that something is wrong.
    command.args(["-timeout=20", "-print_final_stats=1", "-verbosity=0"]);
    let output = command.stdin(Stdio::null()).output().map_err(|error| cannot_start(&command, &error))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.success() {
        let texts = said.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
        say(format_args!("{target}: {} texts, nothing found", texts.unwrap_or("no").trim()));
        return Ok(());
    }
    say(said.trim_end());
    let found = said.lines().find_map(|line| line.split_once("Test unit written to ")).map(|(_, path)| path.trim());
    Err(Failed::new(match found {
        Some(found) => format!("fuzzing {target} failed on fuzz/{found}: run `{} {found}` in fuzz/", program.display()),
        None => format!("`{}` failed ({})", shown(&command), output.status),
    }))
}

fn failed(what: &str, error: &io::Error) -> Failed {
    Failed::new(format!("{what}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_a_number_of_seconds() {
        assert_eq!(seconds("60").ok(), Some(Duration::from_secs(60)));
        for text in ["", "0", "-1", "1.5", "10s", "99999999999999999999"] {
            assert_eq!(seconds(text).unwrap_err().status(), 2, "{text}");
        }
    }

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
