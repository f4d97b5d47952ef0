//! The exit status of the programs.

use std::process::ExitCode;

/// Status 0, or status 2 with the error as one line on standard error.
pub fn exit(outcome: Result<(), String>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
