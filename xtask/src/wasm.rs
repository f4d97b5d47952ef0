//! Builds the rules and the engine for the browser, into `web/app/src/wasm`.
//!
//! The module is built twice: for one thread, and for several threads with shared memory. The second build needs a
//! standard library with atomic instructions, which is compiled from its sources; without them the page has the first
//! module only.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::fingerprint::{Fingerprint, is_stamped, write_stamp};
use crate::prerequisites;
use crate::process::{Error, announce, cargo, print_line, run};
use crate::program::{BUILD_BIN, artifact, exe};
use crate::sysroot;

const TARGET: &str = "wasm32-unknown-unknown";
const PLAIN: &str = "saffron_wasm";
const THREADED: &str = "saffron_threads";
/// The limit on the memory of the module with threads, in bytes. A browser reserves addresses for all of it.
const MAX_SHARED_MEMORY: u32 = 256 << 20;

/// Returns the folder where the page expects the modules.
pub(crate) fn folder() -> PathBuf {
    crate::repository::root().join("web/app/src/wasm")
}

/// Compiles the modules, and generates the JavaScript bindings of those that have changed.
pub(crate) fn build() -> Result<(), Error> {
    announce("the rules and the engine for the browser");
    let mut flags = rustflags();
    if let Some(sysroot) = sysroot::without_sources()? {
        flags.push(format!("--sysroot={}", sysroot.display()));
    }
    make_module(&compile(&[], &flags, &mut cargo())?, PLAIN)?;
    let missing = match prerequisites::find_rust_src() {
        Ok(_) => match compile_threaded() {
            Ok(module) => return make_module(&module, THREADED),
            // The page works without this module, so this is an error in continuous integration only.
            Err(error) if std::env::var_os("CI").is_some() => return Err(error),
            Err(error) => error.to_string(),
        },
        Err(missing) => missing.to_string(),
    };
    print_line(format_args!("note: the engine in the browser will have one thread only: {missing}"));
    remove_module(THREADED)
}

fn compile(options: &[&str], flags: &[String], cargo: &mut Command) -> Result<PathBuf, Error> {
    cargo.args(["build", "--package", "saffron-wasm", "--target", TARGET, "--profile", "wasm"]).args(options);
    // These flags replace those of the environment.
    cargo.env_remove("RUSTFLAGS").env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    artifact(cargo, &format!("{PLAIN}.wasm"))
}

/// Compiles the module with threads. RUSTC_BOOTSTRAP lets the stable compiler compile the standard library. It has a
/// target folder of its own: build scripts depend on the variable, and would be compiled again for each module.
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
    let mut flags = rustflags();
    flags.push("-Ctarget-feature=+atomics,+bulk-memory,+mutable-globals".to_owned());
    // The compiler warns about `atomics` for every package; other warnings appear in the build for one thread.
    flags.push("-Awarnings".to_owned());
    if let Some(rustlib) = prerequisites::rustlib() {
        flags.push(format!("--remap-path-prefix={}=rust", rustlib.display()));
    }
    flags.extend(linker.iter().map(|argument| format!("-Clink-arg={argument}")));
    let options = ["-Zbuild-std=std,panic_abort", "--target-dir", "target/threads"];
    compile(&options, &flags, cargo().env("RUSTC_BOOTSTRAP", "1"))
}

fn stamp(name: &str) -> PathBuf {
    folder().join(format!(".{name}.stamp"))
}

/// Returns the files of a module that the page uses.
fn outputs(name: &str) -> [PathBuf; 3] {
    [".js", ".d.ts", "_bg.wasm"].map(|end| folder().join(format!("{name}{end}")))
}

fn make_module(module: &Path, name: &str) -> Result<(), Error> {
    let mut fingerprint = Fingerprint::default();
    fingerprint.add(module, &[])?;
    fingerprint.add(&crate::repository::root().join("xtask/bindgen"), &[])?;
    let fingerprint = fingerprint.finish();
    if is_stamped(&stamp(name), &fingerprint) && outputs(name).iter().all(|path| path.is_file()) {
        return Ok(());
    }
    let generator = artifact(cargo().args(BUILD_BIN).arg("saffron-bindgen"), &exe("saffron-bindgen"))?;
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

fn rustflags() -> Vec<String> {
    let mut flags = vec!["-Ctarget-feature=+simd128".to_owned()];
    // Panic messages name source files: the paths of this machine are replaced.
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
