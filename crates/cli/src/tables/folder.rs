//! Where the tables are.

use std::path::{Path, PathBuf};

/// The folder of the tables.
pub(super) fn folder(given: Option<&Path>) -> PathBuf {
    given.map_or_else(|| crate::data::default_data().join("tables"), Path::to_owned)
}
