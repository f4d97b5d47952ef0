//! Output and exit status of `saffron pgn`.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn saffron(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_saffron"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn printed(arguments: &[&str], input: &str) -> String {
    let output = saffron(arguments, input.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the one line on standard error of a call that must fail with status 2.
fn refused(arguments: &[&str], input: &[u8]) -> String {
    let output = saffron(arguments, input);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{arguments:?}: {text}");
    assert!(text.starts_with("error: "), "{arguments:?}: {text}");
    text
}

fn records(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/tests/data/records").join(name);
    path.to_str().unwrap().to_owned()
}

/// Temporary file of a test, removed when the value is dropped.
struct Scratch(tempfile::TempPath);

impl Scratch {
    fn new(name: &str, text: &[u8]) -> Self {
        let path = tempfile::Builder::new().suffix(&format!("-{name}")).tempfile().unwrap().into_temp_path();
        std::fs::write(&path, text).unwrap();
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

const GAME: &str = "[Variant \"Glinski\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. g5 g6 2. Nhf4 {good} 1-0\n";

#[test]
fn check_counts_and_reports_illegal_games() {
    let file = records("as-found.pgn");
    let text = printed(&["pgn", "check", &file], "");
    let lines: Vec<&str> = text.lines().collect();
    let kept = "kept as a comment from here on:";
    let no_knight = format!("{kept} no knight of White can go to");
    assert_eq!(
        lines,
        [
            format!("{file}:10: game 1: note: ply 4, 2... Hg9+: marked as check, which it is not"),
            format!("{file}:10: game 1: note: in a variation, ply 5, 3. Hxf7?!: {no_knight} f7"),
            format!("{file}:10: game 1: note: in a variation, ply 5, 3. Hg4: {no_knight} g4"),
            format!("{file}:11: game 1: note: in a variation, ply 5, 3. Kf1: {kept} a piece of White stands on f1"),
            format!("{file}:28: game 4: line 28: a comment is not closed"),
            format!("{file}: game 5: note: line 31: \"[White [damaged]\" is not a tag of the form [Name \"value\"]"),
            format!("{file}:34: game 5: ply 3, 2. Hf6: no knight of White can go to f6"),
            format!("{file}:37: game 6: note: the result is 1/2-1/2, but the game ended 3/4-1/4 stalemate"),
            format!("{file}:41: game 6: note: ply 1, 1. b7(V)#: marked as mate, which it is not"),
            format!("{file}:43: game 7: note: no Variant tag; read as Glinski, like those before it"),
            format!("{file}:45: game 8: note: no Variant tag; read as Glinski, like those before it"),
            format!("{file}:45: game 8: note: ply 2, 1... fxg6ep: marked as mate, which it is not"),
            "games 8 legal 6 plies 34".to_owned(),
        ]
    );
}

#[test]
fn check_reads_several_files_and_standard_input() {
    let other = records("six-languages.pgn");
    let text = printed(&["pgn", "check", &other, "-"], &GAME.replace("Nhf4", "Nf4"));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines,
        [
            "standard input:5: game 1 (A - B): ply 3, 2. Nf4: Nf4 could be more than one move: Nd1-f4, Nh1-f4",
            "games 10 legal 9 plies 263",
        ]
    );
    assert_eq!(printed(&["pgn", "check", "-"], ""), "games 0 legal 0 plies 0\n");
}

#[test]
fn check_takes_language_and_variant() {
    let hungarian = "1.g5 g6 2.Hhf4 remi";
    let unnamed = printed(&["pgn", "check", "-"], hungarian);
    assert_eq!(
        unnamed,
        "standard input:1: game 1: there is no tag [Variant \"...\"] that names the game\ngames 1 legal 0 plies 0\n"
    );
    let output = |arguments: &[&str]| printed(&[&["pgn", "check", "-"], arguments].concat(), hungarian);
    assert_eq!(output(&["--variant", "glinski"]), "games 1 legal 1 plies 3\n");
    assert_eq!(output(&["--variant", "glinski", "--language", "magyar"]), "games 1 legal 1 plies 3\n");
    let polish = output(&["--variant", "Gliński's", "--language", "polish"]);
    assert_eq!(
        polish,
        "standard input:1: game 1: ply 3, 2. Hhf4: White has no queen on the h file\ngames 1 legal 0 plies 2\n"
    );
}

#[test]
fn bad_arguments_and_unreadable_files_end_with_status_2() {
    let text = refused(&["pgn", "check", "/no/such/file"], b"");
    assert!(text.contains("/no/such/file"), "{text}");
    assert!(refused(&["pgn", "check", "-", "--language", "latin"], b"").contains("there is no language \"latin\""));
    assert!(refused(&["pgn", "check", "-", "--variant", "chess"], b"").contains("there is no variant \"chess\""));
    assert!(refused(&["pgn", "convert", "-", "--to-language", "latin"], b"").contains("latin"));
    refused(&["pgn", "check"], b"");
    refused(&["pgn", "convert", "-", "--long", "--short"], b"");
    refused(&["pgn", "convert", "-", "--files", "with-x"], b"");
    refused(&["pgn"], b"");
    assert!(refused(&["pgn", "check", "-", "--encoding", "latin"], b"").contains("there is no encoding \"latin\""));
    let folder = tempfile::tempdir().unwrap();
    refused(&["pgn", "check", folder.path().to_str().unwrap()], b"");
}

#[test]
fn a_file_that_cannot_be_read_keeps_no_other_from_being_checked() {
    let output = saffron(&["pgn", "check", "/no/such/file", "-"], GAME.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "games 1 legal 1 plies 3\n");
}

#[test]
fn convert_writes_other_languages_forms_and_files() {
    let convert = |arguments: &[&str]| {
        let text = printed(&[&["pgn", "convert", "-"], arguments].concat(), GAME);
        let (tags, moves) = text.split_once("\n\n").unwrap();
        assert_eq!(tags, "[Variant \"Glinski\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]");
        moves.to_owned()
    };
    assert_eq!(convert(&[]), "1. g5 g6 2. Nhf4 {good} 1-0\n");
    assert_eq!(convert(&["--short"]), convert(&[]));
    assert_eq!(convert(&["--long"]), "1. g4-g5 g7-g6 2. Nh1-f4 {good} 1-0\n");
    assert_eq!(convert(&["--to-language", "polish", "--long"]), "1. g4-g5 g7-g6 2. Sh1-f4 {good} 1-0\n");
    assert_eq!(convert(&["--to-language", "ru"]), "1. g5 g6 2. Кhf4 {good} 1-0\n");
    assert_eq!(convert(&["--uci"]), "1. g4g5 g7g6 2. h1f4 {good} 1-0\n");
    let with_k = GAME.replace("2. Nhf4 {good}", "2. k3 {good [%csl Gk3]}");
    let text = printed(&["pgn", "convert", "--files", "with-j", "-"], &with_k);
    assert!(text.ends_with("1. g5 g6 2. j3 {good [%csl Gj3]} 1-0\n"), "{text}");
    // Convert back.
    let back = printed(&["pgn", "convert", "-"], &text);
    assert!(back.ends_with("1. g5 g6 2. k3 {good [%csl Gk3]} 1-0\n"), "{back}");
}

#[test]
fn convert_keeps_what_is_illegal_in_a_comment_and_names_it() {
    let output = saffron(&["pgn", "convert", &records("as-found.pgn")], b"");
    assert_eq!(output.status.code(), Some(0));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(errors.lines().count(), 2, "{errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    let checked = printed(&["pgn", "check", "-"], &text);
    // Two notes and the totals: the odd result of the stalemate, and the word for a mate in a game without one.
    assert_eq!(checked.lines().count(), 3, "{checked}");
    assert!(checked.ends_with("games 8 legal 8 plies 34\n"), "{checked}");
    // A second conversion has no effect.
    assert_eq!(printed(&["pgn", "convert", "-"], &text), text);
}

#[test]
fn text_that_is_not_utf_8_and_lines_without_end_are_read() {
    let mut bytes = b"[Variant \"Glinski\"]\n[White \"Pal\xe1l\"]\n\n1. g5 g6 ".to_vec();
    // One line of some megabytes: knights move back and forth.
    for _ in 0..100_000 {
        bytes.extend(b"Nhi3 Nhi6 Nh1 Nh9 ");
    }
    bytes.extend(b"1/2-1/2");
    let file = Scratch::new("long", &bytes);
    let text = printed(&["pgn", "check", file.path()], "");
    assert!(
        text.starts_with(&format!("{}:4: game 1: line 4: the record of this game is longer", file.path())),
        "{text}"
    );
    assert!(text.ends_with("\n") && text.contains("games 1 legal 0 plies "), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_file() {
    let most = |games: usize| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_saffron"))
            .args(["pgn", "check", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let text = format!("{GAME}\n").repeat(100);
        for _ in 0..games / 100 {
            stdin.write_all(text.as_bytes()).unwrap();
        }
        // Everything but the contents of the pipe has been read; the peak is measured while the program waits.
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        drop(stdin);
        assert!(child.wait().unwrap().success());
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        peak.trim().trim_end_matches(" kB").parse::<u64>().unwrap()
    };
    let (few, many) = (most(5_000), most(100_000));
    assert!(many < few + 2_048, "{few} KiB for 5,000 games, {many} KiB for 100,000");
}

#[test]
fn fens_of_other_programs_are_read_where_a_position_is_wanted() {
    let up = "6/P5p/RP4pr/N1P3p1n/Q2P2p2q/BBB1P1p1bbb/K2P2p2k/N1P3p1n/RP4pr/P5p/6 w - 0 1";
    let down = "6/p5P/rp4PR/n1p3P1N/q2p2P2Q/bbb1p1P1BBB/k2p2P2K/n1p3P1N/rp4PR/p5P/6 w - 0 1";
    let start = printed(&["moves", "glinski"], "");
    for fen in [up, down] {
        assert_eq!(printed(&["moves", "glinski", "--fen", fen], ""), start);
    }
    assert_eq!(printed(&["moves", "glinski", "--fen", up, "--fen-dialect", "files-up"], ""), start);
    refused(&["moves", "glinski", "--fen", up, "--fen-dialect", "files-down"], b"");
    let unclear = refused(&["moves", "glinski", "--fen", "6/7/8/9/10/K9k/10/9/8/3q3/6 w - 0 1"], b"");
    assert!(unclear.contains("files-up") && unclear.contains("files-down"), "{unclear}");
    let named = ["moves", "glinski", "--fen", "6/7/8/9/10/K9k/10/9/8/3q3/6 w - 0 1", "--fen-dialect", "files-down"];
    assert!(printed(&named, "").starts_with("f11"));
    assert!(refused(&["moves", "glinski", "--fen", up, "--fen-dialect", "sideways"], b"").contains("sideways"));
}

#[test]
fn names_survive_in_every_encoding_and_with_every_line_end() {
    let record = |white: &str, end: &str| {
        format!(
            "[White \"{white}\"]{end}[Variant \"Shafran\"]{end}{end}1. e4 ; to the end of the line{end}e6 2. Nc4 *{end}"
        )
    };
    let utf16 = |text: &str, unit: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(unit).collect::<Vec<u8>>();
    let one_byte = |text: &str, pairs: &[(char, u8)]| -> Vec<u8> {
        let byte = |sign: char| pairs.iter().find(|pair| pair.0 == sign).map_or(sign as u8, |pair| pair.1);
        text.chars().map(byte).collect()
    };
    let polish = [('ń', 0xf1)];
    let hungarian = [('ő', 0xf5), ('Ő', 0xd5)];
    let western = [('é', 0xe9), ('–', 0x96)];
    for end in ["\n", "\r\n", "\r"] {
        let cases: [(&str, &[&str], Vec<u8>); 8] = [
            ("Gliński", &[], record("Gliński", end).into_bytes()),
            ("Gliński", &[], ["\u{feff}", &record("Gliński", end)].concat().into_bytes()),
            ("Шафран", &[], utf16(&["\u{feff}", &record("Шафран", end)].concat(), u16::to_le_bytes)),
            ("Шафран", &[], utf16(&["\u{feff}", &record("Шафран", end)].concat(), u16::to_be_bytes)),
            ("Шафран", &[], utf16(&record("Шафран", end), u16::to_le_bytes)),
            ("Béla – Béla", &[], one_byte(&record("Béla – Béla", end), &western)),
            ("Gliński", &["--encoding", "windows-1250"], one_byte(&record("Gliński", end), &polish)),
            ("Őrző", &["--encoding", "latin2"], one_byte(&record("Őrző", end), &hungarian)),
        ];
        for (name, arguments, bytes) in cases {
            let output = saffron(&[&["pgn", "convert", "-"], arguments].concat(), &bytes);
            let written = String::from_utf8(output.stdout).unwrap();
            assert!(written.contains(&format!("[White \"{name}\"]")), "{name} {end:?}: {written}");
            assert!(
                written.ends_with("1. e4 {to the end of the line} 1... e6 2. Nc4 *\n"),
                "{name} {end:?}: {written}"
            );
            let checked = saffron(&[&["pgn", "check", "-"], arguments].concat(), &bytes);
            assert_eq!(String::from_utf8(checked.stdout).unwrap(), "games 1 legal 1 plies 3\n", "{name} {end:?}");
        }
    }
}

#[test]
fn long_lines_are_read_in_pieces() {
    // No piece of the line ends between words.
    let moves = "1. e4 {a comment of some words} e6 2. Nc4 ".to_owned() + &"{on and on} ".repeat(6_000) + "*";
    let text = format!("[Variant \"Shafran\"]\n\n{moves}\n");
    let utf16: Vec<u8> = ["\u{feff}", &text].concat().encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in [text.into_bytes(), utf16] {
        let output = saffron(&["pgn", "check", "-"], &bytes);
        assert_eq!(String::from_utf8(output.stdout).unwrap(), "games 1 legal 1 plies 3\n");
    }
}

#[test]
fn records_of_other_programs_are_checked_and_converted() {
    let courier = "1. P b2-b4\n1... p h9-h7 // quiet\n2. P b4-b5\n2... n h10-f7\n3. P b5-a6; Q-a6\n3... resign\n";
    let written = printed(&["pgn", "convert", "-", "--variant", "shafran"], courier);
    assert!(written.ends_with("1. b4 h7 {quiet} 2. b5 Nf7 3. bxa6=Q 1-0\n"), "{written}");
    let zillions = "Zillions Save Game File Version 0.02 HC\r\nRulesFile=x.zrf\r\nVariantName=Glinski\r\n\
        1. Pawn f5 - f6\r\n1. Pawn e7 - e5\r\n2. Pawn f6 - e6 x e5\r\n";
    assert_eq!(printed(&["pgn", "check", "-"], zillions), "games 1 legal 1 plies 3\n");
    let wrong = courier.replace("2... n", "2... N");
    assert_eq!(
        printed(&["pgn", "check", "-", "--variant", "shafran"], &wrong),
        "standard input:4: game 1: ply 4, 2... N h10-f7: the letter is that of a knight of White, but Black is to move\n\
         games 1 legal 0 plies 3\n"
    );
}
