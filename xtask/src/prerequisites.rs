//! Prerequisites: finds the programs and components that the commands need, installs them if it may, and otherwise says what to
//! install.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::browser;
use crate::npm;
use crate::packages;
use crate::process::{Error, announce, cargo, first_line, print_line, run};

const WASM_TARGET: &str = "wasm32-unknown-unknown";
/// Minimum version of Node.js for the page's build tools: (major, minor).
const MIN_NODE: (u32, u32) = (20, 19);

/// Program or component that a command needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Need {
    /// Node.js: runs the page's build tools.
    Node,
    /// Node's package manager.
    Npm,
    /// Rust's standard library for WebAssembly.
    WasmTarget,
    /// `cargo fmt`.
    Rustfmt,
    /// `cargo clippy`.
    Clippy,
    /// Chromium: runs the page's tests.
    Chromium,
    /// Firefox: runs some of the page's tests.
    Firefox,
    /// A C++ compiler: builds libFuzzer.
    CppCompiler,
    /// Python: runs a client of live play that a test starts.
    Python,
    /// `cargo deny`: checks the dependencies.
    CargoDeny,
}

/// Release of cargo-deny to install.
const CARGO_DENY: &str = "0.20.2";
/// Settings of the build of cargo-deny. Its release profile optimises across all crates, which takes four minutes on two cores;
/// the checks run for seconds either way.
const CARGO_DENY_PROFILE: [(&str, &str); 3] = [
    ("CARGO_PROFILE_RELEASE_LTO", "off"),
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"),
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1"),
];

impl Need {
    const ALL: [Self; 7] =
        [Self::Node, Self::Npm, Self::WasmTarget, Self::Rustfmt, Self::Clippy, Self::Chromium, Self::CppCompiler];

    /// Returns a description of the found version. The error says what is missing and how to install it.
    fn find(self) -> Result<String, String> {
        match self {
            Self::Node => find_node(),
            Self::Npm => first_line(npm::command().arg("--version"))
                .map(|version| format!("npm {version}"))
                .ok_or_else(|| "npm is missing: it comes with Node.js, https://nodejs.org".to_owned()),
            Self::WasmTarget => find_wasm_target(),
            Self::Rustfmt => find_component("fmt", "rustfmt"),
            Self::Clippy => find_component("clippy", "clippy"),
            Self::Chromium => browser::find_chromium().map(|path| format!("Chromium at {}", path.display())),
            Self::Firefox => browser::find_firefox().map(|path| format!("Firefox at {}", path.display())),
            Self::CppCompiler => find_cpp_compiler(),
            Self::Python => find_python(),
            Self::CargoDeny => first_line(cargo().args(["deny", "--version"])).ok_or_else(|| {
                format!("`cargo deny` is missing: run `cargo install --locked --version {CARGO_DENY} cargo-deny`")
            }),
        }
    }

    /// Returns whether it is installed. Like [`require`], this installs components with rustup.
    pub(crate) fn is_met(self) -> bool {
        self.find().is_ok()
    }

    /// Debian's package of it. Ubuntu has the browsers under other names, in its own store.
    const fn package(self) -> Option<&'static str> {
        match self {
            Self::Chromium => Some("chromium-headless-shell"),
            Self::Firefox => Some("firefox-esr"),
            Self::CppCompiler => Some("g++"),
            Self::Python => Some("python3"),
            _ => None,
        }
    }
}

/// Installs missing needs as system packages and with cargo, if this user may. Returns messages about those that are still
/// missing.
pub(crate) fn provide(needs: &[Need]) -> Vec<String> {
    let missing = || needs.iter().filter(|need| need.find().is_err());
    let packages: Vec<&str> = missing().filter_map(|need| need.package()).collect();
    let installed = if packages.is_empty() { Ok(()) } else { packages::install(&packages) };
    // On other machines those who work on the dependencies install it themselves.
    if is_ci() && missing().any(|need| matches!(need, Need::CargoDeny)) {
        announce("installing cargo-deny");
        // If this fails, it is reported as missing below.
        let mut install = cargo();
        install
            .args(["install", "--quiet", "--locked", "--version", CARGO_DENY, "cargo-deny"])
            .envs(CARGO_DENY_PROFILE);
        let _ = run(&mut install);
    }
    let mut left: Vec<String> = needs.iter().filter_map(|need| need.find().err()).collect();
    if let (Err(error), false) = (installed, left.is_empty()) {
        left.push(format!("{} could not be installed: {error}", packages.join(", ")));
    }
    left
}

/// Returns whether this is a run of continuous integration, in which no part may be left out.
pub(crate) fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| value != "false" && !value.is_empty())
}

/// Checks these needs, and installs those that rustup can install. The error names all that are still missing.
pub(crate) fn require(needs: &[Need]) -> Result<(), Error> {
    let missing: Vec<String> = needs.iter().filter_map(|need| need.find().err()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let list: String = missing.iter().map(|line| format!("\n  - {line}")).collect();
    Err(Error::new(format!("these prerequisites are missing:{list}")))
}

/// Prints all needs that were found, and fails if one is missing.
pub(crate) fn report() -> Result<(), Error> {
    for found in Need::ALL.iter().filter_map(|need| need.find().ok()) {
        print_line(format_args!("found: {found}"));
    }
    let firefox = browser::find_firefox().map(|path| format!("Firefox at {}", path.display()));
    for optional in [find_rust_src(), firefox, Need::Python.find(), find_zig()] {
        match optional {
            Ok(found) => print_line(format_args!("found: {found}")),
            Err(missing) => print_line(format_args!("optional: {missing}")),
        }
    }
    require(&Need::ALL)
}

/// Finds the sources of the standard library, with which two modules of the browser are compiled; installs them with rustup
/// if they are missing.
pub(crate) fn find_rust_src() -> Result<String, String> {
    let found = || Ok("the sources of Rust's standard library".to_owned());
    if has_rust_src() {
        return found();
    }
    announce("adding the sources of Rust's standard library");
    let added =
        run(Command::new("rustup").current_dir(crate::repository::root()).args(["component", "add", "rust-src"]));
    if added.is_ok() && has_rust_src() {
        return found();
    }
    Err("the sources of Rust's standard library are missing and could not be added: run `rustup component add \
         rust-src`, or install the package of your system that holds them (Debian: rust-src)"
        .to_owned())
}

fn has_rust_src() -> bool {
    rustlib().is_some_and(|rustlib| rustlib.join("src/rust/library/std/Cargo.toml").is_file())
}

fn find_node() -> Result<String, String> {
    let (major, minor) = MIN_NODE;
    let install = format!("install Node.js {major}.{minor} or newer, https://nodejs.org");
    let version = first_line(Command::new("node").arg("--version")).ok_or(format!("Node.js is missing: {install}"))?;
    if parse_version(&version).is_some_and(|found| found >= MIN_NODE) {
        Ok(format!("Node.js {version}"))
    } else {
        Err(format!("Node.js {version} is too old: {install}"))
    }
}

/// Returns the major and minor number of a version such as `v20.19.1`.
fn parse_version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.trim_start_matches('v').split('.').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

fn find_wasm_target() -> Result<String, String> {
    find_target(WASM_TARGET).map_err(|missing| {
        format!("{missing}, or install the package of your system that holds it (Debian: libstd-rust-dev-wasm32)")
    })
}

/// Checks that the standard library is installed for all of these targets, and installs it with rustup if not.
pub(crate) fn find_targets(targets: &[&str]) -> Result<(), Error> {
    targets.iter().try_for_each(|target| find_target(target).map(|_| ()).map_err(Error::new))
}

fn find_target(target: &str) -> Result<String, String> {
    let found = || Ok(format!("Rust's {target} target"));
    if has_target(target) {
        return found();
    }
    announce(&format!("adding Rust's {target} target"));
    // In this folder rustup takes the toolchain from rust-toolchain.toml.
    let added = run(Command::new("rustup").current_dir(crate::repository::root()).args(["target", "add", target]));
    if added.is_ok() && has_target(target) {
        return found();
    }
    Err(format!("Rust's {target} target is missing and could not be added: run `rustup target add {target}`"))
}

fn has_target(target: &str) -> bool {
    rustlib().is_some_and(|rustlib| rustlib.join(target).join("lib").is_dir())
}

/// Returns the folder of the compiler's libraries.
pub(crate) fn rustlib() -> Option<PathBuf> {
    let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    let sysroot = first_line(command.current_dir(crate::repository::root()).args(["--print", "sysroot"]))?;
    Some(Path::new(&sysroot).join("lib/rustlib"))
}

fn find_component(subcommand: &str, component: &str) -> Result<String, String> {
    let version = || first_line(cargo().args([subcommand, "--version"]));
    if let Some(version) = version() {
        return Ok(version);
    }
    announce(&format!("adding {component}"));
    // If this fails, the component is reported as missing below.
    let _ = run(Command::new("rustup").current_dir(crate::repository::root()).args(["component", "add", component]));
    version().ok_or_else(|| format!("`cargo {subcommand}` is missing: run `rustup component add {component}`"))
}

fn find_python() -> Result<String, String> {
    let version =
        |name: &str| first_line(Command::new(name).arg("--version")).filter(|text| text.starts_with("Python 3"));
    ["python3", "python"]
        .into_iter()
        .find_map(version)
        .ok_or_else(|| "Python 3.8 or newer is missing, in which the client of docs/clients/python runs".to_owned())
}

/// Finds Zig, which compiles the C of the release programs, as `cargo xtask dist` does.
fn find_zig() -> Result<String, String> {
    let named = std::env::var("ZIG").unwrap_or_default();
    let candidates = if named.is_empty() { vec!["zig", "python3 -m ziglang"] } else { vec![named.as_str()] };
    let version = |candidate: &str| {
        let mut words = candidate.split_whitespace();
        first_line(Command::new(words.next()?).args(words).arg("version"))
    };
    candidates
        .iter()
        .find_map(|candidate| version(candidate).map(|version| format!("Zig {version} ({candidate})")))
        .ok_or_else(|| "Zig is missing, which release archives need: `pip install ziglang`".to_owned())
}

fn find_cpp_compiler() -> Result<String, String> {
    let name = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
    first_line(Command::new(&name).arg("--version")).map(|version| format!("C++ compiler {version}")).ok_or_else(|| {
        let name = name.to_string_lossy();
        format!(
            "the C++ compiler `{name}`, which fuzzing needs, is missing: install g++ or clang (Debian, Ubuntu: g++)"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_by_number() {
        assert_eq!(parse_version("v20.19.1"), Some((20, 19)));
        assert_eq!(parse_version("22.3.0"), Some((22, 3)));
        assert_eq!(parse_version("nightly"), None);
        assert!(parse_version("v9.20.0") < Some(MIN_NODE));
        assert!(parse_version("v20.9.0") < Some(MIN_NODE));
        assert!(parse_version("v100.0.0") > Some(MIN_NODE));
    }
}
