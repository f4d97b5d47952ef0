//! `cargo xtask dist`: release archives and Debian packages, with checksums and bills of materials.

mod archive;
mod bom;
mod builds;
mod c_compiler;
mod check;
mod compile;
mod debian;
mod measure;
mod packages;
mod process;
mod release;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Parser;
use sha2::{Digest, Sha256};

use crate::builds::{BUILDS, Build, Runner};
use crate::release::{Contents, Release, hex};

/// Make the release archives and Debian packages, with checksums and bills of materials
#[derive(Parser)]
#[command(name = "cargo xtask dist")]
struct Arguments {
    /// Programs to make, such as linux-x86-64-v3 [default: all]
    names: Vec<String>,
    /// Skip the tests of the networks under an emulator, which have to be compiled first
    #[arg(long)]
    no_network_tests: bool,
    /// Measure the programs and write packaging/SPEEDS.md, instead of making packages
    #[arg(long, conflicts_with_all = ["names", "no_network_tests"])]
    measure: bool,
}

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
    let arguments = Arguments::parse();
    if arguments.measure {
        return measure::measure();
    }
    let builds = chosen(&arguments.names)?;
    let release = Release::read()?;
    let programs = builds.iter().map(|&build| compile::compile(build)).collect::<Result<Vec<_>>>()?;
    for (build, program) in builds.iter().zip(&programs) {
        check::check(build, program)?;
        if build.target.starts_with("aarch64") && !arguments.no_network_tests {
            check::check_networks(build)?;
        }
    }
    let folder = compile::folder().join("release");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let guide = builds.iter().zip(&programs).find(|(build, _)| build.runner() != Runner::Nothing);
    let (guide, guide_program) = guide.context("none of these programs runs here, and one must write the manual")?;
    let mut sums = String::new();
    for (build, program) in builds.iter().zip(&programs) {
        let contents = Contents::gather(&release, build, program, (guide, guide_program))?;
        for (name, bytes) in packed(&release, build, &contents)? {
            write(&folder, &name, &bytes)?;
            let _ = writeln!(sums, "{}  {name}", hex(&Sha256::digest(&bytes)));
        }
    }
    write(&folder, "SHA256SUMS", sums.as_bytes())?;
    println!("Made {}", folder.display());
    Ok(())
}

/// Returns the builds with these names, or all if none is given.
fn chosen(names: &[String]) -> Result<Vec<&'static Build>> {
    if let Some(unknown) = names.iter().find(|name| BUILDS.iter().all(|build| build.name != **name)) {
        let known: Vec<&str> = BUILDS.iter().map(|build| build.name).collect();
        bail!("there is no program {unknown:?}: they are {}", known.join(", "));
    }
    let is_chosen = |build: &&Build| names.is_empty() || names.iter().any(|name| name == build.name);
    Ok(BUILDS.iter().filter(is_chosen).collect())
}

/// Makes the files of one program: their names and bytes.
fn packed(release: &Release, build: &Build, contents: &Contents) -> Result<Vec<(String, Vec<u8>)>> {
    let name = release.name(build);
    let archive = archive::tar_gz(&contents.files(&name), release.seconds)?;
    let mut files = vec![(format!("{name}.tar.gz"), archive), (format!("{name}.spdx.json"), contents.bill.clone())];
    if let Some(architecture) = build.debian {
        files.push(debian::package(release, build, contents, architecture)?);
    }
    Ok(files)
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<()> {
    let path: PathBuf = folder.join(name);
    std::fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_chosen_by_name() {
        assert_eq!(chosen(&[]).unwrap().len(), BUILDS.len());
        let two = chosen(&["linux-aarch64".to_owned(), "linux-x86-64".to_owned()]).unwrap();
        assert_eq!(two.iter().map(|build| build.name).collect::<Vec<_>>(), ["linux-x86-64", "linux-aarch64"]);
        assert!(chosen(&["linux".to_owned()]).unwrap_err().to_string().contains("linux-x86-64-v3"));
    }
}
