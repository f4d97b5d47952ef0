//! `saffron-types`: writes the TypeScript declarations of what crosses WebAssembly and HTTP, and the lists that the page takes
//! from the rules, to `web/app/src/generated/types.ts`. With `--check`, fails if that file is stale.

mod declarations;
mod layout;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let path = path();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => {
            let folder = path.parent().context("the file has no folder")?;
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
            std::fs::write(&path, declarations::text()).with_context(|| format!("cannot write {}", path.display()))
        }
        ["--check"] => check(),
        _ => bail!("usage: saffron-types [--check]"),
    }
}

/// The generated file.
fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/app/src/generated/types.ts")
}

/// Fails if the generated file is not what the Rust types give.
fn check() -> Result<()> {
    let path = path();
    let found = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let expected = declarations::text();
    if let Some((line, (found, expected))) =
        found.lines().zip(expected.lines()).enumerate().find(|(_, (found, expected))| found != expected)
    {
        bail!("types.ts is stale, line {}: {found:?} should be {expected:?}; run `cargo xtask types`", line + 1);
    }
    if found != expected {
        bail!("types.ts is stale: it has {} bytes, not {}; run `cargo xtask types`", found.len(), expected.len());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_declarations_are_those_of_the_rust_types() {
        super::check().unwrap();
    }
}
