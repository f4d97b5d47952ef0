//! Moves as people write them, and what is read: `data/moves.tsv`. Its columns: variant, FEN, the text, the language, and
//! the move in UCI form or what is wrong.

use saffron_rules::{Language, Notation, Position, SanError, Variant};

/// The move that the text means, or what is wrong with it.
fn meaning(position: &Position, text: &str, language: Language) -> String {
    let notation = Notation { language, ..Notation::ENGLISH };
    let (read, fault) = (position.read_move(text, notation), position.why_illegal(text, notation));
    // An illegal move has a fault, and nothing else has.
    assert_eq!(matches!(read, Err(SanError::Illegal(_))), fault.is_some(), "{text}");
    match (read, fault) {
        (Ok(mv), _) => position.uci(mv),
        (_, Some(fault)) => fault.to_string(),
        (Err(error), None) => error.to_string(),
    }
}

#[test]
fn every_text_means_what_it_should() {
    let mut lines = 0;
    for (number, line) in include_str!("../data/moves.tsv").lines().enumerate().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [variant, fen, text, language, wanted] = fields[..] else { panic!("line {}: {line}", number + 1) };
        let variant = Variant::by_id(variant).unwrap();
        let fen = if fen == "start" { variant.spec().start } else { fen };
        let position = Position::from_fen(variant, fen).unwrap_or_else(|error| panic!("line {}: {error}", number + 1));
        let language = Language::by_name(language).unwrap();
        assert_eq!(meaning(&position, text, language), wanted, "line {}", number + 1);
        lines += 1;
    }
    assert_eq!(lines, 149);
}
