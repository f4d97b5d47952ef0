//! Saffron's build driver: `cargo xtask help` lists its commands.
//!
//! The steps of a build: the WebAssembly modules, the page, which contains them, and the program, which contains the page.
//! A step whose inputs have not changed is skipped.

mod browser;
mod fingerprint;
mod fuzz;
mod npm;
mod packages;
mod prerequisites;
mod process;
mod program;
mod repository;
mod sanitize;
mod signature;
mod sysroot;
mod tests;
mod totals;
mod wasm;
mod web;

use std::io::Write;
use std::process::ExitCode;

use prerequisites::Need;
use process::{Error, cargo, print_line};

const HELP: &str = "\
Saffron's build driver

    cargo saffron [SERVE OPTIONS]    build everything and serve the game on http://127.0.0.1:8070
    cargo all-tests [--fuzz]         run all checks and tests, including those in the browser; then `cargo xtask fuzz`
    cargo all-tests --quick          run those that need neither the program nor a browser

    cargo xtask doctor               list the prerequisites that are installed and those that are missing
    cargo xtask wasm                 build the rules and the engine for the browser
    cargo xtask web                  the same, then build the page
    cargo xtask build                the same, then build the release program with the page in it
    cargo xtask serve                the same as `cargo saffron`
    cargo xtask test                 the same as `cargo all-tests`
    cargo xtask browser-tests        run the tests in the browser only
    cargo xtask signature            compare the node count of the bench with the one in the commit messages
    cargo xtask types                generate the TypeScript types of the JSON between Rust and the page, and the tables of docs/protocol.md
    cargo xtask layers [CRATE]...    find import circles between the files of each crate
    cargo xtask sanitize [SANITIZER] run the tests of the rules and the engine under the `address` and `thread` sanitizers
    cargo xtask dist [OPTIONS]       make the release archives; `cargo xtask dist --help` lists the options
    cargo xtask fuzz [SECONDS]       fuzz every parser for so many seconds each (default: 10)
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (command, rest) = match arguments.split_first() {
        Some((command, rest)) => (command.as_str(), rest),
        None => ("help", [].as_slice()),
    };
    match run(command, rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::from(error.status())
        }
    }
}

fn run(command: &str, rest: &[String]) -> Result<(), Error> {
    const BUILD: &[Need] = &[Need::Node, Need::Npm, Need::WasmTarget];
    let max_arguments = match command {
        "saffron" | "serve" | "layers" | "types" | "dist" => usize::MAX,
        "sanitize" | "fuzz" | "all-tests" | "test" => 1,
        _ => 0,
    };
    if let Some(unexpected) = rest.get(max_arguments) {
        return Err(Error::usage(format!("unexpected argument '{unexpected}' after '{command}'")));
    }
    match command {
        "help" | "--help" | "-h" => {
            print_line(HELP.trim_end());
            Ok(())
        }
        "doctor" => prerequisites::report(),
        "wasm" => {
            prerequisites::require(&[Need::WasmTarget])?;
            wasm::build()
        }
        "web" => {
            prerequisites::require(BUILD)?;
            web::build()
        }
        "build" => {
            prerequisites::require(BUILD)?;
            web::build()?;
            let program = program::build(program::Profile::Release)?;
            print_line(format_args!("Built {}", program.display()));
            Ok(())
        }
        "saffron" | "serve" => {
            prerequisites::require(BUILD)?;
            web::build()?;
            let program = program::build(program::Profile::Release)?;
            program::serve(&program, rest)
        }
        "all-tests" | "test" => match rest.first().map(String::as_str) {
            None => tests::run_all(tests::Fuzzing::No),
            Some("--fuzz") => tests::run_all(tests::Fuzzing::Yes),
            Some("--quick") => tests::run_quick(),
            Some(other) => Err(Error::usage(format!("unexpected argument '{other}' after '{command}'"))),
        },
        "browser-tests" => tests::run_browser(),
        "signature" => signature::check(&program::build(program::Profile::Release)?),
        "layers" => process::run(cargo().args(["run", "--quiet", "--package", "saffron-layers", "--"]).args(rest)),
        "types" => process::run(cargo().args(["run", "--quiet", "--package", "saffron-types", "--"]).args(rest)),
        "sanitize" => sanitize::check(sanitize::parse(rest.first().map(String::as_str))?),
        "dist" => {
            if !rest.iter().any(|argument| argument == "--help" || argument == "-h") {
                prerequisites::require(BUILD)?;
                prerequisites::find_targets(&["x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl"])?;
                web::build()?;
            }
            let mut command = cargo();
            if let Some(sysroot) = sysroot::without_sources()? {
                command.env("SAFFRON_SYSROOT", sysroot);
            }
            process::run(command.args(["run", "--quiet", "--package", "saffron-dist", "--"]).args(rest))
        }
        "fuzz" => {
            let time = match rest.first() {
                Some(seconds) => fuzz::seconds(seconds)?,
                None => fuzz::DEFAULT_TIME,
            };
            prerequisites::require(&[Need::CppCompiler])?;
            fuzz::run(time)
        }
        other => Err(Error::usage(format!("there is no command '{other}': `cargo xtask help` lists them"))),
    }
}
