//! Locations of the server's data.

use std::path::{Path, PathBuf};

/// Returns the database file in the given folder, or in the default data folder.
pub(crate) fn database_file(folder: Option<&Path>) -> PathBuf {
    folder.map_or_else(default_data, Path::to_owned).join("saffron.db")
}

/// Returns the given folder of endgame tables, or `tables` in the data folder.
pub(crate) fn tables_folder(given: Option<&Path>, data: Option<&Path>) -> PathBuf {
    given.map_or_else(|| data.map_or_else(default_data, Path::to_owned).join("tables"), Path::to_owned)
}

/// Returns the default data folder: the systemd state directory of the service, otherwise the folder `saffron` in the user's
/// data folder, or in the current folder if the system has no such folder.
pub(crate) fn default_data() -> PathBuf {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(state) = variable("STATE_DIRECTORY") {
        return state;
    }
    let data = if cfg!(windows) {
        variable("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        variable("XDG_DATA_HOME").or_else(|| variable("HOME").map(|home| home.join(".local/share")))
    };
    data.map_or_else(|| PathBuf::from("saffron-data"), |data| data.join("saffron"))
}
