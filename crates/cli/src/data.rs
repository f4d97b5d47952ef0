//! Where the server's data are.

use std::path::{Path, PathBuf};

/// The file of the database in a folder, or in the folder where this system keeps the data of users.
pub(crate) fn database_file(folder: Option<&Path>) -> PathBuf {
    folder.map_or_else(default_data, Path::to_owned).join("saffron.db")
}

/// The folder of the endgame tables: the one that is given, otherwise `tables` in the data folder.
pub(crate) fn tables_folder(given: Option<&Path>, data: Option<&Path>) -> PathBuf {
    given.map_or_else(|| data.map_or_else(default_data, Path::to_owned).join("tables"), Path::to_owned)
}

/// The state directory that systemd has made for this service. Otherwise the folder `saffron` where this system keeps the data
/// of users, in the current folder where it names none.
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
