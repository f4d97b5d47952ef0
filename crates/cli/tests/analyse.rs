//! `saffron analyse`: positions, reviews of games, and exit status.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn saffron(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_saffron"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // The program may exit without reading its input.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().unwrap()
}

fn printed(arguments: &[&str], input: &str) -> String {
    let output = saffron(arguments, input);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), errors.as_str()), (Some(0), ""), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the output of a call that must fail with status 2, and its one line on standard error.
fn refused(arguments: &[&str], input: &str) -> (String, String) {
    let output = saffron(arguments, input);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
    assert!(error.starts_with("error: "), "{arguments:?}: {error}");
    (String::from_utf8(output.stdout).unwrap(), error)
}

/// Temporary file of a test, removed when the value is dropped.
struct Scratch(tempfile::TempPath);

impl Scratch {
    fn new(name: &str, text: &str) -> Self {
        let path = tempfile::Builder::new().suffix(&format!("-{name}")).tempfile().unwrap().into_temp_path();
        std::fs::write(&path, text).unwrap();
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }

    fn text(&self) -> String {
        std::fs::read_to_string(&self.0).unwrap()
    }
}

/// White mates with the queen on e9 or f9.
const MATE_IN_ONE: &str = "k/3/5/4Q2/2K6/11/11/11/11/11/11 w - - 0 1";

/// In Hungarian: the queen (V) goes where a bishop (F) takes it.
const BLUNDER: &str = "[Variant \"Glinski\"]\n[White \"A\"]\n[Black \"B\"]\n\n\
    1.e5 e6 2.Vc3 $2 {ajaj [%eval 5.00]} 2...Fxc3 3.Hxc3 Hc6 0-1\n";

/// Returns the row of a review that begins with this move and its mark.
fn row<'a>(text: &'a str, mv: &str) -> Vec<&'a str> {
    let found = text.lines().find(|line| line.starts_with(mv) && line[mv.len()..].starts_with(' '));
    found.unwrap_or_else(|| panic!("{mv}: {text}")).split_whitespace().collect()
}

#[test]
fn a_position_is_searched_deeper_and_deeper() {
    let text = printed(&["analyse", "shafran", "--depth", "3"], "");
    assert!(text.starts_with(&printed(&["show", "shafran"], "")), "{text}");
    let rows: Vec<Vec<&str>> = text
        .lines()
        .skip_while(|line| !line.starts_with("depth"))
        .skip(1)
        .take_while(|line| !line.is_empty())
        .map(|line| line.split_whitespace().collect())
        .collect();
    let depths: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    assert_eq!(depths, ["1", "2", "3"], "{text}");
    let legal = printed(&["moves", "shafran", "--san"], "");
    for row in &rows {
        assert_eq!(row[5], "1.", "{text}");
        assert!(legal.split_whitespace().any(|mv| mv == row[6]), "{text}");
        assert!(row[2].starts_with(['+', '-', '0']) && row[2].contains('.'), "{text}");
    }
    let last = text.lines().last().unwrap();
    assert!(text.contains("\nDepth 3, ") && last.starts_with(" 1) ") && last.contains("1. "), "{text}");
}

#[test]
fn evaluations_are_from_whites_side() {
    let white = printed(&["analyse", "glinski", "--fen", MATE_IN_ONE, "--depth", "4"], "");
    assert!(white.ends_with("\n 1)      #1  1. Qe9#\n") || white.ends_with("\n 1)      #1  1. Qf9#\n"), "{white}");
    let fen = "K/3/5/4q2/2k6/11/11/11/11/11/11 b - - 0 1";
    let black = printed(&["analyse", "glinski", "--fen", fen, "--depth", "4"], "");
    assert!(black.contains("Black to move.") && black.contains(" 1)     #-1  1... Q"), "{black}");
    let ahead = "k/3/5/4q2/9/11/11/11/11/5K5/11 b - - 0 1";
    let text = printed(&["analyse", "glinski", "--fen", ahead, "--depth", "2"], "");
    assert!(text.lines().last().unwrap().contains(" #-"), "{text}");
}

#[test]
fn several_lines_are_ordered_by_their_worth() {
    let text = printed(&["analyse", "mccooey", "--depth", "3", "--lines", "3"], "");
    let block = text.split("\nDepth 3, ").nth(1).unwrap();
    let lines: Vec<Vec<&str>> = block.lines().skip(1).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines.len(), 3, "{text}");
    let evals: Vec<f64> = lines.iter().map(|line| line[1].parse().unwrap()).collect();
    assert!(evals.is_sorted_by(|a, b| a >= b), "{text}");
    let mut firsts: Vec<&str> = lines.iter().map(|line| line[3]).collect();
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), 3, "{text}");
}

#[test]
fn a_finished_game_is_said_to_be_so() {
    let cases = [
        ("k/3/5/5Q1/2K6/11/11/11/11/11/11 b - - 0 1", "The game is over: 3/4-1/4 stalemate."),
        ("k/3/1Q3/7/2K6/11/11/11/11/11/11 b - - 0 1", "The game is over: 1-0 checkmate."),
    ];
    for (fen, end) in cases {
        let text = printed(&["analyse", "glinski", "--fen", fen], "");
        assert_eq!(text.lines().last(), Some(end), "{text}");
    }
    let dead = printed(&["analyse", "shafran", "--fen", "k4/6/7/8/9/9/8/7/6/4K w - - 0 1"], "");
    assert!(dead.ends_with("The game is over: 1/2-1/2 dead.\n"), "{dead}");
}

#[test]
fn a_blunder_is_marked_and_written() {
    let annotated = Scratch::new("annotated.pgn", "");
    let arguments = ["analyse", "glinski", "--pgn", "-", "--depth", "4", "--annotate", annotated.path()];
    let text = printed(&arguments, BLUNDER);
    assert!(text.starts_with("Game 1: A - B, 0-1\n"), "{text}");
    let blunder = row(&text, "2. Qc3??");
    let [eval, loss]: [f64; 2] = [blunder[2], blunder[3]].map(|number| number.parse().unwrap());
    // White loses a queen for a bishop: more than 400 centipawns of the search.
    assert!(eval < -2.14 && loss > 2.14, "{text}");
    assert_eq!(blunder.len(), 5, "{text}");
    // The best reply has no loss.
    assert_eq!(row(&text, "2... Bxc3").len(), 3, "{text}");
    assert_eq!(row(&text, "??"), ["??", "blunders", "1", "0"], "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 72), "{text}");
    assert!(text.contains("  1 ┤") && text.contains("  0 ┤██"), "{text}");
    assert!(text.lines().any(|line| line.trim() == "W"), "{text}");
    let accuracy = row(&text, "accuracy");
    let [white, black] = [accuracy[1], accuracy[2]].map(|part| part.trim_end_matches('%').parse::<f64>().unwrap());
    assert!(white < 80.0 && black > 90.0 && black <= 100.0, "{text}");

    let record = annotated.text();
    let flat = record.replace('\n', " ");
    assert!(flat.contains(&format!("2. Qc3 $4 $2 {{[%eval {eval:.2}]}} {{ajaj}} (2. {}", blunder[4])), "{record}");
    assert!(!record.contains(blunder[3]) && record.contains("[Annotator \"Saffron "), "{record}");
    assert_eq!(record.matches("[%eval ").count(), 6, "{record}");
    assert!(record.ends_with(" 0-1\n"), "{record}");
    assert_eq!(printed(&["pgn", "check", annotated.path()], ""), "games 1 legal 1 plies 6\n");
}

#[test]
fn a_record_that_was_written_once_stays_the_same() {
    let [once, twice] = ["once.pgn", "twice.pgn"].map(|name| Scratch::new(name, ""));
    let annotate = |from: &str, to: &Scratch| {
        printed(&["analyse", "glinski", "--pgn", from, "--depth", "4", "--annotate", to.path()], BLUNDER);
    };
    annotate("-", &once);
    annotate(once.path(), &twice);
    assert!(once.text().contains("(2. "), "{}", once.text());
    assert_eq!(twice.text(), once.text());
}

#[test]
fn three_quarters_for_a_stalemate_count_in_a_review() {
    let game = format!("[Variant \"Glinski\"]\n[FEN \"{MATE_IN_ONE}\"]\n\n1. Qh8 3/4-1/4\n");
    let text = printed(&["analyse", "glinski", "--pgn", "-", "--depth", "3"], &game);
    let stalemate = row(&text, "1. Qh8??");
    // A mate counts as 1000 centipawns in the average, three quarters of a point as 100.
    assert_eq!(stalemate[2..4], ["3/4-1/4", "9.00"], "{text}");
    assert!(["Qe9#", "Qf9#"].contains(&stalemate[4]), "{text}");
    assert_eq!(row(&text, "average centipawn loss"), ["average", "centipawn", "loss", "900", "-"], "{text}");
    let mate = game.replace("Qh8 3/4-1/4", "Qe9# 1-0");
    let text = printed(&["analyse", "glinski", "--pgn", "-", "--depth", "3"], &mate);
    assert_eq!(row(&text, "1. Qe9#"), ["1.", "Qe9#", "1-0"], "{text}");
    assert_eq!(row(&text, "accuracy"), ["accuracy", "100.0%", "-"], "{text}");
}

#[test]
fn games_of_a_file_are_chosen_and_named() {
    let three = format!("{BLUNDER}\n1. g5 g6 2. Qz4 *\n\n[Variant \"Shafran\"]\n\n1. e5 e6 *\n");
    let review = |more: &[&str]| {
        let arguments = [&["analyse", "glinski", "--pgn", "-", "--nodes", "200"], more].concat();
        refused(&arguments, &three)
    };
    let (text, error) = review(&[]);
    assert!(text.contains("Game 1: A - B") && text.contains("Game 2\n") && !text.contains("Game 3"), "{text}");
    assert_eq!(text.matches("1... g6").count(), 1, "{text}");
    assert!(error.contains("standard input:7: game 2: ply 3, 2. Qz4: "), "{error}");
    assert!(error.contains("; 1 more in other games"), "{error}");
    let (text, error) = review(&["--game", "3"]);
    assert_eq!(text, "");
    assert_eq!(error, "error: standard input:9: game 3: it is of Shafran, not of Glinski\n");
    let (_, error) = review(&["--game", "4"]);
    assert_eq!(error, "error: standard input: there is no game 4; there are 3\n");
    let second = printed(&["analyse", "shafran", "--pgn", "-", "--nodes", "200", "--game", "3"], &three);
    assert!(second.starts_with("Game 3\n") && second.contains("1... e6"), "{second}");
}

#[test]
fn bad_arguments_and_files_are_refused() {
    let file = Scratch::new("same.pgn", BLUNDER);
    let cases: &[(&[&str], &str)] = &[
        (&["chess"], "chess"),
        (&["glinski", "--fen", "k w - - 0 1"], "--fen"),
        (&["glinski", "--depth", "0"], "--depth"),
        (&["glinski", "--movetime", "soon"], "--movetime"),
        (&["glinski", "--lines", "0"], "--lines"),
        (&["glinski", "--threads", "0"], "--threads"),
        (&["glinski", "--hash", "0"], "--hash"),
        (&["glinski", "--pgn", "/nonexistent.pgn"], "/nonexistent.pgn"),
        (&["glinski", "--pgn", "/nonexistent.pgn", "--annotate", "/nonexistent/a.pgn"], "/nonexistent.pgn: "),
        (&["glinski", "--pgn", "-", "--annotate", "/nonexistent/a.pgn"], "--annotate /nonexistent/a.pgn"),
        (&["glinski", "--pgn", "-", "--fen", MATE_IN_ONE], "--fen"),
        (&["glinski", "--pgn", "-"], "standard input: no games found"),
        (&["glinski", "--game", "1"], "--pgn"),
        (&["glinski", "--annotate", "a.pgn"], "--pgn"),
        (&["glinski", "--pgn", file.path(), "--annotate", file.path()], "this is the input file"),
    ];
    for (arguments, named) in cases {
        let (text, error) = refused(&[&["analyse"], *arguments].concat(), "");
        assert_eq!(text, "", "{arguments:?}");
        assert!(error.contains(named), "{arguments:?}: {error}");
    }
    assert_eq!(file.text(), BLUNDER);
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_the_lines_found_so_far() {
    use std::io::{BufRead, BufReader, Read};
    let mut child = Command::new(env!("CARGO_BIN_EXE_saffron"))
        .args(["analyse", "devasa", "--movetime", "600000"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.starts_with("    3    1 ") {
        line.clear();
        assert_ne!(out.read_line(&mut line).unwrap(), 0);
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(rest.contains("\nDepth ") && rest.contains("\n 1) "), "{rest}");
}
