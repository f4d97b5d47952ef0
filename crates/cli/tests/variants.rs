//! `--variants FILE`: every subcommand that names a variant accepts the examples.

use std::io::Write;
use std::process::{Command, Output, Stdio};

const MINI: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants/mini-hexchess.toml");
const BASKERVILLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants/baskerville.toml");

fn saffron(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_saffron"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that exits without reading closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn printed(arguments: &[&str], input: &str) -> String {
    let output = saffron(arguments, input);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refused(arguments: &[&str]) -> String {
    let output = saffron(arguments, "");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

#[test]
fn the_option_stands_anywhere_and_often() {
    assert_eq!(printed(&["perft", "mini", "4", "--variants", MINI], ""), "1 9\n2 71\n3 681\n4 7534\n");
    let both = ["--variants", MINI, "moves", "baskerville", &format!("--variants={BASKERVILLE}")];
    assert_eq!(printed(&both, "").split_whitespace().count(), 48);
    assert!(
        printed(&["show", "mini", "--variants", MINI], "").ends_with("b/rkn/ppppp/7/3P3/2PKP2/1PNBRP1 w - - 0 1\n")
    );
}

#[test]
fn the_engine_plays_them() {
    let input =
        "uci\nsetoption name UCI_Variant value baskerville\nposition startpos moves e3e4\ngo depth 3\nisready\n";
    let answer = printed(&["uci", "--variants", BASKERVILLE], input);
    assert!(answer.contains(" var brusky var baskerville\n"), "{answer}");
    assert!(answer.contains("bestmove ") && !answer.contains("error"), "{answer}");
    let game = printed(&["play", "mini", "--level", "1", "--variants", MINI], "d4\nrecord\nquit\n");
    assert!(game.starts_with("Mini Hexchess (1997), level 1 of 10 (Elo "), "{game}");
    assert!(game.contains("[Variant \"Mini Hexchess\"]") && game.contains("1. d4 "), "{game}");
}

#[test]
fn records_of_them_are_checked() {
    let record = "[Variant \"Mini Hexchess\"]\n\n1. d4 Nc4 *\n";
    let checked = printed(&["pgn", "check", "-", "--variants", MINI], record);
    assert!(checked.contains("games 1 "), "{checked}");
    assert!(!checked.contains("not a known"), "{checked}");
    let unknown = printed(&["pgn", "check", "-"], record);
    assert!(unknown.contains("legal 0"), "{unknown}");
}

#[test]
fn errors_are_reported() {
    assert!(refused(&["perft", "mini", "1"]).contains("there is no variant \"mini\""));
    assert!(refused(&["perft", "mini", "1", "--variants", "/nowhere.toml"]).starts_with("error: /nowhere.toml: "));
    assert!(refused(&["perft", "shafran", "1", "--variants"]).contains("--variants"));
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let bad = folder.join("bad-variant.toml");
    std::fs::write(
        &bad,
        "[[variant]]\nid = \"bad\"\nname = \"Bad\"\nextends = \"glinski\"\nstart = \"8/8 w - - 0 1\"\n",
    )
    .unwrap();
    let bad = bad.to_str().unwrap();
    let error = refused(&["perft", "bad", "1", "--variants", bad]);
    assert!(error.contains("line 5, variant bad: start position: placement: the board has 11 ranks"), "{error}");
    assert!(refused(&["perft", "mini", "1", "--variants", MINI, "--variants", MINI]).contains("already a variant"));
    assert!(refused(&["bench", "--variants", MINI]).contains("--variants is for"));
    assert!(refused(&["--variants", MINI, "bench"]).contains("--variants is for"));
    assert!(!printed(&["bench", "--help"], "").contains("--variants"));
    for command in ["moves", "serve"] {
        assert!(printed(&[command, "--help"], "").contains("--variants"), "{command}");
    }
}
