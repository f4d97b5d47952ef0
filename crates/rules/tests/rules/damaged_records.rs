//! Records with characters changed, lost, put in and repeated: nothing panics, and what is read
//! of them is written as a record that is read the same.

use std::path::Path;

use proptest::prelude::*;
use saffron_rules::{Form, Language, Notation, PgnReader, RawGame, Record, Replayer};

fn texts() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/records");
    let names = ["six-languages.pgn", "as-found.pgn", "unclear.pgn", "foreign.txt"];
    let whole = names.map(|name| std::fs::read_to_string(folder.join(name)).unwrap());
    // A game or two at a time: damage should be dense.
    let pieces = whole.iter().flat_map(|text| {
        let blocks: Vec<&str> = text.split("\n\n").collect();
        blocks.windows(3).map(|window| window.join("\n\n")).collect::<Vec<_>>()
    });
    pieces.collect()
}

#[derive(Clone, Debug)]
enum Edit {
    Replace(char),
    Remove,
    Insert(&'static str),
    Repeat(usize),
}

fn edit() -> impl Strategy<Value = Edit> {
    let signs = "{}()[];$\"\\'%*-=+#!?.:x/0123456789 \n\rabekBHSКр½ź…♘\u{feff}\0".chars().collect::<Vec<_>>();
    let words = vec![
        "{",
        "}",
        "(",
        ")",
        "\n\n",
        "\n[Variant \"Shafran\"]\n",
        "[FEN \"",
        "\"]",
        " 1-0 ",
        " patt ",
        " remi\n",
        " ep. ",
        " - ",
        " x ",
        "= ",
        "1. ",
        "1... ",
        "$999999 ",
        "Q-0-0",
        "; ",
        "\n% ",
        "e10(Q)",
        "--",
        "[%clk 1]",
        "====",
        "jjj",
        " 0-0 ",
        "+:-",
        " +/- ",
        " 1/2 ",
        "×",
        " mate ",
        "<>",
        " Z0 ",
        " (-- ",
        "\u{200b}",
        "\r",
        "\n# ",
        "\n---\n",
        "{[%csl Gj2,Gk3]}",
        " 7. ",
    ];
    prop_oneof![
        prop::sample::select(signs).prop_map(Edit::Replace),
        Just(Edit::Remove),
        prop::sample::select(words).prop_map(Edit::Insert),
        (1..60_usize).prop_map(Edit::Repeat),
    ]
}

fn damaged() -> impl Strategy<Value = String> {
    let edits = prop::collection::vec((any::<prop::sample::Index>(), edit()), 0..12);
    (prop::sample::select(texts()), edits).prop_map(|(text, edits)| {
        let mut signs: Vec<char> = text.chars().collect();
        for (at, edit) in edits {
            if signs.is_empty() {
                break;
            }
            let at = at.index(signs.len());
            match edit {
                Edit::Replace(sign) => signs[at] = sign,
                Edit::Remove => drop(signs.remove(at)),
                Edit::Insert(word) => drop(signs.splice(at..at, word.chars())),
                Edit::Repeat(length) => {
                    let piece = signs[at..(at + length).min(signs.len())].to_vec();
                    drop(signs.splice(at..at, piece));
                }
            }
        }
        signs.into_iter().collect()
    })
}

/// What is written of a score, in a notation, is one game that is read the same.
fn comes_back(replayer: &mut Replayer, score: &RawGame) -> Result<(), TestCaseError> {
    let replay = replayer.replay(score);
    let _ = replay.error.as_ref().map(ToString::to_string);
    if replay.start.is_none() {
        let _ = replay.write(score, Notation::ENGLISH);
        return Ok(());
    }
    for (language, form) in [(Language::English, Form::Short), (Language::Russian, Form::Long)] {
        let text = replay.write(score, Notation { language, form, ..Notation::ENGLISH });
        let again = PgnReader::read_all(&text);
        prop_assert_eq!(again.len(), 1, "{}", text);
        let damaged = again[0].errors.iter().any(|fault| !fault.is_note());
        prop_assert!(!damaged, "{:?} in {}", again[0].errors, text);
        let second = Replayer::new().with_language(language).replay(&again[0]);
        prop_assert_eq!(&second.error, &None, "{}", text);
        prop_assert_eq!(&second.moves, &replay.moves, "{}", text);
        prop_assert_eq!(second.write(&again[0], Notation { language, form, ..Notation::ENGLISH }), text);
    }
    Ok(())
}

/// Records that were found by chance and came back otherwise than they were written.
const FOUND: [&str; 2] = [
    // A drawing in the value of a tag was none before, and one when it was read again.
    "{[%csl Gj2,Gk3]}=== result: forfeit with spaces\n[Variant \"G=== result: forfeit with spaces\n[Variant \"Glinski\"]\n\
     [Result \"+:-\"]\n+ : -\n~~~\n0 plies 1-0 forfeit\n\n=== result: in the tag alone\n[Variant \"Glinski\"]\n\
     [Result \"0:1\"]\n1. e5 e6\n~~~\n2 plies 0-1\n\n=== result: the tag says another\n[Variant \"Glinski\"]\n\
     [Result [Variant \"Glinski\"]\n[Result \"{[%csl Gj2,Gk3]}0-1\"]\n1. e5 e6 1-0\n~~~\n2 plies 1-0\n\
     note the tag says 0-1, but the moves end with 1-0",
    // A comment in brackets became a drawing.
    "[Variant \"Glinski\"]\n\nplies {%csl Gj2,Gk3} *\n",
];

#[test]
fn records_found_by_chance_come_back() {
    for text in FOUND {
        for score in PgnReader::read_all(text) {
            comes_back(&mut Replayer::new(), &score).unwrap();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(10_000) })]

    #[test]
    fn damaged_records_are_read_as_far_as_they_go(text in damaged()) {
        let mut replayer = Replayer::new();
        for score in PgnReader::read_all(&text) {
            comes_back(&mut replayer, &score)?;
        }
        if let Ok(record) = Record::parse(&text) {
            prop_assert_eq!(Record::parse(&record.to_string()), Ok(record));
        }
    }

    #[test]
    fn lines_may_come_in_pieces(text in damaged(), cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8)) {
        let mut reader = PgnReader::new();
        let mut places: Vec<usize> = cuts.iter().map(|cut| cut.index(text.len() + 1)).collect();
        places.sort_unstable();
        let mut from = 0;
        for place in places.into_iter().filter(|&place| text.is_char_boundary(place)) {
            reader.push_part(&text[from..place]);
            from = place;
        }
        reader.push_line(&text[from..]);
        reader.finish();
        while let Some(score) = reader.next_game() {
            let _ = Replayer::new().replay(&score);
        }
    }
}
