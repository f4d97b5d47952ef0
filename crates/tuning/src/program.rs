//! Exit status and worker threads of the programs.

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

/// Runs `work` on `count` threads and waits for them.
///
/// # Errors
/// The first error of a thread.
pub fn in_threads(count: usize, work: impl Fn() -> Result<(), String> + Sync) -> Result<(), String> {
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..count).map(|_| scope.spawn(&work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| "a thread has failed".to_owned())?)
    })
}
