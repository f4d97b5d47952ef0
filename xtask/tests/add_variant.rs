//! Adds the variant Skirmish by the text of CONTRIBUTING.md to a copy of the rules, and runs their tests.

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::{files, read, root};

const EXAMPLE: &str = "docs/skirmish/";
/// The variant next to whose lines the new ones go.
const MODEL: &str = "brusky";

/// The section of CONTRIBUTING.md.
fn section() -> String {
    let text = read("CONTRIBUTING.md");
    let section = text.split("\n## ").find(|section| section.starts_with("Add a variant\n"));
    section.expect("CONTRIBUTING.md has the section").to_owned()
}

/// Lines that the section says to add: the file, and the line.
fn lines(section: &str) -> Vec<(&str, &str)> {
    let indented = section.lines().filter_map(|line| line.strip_prefix("    "));
    indented.filter_map(|line| line.split_once("  ")).map(|(file, line)| (file, line.trim())).collect()
}

/// Puts a line behind the last one of the same form for the model.
fn with_line(text: &str, line: &str) -> String {
    let (start, _) = line.split_once("skirmish").expect("the line names the variant");
    let form = format!("{start}{MODEL}");
    let mut result: Vec<&str> = text.lines().collect();
    let at = result.iter().rposition(|known| known.trim_start().starts_with(&form));
    result.insert(at.unwrap_or_else(|| panic!("no line begins with {form:?}")) + 1, line);
    result.join("\n") + "\n"
}

/// Copies what the tests of the rules need: their crate, the documents that they read, and the settings of the build.
fn copy_rules(to: &Path) {
    let wanted = |file: &str| {
        ["crates/rules/", "docs/", ".cargo/"].iter().any(|folder| file.starts_with(folder))
            || ["Cargo.lock", "rust-toolchain.toml"].contains(&file)
    };
    for file in files().into_iter().filter(|file| wanted(file)) {
        let target = to.join(&file);
        fs::create_dir_all(target.parent().expect("it lies in a folder")).expect("the folder can be made");
        fs::copy(root().join(&file), target).expect("the file can be copied");
    }
    // The workspace without its other members.
    let manifest = read("Cargo.toml");
    let (head, rest) = manifest.split_once("members = [").expect("the workspace has members");
    let (_, rest) = rest.split_once("\n]\n").expect("the list of members ends");
    let rest: Vec<&str> = rest.lines().filter(|line| !line.starts_with("default-members")).collect();
    let manifest = format!("{head}members = [\"crates/rules\"]\n{}\n", rest.join("\n"));
    fs::write(to.join("Cargo.toml"), manifest).expect("the manifest can be written");
}

#[test]
fn skirmish_is_added_by_the_text() {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("skirmish");
    // A run before may have left files that are gone.
    let _ = fs::remove_dir_all(&copy);
    copy_rules(&copy);

    let section = section();
    let mut added = 0;
    for file in files().iter().filter_map(|file| file.strip_prefix(EXAMPLE)) {
        assert!(section.contains(&format!("{EXAMPLE}{file}")), "the text does not name {file}");
        let text = read(&format!("{EXAMPLE}{file}"));
        let before = fs::read_to_string(copy.join(file)).unwrap_or_default();
        fs::write(copy.join(file), before + &text).expect("the file can be written");
        added += 1;
    }
    let lines = lines(&section);
    assert!(added == 2 && lines.len() == 3, "{added} files, {lines:?}");
    for (file, line) in lines {
        fs::write(copy.join(file), with_line(&read(file), line)).expect("the file can be written");
    }

    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(&copy)
        .args(["test", "--offline", "--no-fail-fast", "--package", "saffron-rules", "--features", "serde"])
        .args(["--lib", "--tests", "--target-dir"])
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("skirmish-target"))
        .env("PROPTEST_RNG_SEED", "1939")
        // It is compiled once, and no one debugs it.
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .output()
        .expect("cargo can be started");
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{text}");
    let passed = |line: &str| line.strip_prefix("test result: ok. ")?.split(' ').next()?.parse::<usize>().ok();
    let passed: usize = text.lines().filter_map(passed).sum();
    assert!(passed > 150, "only {passed} tests were run:\n{text}");
}

#[test]
fn a_line_goes_behind_that_of_the_model() {
    assert_eq!(
        with_line("mod a;\nmod brusky;\nmod c;\n", "mod skirmish;"),
        "mod a;\nmod brusky;\nmod skirmish;\nmod c;\n"
    );
    assert_eq!(lines("a\n\n    b/c.rs    mod skirmish;\n"), [("b/c.rs", "mod skirmish;")]);
}
