//! The folder of the repository.

use std::path::PathBuf;

/// Returns the root folder of the repository.
pub(crate) fn root() -> PathBuf {
    let mut path = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    path.pop();
    path
}
