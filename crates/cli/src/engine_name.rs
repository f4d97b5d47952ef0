//! `saffron-uci`: the name under which the program is the engine.
//!
//! Most GUIs and bot runners start an engine without arguments. The archives and packages install this name as a hard link to
//! the program, which takes no space. File dialogs resolve symbolic links, so a symbolic link would lose the name.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::CommandFactory;

use crate::Arguments;

/// Prefix of the file name; a version or processor may follow.
const NAME: &str = "saffron-uci";

/// Subcommands that are commands of the protocol, too.
const PROTOCOL: [&str; 1] = ["bench"];

/// Returns the arguments of the process, its name first. Under the engine's name, `uci` is inserted unless they name a
/// subcommand.
pub(crate) fn arguments() -> Vec<OsString> {
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    let started_as = arguments.first().is_some_and(|name| is_engine(name));
    // The caller may pass any first argument, so the name of the executable is checked as well.
    let is_file = || std::env::current_exe().is_ok_and(|file| is_engine(file.as_os_str()));
    if (started_as || is_file()) && needs_subcommand(arguments.get(1)) {
        arguments.insert(1, "uci".into());
    }
    arguments
}

/// Returns whether a path has the engine's name, ignoring case.
fn is_engine(path: &OsStr) -> bool {
    let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    name.strip_prefix(NAME).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

/// Returns whether `uci` has to be inserted: the first argument is no subcommand and does not ask for the version. It may be a
/// command of the protocol, as test frameworks pass it.
fn needs_subcommand(first: Option<&OsString>) -> bool {
    let is_subcommand = |first: &OsString| {
        first == "help"
            || Arguments::command().find_subcommand(first).is_some() && !PROTOCOL.iter().any(|word| first == word)
    };
    first.is_none_or(|first| first != "--version" && first != "-V" && !is_subcommand(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_goes_by_its_file_name() {
        for path in
            ["saffron-uci", "/usr/games/saffron-uci", "./SAFFRON-UCI.EXE", "saffron-uci.exe", "saffron-uci-1.0-v3"]
        {
            assert!(is_engine(OsStr::new(path)), "{path}");
        }
        for path in ["saffron", "/opt/saffron-uci/saffron", "saffron.exe", "saffron-ucix", "uci", ""] {
            assert!(!is_engine(OsStr::new(path)), "{path}");
        }
    }

    #[test]
    fn options_are_the_engines_and_subcommands_stay() {
        let needs = |first: &str| needs_subcommand(Some(&first.into()));
        assert!(needs_subcommand(None) && needs("--variants") && needs("--variants=a.toml") && needs("--help"));
        assert!(needs("genfens 9 seed 1 book None") && needs("go") && needs("bench"));
        assert!(!needs("uci") && !needs("perft") && !needs("help") && !needs("--version") && !needs("-V"));
    }
}
