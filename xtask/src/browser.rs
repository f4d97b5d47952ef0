//! Finds the Chromium that runs the page's tests.

use std::path::PathBuf;

const NAMES: [&str; 5] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const PATHS: [&str; 3] = [
    "/usr/bin/chromium",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/// Returns the program that the variable CHROMIUM names, or else the first one found. The error says what to install.
pub(crate) fn find() -> Result<PathBuf, String> {
    if let Some(named) = std::env::var_os("CHROMIUM").filter(|value| !value.is_empty()) {
        let path = PathBuf::from(named);
        return if path.is_file() {
            Ok(path)
        } else {
            Err(format!("the variable CHROMIUM names {}, which is not there", path.display()))
        };
    }
    let fixed = PATHS.iter().map(PathBuf::from);
    let search_path = std::env::var_os("PATH").unwrap_or_default();
    let in_path: Vec<PathBuf> = std::env::split_paths(&search_path).flat_map(candidates).collect();
    fixed.chain(in_path).find(|path| path.is_file()).ok_or_else(|| {
        "Chromium is missing, which runs the tests of the page: install it (Debian, Ubuntu: \
         `apt-get install chromium`), or name one with the variable CHROMIUM"
            .to_owned()
    })
}

fn candidates(folder: PathBuf) -> impl Iterator<Item = PathBuf> {
    NAMES.iter().map(move |name| folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
}
