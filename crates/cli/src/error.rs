//! Errors of subcommands and the exit status: 0, or 2 with one line on standard error.

use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

/// Error of a subcommand.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum CliError {
    /// Description of the error and its place.
    Message(String),
    /// Standard output was closed, as by `head`. This is not reported.
    OutputClosed,
}

impl CliError {
    /// Creates an error with this message.
    pub(crate) fn new(message: impl Display) -> Self {
        Self::Message(message.to_string())
    }
}

impl From<std::io::Error> for CliError {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == ErrorKind::BrokenPipe { Self::OutputClosed } else { Self::new(error) }
    }
}

impl From<clap::Error> for CliError {
    /// Takes the first paragraph of clap's message; usage and hints follow after an empty line.
    fn from(error: clap::Error) -> Self {
        let text = error.to_string();
        let first = text.split("\n\n").next().unwrap_or_default();
        Self::new(first.strip_prefix("error: ").unwrap_or(first))
    }
}

/// Reports an error and returns the exit status.
pub(crate) fn exit_code(result: Result<(), CliError>) -> ExitCode {
    match result {
        Ok(()) | Err(CliError::OutputClosed) => ExitCode::SUCCESS,
        Err(CliError::Message(message)) => {
            // If standard error is closed, the message is lost.
            let _ = writeln!(std::io::stderr(), "error: {}", one_line(&message));
            ExitCode::from(2)
        }
    }
}

/// Joins the text into one line without control characters.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split(char::is_control).map(str::trim).filter(|part| !part.is_empty()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_line() {
        assert_eq!(one_line("the move \"e2\ne5\" is\r\n  not legal\t\u{1b}"), "the move \"e2 e5\" is not legal");
    }

    #[test]
    fn a_closed_output_is_not_reported() {
        assert_eq!(CliError::from(std::io::Error::from(ErrorKind::BrokenPipe)), CliError::OutputClosed);
        assert!(matches!(CliError::from(std::io::Error::from(ErrorKind::NotFound)), CliError::Message(_)));
    }
}
