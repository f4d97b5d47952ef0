//! The scripts of the training, and the Python that runs them.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::CliError;

/// Scripts and the list of their packages: name and text.
const FILES: [(&str, &str); 6] = [
    ("train.py", include_str!("../../../../training/train.py")),
    ("samples.py", include_str!("../../../../training/samples.py")),
    ("network.py", include_str!("../../../../training/network.py")),
    ("feature_transformer.py", include_str!("../../../../training/feature_transformer.py")),
    ("resident.py", include_str!("../../../../training/resident.py")),
    ("requirements.txt", REQUIREMENTS),
];

/// Packages of the scripts.
const REQUIREMENTS: &str = include_str!("../../../../training/requirements.txt");

/// Marker of an environment whose packages are installed.
const INSTALLED: &str = "installed.txt";

/// Python with the scripts.
pub(super) struct Python {
    interpreter: PathBuf,
    scripts: PathBuf,
}

impl Python {
    /// Runs `train.py` with these arguments. Its output goes to that of this program.
    pub(super) fn train(&self, arguments: &[String]) -> Result<(), CliError> {
        let mut command = Command::new(&self.interpreter);
        command.arg(self.scripts.join("train.py")).args(arguments);
        succeed(command, "the training")
    }
}

/// Writes the scripts into a folder, and prepares an environment there unless an interpreter is given.
pub(super) fn prepare(folder: &Path, given: Option<&Path>) -> Result<Python, CliError> {
    let scripts = folder.join("scripts");
    let failed = |error: std::io::Error| CliError::new(format_args!("{}: {error}", scripts.display()));
    std::fs::create_dir_all(&scripts).map_err(failed)?;
    for (name, text) in FILES {
        std::fs::write(scripts.join(name), text).map_err(failed)?;
    }
    let interpreter = match given {
        Some(given) => given.to_owned(),
        None => environment(&folder.join("python"), &scripts.join("requirements.txt"))?,
    };
    Ok(Python { interpreter, scripts })
}

/// Creates a virtual environment with the packages, unless it is there; returns its interpreter.
fn environment(folder: &Path, requirements: &Path) -> Result<PathBuf, CliError> {
    let bin = if cfg!(windows) { "Scripts" } else { "bin" };
    let interpreter = folder.join(bin).join(format!("python{}", std::env::consts::EXE_SUFFIX));
    let marker = folder.join(INSTALLED);
    if std::fs::read_to_string(&marker).is_ok_and(|installed| installed == REQUIREMENTS) {
        return Ok(interpreter);
    }
    let system = if cfg!(windows) { "python" } else { "python3" };
    let mut create = Command::new(system);
    create.args(["-m", "venv"]).arg(folder);
    succeed(create, "python3 -m venv")?;
    let mut install = Command::new(&interpreter);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"]).arg(requirements);
    succeed(install, "the installation of the Python packages")?;
    std::fs::write(&marker, REQUIREMENTS)
        .map_err(|error| CliError::new(format_args!("{}: {error}", marker.display())))?;
    Ok(interpreter)
}

/// Runs a command and waits for it.
fn succeed(mut command: Command, what: &str) -> Result<(), CliError> {
    let status = command.status().map_err(|error| {
        CliError::new(format_args!("{what}: {}: {error}", Path::new(command.get_program()).display()))
    })?;
    if status.success() { Ok(()) } else { Err(CliError::new(format_args!("{what} has failed: {status}"))) }
}
