//! Output and PGN of `saffron match`, with working and broken engines.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

const SAFFRON: &str = env!("CARGO_BIN_EXE_saffron");

/// Temporary folder of a test, removed when the value is dropped.
struct Scratch(TempDir);

impl Scratch {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.path().join(name)).unwrap()
    }

    /// Writes a file with this text and returns its path.
    fn file(&self, name: &str, text: &str) -> String {
        std::fs::write(self.0.path().join(name), text).unwrap();
        self.path(name)
    }

    /// Returns the description of an engine that gives the usual answers, and runs this shell script for `go`.
    fn engine(&self, name: &str, on_go: &str) -> String {
        let script = format!(
            "while read -r line; do\n  case \"$line\" in\n    uci) echo 'option name UCI_Variant type string'; echo uciok ;;\n    \
             isready) echo readyok ;;\n    quit) exit 0 ;;\n    go*) {on_go} ;;\n  esac\ndone\n"
        );
        format!("name={name} cmd='sh {}'", self.file(&format!("{name}.sh"), &script))
    }
}

fn saffron(name: &str) -> String {
    format!("name={name} cmd='{SAFFRON} uci' option.Hash=1")
}

fn run(engines: [&str; 2], arguments: &[&str]) -> Output {
    let mut command = Command::new(SAFFRON);
    let variant = if arguments.contains(&"glinski") { &[][..] } else { &["shafran"] };
    command.arg("match").args(variant).args(["--engine", engines[0], "--engine", engines[1]]).args(arguments);
    command.output().unwrap()
}

/// Returns the report of a match, which must have been played.
fn table(engines: [&str; 2], arguments: &[&str]) -> String {
    let output = run(engines, arguments);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the one line on standard error of a call that must fail with status 2.
fn refused(engines: [&str; 2], arguments: &[&str]) -> String {
    let output = run(engines, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty());
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.starts_with("error: ") && text.lines().count() == 1, "{text}");
    text
}

/// Returns the rest of the first row of the report with this name that contains this word.
fn row<'a>(table: &'a str, name: &str, word: &str) -> &'a str {
    let mut rows = table.lines().filter_map(|line| line.strip_prefix(name));
    rows.find(|row| row.contains(word))
        .map(str::trim)
        .unwrap_or_else(|| panic!("no {name:?} with {word:?} in\n{table}"))
}

/// Returns the output of `saffron pgn check` for a file.
fn checked(file: &str) -> String {
    let output = Command::new(SAFFRON).args(["pgn", "check", file]).output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the moves of a file, without the parts that depend on the clock.
fn moves(records: &str) -> Vec<String> {
    let games = records.split("[Event ").skip(1);
    let mut games: Vec<String> = games
        .map(|game| {
            let round = game.lines().find(|line| line.starts_with("[Round")).unwrap();
            let text: String = game.lines().filter(|line| !line.starts_with('[')).collect::<Vec<_>>().join(" ");
            let plain = text.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
            format!("{round}{}", plain.collect::<String>())
        })
        .collect();
    games.sort_unstable();
    games
}

#[test]
fn two_engines_play_each_opening_from_both_sides() {
    let scratch = Scratch::new();
    let engines = [&*saffron("one"), &*saffron("two")];
    let mut files = Vec::new();
    for name in ["a.pgn", "b.pgn"] {
        let file = scratch.path(name);
        let concurrency = if name == "a.pgn" { "1" } else { "3" };
        let common =
            ["--depth", "2", "--games", "6", "--openings", "random:6", "--seed", "9", "--concurrency", concurrency];
        let table = table(engines, &[&common[..], &["--pgn", &file]].concat());
        // With the same program on both sides, each pair is even.
        assert!(row(&table, "Games", "").starts_with("6: "), "{table}");
        assert!(row(&table, "Games", "").ends_with("score 50.00 %"), "{table}");
        assert_eq!(row(&table, "Pairs", ""), "3: 0 0 3 0 0 (LL LD WL/DD WD WW)");
        // Three identical pairs give no interval and no likelihood of superiority.
        assert_eq!(row(&table, "Elo", ""), "+0.0 ± ? (an interval takes 10 pairs)");
        assert!(!table.contains("Superiority"), "{table}");
        for engine in ["one", "two"] {
            let none = "time loss 0, illegal move 0, crash 0, hang 0, refusal 0";
            assert_eq!(row(&table, "Failures", engine), format!("{engine}: {none}"));
            assert!(row(&table, "A move", engine).contains("depth 2.0"), "{table}");
        }
        assert!(checked(&file).starts_with("games 6 legal 6 plies "));
        files.push(scratch.text(name));
    }
    assert_eq!(moves(&files[0]), moves(&files[1]), "the seed decides, not the order of the games");
    let tags = ["[Variant \"Shafran\"]", "[TimeControl \"depth 2\"]", "[Termination \"normal\"]", "[Round \"3.2\"]"];
    assert!(tags.iter().all(|tag| files[0].contains(tag)), "{}", files[0]);
}

#[test]
fn an_engine_that_fails_loses_the_game_and_the_match_continues() {
    let scratch = Scratch::new();
    // Without a time limit, so that a busy machine does not affect the test.
    let good = format!("{} depth=1", saffron("good"));
    // Behaviour, its name in the report, and its text in the PGN.
    let cases = [
        ("crasher", "exit 3", "crash 2", "abandoned", ": crash, exit status: 3}"),
        ("liar", "echo bestmove a1i9", "illegal move 2", "rules infraction", ": illegal move, a1i9}"),
        ("nothing", "echo 'bestmove (none)'", "illegal move 2", "rules infraction", ": illegal move, (none)}"),
        ("sleeper", "sleep 0.4; echo bestmove a1i9", "time loss 2", "time forfeit", ": time loss, "),
        ("mute", "sleep 60 & wait", "hang 2", "abandoned", ": hang}"),
        ("chatter", "while :; do echo info depth 1 score cp 1; done", "hang 2", "abandoned", ": hang}"),
    ];
    for (name, on_go, count, termination, words) in cases {
        let bad = scratch.engine(name, on_go);
        let file = scratch.path(&format!("{name}.pgn"));
        let arguments = ["--movetime", "100", "--games", "2", "--grace", "600", "--margin", "200", "--pgn", &file];
        let began = Instant::now();
        let table = table([&bad, &good], &arguments);
        assert!(began.elapsed() < Duration::from_secs(30));
        assert!(row(&table, "Games", "").starts_with("2: won 0, drawn 0, lost 2, score 0.00 %"), "{table}");
        assert!(row(&table, "Failures", name).contains(count), "{table}");
        assert!(row(&table, "Failures", "good").starts_with("good: time loss 0, illegal move 0, crash 0"), "{table}");
        let records = scratch.text(&format!("{name}.pgn"));
        let tag = format!("[Termination \"{termination}\"]");
        assert_eq!(records.matches(&tag).count(), 2, "{records}");
        let flat = records.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(flat.matches(words).count(), 2, "{records}");
        assert!(checked(&file).starts_with("games 2 legal 2 "), "{records}");
    }
}

#[test]
fn control_characters_of_an_engine_are_spelled_out() {
    let scratch = Scratch::new();
    let loud = scratch.engine("loud", r"printf 'bestmove \033[31mRED\007\n'");
    let file = scratch.path("games.pgn");
    let output = run([&loud, &saffron("good")], &["--depth", "1", "--games", "2", "--pgn", &file]);
    let told = String::from_utf8(output.stderr).unwrap();
    let records = scratch.text("games.pgn");
    for text in [&told, &records] {
        assert!(text.contains(r"\x1b[31mRED\x07"), "{text:?}");
        assert!(text.chars().all(|sign| sign == '\n' || !sign.is_control()), "{text:?}");
    }
    let complains = "while read -r line; do case \"$line\" in uci) echo uciok ;; \
                     isready) printf 'info string error: \\033[2J\\nreadyok\\n' ;; esac; done";
    let script = scratch.file("complains.sh", complains);
    let error = refused([&format!("name=bad cmd='sh {script}'"), &saffron("good")], &["--depth", "1"]);
    assert!(error.contains(r"engine bad: \x1b[2J: sh "), "{error:?}");
}

#[test]
fn an_engine_that_hangs_between_games_loses_the_next_one() {
    let scratch = Scratch::new();
    // The engine gets ready twice, for the match and for its first game, which is drawn at once, and then hangs.
    let script = "ready=0\nwhile read -r line; do\n  case \"$line\" in\n    uci) echo uciok ;;\n    \
                  isready) ready=$((ready + 1)); if [ $ready -gt 2 ]; then sleep 60; fi; echo readyok ;;\n    quit) exit 0 ;;\n    \
                  go*) echo bestmove e2e4 ;;\n  esac\ndone\n";
    let deaf = format!("name=deaf cmd='sh {}'", scratch.file("deaf.sh", script));
    let file = scratch.path("games.pgn");
    let common = ["--depth", "1", "--openings", "random:0", "--patience", "2", "--max-moves", "1", "--pgn", &file];
    let began = Instant::now();
    let output = run([&deaf, &saffron("good")], &[&common[..], &["--games", "4"]].concat());
    assert!(began.elapsed() < Duration::from_secs(30));
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(row(&table, "Failures", "deaf").contains("hang 2"), "{table}");
    assert!(row(&table, "Failures", "good").contains("hang 0"), "{table}");
    assert_eq!(row(&table, "Games", "").split(',').next(), Some("4: won 0"), "{table}");
    let told = String::from_utf8(output.stderr).unwrap();
    let last = told.lines().find(|line| line.starts_with("4/4: ")).unwrap();
    assert!(last.contains(" ± ?") || last.contains("beyond measure"), "{told}");
    assert!(told.contains("deaf: hang (it did not get ready for the game)"), "{told}");
    let records = scratch.text("games.pgn").split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(records.matches("[Ending \"hang\"]").count(), 2, "{records}");
    assert!(records.contains(": hang, it did not get ready for the game} 1-0"), "{records}");
    assert!(checked(&file).starts_with("games 4 legal 4 "));
}

#[test]
fn an_engine_that_cannot_be_started_is_named() {
    let scratch = Scratch::new();
    let good = saffron("good");
    let fails = |bad: &str, words: &str| {
        let error = refused([&good, bad], &["--depth", "1"]);
        assert!(error.contains(words), "{error}");
    };
    fails("name=ghost cmd=/nowhere/ghost", "engine ghost: No such file or directory (os error 2): /nowhere/ghost");
    fails("name=brief cmd=true", "engine brief: it ended at once (exit status: 0): true");
    fails(
        &format!("{} option.Hush=5", saffron("other")),
        "engine other: it has no option \"Hush\"; it has UCI_Variant, ",
    );
    fails(&format!("{} variant=chess", saffron("other")), "its option \"UCI_Variant\" has no value \"chess\"");
    fails(&format!("{} option.MultiPV=0", saffron("other")), "setoption \"MultiPV\": expected a number from 1 to ");
    fails(&scratch.engine("plain", "exit").replace("cmd=", "option.Hash=1 cmd="), "it has no option \"Hash\"");
    let mute = refused([&good, "name=mute cmd='sleep 30'"], &["--depth", "1", "--patience", "1"]);
    assert!(mute.contains("engine mute: it did not get ready within 1 s: sleep 30"), "{mute}");
}

#[test]
fn mistakes_in_the_arguments_are_named() {
    let scratch = Scratch::new();
    let [one, two] = [saffron("one"), saffron("two")];
    let book = scratch.file("book", "e2e5\ne2e9\n");
    let cases: [(&[&str], &str); 12] = [
        (&[], "engine one has no limit: tc, movetime, nodes or depth is needed"),
        (&["--depth", "0"], "--depth: expected a whole number above 0"),
        (&["--tc", "x"], "--tc"),
        (&["--tc", "1", "--movetime", "1"], "--movetime"),
        (&["--depth", "1", "--games", "0"], "--games: expected a number above 0"),
        (&["--depth", "1", "--openings", "random:x"], "random:PLIES"),
        (&["--depth", "1", "--openings", "/nowhere/book"], "--openings /nowhere/book: No such file"),
        (&["--depth", "1", "--openings", &book], "book: line 2: e2e9 is not a legal move here"),
        (&["--depth", "1", "--sprt", "elo0=5"], "--sprt: elo0 has to be below elo1"),
        (&["--depth", "1", "--draw", "x=5", "--resign"], "--draw: there is no key \"x\""),
        (&["--depth", "1", "--start", "x"], "--start: "),
        (&["--depth", "1", "--resume"], "--pgn"),
    ];
    for (arguments, words) in cases {
        let error = refused([&one, &two], arguments);
        assert!(error.contains(words), "{arguments:?}: {error}");
    }
    assert!(refused([&one, &one], &["--depth", "1"]).contains("both engines have the name \"one\""));
    assert!(refused([&one, "name=x"], &["--depth", "1"]).contains("cmd=COMMAND is missing"));
}

#[test]
fn an_interrupted_match_is_resumed() {
    let scratch = Scratch::new();
    let [one, two] = [saffron("one"), saffron("two")];
    let play = |games: &str, file: &str, more: &[&str]| {
        run([&one, &two], &[&["--depth", "1", "--games", games, "--pgn", file][..], more].concat())
    };
    let whole = scratch.path("whole.pgn");
    assert!(play("6", &whole, &[]).status.success());
    // As if the program had been killed while it wrote its fourth game.
    let text = scratch.text("whole.pgn");
    let cut = text.match_indices("[Event ").nth(3).unwrap().0 + 400;
    let part = scratch.file("part.pgn", &text[..cut]);
    let output = play("6", &part, &["--resume", "--event", "another"]);
    assert!(String::from_utf8(output.stdout).unwrap().contains("Games              6: "), "none of them was its own");
    let part = scratch.file("part.pgn", &text[..cut]);
    let output = play("6", &part, &["--resume"]);
    let begin = text.match_indices("[Event ").nth(3).unwrap().0;
    let line = text[..begin].lines().count() + 1;
    let told = format!("part.pgn: the last game was incomplete and has been removed, from line {line} on\n");
    assert!(String::from_utf8(output.stderr).unwrap().contains(&told));
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(row(&table, "Games", "").starts_with("6: "), "{table}");
    assert_eq!(row(&table, "Pairs", ""), "3: 0 0 3 0 0 (LL LD WL/DD WD WW)");
    let resumed = scratch.text("part.pgn");
    assert_eq!(resumed.matches("[Event ").count(), 6);
    assert!(resumed.starts_with(&text[..begin]));
    assert_eq!(moves(&resumed), moves(&text));
    assert!(checked(&part).starts_with("games 6 legal 6 "));
    // No games are left to play, and a game of another match is recognized.
    assert!(play("6", &part, &["--resume"]).status.success());
    assert_eq!(scratch.text("part.pgn").trim_end(), resumed.trim_end());
    // Without --resume, the incomplete game stays, separated from the new games.
    let part = scratch.file("part.pgn", &text[..cut]);
    assert!(play("2", &part, &[]).status.success());
    let appended = scratch.text("part.pgn");
    assert!(appended.strip_prefix(&text[..cut]).is_some_and(|rest| rest.starts_with("\n\n[Event ")), "{appended}");
    // The cut may be within a two-byte character.
    let named = scratch.path("named.pgn");
    assert!(play("2", &named, &["--event", "Pécs"]).status.success());
    let text = scratch.text("named.pgn");
    let letter = text.rfind('é').unwrap();
    std::fs::write(&named, &text.as_bytes()[..=letter]).unwrap();
    let output = play("2", &named, &["--resume", "--event", "Pécs"]);
    assert!(String::from_utf8(output.stderr).unwrap().contains("the last game was incomplete and has been removed"));
    assert_eq!(moves(&scratch.text("named.pgn")), moves(&text));
    let name = "Shafran, openings random:8, seed 1";
    let output = play("6", &part, &["--resume", "--seed", "2", "--event", name]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && error.contains("has another opening"), "{error}");
}

#[test]
fn ctrl_c_ends_a_match_with_its_table() {
    let [one, two] = [saffron("one"), saffron("two")];
    let mut child = Command::new(SAFFRON)
        .args(["match", "shafran", "--engine", &one, "--engine", &two, "--depth", "1"])
        .args(["--games", "1000000", "--openings", "random:2", "--report", "1", "--concurrency", "2"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    // A note that there are fewer openings comes first.
    assert!(lines.by_ref().map_while(Result::ok).any(|line| line.starts_with("1/1000000: ")));
    let rest = std::thread::spawn(move || lines.count());
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    rest.join().unwrap();
    assert!(text.starts_with("Stopped after ") && text.contains("Failures           two: time loss 0"), "{text}");
}

#[test]
fn a_test_ends_the_match_when_it_has_decided() {
    let scratch = Scratch::new();
    let bad = scratch.engine("bad", "echo bestmove a1a1");
    let sprt = ["--sprt", "elo0=0", "elo1=100", "alpha=0.1", "beta=0.1", "--depth", "1", "--games", "1000"];
    let won = table([&saffron("good"), &bad], &sprt);
    assert!(row(&won, "SPRT", "").starts_with("elo0=0 elo1=100 alpha=0.1 beta=0.1 model=normalized: LLR "), "{won}");
    assert!(row(&won, "SPRT", "").ends_with("H1 is accepted"), "{won}");
    let lost =
        table([&bad, &saffron("good")], &["--sprt", "elo1=100 model=logistic", "--depth", "1", "--games", "1000"]);
    assert!(row(&lost, "SPRT", "").ends_with("H0 is accepted"), "{lost}");
    for table in [won, lost] {
        let games: u64 = row(&table, "Games", "").split(':').next().unwrap().parse().unwrap();
        assert!((2..100).contains(&games), "{table}");
    }
}

#[test]
fn games_end_by_agreement_of_the_engines_and_by_their_length() {
    let [one, two] = [saffron("one"), saffron("two")];
    let table = |more: &[&str]| {
        table([&one, &two], &[&["--depth", "1", "--games", "2", "--openings", "random:4"], more].concat())
    };
    assert_eq!(row(&table(&["--max-moves", "3"]), "Ends", ""), "too long 2");
    let draw = table(&["--draw", "score=5000", "moves=1", "after=0"]);
    assert_eq!(
        (row(&draw, "Ends", ""), row(&draw, "Games", "")),
        ("adjudicated draw 2", "2: won 0, drawn 2, lost 0, score 50.00 %")
    );
    let win = table(&["--resign", "score=1 moves=1"]);
    assert_eq!(row(&win, "Ends", ""), "adjudicated win 2");
}

#[test]
fn every_engine_gets_the_position_in_its_own_form() {
    let scratch = Scratch::new();
    let start = "kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK w - - 0 1";
    let logged =
        |name: &str, more: &str| format!("{} {more} log={}", saffron(name), scratch.path(&format!("{name}.log")));
    // Saffron ignores "startpos" of other dialects; compare against the FEN that was sent.
    let own = logged("own", "startpos=own coordinates=skewed");
    let fen = logged("fen", "nodes=100");
    let common = ["--depth", "1", "--games", "2", "--max-moves", "6", "--start", start, "--openings", "random:2"];
    let table = table([&own, &fen], &common);
    assert_eq!(row(&table, "Limits", ""), "depth 1; 100 nodes");
    assert_eq!(row(&table, "Ends", ""), "too long 2");
    let positions = |name: &str| -> Vec<String> {
        let text = scratch.text(&format!("{name}.log"));
        let lines = text.lines().filter_map(|line| line.split_once(" > ")).map(|(_, line)| line.to_owned());
        lines.filter(|line| line.starts_with("position") || line.starts_with("go")).collect()
    };
    let own = positions("own");
    assert!(
        own.len() > 8 && own.iter().all(|line| line.starts_with("position startpos moves ") || line == "go depth 1")
    );
    let fen = positions("fen");
    let head = format!("position fen {start} moves ");
    assert!(fen.len() > 8 && fen.iter().all(|line| line.starts_with(&head) || line == "go nodes 100"), "{fen:?}");
    assert!(scratch.text("own.log").contains(" < bestmove "));
}

/// Time odds: each engine receives the increment of each side.
#[test]
fn engines_with_unequal_clocks_get_both_increments() {
    let scratch = Scratch::new();
    let logged =
        |name: &str, tc: &str| format!("{} tc={tc} log={}", saffron(name), scratch.path(&format!("{name}.log")));
    let common = ["--games", "2", "--max-moves", "7"];
    table([&logged("quick", "1+0.1"), &logged("slow", "3+1")], &common);
    for name in ["quick", "slow"] {
        let text = scratch.text(&format!("{name}.log"));
        // Each engine has White in one game of the pair and Black in the other.
        let quick_as_white = text.lines().filter(|line| line.ends_with("winc 100 binc 1000")).count();
        let quick_as_black = text.lines().filter(|line| line.ends_with("winc 1000 binc 100")).count();
        assert!(quick_as_white > 0 && quick_as_black > 0, "{name}: {text}");
        assert_eq!(quick_as_white + quick_as_black, text.matches(" > go ").count(), "{name}: {text}");
    }
}

#[test]
fn quarter_points_count_in_the_pairs() {
    let scratch = Scratch::new();
    // White stalemates at once. The other engine crashes with White, which is a draw, since its opponent has only the king.
    let good = scratch.engine("good", "echo bestmove h4h8");
    let bad = scratch.engine("bad", "exit 1");
    let book = scratch.file("book", "k/3/5/7/2K6/11/11/7Q3/11/11/11 w - - 0 1\n");
    let file = scratch.path("games.pgn");
    let table = table([&good, &bad], &["glinski", "--nodes", "1", "--games", "2", "--openings", &book, "--pgn", &file]);
    assert_eq!(row(&table, "Games", ""), "2: won 1, drawn 1, lost 0, score 62.50 %");
    assert_eq!(row(&table, "of them", ""), "1 won and 0 lost by a stalemate of three quarters to one");
    assert_eq!(row(&table, "Pairs", ""), "1: 0 0 0 0 0 1 0 0 0 (0, 1/4, ..., 2 points)");
    assert_eq!(row(&table, "Ends", ""), "stalemate 1, crash 1");
    assert!(row(&table, "Failures", "bad").contains("crash 1"), "{table}");
    assert!(row(&table, "Failures", "good").contains("crash 0"), "{table}");
    let records = scratch.text("games.pgn");
    assert!(records.contains("[Result \"3/4-1/4\"]") && records.contains("[FEN \"k/3/5/7/2K6"), "{records}");
    assert!(records.contains("{White: crash, exit status: 1} 1/2-1/2"), "{records}");
    let arguments = ["glinski", "--nodes", "1", "--games", "2", "--openings", &book, "--pgn", &file, "--resume"];
    let resumed = crate::table([&good, &bad], &arguments);
    assert!(row(&resumed, "Failures", "bad").contains("crash 1"), "{resumed}");
    assert!(checked(&file).starts_with("games 2 legal 2 plies 1"));
}

/// The side with the queen reports a lost score; by the resign rule the bare king gets the highest score that it can still
/// reach.
#[test]
fn the_resign_rule_gives_a_bare_king_a_draw() {
    let scratch = Scratch::new();
    let queen = scratch.engine("queen", "echo info depth 1 score cp -2000; echo bestmove a5a6");
    let book = scratch.file("book", "k4/6/7/8/9/Q8/8/7/6/K4 w - - 0 60\n");
    let resign =
        ["--nodes", "1", "--games", "2", "--openings", &book, "--resign", "score=1000", "moves=1", "sides=one"];
    let table = table([&queen, &queen.replace("name=queen", "name=other")], &resign);
    assert_eq!(row(&table, "Games", ""), "2: won 0, drawn 2, lost 0, score 50.00 %");
    assert_eq!(row(&table, "Ends", ""), "adjudicated draw 2");
}

#[test]
fn endgame_tables_end_a_game_and_the_record_says_so() {
    let scratch = Scratch::new();
    let folder = scratch.path("tables");
    std::fs::create_dir_all(&folder).unwrap();
    let book = scratch.file("book", "k4/6/7/8/9/Q8/8/7/6/K4 w - - 0 60\n");
    let file = scratch.path("games.pgn");
    let engines = [saffron("a"), saffron("b")];
    let engines = [engines[0].as_str(), &engines[1]];
    let common = ["--nodes", "100", "--games", "2", "--openings", &book, "--pgn", &file, "--tables", &folder];
    let table = table(engines, &common);
    assert_eq!(row(&table, "Games", ""), "2: won 1, drawn 0, lost 1, score 50.00 %");
    assert_eq!(row(&table, "Ends", ""), "endgame tables 2");
    let records = scratch.text("games.pgn");
    assert_eq!(records.matches("[Ending \"endgame tables\"]").count(), 2, "{records}");
    assert_eq!(records.matches("[Termination \"adjudication\"]").count(), 2, "{records}");
    assert!(checked(&file).starts_with("games 2 legal 2 plies 2"));
    let resumed = [&common[..], &["--resume"]].concat();
    assert!(run(engines, &resumed).status.success(), "the ending is read again");
    std::fs::write(format!("{folder}/KQK.saftable"), "SAFTABLE").unwrap();
    let error = refused(engines, &common);
    assert!(error.contains("--tables: ") && error.contains("KQK.saftable"), "{error}");
    let error = refused(engines, &["--nodes", "1", "--tables", "/nowhere"]);
    assert!(error.contains("--tables: /nowhere"), "{error}");
}

#[test]
fn random_endings_are_openings() {
    let engines = [saffron("a"), saffron("b")];
    let table = table([&engines[0], &engines[1]], &["--nodes", "50", "--games", "4", "--openings", "endings:5"]);
    assert!(row(&table, "Games", "").starts_with("4: "), "{table}");
    let error = refused([&engines[0], &engines[1]], &["--nodes", "1", "--openings", "endings:3"]);
    assert!(error.contains("with 4 to 12 pieces"), "{error}");
}

#[test]
fn a_player_behind_the_line_protocol_plays_too() {
    let scratch = Scratch::new();
    let script = "while read -r word game level moves; do\n  case \"$word $game $level $moves\" in\n    seed*) echo ok ;;\n    \
                  'go hex t=0.05 ') echo bestmove e2e5 wall_ms 5 nodes 70 depth 2 eval 0.1 ;;\n    \
                  'go hex t=0.05 e2e5 '*) echo error illegal move ;;\n    *) echo gameover draw stalemate ;;\n  esac\ndone\n";
    let player = scratch.file("player.sh", script);
    let jocly = format!("name=jocly cmd='sh {player}' protocol=jocly variant=hex movetime=50");
    let file = scratch.path("games.pgn");
    let table =
        table([&saffron("good"), &jocly], &["--depth", "1", "--games", "2", "--openings", "random:0", "--pgn", &file]);
    assert_eq!(row(&table, "Failures", "jocly"), "jocly: time loss 0, illegal move 0, crash 0, hang 0, refusal 2");
    assert!(row(&table, "A move", "jocly").contains("depth 2.0, 70 nodes"), "{table}");
    let records = scratch.text("games.pgn").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        records.contains("refusal, error illegal move") && records.contains("refusal, gameover draw stalemate"),
        "{records}"
    );
    let timeless = jocly.replace("movetime=50", "");
    let error = refused([&saffron("good"), &timeless], &["--depth", "1"]);
    assert!(error.contains("engine jocly knows neither clock nor depth"), "{error}");
    let error = refused([&saffron("good"), &jocly], &["--depth", "1", "--start", "k4/6/7/8/9/8R/8/7/6/R3K w - - 0 1"]);
    assert!(error.contains("protocol=jocly plays from the start position of the variant only"), "{error}");
}
