//! Default folder of the endgame tables.

use std::path::{Path, PathBuf};

/// Returns the given folder of tables, or `tables` in the default data folder.
pub(super) fn folder(given: Option<&Path>) -> PathBuf {
    given.map_or_else(|| crate::data::default_data().join("tables"), Path::to_owned)
}
