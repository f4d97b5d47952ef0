//! The small decisions of reading and writing, one by one.

use super::*;
use crate::{FileLetters, Form, Language, Notation, Variant};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

/// The one game of a text.
fn only(text: &str) -> RawGame {
    let mut scores = PgnReader::read_all(text);
    assert_eq!(scores.len(), 1, "{text}: {scores:?}");
    scores.remove(0)
}

/// The moves of a text as they are understood, and the number of its glyphs.
fn moves(text: &str) -> (Vec<String>, Vec<u16>) {
    let raw = only(text);
    let nags = raw.items.iter().filter_map(|item| match item {
        MovetextItem::Nag(nag) => Some(*nag),
        _ => None,
    });
    (raw.moves().map(|(_, text)| text.to_owned()).collect(), nags.collect())
}

#[test]
fn the_parts_of_a_move_may_stand_apart() {
    for (text, wanted) in [
        ("1. c2 - c3 g7 - g6", vec!["c2-c3", "g7-g6"]),
        ("1. Sc3 x Wd6 Gd5 – f9 +", vec!["Sc3xWd6", "Gd5–f9+"]),
        ("1. c7 - c8 = H b5xc6 bp", vec!["c7-c8=H", "b5xc6bp"]),
        ("1. c7-\nc8 =H k3 xi4 e.p.", vec!["c7-c8=H", "k3xi4e.p."]),
        ("1. e5 ! e6 ?? 2. e10 (Q) Kf2 # 1 - 0", vec!["e5!", "e6??", "e10", "Kf2#"]),
        ("1. e10(Q)+ e2/V b1(Kr) ", vec!["e10(Q)+", "e2/V", "b1(Kr)"]),
        ("1. e5 -e6", vec!["e5-e6"]),
        ("15. -exf5 16.-g5", vec!["exf5", "g5"]),
        ("1 e5 1 - 0", vec!["e5"]),
        ("1) e5 e6 2) e6", vec!["e5", "e6", "e6"]),
        ("1. Q-0-0 B-0-0-0 2. 0-0 -0-0", vec!["Q-0-0", "B-0-0-0", "0-0", "0-0"]),
        ("1. e5{x}- e6", vec!["e5", "e6"]),
        ("1. e5\n\n- e6", vec!["e5", "e6"]),
    ] {
        assert_eq!(moves(text).0, wanted, "{text}");
    }
}

#[test]
fn signs_that_stand_alone_are_glyphs() {
    let nags = |text| moves(text).1;
    assert_eq!(nags("1. e5 = e6 +- 2. e6 -+ f6 ± 3. f7 ∓ f8 ∞"), [10, 18, 19, 16, 17, 13]);
    assert_eq!(nags("1. e5 ⩲ e6 ⩱ 2. f6 += g6 =+ $3 $ 4 $70000"), [14, 15, 14, 15, 3]);
    assert_eq!(nags("! 1. e5 {x} ?! e6 {y} !? {z} !! {z} ?? {z} ?"), [1, 6, 5, 3, 4, 2]);
    assert_eq!(moves("1. e5 = e6").0, ["e5", "e6"]);
}

#[test]
fn games_end_where_others_begin() {
    let games = |text: &str| PgnReader::read_all(text).len();
    assert_eq!(games("1. e5 1-0 1. e6 0-1"), 2);
    assert_eq!(games("1. e5 1-0 0-1 remi"), 1);
    assert_eq!(games("1. e5 e6\n\n1. d5 d6"), 2);
    assert_eq!(games("1. e5 e6\n1. d5 d6"), 1);
    assert_eq!(games("1. e5 e6\n\n2. d5 d6"), 1);
    assert_eq!(games("[A \"1\"]\n[B \"1\"]\n[A \"2\"]\n\n1. e5"), 1);
    assert_eq!(games("[A \"1\"]\n\n[B \"1\"]\n\n[A \"2\"]\n\n1. e5"), 2);
    assert_eq!(games("[A \"1\"]\n{c}\n[A \"2\"]\n"), 2);
    assert_eq!(games("[A \"1\"] 1. e5 [B \"2\"]"), 1);
    assert_eq!(games("[A \"1\"] 1. e5\n[B \"2\"]"), 2);
    assert_eq!(games("1. e5 1-0\n[B \"2\"]"), 2);
    assert_eq!(games("1. e5 1-0\n{still this game}\n\n{about nothing}"), 1);
    assert_eq!(games(""), 0);
    assert_eq!(games("\n ; only a comment\n\n"), 0);
    let first = only("1-0 patt");
    assert_eq!(first.result, Some(Termination::Score("1-0")));
    assert_eq!(only("patt 3/4-1/4").result, Some(Termination::Score("3/4-1/4")));
    assert_eq!(only("* 1-0").result, Some(Termination::Score("1-0")));
}

#[test]
fn what_follows_the_last_game_is_kept() {
    let mut reader = PgnReader::new();
    for line in ["1. e5 1-0", "", "; the end", "{of it", "all}"] {
        reader.push_line(line);
    }
    reader.finish();
    assert_eq!(reader.next_game().map(|raw| raw.items.len()), Some(1));
    let rest: Vec<_> = reader.trailing_comments().iter().map(|c| (c.line, c.text.as_str(), c.to_line_end)).collect();
    assert_eq!(rest, [(3, "the end", true), (4, "of it\nall", false)]);
}

#[test]
fn tags_are_forgiven_much() {
    let tag = |text: &str| {
        let raw = only(text);
        (raw.tags.clone(), raw.errors.len())
    };
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(tag("[A \"b\"]"), (vec![pair("A", "b")], 0));
    assert_eq!(tag("  [A   \"b\"  ]  [C_1\"d\"]"), (vec![pair("A", "b"), pair("C_1", "d")], 0));
    assert_eq!(tag("[A \"b \"c\" d\"]"), (vec![pair("A", "b \"c\" d")], 0));
    assert_eq!(tag(r#"[A "b \"c\" \\ \d"]"#), (vec![pair("A", r#"b "c" \ \d"#)], 0));
    assert_eq!(tag("[A \"b]\"]"), (vec![pair("A", "b]")], 0));
    assert_eq!(tag("[A \"\"]"), (vec![pair("A", "")], 0));
    assert_eq!(tag("[A b c]"), (vec![pair("A", "b c")], 0));
    assert_eq!(tag("[A “b”]"), (vec![pair("A", "b")], 0));
    assert_eq!(tag("[A b] [C d e]"), (vec![pair("A", "b"), pair("C", "d e")], 0));
    assert_eq!(tag("[A ]"), (vec![pair("A", "")], 0));
    assert_eq!(tag("[A \"b"), (vec![pair("A", "b")], 1));
    assert_eq!(tag("[A b"), (vec![pair("A", "b")], 1));
    assert_eq!(tag("[A [b]"), (vec![pair("A", "[b")], 1));
}

#[test]
fn tags_without_quotation_marks_make_a_record() {
    let fen = "k4/6/7/8/9/8R/8/7/6/R3K b QB - 3 7";
    let text = format!("[White John Smith]\n[Variant shafran]\n[FEN {fen}]\n[Result *]\n\n7... Ke9 8. Q-0-0-0 *");
    let record = crate::record::Record::parse(&text).unwrap();
    assert_eq!(record.tags, [("White".to_owned(), "John Smith".to_owned())]);
    assert_eq!((record.game.start().to_fen().as_str(), record.game.moves().len()), (fen, 2));
    // The next game begins at such a tag, with an empty line before it or without.
    for gap in ["", "\n"] {
        let games = PgnReader::read_all(&format!("[White A]\n\n1. e5 e6\n{gap}[White B]\n\n1. d5 1-0"));
        let names: Vec<_> = games.iter().map(|game| game.tag("White")).collect();
        assert_eq!(names, [Some("A"), Some("B")]);
    }
    // A remark in brackets is none.
    let games = PgnReader::read_all("[White A]\n\n1. e5 e6\n[better is d6]\n2. Nc4 *");
    assert_eq!((games.len(), games[0].moves().count(), games[0].errors.len()), (1, 3, 0));
}

#[test]
fn a_result_may_be_stuck_to_the_last_move() {
    use super::Termination::{Score, Unfinished};
    for (text, moves, result) in [
        ("1. e5 e6 2. b5b4*", "e5 e6 b5b4", Some(Unfinished)),
        ("1. e5 e6#*", "e5 e6#", Some(Unfinished)),
        ("1. e5 e6#1-0", "e5 e6#", Some(Score("1-0"))),
        ("1. e5 e6+½-½", "e5 e6+", Some(Score("1/2-1/2"))),
        ("1. e5* e6 2. d5", "e5 e6 d5", None),
        ("1. e5 e6* 1-0", "e5 e6", Some(Score("1-0"))),
        ("1. e5 e6#", "e5 e6#", None),
    ] {
        let raw = only(text);
        let found: Vec<&str> = raw.moves().map(|(_, text)| text).collect();
        assert_eq!((found.join(" ").as_str(), raw.result), (moves, result), "{text}");
    }
    let games = PgnReader::read_all("1. e5 e6*\n1. d5 d6*\n\n1. f5 *");
    assert_eq!(games.iter().map(|game| game.result).collect::<Vec<_>>(), [Some(Unfinished); 3]);
}

#[test]
fn the_language_of_the_file_decides_where_several_fit() {
    // A bishop's move in English, a rook's in Hungarian.
    let unclear = only("[Variant \"Glinski\"]\n\n1. Bd2 *");
    let hungarian = only("[Variant \"Glinski\"]\n\n1. Hdf4 g6 2. Fd4 *");
    let first = |replay: &Replay| replay.start.unwrap().uci(replay.moves[0]);
    let mut replayer = Replayer::new();
    let alone = replayer.replay(&unclear);
    assert_eq!((first(&alone).as_str(), alone.language), ("f3d2", Language::English));
    assert_eq!(replayer.replay(&hungarian).language, Language::Hungarian);
    let later = replayer.replay(&unclear);
    assert_eq!((first(&later).as_str(), later.language), ("c1d2", Language::Hungarian));
    // A game without letters changes nothing, and neither does an illegal one.
    replayer.replay(&only("[Variant \"Glinski\"]\n\n1. g5 *"));
    replayer.replay(&only("[Variant \"Glinski\"]\n\n1. Ndf4 g6 2. Qa9 *"));
    assert_eq!(first(&replayer.replay(&unclear)), "c1d2");
    let named = Replayer::new().with_language(Language::Polish).replay(&unclear);
    assert_eq!(named.error.unwrap().to_string(), "ply 1, 1. Bd2: \"Bd2\" is not a move in algebraic notation");
}

#[test]
fn an_illegal_game_is_read_in_the_language_in_which_it_goes_on_longest() {
    let replay = Replayer::new().replay(&only("[Variant \"Glinski\"]\n\n1. Sdf4 g6 2. Ld4 Sdf8 3. Tf9 *"));
    assert_eq!((replay.language, replay.moves.len()), (Language::German, 4));
    assert_eq!(replay.error.unwrap().to_string(), "ply 5, 3. Tf9: no rook of White can go to f9");
    // The files: j, then a move that no naming makes legal.
    let replay = Replayer::new().replay(&only("[Variant \"Glinski\"]\n\n1. j3 g6 2. Qb9 *"));
    assert_eq!((replay.files, replay.moves.len()), (FileLetters::WithJ, 2));
    // Of those that get equally far, the first one.
    assert_eq!(replay.language, Language::English);
}

#[test]
fn a_game_without_a_name_is_of_the_variant_that_is_set_or_of_the_one_before_it() {
    let id = |replay: &Replay| replay.start.map(|start| start.variant().id());
    let nameless = only("1. e5 *");
    let named = only("[Variant \"Glinski\"]\n\n1. g5 *");
    let mut replayer = Replayer::new();
    let lost = replayer.replay(&nameless);
    assert_eq!((id(&lost), lost.variant_is_inherited), (None, false));
    assert_eq!(lost.error.unwrap().kind, ReplayErrorKind::NoVariant);
    let first = replayer.replay(&named);
    assert_eq!((id(&first), first.variant_is_inherited), (Some("glinski"), false));
    let second = replayer.replay(&nameless);
    assert_eq!((id(&second), second.variant_is_inherited), (Some("glinski"), true));
    let mut replayer = Replayer::new().with_variant(Variant::by_id("shafran").unwrap());
    for raw in [&nameless, &named, &nameless] {
        let wanted = if raw.tags.is_empty() { "shafran" } else { "glinski" };
        let replay = replayer.replay(raw);
        assert_eq!((id(&replay), replay.variant_is_inherited, replay.error), (Some(wanted), false, None));
    }
    // Both at once, whichever comes first.
    let shafran = Variant::by_id("shafran").unwrap();
    for mut replayer in [
        Replayer::new().with_variant(shafran).with_language(Language::German),
        Replayer::new().with_language(Language::German).with_variant(shafran),
    ] {
        let replay = replayer.replay(&nameless);
        assert_eq!((id(&replay), replay.language), (Some("shafran"), Language::German));
    }
}

#[test]
fn a_result_is_contradicted_only_by_the_end_of_the_game() {
    let contradiction = |fen: &str, moves: &str| {
        let replay = Replayer::new().replay(&only(&format!("[Variant \"Shafran\"]\n[FEN \"{fen}\"]\n\n{moves}")));
        replay.result_mismatch.map(|(written, outcome)| format!("{written}: {outcome}"))
    };
    let mate = "k1b1R/1R3p/3p3/8/r1p3p1P/nb7/p1p3PB/4QP1/PPpKPB/RNBN1 b b - 0 18";
    assert_eq!(contradiction(mate, "0-1").as_deref(), Some("0-1: 1-0 checkmate"));
    for moves in ["1-0", "*", "patt", "18... Ke9 0-1"] {
        assert_eq!(contradiction(mate, moves), None, "{moves}");
    }
    // A dead position is a draw by our rules, but people went on playing, and lost on time.
    assert_eq!(contradiction("k4/6/7/8/9/9/8/7/6/4K w - - 0 1", "1. Ke2 1-0"), None);
    assert_eq!(contradiction("kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK w QBqb - 0 1", "1. e5 0-1"), None);
}

#[test]
fn a_game_of_an_unknown_variant_is_kept_as_it_is() {
    let raw = only("[Variant \"Chess\"]\n\n1. e4 {a} $2 (1. d4) e5! *");
    let replay = Replayer::new().replay(&raw);
    assert_eq!(replay.error.as_ref().unwrap().kind, ReplayErrorKind::UnknownVariant("Chess".to_owned()));
    let written = replay.write(&raw, Notation::ENGLISH);
    assert_eq!(written, "[Variant \"Chess\"]\n[Result \"*\"]\n\ne4 {a} $2 {1. d4} e5! *\n");
}

/// What is no mark in a record is none in the comment that keeps its illegal rest, and what is one stays one: the marks decide
/// on the letters of the files.
#[test]
fn the_marks_of_an_illegal_rest_are_read_again() {
    for rest in [
        "j {[%csl Gj2,Yk] [%cal Gj2j3} j. (1... -- 2. j3 {[%csl Rj3]})",
        "j {[%csl Rz] [%csl [%cal Gj2} {[%csl Rj3]}",
        "j ([%cal Gz) {[%csl Rj3]}",
        "j ([%cal Gj3) {and a bracket}",
        "j [%csl Rj3]",
        "j [%csl Rj3 {and a bracket}",
    ] {
        let raw = only(&format!("[Variant \"Glinski\"]\n\n1. {rest} *"));
        let written = Replayer::new().replay(&raw).write(&raw, Notation::ENGLISH);
        let again = only(&written);
        assert_eq!(Replayer::new().replay(&again).write(&again, Notation::ENGLISH), written, "{rest}");
    }
}

/// A replay whose moves are cut off writes only those that are left.
#[test]
fn no_more_moves_are_written_than_there_are() {
    let raw = only("[Variant \"Glinski\"]\n\n1. g5 g6 2. Bd4 Nhf8 *");
    let mut replay = Replayer::new().replay(&raw);
    replay.moves.truncate(2);
    let written = replay.write(&raw, Notation::ENGLISH);
    assert!(written.ends_with("\n1. g5 g6 {What follows: Bd4 Nhf8} *\n"), "{written}");
}

#[test]
fn pins_and_checks_are_told_from_what_is_out_of_reach() {
    let glinski = Variant::by_id("glinski").unwrap();
    // A rook on f11 looks down the f file at the king on f1.
    let fault = |fen: &str, text: &str| {
        let position = crate::Position::from_fen(glinski, fen).unwrap();
        position.why_illegal(text, Notation::ENGLISH).map(|fault| fault.to_string())
    };
    let check = "r/k2/5/7/9/11/11/4P6/11/11/1P2NK5 w - - 0 1";
    for text in ["b2", "b3", "e5", "e6", "Nc2"] {
        assert_eq!(fault(check, text).as_deref(), Some("White would stay in check"), "{text}");
    }
    for (text, wanted) in [
        ("b4", "no pawn of White can go to b4"),
        ("e7", "no pawn of White can go to e7"),
        ("bxc2", "no pawn of White can go from b1 to c2"),
        ("Nf2", "no knight of White can go to f2"),
        ("Kf3", "no king of White can go to f3"),
        ("Kf2", "the king of White would be in check on f2"),
        ("e4", "a piece of White stands on e4"),
        ("e2f3", "White has no pawn on e2"),
        ("R1f3", "White has no rook on rank 1"),
    ] {
        assert_eq!(fault(check, text).as_deref(), Some(wanted), "{text}");
    }
    assert_eq!(fault(check, "Nf4"), None);
    // Pawns: over a piece, and one that could take but for the check.
    let blocked = "r/k2/5/7/9/11/11/11/2n8/1n9/1P3K5 w - - 0 1";
    assert_eq!(fault(blocked, "b3").as_deref(), Some("no pawn of White can go to b3"));
    assert_eq!(fault(blocked, "bxc3").as_deref(), Some("no pawn of White can go to c3"));
    let takes = "r/k2/5/7/9/11/11/11/11/2n8/1P3K5 w - - 0 1";
    assert_eq!(fault(takes, "bxc2").as_deref(), Some("White would stay in check"));
}

#[test]
fn the_result_is_written_from_wherever_it_is_known() {
    let last = |text: &str| {
        let raw = only(text);
        let written = Replayer::new().replay(&raw).write(&raw, Notation::ENGLISH);
        let tag = format!("[Result \"{}\"]", written.split_whitespace().last().unwrap());
        assert!(written.contains(&tag), "{written}");
        written.split_whitespace().last().unwrap().to_owned()
    };
    let glinski = "[Variant \"Glinski\"]\n";
    assert_eq!(last(&format!("{glinski}\n1. g5 1-0")), "1-0");
    assert_eq!(last(&format!("{glinski}[Result \"0:1\"]\n\n1. g5")), "0-1");
    assert_eq!(last(&format!("{glinski}[Result \"0-1\"]\n\n1. g5 remi")), "1/2-1/2");
    assert_eq!(last(&format!("{glinski}[Result \"?\"]\n\n1. g5")), "*");
    assert_eq!(last(&format!("{glinski}\n1. g5 patt")), "3/4-1/4");
    let mate = "[FEN \"k1b1R/1R3p/3p3/8/r1p3p1P/nb7/p1p3PB/4QP1/PPpKPB/RNBN1 b b - 0 18\"]";
    assert_eq!(last(&format!("[Variant \"Shafran\"]\n{mate}\n")), "1-0");
}

#[test]
fn variations_are_translated_where_they_belong() {
    let written = |moves: &str| {
        let raw = only(&format!("[Variant \"Glinski\"]\n\n{moves}"));
        let notation = Notation { language: Language::Hungarian, form: Form::Long, ..Notation::ENGLISH };
        let text = Replayer::new().with_language(Language::English).replay(&raw).write(&raw, notation);
        text.split("\n\n").nth(1).unwrap().trim_end().replace('\n', " ")
    };
    assert_eq!(
        written("1. g5 (1. Nhf4! g6 (1... h6)) g6 (not so good) (1... Nhf8; bad\n2. Bd4) *"),
        "1. g4-g5 (1. Hh1-f4! g7-g6 (1... h7-h6)) 1... g7-g6 {not so good} (1... Hh9-f8 {bad} 2. Ff2-d4) *"
    );
    // Some write what could follow in place of what could have been.
    assert_eq!(written("1. g5 (1... Nhf8 2. Bd4) g6 *"), "1. g4-g5 (1... Hh9-f8 2. Ff2-d4) 1... g7-g6 *");
    // Where a move is legal for either side, the number tells.
    assert_eq!(written("1. g5 (1... g6) g6 *"), "1. g4-g5 (1... g7-g6) 1... g7-g6 *");
    assert_eq!(written("1. g5 (1. g6) g6 *"), "1. g4-g5 (1. g4-g6) 1... g7-g6 *");
    assert_eq!(written("1. g5 (... g6) g6 *"), "1. g4-g5 (1... g7-g6) 1... g7-g6 *");
    assert_eq!(written("1. g5 g6 (.f6) 2. f6 *"), "1. g4-g5 g7-g6 (1... f7-f6) 2. f5-f6 *");
    assert_eq!(written("1. g5 (1. Nf9 g6) g6 *"), "1. g4-g5 {1. Nf9 g6} 1... g7-g6 *");
    assert_eq!(written("1. g5 (1. Nhf4 Nf1) ( ) g6 *"), "1. g4-g5 (1. Hh1-f4 {Nf1}) {} 1... g7-g6 *");
    let deep = format!("1. g5 {}1. Nhf4{} *", "(1. e5 ".repeat(100), ")".repeat(100));
    let text = written(&deep);
    assert_eq!(text.matches("(1. e4-e5").count(), 32);
    assert!(written("1. g5+! g6!?+ 2. Bd4??# *").contains("g4-g5! g7-g6!? 2. Ff2-d4?? *"));
}

#[test]
fn lines_are_filled_but_not_overfilled() {
    let words = |count: usize, length: usize| vec!["x".repeat(length); count];
    // 8 times 9 and 7 spaces make 79.
    assert_eq!(words::wrapped(words(9, 9)).lines().map(str::len).collect::<Vec<_>>(), [79, 9]);
    assert_eq!(words::wrapped(words(2, 39)).lines().count(), 1);
    assert_eq!(words::wrapped(words(2, 40)).lines().count(), 2);
    assert_eq!(words::wrapped(vec!["x".repeat(39), "x".repeat(40)]).lines().count(), 2);
    assert_eq!(words::wrapped(words(41, 1)).lines().map(str::len).collect::<Vec<_>>(), [79, 1]);
    assert_eq!(words::wrapped(words(1, 100)), "x".repeat(100));
    assert_eq!(words::wrapped(Vec::new()), "");
}

#[test]
fn commands_in_comments_are_not_broken() {
    for filler in 1..80 {
        let text = format!("1. g5 {{{} [%eval -0.35] x}} *", "x".repeat(filler));
        let raw = PgnReader::read_all(&format!("[Variant \"Glinski\"]\n\n{text}")).remove(0);
        let written = Replayer::new().replay(&raw).write(&raw, Notation::ENGLISH);
        assert!(written.contains("[%eval -0.35]"), "{written}");
        assert!(written.lines().all(|line| line.len() <= 79 || filler > 70), "{written}");
    }
    let open = "[Variant \"Glinski\"]\n\n1. g5 {[%eval  never closed} *";
    let raw = PgnReader::read_all(open).remove(0);
    let written = Replayer::new().replay(&raw).write(&raw, Notation::ENGLISH);
    assert!(written.ends_with("1. g5 {[%eval never closed} *\n"), "{written}");
}
