//! Records as other people and programs write them: `data/records/foreign.txt`. None is read as another game, and what is written
//! of each is read as the same game.

use saffron_rules::{
    FileLetters, Form, Language, Notation, PgnError, PgnReader, RawGame, Record, Replay, Replayer, Termination,
};

fn fault(fault: &PgnError) -> String {
    let kind = match fault {
        PgnError::Tag { .. } => "Tag",
        PgnError::Unclosed { .. } => "Unclosed",
        PgnError::Unopened { .. } => "Unopened",
        PgnError::AfterResult { .. } => "AfterResult",
        PgnError::SecondResult { .. } => "SecondResult",
        PgnError::SecondTag { .. } => "SecondTag",
        _ => "another",
    };
    format!("fault {kind} line {}", fault.line())
}

/// What is read of a game, in lines.
fn summary(raw: &RawGame, replay: &Replay) -> Vec<String> {
    let written = replay.write(raw, Notation::ENGLISH);
    let result = match replay.result {
        None | Some(Termination::Unfinished) => written.split_whitespace().last().unwrap_or_default().to_owned(),
        Some(Termination::Score(score) | Termination::Forfeit(score @ "0-0")) => score.to_owned(),
        Some(Termination::Forfeit(score)) => format!("{score} forfeit"),
        Some(Termination::Stalemate) => "stalemate".to_owned(),
    };
    let mut lines = vec![format!("{} plies {result}", replay.moves.len())];
    lines.extend(replay.notes.iter().map(|note| format!("note {note}")));
    if let Some((written, outcome)) = &replay.result_mismatch {
        lines.push(format!("note the result is {written}, but the game ended {outcome}"));
    }
    lines.extend(replay.error.as_ref().map(|error| format!("error {error}")));
    lines.extend(raw.errors.iter().map(fault));
    lines
}

/// What is written of a legal game is one game, with the same moves and result and no mistake.
fn comes_back(raw: &RawGame, replay: &Replay, name: &str) {
    let languages = [Language::English, Language::Hungarian, Language::Russian];
    let files = [FileLetters::WithoutJ, FileLetters::WithJ];
    for (language, files) in languages.into_iter().flat_map(|language| files.map(|files| (language, files))) {
        for form in [Form::Short, Form::Long, Form::Uci] {
            let notation = Notation { language, form, files };
            let text = replay.write(raw, notation);
            let again = PgnReader::read_all(&text);
            let [only] = &again[..] else { panic!("{name}: {} games in {text}", again.len()) };
            assert!(only.errors.iter().all(PgnError::is_note), "{name}: {:?} in {text}", only.errors);
            let second = Replayer::new().with_language(language).replay(only);
            assert_eq!((&second.error, &second.moves), (&None, &replay.moves), "{name}: {text}");
            let result = |replay: &Replay| replay.result.map_or("*", Termination::text);
            if !matches!(result(replay), "*") {
                assert_eq!(result(&second), result(replay), "{name}: {text}");
            }
            assert_eq!(second.write(only, notation), text, "{name}");
        }
    }
}

fn visible(text: &str) -> String {
    let signs = [("<CR>", "\r"), ("<LS>", "\u{2028}"), ("<ZW>", "\u{200b}"), ("<VS>", "\u{fe0e}"), ("<SHY>", "\u{ad}")];
    signs.iter().fold(text.to_owned(), |text, (name, sign)| text.replace(name, sign))
}

#[test]
fn no_record_is_read_as_another_game() {
    let file = include_str!("../data/records/foreign.txt");
    let cases: Vec<&str> = file.split("\n=== ").skip(1).collect();
    let mut wrong = Vec::new();
    for case in &cases {
        let (name, rest) = case.split_once('\n').unwrap();
        let (text, wanted) = rest.split_once("\n~~~\n").unwrap_or_else(|| panic!("{name}"));
        let text = visible(text);
        let raws = PgnReader::read_all(&text);
        let mut replayer = Replayer::new();
        let mut found = Vec::new();
        for raw in &raws {
            let replay = replayer.replay(raw);
            found.extend(summary(raw, &replay));
            if replay.start.is_some() {
                comes_back(raw, &replay, name);
            }
            // A single record is refused for every fault, and never read otherwise.
            if let Ok(record) = Record::from_raw(raw, &mut Replayer::new()) {
                assert_eq!((record.game.moves(), &replay.error), (&replay.moves[..], &None), "{name}");
                assert_eq!(Record::parse(&record.to_string()), Ok(record), "{name}");
            }
        }
        let wanted: Vec<&str> = wanted.trim_end().lines().collect();
        if found != wanted {
            wrong.push(format!("{name}\nread   {found:#?}\nwanted {wanted:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), cases.len(), wrong.join("\n\n"));
    assert!(cases.len() >= 70, "{}", cases.len());
}

/// The movetext of a converted record.
fn converted(text: &str, notation: Notation) -> String {
    let raws = PgnReader::read_all(text);
    let [raw] = &raws[..] else { panic!("{raws:?}") };
    let written = Replayer::new().replay(raw).write(raw, notation);
    written.split_once("\n\n").unwrap().1.trim_end().replace('\n', " ")
}

#[test]
fn null_moves_stay_in_variations() {
    for (moves, wanted) in [
        ("1. e5 e6 (1... -- 2. d5 e7) 2. d5 *", "1. e5 e6 (1... -- 2. d5 e7) 2. d5 *"),
        ("1. e5 (1. Z0!? e6 2. -- (2. <> f6) e5) e6 *", "1. e5 (1. --!? e6 2. -- (2. -- f6) 2... e5) 1... e6 *"),
        ("1. e5 e6 2. d5 (2. @@@@ {threat} d5) *", "1. e5 e6 2. d5 (2. -- {threat} 2... d5) *"),
    ] {
        let text = format!("[Variant \"Shafran\"]\n\n{moves}");
        assert_eq!(converted(&text, Notation::ENGLISH), wanted);
        let record = Record::parse(&text).unwrap();
        assert_eq!(Record::parse(&record.to_string()), Ok(record.clone()));
        assert!(record.to_string().matches("--").count() == wanted.matches("--").count(), "{record}");
    }
}

#[test]
fn drawings_follow_the_names_of_the_files() {
    let with_j = Notation { files: FileLetters::WithJ, ..Notation::ENGLISH };
    for (without, with) in [
        ("1. k2 {[%csl Gk2]} *", "1. j2 {[%csl Gj2]} *"),
        ("{[%cal Yk1l2,Ri1k2] x} 1. k2 *", "{[%cal Yj1k2,Ri1j2] x} 1. j2 *"),
        (
            "1. k2 {[%csl Gk2,Rzz] a [%cal Gl1k1]} (1. k3 {[%csl Gk3]} 1... k6) 1... k6 *",
            "1. j2 {[%csl Gj2,Rzz] a [%cal Gk1j1]} (1. j3 {[%csl Gj3]} 1... j6) 1... j6 *",
        ),
        ("1. {[%csl Gk1]} k2 {not a variation [%csl Gl1]} *", "1. {[%csl Gj1]} j2 {not a variation [%csl Gk1]} *"),
    ] {
        let record = |moves: &str| format!("[Variant \"Glinski\"]\n\n{moves}");
        // A comment behind a number is written before the number.
        let plain = |text: &str| text.replace("1. {", "{").replace("} j2", "} 1. j2").replace("} k2", "} 1. k2");
        assert_eq!(
            converted(&record(without), with_j),
            if with.starts_with("1. {") { plain(with) } else { with.into() }
        );
        let back = converted(&record(with), Notation::ENGLISH);
        assert_eq!(back, if without.starts_with("1. {") { plain(without) } else { without.into() });
    }
}

#[test]
fn a_dead_position_is_a_draw_unless_the_record_says_otherwise() {
    let record =
        |end: &str| format!("[Variant \"Shafran\"]\n[FEN \"k4/6/7/8/9/9/8/7/6/4K w - - 0 1\"]\n\n1. Ke2 {end}");
    for (end, wanted) in [("", "1/2-1/2"), ("*", "1/2-1/2"), ("1-0", "1-0"), ("1/2", "1/2-1/2")] {
        assert_eq!(converted(&record(end), Notation::ENGLISH), format!("1. Ke2 {wanted}"));
    }
}

/// The limit is on the bytes of the file, so a game of a megabyte is read whole and one of more is refused.
#[test]
fn a_game_may_have_a_megabyte() {
    let round = "Nf4 Nf8 Nh1 Nh9 ";
    let begin = "[Variant \"Glinski\"]\n\n";
    let most = (1 << 20) - begin.len() - 64;
    let moves = round.repeat(most / round.len());
    let fits = PgnReader::read_all(&format!(
        "{begin}{}",
        moves.replace("Nh9 ", "Nh9\n").replace("Nf4", "Nhf4").replace("Nf8", "Nhf8")[..most]
            .rsplit_once(' ')
            .unwrap()
            .0
    ));
    assert_eq!((fits.len(), &fits[0].errors), (1, &Vec::new()));
    assert!(fits[0].moves().count() > 200_000, "{}", fits[0].moves().count());
    let long = PgnReader::read_all(&format!("{begin}{}", moves.replace("Nh9 ", "Nh9\n").repeat(2)));
    assert!(matches!(long[0].errors[..], [PgnError::TooLong { .. }]), "{:?}", long[0].errors);
}
