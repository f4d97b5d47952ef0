//! The engine alone: UCI on standard input and output. Arguments are commands to run in its place, such as `bench`.

use std::process::ExitCode;

use saffron_uci::Options;

fn main() -> ExitCode {
    let commands: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    // This program is for tests of strength, which may tune the search.
    let options = Options { parameters: true };
    let result = match commands.as_slice() {
        [] => saffron_uci::serve(options, std::io::stdin().lock(), std::io::stdout()),
        commands => saffron_uci::run_commands(options, commands, std::io::stdout()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has seen enough.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
