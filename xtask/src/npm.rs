//! Installs the page's npm packages and runs its scripts.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::Command;

use crate::fingerprint::{Fingerprint, is_stamped, write_stamp};
use crate::process::{Error, announce, run};

/// Returns the folder of the npm package.
pub(crate) fn folder() -> PathBuf {
    crate::repository::root().join("web")
}

/// Returns the folder of the stamp files. It is removed together with the installed packages.
pub(crate) fn cache() -> PathBuf {
    folder().join("node_modules/.cache/saffron")
}

/// Returns a command that runs npm in the page's folder.
pub(crate) fn command() -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(folder());
    command
}

/// Returns the command `npm run SCRIPT`, without npm's own messages, and without colours if the output is not a terminal.
pub(crate) fn script(name: &str) -> Command {
    let mut command = command();
    command.args(["run", "--silent", name]);
    if !std::io::stdout().is_terminal() {
        command.env("NO_COLOR", "1").env_remove("FORCE_COLOR");
    }
    command
}

/// Installs the packages of the lock file, unless they were installed from the same lock file before.
pub(crate) fn install() -> Result<(), Error> {
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
