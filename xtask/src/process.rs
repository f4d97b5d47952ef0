//! Running other programs.

use std::ffi::OsStr;
use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::repository::root;

/// Why a command of the driver failed.
#[derive(Debug)]
pub(crate) struct Failed {
    message: String,
    status: u8,
}

impl Failed {
    /// Something did not work.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), status: 1 }
    }

    /// The driver was called in a way it does not know.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self { message: message.into(), status: 2 }
    }

    /// The exit status of the driver.
    pub(crate) fn status(&self) -> u8 {
        self.status
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// The cargo that runs this driver.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// The command as one would type it.
pub(crate) fn shown(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program());
    let name = program.file_stem().unwrap_or(program.as_os_str());
    let words: Vec<_> = std::iter::once(name).chain(command.get_args()).map(OsStr::to_string_lossy).collect();
    words.join(" ")
}

/// Runs a command whose output the user sees.
pub(crate) fn run(command: &mut Command) -> Result<(), Failed> {
    let status = command.stdin(Stdio::null()).status().map_err(|error| cannot_start(command, &error))?;
    if status.success() { Ok(()) } else { Err(ended_badly(command, status)) }
}

/// Runs a command and hands each line of its standard output on; the user sees its standard error.
pub(crate) fn run_lines(command: &mut Command, mut line: impl FnMut(&str)) -> Result<(), Failed> {
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|error| cannot_start(command, &error))?;
    if let Some(output) = child.stdout.take() {
        let mut output = BufReader::new(output);
        let mut bytes = Vec::new();
        while output.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
            line(String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']));
            bytes.clear();
        }
    }
    let status = child.wait().map_err(|error| cannot_start(command, &error))?;
    if status.success() { Ok(()) } else { Err(ended_badly(command, status)) }
}

/// The first line a command prints, when it is there and works.
pub(crate) fn first_line(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    output.status.success().then(|| text.lines().next().unwrap_or_default().trim().to_owned())
}

/// The compiler's name of this machine's target.
pub(crate) fn host() -> Result<String, Failed> {
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    first_line(rustc.current_dir(root()).args(["--print", "host-tuple"]))
        .ok_or_else(|| Failed::new("`rustc --print host-tuple` failed"))
}

/// Writes a line for the user at once. The work goes on when nobody reads it any more.
pub(crate) fn say(line: impl fmt::Display) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// Says what is being done; quickly done things need no word.
pub(crate) fn announce(what: &str) {
    say(format_args!("==> {what}"));
}

pub(crate) fn cannot_start(command: &Command, error: &std::io::Error) -> Failed {
    Failed::new(format!("`{}` could not be run: {error}", shown(command)))
}

fn ended_badly(command: &Command, status: std::process::ExitStatus) -> Failed {
    Failed::new(format!("`{}` failed ({status})", shown(command)))
}
