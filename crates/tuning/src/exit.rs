//! Exit status of the programs.

use std::process::ExitCode;

/// Returns status 0, or prints the error on one line of stderr and returns status 2.
pub fn exit(outcome: Result<(), String>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
