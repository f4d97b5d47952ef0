//! Checks of the finished programs, under an emulator if this processor cannot run them.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::builds::{Build, ENGINE, Runner};
use crate::compile::check_contents;
use crate::process::{answer, cargo, git, output, run, text};

/// Processor without AVX2 and BMI2, by QEMU's name.
const OLD_PROCESSOR: &str = "Nehalem";
/// Leaf counts of Shafran's starting position: depth and count.
const PERFT: (&str, &str) = ("4", "3310230");

/// Checks the contents of a program, its leaf and node counts, and that it refuses unsuitable processors.
pub(crate) fn check(build: &Build, program: &Path) -> Result<()> {
    check_contents(program)?;
    if build.target.starts_with("x86_64") {
        check_old_processor(build, program)?;
    }
    let Some(mut command) = command(build, program) else {
        println!("{}: not run, since neither this processor nor QEMU has its instructions", build.name);
        return Ok(());
    };
    let perft = text(command.args(["perft", "shafran", PERFT.0]))?;
    ensure!(perft.split_whitespace().any(|word| word == PERFT.1), "{}: perft {} prints {perft}", build.name, PERFT.0);
    if let Some(mut command) = self::command(build, program) {
        let count = bench_count(&text(command.arg("bench"))?)?;
        let wanted = signature()?;
        ensure!(count == wanted, "{}: bench counts {count} nodes instead of {wanted}", build.name);
    }
    println!("{}: perft and bench agree", build.name);
    check_names(build, program)
}

/// Checks that the program is the engine under its second name, and that without arguments and a terminal it refuses to serve.
fn check_names(build: &Build, program: &Path) -> Result<()> {
    let engine = program.with_file_name(ENGINE);
    if engine.exists() {
        std::fs::remove_file(&engine).with_context(|| format!("cannot remove {}", engine.display()))?;
    }
    std::fs::hard_link(program, &engine).with_context(|| format!("cannot make {}", engine.display()))?;
    let (Some(mut engine), Some(mut program)) = (command(build, &engine), command(build, program)) else {
        return Ok(());
    };
    let answer = answer(&mut engine, "uci\nisready\n")?;
    ensure!(answer.contains("uciok") && answer.contains("readyok"), "{}: {ENGINE} answers {answer:?}", build.name);
    let refusal = output(&mut program)?;
    let errors = String::from_utf8_lossy(&refusal.stderr);
    ensure!(
        refusal.status.code() == Some(2) && errors.lines().count() == 1 && errors.contains(ENGINE),
        "{}: without arguments and a terminal it ends with {} and {errors:?}",
        build.name,
        refusal.status,
    );
    println!("{}: {ENGINE} is the engine", build.name);
    Ok(())
}

/// Returns a command that runs the program on this machine; `None` if that is impossible.
pub(crate) fn command(build: &Build, program: &Path) -> Option<Command> {
    match build.runner() {
        Runner::Native => Some(Command::new(program)),
        Runner::Emulator(name) => {
            let mut command = Command::new(name);
            command.args(["-cpu", "max"]).arg(program);
            Some(command)
        }
        Runner::Nothing => None,
    }
}

/// Checks that the program refuses an old processor, by the emulator even if this processor is of the same architecture.
fn check_old_processor(build: &Build, program: &Path) -> Result<()> {
    let mut command = Command::new(build.emulator());
    command.args(["-cpu", OLD_PROCESSOR]).arg(program).args(["perft", "shafran", "2"]);
    let output = output(&mut command).context("QEMU's user emulation is needed (Debian, Ubuntu: qemu-user)")?;
    let errors = String::from_utf8_lossy(&output.stderr);
    if build.is_for_newer_processors() {
        ensure!(
            output.status.code() == Some(2) && errors.lines().count() == 1,
            "{}: on an old processor it ends with {} and {errors:?}",
            build.name,
            output.status,
        );
        println!("{}: on an old processor it says: {}", build.name, errors.trim());
    } else if !output.status.success() {
        bail!("{}: on an old processor it ends with {}: {errors}", build.name, output.status);
    }
    Ok(())
}

/// Runs the tests of the networks, compiled for a program's processor, under its emulator.
pub(crate) fn check_networks(build: &Build) -> Result<()> {
    let mut command = cargo();
    command.args(["test", "--locked", "--package", "saffron-engine", "--lib", "--target", build.target]);
    command.arg("--target-dir").arg(crate::compile::folder().join("tests")).args(["--", "nnue"]);
    command.env_remove("RUSTFLAGS").env("CARGO_ENCODED_RUSTFLAGS", build.flags.join("\x1f"));
    let target = build.target.to_uppercase().replace('-', "_");
    command.env(format!("CARGO_TARGET_{target}_LINKER"), "rust-lld");
    if let Runner::Emulator(name) = build.runner() {
        command.env(format!("CARGO_TARGET_{target}_RUNNER"), name);
    }
    run(&mut command)
}

/// Reads the node count at the end of a bench.
pub(crate) fn bench_count(output: &str) -> Result<u64> {
    let words: Vec<&str> = output.lines().last().unwrap_or_default().split_whitespace().collect();
    let count = match words[..] {
        [count, "nodes", _, "nps"] => count.parse().ok(),
        _ => None,
    };
    count.with_context(|| format!("the bench ends without counts: {output}"))
}

/// Reads the node count from the history of commits.
fn signature() -> Result<u64> {
    const MARK: &str = "bench: nodes ";
    let message = git(&["log", "-1", "--format=%B", &format!("--grep=^{MARK}")])?;
    let named = message.lines().find_map(|line| line.strip_prefix(MARK));
    named.and_then(|count| count.trim().parse().ok()).context("no commit of the history names a bench count")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_of_a_bench_holds_its_count() {
        assert_eq!(bench_count("shafran nodes 5\n251894 nodes 1020304 nps\n").ok(), Some(251_894));
        assert!(bench_count("251894 nodes 1 nps\nsomething else").is_err());
    }
}
