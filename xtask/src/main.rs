//! Saffron's build driver: `cargo xtask help` lists its commands.
//!
//! The steps of a build: the WebAssembly modules, the page, which contains them, and the program, which contains the page.
//! A step whose inputs have not changed is skipped.

mod browser;
mod crates;
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
use std::time::Duration;

use clap::{Parser, Subcommand};

use prerequisites::Need;
use process::{Error, cargo, print_line};
use program::Profile;
use sanitize::Sanitizer;
use tests::{Part, Selection};

/// Saffron's build driver
#[derive(Debug, Parser)]
#[command(name = "xtask", bin_name = "cargo xtask", arg_required_else_help = true)]
#[command(after_help = "`cargo saffron` and `cargo all-tests` are short for the commands of these names.")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Build everything quickly and serve the game on http://127.0.0.1:8070
    #[command(disable_help_flag = true)]
    Saffron {
        /// Options of `saffron serve`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "OPTIONS")]
        options: Vec<String>,
    },
    /// Build everything as `build` does and serve the game
    #[command(disable_help_flag = true)]
    Serve {
        /// Options of `saffron serve`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "OPTIONS")]
        options: Vec<String>,
    },
    /// Run all checks and tests, including those in the browser
    #[command(visible_alias = "test")]
    AllTests {
        /// Run only the checks and tests that need neither the program nor a browser; of the Rust tests, the unit tests
        #[arg(long, conflicts_with_all = ["fuzz", "only"])]
        quick: bool,
        /// Run every fuzz target for 10 seconds after the tests
        #[arg(long, conflicts_with = "only")]
        fuzz: bool,
        /// Run only these parts; can be given several times, or with commas
        #[arg(long, value_enum, value_name = "PART", value_delimiter = ',')]
        only: Vec<Part>,
    },
    /// List the prerequisites that are installed and those that are missing
    Doctor,
    /// Build the rules and the engine for the browser
    Wasm,
    /// Build the rules and the engine for the browser, and the page
    Web,
    /// Build the page, and the release program with the page in it
    Build,
    /// Run the tests in the browser only
    BrowserTests,
    /// Compare the node count of the bench with the one in the commit messages
    Signature,
    /// Generate the TypeScript types of the JSON between Rust and the page, and the tables of docs/protocol.md
    #[command(disable_help_flag = true)]
    Types {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
        arguments: Vec<String>,
    },
    /// Make the packages of the libraries, and compile each from its package
    Package {
        /// Check metadata and files, without compiling
        #[arg(long)]
        no_verify: bool,
    },
    /// Run the tests of the rules and the engine under sanitizers
    Sanitize {
        /// Sanitizers [default: all]
        #[arg(value_enum)]
        sanitizers: Vec<Sanitizer>,
    },
    /// Make the release archives: `cargo xtask dist --help` lists the options
    #[command(disable_help_flag = true)]
    Dist {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
        arguments: Vec<String>,
    },
    /// Fuzz every parser
    Fuzz {
        /// Time for each target
        #[arg(default_value_t = fuzz::DEFAULT_TIME.as_secs(), value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
        seconds: u64,
    },
}

fn main() -> ExitCode {
    match run(Arguments::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Prerequisites of the page and the program.
const BUILD: &[Need] = &[Need::Node, Need::Npm, Need::WasmTarget];

fn serve(profile: Profile, options: &[String]) -> Result<(), Error> {
    prerequisites::require(BUILD)?;
    web::build(profile)?;
    program::serve(&program::build(profile)?, options)
}

fn run(task: Task) -> Result<(), Error> {
    match task {
        Task::Saffron { options } => serve(Profile::Local, &options),
        Task::Serve { options } => serve(Profile::Release, &options),
        Task::AllTests { quick: true, .. } => tests::run(Selection::Quick),
        Task::AllTests { fuzz, only, .. } if only.is_empty() => tests::run(Selection::All { fuzz }),
        Task::AllTests { only, .. } => tests::run(Selection::Only(only)),
        Task::Doctor => prerequisites::report(),
        Task::Wasm => {
            prerequisites::require(&[Need::WasmTarget])?;
            wasm::build(Profile::Release)
        }
        Task::Web => {
            prerequisites::require(BUILD)?;
            web::build(Profile::Release)
        }
        Task::Build => {
            prerequisites::require(BUILD)?;
            web::build(Profile::Release)?;
            let program = program::build(Profile::Release)?;
            print_line(format_args!("Built {}", program.display()));
            Ok(())
        }
        Task::BrowserTests => tests::run(Selection::Only(vec![Part::Chromium, Part::Firefox])),
        Task::Signature => signature::check(&program::build(Profile::Release)?),
        Task::Types { arguments } => run_tool("saffron-types", &arguments),
        Task::Package { no_verify: true } => crates::check(),
        Task::Package { no_verify: false } => crates::verify(),
        Task::Sanitize { sanitizers } => sanitize::check(&sanitizers),
        Task::Dist { arguments } => dist(&arguments),
        Task::Fuzz { seconds } => {
            prerequisites::require(&[Need::CppCompiler])?;
            fuzz::run(Duration::from_secs(seconds))
        }
    }
}

/// Runs a tool of the build that is a separate crate.
fn run_tool(package: &str, arguments: &[String]) -> Result<(), Error> {
    process::run(cargo().args(["run", "--quiet", "--package", package, "--"]).args(arguments))
}

fn dist(arguments: &[String]) -> Result<(), Error> {
    if !arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        prerequisites::require(BUILD)?;
        prerequisites::find_targets(&["x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl"])?;
        web::build(Profile::Release)?;
    }
    let mut command = cargo();
    if let Some(sysroot) = sysroot::without_sources()? {
        command.env("SAFFRON_SYSROOT", sysroot);
    }
    process::run(command.args(["run", "--quiet", "--package", "saffron-dist", "--"]).args(arguments))
}

#[cfg(test)]
mod tests_of_arguments {
    use clap::CommandFactory;

    use super::*;

    fn parse(line: &str) -> Result<Task, i32> {
        let words = std::iter::once("xtask").chain(line.split_whitespace());
        Arguments::try_parse_from(words).map(|arguments| arguments.task).map_err(|error| error.exit_code())
    }

    #[test]
    fn commands_and_aliases_are_known() {
        Arguments::command().debug_assert();
        assert!(matches!(parse("doctor"), Ok(Task::Doctor)));
        assert!(matches!(parse("test --fuzz"), Ok(Task::AllTests { fuzz: true, .. })));
        let Ok(Task::AllTests { only, .. }) = parse("all-tests --only lints,page --only fuzz") else {
            panic!("not understood")
        };
        assert_eq!(only, [Part::Lints, Part::Page, Part::Fuzz]);
        for wrong in ["", "tset", "doctor now", "test --quick --fuzz", "test --only everything", "sanitize memory"] {
            assert_eq!(parse(wrong).err(), Some(2), "{wrong}");
        }
    }

    #[test]
    fn options_of_other_programs_are_handed_on() {
        let Ok(Task::Serve { options }) = parse("serve --listen 127.0.0.1:1 --help") else { panic!("not understood") };
        assert_eq!(options, ["--listen", "127.0.0.1:1", "--help"]);
        let Ok(Task::Dist { arguments }) = parse("dist --measure") else { panic!("not understood") };
        assert_eq!(arguments, ["--measure"]);
    }

    #[test]
    fn a_time_is_a_number_of_seconds() {
        assert!(matches!(parse("fuzz"), Ok(Task::Fuzz { seconds: 10 })));
        assert!(matches!(parse("fuzz 60"), Ok(Task::Fuzz { seconds: 60 })));
        for text in ["0", "-1", "1.5", "10s", "99999999999999999999"] {
            assert_eq!(parse(&format!("fuzz {text}")).err(), Some(2), "{text}");
        }
    }

    #[test]
    fn all_sanitizers_are_the_default() {
        assert!(matches!(parse("sanitize"), Ok(Task::Sanitize { sanitizers }) if sanitizers.is_empty()));
        assert!(
            matches!(parse("sanitize thread"), Ok(Task::Sanitize { sanitizers }) if sanitizers == [Sanitizer::Thread])
        );
    }
}
