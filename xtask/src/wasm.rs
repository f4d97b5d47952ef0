//! The rules and the engine for the browser: `web/app/src/wasm`.

use std::path::PathBuf;
use std::process::Command;

use crate::fingerprint::{Fingerprint, is_stamped, write_stamp};
use crate::process::{Failed, announce, cargo, run};
use crate::program::{BUILD_BIN, artifact, exe};

const TARGET: &str = "wasm32-unknown-unknown";
const NAME: &str = "saffron_wasm";
const OUTPUTS: [&str; 3] = ["saffron_wasm.js", "saffron_wasm.d.ts", "saffron_wasm_bg.wasm"];

/// Where the page expects the module.
pub(crate) fn folder() -> PathBuf {
    crate::root().join("web/app/src/wasm")
}

/// Compiles the module, and makes the page's side of it where it has changed.
pub(crate) fn build() -> Result<(), Failed> {
    announce("the rules and the engine for the browser");
    let mut command = cargo();
    command.args(["build", "--package", "saffron-wasm", "--target", TARGET, "--profile", "wasm"]);
    // For this step only these flags count, whatever the environment says for others.
    command.env_remove("RUSTFLAGS").env("CARGO_ENCODED_RUSTFLAGS", rustflags().join("\u{1f}"));
    let module = artifact(&mut command, &format!("{NAME}.wasm"))?;

    let folder = folder();
    let stamp = folder.join(".stamp");
    let mut fingerprint = Fingerprint::default();
    fingerprint.add(&module, &[])?;
    fingerprint.add(&crate::root().join("xtask/bindgen"), &[])?;
    let fingerprint = fingerprint.finish();
    if is_stamped(&stamp, &fingerprint) && OUTPUTS.iter().all(|name| folder.join(name).is_file()) {
        return Ok(());
    }
    let generator = artifact(cargo().args(BUILD_BIN).arg("saffron-bindgen"), &exe("saffron-bindgen"))?;
    run(Command::new(generator).arg(module).arg(&folder).arg(NAME))?;
    write_stamp(&stamp, &fingerprint)
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
    hide(Some(crate::root()), "saffron");
    flags
}
