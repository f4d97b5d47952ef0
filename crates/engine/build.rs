//! Checks the networks to embed in the program, and lists them for `src/evaluation/nnue/embedded.rs`. The files in `networks` are
//! named after their variants; a damaged one fails the build.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;

/// First bytes of a network file, followed by a CRC-32 of the rest.
const MAGIC: &[u8] = b"SAFNET05";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=networks");
    if std::env::var_os("CARGO_FEATURE_NETWORKS").is_none() {
        return Ok(());
    }
    let mut paths: Vec<_> =
        std::fs::read_dir("networks")?.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>()?;
    paths.sort();
    let mut list = String::from("&[\n");
    for path in paths {
        if let Err(error) = check(&path) {
            println!("cargo::error=crates/engine/{}: {error}", path.display());
        }
        let id = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let file = format!(r#"include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/networks/{id}.nnue"))"#);
        writeln!(list, "    ({id:?}, {file}),")?;
    }
    list.push_str("]\n");
    std::fs::write(Path::new(&std::env::var("OUT_DIR")?).join("networks.rs"), list)?;
    Ok(())
}

/// Checks the first bytes and the checksum of a file.
fn check(path: &Path) -> Result<(), String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let rest = bytes.strip_prefix(MAGIC).and_then(|rest| rest.split_first_chunk());
    let Some((checksum, body)) = rest else { return Err("this is not a network file".to_owned()) };
    if u32::from_le_bytes(*checksum) == crc32fast::hash(body) {
        Ok(())
    } else {
        Err("the network is damaged: its checksum is wrong".to_owned())
    }
}
