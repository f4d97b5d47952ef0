//! Packages of the libraries that other programs may use.

use std::path::PathBuf;

use crate::process::{Error, announce, cargo, print_line, run};

/// Crates that are published as packages. `selfplay` is among them because the crate `book` depends on it.
const CRATES: [&str; 11] =
    ["rules", "tables", "engine", "selfplay", "book", "draw", "live", "protocol", "rating", "tournament", "variants"];
/// Maximum size of a package, in bytes, for the engine with its networks. Registries accept 10 MiB.
const MAX_SIZE: u64 = 5 << 20;

/// Makes the packages without compiling them and without the network, and checks their sizes. Takes seconds.
pub(crate) fn check() -> Result<(), Error> {
    // A lock file would need the registry's index.
    make(&["--no-verify", "--exclude-lockfile"])
}

/// Makes the packages, compiles each from its package, and checks their sizes.
pub(crate) fn verify() -> Result<(), Error> {
    make(&[])
}

fn make(options: &[&str]) -> Result<(), Error> {
    announce("the packages of the libraries");
    let mut command = cargo();
    // Uncommitted files are checked, too. --quiet suppresses the warning that tests are not in the packages.
    command.args(["package", "--quiet", "--locked", "--allow-dirty"]).args(options);
    for name in CRATES {
        command.arg("--package").arg(format!("saffron-{name}"));
    }
    run(&mut command)?;
    for name in CRATES {
        let file = packages().join(format!("saffron-{name}-{}.crate", env!("CARGO_PKG_VERSION")));
        let size = std::fs::metadata(&file)
            .map_err(|error| Error::new(format!("cannot read {}: {error}", file.display())))?
            .len();
        print_line(format_args!("{:>8.1} kB  saffron-{name}", size as f64 / 1000.0));
        if size > MAX_SIZE {
            return Err(Error::new(format!(
                "{} has {size} bytes, and at most {MAX_SIZE} are allowed: `include` in crates/{name}/Cargo.toml names what is in it",
                file.display()
            )));
        }
    }
    Ok(())
}

fn packages() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    crate::repository::root().join(target).join("package")
}
