//! Runs all checks and tests, the quick ones first.

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use clap::ValueEnum;

use crate::prerequisites::{Need, is_ci, provide, require};
use crate::process::{Error, announce, cargo, print_line, run as run_command, run_lines};
use crate::program::Profile;
use crate::totals::{Runner, Totals};
use crate::{browser, crates, fuzz, npm, program, signature, wasm, web};

/// Part of the checks and tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Part {
    /// Licences, bans and sources of the dependencies
    Dependencies,
    /// Formatting, lints, import circles, packages of the libraries
    Lints,
    // Before the Rust tests, so that the program is compiled once, with the page in it.
    /// Formatting, lints, types, unit tests and build of the page
    Page,
    /// Rust tests, examples and documentation
    Rust,
    /// Tests in Chromium
    Chromium,
    /// Tests in Firefox
    Firefox,
    /// Every fuzz target for 10 seconds
    Fuzz,
    /// Advisories on crates and npm packages, from the network; not part of all tests
    Advisories,
    /// Property tests with new seeds; not part of all tests
    Properties,
}

impl Part {
    /// Needs without which the part fails.
    fn required(self) -> &'static [Need] {
        match self {
            Self::Lints => &[Need::Rustfmt, Need::Clippy],
            Self::Page | Self::Chromium | Self::Firefox => &[Need::Node, Need::Npm, Need::WasmTarget],
            Self::Advisories => &[Need::Node, Need::Npm],
            Self::Dependencies | Self::Rust | Self::Fuzz | Self::Properties => &[],
        }
    }

    /// Needs that are installed if possible; otherwise the part, or a test of it, is left out.
    fn provided(self) -> &'static [Need] {
        match self {
            Self::Dependencies | Self::Advisories => &[Need::CargoDeny],
            Self::Rust => &[Need::Python],
            Self::Chromium => &[Need::Chromium],
            Self::Firefox => &[Need::Firefox],
            Self::Fuzz => &[Need::CppCompiler],
            Self::Lints | Self::Page | Self::Properties => &[],
        }
    }

    /// Runs the part. `page_is_built` is true if the part of the page ran before it.
    fn run(self, report: &mut Report, page_is_built: bool) -> Result<(), Error> {
        match self {
            Self::Dependencies => dependencies(report),
            Self::Lints => rust_lints(report),
            Self::Rust => rust_steps(report),
            Self::Page => web_steps(report),
            Self::Chromium => browser_steps(report, &CHROMIUM, page_is_built),
            Self::Firefox => browser_steps(report, &FIREFOX, page_is_built),
            Self::Fuzz if !Need::CppCompiler.is_met() => Ok(()),
            Self::Fuzz => report.check("fuzz targets", || fuzz::run(fuzz::DEFAULT_TIME)),
            Self::Advisories => advisories(report),
            Self::Properties => properties(report),
        }
    }
}

/// Selection of checks and tests.
#[derive(Clone, Debug)]
pub(crate) enum Selection {
    /// Checks and tests that need neither the program nor a browser; of the Rust tests, the unit tests; of the page's, those that
    /// do not run others in a copy of the page.
    Quick,
    /// All parts, with or without the fuzz targets.
    All { fuzz: bool },
    /// Given parts.
    Only(Vec<Part>),
}

/// Row of the table at the end.
struct Row {
    name: &'static str,
    totals: Option<Totals>,
    time: Duration,
    failed: bool,
}

/// Results of the steps so far.
#[derive(Default)]
struct Report {
    rows: Vec<Row>,
    /// Messages about missing needs and the parts that were left out for them.
    left_out: Vec<String>,
    /// True if the Rust tests were built, and the program with them.
    rust_is_built: bool,
    /// Program that the browsers test, once it is built.
    program: Option<PathBuf>,
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

    /// Prints the table, and adds the name of the step to its error. If `strict`, a part that was left out is an error.
    fn close(self, result: Result<(), Error>, strict: bool) -> Result<(), Error> {
        self.print();
        let stopped_at = self.rows.last().map_or("the start", |row| row.name);
        result.map_err(|error| Error::new(format!("stopped at \"{stopped_at}\": {error}")))?;
        if strict && !self.left_out.is_empty() {
            return Err(Error::new("a part was left out, which neither continuous integration nor `--only` allows"));
        }
        Ok(())
    }
}

/// Runs checks and tests: installs missing needs if it may, leaves out parts that cannot run here, and stops at the first step that
/// fails. Requested parts must not be left out.
pub(crate) fn run(selection: Selection) -> Result<(), Error> {
    let (mut parts, asked_for) = match selection {
        Selection::Quick => return run_quick(),
        Selection::Only(parts) => (parts, true),
        Selection::All { fuzz } => {
            let mut parts =
                vec![Part::Dependencies, Part::Lints, Part::Page, Part::Rust, Part::Chromium, Part::Firefox];
            parts.extend(fuzz.then_some(Part::Fuzz));
            (parts, false)
        }
    };
    parts.sort_unstable();
    parts.dedup();
    let needs = |of: fn(Part) -> &'static [Need]| {
        let mut needs: Vec<Need> = parts.iter().flat_map(|&part| of(part)).copied().collect();
        needs.sort_unstable();
        needs.dedup();
        needs
    };
    require(&needs(Part::required))?;
    let mut report = Report { left_out: provide(&needs(Part::provided)), ..Report::default() };
    let page_is_built = parts.contains(&Part::Page);
    let result = parts.iter().try_for_each(|part| part.run(&mut report, page_is_built));
    report.close(result, asked_for || is_ci())
}

/// Runs the steps of `cargo all-tests --quick`.
fn run_quick() -> Result<(), Error> {
    require(&[Need::Node, Need::Npm, Need::WasmTarget, Need::Rustfmt, Need::Clippy])?;
    let mut report = Report::default();
    let result = rust_lints(&mut report)
        .and_then(|()| rust_tests(&mut report, &["--lib", "--bins"]))
        .and_then(|()| page_tests(&mut report, "test:quick"));
    report.close(result, is_ci())
}

/// Fixed seed of the property tests, so that a change does not fail by a fault of an earlier one. `cargo test` uses new seeds.
const PROPERTY_SEED: &str = "1939";

/// Licences, bans and sources of the dependencies. Advisories change without a commit: the public workflow checks them.
fn dependencies(report: &mut Report) -> Result<(), Error> {
    if !Need::CargoDeny.is_met() {
        return Ok(());
    }
    report.check("dependencies", || {
        run_command(cargo().args(["deny", "--locked", "check", "licenses", "bans", "sources"]))
    })
}

/// Advisories on the dependencies: new ones appear without a commit, so they are not part of all tests.
fn advisories(report: &mut Report) -> Result<(), Error> {
    if Need::CargoDeny.is_met() {
        report
            .check("advisories on crates", || run_command(cargo().args(["deny", "--locked", "check", "advisories"])))?;
    }
    report.check("advisories on npm packages", || run_command(npm::command().args(["audit", "--audit-level=moderate"])))
}

/// Property tests without the fixed seed.
fn properties(report: &mut Report) -> Result<(), Error> {
    let mut tests = cargo();
    tests.args(["test", "--locked"]);
    for name in ["saffron-rules", "saffron-variants", "saffron-rating", "saffron-live", "saffron-tournament"] {
        tests.args(["--package", name]);
    }
    report.tests("property tests", Runner::Cargo, &mut tests)
}

fn rust_lints(report: &mut Report) -> Result<(), Error> {
    report.check("rustfmt", || run_command(cargo().args(["fmt", "--all", "--check"])))?;
    report.check("clippy", || {
        run_command(cargo().args(["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]))?;
        run_command(&mut fuzz::clippy())
    })?;
    report.check("packages of the libraries", crates::check)
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
    rust_tests(report, &[])?;
    report.rust_is_built = true;
    if cfg!(target_arch = "x86_64") {
        let mut plain = |name, arguments: &str| {
            let mut cargo = cargo();
            cargo.args(arguments.split(' ')).env("RUSTFLAGS", "-C target-cpu=x86-64");
            report.tests(name, Runner::Cargo, &mut cargo)
        };
        // The attacks of sliding pieces as computed in the browser and on processors without BMI2.
        plain("rules without bmi2", "test -p saffron-rules --features serde --lib --test perft_suite --locked")?;
        // With the features of the tests above, so that the rules are compiled once.
        plain("networks without AVX2", "test -p saffron-engine --features saffron-rules/serde --lib --locked -- nnue")?;
    }
    report.check("rules without std", || {
        run_command(cargo().args([
            "check",
            "-p",
            "saffron-rules",
            "--no-default-features",
            "--features",
            "serde",
            "--locked",
        ]))
    })?;
    report.check("Rust documentation", || {
        run_command(cargo().args(["doc", "--workspace", "--no-deps", "--locked"]).env("RUSTDOCFLAGS", "-D warnings"))
    })
}

fn web_steps(report: &mut Report) -> Result<(), Error> {
    page_tests(report, "test")?;
    report.check("page", web::build_page)
}

/// Runs the checks of the page, and its unit tests by a script of npm.
fn page_tests(report: &mut Report, unit_tests: &str) -> Result<(), Error> {
    report.check("packages", npm::install)?;
    report.check("prettier", || run_command(&mut npm::script("format:check")))?;
    // The lints read the generated message functions, which may be those of an earlier build.
    report.check("messages", || run_command(&mut npm::script("messages")))?;
    report.check("oxlint", || run_command(&mut npm::script("lint")))?;
    // This generates the types of the module.
    report.check("WebAssembly", || wasm::build(Profile::Release))?;
    report.check("TypeScript and Svelte", || run_command(&mut npm::script("check")))?;
    report.tests("page's unit tests", Runner::Vitest, npm::script(unit_tests).env("NO_COLOR", "1"))
}

/// Options that retry a failed test in a browser, since tests can fail under the load of other programs. The summary reports them.
const RETRY: [&str; 2] = ["--", "--retry"];

/// Run of the tests in a browser.
struct BrowserRun {
    name: &'static str,
    /// Script of npm.
    script: &'static str,
    /// Environment variable that names the browser's program.
    variable: &'static str,
    find: fn() -> Result<PathBuf, String>,
}

const CHROMIUM: BrowserRun = BrowserRun {
    name: "tests in Chromium",
    script: "test:browser",
    variable: "CHROMIUM",
    find: browser::find_chromium,
};

const FIREFOX: BrowserRun =
    BrowserRun { name: "tests in Firefox", script: "test:firefox", variable: "FIREFOX", find: browser::find_firefox };

fn browser_steps(report: &mut Report, run: &BrowserRun, page_is_built: bool) -> Result<(), Error> {
    let program = tested_program(report, page_is_built)?;
    let browser = match (run.find)() {
        Ok(browser) => browser,
        // A browser that a variable names is meant.
        Err(wrong) if std::env::var_os(run.variable).is_some_and(|name| !name.is_empty()) => {
            return Err(Error::new(wrong));
        }
        Err(_) => return Ok(()),
    };
    let mut command = npm::script(run.script);
    command.args(RETRY).env("SAFFRON_BIN", &program).env(run.variable, browser).env("NO_COLOR", "1");
    report.tests(run.name, Runner::Plain, &mut command)
}

/// Builds the program that the browsers test, and checks its bench, unless the part of another browser has done so.
fn tested_program(report: &mut Report, page_is_built: bool) -> Result<PathBuf, Error> {
    if let Some(program) = &report.program {
        return Ok(program.clone());
    }
    if !page_is_built {
        report.check("page", || web::build(Profile::Release))?;
    }
    let mut built = None;
    let rust_is_built = report.rust_is_built;
    report.check("program", || {
        built = Some(if rust_is_built { program::of_tests()? } else { program::build(Profile::Dev)? });
        Ok(())
    })?;
    let program = built.ok_or_else(|| Error::new("the program was not built"))?;
    report.check("bench count", || signature::check(&program))?;
    report.program = Some(program.clone());
    Ok(program)
}
