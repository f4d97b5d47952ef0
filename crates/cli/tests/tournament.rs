//! `saffron tournament`: rounds of reports are checked and paired.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn saffron(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_saffron")).arg("tournament").args(arguments).output().unwrap()
}

fn printed(arguments: &[&str]) -> String {
    let output = saffron(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Recorded tournaments, a file each.
fn recorded(folder: &tempfile::TempDir) -> Vec<PathBuf> {
    let all = include_str!("../../tournament/tests/data/dutch.trf");
    let texts = all.split("012 ").filter(|text| !text.is_empty());
    let write = |(number, text): (usize, &str)| {
        let path = folder.path().join(format!("{number}.trf"));
        fs::write(&path, format!("012 {text}")).unwrap();
        path
    };
    texts.enumerate().map(write).collect()
}

#[test]
fn recorded_rounds_have_no_differences() {
    let folder = tempfile::tempdir().unwrap();
    let files = recorded(&folder);
    let mut arguments = vec!["check"];
    arguments.extend(files.iter().map(|file| file.to_str().unwrap()));
    let rounds: usize = files
        .iter()
        .map(|file| {
            fs::read_to_string(file).unwrap().lines().map(|line| line.len().saturating_sub(81) / 10).max().unwrap()
        })
        .sum();
    assert_eq!(printed(&arguments), format!("rounds {rounds} differences 0\n"));
}

#[test]
fn a_round_that_was_paired_differently_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("swapped.trf");
    let player = |number: u32, round: &str| format!("001 {number:>4}{:72} 0.0       {round}\n", "");
    let lines = [player(1, "   2 w 0"), player(2, "   1 b 0"), player(3, "   4 w 0"), player(4, "   3 b 0")];
    fs::write(&file, lines.concat()).unwrap();
    let file = file.to_str().unwrap();
    let expected = format!("{file}: round 1: file 1-2 3-4; rules 1-3 4-2\nrounds 1 differences 1\n");
    assert_eq!(printed(&["check", file]), expected);
}

#[test]
fn the_next_round_is_paired() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("five.trf");
    let player =
        |number: u32, points: &str, round: &str| format!("001 {number:>4}{:72}{points:>4}       {round}\n", "");
    let lines = [
        player(1, "1.0", "   3 w 1"),
        player(2, "1.0", "   4 b 1"),
        player(3, "0.0", "   1 b 0"),
        player(4, "0.0", "   2 w 0"),
        player(5, "1.0", "0000 - U"),
    ];
    fs::write(&file, lines.concat() + "XXR 3\n").unwrap();
    let path = file.to_str().unwrap();
    // The bye of player 5 was a float, so that another one floats down; both 3 and 4 may have the bye.
    assert_eq!(printed(&["pair", path]), "5 1\n2 3\n4 0\n");
    // With a requested bye the number of players is even. 2 has met 4, so that 1 floats down.
    fs::write(&file, lines.concat() + "XXR 3\n240 H 002    3\n").unwrap();
    assert_eq!(printed(&["pair", path]), "2 5\n4 1\n");
    let output = {
        fs::write(&file, lines.concat() + "XXR 1\n").unwrap();
        saffron(&["pair", path])
    };
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("error: {path}: all 1 rounds are paired\n"));
}

#[test]
fn faults_are_named_with_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("faulty.trf");
    fs::write(&file, "012 Kupa\n001    1\n001    1\n").unwrap();
    let path = file.to_str().unwrap();
    for command in ["check", "pair"] {
        let output = saffron(&[command, path]);
        assert_eq!(output.status.code(), Some(2));
        let expected = format!("error: {path}: line 3: player 1 is on a line before this one, too\n");
        assert_eq!(String::from_utf8_lossy(&output.stderr), expected);
    }
}

#[test]
fn players_are_ranked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("four.trf");
    let player = |number: u32, name: &str, rounds: &str| {
        format!("001 {number:>4}      {name:<33}{:33} 0.0       {rounds}\n", "")
    };
    let lines = [
        player(1, "Anna", "   2 w 1     3 b =  0000 - H"),
        player(2, "Béla", "   1 b 0     4 w 1     3 b ="),
        player(3, "Csaba", "   4 w 1     1 w =     2 w ="),
        player(4, "Dóra", "   3 b 0     2 b 0  0000 - Z"),
    ];
    fs::write(&file, lines.concat()).unwrap();
    let path = file.to_str().unwrap();
    let table = "rank\tnumber\tpoints\tDE\tBH-C1\tSB\tname\n\
                 1\t1\t2.0\t1\t3.5\t3.25\tAnna\n\
                 2\t3\t2.0\t1\t3.5\t2.25\tCsaba\n\
                 3\t2\t1.5\t1\t4\t1.5\tBéla\n\
                 4\t4\t0.0\t1\t3.5\t0\tDóra\n";
    let printed_table = printed(&["standings", path, "--tie-breaks", "DE,BH-C1,SB"]);
    assert_eq!(printed_table, table);
    // Those of the file.
    fs::write(&file, lines.concat() + "202 DE,BH/C1,SB\n").unwrap();
    assert_eq!(printed(&["standings", path]), table);
    let output = saffron(&["standings", path, "--tie-breaks", "DE,WIN-C1"]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("\"WIN-C1\": WIN is not a sum of which values can be left out"), "{error}");
}
