//! The rules and the engine for the browser: `web/app/src/wasm`.
//!
//! The module is built twice: as it is everywhere, and for several threads on one memory. The second one wants a
//! standard library with atomic instructions, which is compiled from its sources; where they are missing, the page has
//! the first one only.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::fingerprint::{Fingerprint, is_stamped, write_stamp};
use crate::prerequisites;
use crate::process::{Failed, announce, cargo, run, say};
use crate::program::{BUILD_BIN, artifact, exe};

const TARGET: &str = "wasm32-unknown-unknown";
const PLAIN: &str = "saffron_wasm";
const THREADED: &str = "saffron_threads";
/// The most memory that the threaded module may come to need, in bytes; a browser sets addresses aside for all of it.
const MOST_SHARED_MEMORY: u32 = 256 << 20;

/// Where the page expects the modules.
pub(crate) fn folder() -> PathBuf {
    crate::repository::root().join("web/app/src/wasm")
}

/// Compiles the modules, and makes the page's side of each where it has changed.
pub(crate) fn build() -> Result<(), Failed> {
    announce("the rules and the engine for the browser");
    make_module(&compile(&[], &rustflags(), &mut cargo())?, PLAIN)?;
    let missing = match prerequisites::find_rust_src() {
        Ok(_) => match compile_threaded() {
            Ok(module) => return make_module(&module, THREADED),
            // The page plays without it, so nobody shall have to do without the page; the project's own checks insist.
            Err(failed) if std::env::var_os("CI").is_some() => return Err(failed),
            Err(failed) => failed.to_string(),
        },
        Err(missing) => missing.to_string(),
    };
    say(format_args!("note: the browser's engine will have one thread only: {missing}"));
    remove_module(THREADED)
}

fn compile(options: &[&str], flags: &[String], cargo: &mut Command) -> Result<PathBuf, Failed> {
    cargo.args(["build", "--package", "saffron-wasm", "--target", TARGET, "--profile", "wasm"]).args(options);
    // For this step only these flags count, whatever the environment says for others.
    cargo.env_remove("RUSTFLAGS").env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    artifact(cargo, &format!("{PLAIN}.wasm"))
}

/// The compiler is a stable one, and compiling the standard library is not a stable feature: it is told to allow that.
/// It has a folder of its own, since build scripts see that, too, and everything would be compiled anew each time.
fn compile_threaded() -> Result<PathBuf, Failed> {
    let memory = format!("--max-memory={MOST_SHARED_MEMORY}");
    let linker = [
        "--shared-memory",
        "--import-memory",
        &memory,
        // What the binding generator needs to give each thread a stack and variables of its own.
        "--export=__wasm_init_tls",
        "--export=__tls_size",
        "--export=__tls_align",
        "--export=__tls_base",
    ];
    let mut flags = rustflags();
    flags.push("-Ctarget-feature=+atomics,+bulk-memory,+mutable-globals".to_owned());
    // The compiler warns of `atomics` for every package, every time; what else there is, the plain build warns of.
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

/// The files of a module that the page uses.
fn outputs(name: &str) -> [PathBuf; 3] {
    [".js", ".d.ts", "_bg.wasm"].map(|end| folder().join(format!("{name}{end}")))
}

fn make_module(module: &Path, name: &str) -> Result<(), Failed> {
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

/// Removes a module that an earlier build has left, since it would not fit the page any more.
fn remove_module(name: &str) -> Result<(), Failed> {
    for path in outputs(name).into_iter().chain([folder().join(format!("{name}_bg.wasm.d.ts")), stamp(name)]) {
        if path.exists() {
            fs::remove_file(&path)
                .map_err(|error| Failed::new(format!("cannot remove {}: {error}", path.display())))?;
        }
    }
    Ok(())
}

fn rustflags() -> Vec<String> {
    let mut flags = vec!["-Ctarget-feature=+simd128".to_owned()];
    // Panic messages name source files: they shall not tell where this machine keeps them.
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
