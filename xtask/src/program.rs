//! The `saffron` program.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{Failed, announce, cargo, run_lines, shown};

/// `--workspace` lets all steps agree on the features of the dependencies, which then compile once for all of them.
pub(crate) const BUILD_BIN: [&str; 3] = ["build", "--workspace", "--bin"];

/// How the program is compiled.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Profile {
    /// Quickly, for tests.
    Dev,
    /// For use.
    Release,
}

/// Builds the program, and gives its path.
pub(crate) fn build(profile: Profile) -> Result<PathBuf, Failed> {
    announce("the program");
    let mut command = cargo();
    command.args(BUILD_BIN).arg("saffron");
    if let Profile::Release = profile {
        command.arg("--release");
    }
    artifact(&mut command, &exe("saffron"))
}

/// A program's file name on this system.
pub(crate) fn exe(name: &str) -> String {
    format!("{name}{}", std::env::consts::EXE_SUFFIX)
}

/// Serves the game until the program is stopped.
pub(crate) fn serve(program: &Path, options: &[String]) -> Result<(), Failed> {
    let mut command = Command::new(program);
    command.arg("serve").args(options);
    become_command(&mut command)
}

/// The program takes the driver's place, so that signals reach it.
#[cfg(unix)]
fn become_command(command: &mut Command) -> Result<(), Failed> {
    use std::os::unix::process::CommandExt;
    let error = command.exec();
    Err(Failed::new(format!("`{}` could not be run: {error}", shown(command))))
}

#[cfg(not(unix))]
fn become_command(command: &mut Command) -> Result<(), Failed> {
    let status = command.status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failed::new(format!("`{}` failed ({status})", shown(command)))),
        Err(error) => Err(Failed::new(format!("`{}` could not be run: {error}", shown(command)))),
    }
}

/// Runs a `cargo build`, and gives the file of this name that it made: cargo says where, so no setting of the target
/// folder can mislead.
pub(crate) fn artifact(command: &mut Command, name: &str) -> Result<PathBuf, Failed> {
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
    found.ok_or_else(|| Failed::new(format!("`{}` made no {name}", shown(command))))
}

/// The strings of a line of JSON, keys and values alike; enough to find a path in it.
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
