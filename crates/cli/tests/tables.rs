//! `saffron tables`.

use std::process::{Command, Output};

fn saffron(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_saffron")).args(arguments).output().expect("the program runs")
}

fn printed(arguments: &[&str]) -> String {
    let output = saffron(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn stats_are_two_lines_for_the_side_that_is_named_first() {
    // White to move always wins; 42 positions with a lone king to move are won by it, by stalemate to the other lone king.
    let stats = "w\t403224\t403224\t0\t0\t0\t0\t17\nb\t648810\t580602\t1170\t66996\t42\t0\t18\n";
    assert_eq!(printed(&["tables", "stats", "glinski", "KQK"]), stats);
    let exchanged = "w\t648810\t0\t42\t66996\t1170\t580602\t18\nb\t403224\t0\t0\t0\t0\t403224\t17\n";
    assert_eq!(printed(&["tables", "stats", "glinski", "KKQ"]), exchanged);
}

#[test]
fn a_position_is_probed_with_its_moves() {
    let probed = printed(&["tables", "probe", "shafran", "--fen", "5/6/7/8/9/9/8/7/1R4/K3k w - - 0 1"]);
    let lines: Vec<&str> = probed.lines().collect();
    let plies = |line: &str| line.rsplit(' ').next().and_then(|n| n.parse::<u32>().ok()).expect("plies");
    assert!(lines[0].starts_with("win "), "{probed}");
    // The best move comes first, and has the result of the position.
    assert_eq!(lines[1].split_once(' ').map(|(_, result)| result), Some(lines[0]));
    let wins: Vec<u32> = lines[1..].iter().filter(|line| line.contains(" win ")).map(|line| plies(line)).collect();
    assert!(wins.len() > 5 && wins.is_sorted(), "{probed}");
    let moves = printed(&["moves", "shafran", "--fen", "5/6/7/8/9/9/8/7/1R4/K3k w - - 0 1"]);
    assert_eq!(lines.len() - 1, moves.split_whitespace().count());
}

#[test]
fn depths_to_zeroing_are_printed_on_request() {
    let position = ["hexofen", "--fen", "1/3/5/7/9/3k7/1R9/11/4n6/1K9/11 w - - 0 1"];
    let lines = |some: &[&str]| printed(&[&["tables", "probe"], &position[..], some].concat());
    let plain = lines(&[]);
    assert_eq!(plain.lines().next(), Some("win 109"));
    assert!(!plain.contains("zeroing"), "{plain}");
    let depths = lines(&["--zeroing"]);
    // The mate is 55 moves away, but the knight is captured in time.
    assert_eq!(depths.lines().next(), Some("win 109 zeroing 81"));
    assert!(depths.lines().any(|line| line == "b2a3 win 109 zeroing 81"), "{depths}");
    assert_eq!(depths.lines().count(), plain.lines().count());
}

#[test]
fn every_position_is_verified() {
    assert_eq!(printed(&["tables", "verify", "shafran", "KRK"]), "indices 148260 legal 124080 en-passant 0 wrong 0\n");
    let some = printed(&["tables", "verify", "shafran", "KRK", "--every", "10"]);
    assert!(some.starts_with("indices 14826 legal ") && some.ends_with(" wrong 0\n"), "{some}");
    let all = printed(&["tables", "verify", "shafran", "--pieces", "3"]);
    let lines: Vec<&str> = all.lines().collect();
    let of = |ending: &str| lines.iter().filter(|line| line.starts_with(&format!("{ending} indices "))).count();
    assert_eq!(["KQK", "KRK", "KBK", "KNK", "KPK", "all"].map(of), [1; 6], "{all}");
    assert!(lines.iter().all(|line| line.ends_with(" wrong 0")) && lines.len() == 6, "{all}");
}

#[test]
fn bad_input_gets_one_clear_line() {
    let cases: [(&[&str], &str); 5] = [
        (&["stats", "shafran", "KQ"], "is no ending"),
        (&["stats", "shafran", "KQQQKQ"], "more than 5 pieces"),
        (&["stats", "chess", "KQK"], "there is no variant"),
        (&["stats", "glinski", "KPPKP"], "MiB"),
        (&["probe", "shafran"], "36 pieces are more than"),
    ];
    for (arguments, expected) in cases {
        let output = saffron(&[&["tables"], arguments].concat());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}

#[test]
fn tables_are_built_once_and_again_if_damaged() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let data = folder.to_str().expect("UTF-8");
    let build = |threads: &str| {
        let arguments = ["tables", "build", "shafran", "--pieces", "3", "--data", data, "--threads", threads];
        let output = saffron(&arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        let first = stderr.lines().next().expect("a line").to_owned();
        (String::from_utf8(output.stdout).expect("UTF-8").lines().count(), first)
    };
    let (built, said) = build("1");
    assert_eq!(built, 5);
    assert!(said.starts_with("building 5 of 5 tables in ") && said.contains(" MiB of memory"), "{said}");
    let (built, said) = build("2");
    assert_eq!(built, 0, "{said}");
    let file = folder.join("shafran/KRK.saftable");
    let whole = std::fs::read(&file).expect("the table");
    let probe = ["tables", "probe", "shafran", "--fen", "5/6/7/8/9/9/8/7/1R4/K3k w - - 0 1", "--data", data];
    let probed = printed(&probe);
    assert_eq!(probed, printed(&probe[..5]), "the built table has the values of the one in the program");
    // A truncated file, or one with a flipped bit, gives an error that names the file instead of an answer.
    std::fs::write(&file, &whole[..whole.len() - 1]).expect("written");
    let output = saffron(&probe);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("KRK.saftable"));
    assert_eq!(build("1").0, 1);
    let mut damaged = whole.clone();
    let last = damaged.len() - 9;
    damaged[last] ^= 16;
    std::fs::write(&file, damaged).expect("written");
    assert_eq!(build("2").0, 1);
    assert!(std::fs::read(&file).expect("the table") == whole, "the same bytes with another number of threads");
    assert_eq!(
        printed(&["tables", "verify", "shafran", "KRK", "--data", data]),
        "indices 148260 legal 124080 en-passant 0 wrong 0\n"
    );
}
