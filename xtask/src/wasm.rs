//! Builds the rules and the engine for the browser, into `web/app/src/wasm`.
//!
//! There are three modules of `saffron-wasm`: the rules, the engine for one thread, and the engine for several threads with
//! shared memory. The first and the last want a standard library that is compiled from its sources: without messages for
//! panics, which no one would see, and with atomic instructions. If the sources are missing, the first module is larger,
//! and the page does without the last one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::fingerprint::{Fingerprint, is_stamped, write_stamp};
use crate::prerequisites;
use crate::process::{Error, announce, cargo, print_line, run};
use crate::program::{BUILD_BIN, Profile, artifact, exe};
use crate::sysroot;

const TARGET: &str = "wasm32-unknown-unknown";
const PACKAGE_MODULE: &str = "saffron_wasm.wasm";
const RULES: &str = "saffron_rules";
const ENGINE: &str = "saffron_engine";
const THREADED: &str = "saffron_threads";
/// The limit on the memory of the module with threads, in bytes. A browser reserves addresses for all of it.
const MAX_SHARED_MEMORY: u32 = 256 << 20;

/// Returns the folder in which the page expects the modules.
pub(crate) fn folder() -> PathBuf {
    crate::repository::root().join("web/app/src/wasm")
}

/// Compiles the modules, and generates the JavaScript bindings of those that have changed.
pub(crate) fn build(profile: Profile) -> Result<(), Error> {
    announce("the rules and the engine for the browser");
    if let Profile::Local = profile {
        return build_local();
    }
    make_module(&compile_rules()?, RULES, Profile::Dev)?;
    make_module(&compile("wasm", &[], &with_sysroot(vec![SIMD.to_owned()])?, &mut cargo())?, ENGINE, Profile::Dev)?;
    match from_sources(compile_threaded)? {
        Ok(module) => make_module(&module, THREADED, Profile::Dev),
        Err(missing) => {
            print_line(format_args!("note: the engine in the browser will have one thread only: {missing}"));
            remove_module(THREADED)
        }
    }
}

/// Compiles one module, in a quarter of the time: on this machine no one waits for the rules to come over a network. The engine
/// in the browser has one thread.
fn build_local() -> Result<(), Error> {
    let module = compile("wasm-local", &[], &with_sysroot(vec![SIMD.to_owned()])?, &mut cargo())?;
    make_module(&module, RULES, Profile::Local)?;
    make_module(&module, ENGINE, Profile::Local)?;
    remove_module(THREADED)
}

const RULES_OPTIONS: [&str; 3] = ["--no-default-features", "--features", "small"];
/// Options of the module that runs only in workers, for searches.
const THREADED_OPTIONS: [&str; 3] = ["--no-default-features", "--features", "engine,variant-files"];
/// Options for a standard library from its sources. It has its own target folder, since build scripts depend on the variable
/// `RUSTC_BOOTSTRAP` and would be compiled again for each module.
const FROM_SOURCES: [&str; 2] = ["--target-dir", "target/from-sources"];
const SIMD: &str = "-Ctarget-feature=+simd128";

/// Compiles a module that needs the sources of the standard library; the inner error says why there is none. The page works
/// without it, so that in continuous integration only this is an error of the build.
fn from_sources(compile: fn() -> Result<PathBuf, Error>) -> Result<Result<PathBuf, String>, Error> {
    if let Err(missing) = prerequisites::find_rust_src() {
        return Ok(Err(missing));
    }
    match compile() {
        Err(error) if !prerequisites::is_ci() => Ok(Err(error.to_string())),
        compiled => compiled.map(Ok),
    }
}

fn compile(profile: &str, options: &[&str], flags: &[String], cargo: &mut Command) -> Result<PathBuf, Error> {
    cargo.args(["build", "--package", "saffron-wasm", "--target", TARGET, "--profile", profile]).args(options);
    let flags: Vec<_> = flags.iter().cloned().chain(hidden_paths()).collect();
    // These flags replace those of the environment.
    cargo.env_remove("RUSTFLAGS").env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    artifact(cargo, PACKAGE_MODULE)
}

/// Adds the path of the toolchain's libraries to the flags.
fn with_sysroot(mut flags: Vec<String>) -> Result<Vec<String>, Error> {
    if let Some(sysroot) = sysroot::without_sources()? {
        flags.push(format!("--sysroot={}", sysroot.display()));
    }
    Ok(flags)
}

/// RUSTC_BOOTSTRAP lets the stable compiler compile the standard library.
fn compile_with_library(profile: &str, options: &[&str], flags: &mut Vec<String>) -> Result<PathBuf, Error> {
    if let Some(rustlib) = prerequisites::rustlib() {
        flags.push(format!("--remap-path-prefix={}=rust", rustlib.display()));
    }
    let options = [options, &FROM_SOURCES[..]].concat();
    compile(profile, &options, flags, cargo().env("RUSTC_BOOTSTRAP", "1"))
}

/// Compiles the rules in as few bytes as possible.
fn compile_rules() -> Result<PathBuf, Error> {
    match from_sources(compile_rules_with_library)? {
        Ok(module) => Ok(module),
        Err(missing) => {
            print_line(format_args!("note: the rules in the browser will be larger than need be: {missing}"));
            compile("wasm-rules", &RULES_OPTIONS, &with_sysroot(Vec::new())?, &mut cargo())
        }
    }
}

/// Compiles the rules so that a panic ends in a trap, without the code that would write its message.
fn compile_rules_with_library() -> Result<PathBuf, Error> {
    let options = [&RULES_OPTIONS[..], &["-Zbuild-std=std", "-Zbuild-std-features=optimize_for_size"]].concat();
    let mut flags = ["-Zunstable-options", "-Cpanic=immediate-abort"].map(str::to_owned).to_vec();
    compile_with_library("wasm-rules", &options, &mut flags)
}

/// Compiles the engine with threads.
fn compile_threaded() -> Result<PathBuf, Error> {
    let memory = format!("--max-memory={MAX_SHARED_MEMORY}");
    let linker = [
        "--shared-memory",
        "--import-memory",
        &memory,
        // The binding generator needs these to give each thread its stack and its thread-local variables.
        "--export=__wasm_init_tls",
        "--export=__tls_size",
        "--export=__tls_align",
        "--export=__tls_base",
    ];
    let mut flags = vec![SIMD.to_owned(), "-Ctarget-feature=+atomics,+bulk-memory,+mutable-globals".to_owned()];
    // The compiler warns about `atomics` for every package; other warnings appear in the build for one thread.
    flags.push("-Awarnings".to_owned());
    flags.extend(linker.iter().map(|argument| format!("-Clink-arg={argument}")));
    compile_with_library("wasm", &[&THREADED_OPTIONS[..], &["-Zbuild-std=std,panic_abort"]].concat(), &mut flags)
}

fn stamp(name: &str) -> PathBuf {
    folder().join(format!(".{name}.stamp"))
}

/// Returns the files of a module that the page uses.
fn outputs(name: &str) -> [PathBuf; 3] {
    [".js", ".d.ts", "_bg.wasm"].map(|end| folder().join(format!("{name}{end}")))
}

/// Generates the bindings of a module by a program of this profile: the one whose dependencies are compiled anyway.
fn make_module(module: &Path, name: &str, generator: Profile) -> Result<(), Error> {
    let mut fingerprint = Fingerprint::default();
    fingerprint.add(module, &[])?;
    fingerprint.add(&crate::repository::root().join("xtask/bindgen"), &[])?;
    let fingerprint = fingerprint.finish();
    if is_stamped(&stamp(name), &fingerprint) && outputs(name).iter().all(|path| path.is_file()) {
        return Ok(());
    }
    let mut command = cargo();
    command.args(BUILD_BIN).args(["saffron-bindgen", "--profile", generator.name()]);
    let generator = artifact(&mut command, &exe("saffron-bindgen"))?;
    run(Command::new(generator).arg(module).arg(folder()).arg(name))?;
    write_stamp(&stamp(name), &fingerprint)
}

/// Removes a module of an earlier build, which may not fit the page any more.
fn remove_module(name: &str) -> Result<(), Error> {
    for path in outputs(name).into_iter().chain([folder().join(format!("{name}_bg.wasm.d.ts")), stamp(name)]) {
        if path.exists() {
            fs::remove_file(&path).map_err(|error| Error::new(format!("cannot remove {}: {error}", path.display())))?;
        }
    }
    Ok(())
}

/// Flags that hide the paths of this machine: panic messages name source files.
fn hidden_paths() -> Vec<String> {
    let mut flags = Vec::new();
    let mut hide = |from: Option<PathBuf>, to: &str| {
        if let Some(from) = from {
            flags.push(format!("--remap-path-prefix={}={to}", from.display()));
        }
    };
    let home = std::env::var_os(if cfg!(windows) { "USERPROFILE" } else { "HOME" }).map(PathBuf::from);
    let cargo_home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    hide(cargo_home.or(home.map(|home| home.join(".cargo"))), "cargo");
    hide(Some(crate::repository::root()), "saffron");
    flags
}
