//! Compilation of the programs.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::builds::Build;
use crate::c_compiler;
use crate::process::{cargo, root, run, text};

/// Output folder: `target/dist`.
pub(crate) fn folder() -> PathBuf {
    root().join("target/dist")
}

/// Compiles a program, and returns its path.
pub(crate) fn compile(build: &Build) -> Result<PathBuf> {
    let folder = folder().join("build").join(build.name);
    let mut command = cargo();
    command.args(["build", "--locked", "--package", "saffron-cli", "--bin", "saffron", "--profile", "dist"]);
    command.args(["--target", build.target]).arg("--target-dir").arg(&folder);
    let mut flags: Vec<String> = build.flags.iter().map(|flag| (*flag).to_owned()).collect();
    let local = local_paths()?;
    c_compiler::use_zig(&mut command, build.target, &self::folder().join("c"), &local)?;
    flags.extend(local.iter().map(|(path, name)| format!("--remap-path-prefix={path}={name}")));
    // A toolchain without the sources of the standard library; see `xtask/src/sysroot.rs`.
    let toolchain = std::env::var("SAFFRON_SYSROOT").context("start this program with `cargo xtask dist`")?;
    flags.push(format!("--sysroot={toolchain}"));
    command.env_remove("RUSTFLAGS").env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    // The target has all parts for linking with musl, except for a linker for the other processor.
    command.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER", "rust-lld");
    run(&mut command)?;
    Ok(folder.join(build.target).join("dist/saffron"))
}

/// Path of the toolchain.
fn sysroot() -> Result<PathBuf> {
    let path = text(std::process::Command::new("rustc").current_dir(root()).args(["--print", "sysroot"]))?;
    Ok(PathBuf::from(path.trim()))
}

/// Folders of this machine that the compiler reads, with replacements for their names in a program.
fn local_paths() -> Result<Vec<(String, &'static str)>> {
    let sysroot = sysroot()?.to_str().context("the toolchain's path is not text")?.to_owned();
    let home = std::env::var("HOME").context("the variable HOME is not set")?;
    let cargo_home = std::env::var("CARGO_HOME").unwrap_or_else(|_| format!("{home}/.cargo"));
    let root = root().to_str().context("the repository's path is not text")?.to_owned();
    Ok(vec![(cargo_home, "cargo"), (sysroot, "rust"), (root, "saffron")])
}

/// Fails if a program contains a path of this machine, or asks for a dynamic linker.
pub(crate) fn check_contents(program: &Path) -> Result<()> {
    let bytes = std::fs::read(program).with_context(|| format!("cannot read {}", program.display()))?;
    for (path, _) in local_paths()? {
        ensure!(!contains(&bytes, path.as_bytes()), "{} names a folder of this machine: {path}", program.display());
    }
    for linker in ["/lib/ld-", "/lib64/ld-"] {
        ensure!(!contains(&bytes, linker.as_bytes()), "{} is not linked statically", program.display());
    }
    Ok(())
}

fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}
