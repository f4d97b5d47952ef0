//! The page's packages and scripts.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::Command;

use crate::fingerprint::{Fingerprint, is_stamped, write_stamp};
use crate::process::{Failed, announce, run};

/// The folder of the one npm package.
pub(crate) fn folder() -> PathBuf {
    crate::repository::root().join("web")
}

/// Where the driver keeps its notes on what was built; goes away with the installed packages.
pub(crate) fn cache() -> PathBuf {
    folder().join("node_modules/.cache/saffron")
}

/// npm, in the page's folder.
pub(crate) fn command() -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(folder());
    command
}

/// `npm run SCRIPT`, without npm's own remarks, and without colours where no person reads along.
pub(crate) fn script(name: &str) -> Command {
    let mut command = command();
    command.args(["run", "--silent", name]);
    if !std::io::stdout().is_terminal() {
        command.env("NO_COLOR", "1").env_remove("FORCE_COLOR");
    }
    command
}

/// Installs the packages of the lock file, unless exactly they are installed.
pub(crate) fn install() -> Result<(), Failed> {
    let mut lock = Fingerprint::default();
    lock.add(&folder().join("package-lock.json"), &[])?;
    let lock = lock.finish();
    let stamp = cache().join("packages");
    if is_stamped(&stamp, &lock) {
        return Ok(());
    }
    announce("installing the page's packages");
    run(command().args(["ci", "--no-audit", "--no-fund", "--prefer-offline"]))?;
    write_stamp(&stamp, &lock)
}
