//! Packages of the libraries that other programs may use.

use std::path::PathBuf;

use crate::process::{Error, announce, cargo, print_line, run};

/// Crates of which packages are made. `selfplay` is one of them because the building of books needs it.
const CRATES: [&str; 10] =
    ["rules", "tables", "engine", "selfplay", "book", "draw", "live", "protocol", "rating", "variants"];
/// The largest package, in bytes: the engine with its networks. Registries accept 10 MiB.
const MAX_SIZE: u64 = 2 << 20;

/// Makes the packages without compiling them and without the network, and checks their sizes: seconds.
pub(crate) fn check() -> Result<(), Error> {
    // A lock file would be made of the registry's index.
    make(&["--no-verify", "--exclude-lockfile"])
}

/// Makes the packages, compiles each from its package, and checks their sizes.
pub(crate) fn verify() -> Result<(), Error> {
    make(&[])
}

fn make(options: &[&str]) -> Result<(), Error> {
    announce("the packages of the libraries");
    let mut command = cargo();
    // What is not committed is checked too; --quiet leaves out that tests are no part of the packages.
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
