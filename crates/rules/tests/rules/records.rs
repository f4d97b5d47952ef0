//! Game records as they are found: `data/records/*.pgn`, and what is written of the walks.

use std::io::{Read, Write};
use std::path::Path;

use flate2::read::GzDecoder;
use saffron_rules::{
    Color, Comment, FileLetters, Form, Language, Move, MovetextItem, Notation, PgnError, PgnReader, Position, RawGame,
    Replay, Replayer, Termination, Unclosed, Variant,
};

fn data(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

fn scores(name: &str) -> Vec<RawGame> {
    let path = data("records").join(name);
    PgnReader::read_all(&std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())))
}

fn replays(scores: &[RawGame]) -> Vec<Replay> {
    let mut replayer = Replayer::new();
    scores.iter().map(|score| replayer.replay(score)).collect()
}

fn uci(replay: &Replay) -> String {
    let mut position = replay.start.unwrap();
    let mut words = Vec::new();
    for &mv in &replay.moves {
        words.push(position.uci(mv));
        position.play_unchecked(mv);
    }
    words.join(" ")
}

const BOLY: &str = "g4g5 g7g6 d1g2 d9g9 h1i3 f9i3 g2i3 c7c6 f2d4 b7b5 d4g9 f11g9 i3k5 i8g8 f3k7 i7i6 k5i3 c8k4 c1k4 \
                    g10f11 e1a5 g8e9 k4d8 e9d8 a5d8 e10d8 k7d8 f10k2 i2k2";

#[test]
fn one_game_in_six_languages_and_many_hands() {
    let scores = scores("six-languages.pgn");
    let expected = [
        ("english, short", Language::English, FileLetters::WithoutJ),
        ("hungarian, short", Language::Hungarian, FileLetters::WithoutJ),
        ("polish, long, with the captured piece", Language::Polish, FileLetters::WithoutJ),
        ("german, long", Language::German, FileLetters::WithoutJ),
        ("russian, long and short", Language::Russian, FileLetters::WithoutJ),
        ("swedish, files with j, over-determined", Language::German, FileLetters::WithJ),
        ("programs: two cells, files with j", Language::German, FileLetters::WithJ),
        ("programs: long with a letter for pawns", Language::English, FileLetters::WithoutJ),
        ("figurines", Language::English, FileLetters::WithoutJ),
    ];
    assert_eq!(scores.len(), expected.len());
    assert_eq!(scores[0].leading_comments.len(), 3);
    let mut replayer = Replayer::new();
    for (score, (event, language, files)) in scores.iter().zip(expected) {
        let replay = replayer.replay(score);
        assert_eq!(score.tag("Event"), Some(event));
        assert_eq!(replay.error, None, "{event}");
        assert_eq!((replay.language, replay.files), (language, files), "{event}");
        assert_eq!(score.result, Some(Termination::Score("1-0")), "{event}");
        assert_eq!(uci(&replay), BOLY, "{event}");
        // The same alone, with nothing before it in the file.
        let alone = Replayer::new().replay(score);
        assert_eq!((alone.moves, alone.error), (replay.moves.clone(), None), "{event}");
    }
    let swedish = Replayer::new().with_language(Language::Swedish).replay(&scores[5]);
    assert_eq!((swedish.language, uci(&swedish)), (Language::Swedish, BOLY.to_owned()));
    let polish = Replayer::new().with_language(Language::Polish).replay(&scores[1]);
    let error = polish.error.unwrap();
    assert_eq!(error.to_string(), "ply 3, 2. Hg2: no queen of White can go to g2");
    assert_eq!(polish.language, Language::Polish);
}

#[test]
fn records_are_taken_apart_as_they_are_found() {
    let scores = scores("as-found.pgn");
    assert_eq!(scores.len(), 8, "{scores:#?}");
    let [first, second, third, fourth, fifth, sixth, seventh, eighth] = &scores[..] else { unreachable!() };
    let numbers: Vec<(usize, usize)> = scores.iter().map(|score| (score.number, score.line)).collect();
    assert_eq!(numbers, [(1, 2), (2, 14), (3, 20), (4, 25), (5, 30), (6, 37), (7, 43), (8, 45)]);

    assert_eq!(first.tag("White"), Some("A. \"The Hex\" B."));
    assert_eq!(first.tag("Black"), Some("C:\\D"));
    assert_eq!(first.tag("Site"), Some("here"));
    let comment = |line, text: &str| {
        MovetextItem::Comment(Comment { line, text: text.to_owned(), to_line_end: false, after_number: false })
    };
    let mv = |line, text: &str, number: Option<(u32, Color)>| MovetextItem::Move {
        line,
        text: text.to_owned(),
        turn: number.map(|(_, turn)| turn),
        number: number.map(|(number, _)| number),
    };
    let white = |number| Some((number, Color::White));
    let to_end =
        Comment { line: 9, text: "to the end of the line {".to_owned(), to_line_end: true, after_number: false };
    let inner = "2.Hhf4!? Hg7 {x} (2...Hhf8 3. Hxf7 ?!) 3.Hg4".to_owned();
    assert_eq!(
        first.items,
        [
            comment(8, " before the moves "),
            mv(8, "g5!?", white(1)),
            comment(8, "[%clk 1:00:00] good\nover two lines"),
            MovetextItem::Nag(5),
            mv(9, "g6", None),
            MovetextItem::Comment(to_end),
            mv(10, "Hg2", white(2)),
            MovetextItem::Variation { line: 10, text: inner },
            MovetextItem::Variation { line: 10, text: "BoSa".to_owned() },
            mv(10, "Hg9+", Some((2, Color::Black))),
            mv(11, "Hhi3", white(3)),
            MovetextItem::Variation { line: 11, text: "3. Kf1 nonsense".to_owned() },
            mv(11, "Fxi3+", None),
            mv(11, "Hxi3", white(4)),
            MovetextItem::Variation { line: 11, text: "=".to_owned() },
            comment(11, "agreed"),
        ]
    );
    assert_eq!(first.result, Some(Termination::Score("1/2-1/2")));
    assert_eq!(
        second.leading_comments,
        [Comment { line: 13, text: " about the next game ".to_owned(), to_line_end: false, after_number: false }]
    );
    assert_eq!((second.result, second.moves().count()), (None, 18));
    assert_eq!((third.items.len(), third.moves().count()), (1, 0));
    assert_eq!(fourth.errors, [PgnError::Unclosed { line: 28, what: Unclosed::Comment }]);
    assert!(matches!(fifth.errors[..], [PgnError::Tag { line: 31, .. }]), "{:?}", fifth.errors);
    assert_eq!(fifth.tag("GameID"), Some("5"));
    assert_eq!(sixth.result, Some(Termination::Score("1/2-1/2")));
    assert_eq!((seventh.tags.len(), seventh.result), (0, Some(Termination::Unfinished)));
    assert_eq!(eighth.moves().map(|(_, text)| text).collect::<Vec<_>>(), ["g6", "fxg6ep"]);

    let replays = replays(&scores);
    let errors: Vec<Option<String>> =
        replays.iter().map(|replay| replay.error.as_ref().map(ToString::to_string)).collect();
    let expected = [
        None,
        None,
        None,
        Some("line 28: a comment is not closed"),
        Some("ply 3, 2. Hf6: no knight of White can go to f6"),
        None,
        None,
        None,
    ];
    assert_eq!(errors, expected.map(|text| text.map(str::to_owned)));
    assert_eq!(replays[1].moves.len(), 18);
    assert!(uci(&replays[1]).contains("e4e6 f6e5 "), "the pawn on f6 takes en passant on e5");
    let (written, outcome) = replays[5].result_mismatch.clone().unwrap();
    assert_eq!((written.as_str(), outcome.result()), ("1/2-1/2", "3/4-1/4"));
    let guessed: Vec<bool> = replays.iter().map(|replay| replay.variant_is_inherited).collect();
    assert_eq!(guessed, [false, false, false, false, false, false, true, true]);
}

#[test]
fn every_reason_why_a_game_is_not_legal() {
    let scores = scores("unclear.pgn");
    let found: Vec<String> = replays(&scores).iter().map(|replay| replay.error.clone().unwrap().to_string()).collect();
    assert_eq!(
        found,
        [
            "ply 3, 2. Nf4: Nf4 could be more than one move: Nd1-f4, Nh1-f4",
            "ply 3, 2. Nf6: no knight of White can go to f6",
            "ply 3, 2. Nbf4: White has no knight on the b file",
            "ply 3, 2. Rg5: a piece of White stands on g5",
            "ply 3, 2. gxh5: no pawn of White can go from g5 to h5",
            "ply 3, 2. Nf12: the board has no cell f12",
            "ply 1, 1. Rg5: the rook is pinned: the king of White would be in check",
            "ply 1, 1. b2: White would stay in check",
            "ply 1, 1. Kf2: the king of White would be in check on f2",
            "ply 1, 1. c8: it is not said what the pawn becomes on c8",
            "ply 1, 1. g5=Q: no pawn is promoted on g5",
            "ply 1, 1. ik: no pawn of White can take from the i file to the k file",
            "ply 2, 1... F6: \"F6\" is not a move in algebraic notation",
            "[Variant \"Checkers\"] is not a known game",
            "ply 1, 1. Q-0-0: this castling is not possible here",
        ]
    );
}

/// The variants with a walk in `data/walks`; a new one may come without.
pub(crate) fn walked() -> impl Iterator<Item = &'static Variant> {
    assert!(data("walks").join(format!("{}.tsv.gz", Variant::DEFAULT_ID)).exists());
    let all = Variant::all().iter().copied();
    all.filter(|variant| data("walks").join(format!("{}.tsv.gz", variant.id())).exists())
}

/// The games of a walk: a start position and the moves.
fn walks(variant: &'static Variant) -> Vec<(Position, Vec<Move>)> {
    let path = data("walks").join(format!("{}.tsv.gz", variant.id()));
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    let mut games: Vec<(Position, Vec<Move>)> = Vec::new();
    let mut now: Option<Position> = None;
    for line in text.lines() {
        let fen = line.split('\t').next().unwrap();
        let next = Position::from_fen(variant, fen).unwrap();
        let mv = now.and_then(|now| now.legal_moves().into_iter().find(|&mv| now.play(mv).unwrap() == next));
        match (mv, games.last_mut()) {
            (Some(mv), Some((_, moves))) => moves.push(mv),
            _ => games.push((next, Vec::new())),
        }
        now = Some(next);
    }
    games
}

/// Every language, form and naming of files.
fn notations() -> impl Iterator<Item = Notation> {
    let forms = [Form::Short, Form::Long, Form::Uci];
    let files = [FileLetters::WithoutJ, FileLetters::WithJ];
    Language::ALL.into_iter().flat_map(move |language| {
        forms.into_iter().flat_map(move |form| files.into_iter().map(move |files| Notation { language, form, files }))
    })
}

#[test]
fn what_is_written_of_a_move_is_read_as_that_move() {
    for variant in walked() {
        let mut plies = 0;
        for (start, moves) in walks(variant) {
            let mut position = start;
            for mv in moves {
                for notation in notations() {
                    let text = position.write_move(mv, notation);
                    assert_eq!(position.read_move(&text, notation), Ok(mv), "{text} {notation:?} {position:?}");
                    assert_eq!(position.why_illegal(&text, notation), None, "{text} {position:?}");
                }
                position.play_unchecked(mv);
                plies += 1;
            }
        }
        assert!(plies > 5_000, "{}: {plies}", variant.id());
    }
}

#[test]
fn what_is_written_of_a_game_is_read_as_that_game() {
    for variant in walked() {
        let games = walks(variant);
        for notation in notations() {
            // A file of games, read with nothing told about it.
            let mut file = String::new();
            for (start, moves) in &games {
                file.push_str(&written(*start, moves, notation));
                file.push('\n');
            }
            let scores = PgnReader::read_all(&file);
            assert_eq!(scores.len(), games.len(), "{} {notation:?}", variant.id());
            for ((score, replay), (_, moves)) in scores.iter().zip(replays(&scores)).zip(&games) {
                assert_eq!(replay.error, None, "{} {notation:?} {score:?}", variant.id());
                assert_eq!(&replay.moves, moves, "{} {notation:?} {score:?}", variant.id());
            }
        }
    }
}

/// The record of a game, by way of its UCI moves.
fn written(start: Position, moves: &[Move], notation: Notation) -> String {
    let mut position = start;
    let mut score =
        RawGame { tags: vec![("Variant".to_owned(), start.variant().id().to_owned())], ..RawGame::default() };
    if start != start.variant().start() {
        score.tags.push(("FEN".to_owned(), start.to_fen()));
    }
    for &mv in moves {
        score.items.push(MovetextItem::Move { line: 1, text: position.uci(mv), turn: None, number: None });
        position.play_unchecked(mv);
    }
    let replay = Replayer::new().replay(&score);
    assert_eq!((&replay.moves[..], &replay.error), (moves, &None));
    replay.write(&score, notation)
}

#[test]
fn what_stands_around_the_moves_is_written_again() {
    let scores = scores("as-found.pgn");
    let replays = replays(&scores);
    let long = Notation { form: Form::Long, ..Notation::ENGLISH };
    let first = replays[0].write(&scores[0], long);
    let expected = "[Event \"comments of every kind\"]\n[Site \"here\"]\n[White \"A. \\\"The Hex\\\" B.\"]\n\
        [Black \"C:\\\\D\"]\n[Variant \"Glinski\"]\n[Result \"1/2-1/2\"]\n\n\
        {before the moves} 1. g4-g5!? {[%clk 1:00:00] good over two lines} $5 1...\n\
        g7-g6 {to the end of the line {} 2. Nd1-g2 (2. Nh1-f4!? Nh9-g7 {x} (2... Nh9-f8\n\
        {Hxf7?!}) {Hg4}) {BoSa} 2... Nd9-g9 3. Nh1-i3 {3. Kf1 nonsense} 3... Bf9xi3+ 4.\n\
        Ng2xi3 {=} {agreed} 1/2-1/2\n";
    assert_eq!(first, expected);
    assert!(replays[1].write(&scores[1], long).starts_with("{about the next game}\n[Variant"));
    let fifth = replays[4].write(&scores[4], long);
    assert!(fifth.contains("{ply 3, 2. Hf6: no knight of White can go to f6. What follows:\nHf6 Hg9}"), "{fifth}");
    // What was written is read, and written the same again.
    for (score, replay) in scores.iter().zip(&replays) {
        let text = replay.write(score, Notation::ENGLISH);
        let again = PgnReader::read_all(&text);
        assert_eq!(again.len(), 1, "{text}");
        let second = Replayer::new().replay(&again[0]);
        assert_eq!((&second.moves, &second.error), (&replay.moves, &None), "{text}");
        assert_eq!(second.write(&again[0], Notation::ENGLISH), text);
    }
}

#[test]
fn a_file_gives_its_games_back_while_it_is_read() {
    let mut reader = PgnReader::new();
    let mut games = 0;
    for round in 0..1_000 {
        for line in ["[Variant \"Glinski\"]", "", "1. g5 g6 2. Nhf4", "1/2-1/2", ""] {
            reader.push_line(line);
        }
        while let Some(score) = reader.next_game() {
            games += 1;
            assert_eq!((score.number, score.line), (games, games * 5 - 4));
        }
        assert!(games >= round, "a game waits for more than the next one");
    }
    reader.finish();
    assert!(reader.next_game().is_some() && reader.next_game().is_none());
}

#[test]
fn no_game_grows_without_bound() {
    let mut reader = PgnReader::new();
    reader.push_line("[Variant \"Glinski\"]");
    for _ in 0..200_000 {
        reader.push_line("{a comment of some length, again and again} g5");
    }
    reader.push_line("{one that is never closed");
    for _ in 0..200_000 {
        reader.push_line("and on and on");
    }
    reader.push_line("");
    reader.push_line("[Variant \"Glinski\"]");
    reader.push_line("1. g5 *");
    reader.finish();
    let first = reader.next_game().unwrap();
    assert!(matches!(first.errors[..], [PgnError::TooLong { .. }, PgnError::Unclosed { .. }]), "{:?}", first.errors);
    let kept: usize = first.items.iter().map(|item| format!("{item:?}").len()).sum();
    assert!(kept < 4 << 20, "{kept}");
    let second = reader.next_game().unwrap();
    assert_eq!((second.number, second.moves().count(), second.errors.len()), (2, 1, 0));
}

#[test]
fn the_collection_of_1980_to_1987() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/games/glinski-1980-1987-part1.pgn");
    let Ok(text) = std::fs::read_to_string(&path) else {
        // Past the capture of the test harness, so that it is seen.
        let _ = writeln!(std::io::stderr(), "SKIPPED the_collection_of_1980_to_1987: there is no {}", path.display());
        return;
    };
    let scores = PgnReader::read_all(&text);
    let replays = replays(&scores);
    let errors: Vec<_> = replays.iter().filter_map(|replay| replay.error.as_ref()).collect();
    let plies: usize = replays.iter().map(|replay| replay.moves.len()).sum();
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!((scores.len(), plies), (264, 20_217));
    assert!(replays.iter().all(|replay| replay.language == Language::Hungarian || replay.moves.is_empty()));
    // And in every language, there and back.
    for language in Language::ALL {
        for form in [Form::Short, Form::Long] {
            let notation = Notation { language, form, ..Notation::ENGLISH };
            let file: String =
                scores.iter().zip(&replays).map(|(score, replay)| replay.write(score, notation) + "\n").collect();
            let again = PgnReader::read_all(&file);
            assert_eq!(again.len(), scores.len());
            let mut replayer = Replayer::new().with_language(language);
            for (score, replay) in again.iter().zip(&replays) {
                let second = replayer.replay(score);
                assert_eq!((&second.moves, &second.error), (&replay.moves, &None), "{language} {score:?}");
            }
        }
    }
}
