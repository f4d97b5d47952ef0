//! Installs packages of Debian and Ubuntu, if this user may: as root, or with `sudo` without a password.

use std::process::Command;

use crate::process::{announce, first_line, run};

/// Installs packages.
///
/// # Errors
/// A message that names the missing permission or the failure.
pub(crate) fn install(packages: &[&str]) -> Result<(), String> {
    if first_line(Command::new("apt-get").arg("--version")).is_none() {
        return Err("there is no apt-get".to_owned());
    }
    let is_root = first_line(Command::new("id").arg("-u")).is_some_and(|id| id == "0");
    if !is_root && first_line(Command::new("sudo").args(["-n", "id", "-u"])).is_none() {
        return Err("this user is not root, and sudo asks for a password".to_owned());
    }
    announce(&format!("installing {}", packages.join(", ")));
    let apt = |arguments: &[&str]| {
        let mut command = Command::new(if is_root { "env" } else { "sudo" });
        if !is_root {
            command.args(["-n", "env"]);
        }
        command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet=2"]).args(arguments);
        run(&mut command).map_err(|error| error.to_string())
    };
    apt(&["update"])?;
    apt(&[&["install", "--yes", "--no-install-recommends"], packages].concat())
}
