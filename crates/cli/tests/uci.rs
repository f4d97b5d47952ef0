//! `saffron uci` and `saffron bench` as other programs run them.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

const TIMEOUT: Duration = Duration::from_secs(30);

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start() -> Engine {
        Engine::spawn(Command::new(env!("CARGO_BIN_EXE_saffron")).arg("uci"))
    }

    fn spawn(command: &mut Command) -> Engine {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        let (send, lines) = mpsc::channel();
        std::thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| send.send(line)));
        Engine { input: child.stdin.take(), child, lines }
    }

    fn say(&mut self, bytes: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes.as_ref()).and_then(|()| input.write_all(b"\n")).expect("it reads");
    }

    /// Returns all lines up to the first one that begins with `start`.
    fn until(&self, start: &str) -> Vec<String> {
        let mut seen = Vec::new();
        loop {
            let line = self.lines.recv_timeout(TIMEOUT).unwrap_or_else(|_| panic!("no {start:?} after {seen:?}"));
            seen.push(line);
            if seen.last().is_some_and(|line| line.starts_with(start)) {
                return seen;
            }
        }
    }

    /// Waits for the program to exit with success.
    fn end(mut self) {
        self.input = None;
        let begun = Instant::now();
        while begun.elapsed() < TIMEOUT {
            if let Some(status) = self.child.try_wait().expect("its status") {
                assert!(status.success(), "{status}");
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        self.child.kill().expect("it can be ended");
        panic!("the program did not end");
    }
}

#[test]
fn a_game_of_every_variant_begins() {
    let mut engine = Engine::start();
    engine.say("uci");
    engine.until("uciok");
    for (variant, mv) in [
        ("shafran", "e2e5"),
        ("glinski", "f5f6"),
        ("mccooey", "f4f5"),
        ("hexofen", "f3f5"),
        ("devasa", "e3e4"),
        ("brusky", "e2e3"),
    ] {
        engine.say(format!("setoption name UCI_Variant value {variant}\nucinewgame\nisready"));
        engine.until("readyok");
        engine.say(format!("position startpos moves {mv}\ngo wtime 300 btime 300"));
        let lines = engine.until("bestmove");
        assert!(lines.iter().all(|line| !line.contains("error")), "{lines:?}");
        let best = lines.last().and_then(|line| line.split(' ').nth(1)).expect("a move");
        engine.say(format!("position startpos moves {mv} {best}\nd"));
        assert!(engine.until("Moves:").iter().all(|line| !line.contains("error")), "{variant} {best}");
    }
    engine.say("quit");
    engine.end();
}

#[test]
fn a_position_has_five_or_six_fields() {
    let start = "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w";
    let mut engine = Engine::start();
    engine.say("setoption name UCI_Variant value glinski");
    for rest in ["- - 0 1", "- 0 1"] {
        engine.say(format!("position startpos moves b1b2\nposition fen {start} {rest}\nd"));
        let lines = engine.until("Moves:");
        assert!(lines.iter().any(|line| line.ends_with("w - - 0 1")), "{lines:?}");
    }
    engine.end();
}

#[test]
fn bytes_that_are_no_text_do_no_harm() {
    let mut engine = Engine::start();
    engine.say([0xFF, 0xFE, b'g', b'o', 0x00, 0x80]);
    engine.say(vec![b'x'; 1 << 20]);
    engine.say("\r\nisready\r");
    engine.until("readyok");
    engine.end();
}

#[test]
fn the_end_of_the_input_stops_a_search() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    engine.until("info depth 1 ");
    engine.input = None;
    engine.until("bestmove");
    engine.end();
}

#[test]
fn bench_has_a_signature() {
    let last = || {
        let output = Command::new(env!("CARGO_BIN_EXE_saffron")).arg("bench").output().expect("it runs");
        assert!(output.status.success());
        let text = String::from_utf8(output.stdout).expect("text");
        let last = text.lines().last().expect("a line").to_owned();
        let words: Vec<String> = last.split(' ').map(str::to_owned).collect();
        assert_eq!((words.len(), words[1].as_str(), words[3].as_str()), (4, "nodes", "nps"), "{last}");
        assert!(words[2].parse::<u64>().is_ok_and(|nps| nps > 0), "{last}");
        words[0].parse::<u64>().expect("a count")
    };
    let nodes = last();
    assert!(nodes > 100_000);
    assert_eq!(last(), nodes, "the count is the same every time");
    let mut engine = Engine::start();
    engine.say("bench\nisready");
    let lines = engine.until("readyok");
    let last = lines.iter().rev().nth(1).expect("the totals");
    assert!(last.starts_with(&format!("{nodes} nodes ")) && last.ends_with(" nps"), "{lines:?}");
    engine.end();
}

/// Test frameworks run commands given as arguments: a whole command each, or the words of one.
#[test]
fn arguments_are_commands_of_the_engine() {
    let run = |name: Option<&str>, arguments: &[&str]| {
        let program = name.map_or_else(|| env!("CARGO_BIN_EXE_saffron").into(), second_name);
        let output = Command::new(program).args(arguments).stdin(Stdio::null()).output().expect("it runs");
        assert!(output.status.success(), "{arguments:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    for arguments in [&["genfens 3 seed 5 book None", "quit"][..], &["genfens", "3", "seed", "5", "book", "None"]] {
        let text = run(Some("saffron-uci"), arguments);
        let fens: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("info string genfens ")).collect();
        assert_eq!(fens.len(), 3, "{text}");
        assert!(fens.iter().all(|fen| fen.split(' ').count() == 6), "{text}");
    }
    let text = run(None, &["uci", "setoption name UCI_Variant value glinski", "go depth 4"]);
    assert!(text.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{text}");
    let text = run(None, &["uci", "go", "depth", "3"]);
    assert!(text.contains("info depth 3 ") && text.contains("bestmove "), "{text}");
    let text = run(None, &["uci", "--parameters", "uci"]);
    assert!(text.contains("option name razor_base type spin default "), "{text}");
}

/// Returns a hard link to the program under another name, as the archives and packages install it.
fn second_name(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("names-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if !file.exists() {
        std::fs::hard_link(env!("CARGO_BIN_EXE_saffron"), &file).expect("a link");
    }
    file
}

#[test]
fn saffron_uci_is_the_engine_without_arguments() {
    let variants = concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants/mini-hexchess.toml");
    let file = second_name("saffron-uci");
    for arguments in [&[][..], &["uci"][..], &["--variants", variants][..]] {
        let mut engine = Engine::spawn(Command::new(&file).args(arguments));
        engine.say("uci");
        let lines = engine.until("uciok");
        assert!(lines.iter().any(|line| line.starts_with("id name Saffron")), "{lines:?}");
        let knows_variant = lines.iter().any(|line| line.ends_with(" var mini") || line.contains(" var mini "));
        assert_eq!(knows_variant, arguments.len() == 2, "{lines:?}");
        engine.say("position startpos\ngo nodes 100");
        engine.until("bestmove ");
        // Without `quit`: the engine exits at the end of its input, and does not outlive the GUI.
        engine.end();
    }
}

#[test]
fn saffron_uci_has_help_version_and_subcommands() {
    let run = |arguments: &[&str]| {
        let output = Command::new(second_name("saffron-uci")).args(arguments).output().expect("it runs");
        (output.status.code(), String::from_utf8(output.stdout).expect("text"))
    };
    assert!(
        matches!(run(&["--help"]), (Some(0), text) if text.contains("UCI protocol") && text.contains("saffron-uci"))
    );
    assert!(matches!(run(&["--version"]), (Some(0), text) if text.starts_with("saffron ")));
    assert_eq!(run(&["perft", "shafran", "1"]), (Some(0), "1 42\n".to_owned()));
    assert_eq!(run(&["--hash", "1"]).0, Some(2));
}

/// A symbolic link with the engine's name starts the engine on systems that pass its name to the program.
#[test]
#[cfg(unix)]
fn a_symbolic_link_of_that_name_is_the_engine() {
    let link = second_name("saffron").with_file_name("saffron-uci-link");
    let _ = std::fs::remove_file(&link);
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_saffron"), &link).expect("a link");
    let mut engine = Engine::spawn(&mut Command::new(&link));
    engine.say("uci");
    engine.until("uciok");
    engine.end();
}
