//! Creates the folder of the built page if it is missing, so that the server compiles without the page; rebuilds the
//! server when the page changes.

use std::path::Path;

fn main() {
    let dist = Path::new("../../web/app/dist");
    if let Err(error) = std::fs::create_dir_all(dist) {
        // Embedding fails next because the folder is missing; the warning says why.
        println!("cargo::warning=cannot create {}: {error}", dist.display());
    }
    println!("cargo::rerun-if-changed={}", dist.display());
    println!("cargo::rerun-if-changed=build.rs");
}
