//! `saffron-types`: generates files from Rust. `web/app/src/generated/types.ts` has the TypeScript declarations of the JSON across
//! WebAssembly and HTTP, and lists of the rules; `protocol.ts` has the messages of live games, `variants.ts` facts about the variants;
//! `web/board/boards.json` has the boards; the tables of `docs/protocol.md` document the same messages for authors of other clients;
//! `crates/draw/src/art` has copies of the drawings and colours of `web/board`. With `--check`, it fails if one of the files is stale.

mod boards;
mod declarations;
mod declared;
mod described;
mod document;
mod layout;
mod protocol;
mod shown;
mod tables;
mod variants;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Parser;

/// Generate the TypeScript types of the JSON between Rust and the page, and the tables of docs/protocol.md
#[derive(Parser)]
#[command(name = "cargo xtask types")]
struct Arguments {
    /// Fail if a generated file is stale, instead of writing it
    #[arg(long)]
    check: bool,
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
    if Arguments::parse().check {
        return check();
    }
    files()?.into_iter().try_for_each(|(path, text)| {
        let folder = path.parent().context("the file has no folder")?;
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    })
}

/// Files of `web/board` that `saffron-draw` has a copy of, since the package of a crate holds only files of its own folder.
const DRAWINGS: [&str; 3] = ["pieces.json", "pieces-modern.json", "theme.json"];

/// Returns the generated files and their contents.
fn files() -> Result<Vec<(PathBuf, String)>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (web, document) = (root.join("web"), root.join("docs/protocol.md"));
    let tables = document::with_tables(&read(&document)?, &root)?;
    let mut files = vec![
        (web.join("app/src/generated/types.ts"), declarations::text()),
        (web.join("app/src/generated/protocol.ts"), protocol::text()),
        (web.join("app/src/generated/variants.ts"), variants::text(&root)?),
        (web.join("board/boards.json"), boards::text()),
        (document, tables),
    ];
    for name in DRAWINGS {
        files.push((root.join("crates/draw/src/art").join(name), read(&web.join("board").join(name))?));
    }
    Ok(files)
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Fails if a generated file is stale.
fn check() -> Result<()> {
    for (path, expected) in files()? {
        let found = read(&path)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if let Some((line, (found, expected))) =
            found.lines().zip(expected.lines()).enumerate().find(|(_, (found, expected))| found != expected)
        {
            bail!("{name} is stale, line {}: {found:?} should be {expected:?}; run `cargo xtask types`", line + 1);
        }
        if found != expected {
            bail!("{name} is stale: it has {} bytes, not {}; run `cargo xtask types`", found.len(), expected.len());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_generated_files_are_those_that_rust_gives() {
        super::check().expect("no file is stale");
    }
}
