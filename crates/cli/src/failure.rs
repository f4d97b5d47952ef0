//! How the program ends: status 0, or status 2 with one line on standard error.

use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

/// Why a subcommand could not do what it was asked to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// Something to tell: what is wrong, and where.
    Message(String),
    /// The reader of standard output went away, as `head` does when it has seen enough. Nothing is wrong.
    OutputClosed,
}

impl Failure {
    /// A failure with this message.
    pub(crate) fn new(message: impl Display) -> Self {
        Self::Message(message.to_string())
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == ErrorKind::BrokenPipe { Self::OutputClosed } else { Self::new(error) }
    }
}

impl From<clap::Error> for Failure {
    /// The first paragraph of what clap says; usage and hints follow it after an empty line.
    fn from(error: clap::Error) -> Self {
        let text = error.to_string();
        let first = text.split("\n\n").next().unwrap_or_default();
        Self::new(first.strip_prefix("error: ").unwrap_or(first))
    }
}

/// Reports a failure, and gives the exit status.
pub(crate) fn exit_code(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) | Err(Failure::OutputClosed) => ExitCode::SUCCESS,
        Err(Failure::Message(message)) => {
            // With standard error closed there is nobody left to tell.
            let _ = writeln!(std::io::stderr(), "error: {}", one_line(&message));
            ExitCode::from(2)
        }
    }
}

/// The text on one line, whatever it quotes.
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
    fn a_closed_output_is_no_failure_to_report() {
        assert_eq!(Failure::from(std::io::Error::from(ErrorKind::BrokenPipe)), Failure::OutputClosed);
        assert!(matches!(Failure::from(std::io::Error::from(ErrorKind::NotFound)), Failure::Message(_)));
    }
}
