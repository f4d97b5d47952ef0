//! Bad input: each kind gets its own error, and nothing panics.

use proptest::prelude::*;
use saffron_rules::{Cell, Color, FenError, Piece, Position, Record, Role, Setup, SetupError, Variant};

fn fen_error(id: &str, fen: &str) -> FenError {
    match Position::from_fen(Variant::by_id(id).unwrap(), fen) {
        Ok(position) => panic!("{fen} was read as {position:?}"),
        Err(error) => error,
    }
}

const REST: &str = "np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK";

#[test]
fn every_field_of_a_fen_has_its_own_errors() {
    let whole = |top: &str, rest: &str| fen_error("shafran", &format!("{top}/{REST} {rest}"));
    let good = "kqbnr/bppppp";
    assert!(matches!(fen_error("shafran", ""), FenError::Fields { found: 0, .. }));
    assert!(matches!(whole(good, "w QBqb - 0"), FenError::Fields { found: 5, .. }));
    assert!(matches!(whole(good, "w QBqb - 0 1 1"), FenError::Fields { found: 7, .. }));
    assert!(matches!(whole("kqbnr", "w QBqb - 0 1"), FenError::Ranks { found: 9, .. }));
    assert!(matches!(whole("1/kqbnr/bppppp", "w QBqb - 0 1"), FenError::Ranks { found: 11, .. }));
    assert!(matches!(
        whole("kqbn/bppppp", "w QBqb - 0 1"),
        FenError::RankLength { rank: 10, expected: 5, found: 4, .. }
    ));
    assert!(matches!(whole("kqbnrr/bppppp", "w - - 0 1"), FenError::RankLength { found: 6, .. }));
    assert!(matches!(whole("99999999999999999999999/bppppp", "w - - 0 1"), FenError::RankLength { .. }));
    assert!(matches!(whole("kqxnr/bppppp", "w QBqb - 0 1"), FenError::Character { character: 'x', rank: 10 }));
    assert!(matches!(whole("kq0nr/bppppp", "w - - 0 1"), FenError::Zero { rank: 10 }));
    assert!(matches!(whole("kq01r/bppppp", "w - - 0 1"), FenError::Zero { rank: 10 }));
    assert!(matches!(whole(good, "x QBqb - 0 1"), FenError::Turn(_)));
    assert!(matches!(whole(good, "w QBqK - 0 1"), FenError::Castling(_)));
    assert!(matches!(whole(good, "w QQ - 0 1"), FenError::Castling(_)));
    for en_passant in ["e", "e99", "e3e5", "e4e3", "3e", "e3:e5", "--", "é"] {
        let error = whole(good, &format!("b QBqb {en_passant} 0 1"));
        assert!(matches!(error, FenError::EnPassant(_)), "{en_passant}: {error}");
    }
    for clock in ["-1", "x", "+1", "10000", "1.5", "1z", "0000001", "99999999999999999999"] {
        let error = whole(good, &format!("w QBqb - {clock} 1"));
        assert!(matches!(error, FenError::HalfmoveClock(_)), "{clock}: {error}");
    }
    for number in ["0", "-1", "x", "1000000", "99999999999999999999"] {
        let error = whole(good, &format!("w QBqb - 0 {number}"));
        assert!(matches!(error, FenError::FullmoveNumber(_)), "{number}: {error}");
    }
}

fn setup_error(fen: &str) -> SetupError {
    match fen_error("shafran", fen) {
        FenError::Setup(error) => error,
        other => panic!("{fen}: {other}"),
    }
}

#[test]
fn every_impossible_position_has_its_own_error() {
    let (black, white) = (Color::Black, Color::White);
    assert_eq!(setup_error("5/6/7/8/9/9/8/7/6/4K w - - 0 1"), SetupError::NoKing(black));
    assert_eq!(setup_error("k4/6/7/8/9/9/8/7/6/5 w - - 0 1"), SetupError::NoKing(white));
    assert_eq!(setup_error("kk3/6/7/8/9/9/8/7/6/4K w - - 0 1"), SetupError::SeveralKings(black));
    assert_eq!(setup_error("k4/6/7/8/4R4/9/8/7/6/4K w - - 0 1"), SetupError::OppositeCheck(black));
    // Adjacent kings.
    assert_eq!(setup_error("5/6/7/8/9/9/8/7/4k1/4K w - - 0 1"), SetupError::OppositeCheck(black));
    for (fen, cell) in [("k3P/6/7/8/9/9/8/7/6/4K w - - 0 1", "i10"), ("k4/6/7/8/9/9/8/7/6/P3K w - - 0 1", "a1")] {
        let cell = cell.to_owned();
        assert_eq!(setup_error(fen), SetupError::PawnCell { color: white, cell });
    }
    let (role, cell) = (Role::Rook, "a1".to_owned());
    assert_eq!(
        setup_error("k4/6/7/8/9/8R/8/7/6/4K w QB - 0 1"),
        SetupError::CastlingWithout { letter: 'Q', color: white, role, cell }
    );
    let (role, cell) = (Role::King, "e10".to_owned());
    assert_eq!(
        setup_error("1k2r/6/7/8/9/9/8/7/6/4K w q - 0 1"),
        SetupError::CastlingWithout { letter: 'q', color: black, role, cell }
    );
    assert_eq!(
        setup_error("k4/6/7/8/9/9/8/7/6/4K b - e3e4 0 1"),
        SetupError::EnPassantWithoutPawn { color: white, cell: "e5".to_owned() }
    );
    // A pawn on a2 has no first move of two cells.
    assert_eq!(
        setup_error("k4/6/7/8/9/9/P7/7/6/4K b - a3 0 1"),
        SetupError::EnPassantStart { color: white, cell: "a4".to_owned() }
    );
    assert_eq!(setup_error("k4/6/7/8/9/4P4/4N3/7/6/4K b - e3e4 0 1"), SetupError::EnPassantBlocked("e5".to_owned()));
    assert_eq!(setup_error("k4/6/7/8/9/4P4/8/7/4N1/4K b - e3e4 0 1"), SetupError::EnPassantBlocked("e5".to_owned()));
    // A triple step from b2, whose pawn may go two cells.
    assert_eq!(
        setup_error("k4/6/7/8/9/1P7/8/7/6/4K b - b3b4 0 1"),
        SetupError::EnPassantStart { color: white, cell: "b5".to_owned() }
    );
    // Only the second of the two cells of a triple step: no first move passes over e4 alone.
    let half = fen_error("shafran", "k4/6/7/8/9/4P4/8/7/6/4K b - e4 0 1");
    assert!(matches!(half, FenError::Setup(SetupError::EnPassantStart { .. })), "{half}");
}

#[test]
fn what_passes_over_a_cell_must_stand_behind_it() {
    // By the form that names the pawn: it stands beside the passed cell, or behind it on the wrong side.
    let devasa = Variant::by_id("devasa").unwrap();
    for (en_passant, pawn, fits) in
        [("b4:b5", "b5", true), ("b4:c5", "c5", true), ("b4:d5", "d5", false), ("b4:b3", "b3", false)]
    {
        let mut setup = Setup::from_fen(devasa, "k8/9/9/9/9/9/9/9/8K b - - 0 1").unwrap();
        setup.put(Piece { color: Color::White, role: Role::Pawn }, devasa.board().cell(pawn).unwrap());
        let fen = setup.to_fen(devasa).replace(" - - ", &format!(" - {en_passant} "));
        let read = Position::from_fen(devasa, &fen);
        if fits {
            assert_eq!(read.unwrap().to_fen(), fen);
        } else {
            let cell = pawn.to_owned();
            let error = SetupError::EnPassantStart { color: Color::White, cell };
            assert_eq!(read, Err(FenError::Setup(error)), "{fen}");
        }
    }
}

#[test]
fn pieces_stand_on_the_board() {
    let shafran = Variant::by_id("shafran").unwrap();
    let outside = (0..Cell::COUNT).map(Cell::new).filter(|&cell| !shafran.board().cells().contains(cell));
    let mut tried = 0;
    for cell in outside {
        for color in Color::ALL {
            let mut setup = shafran.start().to_setup();
            setup.put(Piece { color, role: Role::Knight }, cell);
            assert_eq!(Position::from_setup(shafran, &setup), Err(SetupError::OffBoard));
            tried += 1;
        }
    }
    assert_eq!(tried, 2 * (128 - 70));
}

#[test]
fn errors_are_one_short_line() {
    let long = "x".repeat(100_000);
    for fen in [long.clone(), format!("{long} w - - 0 1"), format!("kqbnr/bppppp/{REST} w {long} - 0 1")] {
        let text = fen_error("shafran", &fen).to_string();
        assert!(text.len() < 200 && !text.contains('\n'), "{text}");
    }
}

/// Text near to what a parser expects: pieces of good input put together.
fn nearly() -> impl Strategy<Value = String> {
    let parts = prop::sample::select(vec![
        "kqbnr",
        "bppppp",
        "/",
        "9",
        "11",
        "0",
        " ",
        "w",
        "b",
        "QBqb",
        "KQkq",
        "-",
        "e3e4",
        "b4:c5",
        ":",
        "e",
        "10",
        "e10",
        "=Q",
        "Q",
        "N",
        "x",
        "+",
        "#",
        "Q-0-0",
        "Q-0-0-0",
        "0-0",
        "1.",
        "...",
        "{",
        "}",
        "(",
        ")",
        ";",
        "$1",
        "\n",
        "[",
        "]",
        "\"",
        "\\",
        "Variant",
        "[Variant \"Shafran\"]\n",
        "[FEN \"",
        "1-0",
        "1/2-1/2",
        "*",
        "ł",
        "\0",
        "e2e5",
        "Nc4",
        "e5",
        "999999999999999999999",
        "-1",
        "j",
        "k",
        "l",
        "\u{feff}",
        "é",
    ]);
    prop::collection::vec(parts, 0..40).prop_map(|parts| parts.concat())
}

/// A good FEN with a few characters changed, taken out or put in.
fn damaged() -> impl Strategy<Value = String> {
    let start = prop::sample::select(Variant::all().iter().map(|v| v.spec().start).collect::<Vec<_>>());
    let character = prop::sample::select("kqrbnpKQRBNP0123456789/ wb-QBqbe:".chars().collect::<Vec<_>>());
    let edits = prop::collection::vec((any::<prop::sample::Index>(), 0..3, character), 1..6);
    (start, edits).prop_map(|(start, edits)| {
        let mut text: Vec<char> = start.chars().collect();
        for (at, kind, character) in edits {
            if text.is_empty() {
                break;
            }
            let at = at.index(text.len());
            match kind {
                0 => text[at] = character,
                1 => drop(text.remove(at)),
                _ => text.insert(at, character),
            }
        }
        text.into_iter().collect()
    })
}

/// Whatever is read is a position on which everything works.
fn sound(position: &Position) {
    let moves = position.legal_moves();
    assert_eq!(moves.len(), position.count_legal_moves(), "{position:?}");
    let _ = position.outcome();
    for mv in moves {
        let _ = (position.san(mv), position.long_san(mv), position.uci(mv));
        let next = position.play(mv).unwrap();
        let again = Position::from_fen(next.variant(), &next.to_fen());
        assert_eq!(again.as_ref(), Ok(&next), "{mv:?} {position:?}");
    }
}

fn every_parser(text: &str) {
    for variant in Variant::all() {
        if let Ok(position) = Position::from_fen(variant, text) {
            assert_eq!(Position::from_fen(variant, &position.to_fen()), Ok(position));
            sound(&position);
        }
        let start = variant.start();
        if let Ok(mv) = start.parse_uci(text) {
            assert!(start.is_legal(mv));
        }
        if let Ok(mv) = start.parse_san(text) {
            assert!(start.is_legal(mv));
        }
        let _ = (Variant::by_tag(text), variant.board().cell(text));
    }
    if let Ok(record) = Record::parse(text) {
        assert_eq!(Record::parse(&record.to_string()), Ok(record));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(10_000) })]

    #[test]
    fn no_text_makes_a_parser_panic(text in ".*") {
        every_parser(&text);
    }

    #[test]
    fn no_text_that_is_nearly_right_makes_a_parser_panic(text in nearly()) {
        every_parser(&text);
        every_parser(&format!("[Variant \"Shafran\"]\n{text}"));
    }

    #[test]
    fn damaged_fens_are_refused_or_playable(text in damaged()) {
        every_parser(&text);
    }
}

#[test]
fn counters_stop_where_a_fen_stops() {
    let variant = Variant::by_id("shafran").unwrap();
    let position = Position::from_fen(variant, "k4/6/7/8/9/9/8/7/6/4K b - - 9999 999999").unwrap();
    sound(&position);
    let next = position.play(position.legal_moves()[0]).unwrap();
    assert_eq!((next.halfmove_clock(), next.fullmove_number()), (9999, 999_999));
}

#[test]
fn control_characters_in_tags_become_spaces() {
    let record = Record::parse("[Event \"a\u{b}b\"]\n[Variant \"Shafran\"]\n\n*").unwrap();
    assert_eq!(record.tags, [("Event".to_owned(), "a b".to_owned())]);
    assert_eq!(Record::parse(&record.to_string()), Ok(record));
}

#[test]
fn an_impossible_position_is_not_read_as_one_of_another_dialect() {
    // On De Vasa's board ranks and files have the same form: the error must be that of ranks.
    let variant = Variant::by_id("devasa").unwrap();
    for fen in [
        "k8/9/9/9/9/9/9/9/P7K w - - 0 1",
        "k8/9/9/9/9/9/9/9/4P3K w - - 0 1",
        "9/9/9/9/9/9/9/K8/k8 w - - 0 1",
        "rnbkbqbnr/9/ppppppppp/9/9/9/PPPPPPPPP/9/1NBQBKBNR w KQkq - 0 1",
    ] {
        let own = Position::from_fen(variant, fen).unwrap_err();
        assert_eq!(Position::from_any_fen(variant, fen), Err(own), "{fen}");
    }
}
