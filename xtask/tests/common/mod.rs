//! Files of the repository, for the tests that read all of them.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders that hold no sources: version control, what npm installs, and what a build writes.
const SKIPPED: [&str; 9] =
    [".git", ".venv", "node_modules", "target", "dist", "wasm", "paraglide", "test-results", "__pycache__"];

/// The folder of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the repository is there")
}

/// Paths of all files from the root, with slashes, sorted.
pub(crate) fn files() -> Vec<String> {
    fn add(folder: &Path, prefix: &str, files: &mut Vec<String>) {
        for entry in fs::read_dir(folder).expect("the folder can be read") {
            let entry = entry.expect("the folder can be read");
            let name = entry.file_name().into_string().expect("file names are UTF-8");
            let path = format!("{prefix}{name}");
            if !entry.file_type().expect("the folder can be read").is_dir() {
                files.push(path);
            } else if !SKIPPED.contains(&name.as_str()) || path == "crates/wasm" {
                add(&entry.path(), &format!("{path}/"), files);
            }
        }
    }
    let mut files = Vec::new();
    add(&root(), "", &mut files);
    files.sort();
    files
}

/// Text of a file.
pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}
