//! Builds and starts the `saffron` program.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{Error, announce, cargo, command_line, run_lines};

/// Arguments of cargo for a program. With `--workspace` all steps use the same features of the dependencies, which are then
/// compiled once.
pub(crate) const BUILD_BIN: [&str; 3] = ["build", "--workspace", "--bin"];

/// Profile with which the program is compiled.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Profile {
    /// Quick to compile, for tests.
    Dev,
    /// Optimised crate by crate, for a game on this machine soon after a clone.
    Local,
    /// Fully optimised, for use and for measurements.
    Release,
}

impl Profile {
    /// Name of the profile in Cargo.toml.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Dev => "dev",
            Self::Local => "local",
            Self::Release => "release",
        }
    }
}

/// Builds the program and returns its path.
pub(crate) fn build(profile: Profile) -> Result<PathBuf, Error> {
    announce("the program");
    let mut command = cargo();
    command.args(BUILD_BIN).args(["saffron", "--profile", profile.name()]);
    let program = artifact(&mut command, &exe("saffron"))?;
    if let Profile::Release = profile {
        name_engine(&program)?;
    }
    Ok(program)
}

/// Returns the path of the program that the Rust tests were built with, and builds it if it is not there. The development
/// dependencies have other features of shared packages: without the tests, most of them would be compiled a second time.
pub(crate) fn of_tests() -> Result<PathBuf, Error> {
    artifact(cargo().args(["test", "--workspace", "--locked", "--no-run"]), &exe("saffron"))
}

/// Gives the program its second name, `saffron-uci`, by which it is the engine.
fn name_engine(program: &Path) -> Result<(), Error> {
    let engine = program.with_file_name(exe("saffron-uci"));
    let _ = std::fs::remove_file(&engine);
    // Not every file system has links.
    let made = std::fs::hard_link(program, &engine).or_else(|_| std::fs::copy(program, &engine).map(drop));
    made.map_err(|error| Error::new(format!("cannot make {}: {error}", engine.display())))
}

/// Returns a program's file name on this system.
pub(crate) fn exe(name: &str) -> String {
    format!("{name}{}", std::env::consts::EXE_SUFFIX)
}

/// Runs `saffron serve` until it is stopped.
pub(crate) fn serve(program: &Path, options: &[String]) -> Result<(), Error> {
    let mut command = Command::new(program);
    command.arg("serve").args(options);
    become_command(&mut command)
}

/// Replaces this process by the command, so that signals reach it.
#[cfg(unix)]
fn become_command(command: &mut Command) -> Result<(), Error> {
    use std::os::unix::process::CommandExt;
    let error = command.exec();
    Err(Error::new(format!("`{}` could not be run: {error}", command_line(command))))
}

#[cfg(not(unix))]
fn become_command(command: &mut Command) -> Result<(), Error> {
    let status = command.status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Error::new(format!("`{}` failed ({status})", command_line(command)))),
        Err(error) => Err(Error::new(format!("`{}` could not be run: {error}", command_line(command)))),
    }
}

/// Runs a `cargo build` command and returns the path of the file of this name that it made, as cargo reports it.
pub(crate) fn artifact(command: &mut Command, name: &str) -> Result<PathBuf, Error> {
    command.args(["--message-format", "json-render-diagnostics"]);
    let mut found = None;
    run_lines(command, |line| {
        if line.starts_with("{\"reason\":\"compiler-artifact\"") {
            found = strings(line)
                .map(PathBuf::from)
                .rfind(|path| path.is_absolute() && path.ends_with(name))
                .or(found.take());
        }
    })?;
    found.ok_or_else(|| Error::new(format!("`{}` made no {name}", command_line(command))))
}

/// Returns all strings of a line of JSON, keys and values alike.
fn strings(json: &str) -> impl DoubleEndedIterator<Item = String> {
    let mut strings = Vec::new();
    let mut current: Option<String> = None;
    let mut chars = json.chars();
    while let Some(c) = chars.next() {
        match (c, &mut current) {
            ('"', Some(_)) => strings.extend(current.take()),
            ('"', None) => current = Some(String::new()),
            ('\\', Some(text)) => text.extend(chars.next()),
            (c, Some(text)) => text.push(c),
            (_, None) => {}
        }
    }
    strings.into_iter()
}

#[cfg(test)]
mod tests {
    use super::strings;

    #[test]
    fn strings_are_found_and_unescaped() {
        let line = r#"{"reason":"compiler-artifact","filenames":["C:\\target\\a \"b\".exe"],"fresh":true}"#;
        let found: Vec<String> = strings(line).collect();
        assert_eq!(found, ["reason", "compiler-artifact", "filenames", "C:\\target\\a \"b\".exe", "fresh"]);
    }
}
