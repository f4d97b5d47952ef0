//! `saffron generate`: manual pages and completions for packages.

use std::process::Command;

fn saffron(arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_saffron")).args(arguments).output().expect("the program starts")
}

#[test]
fn the_manual_has_a_page_for_each_listed_subcommand() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let output = saffron(&["generate", "manual", folder.to_str().expect("a path in UTF-8")]);
    assert!(output.status.success(), "{output:?}");
    let page = std::fs::read_to_string(folder.join("saffron-perft.1")).expect("a page for perft");
    assert!(page.contains("\\-\\-threads"), "{page}");
    assert!(folder.join("saffron.1").is_file());
    assert!(!folder.join("saffron-generate.1").exists());
}

#[test]
fn a_folder_that_is_missing_is_named() {
    let output = saffron(&["generate", "manual", "/nowhere/at/all"]);
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.starts_with("error: /nowhere/at/all: ") && errors.lines().count() == 1, "{errors}");
}

#[test]
fn completions_name_the_subcommands() {
    for shell in ["bash", "zsh", "fish"] {
        let output = saffron(&["generate", "completions", shell]);
        assert!(output.status.success(), "{shell}: {output:?}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("perft"), "{shell}");
    }
}
