//! Conversations with a session that reads a script and writes to memory.

use std::io::{self, BufReader, Read, Write};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockWriteGuard};
use std::time::{Duration, Instant};

use saffron_engine::{Score, Strength, WinRate};
use saffron_rules::{Game, Variant};
use saffron_tables::Solver;

use super::{Options, run_commands, serve};

#[derive(Clone, Default)]
struct Collected(Arc<Mutex<Vec<u8>>>);

impl Collected {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Collected {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Step of a conversation: a line of input, or text to await in the output before continuing.
enum Step {
    Say(&'static str),
    Await(&'static str),
    Sleep(u64),
}

/// Reader of the steps' lines that blocks at each text to await.
struct Script {
    steps: std::vec::IntoIter<Step>,
    output: Collected,
    pending: Vec<u8>,
}

impl Read for Script {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.pending.is_empty() {
            match self.steps.next() {
                None => return Ok(0),
                Some(Step::Say(line)) => self.pending = format!("{line}\n").into_bytes(),
                Some(Step::Sleep(ms)) => std::thread::sleep(Duration::from_millis(ms)),
                Some(Step::Await(text)) => {
                    let begun = Instant::now();
                    while !self.output.text().contains(text) {
                        assert!(begun.elapsed() < Duration::from_secs(90), "no {text:?} in {}", self.output.text());
                        std::thread::sleep(Duration::from_millis(1));
                    }
                }
            }
        }
        let count = self.pending.len().min(into.len());
        into[..count].copy_from_slice(&self.pending[..count]);
        self.pending.drain(..count);
        Ok(count)
    }
}

/// Lock that conversations share. Tests that measure time hold it alone, since the searches of others would disturb them.
static MACHINE: RwLock<()> = RwLock::new(());

fn converse(steps: Vec<Step>) -> String {
    let _shared = MACHINE.read().unwrap_or_else(PoisonError::into_inner);
    talk(steps)
}

/// Right to converse while no other test does.
struct Alone {
    _guard: RwLockWriteGuard<'static, ()>,
}

impl Alone {
    fn wait() -> Self {
        Self { _guard: MACHINE.write().unwrap_or_else(PoisonError::into_inner) }
    }

    fn converse(&self, steps: Vec<Step>) -> String {
        let Self { _guard } = self;
        talk(steps)
    }
}

fn talk(steps: Vec<Step>) -> String {
    let output = Collected::default();
    let script = Script { steps: steps.into_iter(), output: output.clone(), pending: Vec::new() };
    serve(Options::default(), BufReader::with_capacity(1, script), output.clone()).unwrap();
    output.text()
}

use Step::{Await, Say, Sleep};

#[test]
fn it_introduces_itself() {
    let text = converse(vec![Say("uci"), Say("isready"), Say("quit"), Say("d")]);
    for expected in [
        "id name Saffron",
        "option name UCI_Variant type combo default shafran var shafran var glinski var mccooey var hexofen var devasa var brusky",
        "option name Hash type spin",
        "option name MultiPV type spin",
        "option name Ponder type check",
        "option name Clear Hash type button",
        "option name Threads type spin default 1 min 1 max 256",
        "option name EvalFile type string default own",
        "option name UCI_ShowWDL type check default false",
        "option name Move Overhead type spin",
        "option name OwnBook type check default false",
        "option name Book File type string default own",
        "option name Book Depth type spin",
        "option name TablesPath type string default <empty>",
        "option name TablesLimit type spin default 5 min 0 max 5",
        "option name TablesProbeDepth type spin default 1 min 1 max 100",
        "option name Tables50MoveRule type check default true",
        "option name UCI_LimitStrength type check default false",
        "option name UCI_Elo type spin default ",
        "uciok\nreadyok\n",
    ] {
        assert!(text.contains(expected), "{expected:?} in {text}");
    }
    assert!(!text.contains("FEN"), "nothing is read after quit");
}

#[test]
fn chances_are_shown_if_they_are_wanted() {
    let search = ["position startpos", "go depth 5"];
    let hidden = run(Options::default(), &search);
    assert!(!hidden.contains(" wdl "), "{hidden}");
    let shown = run(Options::default(), &[&["setoption name UCI_ShowWDL value true"][..], &search].concat());
    let lines: Vec<&str> = shown.lines().filter(|line| line.starts_with("info depth")).collect();
    assert!(lines.len() >= 5, "{shown}");
    for line in lines {
        let (score, rest) = line.split_once(" wdl ").unwrap();
        let chances: Vec<u32> = rest.split(' ').take(3).map(|word| word.parse().unwrap()).collect();
        assert_eq!(chances.iter().sum::<u32>(), 1000, "{line}");
        assert!(score.contains(" score cp ") && rest.contains(" nodes "), "{line}");
    }
}

/// Runs commands as they are given as arguments.
fn run(options: Options, commands: &[&str]) -> String {
    let output = Collected::default();
    let commands: Vec<String> = commands.iter().map(|&command| command.to_owned()).collect();
    run_commands(options, &commands, output.clone()).unwrap();
    output.text()
}

#[test]
fn commands_as_arguments_are_run_to_their_end() {
    let quiet = Options::default();
    assert!(run(quiet, &["go", "depth", "4"]).contains("bestmove "));
    let text =
        run(quiet, &["setoption name UCI_Variant value mccooey", "genfens 2 seed 9 book None", "quit", "go depth 4"]);
    assert_eq!(text.matches("info string genfens ").count(), 2, "{text}");
    assert!(!text.contains("bestmove"), "{text}");
    assert!(run(quiet, &["genfens 2"]).contains("info string error: genfens: expected "));
    assert_eq!(run(quiet, &["quit"]), "");
}

#[test]
fn parameters_are_options() {
    let listed = run(Options { parameters: true }, &["uci"]);
    let hidden = run(Options::default(), &["uci"]);
    let option = "option name razor_base type spin default ";
    assert!(listed.contains(option) && !hidden.contains(option), "{listed}");
    // They can be set where they are not listed, within their bounds.
    let nodes = |setting: &str| {
        let text = run(Options::default(), &[setting, "go depth 9"]);
        assert!(!text.contains("error"), "{text}");
        let line = text.lines().rev().find(|line| line.starts_with("info depth 9 ")).unwrap().to_owned();
        let mut words = line.split(' ').skip_while(|&word| word != "nodes");
        words.nth(1).unwrap().parse::<u64>().unwrap()
    };
    let default = nodes("setoption name razor_base value 285");
    assert_ne!(nodes("setoption name Late_Move_Base value 2"), default);
    for wrong in ["razor_base value 9999", "razor_base value x", "no_base value 1"] {
        let text = run(Options::default(), &[&format!("setoption name {wrong}")]);
        assert!(text.contains("info string error: setoption "), "{text}");
    }
}

#[test]
fn the_tables_answer_unless_they_are_switched_off() {
    const QUEEN: &str = "position fen k4/6/7/8/9/Q8/8/7/6/K4 w - - 0 60";
    let with = converse(vec![Say(QUEEN), Say("go depth 1"), Await("bestmove")]);
    assert!(with.contains(" score mate ") && !with.contains(" tbhits 0 "), "{with}");
    let limit = "setoption name TablesLimit value 0";
    let without = converse(vec![Say(limit), Say(QUEEN), Say("go depth 1"), Await("bestmove")]);
    assert!(without.contains(" score cp ") && without.contains(" tbhits 0 "), "{without}");
    let late = "position fen k4/6/7/8/9/Q8/8/7/6/K4 w - - 97 60";
    let rule = "setoption name Tables50MoveRule value false";
    let drawn = converse(vec![Say(late), Say("go depth 1"), Await("bestmove")]);
    assert!(!drawn.contains(" score mate "), "{drawn}");
    let won = converse(vec![Say(rule), Say(late), Say("go depth 1"), Await("bestmove")]);
    assert!(won.contains(" score mate "), "{won}");
}

#[test]
fn a_folder_of_tables_is_opened_for_each_variant() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let tables = folder.join("glinski");
    std::fs::create_dir_all(&tables).unwrap();
    let mut solver = Solver::new(Variant::by_id("glinski").unwrap()).unwrap();
    let file = solver.build(&"KNK".parse().unwrap()).unwrap().file;
    std::fs::write(tables.join("KNK.saftable"), &file).unwrap();
    std::fs::write(tables.join("KBK.saftable"), &file[..file.len() - 1]).unwrap();
    let path = format!("setoption name TablesPath value {}", folder.display());
    let path = Box::leak(path.into_boxed_str());
    let text = converse(vec![
        Say(path),
        Say("setoption name UCI_Variant value glinski"),
        Say("setoption name TablesPath value /nowhere"),
        Say("setoption name TablesPath value <empty>"),
        Say("isready"),
        Await("readyok"),
    ]);
    assert!(text.contains("info string 0 endgame tables of shafran in "), "{text}");
    assert!(text.contains("info string 1 endgame tables of glinski in "), "{text}");
    assert!(text.contains("KBK.saftable: the file has "), "{text}");
    assert!(text.contains("error: setoption \"TablesPath\": /nowhere: "), "{text}");
    assert_eq!(text.matches("info string error").count(), 2, "{text}");
}

#[test]
fn the_book_answers_without_a_search() {
    let without = converse(vec![Say("position startpos"), Say("go depth 1"), Await("bestmove")]);
    assert!(without.contains("info depth 1") && !without.contains("book"), "{without}");
    for variant in ["shafran", "glinski", "mccooey"] {
        let choose = format!("setoption name UCI_Variant value {variant}");
        let text = converse(vec![
            Say(Box::leak(choose.into_boxed_str())),
            Say("setoption name OwnBook value true"),
            Say("position startpos"),
            Say("go wtime 60000 btime 60000"),
            Await("bestmove"),
        ]);
        assert!(text.contains("info string book move ") && !text.contains("info depth"), "{text}");
        assert!(text.contains(" ponder "), "{text}");
    }
}

#[test]
fn the_book_is_not_used_when_it_must_not_be() {
    let deep = "setoption name Book Depth value 255";
    for (option, position, go) in [
        (deep, "position startpos", "go infinite"),
        (deep, "position startpos", "go"),
        (deep, "position startpos", "go ponder depth 1"),
        (deep, "position startpos", "go depth 1 searchmoves a2a3"),
        (deep, "position startpos", "go mate 1 depth 1"),
        // Back at the start position.
        (deep, "position startpos moves b1c4 h10g7 c4b1 g7h10", "go depth 1"),
        (deep, "position fen k4/6/7/8/9/9/8/7/6/4K w - - 0 1", "go depth 1"),
        ("setoption name Book Depth value 1", "position startpos moves e2e5", "go depth 1"),
        ("setoption name OwnBook value false", "position startpos", "go depth 1"),
    ] {
        let text = converse(vec![
            Say("setoption name OwnBook value true"),
            Say(option),
            Say(position),
            Say(go),
            Await("info depth 1 "),
            Say("stop"),
            Await("bestmove"),
        ]);
        assert!(!text.contains("book") && !text.contains("error"), "{position} {go}: {text}");
    }
}

#[test]
fn a_book_file_is_read_and_a_wrong_one_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let glinski = folder.join("glinski.book");
    let book = saffron_book::Book::embedded(saffron_rules::Variant::by_id("glinski").unwrap()).unwrap();
    std::fs::write(&glinski, book.to_bytes()).unwrap();
    let line = |text: String| Say(Box::leak(text.into_boxed_str()));
    let file = |path: &std::path::Path| line(format!("setoption name Book File value {}", path.display()));
    let text = converse(vec![
        file(&glinski),
        file(&folder.join("none")),
        Say("setoption name OwnBook value yes"),
        Say("setoption name Book Depth value 0"),
        Say("setoption name UCI_Variant value glinski"),
        Say("setoption name OwnBook value true"),
        file(&glinski),
        Say("go movetime 60000"),
        Await("bestmove"),
        Say("setoption name Book File value own"),
    ]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].ends_with("glinski.book: the book is of the variant glinski, not shafran"), "{text}");
    assert!(lines[1].contains("none: "), "{text}");
    assert!(lines[2].ends_with("expected true or false, not \"yes\""), "{text}");
    assert!(lines[3].ends_with("expected a number from 1 to 255, not \"0\""), "{text}");
    assert!(lines[4].starts_with("info string book move ") && lines.len() == 6, "{text}");
}

#[test]
fn an_endless_search_answers_isready_and_ends_on_stop_only() {
    let text = converse(vec![
        Say("position startpos moves e2e5"),
        Say("go infinite"),
        Await("info depth 3 "),
        Say("isready"),
        Await("readyok"),
        Say("setoption name MultiPV value 2"),
        Say("setoption name Hash value 1"),
        Say("isready"),
        Sleep(20),
        Say("stop"),
        Await("bestmove"),
    ]);
    assert_eq!(text.matches("bestmove").count(), 1);
    assert!(!text.contains("error"), "{text}");
}

#[test]
fn a_finished_endless_search_waits_for_stop() {
    // Mate in one: the search finishes at once.
    let text = converse(vec![
        Say("position fen 3k1/6/6Q/4K3/9/9/8/7/6/5 w - - 0 1"),
        Say("go depth 2 infinite"),
        Await("score mate 1 "),
        Sleep(50),
        Say("isready"),
        Await("readyok"),
        Say("stop"),
        Await("bestmove"),
    ]);
    assert!(text.find("readyok").unwrap() < text.find("bestmove").unwrap(), "{text}");
}

#[test]
fn pondering_takes_time_only_after_the_hit() {
    let alone = Alone::wait();
    let text = alone.converse(vec![
        Say("position startpos"),
        Say("go ponder wtime 400 btime 400"),
        Sleep(700),
        Say("isready"),
        Await("readyok"),
        Say("ponderhit"),
        Await("bestmove"),
    ]);
    assert!(text.find("readyok").unwrap() < text.find("bestmove").unwrap(), "{text}");
    let stopped = alone.converse(vec![Say("go ponder"), Sleep(20), Say("stop"), Await("bestmove")]);
    assert_eq!(stopped.matches("bestmove").count(), 1);
}

#[test]
fn limits_are_kept() {
    let alone = Alone::wait();
    let text = alone.converse(vec![Say("go depth 3"), Await("bestmove")]);
    assert!(text.contains("info depth 3 ") && !text.contains("info depth 4 "));
    let line = text.lines().find(|line| line.starts_with("info depth 3 ")).unwrap();
    for word in ["seldepth", "multipv 1", "score cp", "nodes", "nps", "hashfull", "time", "pv"] {
        assert!(line.contains(word), "{word} in {line}");
    }
    let text = alone.converse(vec![
        Say("setoption name MultiPV value 3"),
        Say("go searchmoves e2e5 d2d5 nodes 2000"),
        Await("bestmove"),
    ]);
    assert!(text.contains("multipv 2") && !text.contains("multipv 3"));
    assert!(text.contains("bestmove e2e5") || text.contains("bestmove d2d5"));
    let begun = Instant::now();
    alone.converse(vec![Say("go movetime 100"), Await("bestmove")]);
    assert!(begun.elapsed() >= Duration::from_millis(80) && begun.elapsed() < Duration::from_secs(3));
    let begun = Instant::now();
    alone.converse(vec![Say("go wtime 1000 btime 1 winc 10 binc 0 movestogo 20"), Await("bestmove")]);
    assert!(begun.elapsed() < Duration::from_secs(1));
}

#[test]
fn readyok_comes_after_earlier_commands() {
    let alone = Alone::wait();
    let begun = Instant::now();
    let text = alone.converse(vec![Say("setoption name Hash value 512"), Say("isready"), Await("readyok")]);
    let ready = begun.elapsed();
    assert_eq!(text, "readyok\n");
    let begun = Instant::now();
    alone.converse(vec![Say("isready"), Await("readyok")]);
    assert!(ready > 2 * begun.elapsed(), "a table of 512 MiB takes longer to make than none");
}

#[test]
fn time_before_a_search_counts_against_its_limits() {
    let alone = Alone::wait();
    let begun = Instant::now();
    alone.converse(vec![Say("setoption name Hash value 512"), Say("isready"), Await("readyok")]);
    let making = begun.elapsed();
    let begun = Instant::now();
    alone.converse(vec![Say("setoption name Hash value 512"), Say("go movetime 300"), Await("bestmove")]);
    assert!(begun.elapsed() < Duration::from_millis(300) + making, "{:?}", begun.elapsed());
}

#[test]
fn the_last_info_is_of_the_move_that_is_played() {
    for nodes in ["go nodes 5000", "go nodes 20000", "go nodes 70000"] {
        let text = converse(vec![
            Say("setoption name MultiPV value 3"),
            Say("position startpos moves e2e4 b6b5 d1e3 c8b5 h4g5 b7d5"),
            Say(nodes),
            Await("bestmove"),
        ]);
        let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("info depth")).collect();
        let last = lines.iter().rev().find(|line| line.contains(" multipv 1 ")).unwrap();
        let first_move = last.split_once(" pv ").unwrap().1.split(' ').next().unwrap();
        assert_eq!(best_move(&text, 0), first_move, "{text}");
        let count =
            |line: &str| line.split_once(" nodes ").unwrap().1.split(' ').next().unwrap().parse::<u64>().unwrap();
        let expected: u64 = nodes["go nodes ".len()..].parse().unwrap();
        assert!(count(last) >= expected || text.contains("score mate"), "all nodes are reported: {text}");
    }
}

#[test]
fn movestogo_of_zero_is_ignored() {
    let alone = Alone::wait();
    let begun = Instant::now();
    alone.converse(vec![Say("go wtime 3000 btime 3000 movestogo 0"), Await("bestmove")]);
    assert!(begun.elapsed() < Duration::from_millis(1300), "{:?}", begun.elapsed());
}

#[test]
fn a_clock_of_the_opponent_alone_is_no_time_at_all() {
    let alone = Alone::wait();
    let begun = Instant::now();
    alone.converse(vec![Say("go btime 60000"), Await("bestmove")]);
    assert!(begun.elapsed() < Duration::from_secs(2));
}

#[test]
fn illegal_moves_after_searchmoves_are_named_and_the_others_searched() {
    let text = converse(vec![
        Say("setoption name MultiPV value 3"),
        Say("go searchmoves e2e5 z9z9 d2d5 depth 2"),
        Await("bestmove"),
    ]);
    assert!(text.contains("info string error: go: searchmoves: ") && !text.contains("unknown word"), "{text}");
    assert!(text.contains(" multipv 2 ") && !text.contains(" multipv 3 "), "{text}");
}

#[test]
fn mate_is_found_and_ends_the_search() {
    let text =
        converse(vec![Say("position fen 3k1/6/6Q/4K3/9/9/8/7/6/5 w - - 0 1"), Say("go mate 2"), Await("bestmove")]);
    assert!(text.contains("score mate"), "{text}");
}

#[test]
fn there_is_no_move_after_mate() {
    let glinski = "position fen 1/3/5/7/Q8/8K1k/11/11/11/11/11 b - - 0 1";
    let text = converse(vec![
        Say("setoption name UCI_Variant value glinski"),
        Say(glinski),
        Say("go depth 5"),
        Await("bestmove (none)"),
    ]);
    let score = WinRate::of(Variant::by_id("glinski").unwrap()).normalized(Score::Cp(-Score::THREE_QUARTERS));
    assert!(text.contains(&format!("score {score}")), "a stalemate there is worth a quarter: {text}");
}

#[test]
fn a_new_search_makes_the_old_one_answer() {
    let text = converse(vec![Say("go infinite"), Say("go depth 2"), Say("go nodes 10"), Sleep(50)]);
    assert_eq!(text.matches("bestmove").count(), 3);
}

#[test]
fn the_end_of_the_input_ends_an_endless_search() {
    let alone = Alone::wait();
    let begun = Instant::now();
    let text = alone.converse(vec![Say("go infinite"), Sleep(30)]);
    assert!(text.contains("bestmove") && begun.elapsed() < Duration::from_secs(3));
}

#[test]
fn wrong_positions_leave_the_old_one() {
    let bad = [
        "position",
        "position fen",
        "position fen 8/8/8 w - - 0 1",
        "position startpos moves e2e9",
        "position startpos moves e2e5 e2e3",
        "position startpos moves xyz",
        "position startpos e2e5",
        "position nowhere",
    ];
    for line in bad {
        let text = converse(vec![Say("position startpos moves a2a3"), Say(line), Say("d")]);
        assert!(text.contains("info string error: position: "), "{line}: {text}");
        assert!(text.contains("b QBqb - 0 1"), "{line}: {text}");
    }
}

/// Gliński's start position as other programs write it: files upwards, files downwards, Chex, rising lines.
const FOREIGN: [&str; 4] = [
    "6/P5p/RP4pr/N1P3p1n/Q2P2p2q/BBB1P1p1bbb/K2P2p2k/N1P3p1n/RP4pr/P5p/6 w - 0 1",
    "6/p5P/rp4PR/n1p3P1N/q2p2P2Q/bbb1p1P1BBB/k2p2P2K/n1p3P1N/rp4PR/p5P/6 w",
    "6_p-5-P_r-p-4-P-R_n-1-p-3-P-1-N_q-2-p-2-P-2-Q_b-b-b-1-p-1-P-1-B-B-B_\
     k-2-p-2-P-2-K_n-1-p-3-P-1-N_r-p-4-P-R_p-5-P_6$w",
    "1prnqb/2p2bk/3p1b1n/4p3r/5ppppp/11/PPPPP5/R3P4/N1B1P3/QB2P2/BKNRP1 w - - 0 1",
];

#[test]
fn the_fen_of_another_program_is_read() {
    for fen in FOREIGN {
        let position = format!("position fen {fen} moves f5f6");
        let text = converse(vec![Say("setoption name UCI_Variant value glinski"), Say(position.leak()), Say("d")]);
        assert!(!text.contains("error"), "{fen}: {text}");
        let after = "b/qbk/n1b1n/r5r/ppppppppp/5P5/11/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 b - - 0 1";
        assert!(text.contains(after), "{fen}: {text}");
    }
}

#[test]
fn a_fen_invalid_in_every_dialect_gets_the_error_of_our_own() {
    for (variant, fen, wrong) in [
        ("glinski", "1/3/5/7/9/11/11/11/11/11/11 w - 0 1", "king"),
        // Files of De Vasa's board have the form of ranks; read as files, this would be another position.
        ("devasa", "9/4p4/9/4k4/9/9/9/4K4/4P4 w - - 0 1", "pawn"),
        ("shafran", "5/6/7/8/9/9/8/7/6/K4 w - - 0 1", "king"),
        // Valid both upwards and downwards, with different results.
        ("glinski", "6/7/8/9/10/K9k/10/9/8/3q3/6 w - 0 1", "files-up"),
    ] {
        let option = format!("setoption name UCI_Variant value {variant}");
        let position = format!("position fen {fen}");
        let text = converse(vec![Say(option.leak()), Say(position.leak()), Say("d")]);
        let error = text.lines().find(|line| line.starts_with("info string error: position: ")).unwrap_or_default();
        assert!(error.contains(wrong), "{fen}: {text}");
    }
}

#[test]
fn wrong_options_and_words_are_named() {
    for line in [
        "setoption",
        "setoption name",
        "setoption name Hash value many",
        "setoption name Hash value 0",
        "setoption name Hash value -1",
        "setoption name Hash value 99999999999999999999",
        "setoption name UCI_Variant value chess",
        "setoption name Threads value 0",
        "setoption name Threads value 257",
        "setoption name EvalFile value /no/such/file",
        "setoption name EvalFile value Cargo.toml",
        "setoption name Nothing value 1",
        "setoption name Ponder value maybe",
        "setoption name UCI_LimitStrength value perhaps",
        "setoption name UCI_Elo value 3",
        "setoption name UCI_Elo value 99999",
        "setoption name UCI_Elo value strong",
        "go depth",
        "go depth x",
        "go searchmoves z9z9 depth 1",
        "go perft 1000",
        "sing a song",
    ] {
        let text = converse(vec![Say(line)]);
        assert!(text.contains("info string error: "), "{line}: {text}");
    }
}

#[test]
fn another_variants_network_is_refused() {
    let text = converse(vec![
        Say("setoption name EvalFile value ../engine/networks/mccooey.nnue"),
        Say("setoption name UCI_Variant value mccooey"),
        Say("setoption name EvalFile value ../engine/networks/mccooey.nnue"),
        Say("go depth 1"),
        Await("bestmove"),
    ]);
    let errors: Vec<&str> = text.lines().filter(|line| line.contains("error")).collect();
    assert_eq!(errors.len(), 1, "{text}");
    assert!(errors[0].ends_with("this is a network for \"mccooey\", not for \"shafran\""), "{text}");
}

/// Returns the move of answer `number`, from 0.
fn best_move(text: &str, number: usize) -> &str {
    let answers: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    answers[number].split(' ').next().unwrap()
}

#[test]
fn limited_players_keep_to_rules_and_clock_in_every_variant() {
    let alone = Alone::wait();
    for variant in Variant::all() {
        let elos = [Strength::MIN.elo(), Strength::MIN.elo().midpoint(Strength::MAX.elo()), Strength::MAX.elo()];
        for elo in elos {
            let begun = Instant::now();
            let text = alone.converse(vec![
                Say(format!("setoption name UCI_Variant value {}", variant.id()).leak()),
                Say("setoption name UCI_LimitStrength value true"),
                Say(format!("setoption name UCI_Elo value {elo}").leak()),
                Say("position startpos"),
                Say("go wtime 60000 btime 60000 winc 0 binc 0"),
                Await("bestmove"),
            ]);
            // Two of sixty seconds are planned for a move; a limited player needs only a part of them.
            assert!(begun.elapsed() < Duration::from_secs(2), "{} {elo}: {:?}", variant.id(), begun.elapsed());
            assert!(!text.contains("error") && variant.start().parse_uci(best_move(&text, 0)).is_ok(), "{text}");
        }
    }
}

#[test]
fn a_limited_player_does_not_overstep_a_minute_for_all_moves() {
    let mut game = Game::new(Variant::by_id("shafran").unwrap().start());
    // The last seconds of a one-minute game: each move is given the clock that the previous one left.
    let mut clocks = [Duration::from_millis(2000); 2];
    for ply in 0..16 {
        let moves: Vec<String> =
            game.positions().iter().zip(game.moves()).map(|(position, &mv)| position.uci(mv)).collect();
        let [white, black] = clocks.map(|clock| clock.as_millis());
        let text = converse(vec![
            Say("setoption name UCI_LimitStrength value true"),
            Say(format!("setoption name UCI_Elo value {}", Strength::MAX.elo()).leak()),
            Say(format!("position startpos moves {}", moves.join(" ")).leak()),
            Say(format!("go wtime {white} btime {black} winc 0 binc 0").leak()),
            Await("bestmove"),
        ]);
        // The time that the search reports: starting the program is not on the clock.
        let took =
            text.lines().filter_map(|line| line.split(" time ").nth(1)).filter_map(|rest| rest.split(' ').next());
        let took = Duration::from_millis(took.filter_map(|ms| ms.parse().ok()).max().unwrap_or(0));
        assert!(took < clocks[ply % 2], "{took:?} of {:?}", clocks[ply % 2]);
        clocks[ply % 2] -= took;
        let mv = game.position().parse_uci(best_move(&text, 0)).unwrap();
        game.play(mv).unwrap();
    }
}

#[test]
fn limited_strength_respects_what_go_asks_for() {
    let limited = [Say("setoption name UCI_LimitStrength value true"), Say("setoption name UCI_Elo value 1000")];
    let text = converse(
        limited
            .into_iter()
            .chain([
                Say("setoption name MultiPV value 2"),
                Say("go searchmoves e2e5 d2d5"),
                Sleep(300),
                // Endless: the answer waits.
                Say("isready"),
                Await("readyok"),
                Say("stop"),
                Await("bestmove"),
                Say("go ponder wtime 1000 btime 1000"),
                Sleep(300),
                Say("isready"),
                Say("ponderhit"),
                Sleep(300),
                Say("go mate 2"),
            ])
            .collect(),
    );
    assert!(text.find("readyok").unwrap() < text.find("bestmove").unwrap(), "{text}");
    assert!(["e2e5", "d2d5"].contains(&best_move(&text, 0)), "{text}");
    assert!(text.contains("multipv 2") && !text.contains("multipv 3") && !text.contains("error"), "{text}");
    assert_eq!(text.matches("readyok").count(), 2);
    assert_eq!(text.matches("bestmove").count(), 3);
    assert!(text.rfind("readyok").unwrap() < text.rfind("bestmove").unwrap());
    let mate = converse(vec![
        Say("setoption name UCI_LimitStrength value true"),
        Say(format!("setoption name UCI_Elo value {}", Strength::MIN.elo()).leak()),
        Say("position fen 3k1/6/6Q/4K3/9/9/8/7/6/5 w - - 0 1"),
        Say("go mate 2"),
        Await("bestmove"),
    ]);
    assert!(mate.contains("score mate 1"), "{mate}");
}

#[test]
fn several_threads_search_and_all_stop() {
    let text = converse(vec![
        Say("setoption name Threads value 3"),
        Say("go infinite"),
        Await("info depth 4 "),
        Say("stop"),
        Await("bestmove"),
        Say("setoption name Threads value 1"),
        Say("setoption name EvalFile value none"),
        Say("go depth 2"),
        Await("bestmove"),
    ]);
    assert!(!text.contains("error"), "{text}");
    assert_eq!(text.matches("bestmove").count(), 2);
}

#[test]
fn variants_change_the_start_and_keep_it_when_set_again() {
    let text = converse(vec![
        Say("setoption name UCI_Variant value Glinski"),
        Say("position startpos moves b1b2"),
        Say("setoption name UCI_Variant value glinski"),
        Say("d"),
        Say("go perft 2"),
        Await("Nodes searched"),
    ]);
    assert!(text.contains("Variant: glinski"));
    assert!(text.contains(" b - "), "{text}");
}

#[test]
fn perft_counts_and_can_be_stopped() {
    let alone = Alone::wait();
    let text = alone.converse(vec![Say("go perft 3"), Await("Nodes searched: 75494")]);
    assert_eq!(text.lines().filter(|line| line.contains(": ") && !line.starts_with("Nodes")).count(), 42);
    let begun = Instant::now();
    alone.converse(vec![Say("go perft 60"), Sleep(20), Say("stop")]);
    assert!(begun.elapsed() < Duration::from_secs(3));
}

#[test]
fn noise_is_survived() {
    let words = "go position fen startpos moves setoption name value Hash depth 1 -1 nodes 50 infinite ponder ponderhit \
        stop isready ucinewgame searchmoves e2e5 mate \u{0} é w QBqb - 0 MultiPV UCI_Variant brusky d perft 2 movetime 3 \
        wtime btime movestogo 99999999999999999999999 kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK";
    let words: Vec<&str> = words.split(' ').collect();
    let mut seed = 0x2545_F491_4F6C_DD1Du64;
    let mut next = move |bound: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 33) as usize % bound
    };
    let steps = (0..400).map(|_| {
        let line: Vec<&str> = (0..next(9)).map(|_| words[next(words.len())]).collect();
        Say(line.join(" ").leak())
    });
    let text = converse(steps.chain([Say("isready"), Await("readyok")]).collect());
    assert!(text.contains("readyok"));
}

/// Returns the value of this word in an info line.
fn value_of(line: &str, word: &str) -> Option<u64> {
    let mut words = line.split(' ').skip_while(|other| *other != word);
    words.nth(1)?.parse().ok()
}

#[test]
fn a_long_search_prints_bounds_and_nodes_every_few_seconds() {
    let alone = Alone::wait();
    // Seven bounds in fourteen seconds; from the start position there may be none in twenty.
    let text = alone.converse(vec![
        Say("setoption name UCI_Variant value devasa"),
        Say("position fen r1n3b2/6B2/1kp6/1p3p1P1/pp1PBQ1P1/1P7/3P2PP1/3K5/1r5R1 w - - 1 47"),
        Say("go infinite"),
        Await("bound nodes "),
        Await("\ninfo nodes "),
        Say("stop"),
        Await("bestmove"),
    ]);
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("info ")).collect();
    let times: Vec<u64> = lines.iter().map(|line| value_of(line, "time").unwrap()).collect();
    // A busy machine may wake the search late.
    let gaps = std::iter::once(&0).chain(&times).zip(&times).map(|(before, after)| after - before);
    assert!(gaps.max().unwrap() < 6_000, "{text}");
    for (line, time) in lines.iter().zip(&times) {
        let is_exact = line.starts_with("info depth ") && !line.contains("bound ");
        assert!(is_exact || *time >= 3_000, "{line}");
        assert!(line.starts_with("info nodes ") || line.contains(" pv "), "{line}");
    }
    // The last line is exact and belongs to the move that is played.
    let last = lines.last().unwrap();
    assert!(!last.contains("bound ") && last.contains(&format!(" pv {}", best_move(&text, 0))), "{text}");
}
