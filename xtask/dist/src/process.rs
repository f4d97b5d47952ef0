//! Runs other programs.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use anyhow::{Context, Result, bail};

/// Root folder of the repository.
pub(crate) fn root() -> PathBuf {
    let mut path = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    path.pop();
    path.pop();
    path
}

/// Returns a command that runs cargo in the root folder.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Runs a command with inherited output.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.stdin(Stdio::null()).status().with_context(|| cannot_start(command))?;
    if !status.success() {
        bail!("`{}` failed ({status})", typed(command));
    }
    Ok(())
}

/// Runs a command that may fail, and returns what it printed.
pub(crate) fn output(command: &mut Command) -> Result<Output> {
    command.stdin(Stdio::null()).output().with_context(|| cannot_start(command))
}

/// Runs a command that must succeed, and returns its standard output.
pub(crate) fn text(command: &mut Command) -> Result<String> {
    let output = output(command)?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        bail!("`{}` failed ({}): {}", typed(command), output.status, errors.trim());
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{}` printed output that is not UTF-8", typed(command)))
}

/// Runs a command with this input that must succeed, and returns its standard output.
pub(crate) fn answer(command: &mut Command, input: &str) -> Result<String> {
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = pipes.spawn().with_context(|| cannot_start(command))?;
    let mut stdin = child.stdin.take().context("a child has its input")?;
    stdin.write_all(input.as_bytes()).with_context(|| format!("`{}` does not read", typed(command)))?;
    drop(stdin);
    let output = child.wait_with_output()?;
    if !output.status.success() {
        bail!("`{}` failed ({})", typed(command), output.status);
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{}` printed output that is not UTF-8", typed(command)))
}

/// Runs `git` with these arguments in the root folder, and returns its standard output.
pub(crate) fn git(arguments: &[&str]) -> Result<String> {
    let mut command = Command::new("git");
    Ok(text(command.current_dir(root()).env("TZ", "UTC").args(arguments))?.trim().to_owned())
}

fn cannot_start(command: &Command) -> String {
    format!("`{}` could not be run", typed(command))
}

/// Returns the command as text for messages.
fn typed(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(std::ffi::OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}
