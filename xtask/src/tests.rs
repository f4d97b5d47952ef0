//! Every check and test, in the order in which they are most useful: the quick ones and the deep causes first.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::prerequisites::{Need, require};
use crate::process::{Failed, announce, cargo, run, run_lines, say};
use crate::totals::{Runner, Totals};
use crate::{browser, fuzz, npm, program, signature, wasm, web};

/// One line of the closing table.
struct Row {
    name: &'static str,
    totals: Option<Totals>,
    time: Duration,
    failed: bool,
}

/// What has been run so far.
#[derive(Default)]
struct Report {
    rows: Vec<Row>,
}

impl Report {
    /// A step that holds or does not.
    fn check(&mut self, name: &'static str, step: impl FnOnce() -> Result<(), Failed>) -> Result<(), Failed> {
        announce(name);
        let start = Instant::now();
        let result = step();
        self.rows.push(Row { name, totals: None, time: start.elapsed(), failed: result.is_err() });
        result
    }

    /// A step that counts tests.
    fn tests(&mut self, name: &'static str, runner: Runner, command: &mut Command) -> Result<(), Failed> {
        announce(name);
        let start = Instant::now();
        let mut totals = Totals::default();
        let mut result = run_lines(command, |line| {
            totals.read(runner, line);
            say(line);
        });
        if result.is_ok() && totals.passed == 0 {
            result = Err(Failed::new(format!("{name}: no test was run")));
        }
        self.rows.push(Row { name, totals: Some(totals), time: start.elapsed(), failed: result.is_err() });
        result
    }

    fn print(&self) {
        say(format_args!("\n{:<28} {:>7} {:>7} {:>8} {:>8}", "", "passed", "failed", "skipped", "time"));
        for row in &self.rows {
            let seconds = format!("{:.1} s", row.time.as_secs_f64());
            match row.totals {
                Some(Totals { passed, failed, skipped }) => {
                    say(format_args!("{:<28} {passed:>7} {failed:>7} {skipped:>8} {seconds:>8}", row.name));
                }
                None => {
                    let outcome = if row.failed { "FAILED" } else { "ok" };
                    say(format_args!("{:<28} {outcome:>7} {:>7} {:>8} {seconds:>8}", row.name, "", ""));
                }
            }
        }
        let mut all = Totals::default();
        self.rows.iter().filter_map(|row| row.totals).for_each(|totals| all.add(totals));
        // A step that failed without naming a test still counts as a failure.
        let silent = self.rows.iter().filter(|row| row.failed && row.totals.is_none_or(|totals| totals.failed == 0));
        all.failed += silent.count() as u64;
        say("");
        if all.skipped == 0 {
            say(format_args!("{} passed, {} failed", all.passed, all.failed));
        } else {
            say(format_args!("{} passed, {} failed, {} skipped", all.passed, all.failed, all.skipped));
        }
    }

    /// Prints the totals, and says where it stopped.
    fn close(self, result: Result<(), Failed>) -> Result<(), Failed> {
        self.print();
        let stopped_at = self.rows.last().map_or("the start", |row| row.name);
        result.map_err(|failed| Failed::new(format!("stopped at \"{stopped_at}\": {failed}")))
    }
}

/// Whether the parsers are fuzzed after the tests.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fuzzing {
    Yes,
    No,
}

/// `cargo all-tests`, with `--fuzz` or without: stops at the first step that fails.
pub(crate) fn run_all(fuzzing: Fuzzing) -> Result<(), Failed> {
    require(&[Need::Node, Need::Npm, Need::WasmTarget, Need::Rustfmt, Need::Clippy, Need::Chromium])?;
    if fuzzing == Fuzzing::Yes {
        require(&[Need::CppCompiler])?;
    }
    let mut report = Report::default();
    let mut result =
        rust_steps(&mut report).and_then(|()| web_steps(&mut report)).and_then(|()| browser_steps(&mut report));
    if fuzzing == Fuzzing::Yes {
        result = result.and_then(|()| report.check("fuzz targets", || fuzz::run(fuzz::USUAL_TIME)));
    }
    report.close(result)
}

/// `cargo xtask browser-tests`.
pub(crate) fn run_browser() -> Result<(), Failed> {
    require(&[Need::Node, Need::Npm, Need::WasmTarget, Need::Chromium])?;
    let mut report = Report::default();
    let result = report.check("page", web::build).and_then(|()| browser_steps(&mut report));
    report.close(result)
}

fn rust_steps(report: &mut Report) -> Result<(), Failed> {
    report.check("rustfmt", || run(cargo().args(["fmt", "--all", "--check"])))?;
    report.check("clippy", || {
        run(cargo().args(["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]))
    })?;
    report.tests("Rust tests", Runner::Cargo, cargo().args(["test", "--workspace", "--locked"]))?;
    if cfg!(target_arch = "x86_64") {
        let mut plain = |name, arguments: &str| {
            let mut cargo = cargo();
            cargo.args(arguments.split(' ')).env("RUSTFLAGS", "-C target-cpu=x86-64");
            report.tests(name, Runner::Cargo, &mut cargo)
        };
        // The way of sliding pieces that the browser takes, and processors without bmi2.
        plain("rules without bmi2", "test -p saffron-rules --features serde --lib --test perft_suite --locked")?;
        plain("networks without AVX2", "test -p saffron-engine --lib --locked -- nnue")?;
    }
    report.check("rules without std", || {
        run(cargo().args(["check", "-p", "saffron-rules", "--no-default-features", "--features", "serde", "--locked"]))
    })?;
    report.check("Rust documentation", || {
        run(cargo().args(["doc", "--workspace", "--no-deps", "--locked"]).env("RUSTDOCFLAGS", "-D warnings"))
    })
}

fn web_steps(report: &mut Report) -> Result<(), Failed> {
    report.check("packages", npm::install)?;
    report.check("prettier", || run(&mut npm::script("format:check")))?;
    // Lints look up names in what is made of the messages, which an earlier build may have left behind.
    report.check("messages", || run(&mut npm::script("messages")))?;
    report.check("oxlint", || run(&mut npm::script("lint")))?;
    // The types of the module are made by its build.
    report.check("WebAssembly", wasm::build)?;
    report.check("TypeScript and Svelte", || run(&mut npm::script("check")))?;
    report.tests("page's unit tests", Runner::Vitest, npm::script("test").env("NO_COLOR", "1"))?;
    report.check("page", web::build_page)
}

fn browser_steps(report: &mut Report) -> Result<(), Failed> {
    let mut program = None;
    report.check("program", || {
        program = Some(program::build(program::Profile::Dev)?);
        Ok(())
    })?;
    let program = program.ok_or_else(|| Failed::new("the program was not built"))?;
    report.check("bench count", || signature::check(&program))?;
    let chromium = browser::find().map_err(Failed::new)?;
    let mut command = npm::script("test:browser");
    command.env("SAFFRON_BIN", program).env("CHROMIUM", chromium).env("NO_COLOR", "1");
    report.tests("tests in the browser", Runner::Plain, &mut command)
}
