//! `saffron-layers [FOLDER]...`: finds import circles between the files of a crate.
//!
//! The arguments are crate folders, each with a `src` folder in it; without arguments, all crates of the repository are
//! checked. Prints each circle with the names that tie it, and exits with status 1 when there is one.

mod attributes;
mod circles;
mod imports;
mod module;
mod resolve;
mod tree;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::circles::Graph;

fn main() -> ExitCode {
    match run() {
        Ok(status) => status,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<ExitCode> {
    let named: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let root = root()?;
    let crates = if named.is_empty() { all_crates(root)? } else { named };
    let mut files = 0;
    let mut found = 0;
    for folder in &crates {
        let graph = check(folder)?;
        files += graph.file_count();
        let folder = folder.strip_prefix(root).unwrap_or(folder);
        for circle in graph.circles() {
            found += 1;
            println!("{}: {} files import each other", folder.display(), circle.files.len());
            for edge in &circle.edges {
                println!("  {} -> {}: {}", edge.from.display(), edge.to.display(), edge.names.join(", "));
            }
        }
    }
    let circles = if found == 1 { "circle" } else { "circles" };
    println!("{} crates, {files} files, {found} import {circles}", crates.len());
    Ok(if found == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The root folder of the repository.
fn root() -> Result<&'static Path> {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).context("this crate does not lie two folders deep")
}

/// The crate folders of the repository: those in `crates/` and `xtask/`, and `xtask` itself.
fn all_crates(root: &Path) -> Result<Vec<PathBuf>> {
    let xtask = root.join("xtask");
    let mut crates = vec![xtask.clone()];
    for parent in [root.join("crates"), xtask] {
        for entry in parent.read_dir().with_context(|| format!("cannot list {}", parent.display()))? {
            let folder = entry?.path();
            if folder.join("Cargo.toml").is_file() && folder.join("src").is_dir() {
                crates.push(folder);
            }
        }
    }
    crates.sort();
    Ok(crates)
}

/// The imports between the files of all programs and the library of one crate.
fn check(folder: &Path) -> Result<Graph> {
    let source = folder.join("src");
    let mut roots = vec![source.join("lib.rs"), source.join("main.rs")];
    if let Ok(programs) = source.join("bin").read_dir() {
        for entry in programs {
            let path = entry?.path();
            roots.push(if path.is_dir() { path.join("main.rs") } else { path });
        }
    }
    roots.retain(|root| root.is_file());
    anyhow::ensure!(!roots.is_empty(), "{} has neither lib.rs nor main.rs", source.display());
    let mut graph = Graph::default();
    for root in roots {
        let read = |path: &Path| std::fs::read_to_string(path);
        let tree = tree::read(&root, &read)?;
        resolve::add_edges(&tree, &source, &mut graph);
    }
    Ok(graph)
}
