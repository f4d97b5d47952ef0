//! Lists the tables of three pieces in `data`, a folder for each variant, for `src/probe/data.rs`.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The order in which the pieces of an ending are named.
const PIECES: &str = "KQRBNP";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=data");
    let mut list = String::from("&[\n");
    // A page gets its tables from the server.
    if std::env::var("CARGO_CFG_TARGET_FAMILY").as_deref() != Ok("wasm") {
        for folder in sorted("data")? {
            let id = name(&folder)?;
            writeln!(list, "    ({id:?}, &[")?;
            let mut files = sorted(&folder)?;
            files.sort_by_cached_key(|file| {
                name(file).unwrap_or_default().chars().map(|piece| PIECES.find(piece)).collect::<Vec<_>>()
            });
            for file in files {
                let path = format!("/data/{id}/{}", name(&file)?);
                writeln!(list, r#"        include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), {path:?})),"#)?;
            }
            list.push_str("    ]),\n");
        }
    }
    list.push_str("]\n");
    std::fs::write(Path::new(&std::env::var("OUT_DIR")?).join("data.rs"), list)?;
    Ok(())
}

fn sorted(folder: impl AsRef<Path>) -> Result<Vec<PathBuf>, std::io::Error> {
    let mut paths =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, std::io::Error>>()?;
    paths.sort();
    Ok(paths)
}

fn name(path: &Path) -> Result<&str, String> {
    path.file_name().and_then(|name| name.to_str()).ok_or_else(|| format!("{} is not UTF-8", path.display()))
}
