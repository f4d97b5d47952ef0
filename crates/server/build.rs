//! Makes sure that the folder of the built page exists, so that the server compiles without it, and rebuilds the
//! server when the page has changed.

use std::path::Path;

fn main() {
    let dist = Path::new("../../web/app/dist");
    if let Err(error) = std::fs::create_dir_all(dist) {
        // The embedding fails next and says that the folder is missing; this says why.
        println!("cargo::warning=cannot create {}: {error}", dist.display());
    }
    println!("cargo::rerun-if-changed={}", dist.display());
    println!("cargo::rerun-if-changed=build.rs");
}
