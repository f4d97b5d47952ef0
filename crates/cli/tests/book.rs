//! `saffron book`: building, showing and verifying books.

use std::io::Write;
use std::process::{Command, Output};

use tempfile::TempDir;

fn saffron(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_saffron")).args(arguments).output().unwrap()
}

fn printed(arguments: &[&str]) -> String {
    let output = saffron(arguments);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), errors.as_str()), (Some(0), ""), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the one line on standard error of a call that must fail with status 2.
fn refused(arguments: &[&str]) -> String {
    let output = saffron(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
    error
}

/// Temporary folder of a test, removed when the value is dropped.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }
}

fn build<'a>(file: &'a str, positions: &'a str, games: &'a str) -> [&'a str; 15] {
    [
        "book",
        "build",
        "glinski",
        "--out",
        file,
        "--positions",
        positions,
        "--games",
        games,
        "--nodes",
        "200",
        "--lines",
        "3",
        "--game-nodes",
        "50",
    ]
}

#[test]
fn a_book_is_built_and_grows_and_is_shown() {
    let folder = Folder::new();
    let file = folder.file("a.book");
    let first = printed(&build(&file, "10", "0"));
    assert!(first.contains("variant    glinski\n") && first.contains("games      0\n"), "{first}");
    let second = printed(&build(&file, "30", "3"));
    assert!(second.contains("games      3\n"), "{second}");
    assert_eq!(printed(&["book", "stats", &file]), second);
    let verified = printed(&["book", "verify", &file]);
    assert!(verified.starts_with("glinski: 3") && verified.ends_with("all in order\n"), "{verified}");

    let shown = printed(&["book", "show", "glinski", "--book", &file]);
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[0].split_whitespace().collect::<Vec<_>>(), ["move", "eval", "games", "score", "played"]);
    assert!(lines.len() > 3, "{shown}");
    let games: u32 =
        lines[1..].iter().map(|line| line.split_whitespace().nth(2).unwrap().parse::<u32>().unwrap()).sum();
    assert_eq!(games, 3, "{shown}");
    let elsewhere =
        printed(&["book", "show", "glinski", "--book", &file, "--fen", "k/3/5/7/9/11/11/11/11/11/10K w - - 0 1"]);
    assert_eq!(elsewhere, "The position is not in the book.\n");
}

#[test]
fn the_program_has_books_of_its_own() {
    for variant in ["shafran", "glinski", "mccooey", "hexofen", "devasa", "brusky"] {
        let shown = printed(&["book", "show", variant]);
        assert!(shown.lines().count() > 3, "{shown}");
    }
    let mini = concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants/mini-hexchess.toml");
    let refusal = refused(&["book", "show", "mini", "--variants", mini]);
    assert_eq!(refusal, "error: there is no book of Mini Hexchess; --book names a file\n");
}

/// At its higher levels the computer plays book moves; a search at level 10 would take longer than the test.
#[test]
fn a_game_begins_from_the_book() {
    let shown = printed(&["book", "show", "glinski"]);
    let known: Vec<&str> = shown.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect();
    let mut child = Command::new(env!("CARGO_BIN_EXE_saffron"))
        .args(["play", "glinski", "--level", "10", "--side", "black"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"record\nquit\n").unwrap();
    let said = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    // The move as it was played, and the line of the game score.
    let first = said.lines().filter_map(|line| line.strip_prefix("1. ")).nth(1).unwrap_or_else(|| panic!("{said}"));
    assert!(known.contains(&first.split_whitespace().next().unwrap()), "{first} {known:?}");
}

#[test]
fn a_file_that_is_not_a_book_is_refused() {
    let folder = Folder::new();
    let file = folder.file("a.book");
    printed(&build(&file, "3", "0"));
    let bytes = std::fs::read(&file).unwrap();
    let damaged = folder.file("damaged.book");
    std::fs::write(&damaged, &bytes[..bytes.len() - 1]).unwrap();
    assert!(
        refused(&["book", "verify", &damaged]).ends_with("damaged.book: the book is damaged: its checksum is wrong\n")
    );
    std::fs::write(&damaged, "[Event \"x\"]").unwrap();
    assert!(refused(&["book", "stats", &damaged]).ends_with("damaged.book: this is not an opening book\n"));
    assert!(refused(&["book", "stats", &folder.file("none")]).contains("none: "));
    let other = refused(&["book", "show", "shafran", "--book", &file]);
    assert!(other.ends_with("a.book: the book is of the variant glinski, not shafran\n"), "{other}");
}

#[test]
fn wrong_arguments_are_refused() {
    let folder = Folder::new();
    let file = folder.file("a.book");
    printed(&build(&file, "3", "0"));
    let mut other = build(&file, "5", "0");
    other[10] = "300";
    assert!(refused(&other).contains("a.book.journal: the book was begun with --nodes 200 --lines 3"));
    let mut lines = build(&file, "5", "0");
    lines[12] = "0";
    assert!(refused(&lines).contains("0 is not in 1..=32"));
    assert!(refused(&["book", "build", "chess", "--out", &file]).contains("there is no variant \"chess\""));
}

/// Ctrl-C ends a build with the book so far, and the same command resumes it.
#[cfg(unix)]
#[test]
fn a_build_ends_at_ctrl_c_and_is_resumed() {
    let folder = Folder::new();
    let file = folder.file("a.book");
    let mut child = Command::new(env!("CARGO_BIN_EXE_saffron"))
        .args(build(&file, "100000", "0"))
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let journal = folder.file("a.book.journal");
    // Wait until a position has been searched.
    let length = || std::fs::metadata(&journal).map_or(0, |file| file.len());
    while length() < 500 {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success() && said.starts_with("Stopped; run the same command again to continue.\n"),
        "{said}"
    );
    printed(&["book", "verify", &file]);
    let before = length();
    printed(&build(&file, "1", "0"));
    assert_eq!(length(), before, "nothing was searched again");
}
