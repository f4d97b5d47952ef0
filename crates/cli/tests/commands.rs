//! Output and exit status of the subcommands that other programs rely on.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn saffron(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_saffron")).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn printed(arguments: &[&str]) -> String {
    let output = saffron(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the one line on standard error of a call that must fail with status 2.
fn refused(arguments: &[&str]) -> String {
    let output = saffron(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{arguments:?}: {text}");
    assert!(text.starts_with("error: "), "{arguments:?}: {text}");
    text
}

#[test]
fn perft_prints_a_line_a_depth() {
    assert_eq!(printed(&["perft", "shafran", "3"]), "1 42\n2 1706\n3 75494\n");
    assert_eq!(printed(&["perft", "shafran", "0"]), "0 1\n");
    let threads = printed(&["perft", "glinski", "4", "--threads", "2"]);
    assert_eq!(threads, "1 51\n2 2586\n3 137858\n4 7282418\n");
}

#[test]
fn perft_divides_by_first_moves() {
    let lines = printed(&["perft", "mccooey", "2", "--divide"]);
    let counts: Vec<u64> = lines.lines().map(|line| line.split_once(' ').unwrap().1.parse().unwrap()).collect();
    let total = printed(&["perft", "mccooey", "2"]);
    assert!(total.ends_with(&format!("2 {}\n", counts.iter().sum::<u64>())));
    let moves: Vec<&str> = lines.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(moves.join(" ") + "\n", printed(&["moves", "mccooey"]));
}

#[test]
fn moves_are_sorted_on_one_line() {
    let fen = "k4/6/7/8/9/8R/8/7/6/R3K w QB - 0 1";
    let moves = printed(&["moves", "shafran", "--fen", fen]);
    assert_eq!(moves.lines().count(), 1);
    let words: Vec<&str> = moves.split_whitespace().collect();
    assert!(words.is_sorted());
    for castling in ["e1b1", "e1c1", "e1g3", "e1h4"] {
        assert!(words.contains(&castling), "{castling}: {moves}");
    }
    let san = printed(&["moves", "shafran", "--fen", fen, "--san"]);
    for castling in ["Q-0-0", "Q-0-0-0", "B-0-0", "B-0-0-0"] {
        assert!(san.split_whitespace().any(|word| word == castling), "{castling}: {san}");
    }
}

#[test]
fn a_mated_side_has_an_empty_line() {
    let fen = "k1b1R/1R3p/3p3/8/r1p3p1P/nb7/p1p3PB/4QP1/PPpKPB/RNBN1 b b - 0 18";
    assert_eq!(printed(&["moves", "shafran", "--fen", fen]), "\n");
    assert_eq!(printed(&["perft", "shafran", "2", "--fen", fen]), "1 0\n2 0\n");
}

#[test]
fn show_draws_and_writes_pictures() {
    for variant in ["shafran", "glinski", "mccooey", "hexofen", "devasa", "brusky"] {
        let text = printed(&["show", variant]);
        assert!(text.matches('K').count() >= 1, "{text}");
    }
    let folder = tempfile::tempdir().unwrap();
    let (svg, png) = (folder.path().join("board.svg"), folder.path().join("board.png"));
    assert_eq!(printed(&["show", "shafran", "--svg", svg.to_str().unwrap()]), "");
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg "));
    assert_eq!(printed(&["show", "shafran", "--flip", "--width", "200", "--png", png.to_str().unwrap()]), "");
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn bad_arguments_get_one_clear_line() {
    for (arguments, named) in [
        (&["perft", "chess", "3"][..], "chess"),
        (&["perft", "shafran", "x"], "x"),
        (&["perft", "shafran", "-1"], "-1"),
        (&["perft", "shafran"], "DEPTH"),
        (&["perft", "shafran", "0", "--divide"], "--divide"),
        (&["perft", "shafran", "2", "--threads", "0"], "threads"),
        (&["moves"], "VARIANT"),
        (&["moves", "shafran", "--fen", "x"], "--fen: a FEN of this game has 6 fields"),
        (&["moves", "shafran", "--fen", "k4/6/7/8/9/9/8/7/6/5 w - - 0 1"], "White has no king"),
        (&["show", "shafran", "--png", "/no/such/folder/board.png"], "/no/such/folder/board.png"),
        (&["show", "shafran", "--width", "5"], "--png"),
        (&["play", "shafran", "--level", "11"], "11"),
        (&["play", "shafran", "--elo", "9"], "9"),
        (&["play", "shafran", "--elo", "1000", "--level", "3"], "--level"),
        (&["nonsense"], "nonsense"),
        (&["--nonsense"], "--nonsense"),
    ] {
        let text = refused(arguments);
        assert!(text.contains(named), "{arguments:?}: {text}");
    }
}

/// Returns the output of `saffron play` for these lines of input.
fn played(arguments: &[&str], typed: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_saffron"))
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_game_in_the_terminal() {
    let text = played(&["shafran", "--level", "1"], "e5\nnonsense\nmoves\nundo\nfen\nhint\nNc4\nresign\n");
    assert!(text.contains("1. e2-e5"), "{text}");
    assert!(text.contains("\"nonsense\" is not a move"), "{text}");
    assert!(text.contains("kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK w QBqb - 0 1"), "{text}");
    assert!(text.contains("1. Nb1-c4"), "{text}");
    assert!(text.ends_with("The game is over: 0-1 resignation.\n"), "{text}");
}

#[test]
fn either_side_or_both_may_be_played() {
    let fen = "k4/6/7/8/9/9/8/7/R4R/4K w - - 0 1";
    let text = played(&["shafran", "--side", "both", "--fen", fen], "quit\n");
    assert!(text.starts_with("Shafran (1939), two players\n"), "{text}");
    let text = played(&["shafran", "--elo", "1000"], "e5\nquit\n");
    assert!(text.contains("Elo 1000") && text.contains("1... "), "{text}");
    let text = played(&["shafran", "--side", "black", "--level", "1"], "");
    assert!(text.contains("1. "), "the engine moves first: {text}");
}
