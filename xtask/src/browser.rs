//! Finds the browsers that run the page's tests.

use std::path::PathBuf;

/// Browser, with the places where it is searched.
struct Browser {
    name: &'static str,
    /// Environment variable that names its program.
    variable: &'static str,
    /// Possible names of its program.
    programs: &'static [&'static str],
    /// Possible paths outside the search path.
    paths: &'static [&'static str],
    /// Message if it is missing.
    missing: &'static str,
}

const CHROMIUM: Browser = Browser {
    name: "Chromium",
    variable: "CHROMIUM",
    // The first has no windows, which would take a third of the time of the tests.
    programs: &[
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "chrome",
    ],
    paths: &[
        "/usr/bin/chromium-headless-shell",
        "/usr/bin/chromium",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ],
    missing: "which runs the tests of the page: install it (Debian: `apt-get install chromium-headless-shell`)",
};

const FIREFOX: Browser = Browser {
    name: "Firefox",
    variable: "FIREFOX",
    programs: &["firefox-esr", "firefox"],
    paths: &["/usr/bin/firefox-esr", "/Applications/Firefox.app/Contents/MacOS/firefox"],
    missing: "which runs some tests of the page: install it (Debian: `apt-get install firefox-esr`)",
};

/// Returns the program that the variable CHROMIUM names, or else the first one found. The error says what to install.
pub(crate) fn find_chromium() -> Result<PathBuf, String> {
    CHROMIUM.find()
}

/// Returns the program that the variable FIREFOX names, or else the first one found. The error says what to install.
pub(crate) fn find_firefox() -> Result<PathBuf, String> {
    FIREFOX.find()
}

impl Browser {
    fn named(&self) -> Option<PathBuf> {
        std::env::var_os(self.variable).filter(|value| !value.is_empty()).map(PathBuf::from)
    }

    fn find(&self) -> Result<PathBuf, String> {
        if let Some(path) = self.named() {
            return if path.is_file() {
                Ok(path)
            } else {
                Err(format!("the variable {} names {}, which is not there", self.variable, path.display()))
            };
        }
        let fixed = self.paths.iter().map(PathBuf::from);
        let search_path = std::env::var_os("PATH").unwrap_or_default();
        let in_path: Vec<PathBuf> =
            std::env::split_paths(&search_path).flat_map(|folder| self.candidates(folder)).collect();
        fixed.chain(in_path).find(|path| path.is_file()).ok_or_else(|| {
            format!("{} is missing, {}, or name one with the variable {}", self.name, self.missing, self.variable)
        })
    }

    fn candidates(&self, folder: PathBuf) -> impl Iterator<Item = PathBuf> {
        self.programs.iter().map(move |name| folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
    }
}
