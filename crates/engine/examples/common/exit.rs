//! How an example ends.

use std::process::ExitCode;

/// The end of an example: status 2 and one line if something was wrong.
pub(crate) fn exit(outcome: Result<(), String>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
