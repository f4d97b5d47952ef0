//! Runs all checks and tests, the quick ones first.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::prerequisites::{Need, is_ci, provide, require};
use crate::process::{Error, announce, cargo, print_line, run, run_lines};
use crate::totals::{Runner, Totals};
use crate::{browser, fuzz, npm, program, signature, wasm, web};

/// A row of the table at the end.
struct Row {
    name: &'static str,
    totals: Option<Totals>,
    time: Duration,
    failed: bool,
}

/// The steps that have been run.
#[derive(Default)]
struct Report {
    rows: Vec<Row>,
    /// What is missing here, and what was left out for it.
    left_out: Vec<String>,
}

impl Report {
    /// Runs a step without test counts.
    fn check(&mut self, name: &'static str, step: impl FnOnce() -> Result<(), Error>) -> Result<(), Error> {
        announce(name);
        let start = Instant::now();
        let result = step();
        self.rows.push(Row { name, totals: None, time: start.elapsed(), failed: result.is_err() });
        result
    }

    /// Runs a step that reports test counts.
    fn tests(&mut self, name: &'static str, runner: Runner, command: &mut Command) -> Result<(), Error> {
        announce(name);
        let start = Instant::now();
        let mut totals = Totals::default();
        let mut result = run_lines(command, |line| {
            totals.read(runner, line);
            print_line(line);
        });
        if result.is_ok() && totals.passed == 0 {
            result = Err(Error::new(format!("{name}: no test was run")));
        }
        self.rows.push(Row { name, totals: Some(totals), time: start.elapsed(), failed: result.is_err() });
        result
    }

    fn print(&self) {
        print_line(format_args!("\n{:<28} {:>7} {:>7} {:>8} {:>8}", "", "passed", "failed", "skipped", "time"));
        for row in &self.rows {
            let seconds = format!("{:.1} s", row.time.as_secs_f64());
            match row.totals {
                Some(Totals { passed, failed, skipped }) => {
                    print_line(format_args!("{:<28} {passed:>7} {failed:>7} {skipped:>8} {seconds:>8}", row.name));
                }
                None => {
                    let outcome = if row.failed { "FAILED" } else { "ok" };
                    print_line(format_args!("{:<28} {outcome:>7} {:>7} {:>8} {seconds:>8}", row.name, "", ""));
                }
            }
        }
        let mut all = Totals::default();
        self.rows.iter().filter_map(|row| row.totals).for_each(|totals| all.add(totals));
        // A step that failed without a failed test counts as one failure.
        let other_failures =
            self.rows.iter().filter(|row| row.failed && row.totals.is_none_or(|totals| totals.failed == 0));
        all.failed += other_failures.count() as u64;
        print_line("");
        if all.skipped == 0 {
            print_line(format_args!("{} passed, {} failed", all.passed, all.failed));
        } else {
            print_line(format_args!("{} passed, {} failed, {} skipped", all.passed, all.failed, all.skipped));
        }
        for missing in &self.left_out {
            print_line(format_args!("left out: {missing}"));
        }
    }

    /// Prints the table, and adds the name of the step to its error.
    fn close(self, result: Result<(), Error>) -> Result<(), Error> {
        self.print();
        let stopped_at = self.rows.last().map_or("the start", |row| row.name);
        result.map_err(|error| Error::new(format!("stopped at \"{stopped_at}\": {error}")))?;
        if is_ci() && !self.left_out.is_empty() {
            return Err(Error::new("something was left out, which continuous integration must not do"));
        }
        Ok(())
    }
}

/// Whether the fuzz targets run after the tests.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fuzzing {
    Yes,
    No,
}

/// `cargo all-tests`: installs what is missing where it may, leaves out what cannot be run here, and stops at the first step
/// that fails.
pub(crate) fn run_all(fuzzing: Fuzzing) -> Result<(), Error> {
    require(&[Need::Node, Need::Npm, Need::WasmTarget, Need::Rustfmt, Need::Clippy])?;
    let compiler: &[Need] = if fuzzing == Fuzzing::Yes { &[Need::CppCompiler] } else { &[] };
    let left_out = provide(&[&[Need::Chromium, Need::Firefox, Need::Python, Need::CargoDeny], compiler].concat());
    let mut report = Report { left_out, ..Report::default() };
    let mut result = dependencies(&mut report)
        .and_then(|()| rust_steps(&mut report))
        .and_then(|()| web_steps(&mut report))
        .and_then(|()| browser_steps(&mut report));
    if fuzzing == Fuzzing::Yes && Need::CppCompiler.is_met() {
        result = result.and_then(|()| report.check("fuzz targets", || fuzz::run(fuzz::DEFAULT_TIME)));
    }
    report.close(result)
}

/// `cargo all-tests --quick`: what needs neither the program nor a browser, and of the Rust tests those beside the code.
pub(crate) fn run_quick() -> Result<(), Error> {
    require(&[Need::Node, Need::Npm, Need::WasmTarget, Need::Rustfmt, Need::Clippy])?;
    let mut report = Report::default();
    let result = rust_lints(&mut report)
        .and_then(|()| rust_tests(&mut report, &["--lib", "--bins"]))
        .and_then(|()| page_tests(&mut report));
    report.close(result)
}

/// `cargo xtask browser-tests`.
pub(crate) fn run_browser() -> Result<(), Error> {
    require(&[Need::Node, Need::Npm, Need::WasmTarget])?;
    let left_out = provide(&[Need::Chromium, Need::Firefox]);
    let mut report = Report { left_out, ..Report::default() };
    let result = report.check("page", web::build).and_then(|()| browser_steps(&mut report));
    report.close(result)
}

/// Looks for import circles between the files of each crate.
fn layers() -> Result<(), Error> {
    run(cargo().args(["run", "--quiet", "--locked", "--package", "saffron-layers"]))
}

/// The seed of the property tests, so that no change fails by a fault that another one brought. `cargo test` takes new seeds.
const PROPERTY_SEED: &str = "1939";

/// Licences, bans and sources of the dependencies. Advisories change without a commit: the public workflow checks them.
fn dependencies(report: &mut Report) -> Result<(), Error> {
    if !Need::CargoDeny.is_met() {
        return Ok(());
    }
    report.check("dependencies", || run(cargo().args(["deny", "--locked", "check", "licenses", "bans", "sources"])))
}

fn rust_lints(report: &mut Report) -> Result<(), Error> {
    report.check("rustfmt", || run(cargo().args(["fmt", "--all", "--check"])))?;
    report.check("clippy", || {
        run(cargo().args(["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]))?;
        run(&mut fuzz::clippy())
    })?;
    report.check("import circles", layers)
}

fn rust_tests(report: &mut Report, which: &[&str]) -> Result<(), Error> {
    let mut tests = cargo();
    tests
        .args(["test", "--workspace", "--locked", "--no-fail-fast"])
        .args(which)
        .env("PROPTEST_RNG_SEED", PROPERTY_SEED);
    report.tests("Rust tests", Runner::Cargo, &mut tests)
}

fn rust_steps(report: &mut Report) -> Result<(), Error> {
    rust_lints(report)?;
    rust_tests(report, &[])?;
    if cfg!(target_arch = "x86_64") {
        let mut plain = |name, arguments: &str| {
            let mut cargo = cargo();
            cargo.args(arguments.split(' ')).env("RUSTFLAGS", "-C target-cpu=x86-64");
            report.tests(name, Runner::Cargo, &mut cargo)
        };
        // The attacks of sliding pieces as computed in the browser and on processors without BMI2.
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

fn web_steps(report: &mut Report) -> Result<(), Error> {
    page_tests(report)?;
    report.check("page", web::build_page)
}

fn page_tests(report: &mut Report) -> Result<(), Error> {
    report.check("packages", npm::install)?;
    report.check("prettier", || run(&mut npm::script("format:check")))?;
    // The lints read the generated message functions, which may be those of an earlier build.
    report.check("messages", || run(&mut npm::script("messages")))?;
    report.check("oxlint", || run(&mut npm::script("lint")))?;
    // This generates the types of the module.
    report.check("WebAssembly", wasm::build)?;
    report.check("TypeScript and Svelte", || run(&mut npm::script("check")))?;
    report.tests("page's unit tests", Runner::Vitest, npm::script("test").env("NO_COLOR", "1"))
}

/// A test in a browser that fails only under the load of other programs does not fail the whole run; its summary says so.
const RETRY: [&str; 2] = ["--", "--retry"];

fn browser_steps(report: &mut Report) -> Result<(), Error> {
    let mut program = None;
    report.check("program", || {
        program = Some(program::build(program::Profile::Dev)?);
        Ok(())
    })?;
    let program = program.ok_or_else(|| Error::new("the program was not built"))?;
    report.check("bench count", || signature::check(&program))?;
    let runs = [
        ("tests in Chromium", "test:browser", "CHROMIUM", browser::find_chromium()),
        ("tests in Firefox", "test:firefox", "FIREFOX", browser::find_firefox()),
    ];
    for (name, script, variable, found) in runs {
        // A browser that a variable names is meant.
        let browser = match found {
            Ok(browser) => browser,
            Err(wrong) if std::env::var_os(variable).is_some_and(|name| !name.is_empty()) => {
                return Err(Error::new(wrong));
            }
            Err(_) => continue,
        };
        let mut command = npm::script(script);
        command.args(RETRY).env("SAFFRON_BIN", &program).env(variable, browser).env("NO_COLOR", "1");
        report.tests(name, Runner::Plain, &mut command)?;
    }
    Ok(())
}
