//! Runs other programs and prints messages.

use std::ffi::OsStr;
use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::repository::root;

/// Error of a command.
#[derive(Debug)]
pub(crate) struct Error {
    message: String,
}

impl Error {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Returns a command that runs cargo in the root folder.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Returns the command as text for messages.
pub(crate) fn command_line(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program());
    let name = program.file_stem().unwrap_or(program.as_os_str());
    let words: Vec<_> = std::iter::once(name).chain(command.get_args()).map(OsStr::to_string_lossy).collect();
    words.join(" ")
}

/// Runs a command with inherited output.
pub(crate) fn run(command: &mut Command) -> Result<(), Error> {
    let status = command.stdin(Stdio::null()).status().map_err(|error| start_error(command, &error))?;
    if status.success() { Ok(()) } else { Err(status_error(command, status)) }
}

/// Runs a command and calls `line` with each line of its standard output. Standard error is inherited.
pub(crate) fn run_lines(command: &mut Command, mut line: impl FnMut(&str)) -> Result<(), Error> {
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|error| start_error(command, &error))?;
    if let Some(output) = child.stdout.take() {
        let mut output = BufReader::new(output);
        let mut bytes = Vec::new();
        while output.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
            line(String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']));
            bytes.clear();
        }
    }
    let status = child.wait().map_err(|error| start_error(command, &error))?;
    if status.success() { Ok(()) } else { Err(status_error(command, status)) }
}

/// Returns the first line that a command prints; `None` if the command is missing or fails.
pub(crate) fn first_line(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    output.status.success().then(|| text.lines().next().unwrap_or_default().trim().to_owned())
}

/// Returns the target triple of this machine.
pub(crate) fn host() -> Result<String, Error> {
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    first_line(rustc.current_dir(root()).args(["--print", "host-tuple"]))
        .ok_or_else(|| Error::new("`rustc --print host-tuple` failed"))
}

/// Prints a line and flushes it. A closed output is ignored.
pub(crate) fn print_line(line: impl fmt::Display) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// Prints the name of a step that takes more than a moment.
pub(crate) fn announce(what: &str) {
    print_line(format_args!("==> {what}"));
}

pub(crate) fn start_error(command: &Command, error: &std::io::Error) -> Error {
    Error::new(format!("`{}` could not be run: {error}", command_line(command)))
}

fn status_error(command: &Command, status: std::process::ExitStatus) -> Error {
    Error::new(format!("`{}` failed ({status})", command_line(command)))
}
