//! Checks the networks that become part of the program: a damaged one ends the build.

use std::path::Path;

/// What network files begin with; a CRC-32 of everything after the two follows.
const MAGIC: &[u8] = b"SAFNET05";

fn main() {
    println!("cargo::rerun-if-changed=networks");
    if std::env::var_os("CARGO_FEATURE_NETWORKS").is_none() {
        return;
    }
    for id in ["shafran", "glinski", "mccooey"] {
        let path = Path::new("networks").join(id).with_extension("nnue");
        if let Err(error) = check(&path) {
            println!("cargo::error=crates/engine/{}: {error}", path.display());
        }
    }
}

/// Checks what a file begins with, and its checksum.
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
