//! Where the repository is.

use std::path::PathBuf;

/// The root folder of the repository.
pub(crate) fn root() -> PathBuf {
    let mut path = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    path.pop();
    path
}
