//! `saffron puzzles`: mining, verifying and rating.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn saffron(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_saffron")).args(arguments).output().unwrap()
}

fn printed(arguments: &[&str]) -> String {
    let output = saffron(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
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

/// Verifies a text, and returns what is printed.
fn verified(text: &str, arguments: &[&str]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_saffron"))
        .args(["puzzles", "verify", "-"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Gliński's game: of all moves only the pawn's double step wins, and then only the king's approach, as the tables know.
const PAWN: &str = "1/3/K4/7/1p7/11/11/7k3/11/11/11 b - - 0 1";

/// Gliński's game: the queen wins by nearly every move.
const QUEEN: &str = "k/3/5/5Q1/2K6/11/11/11/11/11/11 w - - 0 1";

#[test]
fn puzzles_are_mined_rated_and_sound() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (games, mined, rated) = (file("games"), file("mined.tsv"), file("rated.tsv"));
    printed(&["selfplay", "shafran", "--out", &games, "--games", "160", "--nodes", "60", "--threads", "2"]);
    let mine = ["puzzles", "mine", "shafran", &games, "--out", &mined, "--nodes", "1000", "--threads", "2"];
    let found = printed(&mine);
    let count: usize = found.trim().strip_prefix("puzzles ").unwrap().parse().unwrap();
    let text = fs::read_to_string(&mined).unwrap();
    assert!(count >= 3 && text.lines().count() == count + 1, "{found}{text}");
    // Nothing is left to do, and the same file is written.
    assert_eq!((printed(&mine), fs::read_to_string(&mined).unwrap()), (found, text.clone()));

    let checked = printed(&["puzzles", "verify", &mined, "--nodes", "1000"]);
    let last = checked.lines().last().unwrap();
    let numbers: Vec<usize> = last.split(' ').filter_map(|word| word.parse().ok()).collect();
    assert!(last.starts_with("puzzles ") && numbers[0] == count, "{checked}");
    assert!(numbers[1] + numbers[2] <= count / 3, "{checked}");

    printed(&["puzzles", "rate", &mined, "--out", &rated, "--tries", "1", "--threads", "2"]);
    let text = fs::read_to_string(&rated).unwrap();
    let ratings: Vec<u32> =
        text.lines().skip(1).map(|line| line.split('\t').nth(4).unwrap().parse().unwrap()).collect();
    assert!(ratings.len() == count && ratings.iter().all(|rating| (300..=3000).contains(rating)), "{text}");
    let table = printed(&["puzzles", "levels", &rated, "--sample", "4"]);
    assert!(table.starts_with("level\t") && table.lines().count() == 11, "{table}");
}

#[test]
fn endings_are_mined_from_the_tables_in_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("endings.tsv").display().to_string();
    let mine = ["puzzles", "mine", "glinski", "--endings", "4", "--out", &out, "--nodes", "1000"];
    assert_eq!(printed(&mine).lines().last(), Some("puzzles 4"));
    assert_eq!(printed(&["puzzles", "verify", &out]), "puzzles 4 ambiguous 0 wrong 0\n");
}

#[test]
fn other_files_are_read_and_what_is_wrong_is_named() {
    // The question alone, EPD, a table with commas, and a solution in algebraic notation.
    let sound = [
        PAWN.to_owned(),
        format!("{} bm c7c5;", PAWN.strip_suffix(" 0 1").unwrap()),
        format!("id,\"{PAWN}\",c7c5 d9c7 h4f5,1200,endgame"),
        format!("glinski | {PAWN} | c5 Kc7 Kf5"),
    ];
    assert_eq!(verified(&sound.join("\n"), &["--variant", "glinski"]), "puzzles 4 ambiguous 0 wrong 0\n");
    let flawed = format!("# a comment\n{QUEEN}\n\n{PAWN}\tc7c6\n{PAWN}\tc7c5 d9c7 h4h5\n");
    let found = verified(&flawed, &["--variant", "glinski"]);
    let lines: Vec<&str> = found.lines().collect();
    assert!(lines[0].starts_with("standard input:2: ambiguous: move 1: "), "{found}");
    assert_eq!(lines[1], "standard input:4: wrong: move 1: c7-c5 (c7c5) is better");
    assert!(lines[2].starts_with("standard input:5: wrong: move 3: "), "{found}");
    assert_eq!(lines[3], "puzzles 3 ambiguous 1 wrong 2");
    let wrong = verified(&format!("glinski\t{PAWN}\ta1a2\n"), &[]);
    assert!(wrong.starts_with("standard input:1: wrong: move 1 is not legal: a1a2\n"), "{wrong}");
    assert!(wrong.ends_with("puzzles 1 ambiguous 0 wrong 1\n"), "{wrong}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.tsv");
    let path = file.display().to_string();
    for (text, error) in [
        (format!("{PAWN}\n"), "no variant is named"),
        ("# a comment\n\nshafran without a position\n".to_owned(), ":3: there is no position"),
        ("shafran\t9/9 w - - 0 1\te2e3\n".to_owned(), ":1: the FEN cannot be read"),
    ] {
        fs::write(&file, text).unwrap();
        let found = refused(&["puzzles", "verify", &path]);
        assert!(found.contains(error), "{found}");
    }
    assert!(refused(&["puzzles", "mine", "shafran", "--out", &path]).contains("nothing to mine"));
    assert!(refused(&["puzzles", "rate", &path, "--out", &path]).contains("FEN cannot be read"));
}
